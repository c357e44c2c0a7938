/** What an expression in RE2's syntax requires of the ends of a text and of words. */

/**
 * The parts of an expression that can contain or be an anchor: quoted text, an escape, a set of characters (in which `]`
 * may come first, and whose classes have brackets of their own), and `^` and `$`. Source: RE2's syntax page.
 */
const PARTS = /\\Q[^]*?(?:\\E|$)|\\[^]|\[\^?\]?(?:\\[^]|\[:\^?\w+:\]|[^\]\\])*\]|[\^$]/gu;
const ANCHOR = /^(?:[\^$]|\\[bBAzZ])$/;
/** An expression that matches the empty text anywhere, and can be repeated as an anchor can be. */
const ANYWHERE = "(?:)";

/**
 * An expression without its anchors (`^`, `$`, `\b`, `\B`, `\A`, `\z`): it matches at least where the expression does.
 * The expression itself if it has none.
 */
export function withoutAnchors(expression: string): string {
  return expression.replace(PARTS, (part) => (ANCHOR.test(part) ? ANYWHERE : part));
}
