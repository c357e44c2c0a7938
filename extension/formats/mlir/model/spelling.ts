/** Names and strings as MLIR's assembly spells them. All text is byte strings. */

import { LeastRecent } from "../../../kit/leastRecent";

const PLAIN = /^[\x20\x21\x23-\x5B\x5D-\x7E]*$/;
const IDENTIFIER = /^[A-Za-z_][A-Za-z0-9_$.]*$/;

/**
 * The content of a string literal with MLIR's escapes: `\\`, and two upper-case hex digits for `"` and for anything but
 * printable ASCII.
 */
export function escapeString(text: string): string {
  if (text.length <= LONG) return PLAIN.test(text) ? text : escapedString(text);
  // A damaged file may mention long strings many times: to find one takes far less time than to escape it.
  return longStrings.of(text, () => (PLAIN.test(text) ? text : escapedString(text)));
}
/** Longer strings are escaped once for several mentions. */
const LONG = 1024;
/** If a file has more long strings than these, each is the shorter. */
const KEPT_STRINGS = 16;
const longStrings = new LeastRecent<string, string>(KEPT_STRINGS);

function escapedString(text: string): string {
  let escaped = "";
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === 0x5c) escaped += "\\\\";
    else if (code >= 0x20 && code < 0x7f && code !== 0x22) escaped += text[i];
    else escaped += `\\${code.toString(16).toUpperCase().padStart(2, "0")}`;
  }
  return escaped;
}

/** A string literal. */
export function quoted(text: string): string {
  return `"${escapeString(text)}"`;
}

/** A name in a dictionary or of a resource: bare if it is an identifier, otherwise quoted. */
export function spellName(name: string): string {
  return IDENTIFIER.test(name) ? name : quoted(name);
}

/** A symbol: `@f`, `@"a-b"`. Since MLIR 17 an empty one is marked as invalid. */
export function spellSymbol(name: string, release: number): string {
  if (name === "" && release >= 17) return "@<<INVALID EMPTY SYMBOL>>";
  return `@${spellName(name)}`;
}
