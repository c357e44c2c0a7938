/** Finds what is wrong with an entry's assembly, as far as that is possible without the dialect's own parser. */
import { affineFault } from "./affine/text";
import { closing, unbalanced } from "./brackets";
import type { SyntaxReader } from "./syntax/reader";

/** Longer texts are not checked. */
const LONGEST = 1 << 14;
const STRIDE = String.raw`(?:\?|-?\d+)`;
const STRIDED = new RegExp(`^strided<\\[(?:${STRIDE}(?:,\\s*${STRIDE})*)?\\](?:,\\s*offset:\\s*${STRIDE})?>$`);
/**
 * What the builtin dialect may store as assembly: maps, sets, layouts, the types of small floats, types that contain
 * others, and the fallbacks of opaque locations.
 */
const BUILTIN =
  /^(?:(?:affine_map|affine_set|array|complex|dense|dense_resource|distinct|memref|opaque|sparse|strided|tensor|tuple|vector)[<[]|(?:f16|bf16|tf32|f32|f64|f80|f128|f8E5M2|f8E4M3|f8E3M4|f8E4M3FN|f8E5M2FNUZ|f8E4M3FNUZ|f8E4M3B11FNUZ|f8E8M0FNU|f6E3M2FN|f6E2M3FN|f4E2M1FN)$|[#!(]|loc\()/;
/** What it stores as assembly for a writer that does not know its encodings. */
const PLAIN: Readonly<Record<AssemblyPlace["kind"], RegExp>> = {
  attribute: /^(?:"(?:[^"\\]|\\.)*"|[@{]|-?\d|(?:true|false|unit|index|none|[su]?i\d+)$)/,
  type: /^(?:index|none|[su]?i\d+)$/,
};
/** A string literal, or a character that begins no token. */
const LITERAL_OR_STRAY = /"(?:[^"\\]|\\.)*"|[^\x20-\x7e\t\n\r]|[$&~;'`]/g;

/** What MLIR and other compilers write and do not read again, with what they say of it. */
const UNREAD: readonly (readonly [text: RegExp, message: string])[] = [
  // A sharding that splits no dimension; until 21 the dialect was `mesh`.
  [/^#(?:mesh|shard)<axisarray\[\s*[^\s[]/, "expected '['"],
  // Until 18 the name is written without quotes.
  [/^#spirv\.linkage_attributes<linkage_name = [^"]/, "expected string"],
  // IREE since 2024, when resources got a memory model: a bool as a number where it expects a word.
  [/#stream\.resource_config<\{[^{}]*\balias_mutable_bindings = \d[^{}]*\bmemory_model\b/, "expected valid keyword"],
  // HEIR, and MLIR 19, which had its dialect: coefficients without a point or without a value, a type printed twice.
  [
    /#polynomial<typed_float_polynomial <(?:[^<>]* )?-?\d+(?:x|[ >])/,
    "unexpected decimal integer literal for a floating point value",
  ],
  [/#polynomial<typed_float_polynomial <(?:[^<>]* )?-?NaN/, "expected floating point literal"],
  [
    /#polynomial\.rns_polynomial<.*> : !polynomial\.\w.* : !polynomial\./,
    "trailing characters found after Attribute assembly format",
  ],
];

/** What decides how an entry's text is read. */
export interface AssemblyPlace {
  readonly kind: "attribute" | "type";
  /** The dialect that stored the text. */
  readonly dialect: string;
  /** Whether the release parses a dialect's text: what it does not know is opaque to it. */
  readonly knows: (dialect: string) => boolean;
  /** Whether the writer knew a dialect, also one outside MLIR. */
  readonly isRegistered: (dialect: string) => boolean;
  /** How the release that wrote the file spells attributes and types, if that is known. */
  readonly syntax: SyntaxReader | undefined;
}

/** The dialect that a text names. */
const NAMED = /^[#!]([A-Za-z_][\w$]*)/;

/** The fault in an entry's text, in the reference's words; undefined if none is known. */
export function assemblyFault(text: string, place: AssemblyPlace): string | undefined {
  const { kind, dialect, knows, isRegistered, syntax } = place;
  if (text.length > LONGEST) return undefined;
  const named = NAMED.exec(text)?.[1];
  // The text tells whose it is, not the dialect that stored it.
  if (named === undefined && (dialect === "builtin" || syntax))
    return hasStray(text) ? "unexpected character" : builtinFault(text, kind);
  if (named === undefined) return undefined;
  if (syntax && kind === "type" && text.startsWith("#")) return "expected non-function type";
  const unread = isRegistered(named) ? UNREAD.find(([pattern]) => pattern.test(text)) : undefined;
  if (unread) return unread[1];
  if (!knows(named)) return symbolFault(text) ?? opaqueFault(text);
  return hasStray(text) ? "unexpected character" : (symbolFault(text) ?? syntax?.fault(text));
}

/** A type after an attribute. */
const TYPED = /^\s*:\s/;

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

/** What is wrong with the entry of a dialect that is opaque to the release: characters after its name. */
function opaqueFault(text: string): string | undefined {
  const name = SYMBOL.exec(text)?.[0] ?? "";
  const end = name.endsWith("<") ? closing(text, name.length - 1) : name.length;
  return name === "" || end >= text.length || TYPED.test(text.slice(end)) ? undefined : "unexpected character";
}

function builtinFault(text: string, kind: AssemblyPlace["kind"]): string | undefined {
  if (!BUILTIN.test(text) && !PLAIN[kind].test(text)) return "expected attribute value";
  if (text.startsWith("affine_")) return affineFault(text);
  if (text.startsWith("strided<") && !STRIDED.test(text)) return "expected a 64-bit signed integer or '?'";
  return undefined;
}

function hasStray(text: string): boolean {
  for (const [found] of text.matchAll(LITERAL_OR_STRAY)) if (!found.startsWith('"')) return true;
  return false;
}
