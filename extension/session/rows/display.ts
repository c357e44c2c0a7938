/** Rows as they are drawn: byte strings become Unicode, and lines are cut to what a screen can show. */
import type { Place } from "../../document/section";
import type { SourceFrame } from "../../document/sourceLocation";
import type { Line, Token } from "../../document/token";
import { visible } from "../../document/visible";
import type { FoldedView, LinesEntry } from "./folds";
import { mayBeMangled, withPlainNames } from "../names/demangle";
import { withoutNoise } from "./noise";
import { unicode } from "../names/unicode";
import type { Row, RowPlace, RowSource, RowToken } from "../protocol";

/**
 * Longest text of a column, in characters. As in VS Code's own editor, longer text is cut in the view (not in copy and
 * export).
 */
export const LONGEST = 10000;

/** A byte string as text that is safe to draw, see {@link visible}. */
export function visibleText(text: string): string {
  return visible(unicode(text));
}

/** Whether {@link visibleText} changes nothing; nearly all texts are so, and then nothing is allocated. */
function plain(text: string): boolean {
  return !/[^\t -~]/.test(text);
}

/** The text that replaces `count` characters past {@link LONGEST}. */
export function leftOut(count: number): string {
  return ` … ${count} more characters`;
}

/** The tokens of a column, cut at {@link LONGEST}. */
export function displayTokens(tokens: readonly Token[]): readonly Token[] {
  let length = 0;
  let same = true;
  for (const { text } of tokens) {
    length += text.length;
    same &&= plain(text);
  }
  if (same && length <= LONGEST) return tokens;
  let room = LONGEST;
  const shown: Token[] = [];
  for (const token of tokens) {
    const text = token.text.length > room ? token.text.slice(0, room) : token.text;
    shown.push({ ...token, text: plain(text) ? text : visibleText(text) });
    room -= token.text.length;
    if (room >= 0) continue;
    shown.push({ text: leftOut(length - LONGEST), kind: "comment" });
    break;
  }
  return shown;
}

/** Tokens, with the demangled form of the names in them. */
function named(tokens: readonly Token[]): readonly RowToken[] {
  if (!tokens.some(({ text }) => mayBeMangled(text))) return tokens;
  return tokens.map((token) => {
    const plain = token.kind === "string" ? token.text : withPlainNames(token.text);
    return plain === token.text ? token : { ...token, plain };
  });
}

/** A section's title as it is drawn, and with demangled names if it has mangled ones. */
export function shownTitle(title: string): { readonly title: string; readonly plain?: string } {
  const shown = displayTokens([{ text: title, kind: "text" }])[0]?.text ?? "";
  const plain = withPlainNames(shown);
  return { title: shown, ...(plain === shown ? {} : { plain }) };
}

/** The approximate characters of a row in a message. */
export function rowSize(row: Row): number {
  let size = 64;
  for (const token of row.record) size += token.text.length + 32;
  for (const token of row.assembly) size += token.text.length + 32;
  return size;
}

/** The line of an entry that shows its source: the one with its record, otherwise the first with text. */
function locatedLine({ lines }: LinesEntry): Line | undefined {
  const says = ({ assembly, when }: Line): boolean => assembly.length > 0 && when !== "folded";
  return lines.find(({ positionBit }) => positionBit !== undefined) ?? lines.find(says);
}

/** The source of an entry's row, if the arrangement knows it. */
function sourceOfRow(place: Place, { pages }: FoldedView): { readonly source?: RowSource } {
  return rowSource(pages.arrangement.sourceOf?.(place) ?? []);
}
/** The source shown at the end of a row, from its frames. */
export function rowSource(frames: readonly SourceFrame[]): { readonly source?: RowSource } {
  const [innermost] = frames;
  if (!innermost) return {};
  const { file, directory, line, column } = innermost;
  const inlined = frames.length - 1;
  return { source: { file: unicode(file), directory: unicode(directory), line, column, inlined } };
}

/** A line of an entry that is to be shown. */
export interface ShownLine {
  readonly place: RowPlace;
  readonly entry: LinesEntry;
  readonly line: Line;
  /** Whether it is the first line of its entry that is shown. */
  readonly isFirst: boolean;
}

/** The row of one line of an entry. */
export function toRow({ place, entry, line, isFirst }: ShownLine, view: FoldedView, level: number): Row {
  const { section, entry: index, line: lineIndex } = place;
  const isHead = index === 0 && isFirst && view.foldable(section);
  return {
    section,
    entry: index,
    line: lineIndex,
    startBit: entry.startBit,
    endBit: entry.endBit,
    kind: line.kind,
    ...(line.positionBit === undefined ? {} : { positionBit: line.positionBit }),
    record: named(displayTokens(line.record)),
    assembly: named(displayTokens(withoutNoise(line.assembly, view.folds.hidden))),
    level,
    ...(line === locatedLine(entry) ? sourceOfRow(place, view) : {}),
    ...(isHead ? { fold: view.folded(section) ? ("closed" as const) : ("open" as const) } : {}),
  };
}
