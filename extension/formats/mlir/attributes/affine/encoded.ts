/** Affine maps, integer sets and strided layouts in the encoding that MLIR 23 gave them (BuiltinDialectBytecode.td). */
import type { MlirCursor } from "../../model/cursor";
import { Damage } from "../../model/damage";
import type { AttributeNode } from "../../model/node";
import type { BinaryKind } from "./expression";
import { folded } from "./fold";
import { spelledBinary, spelledLeaf, spelledNames } from "./spell";
import type { Spelled } from "./spell";

/** Most dimensions or symbols of a map. They take no bytes, so a damaged count could ask for any number of them. */
const MOST_NAMES = 1 << 16;

const OPERATORS: readonly BinaryKind[] = ["add", "mul", "mod", "floordiv", "ceildiv"];
/** The forms of a map, the two low bits of its head. */
const FORMS = ["identity", "permutation", "projection", "general"] as const;

/** Checks a number of dimensions or symbols. @throws Damage */
function names(count: number, cursor: MlirCursor, start: number): number {
  if (count > MOST_NAMES)
    throw new Damage("limit", `an affine map of ${count} dimensions or symbols`, start, cursor.position);
  return count;
}

/** An operator whose operands are being read. */
interface Open {
  readonly kind: BinaryKind;
  left: Spelled | undefined;
}

/** One expression: the operator comes before its operands. @throws Damage */
function readExpression(cursor: MlirCursor): Spelled {
  const open: Open[] = [];
  for (;;) {
    const start = cursor.position;
    const code = cursor.varint("expression kind");
    const operator = OPERATORS[code - 3];
    cursor.leaves?.note(operator ?? ["dimension", "symbol", "constant"][code] ?? "");
    if (operator) {
      open.push({ kind: operator, left: undefined });
      continue;
    }
    let made = readLeaf(cursor, code, start);
    for (let top = open.at(-1); top?.left; top = open.at(-1)) {
      made = spelledBinary(top.kind, top.left, made);
      open.pop();
    }
    const top = open.at(-1);
    if (!top) return folded(made);
    top.left = made;
  }
}

function readLeaf(cursor: MlirCursor, code: number, start: number): Spelled {
  if (code === 0) return spelledLeaf("dimension", cursor.varint("dimension"));
  if (code === 1) return spelledLeaf("symbol", cursor.varint("symbol"));
  if (code === 2) return spelledLeaf("constant", cursor.signedVarint("constant"));
  throw new Damage("bad-value", `unknown affine expression kind: ${code}`, start, cursor.position);
}

/** `(d0, d1)[s0]`. */
const head = (dimensions: number, symbols: number): string =>
  `(${spelledNames("dimension", dimensions)})${symbols > 0 ? `[${spelledNames("symbol", symbols)}]` : ""}`;

/** A map: its results are all dimensions in order, some dimensions in any order, or expressions. @throws Damage */
export function readAffineMap(cursor: MlirCursor): AttributeNode {
  const start = cursor.position;
  const both = cursor.varint("dimension count, form");
  const form = FORMS[both % 4] ?? "general";
  cursor.leaves?.note(form);
  const dimensions = names(Math.floor(both / 4), cursor, start);
  let symbols = 0;
  let results: readonly Spelled[];
  const position = (): Spelled => spelledLeaf("dimension", cursor.varint("dimension"));
  if (form === "identity") results = Array.from({ length: dimensions }, (_, i) => spelledLeaf("dimension", i));
  else if (form === "permutation") results = times(dimensions, position);
  else if (form === "projection") results = cursor.list("result", position);
  else {
    const at = cursor.position;
    symbols = names(cursor.varint("symbol count"), cursor, at);
    results = cursor.list("result", () => readExpression(cursor));
  }
  const identity =
    results.length === dimensions && results.every(({ kind, value }, i) => kind === "dimension" && value === i);
  const text = `${head(dimensions, symbols)} -> (${results.map((result) => result.text).join(", ")})`;
  return { kind: "affineMap", text, identity };
}

/** Reads `count` results; each takes at least a byte. @throws Damage */
function times(count: number, read: () => Spelled): readonly Spelled[] {
  const made: Spelled[] = [];
  for (let i = 0; i < count; i++) made.push(read());
  return made;
}

/** An integer set: expressions, then for each whether it must be zero or non-negative. @throws Damage */
export function readIntegerSet(cursor: MlirCursor): AttributeNode {
  const start = cursor.position;
  const dimensions = names(cursor.varint("dimension count"), cursor, start);
  const symbols = names(cursor.varint("symbol count"), cursor, start);
  const constraints = cursor.list("constraint", () => readExpression(cursor));
  const texts = constraints.map(({ text }) => `${text} ${cursor.bool("is equality") ? "==" : ">="} 0`);
  return { kind: "integerSet", text: `${head(dimensions, symbols)} : (${texts.join(", ")})` };
}

/** The strides and the offset of a memref; the smallest 64-bit integer means dynamic. @throws Damage */
export function readStridedLayout(cursor: MlirCursor): AttributeNode {
  const offset = cursor.signedVarint("offset");
  return { kind: "stridedLayout", offset, strides: cursor.list("stride", () => cursor.signedVarint("stride")) };
}
