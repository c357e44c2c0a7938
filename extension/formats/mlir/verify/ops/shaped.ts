/** What ops of memref, tensor and bufferization demand by their types and attributes. */
import type { TypeView } from "../entryView";
import { ANY_SIZE } from "../entryView";
import { known, refuse, refuseBare, unknown } from "../fault";
import { mapText } from "../lists";
import type { OpCheck, OpChecks, OpView } from "../opView";
import { isIdentity, plainStrides, stridedLayout } from "./memory";
import { contiguous, mapped, groupsOf, ranked } from "./reshapes";
import { isPowerOf2 } from "../../../../kit/numbers";
import { castWords, dynamicSizes, isPermutation, mayEqual, mayFit, shapeWords, sizeAt } from "./shared";

/** As many operands as the type has dynamic dimensions. @param member of the definition */
const sized =
  (member: number, type: (op: OpView) => TypeView = (op) => op.result()): OpCheck =>
  (op) => {
    const [found, wanted] = [op.group(member).length, dynamicSizes(type(op))];
    refuse(found !== wanted, `incorrect number of dynamic sizes, has ${found}, expected ${wanted}`);
  };

const allocated: OpCheck = (op) => {
  sized(0)(op);
  const { layout } = op.result();
  const symbols = isIdentity(layout) ? 0 : (mapText(layout)?.symbols ?? unknown());
  const found = op.group(1).length;
  const words = `expected ${symbols}, got ${found}`;
  refuse(found !== symbols, `symbol operand count does not equal memref symbol count: ${words}`);
};

/** Types that differ only in how much is known of them. */
function castable(from: TypeView, to: TypeView): boolean {
  if (!from.element.isSame(to.element)) return false;
  if (!from.isRanked || !to.isRanked) return true;
  return mayFit(from.shape, to.shape);
}

const isPlain = ({ layout }: TypeView): boolean => isIdentity(layout) || stridedLayout(layout) !== undefined;

const memrefCast: OpCheck = (op) => {
  const [from, to] = [op.operand(0), op.result()];
  const words = castWords(from, to);
  refuse(!castable(from, to) || space(from) !== space(to), words);
  refuse(op.release < 23 && !from.isRanked && !to.isRanked, words);
  if (!from.isRanked || !to.isRanked) return;
  const [before, after] = [stridedLayout(from.layout), stridedLayout(to.layout)];
  if (!before || !after) return;
  const may = (one: string, other: string): boolean => one === other || one === "?" || other === "?";
  // Since 23, the stride of a dimension of size 1 does not matter.
  const matters = (i: number): boolean => op.release < 23 || (from.shape[i] !== 1 && to.shape[i] !== 1);
  const fit = before.strides.every((stride, i) => !matters(i) || may(stride, after.strides[i] ?? ""));
  refuse(!may(before.offset, after.offset) || !fit, words);
};

/** Memrefs have the same elements. @param both names the types for the words before 23 */
function sameElements(op: OpView, both: string): void {
  const [from, to] = [op.operand(0).element, op.result().element];
  refuseBare(op.release < 23 && !from.isSame(to), `different element types ${both}`);
  refuse(!from.isSame(to), `source element type ('${from.text}') does not match result element type ('${to.text}')`);
}

const space = (type: TypeView): string => (/^0 : /.test(type.mark) ? "" : type.mark);

/** What is said of a dimension of a tensor that must be dynamic. */
const DYNAMIC_GROUP = "dynamic since one or more of the corresponding dimensions in the expanded type is dynamic";

/** A tensor has a dimension for each group of those of a tensor with as many or more. */
function grouped(wide: TypeView, narrow: TypeView, groups: number): void {
  const ranks = `to have a higher (or same) rank than the collapsed type, '${narrow.text}'.`;
  refuse(wide.rank < narrow.rank, `expected the expanded type, '${wide.text}' ${ranks}`);
  const counts = `expected collapsed rank (${narrow.rank}) to equal the number of reassociation maps (${groups}).`;
  refuse(narrow.rank !== groups, counts);
}

