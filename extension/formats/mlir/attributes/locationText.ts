/** Locations within a dialect's assembly: `loc(fused<#llvm.di_file<…>>["a.c":1:2])` in a loop annotation (LocationParser.cpp). */
import { append } from "../../../document/arrays";
import type { Piece } from "../model/piece";
import { closing, stringEnd } from "./brackets";

/** A location that was found, without `loc(` `)`, and the index after it. */
interface Found {
  readonly end: number;
  readonly pieces: readonly Piece[];
}
/** The pieces of a fused location's metadata, brackets included. */
type Metadata = (open: number, end: number) => readonly Piece[];

/** Deepest nesting of locations that is followed. */
const DEEPEST = 32;
/** `:3:4`, or a range. */
const POSITION = /:\d+:\d+(?: to (?:\d+)?:\d+)?/y;

/**
 * The location between `loc(` and `)` in a text; undefined if it is not one.
 * @param at the index after `loc(`
 */
export function locationPieces(text: string, at: number, metadata: Metadata): readonly Piece[] | undefined {
  const found = locationAt(text, at, metadata, 0);
  return found && text[found.end] === ")" ? found.pieces : undefined;
}

function locationAt(text: string, at: number, metadata: Metadata, depth: number): Found | undefined {
  if (depth > DEEPEST) return undefined;
  const inner = (from: number): Found | undefined => nested(locationAt(text, from, metadata, depth + 1));
  if (text[at] === '"') return named(text, at, inner);
  if (text.startsWith("unknown", at)) return { end: at + 7, pieces: ["unknown"] };
  if (text.startsWith("callsite(", at)) return listed(text, at, at + 9, " at ", ")", inner);
  if (!text.startsWith("fused", at)) return undefined;
  const open = at + 5;
  if (text[open] !== "<") return listed(text, at, open + 1, ", ", "]", inner);
  const close = closing(text, open);
  const rest = listed(text, close, close + 1, ", ", "]", inner);
  return rest && { end: rest.end, pieces: ["fused", ...metadata(open, close), ...rest.pieces] };
}

/** A position in a file, or a name with or without a location. */
function named(text: string, at: number, inner: (from: number) => Found | undefined): Found | undefined {
  const quoted = stringEnd(text, at);
  POSITION.lastIndex = quoted;
  const end = quoted + (POSITION.exec(text)?.[0].length ?? 0);
  if (end > quoted || text[quoted] !== "(") return { end, pieces: [text.slice(at, end)] };
  const child = inner(quoted + 1);
  if (!child || text[child.end] !== ")") return undefined;
  return { end: child.end + 1, pieces: [text.slice(at, quoted + 1), ...child.pieces, ")"] };
}

/** Locations from `start` up to the closing bracket, after the text from `at`. */
function listed(
  text: string,
  at: number,
  start: number,
  separator: string,
  close: string,
  inner: (from: number) => Found | undefined,
): Found | undefined {
  const pieces: Piece[] = [text.slice(at, start)];
  for (let from = start; ; from += separator.length) {
    const found = inner(from);
    if (!found) return undefined;
    append(pieces, found.pieces);
    from = found.end;
    if (text.startsWith(close, from)) return { end: from + 1, pieces: [...pieces, close] };
    if (!text.startsWith(separator, from)) return undefined;
    pieces.push(separator);
  }
}

/** Within another location, `loc(` and `)` are left out. */
function nested(found: Found | undefined): Found | undefined {
  if (!found) return undefined;
  const { end, pieces } = found;
  const whole = ["loc(", ...pieces, ")"];
  return { end, pieces: [{ kind: "fragment", space: "attribute", alias: "loc", pieces, whole }] };
}
