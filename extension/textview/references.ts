/** Finds all occurrences of a symbol in a linked text. */
import * as vscode from "vscode";
import type { Reference } from "../session/protocol";
import type { LinkedText } from "./linked";
import { WHOLE } from "./linked";

/** Most references shown for one symbol. */
const MOST = 5000;

/** All occurrences of the symbol at a position. */
export async function referencesAt(
  text: LinkedText,
  position: vscode.Position,
  cancel: vscode.CancellationToken,
): Promise<readonly { readonly hit: Reference; readonly location: vscode.Location }[]> {
  const symbol = (await text.token(position))?.symbol;
  if (symbol === undefined) return [];
  const hits: Reference[] = [];
  const controller = new AbortController();
  cancel.onCancellationRequested(() => controller.abort());
  await text.document.api.references(
    { symbol, folds: WHOLE },
    {
      signal: controller.signal,
      progress: (page) => {
        for (const hit of page) if (hits.length < MOST) hits.push(hit);
      },
    },
  );
  const lines = await text.linesOf(hits.map(({ section, entry, line }) => ({ section, entry, line })));
  return hits.flatMap((hit, i) => {
    const line = lines[i];
    if (line === null || line === undefined || hit.column !== "assembly") return [];
    return [{ hit, location: new vscode.Location(text.uri, new vscode.Range(line, hit.start, line, hit.end)) }];
  });
}
