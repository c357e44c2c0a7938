/** Finds what is wrong with an entry's assembly, as far as that is possible without the dialect's own parser. */
import { affineFault } from "./affine/text";
import { unbalanced } from "./brackets";

/** Longer texts are not checked. */
const LONGEST = 1 << 14;
const STRIDE = String.raw`(?:\?|-?\d+)`;
const STRIDED = new RegExp(`^strided<\\[(?:${STRIDE}(?:,\\s*${STRIDE})*)?\\](?:,\\s*offset:\\s*${STRIDE})?>$`);
/**
 * What the builtin dialect may store as assembly: maps, sets, layouts, the types of small floats, types that contain
 * others.
 */
const BUILTIN =
  /^(?:(?:affine_map|affine_set|array|complex|dense|dense_resource|distinct|memref|opaque|sparse|strided|tensor|tuple|vector)[<[]|f\d|tf32|bf16$|[#!(])/;
/** A string literal, or a character that begins no token. */
const LITERAL_OR_STRAY = /"(?:[^"\\]|\\.)*"|[^\x20-\x7e\t\n\r]|[$&~;'`]/g;

/**
 * The fault in an entry's text, in the reference's words; undefined if none is known.
 * @param known whether the release parses this dialect's text; any other text is opaque to it
 */
export function assemblyFault(text: string, dialect: string, known: boolean): string | undefined {
  if (text.length > LONGEST) return undefined;
  if (known && dialect === "builtin") {
    const fault = builtinFault(text);
    if (fault !== undefined) return hasStray(text) ? "unexpected character" : fault;
  }
  if (!known) return undefined;
  return hasStray(text) ? "unexpected character" : symbolFault(text);
}

/** `#dialect.name`, or `#dialect` before a `<`. */
const SYMBOL = /^[#!](\d+|[A-Za-z$._-][\w$.-]*)(<?)/;

/** What is wrong with a dialect's entry before its own parser sees it: it names no dialect, or has an open bracket. */
function symbolFault(text: string): string | undefined {
  const [all = "", name = "", bracket = ""] = SYMBOL.exec(text) ?? [];
  if (name === "") return undefined;
  if (bracket === "") return name.includes(".") ? undefined : `undefined symbol alias id '${name}'`;
  const open = unbalanced(text, all.length - 1);
  return open && `unbalanced '${open}' character in pretty dialect name`;
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
