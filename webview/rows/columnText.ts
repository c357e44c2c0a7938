/** A column's text as elements: one span per token, with marks, folds and line breaks. */
import type { Token } from "../../extension/document/token";
import type { Row, RowToken } from "../../extension/session/protocol";
import { make } from "../base/dom";

/** A range of characters in a column. */
export interface Characters {
  readonly start: number;
  readonly end: number;
}

/** A range of a column's text that find has marked. */
export interface Mark extends Characters {
  readonly column: "record" | "assembly";
  readonly current: boolean;
  /** The matching range of characters in a demangled name. */
  readonly plain?: Characters;
}

/** What is drawn in a column's text beside its tokens. */
export interface Drawn {
  readonly marks: readonly Mark[];
  /** Characters that are folded. */
  readonly hidden: readonly Characters[];
  /** Elements to insert before a character that are not text, in order. */
  readonly inserts: readonly { readonly at: number; readonly element: HTMLElement }[];
  readonly demangle: boolean;
}

/** The text of a row's record or assembly. */
export function columnText(row: Row, column: "record" | "assembly"): string {
  return row[column].map((token) => token.text).join("");
}

/** The text of tokens as it is shown: with demangled names, if names are shown so. */
export function shownText(tokens: readonly RowToken[], demangle: boolean): string {
  return tokens.map(({ text, plain }) => (demangle ? (plain ?? text) : text)).join("");
}

/** Whether a token leads somewhere or has a card of its own. */
export function isTarget(token: Token): boolean {
  if (token.symbol !== undefined || token.targetBit !== undefined) return true;
  return token.kind !== "punctuation" && token.kind !== "text" && /\S/.test(token.text);
}

/** Fills a cell; returns the tokens' spans. */
export function fillColumn(cell: HTMLElement, tokens: readonly RowToken[], drawn: Drawn): HTMLElement[] {
  const inserts = [...drawn.inserts];
  let start = 0;
  return tokens.map((token, index) => {
    const end = start + token.text.length;
    const noise = token.noise === undefined ? "" : " noise";
    const hidden = end > start && drawn.hidden.some((part) => part.start <= start && end <= part.end);
    const span = make("span", `t k-${token.kind}${isTarget(token) ? " target" : ""}${noise}${hidden ? " away" : ""}`);
    span.dataset.token = String(index);
    // What is inserted before a token is outside its span.
    while (inserts[0] && inserts[0].at <= start) cell.append(inserts.shift()?.element ?? "");
    const inside = inserts.splice(0, inserts.findLastIndex(({ at }) => at < end) + 1);
    const marks = drawn.marks.filter((mark) => mark.start < end && mark.end > start);
    const plain = drawn.demangle ? token.plain : undefined;
    if (plain !== undefined)
      span.append(
        ...pieces(
          plain,
          0,
          marks.map((mark) => inName(mark, plain)),
          [],
          [],
        ),
      );
    else if (marks.length === 0 && inside.length === 0 && (hidden || drawn.hidden.length === 0))
      span.append(...unmarked(token));
    else span.append(...pieces(token.text, start, marks, drawn.hidden, inside));
    start = end;
    cell.append(span);
    return span;
  });
}

/** A token's whole text. The wavy line below a problem does not begin in its indentation. */
function unmarked({ kind, text }: RowToken): readonly (Node | string)[] {
  const [blank = ""] = kind === "problem" ? (/^ +/.exec(text) ?? []) : [];
  return blank === "" ? [text] : [make("span", "blank", blank), text.slice(blank.length)];
}

/** A mark in a demangled name; if only the mangled name matches, the complete name is marked. */
function inName(mark: Mark, { length }: string): Mark {
  const { start, end } = mark.plain ?? { start: 0, end: length };
  return { ...mark, start, end };
}

/** A token's text in pieces: marked, hidden, and plain. `start` is its first character. */
function* pieces(
  text: string,
  start: number,
  marks: readonly Mark[],
  hidden: readonly Characters[],
  inserts: Drawn["inserts"],
): Generator<Node, void, undefined> {
  const ends = [...marks, ...hidden].flatMap((part) => [part.start, part.end]);
  const cuts = [start, ...ends, ...inserts.map(({ at }) => at), start + text.length]
    .filter((at) => at >= start && at <= start + text.length)
    .sort((a, b) => a - b);
  const partAt = <P extends Characters>(parts: readonly P[], at: number): P | undefined =>
    parts.find((part) => part.start <= at && at < part.end);
  for (const [index, from] of cuts.entries()) {
    if (cuts[index - 1] === from) continue;
    for (const { at, element } of inserts) if (at === from) yield element;
    const to = cuts.slice(index + 1).find((cut) => cut > from) ?? from;
    if (to === from) continue;
    const part = document.createTextNode(text.slice(from - start, to - start));
    const mark = partAt(marks, from);
    const shown = mark ? make("mark", mark.current ? "hit current" : "hit") : undefined;
    shown?.append(part);
    const away = partAt(hidden, from) ? make("span", "away") : undefined;
    away?.append(shown ?? part);
    yield away ?? shown ?? part;
  }
}
