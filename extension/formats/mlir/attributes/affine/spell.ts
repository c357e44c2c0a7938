/** Affine expressions as MLIR's printer spells them (AsmPrinter::Impl::printAffineExprInternal). */
import type { BinaryKind } from "./expression";

/** An expression with its text. */
export interface Spelled {
  readonly kind: BinaryKind | "dimension" | "symbol" | "constant";
  /** The constant, or the position; 0 for an operator. */
  readonly value: number | bigint;
  /** Its text without parentheses. */
  readonly text: string;
  readonly left?: Spelled;
  readonly right?: Spelled;
}

const WORDS: Readonly<Record<BinaryKind, string>> = {
  add: " + ",
  mul: " * ",
  floordiv: " floordiv ",
  ceildiv: " ceildiv ",
  mod: " mod ",
};
const LETTERS = { dimension: "d", symbol: "s", constant: "" } as const;

/** A dimension, a symbol or a constant. */
export function spelledLeaf(kind: "dimension" | "symbol" | "constant", value: number | bigint): Spelled {
  return { kind, value, text: `${LETTERS[kind]}${value}` };
}

/** An operator and its operands. */
export function spelledBinary(kind: BinaryKind, left: Spelled, right: Spelled): Spelled {
  const text = kind === "add" ? sum(left, right) : product(kind, left, right);
  return { kind, value: 0, text, left, right };
}

/** `d0, d1`: the names of `count` dimensions or symbols. */
export function spelledNames(kind: "dimension" | "symbol", count: number): string {
  return Array.from({ length: count }, (_, i) => `${LETTERS[kind]}${i}`).join(", ");
}

/** The text as an operand of an operator that binds tighter. */
const tight = ({ text, left }: Spelled): string => (left ? `(${text})` : text);

function product(kind: Exclude<BinaryKind, "add">, left: Spelled, right: Spelled): string {
  if (kind === "mul" && right.kind === "constant" && Number(right.value) === -1) return `-${tight(left)}`;
  return tight(left) + WORDS[kind] + tight(right);
}

/** Negative terms are printed as subtractions. */
function sum(left: Spelled, right: Spelled): string {
  if (right.kind === "constant" && right.value < 0) return `${left.text} - ${-right.value}`;
  const { left: factor, right: by } = right;
  if (right.kind === "mul" && factor && by?.kind === "constant" && by.value < 0) {
    if (Number(by.value) !== -1) return `${left.text} - ${tight(factor)} * ${-by.value}`;
    return `${left.text} - ${factor.kind === "add" ? tight(factor) : factor.text}`;
  }
  return left.text + WORDS.add + right.text;
}
