/** Remembers the reader's place in each file of a workspace. */
import * as vscode from "vscode";
import type { Remembered } from "../session/protocol/hostApi";

const KEY = "places";
/** How many files are remembered; the one read longest ago is dropped first. */
const KEPT = 100;

type Kept = readonly (readonly [uri: string, place: Remembered])[];

/** The reader's last place in a file; undefined if it was not read before. */
export function readerOf(memento: vscode.Memento, uri: vscode.Uri): Remembered | undefined {
  return memento.get<Kept>(KEY, []).find(([key]) => key === uri.toString())?.[1];
}

/** Stores the reader's place in a file. */
export async function noteReader(memento: vscode.Memento, uri: vscode.Uri, place: Remembered): Promise<void> {
  const others = memento.get<Kept>(KEY, []).filter(([key]) => key !== uri.toString());
  await memento.update(KEY, [...others.slice(1 - KEPT), [uri.toString(), place]]);
}

/** Lets the places in files go with files that are renamed; a renamed folder takes all files in it with it. */
export async function moveReaders(
  memento: vscode.Memento,
  renamed: readonly { readonly oldUri: vscode.Uri; readonly newUri: vscode.Uri }[],
): Promise<void> {
  const moved = (key: string): string => {
    const file = renamed.find(({ oldUri }) => key === oldUri.toString() || key.startsWith(`${oldUri.toString()}/`));
    return file ? file.newUri.toString() + key.slice(file.oldUri.toString().length) : key;
  };
  const kept = memento.get<Kept>(KEY, []);
  await memento.update(
    KEY,
    kept.map(([key, place]) => [moved(key), place] as const),
  );
}

/** The files that were read, the latest first. */
export function recentFiles(memento: vscode.Memento): readonly vscode.Uri[] {
  const uris = memento.get<Kept>(KEY, []).map(([uri]) => vscode.Uri.parse(uri, true));
  return uris.reverse();
}
