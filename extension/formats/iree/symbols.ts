/** The symbols of tokens, and what they refer to. */
import type { SymbolId } from "../../document/token";

/** What is identified by an ordinal; a global by its byte offset. */
export type OrdinalKind = "function" | "import" | "rodata" | "type" | "global" | "ref";

/** What a symbol refers to. */
export type Symbol =
  | { readonly kind: OrdinalKind; readonly ordinal: number }
  | { readonly kind: "block"; readonly function: number; readonly offset: number }
  | { readonly kind: "register"; readonly function: number; readonly name: string };

/** `function/3`, `import/0`, `rodata/2`, `type/4`, `global/16` (a byte offset), `ref/1`. */
export function ordinalSymbol(kind: OrdinalKind, ordinal: number): SymbolId {
  return `${kind}/${ordinal}`;
}

/** `f3/^22`: the block that starts at byte 22 of function 3. */
export function blockSymbol(ordinal: number, offset: number): SymbolId {
  return `f${ordinal}/^${offset}`;
}

/** `f3/%i2`: a register of function 3; a pair by its even register. */
export function registerSymbol(ordinal: number, name: string): SymbolId {
  return `f${ordinal}/${name.toLowerCase()}`;
}

/** What a symbol refers to; undefined if it is not a symbol of this format. */
export function parseSymbol(symbol: SymbolId): Symbol | undefined {
  const [, owner, sort, name] = /^f(\d+)\/([%^])(.+)$/.exec(symbol) ?? [];
  if (owner !== undefined && name !== undefined) {
    return sort === "^"
      ? { kind: "block", function: Number(owner), offset: Number(name) }
      : { kind: "register", function: Number(owner), name: `%${name}` };
  }
  const [, kind, ordinal] = /^(function|import|rodata|type|global|ref)\/(\d+)$/.exec(symbol) ?? [];
  if (kind === undefined) return undefined;
  return { kind: kind as OrdinalKind, ordinal: Number(ordinal) };
}
