/** Where a reader was in each file of a workspace, to come back to. */
import * as vscode from "vscode";
import type { Remembered } from "../session/protocol/hostApi";

const KEY = "places";
/** Files kept; the one that was read longest ago goes first. */
const KEPT = 100;

type Kept = readonly (readonly [uri: string, place: Remembered])[];

/** Where a file was left; undefined where it has not been read. */
export function readerOf(memento: vscode.Memento, uri: vscode.Uri): Remembered | undefined {
  return memento.get<Kept>(KEY, []).find(([key]) => key === uri.toString())?.[1];
}

/** Notes where a file's reader is. */
export async function noteReader(memento: vscode.Memento, uri: vscode.Uri, place: Remembered): Promise<void> {
  const others = memento.get<Kept>(KEY, []).filter(([key]) => key !== uri.toString());
  await memento.update(KEY, [...others.slice(1 - KEPT), [uri.toString(), place]]);
}

/** The files that were read, the last one first. */
export function recentFiles(memento: vscode.Memento): readonly vscode.Uri[] {
  const uris = memento.get<Kept>(KEY, []).map(([uri]) => vscode.Uri.parse(uri, true));
  return uris.reverse();
}
