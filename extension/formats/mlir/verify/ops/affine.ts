/** What mlir::affine's ops demand: of maps and bounds, and which values are dimensions or symbols (AffineOps.cpp). */
import type { TypeView } from "../entryView";
import { known, refuse, refuseBare, told, unknown } from "../fault";
import { partsOf } from "../../attributes/brackets";
import type { Definer, NestedCheck, NestedChecks, NestedOp } from "../nestedOp";
import type { OpCheck, OpChecks, OpView } from "../opView";
import { atomicKind } from "./shaped";

/** What a value may be used as: symbols are dimensions too. */
type Role = "symbol" | "dimension" | "neither";

/** Ops whose values are symbols for the ops in them (AffineScope). */
const SCOPES = new Set(["builtin.module", "func.func", "gpu.func", "gpu.launch", "shape.function_library"]);
/** Ops with regions that certainly are no such scopes. */
const isPlain = ({ name, place }: NestedOp): boolean => place.registered === false || /^(?:affine|scf)\./.test(name);
/** Ops whose results have the role of the operands. */
const APPLIED: readonly string[] = ["affine.apply", "affine.delinearize_index", "affine.linearize_index"];
/** Ops whose results are symbols if all operands are; the operands have the type of the result. */
const PURE = /^arith\.(?:add|sub|mul|and|or|xor|max[su]|min[su])i$/;

/** The most values that are looked at for the role of one. */
const MOST_VALUES = 64;

/** Finds out the roles of values for an op. */
class Roles {
  private left = MOST_VALUES;

  constructor(private readonly op: NestedOp) {}

  of(value: number): Role {
    if (this.left-- <= 0) unknown();
    const beside = this.op.beside(value);
    if (!this.isInScope(beside)) return "symbol";
    const definer = this.op.place.definer(value);
    if (!definer) return isInduction(beside, value) ? "dimension" : "neither";
    const { name, registered } = definer;
    if (name === "arith.constant") return "symbol";
    if (name === "memref.load" || registered === false) return "neither";
    if (name === "memref.dim" || name === "tensor.dim") return this.ofSize(definer);
    const isApplied = APPLIED.includes(name);
    if (!isApplied && !PURE.test(name)) return unknown();
    const roles = definer.operands().map((operand) => this.of(operand));
    if (roles.every((role) => role === "symbol")) return "symbol";
    return isApplied && !roles.includes("neither") ? "dimension" : "neither";
  }

  /** A size of a value of the scope is a symbol, and none if it is not known which size it is of another value. */
  private ofSize(definer: Definer): Role {
    const [shaped = -1, size = -1] = definer.operands();
    if (!this.isInScope(this.op.beside(shaped))) return "symbol";
    if (!this.op.place.definer(shaped)) return "neither";
    return this.op.place.definer(size)?.name === "arith.constant" ? unknown() : "neither";
  }

  /** Whether values beside an op are defined by an op in the scope, and not by the scope or around it. */
  private isInScope(beside: NestedOp): boolean {
    for (let around = beside.parent; around && isPlain(around); around = around.parent)
      if (around.parent && SCOPES.has(around.parent.name)) return true;
    return beside.parent && SCOPES.has(beside.parent.name) ? false : unknown();
  }
}

/** Whether the argument of a loop's block counts its steps. @param beside an op in that block */
function isInduction(beside: NestedOp, value: number): boolean {
  const name = beside.parent?.name;
  return name === "affine.parallel" || (name === "affine.for" && value === beside.place.regionStart);
}

const roleOf = (op: NestedOp, operand: number): Role | undefined =>
  told(() => new Roles(op).of(op.place.values[operand] ?? -1));

/** Operands of a map are dimensions, then symbols. @param dims how many dimensions there are */
function identified(op: NestedOp, [start, end]: readonly [start: number, end: number], dims: number): void {
  for (let i = start; i < end; i++) {
    const role = roleOf(op, i);
    const isDim = i - start < dims;
    refuse(isDim && role === "neither", "operand cannot be used as a dimension id");
    refuse(!isDim && role !== undefined && role !== "symbol", "operand cannot be used as a symbol");
  }
}

/** An op whose last operands are those of its map. @param start the first of them */
const mapped =
  (start: number): NestedCheck =>
  (op) => {
    identified(op, [start, op.operands.length], known(op.attribute("map")).map.dims);
  };

/** Indices of an op that moves data. @param what precedes in the words */
function indexed(op: NestedOp, start: number, count: number, what: string): void {
  for (let i = start; i < start + count; i++)
    refuse(roleOf(op, i) === "neither", `${what}index must be a valid dimension or symbol identifier`);
}

const inputs = (op: NestedOp, name: string): number => {
  const { dims, symbols } = known(op.attribute(name)).map;
  return dims + symbols;
};

