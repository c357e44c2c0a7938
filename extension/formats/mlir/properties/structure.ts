/**
 * What MLIR's verifier reports about an op before it checks types: wrong numbers of its parts (mlir::OpTrait::impl).
 */
import type { OpStructure } from "../model/module";
import type { Arity, OpLayout } from "./tables";

/** The first fault of an op against its definition, in the reference's words; undefined if there is none. */
export function structureFault(name: string, layout: OpLayout, op: OpStructure): string | undefined {
  const fault =
    arityFault(layout, op) ?? segmentFault(layout, op) ?? symbolFault(layout, op) ?? attributeFault(layout, op);
  return fault === undefined ? undefined : `'${name}' op ${fault}`;
}

/** In the order in which the traits are verified. */
function arityFault({ arity }: OpLayout, op: OpStructure): string | undefined {
  const [operands, results, regions, successors] = arity ?? [];
  if (!operands || !results || !regions || !successors) return undefined;
  if (differs(regions, op.regions)) return required(regions, "region", "one");
  if (differs(results, op.results)) return required(results, "result", "one");
  if (differs(successors, op.successors)) return requiredSuccessors(successors, op.successors);
  if (!differs(operands, op.operands)) return undefined;
  const found = operands.open || operands.least > 1 ? `, but found ${op.operands}` : "";
  return required(operands, "operand", "a single") + found;
}

const differs = ({ least, open }: Arity, count: number): boolean => (open ? count < least : count !== least);

/** `requires one region`, `expected 2 results`. */
function required({ least, open }: Arity, word: string, one: string): string {
  if (open) return `expected ${least} or more ${word}s`;
  if (least === 0) return `requires zero ${word}s`;
  return least === 1 ? `requires ${one} ${word}` : `expected ${least} ${word}s`;
}

function requiredSuccessors({ least, open }: Arity, found: number): string {
  const many = least === 1 ? "successor" : "successors";
  return `requires ${open ? "at least " : ""}${least} ${many} but found ${found}`;
}

/** Checks that the sizes of segments add up to the number of values; sizes that are missing are zero. */
function segmentFault(layout: OpLayout, op: OpStructure): string | undefined {
  for (const [name, word, segments, count] of [
    ["operandSegmentSizes", "operand", layout.operandSegments, op.operands],
    ["resultSegmentSizes", "result", layout.resultSegments, op.results],
  ] as const) {
    if (segments === 0) continue;
    const value = op.properties.find((property) => property.name === name)?.value;
    const sizes = value ? op.integers(value) : [];
    if (!sizes) continue;
    if (sizes.some((size) => size < 0n)) return `'${name}' attribute cannot have negative elements`;
    const total = sizes.reduce((sum, size) => sum + size, 0n);
    if (total !== BigInt(count))
      return `${word} count (${count}) does not match with the total size (${total}) specified in attribute '${name}'`;
  }
  return undefined;
}

const VISIBILITIES: readonly string[] = ["public", "private", "nested"];

/** Checks how a symbol is said to be visible (mlir::detail::verifySymbol); a module without a name is none. */
function symbolFault({ symbol }: OpLayout, op: OpStructure): string | undefined {
  const named = symbol && op.properties.some(({ name }) => name === "sym_name");
  const value = named ? op.properties.find(({ name }) => name === "sym_visibility")?.value : undefined;
  const visibility = value && op.text(value);
  return visibility === undefined || VISIBILITIES.includes(visibility)
    ? undefined
    : `visibility expected to be one of ["public", "private", "nested"], but got "${visibility}"`;
}

/** Checks required attributes: in older versions they can be missing from the dictionary. */
function attributeFault(layout: OpLayout, op: OpStructure): string | undefined {
  const missing = layout.properties.find(
    ({ encoding, name }) => encoding.kind === "attribute" && !op.properties.some((property) => property.name === name),
  );
  return missing && `requires attribute '${missing.name}'`;
}
