/** The laws of the text, and what they share with the others. */
import assert from "node:assert/strict";
import type { Arrangement } from "../../extension/document/arrangement";
import { pieceText } from "../../extension/document/byteText";
import type { IrDocument } from "../../extension/document/document";
import { columnText } from "../../extension/document/token";
import { allEntries } from "../../extension/kit/entryWalk";
import { opened } from "./tiling";

/** A law gets the bytes and a source of random numbers, with which it chooses what to check. */
export type Law = (bytes: Uint8Array, random: (below: number) => number) => void;

/** The number of entries, places or names that a law checks one by one; a document may have any number. */
export const LOOKED_AT = 40;
export const TEXT_OPTIONS = { fileName: "<stdin>" };

/** A random selection from a list. */
export function some<T>(items: readonly T[], random: (below: number) => number): readonly T[] {
  if (items.length <= LOOKED_AT) return items;
  return Array.from({ length: LOOKED_AT }, () => items[random(items.length)] as T);
}

/** The text of a document, or of one of its functions. */
function textOf(document: IrDocument, name?: string): string {
  let text = "";
  for (const piece of document.text({ ...TEXT_OPTIONS, ...(name === undefined ? {} : { function: name }) }))
    text += pieceText(piece);
  return text;
}

/** The arrangement after its background work. */
export function numbered(arrangement: Arrangement | undefined): Arrangement {
  assert.ok(arrangement);
  for (const work = arrangement.background?.(); work?.next().done === false;);
  return arrangement;
}

/** The first line that differs, shortened to the difference and its surroundings. */
export function firstDifference(expected: string, actual: string): string {
  let at = 0;
  while (expected[at] === actual[at]) at++;
  const around = (text: string): string => JSON.stringify(text.slice(Math.max(0, at - 60), at + 60));
  return `${around(expected)} became ${around(actual)}`;
}

/** With nothing folded, the lines of the assembly are the text. */
export const text: Law = (bytes) => {
  const assembly = opened(bytes).assembly?.(TEXT_OPTIONS);
  if (!assembly) return;
  let lines = "";
  for (const entry of allEntries(numbered(assembly), {}))
    for (const line of entry.lines) if (line.when !== "folded") lines += `${columnText(line.assembly)}\n`;
  const document = opened(bytes);
  const printed = textOf(document);
  // What is cut at a limit depends on what was printed before, and rows are printed in any order.
  if (document.problems().some(({ code }) => code === "limit")) return;
  if (lines !== printed) assert.fail(`the assembly equals the text: ${firstDifference(printed, lines)}`);
};

/** The names that one function alone has: damage may give several functions a name, and the text of it shows all. */
function functionNames(bytes: Uint8Array): readonly string[] {
  const once = new Set<string>();
  const seen = new Set([""]);
  for (const { kind, name } of opened(bytes).symbols()) {
    if (kind !== "function") continue;
    if (seen.has(name)) once.delete(name);
    else once.add(name);
    seen.add(name);
  }
  return [...once];
}

/** The text of one function is what the whole text says of it, with the same numbers. */
export const functions: Law = (bytes, random) => {
  const whole = textOf(opened(bytes));
  for (const name of some(functionNames(bytes), random)) {
    const document = opened(bytes);
    // In a container, the path of the function's module is before it.
    const head = document.format === "container" ? /^; .*\n/ : "";
    const one = textOf(document, name)
      .replace(head, "")
      .replaceAll(/^\n|\n+$/g, "");
    if (document.problems().some(({ code }) => code === "limit")) return;
    assert.ok(whole.includes(one), `the text of ${name} is in the text of the module:\n${one}`);
  }
};