/** @param expands whether the result has more dimensions */
const reshaped =
  (expands: boolean): OpCheck =>
  (op) => {
    const [wide, narrow] = expands ? [op.result(), op.operand(0)] : [op.operand(0), op.result()];
    const groups = groupsOf(op);
    refuse(!expands && groups.some((group) => group.length === 0), "reassociation indices must not be empty");
    if (expands) {
      const count = op.integers("static_output_shape").length;
      const bounds = wide.kind === "memref" ? "bounds" : "dims";
      refuse(
        count !== wide.rank,
        `expected number of static shape ${bounds} to be equal to the output rank (${wide.rank}) but found ${count} inputs instead`,
      );
    }
    const isMemref = wide.kind === "memref";
    if (isMemref) ranked(op, expands ? "an expansion (0 > 1)" : "a collapse (0 < 1)");
    refuse(
      groups.length !== narrow.rank && isMemref,
      `invalid number of reassociation groups: found ${groups.length}, expected ${narrow.rank}`,
    );
    if (!isMemref) grouped(wide, narrow, groups.length);
    if (groups.length !== narrow.rank) unknown();
    if (isMemref) contiguous(groups, wide.rank);
    else mapped(groups, wide.rank);
    const isOdd = isMemref && narrow.rank === 0 && wide.shape.some((size) => size !== 1);
    refuse(isOdd, "rank 0 memrefs can only be extended/collapsed with/from ones");
    groups.forEach((group, i) => {
      const sizes = group.map((dimension) => sizeAt(wide, dimension));
      const [isDynamic, found] = [sizes.includes(ANY_SIZE), sizeAt(narrow, i)];
      const product = sizes.reduce((all, size) => all * size, 1);
      if (isMemref) {
        refuse(
          isDynamic !== (found === ANY_SIZE),
          `collapsed dim (${i}) must be dynamic if and only if reassociation group is dynamic`,
        );
        refuse(
          !isDynamic && product !== found,
          `collapsed dim size (${found}) must equal reassociation group size (${product})`,
        );
      } else {
        const words = `expected dimension ${i} of collapsed type to be`;
        refuse(isDynamic && found !== ANY_SIZE, `${words} ${DYNAMIC_GROUP}`);
        refuse(!isDynamic && product !== found, `${words} static value of ${product}`);
      }
    });
    // Tensors are compared since MLIR 23; a size that the type does not tell may be any.
    if (expands && (isMemref || op.release >= 23)) {
      const sizes = op.integers("static_output_shape");
      const wrong = wide.shape.findIndex((size, i) => size !== ANY_SIZE && size !== sizes[i]);
      refuse(wrong >= 0, `invalid output shape provided at pos ${wrong}`);
    }
  };

/** As many indices as the type has dimensions. */
const indexed =
  (member: number, type: (op: OpView) => TypeView, words: string): OpCheck =>
  (op) => {
    const value = type(op);
    if (value.isRanked) refuse(op.group(member).length !== value.rank, words);
  };

/** As many indices as a memref has dimensions. @param before the words before 23 */
const accessed =
  (member: number, memref: number, before: (counts: string) => string): OpCheck =>
  (op) => {
    const [found, { rank }] = [op.group(member).length, op.operand(memref)];
    const counts = `, expected ${rank} but got ${found}`;
    const words = op.release < 23 ? before(counts) : `invalid number of indices for accessed memref${counts}`;
    refuse(found !== rank, words);
  };

const reinterpreted: OpCheck = (op) => {
  const [from, to] = [op.operand(0), op.result()];
  const both = `specified for source type '${from.text}' and result memref type '${to.text}'`;
  refuseBare(space(from) !== space(to), `different memory spaces ${both}`);
  sameElements(op, both);
  const [offsets, sizes, strides] = ["static_offsets", "static_sizes", "static_strides"].map((name) =>
    op.integers(name),
  );
  if (!offsets || !sizes || !strides) return;
  refuseBare(offsets.length !== 1, `expected 1 offset values, got ${offsets.length}`);
  sizes.forEach((size, i) => {
    const found = sizeAt(to, i);
    const wanted = size < 0 ? ANY_SIZE : size;
    refuseBare(
      found !== wanted && found !== ANY_SIZE && wanted !== ANY_SIZE,
      `expected result type with size = ${wanted} instead of ${found} in dim = ${i}`,
    );
  });
  const isWhole = isIdentity(to.layout);
  const layout = isWhole ? { offset: "0", strides: plainStrides(to.shape) } : stridedLayout(to.layout);
  if (!layout) return;
  const word = (number: number | undefined): string => (number === undefined || number < 0 ? "?" : String(number));
  const differ = (one: string, other: string): boolean => one !== other && other !== "?";
  const [offset] = offsets;
  refuseBare(
    differ(word(offset), layout.offset),
    `expected result type with offset = ${word(offset).replace("?", "dynamic")} instead of ${layout.offset}`,
  );
  strides.forEach((stride, i) => {
    const found = layout.strides[i] ?? "?";
    refuseBare(
      differ(word(stride), found),
      `expected result type with stride = ${word(stride)} instead of ${found} in dim = ${i}`,
    );
  });
};