/** Checks that ask for the ops which define the operands. */
export const AFFINE_VALUES: NestedChecks = {
  "affine.apply": (op) => {
    const { dims } = known(op.attribute("map")).map;
    for (let i = dims; i < op.operands.length; i++)
      refuseBare(roleOf(op, i) === "dimension", "dimensional operand cannot be used as a symbol");
  },
  "affine.for": (op) => {
    identified(op, op.range(0), known(op.attribute("lowerBoundMap")).map.dims);
    identified(op, op.range(1), known(op.attribute("upperBoundMap")).map.dims);
  },
  "affine.if": (op) => {
    const [, dims = ""] = /^affine_set<\(([^()]*)\)/.exec(known(op.attribute("condition")).text) ?? unknown();
    identified(op, [0, op.operands.length], partsOf(dims).length);
  },
  "affine.parallel": (op) => {
    const middle = inputs(op, "lowerBoundsMap");
    identified(op, [0, middle], known(op.attribute("lowerBoundsMap")).map.dims);
    identified(op, [middle, op.operands.length], known(op.attribute("upperBoundsMap")).map.dims);
  },
  "affine.load": mapped(1),
  "affine.store": mapped(2),
  "affine.vector_load": mapped(1),
  "affine.vector_store": mapped(2),
  "affine.prefetch": (op) => {
    indexed(op, 1, op.operands.length - 1, "");
  },
  "affine.dma_start": (op) => {
    let start = 1;
    for (const word of ["src", "dst", "tag"]) {
      const count = inputs(op, `${word}_map`);
      indexed(op, start, count, `${word} `);
      start += count + 1;
    }
  },
  "affine.dma_wait": (op) => {
    indexed(op, 1, inputs(op, "tag_map"), "");
  },
};

/** Whether a reduction of that kind may have a result of that type. */
function isReduced(kind: string, type: TypeView, release: number): boolean {
  if (kind === "assign") return true;
  // MLIR 22 and older have none for these.
  if (release < 23 && /^(?:maxnumf|minnumf|xori)$/.test(kind)) return false;
  if (/^(?:add|(?:max|min)(?:imum|num)|mul)f$/.test(kind)) return type.isFloat;
  if (/^(?:add|and|mul|x?or)i$/.test(kind)) return type.isInteger;
  return /^(?:max|min)[su]$/.test(kind) && type.text.startsWith(`${kind.at(-1) ?? ""}i`);
}

/** The map of an affine op has as many dimensions and symbols as there are operands. */
const counted: OpCheck = (op) => {
  const { dims, symbols, results } = known(op.attribute("map")).map;
  const words = "operand count and affine map dimension and symbol count must match";
  refuse(op.operands.length !== dims + symbols, words);
  refuse(op.name === "affine.apply" && results.length !== 1, "mapping must produce one value");
  refuse(results.length === 0, "affine map expect at least one result");
};

const SAME_ELEMENTS = "requires memref and vector types of the same elemental type";

const bounds: OpCheck = (op) => {
  const step = op.release < 23 ? 1 : op.integer("step");
  refuse(step <= 0, `expected step to be a positive integer, got ${step}`);
  for (const [property, word] of [
    ["lowerBoundMap", "lower"],
    ["upperBoundMap", "upper"],
  ] as const) {
    const { results } = known(op.attribute(property)).map;
    refuse(results.length === 0, `expected ${word} bound map to have at least one result`);
  }
};

const delinearized: OpCheck = (op) => {
  const basis = op.integers("static_basis");
  const wrong = basis.some((size) => size <= 0 && size > -(2 ** 62));
  refuse(wrong, "no basis element may be statically non-positive");
  const isCount = op.results.length === basis.length || op.results.length === basis.length + 1;
  refuse(!isCount, "should return an index for each basis element and up to one extra index");
};

/** The map of an access has a result for each dimension of the memref, and takes the operands behind it. */
function subscripted(op: OpView, memref: number): void {
  const { dims, symbols, results } = known(op.attribute("map")).map;
  refuse(results.length !== op.operand(memref).rank, "affine map num results must equal memref rank");
  const words = "expects as many subscripts as affine map inputs";
  refuse(dims + symbols !== op.operands.length - memref - 1, words);
}

/** By the names of ops. */
export const AFFINE: OpChecks = {
  "affine.parallel": (op) => {
    for (const word of ["lower", "upper"]) {
      const sizes = op.integers(`${word}BoundsGroups`);
      refuse(sizes.includes(0), `expected ${word} bound map to have at least one result`);
      const total = sizes.reduce((sum, size) => sum + size, 0);
      const found = known(op.attribute(`${word}BoundsMap`)).map.results.length;
      refuse(total !== found, `expected ${word} bounds map to have ${total} results`);
    }
    const kinds = op.integers("reductions").map((kind) => atomicKind(kind, op.release));
    refuse(kinds.length !== op.results.length, "a reduction must be specified for each output");
    const isOther = kinds.some((kind, i) => !isReduced(kind, op.result(i), op.release));
    refuse(isOther, "result type cannot match reduction attribute");
  },
  "affine.apply": counted,
  "affine.min": counted,
  "affine.max": counted,
  "affine.for": bounds,
  "affine.delinearize_index": delinearized,
  "affine.linearize_index": (op) => {
    const [count, basis] = [op.group(0).length, op.integers("static_basis").length];
    const words = "should be passed a basis element for each index except possibly the first";
    refuse(count !== basis && count !== basis + 1, words);
  },
  "affine.load": (op) => {
    subscripted(op, 0);
  },
  "affine.vector_load": (op) => {
    subscripted(op, 0);
    refuse(!op.operand(0).element.isSame(op.result().element), SAME_ELEMENTS);
  },
  "affine.vector_store": (op) => {
    subscripted(op, 1);
    refuse(!op.operand(1).element.isSame(op.operand(0).element), SAME_ELEMENTS);
  },
  "affine.store": (op) => {
    const words = "value to store must have the same type as memref element type";
    refuse(!op.operand(0).isSame(op.operand(1).element), words);
    subscripted(op, 1);
  },
};
