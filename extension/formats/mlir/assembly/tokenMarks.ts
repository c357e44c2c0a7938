/** Which field each token of a line shows, from the marks that the printers set. */
import type { Token } from "../../../document/token";
import { makeToken } from "../../../document/token";
import type { Mark, Shown } from "../text/marks";

/**
 * The tokens of a line, each with the field of the innermost part of the text that contains it.
 * @param start position of the line's first character, in the units of the marks
 * @param marks the line's marks, inner ones before those around them
 */
export function withMarks(tokens: readonly Token[], start: number, marks: readonly Mark[]): readonly Token[] {
  if (marks.length === 0) return tokens;
  const around = enclosing(marks);
  let at = start;
  let next = 0;
  return tokens.map((token) => {
    const from = at;
    at += token.text.length;
    while (next < marks.length && (marks[next]?.to ?? 0) < at) next++;
    let found = next;
    while ((marks[found]?.from ?? 0) > from) found = around[found] ?? marks.length;
    const mark = marks[found];
    return mark ? showing(token, mark.shown) : token;
  });
}

/** By mark: the index of the innermost mark around it; the number of marks if there is none. */
function enclosing(marks: readonly Mark[]): Uint32Array {
  const around = new Uint32Array(marks.length);
  const open: number[] = [];
  for (let index = marks.length - 1; index >= 0; index--) {
    const to = marks[index]?.to ?? 0;
    while (open.length > 0 && (marks[open.at(-1) ?? 0]?.from ?? 0) >= to) open.pop();
    around[index] = open.at(-1) ?? marks.length;
    open.push(index);
  }
  return around;
}

const showing = (token: Token, shown: Shown): Token =>
  makeToken(
    token.text,
    token.kind,
    "operand" in shown ? { ...token, operand: shown.operand } : { ...token, bit: shown.byte * 8 },
  );