const joined: OpCheck = (op) => {
  const { operands } = op;
  refuse(operands.length === 0, "requires at least one input");
  const [result, axis] = [op.result(), op.integer("dim")];
  refuse(
    operands.some((type) => type.rank !== result.rank),
    "rank of concatenated inputs must match result rank",
  );
  refuse(axis >= result.rank, "concatenation dim must be less than the tensor rank");
  refuse(
    operands.some((type) => !type.element.isSame(result.element)),
    "inputs and result element type must match",
  );
  const inferred = result.shape.map((_, i) => {
    const sizes = operands.map((type) => sizeAt(type, i));
    if (i === axis) return sizes.includes(ANY_SIZE) ? ANY_SIZE : sizes.reduce((all, size) => all + size, 0);
    const told = new Set(sizes.filter((size) => size !== ANY_SIZE));
    refuse(told.size > 1, `static concatenation size mismatch along non-concatenated dimension ${i}`);
    return [...told][0] ?? ANY_SIZE;
  });
  const type = `tensor<${shapeWords(inferred)}x${result.element.text}>`;
  const words = `result type '${result.text}'does not match inferred shape '${type}' static sizes`;
  refuse(!mayFit(inferred, result.shape), words);
};

/** @param name `gather` or `scatter` */
const gathered =
  (name: "gather" | "scatter"): OpCheck =>
  (op) => {
    const isGather = name === "gather";
    const whole = op.operand(isGather ? 0 : 1);
    const indices = op.operand(isGather ? 1 : 2);
    const dims = op.integers(`${name}_dims`);
    const what = isGather ? "source" : "dest";
    refuse(!isGather && !op.has("unique"), "requires 'unique' attribute to be set");
    refuse(dims.length === 0, `${name}_dims must be non-empty`);
    refuse(dims.length > whole.rank, `${name}_dims overflow ${what} rank`);
    refuse(
      indices.rank === 0 || !mayEqual(sizeAt(indices, -1), dims.length),
      `${name}_dims length must match the size of last dimension of indices`,
    );
    dims.forEach((dim, i) => {
      refuse(dim < 0, `${name}_dims value must be non-negative`);
      refuse(dim >= whole.rank, `${name}_dims value must be smaller than ${what} rank`);
      refuse(i > 0 && dim <= (dims[i - 1] ?? 0), `${name}_dims values must be strictly increasing`);
    });
    const outer = indices.shape.slice(0, -1);
    const full = whole.shape.map((size, i) => (dims.includes(i) ? 1 : size));
    const reduced = whole.shape.filter((_, i) => !dims.includes(i));
    const slices = op.operand(0);
    const found = isGather ? op.result() : slices;
    const fits = [full, reduced].some((rest) => [...outer, ...rest].join() === found.shape.join());
    refuse(!fits, `${isGather ? "result" : "source"} type mismatch (got: '${found.text}')`);
  };

const castWithin: OpCheck = (op) => {
  const [from, to] = [op.operand(0), op.result()];
  const words = castWords(from, to);
  refuse(!castable(from, to), words);
};

/** The cases of an enum that is an integer (arith::AtomicRMWKind), which MLIR 22 sorted. */
const ATOMIC_KINDS =
  "addf addi andi assign maximumf maxnumf maxs maxu minimumf minnumf mins minu mulf muli ori xori".split(" ");
const ATOMIC_KINDS_UNTIL_21 =
  "addf addi assign maximumf maxs maxu minimumf mins minu mulf muli ori andi maxnumf minnumf".split(" ");

/** What an atomic access or a reduction does, from its number. */
export const atomicKind = (kind: number, release: number): string =>
  known((release < 22 ? ATOMIC_KINDS_UNTIL_21 : ATOMIC_KINDS)[kind]);

