/** What the ops that linalg and affine add to the transform dialect demand (LinalgTransformOps.cpp, LinalgMatchOps.cpp). */
import { known, refuse, refuseBare, unknown } from "../fault";
import type { NestedCheck, NestedChecks } from "../nestedOp";
import type { OpCheck, OpChecks, OpView } from "../opView";
import { each } from "./combined";
import { isPermutation, isSet } from "./shared";

const MATCH = "transform.match.structured";

/** A list that is a permutation, and what the reference says of one that is not. */
const permuted =
  (property: string): OpCheck =>
  (op) => {
    const list = op.integers(property);
    refuse(!isPermutation(list), `expects ${property} to be a permutation, found ${list.join(", ")}`);
  };

function isPermuted(op: OpView, property: string): void {
  const list = op.attribute(property)?.integers ?? [];
  refuse(!isPermutation(list), `"${property}" is not a valid permutation`);
}

const sameResults: OpCheck = (op) => {
  const [first, ...rest] = op.results;
  const differs = first !== undefined && rest.some((type) => !type.isSame(first));
  refuse(differs, "expects all results type to be the same");
};

const padded: OpCheck = (op) => {
  const list = (name: string): readonly number[] => op.attribute(name)?.integers ?? [];
  const text = (name: string): string => known(op.attribute(name)).text;
  const isFlag = (one: number): boolean => one === 0 || one === 1;
  refuse(
    !list("nofold_flags").every(isFlag),
    () => `expects nofold_flags to contain booleans (0/1), found ${text("nofold_flags")}`,
  );
  refuse(
    list("padding_dimensions").some((one) => one < 0),
    () => `expects padding_dimensions to contain positive integers, found ${text("padding_dimensions")}`,
  );
  for (const transpose of op.attribute("transpose_paddings")?.list ?? [])
    refuse(
      !isPermutation(transpose.integers),
      () => `expects transpose_paddings to be a permutation, found ${transpose.text}`,
    );
};

const packedGreedily: OpCheck = (op) => {
  isPermuted(op, "matmul_inner_dims_order");
  const sizes = op.integers("static_matmul_packed_sizes");
  const isBoth = op
    .integers("matmul_padded_sizes_next_multiple_of")
    .some((multiple, i) => multiple !== 0 && sizes[i] !== 0);
  const words =
    "at most one of the packed_size and the padded_sizes_next_multiple_of can be nonzero for the matmul strategy";
  refuse(isBoth, words);
};

/** Which dimensions or operands a predicate looks at. @param list the property with their numbers */
function positions(op: OpView, list: string): void {
  const [isAll, raw] = [isSet(op, "is_all"), op.integers(list)];
  refuse(isAll && isSet(op, "is_inverted"), "cannot request both 'all' and 'inverted' values in the list");
  refuse(isAll && raw.length > 0, "cannot both request 'all' and specific values in the list");
  refuse(!isAll && raw.length === 0, "must request specific values in the list if 'all' is not specified");
  const isTwice = raw.some((one, i) => i > 0 && one === raw[i - 1]);
  refuse(isTwice, "expected the listed values to be unique");
}

const matchesOperand: OpCheck = (op) => {
  const isBoth = isSet(op, "permutation") && isSet(op, "projected_permutation");
  refuse(isBoth, '"permutation" and "projected_permutation" are mutually exclusive');
  const isBound = op.integers("raw_position_list").length > 1 && op.results.length > 0;
  refuse(isBound, "cannot bind multiple inputs/inits to the same value");
  positions(op, "raw_position_list");
};

