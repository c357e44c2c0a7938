/** What is wrong with an entry's assembly, as far as it can be told without the dialect's own parser. */
import { affineFault } from "./affine/text";

/** Longer texts are not looked through. */
const LONGEST = 1 << 14;
const STRIDE = String.raw`(?:\?|-?\d+)`;
const STRIDED = new RegExp(`^strided<\\[(?:${STRIDE}(?:, ${STRIDE})*)?\\](?:, offset: ${STRIDE})?>$`);
/** What the builtin dialect can hold as assembly: maps, sets, layouts, the types of small floats, types around others. */
const BUILTIN =
  /^(?:(?:affine_map|affine_set|array|complex|dense|dense_resource|distinct|memref|opaque|sparse|strided|tensor|tuple|vector)[<[]|f\d|tf32|bf16$|[#!(])/;
/** A string literal, or a character that begins no token. */
const LITERAL_OR_STRAY = /"(?:[^"\\]|\\.)*"|[^\x20-\x7e\t\n\r]|[$&~;'`]/g;

/**
 * The fault of an entry's text in the reference's words; undefined: none is known.
 * @param known whether the release parses that dialect's text: the rest is opaque to it
 */
export function assemblyFault(text: string, dialect: string, known: boolean): string | undefined {
  if (text.length > LONGEST) return undefined;
  if (known && dialect === "builtin") {
    const fault = builtinFault(text);
    if (fault !== undefined) return hasStray(text) ? "unexpected character" : fault;
  }
  return known && hasStray(text) ? "unexpected character" : undefined;
}

function builtinFault(text: string): string | undefined {
  if (!BUILTIN.test(text)) return "expected attribute value";
  if (text.startsWith("affine_")) return affineFault(text);
  if (text.startsWith("strided<") && !STRIDED.test(text)) return "expected a 64-bit signed integer or '?'";
  return undefined;
}

function hasStray(text: string): boolean {
  for (const [found] of text.matchAll(LITERAL_OR_STRAY)) if (!found.startsWith('"')) return true;
  return false;
}