/** By the names of ops. */
export const SHAPED: OpChecks = {
  "memref.alloc": allocated,
  "memref.alloca": allocated,
  "memref.view": (op) => {
    const [from, to] = [op.operand(0), op.result()];
    const both = `specified for base memref type '${from.text}' and view memref type '${to.text}'`;
    refuseBare(!isPlain(from), `unsupported map for base memref type '${from.text}'`);
    refuseBare(!isPlain(to), `unsupported map for result memref type '${to.text}'`);
    refuseBare(space(from) !== space(to), `different memory spaces ${both}`);
    sized(2)(op);
  },
  "memref.realloc": (op) => {
    const [from, to] = [op.operand(0), op.result()];
    const both = `specified for source memref type '${from.text}' and result memref type '${to.text}'`;
    refuseBare(!isPlain(from), `unsupported layout for source memref type '${from.text}'`);
    refuseBare(space(from) !== space(to), `different memory spaces ${both}`);
    sameElements(op, both);
    const given = op.operands.length > 1;
    refuseBare(to.isStatic && given, `unnecessary dimension operand for result type '${to.text}'`);
    refuseBare(!to.isStatic && !given, `missing dimension operand for result type '${to.text}'`);
  },
  "memref.cast": memrefCast,
  "memref.expand_shape": reshaped(true),
  "memref.collapse_shape": reshaped(false),
  "memref.reinterpret_cast": reinterpreted,
  "memref.assume_alignment": (op) => {
    refuse(!isPowerOf2(op.integer("alignment")), "alignment must be power of 2");
  },
  "memref.atomic_rmw": (op) => {
    accessed(2, 1, () => "expects the number of subscripts to be equal to memref rank")(op);
    const [type, kind] = [op.operand(0), atomicKind(op.integer("kind"), op.release)];
    const isOfFloats = ["addf", "maximumf", "minimumf", "mulf"].includes(kind);
    const isOfIntegers = /^(?:add|and|mul|or|xor)i$|^(?:max|min)[su]$/.test(kind);
    refuse(isOfFloats && !type.isFloat, `with kind '${kind}' expects a floating-point type`);
    refuse(isOfIntegers && !type.isInteger, `with kind '${kind}' expects an integer type`);
  },
  "memref.dma_wait": (op) => {
    const [rank, count] = [op.operand(0).rank, op.group(1).length];
    refuse(
      rank !== count,
      `expected tagIndices to have the same number of elements as the tagMemRef rank, expected ${rank}, but got ${count}`,
    );
  },
  "memref.distinct_objects": (op) => {
    refuse(op.operands.length === 0, "expected at least one operand");
    refuse(
      op.operands.length !== op.results.length || op.operands.some((type, i) => !type.isSame(op.result(i))),
      "operand types and result types must match",
    );
  },
  "memref.load": accessed(1, 0, (counts) => `incorrect number of indices for load${counts}`),
  "memref.store": accessed(2, 1, () => "store index operand count not equal to memref rank"),
  "memref.global": (op) => {
    const [value, { type }] = [op.attribute("initial_value"), known(op.attribute("type"))];
    if (value?.node?.kind !== "denseElements") return;
    const [found, wanted] = [value.type, type];
    const elements = `expected to be of type '${wanted.element.text}', but was of type '${found.element.text}'`;
    refuse(!found.element.isSame(wanted.element), `initial value element ${elements}`);
    const shapes = `${wanted.shape.join(", ")} but was ${found.shape.join(", ")}`;
    refuse(found.shape.join() !== wanted.shape.join(), `initial value shape expected to be ${shapes}`);
  },
  "tensor.empty": sized(0),
  "tensor.generate": sized(0),
  "tensor.splat": sized(1),
  "bufferization.alloc_tensor": (op) => {
    const hasCopy = op.group(1).length > 0;
    refuseBare(hasCopy && op.group(0).length > 0, "dynamic sizes not needed when copying a tensor");
    if (!hasCopy) sized(0)(op);
  },
  "bufferization.dealloc": (op) => {
    const [memrefs, conditions, retained] = [0, 1, 2].map((member) => op.group(member).length);
    refuse(conditions !== memrefs, "must have the same number of conditions as memrefs to deallocate");
    refuse(
      retained !== op.results.length,
      "must have the same number of updated conditions (results) as retained operands",
    );
  },
  "tensor.cast": castWithin,
  "tensor.expand_shape": reshaped(true),
  "tensor.collapse_shape": reshaped(false),
  "tensor.extract": indexed(1, (op) => op.operand(0), "incorrect number of indices for extract_element"),
  "tensor.insert": indexed(2, (op) => op.operand(1), "incorrect number of indices"),
  "tensor.concat": joined,
  "tensor.gather": gathered("gather"),
  "tensor.scatter": gathered("scatter"),
  "memref.transpose": (op) => {
    const { dims, results } = known(op.attribute("permutation")).map;
    const numbers = results.map((result) => Number(/^d(\d+)$/.exec(result)?.[1] ?? -1));
    refuse(!isPermutation(numbers) || dims !== numbers.length, "expected a permutation map");
    refuse(dims !== op.operand(0).rank, "expected a permutation map of same rank as the input");
  },
};
