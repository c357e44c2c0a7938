/** What MLIR's verifier refuses by the C++ of ops of transform. */
import { TRANSFORM } from "../../../../extension/formats/mlir/verify/ops/transform";
import type { NestedOp } from "../../../../extension/formats/mlir/verify/nestedOp";
import { NESTED_CHECKS } from "../../../../extension/formats/mlir/verify/ops/nested";
import { TRANSFORM_EXTENSION_REGIONS } from "../../../../extension/formats/mlir/verify/ops/transformExtensions";
import type { Sketch } from "../../../support/mlirOps";
import { block, placed } from "../../../support/mlirOps";
import type { OpRow, Properties, Row, Table } from "../../../support/mlirRows";
import { bare, checksOf, op, symbolChecksOf, testOpRows, testRows, without } from "../../../support/mlirRows";

const [OP, VALUE, PARAM] = ["!transform.any_op", "!transform.any_value", "!transform.any_param"];

const ALONE: readonly OpRow[] = [
  [
    "transform.apply_registered_pass",
    op(`${OP}, ${PARAM} -> ${OP}`, { options: "{a = #transform.param_operand<index = 0 : i64>}" }),
  ],
  [
    "transform.apply_registered_pass",
    op(`${OP}, ${PARAM} -> ${OP}`, { options: "{}" }),
    "a param operand does not have a corresponding param_operand attr in the options dict",
  ],
  [
    "transform.apply_registered_pass",
    op(`${OP} -> ${OP}`, { options: "{a = #transform.param_operand<index = 0 : i64>}" }),
    "dynamic option index 0 is out of bounds for the number of dynamic options: 0",
  ],
  ["transform.num_associations", op(`${OP} -> !transform.param<i64>`)],
  [
    "transform.num_associations",
    op(`${OP} -> !transform.param<i32>`),
    bare("expected the type of the parameter attribute ('i64') to match the parameter type ('i32')"),
  ],
  ["transform.split_handle", op(`${OP} -> ${OP}, !transform.op<"a.b">`)],
  [
    "transform.split_handle",
    op(`${OP} -> ${VALUE}`),
    "expects result types to implement the same transform interface as the operand type",
  ],
  [
    "transform.split_handle",
    op(`${OP} -> ${OP}`, { overflow_result: "1 : i64" }),
    "overflow_result is not a valid result index",
  ],
  ["transform.tune.knob", op(`-> ${PARAM}`, { options: "[true, false]", selected: "true" })],
  [
    "transform.tune.knob",
    op(`-> ${PARAM}`, { options: "[true, false]", selected: "1 : i64" }),
    "provided `selected` attribute is not an element of `options` array of attributes",
  ],
];

const end = (...operands: readonly string[]): NestedOp => placed("transform.yield", { operands });
const inside = (args: readonly string[], ...ops: readonly NestedOp[]): Sketch => ({ regions: [[block(args, ...ops)]] });
const HANDLE = "expects the first entry block argument to be of type implementing TransformHandleTypeInterface";
const nested = (args: readonly string[]): Sketch => ({ ...inside(args, end()), parent: placed("transform.sequence") });
const outermost = (last: NestedOp): readonly Row[] => {
  const groups = { groups: [0, 0] };
  return [
    [{ ...inside([OP, VALUE], last), ...groups }],
    [{ regions: [], ...groups }, "expects at least one region"],
    [{ regions: [[]], ...groups }, "expects a single-block region"],
    [{ ...inside([], last), ...groups }, "expects the entry block to have at least one argument"],
    [{ ...inside([PARAM], last), ...groups }, HANDLE],
    [
      { ...inside([OP, "i32"], last), ...groups },
      "expects trailing entry block arguments to be of type implementing TransformHandleTypeInterface, TransformValueHandleTypeInterface or TransformParamTypeInterface",
    ],
    [{ ...nested([OP]), ...groups }, "expects operands to be provided for a nested op"],
  ];
};
const SEQUENCE = placed("transform.sequence");
const WITH = { parent: placed("builtin.module", { properties: { "transform.with_named_sequence": "unit" } }) };
const typed = (type: string, args: string): Properties => ({ function_type: `type ${type}`, arg_attrs: args });
const READ = "[{transform.readonly = unit}]";
const named = (args: string, ...ops: readonly NestedOp[]): Sketch => ({
  ...{ properties: typed(`(${OP}) -> (${OP})`, args), ...inside([OP], ...ops) },
  ...WITH,
});
const constrained = (arg: string, ...ops: readonly NestedOp[]): Sketch => ({
  ...op("!transform.param<i8> -> !transform.param<i8>"),
  ...inside([arg], ...ops),
});
const solved = (...operands: readonly string[]): NestedOp => placed("smt.yield", { operands });