/** By the names of ops. */
export const TRANSFORM_EXTENSIONS: OpChecks = {
  "transform.structured.interchange": (op) => {
    const isNegative = op.integers("iterator_interchange").some((one) => one < 0);
    const constraint = "i64 dense array attribute whose value is non-negative";
    refuse(isNegative, `attribute 'iterator_interchange' failed to satisfy constraint: ${constraint}`);
    permuted("iterator_interchange")(op);
  },
  "transform.structured.hoist_pad": permuted("transpose"),
  "transform.structured.hoist_pad.build_packing_loop_nest": permuted("transpose"),
  "transform.structured.multitile_sizes": sameResults,
  "transform.structured.continuous_tile_sizes": sameResults,
  "transform.structured.pack_greedily": packedGreedily,
  "transform.structured.pack_transpose": (op) => {
    isPermuted(op, "inner_perm");
    isPermuted(op, "outer_perm");
  },
  "transform.structured.pad": padded,
  "transform.structured.split": (op) => {
    const isStatic = op.integer("static_chunk_sizes") !== -(2 ** 63);
    const words = "expects either a dynamic or a static split point to be provided";
    refuse(isStatic === op.operands.length > 1, words);
  },
  "transform.structured.tile_using_for": (op) => {
    const sizes = op.integers("static_sizes");
    const scalable = op.integers("scalable_sizes").length;
    refuse(
      sizes.length !== scalable,
      `expected same number of sizes (${sizes.length}) and scalable sizes (${scalable})`,
    );
    const [loops, found] = [sizes.filter((size) => size !== 0).length, op.results.length - 1];
    const words = `expected number of loops to tile (${loops}) to match number of \`loops\` results (${found})`;
    refuse(loops !== found, words);
  },
  [`${MATCH}.body`]: (op) => {
    const names = ["reduction_position", "passthrough", "elementwise", "contraction"];
    const words = `only one of {${names.map((name) => `"${name}"`).join(", ")}} is allowed`;
    refuse(names.filter((name) => op.has(name)).length > 1, words);
  },
  [`${MATCH}.dim`]: (op) => {
    const isBoth = isSet(op, "parallel") && isSet(op, "reduction");
    refuse(isBoth, "cannot request the same dimension to be both parallel and reduction");
    positions(op, "raw_dim_list");
  },
  [`${MATCH}.input`]: matchesOperand,
  [`${MATCH}.init`]: matchesOperand,
  [`${MATCH}.result`]: (op) => {
    const [any, single] = [isSet(op, "any"), isSet(op, "single")];
    const { text } = op.result();
    const isHandle = text === "!transform.any_op" || text.startsWith("!transform.op<");
    const isValue = text === "!transform.any_value" || text.startsWith("!transform.param<");
    const words = "expects either the any/single keyword or the type value handle result type";
    refuse(any || single ? isValue : isHandle, words);
    refuse(any && single, "'any' and 'single' are mutually exclusive");
  },
  "transform.gpu.map_forall_to_blocks": (op) => {
    const count = op.attribute("grid_dims")?.integers.length ?? 0;
    refuse(count !== 0 && count !== 3, "transform requires empty or size-3 grid_dims");
  },
  "transform.affine.simplify_bounded_affine_ops": (op) => {
    const wanted = op.operands.length - 1;
    for (const word of ["lower", "upper"]) {
      const found = op.integers(`${word}_bounds`).length;
      refuse(found !== wanted, `incorrect number of ${word} bounds, expected ${wanted} but found ${found}`);
    }
  },
};

/** A predicate stands in the op that matches, and looks at what that op is given. */
const predicate: NestedCheck = (op) => {
  const { parent } = op;
  refuse(parent?.name !== MATCH, `expects parent op to be '${MATCH}'`);
  const { args, firstValue } = parent?.entry() ?? unknown();
  const isOther = args.length > 0 && op.place.values[0] !== firstValue;
  refuse(isOther, "expected predicate to apply to the surrounding structured op");
};

const PREDICATES =
  "body classify_contraction_dims classify_convolution_dims dim init input num_inits num_inputs rank result";

/** Checks by the op around. */
export const TRANSFORM_EXTENSION_PLACES: NestedChecks = each(`${MATCH}.*`, PREDICATES.split(" "), predicate);

/** Ops of other names that match (MatchOpInterface). */
const MATCHERS = new Set(
  "cast debug.emit_param_as_remark debug.emit_remark_at get_consumers_of_result get_defining_op get_operand get_parent_op get_producer_of_operand get_result get_type include merge_handles num_associations param.constant print sequence"
    .split(" ")
    .map((name) => `transform.${name}`),
);

/** Checks by regions. */
export const TRANSFORM_EXTENSION_REGIONS: NestedChecks = {
  [MATCH]: (op) => {
    const { args, ops } = op.entry();
    const [arg] = args;
    refuse(args.length !== 1, "expected one body argument");
    const isHandle = known(arg).text.startsWith("!");
    refuse(!isHandle, "expected body argument to implement TransformHandleTypeInterface");
    const isMatcher = (name: string): boolean => name.includes(".match.") || MATCHERS.has(name);
    const isOther = ops.slice(0, -1).some(({ name }) => !isMatcher(name));
    refuse(isOther, "expects nested operations to implement MatchOpInterface");
  },
  "transform.structured.replace": (op) => {
    const { ops } = op.entry();
    refuse(op.blocks(0).length !== 1, "expected one block");
    refuse(ops.length !== 1, "expected one operation in block");
    const [replacement] = ops;
    const isGiven = replacement !== undefined && replacement.operands.length > 0;
    refuseBare(isGiven, `'${replacement?.name ?? ""}' op expected replacement without operands`);
  },
};
