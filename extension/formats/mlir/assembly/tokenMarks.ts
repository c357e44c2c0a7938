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
  const opening = byStart(marks);
  // The parts around the token, the innermost last. What ends inside a token or before it contains none after it either.
  const open: Mark[] = [];
  let at = start;
  let next = 0;
  return tokens.map((token) => {
    const from = at;
    at += token.text.length;
    for (let mark = opening[next]; mark && mark.from <= from; mark = opening[++next]) open.push(mark);
    while ((open.at(-1)?.to ?? Infinity) < at) open.pop();
    const mark = open.at(-1);
    return mark ? showing(token, mark.shown) : token;
  });
}

/** Marks in the order of their starts: one inside another comes after it. */
function byStart(marks: readonly Mark[]): readonly Mark[] {
  return [...marks].reverse().sort((a, b) => a.from - b.from);
}

const showing = (token: Token, shown: Shown): Token =>
  makeToken(
    token.text,
    token.kind,
    "operand" in shown ? { ...token, operand: shown.operand } : { ...token, bit: shown.byte * 8 },
  );
