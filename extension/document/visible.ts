/** Text that is safe to draw: what is invisible in it, and what would move the text around it. */

/** Characters that are invisible but change what is around them: direction controls, joiners, tags, line ends. */
const UNSEEN = /[\p{Cf}\u2028\u2029]/gu;
/** Right-to-left letters, by the blocks that Unicode reserves for such scripts. */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;
const [ISOLATE, END_OF_ISOLATE] = ["\u2068", "\u2069"];

/**
 * A text with control characters as their pictures (block U+2400), so that each character takes a column (tabs stay:
 * LLVM 1.x indents with them); invisible characters as their code; right-to-left names isolated from their
 * surroundings.
 */
export function visible(text: string): string {
  const shown = text
    .replace(/\p{Cc}/gu, (c) => {
      const code = c.charCodeAt(0);
      if (c === "\t") return c;
      return code < 0x20 ? String.fromCharCode(0x2400 + code) : code === 0x7f ? "␡" : "�";
    })
    .replace(UNSEEN, (c) => `<U+${(c.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}>`);
  return RIGHT_TO_LEFT.test(shown) ? ISOLATE + shown + END_OF_ISOLATE : shown;
}

/** Control characters that {@link visible} replaces in rows, whose ends are newlines. */
const CONTROLS = /[^\P{Cc}\t\n]/u;
/** Whether {@link visible} changes nothing in rows. */
export function isVisible(rows: string): boolean {
  return !CONTROLS.test(rows) && rows.search(UNSEEN) < 0 && !RIGHT_TO_LEFT.test(rows);
}