/** A sequence that an op names. */
const sequence = (type: string, args = READ): NestedOp =>
  placed("transform.named_sequence", { properties: typed(type, args) });
const include = (signature: string, found?: NestedOp): Sketch & Table => ({
  ...op(signature, { target: "@f" }),
  symbols: found ? { f: found } : {},
});
const matches = (matcher?: NestedOp, action?: NestedOp, signature = `${OP} -> ${OP}`): Sketch & Table => ({
  ...op(signature, { matchers: "[@f]", actions: "[@g]" }),
  symbols: { ...(matcher ? { f: matcher } : {}), ...(action ? { g: action } : {}) },
});
const MATCHER = sequence(`(${OP}) -> (${OP})`);
const ACTION = sequence(`(${OP}) -> ()`);
const collect = (found?: NestedOp): Sketch & Table => ({
  ...op(`${OP} -> ${OP}`, { matcher: "@f" }),
  symbols: found ? { f: found } : {},
});

describe("ops of transform", () => {
  describe("alone", () => {
    testOpRows(TRANSFORM, ALONE);
  });
  describe("with regions", () => {
    testRows(without(checksOf(NESTED_CHECKS, "transform"), TRANSFORM_EXTENSION_REGIONS), {
      "transform.alternatives": [
        ...outermost(end()),
        [
          { ...inside([OP], end()), results: [OP] },
          "expects terminator operands to have the same type as results of the operation",
        ],
      ],
      "transform.apply_patterns": [
        [inside([], placed("transform.apply_patterns.canonicalization"))],
        [inside([], placed("arith.constant")), "expected children ops to implement PatternDescriptorOpInterface"],
      ],
      "transform.foreach": [
        [{ ...op(`${OP} -> ${OP}`, {}, { groups: [1] }), ...inside([OP], end(OP)) }],
        [
          { ...op(OP, {}, { groups: [1] }), ...inside([], end()) },
          "expects the same number of targets as the body has block arguments",
        ],
        [
          { ...op(`${OP} -> ${OP}`, {}, { groups: [1] }), ...inside([OP], end()) },
          "expects the same number of results as the yield terminator has operands",
        ],
      ],
      "transform.named_sequence": [
        [named(READ, end(OP))],
        [{ ...named(READ, end(OP)), ...nested([]) }, "symbol's parent must have the SymbolTable trait"],
        [
          { ...named(READ, end(OP)), parent: placed("builtin.module") },
          bare("expects the parent symbol table to have the 'transform.with_named_sequence' attribute"),
        ],
        [
          named("[{transform.readonly = unit, transform.consumed = unit}]", end(OP)),
          bare("argument #0 cannot be both readonly and consumed"),
        ],
        [
          { ...named("[{}]"), regions: [[]] },
          bare("must provide consumed/readonly status for arguments of external or called ops"),
        ],
        [named(READ, solved()), "expected 'transform.yield' as terminator"],
        [named(READ, end()), bare("expected terminator to have as many operands as the parent op has results")],
        [
          named(READ, end(VALUE)),
          bare(
            `the type of the terminator operand #0 must match the type of the corresponding parent op result ('${VALUE}' vs '${OP}')`,
          ),
        ],
      ],
      "transform.sequence": [
        ...outermost(end()),
        [
          { ...op(OP, {}, { groups: [0, 1] }), ...inside([OP], end()) },
          "does not expect extra operands when used as top-level",
        ],
        [
          { ...inside([OP], placed("arith.constant"), end()), groups: [0, 0] },
          "expected children ops to implement TransformOpInterface",
        ],
        [
          { ...inside([OP], end(OP)), groups: [0, 0] },
          "expects the types of the terminator operands to match the types of the result",
        ],
      ],
      "transform.smt.constrain_params": [
        [constrained("!smt.bv<8>", solved("!smt.int"))],
        [constrained("!smt.int", end()), "expected 'smt.yield' as terminator"],
        [
          { ...constrained("!smt.int", solved()), operands: [] },
          "must have the same number of block arguments as operands",
        ],
        [
          constrained("i8", solved()),
          "the type of block arg #0 is expected to be either a !smt.bool, a !smt.int, or a !smt.bv",
        ],
        [
          constrained("!smt.bool", solved()),
          "the type of block arg #0 is !smt.bool though the corresponding operand type ('!transform.param<i8>') is not wrapping i1",
        ],
        [
          constrained("!smt.int", placed("arith.constant"), solved()),
          "ops contained in region should belong to SMT-dialect",
        ],
        [
          constrained("!smt.int", solved("!smt.bv<9>")),
          "the type of terminator operand #0 is '!smt.bv<9>' though the corresponding result type ('!transform.param<i8>') is not wrapping an integer type of the same bitwidth",
        ],
      ],
      "transform.tune.alternatives": [
        [{ ...inside([], end()), properties: { selected_region_attr: "0 : index" } }],
        [
          { ...inside([], end()), properties: { selected_region_attr: "1 : index" } },
          "'selected_region' attribute specifies region at index 1 while op has only 1 regions",
        ],
      ],
      "transform.with_pdl_patterns": [
        ...outermost(SEQUENCE),
        [inside([OP], SEQUENCE, SEQUENCE), "expects only one non-pattern op in its body"],
        [inside([OP], placed("arith.constant")), "expects only pattern and top-level transform ops in its body"],
        [inside([OP], placed("pdl.pattern")), "expects at least one non-pattern op"],
      ],
    });
  });
  describe("with symbols", () => {
    testRows<Table>(symbolChecksOf("transform"), {
      "transform.collect_matching": [
        [collect(MATCHER)],
        [collect(), bare("unresolved matcher symbol @f")],
        [
          collect(sequence(`(${PARAM}) -> (${OP})`)),
          bare("expected the matcher to take one operation handle argument"),
        ],
        [collect(sequence(`(${OP}) -> (${OP})`, "[{}]")), bare("expected the matcher argument to be marked readonly")],
        [collect(ACTION), bare("expected the matcher to yield as many values as op has results (1), got 0")],
        [
          collect(sequence(`(${OP}) -> (${PARAM})`)),
          bare("mismatching type interfaces for matcher result and op result #0"),
        ],
      ],
      "transform.foreach_match": [
        [matches(MATCHER, ACTION)],
        [matches(undefined, ACTION), bare("unresolved matcher symbol @f")],
        [matches(MATCHER), bare("unresolved action symbol @g")],
        [
          matches(MATCHER, ACTION, `-> ${OP}`),
          bare("the number of operands (0) doesn't match the number of matcher arguments (1) for @f"),
        ],
        [
          matches(sequence(`(${OP}) -> (${OP})`, "[{transform.consumed = unit}]"), ACTION),
          "does not expect matcher symbol to consume its operand #0",
        ],
        [
          matches(ACTION, ACTION),
          bare("mismatching number of matcher results and action arguments between @f (0) and @g (1)"),
        ],
        [
          matches(MATCHER, MATCHER),
          bare("the number of action results (1) for @g doesn't match the number of extra op results (0)"),
        ],
      ],
      "transform.include": [
        [include(`${OP} -> ${OP}`, MATCHER)],
        [include(`${OP} -> ${OP}`), "does not reference a named transform sequence"],
        [include(`-> ${OP}`, MATCHER), bare("incorrect number of operands for callee")],
        [include(OP, MATCHER), bare("incorrect number of results for callee")],
        [
          include(`${VALUE} -> ${OP}`, MATCHER),
          `operand type mismatch: expected operand type '${OP}', but provided '${VALUE}' for operand number 0`,
        ],
        [
          include(`${OP} -> ${VALUE}`, MATCHER),
          "type of result #0 must implement the same transform dialect interface as the corresponding callee result",
        ],
      ],
    });
  });
});
