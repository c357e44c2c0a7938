/** What checks of regions, of blocks and of the ops in them accept and refuse. */
import { UNKNOWN } from "../../../../extension/formats/mlir/verify/fault";
import type { NestedBlock, NestedOp } from "../../../../extension/formats/mlir/verify/nestedOp";
import { EMITC_BODIES, EMITC_REGIONS } from "../../../../extension/formats/mlir/verify/ops/emitcNested";
import { GPU_BODIES, GPU_REGIONS } from "../../../../extension/formats/mlir/verify/ops/gpuNested";
import { LINALG_BODIES } from "../../../../extension/formats/mlir/verify/ops/linalgBodies";
import { BODY_CHECKS, NESTED_CHECKS } from "../../../../extension/formats/mlir/verify/ops/nested";
import { TRANSFORM_EXTENSION_REGIONS } from "../../../../extension/formats/mlir/verify/ops/transformExtensions";
import { SCF_BODIES, SCF_REGIONS } from "../../../../extension/formats/mlir/verify/ops/scf";
import { SPIRV_CONSTANT_REGIONS } from "../../../../extension/formats/mlir/verify/ops/spirvConstants";
import { VECTOR_REGIONS } from "../../../../extension/formats/mlir/verify/ops/vector";
import type { Sketch } from "../../../support/mlirOps";
import { block, placed } from "../../../support/mlirOps";
import type { Properties, Row } from "../../../support/mlirRows";
import { checksOf, testRows, without } from "../../../support/mlirRows";

/** An op that ends a block with these values. */
const end = (name: string, ...operands: readonly string[]): NestedOp => placed(name, { operands });
/** Regions of one block each. */
const regions = (...blocks: readonly NestedBlock[]): NestedBlock[][] => blocks.map((one) => [one]);

const initialized = (properties: Properties, ...ops: readonly NestedOp[]): Sketch => ({
  properties: { global_type: "type i32", linkage: "#llvm.linkage<external>", ...properties },
  regions: ops.length === 0 ? [[]] : [[block([], ...ops)]],
});
const aliased = (...ops: readonly NestedOp[]): Sketch => ({
  properties: { alias_type: "type i32", linkage: "#llvm.linkage<external>" },
  regions: [[block([], ...ops)]],
});
const LOAD = placed("llvm.load", { operands: ["!llvm.ptr"], results: ["i32"] });

/** A function of LLVM that takes an integer. @param args of its first block; undefined: it has no blocks */
const func = (args: readonly string[] | undefined, properties: Properties = {}): Sketch => ({
  properties: { function_type: "type !llvm.func<void (i32)>", ...properties },
  regions: [args ? [block(args, placed("llvm.return"))] : []],
});

/** A quantified term. @param patterns the regions after the body */
const quantified = (args: readonly string[], last: readonly string[], ...patterns: readonly NestedBlock[]): Sketch => ({
  ...{ results: ["!smt.bool"], regions: regions(block(args, end("smt.yield", ...last)), ...patterns) },
});
const [INT, BOOL] = ["!smt.int", "!smt.bool"];
const pattern = (...ops: readonly NestedOp[]): Sketch => quantified([INT], [BOOL], block([INT], ...ops));
const YIELD = end("smt.yield", BOOL);
const QUANTIFIED: readonly Row[] = [
  [quantified([INT], [BOOL])],
  [{ ...quantified([INT], [BOOL]), properties: { boundVarNames: '["a"]', noPattern: "unit" } }],
  [pattern(YIELD)],
  [
    { ...pattern(YIELD), properties: { noPattern: "unit" } },
    "patterns and the no_pattern attribute must not be specified at the same time",
  ],
  [
    { ...quantified([INT], [BOOL]), properties: { boundVarNames: '["a", "b"]' } },
    "number of bound variable names must match number of block arguments",
  ],
  [quantified(["i32"], [BOOL]), "bound variables must by any non-function SMT value"],
  [quantified([INT], []), "must have exactly one yielded value"],
  [quantified([INT], [INT]), "yielded value must be of '!smt.bool' type"],
  [
    quantified([INT], [BOOL], block([BOOL], YIELD)),
    "block argument number and types of the 'body' and 'patterns' region #0 must match",
  ],
  [pattern(end("smt.yield")), "'patterns' region #0 must have at least one yielded value"],
  [pattern(placed("arith.nop"), YIELD), "the 'patterns' region #0 may only contain SMT dialect operations"],
  [
    pattern(placed("smt.exists", { results: [BOOL], ...quantified([INT], [BOOL]) }), YIELD),
    "the 'patterns' region #0 must not contain any variable binding operations",
  ],
];

/** Blocks of control flow. @param targets where each block leads; undefined: it merges */
const flow = (...targets: readonly (number | undefined)[]): Sketch => ({
  regions: [
    targets.map((to) =>
      block([], to === undefined ? placed("spirv.mlir.merge") : placed("spirv.Branch", { successors: [to] })),
    ),
  ],
});
const CONTINUE = "second to last block must be the loop continue block that branches to the loop header block";
const MERGE = "last block must be the merge block with only one 'spirv.mlir.merge' op";

const conditional = (condition: string, args: readonly string[], ...yields: readonly string[]): Sketch => ({
  operands: [condition, "tensor<2xf32>"],
  results: ["tensor<2xf32>"],
  regions: regions(
    block(args, end("tosa.yield", ...yields)),
    block(["tensor<2xf32>"], end("tosa.yield", "tensor<2xf32>")),
  ),
});
const [VALUE, TRUTH] = ["tensor<2xf32>", "tensor<i1>"];
/** A loop of tosa. @param condition what its first region yields @param body what its second one yields */
const during = (condition: readonly string[], body: readonly string[], sketch: Sketch = {}): Sketch => ({
  operands: [VALUE],
  results: [VALUE],
  regions: regions(block([VALUE], end("tosa.yield", ...condition)), block([VALUE], end("tosa.yield", ...body))),
  ...sketch,
});

/** An op with one region of one block. */
const body = (args: readonly string[], last: NestedOp, sketch: Sketch): Sketch => ({
  ...{ ...sketch, regions: regions(block(args, last)) },
});
const pad = (...args: readonly string[]): Sketch =>
  body(args, end("tensor.yield", "f32"), {
    ...{ operands: ["tensor<2x3xf32>"], results: ["tensor<2x3xf32>"] },
    properties: { static_low: "array<i64: 0, 0>", static_high: "array<i64: 0, 0>" },
  });
const generated = (...args: readonly string[]): Sketch =>
  body(args, end("tensor.yield", "f32"), { results: ["tensor<2x3xf32>"] });
const changed = (...args: readonly string[]): Sketch =>
  body(args, end("memref.atomic_yield", "f32"), { operands: ["memref<4xf32>", "index"], results: ["f32"] });
const shapes = (...args: readonly string[]): Sketch =>
  body(args, end("shape.yield", "index"), { operands: ["tensor<?xindex>", "index"], results: ["index"] });
const emitted = (type: string): Sketch => ({ properties: { function_type: `type ${type}` }, regions: [[]] });
const declared = (properties: Properties, parent = placed("spirv.module")): Sketch => ({
  ...{ properties: { function_type: "type () -> ()", ...properties }, regions: [[]], parent },
});

const comdat = (name: string): Sketch => ({ regions: [[block([], placed(name))]] });

describe("an op with regions", () => {
  testRows(
    without(
      checksOf(NESTED_CHECKS),
      EMITC_REGIONS,
      GPU_REGIONS,
      SCF_REGIONS,
      SPIRV_CONSTANT_REGIONS,
      TRANSFORM_EXTENSION_REGIONS,
      VECTOR_REGIONS,
    ),
    {
      "llvm.mlir.global": [
        [initialized({ value: "1 : i32" })],
        [initialized({}, end("llvm.return", "i32"))],
        [initialized({}, end("llvm.return")), "initializer region cannot return void"],
        [initialized({}, end("llvm.return", "i8")), "initializer region type 'i8' does not match global type 'i32'"],
        [
          initialized({}, LOAD, end("llvm.return", "i32")),
          "error: ops with side effects not allowed in global initializers",
        ],
        [initialized({ value: "1 : i32" }, end("llvm.return", "i32")), "cannot have both initializer value and region"],
      ],
      "llvm.comdat": [
        [comdat("llvm.comdat_selector")],
        [comdat("llvm.return"), "error: only comdat selector symbols can appear in a comdat region"],
      ],
      "llvm.mlir.alias": [
        [aliased(end("llvm.return", "!llvm.ptr"))],
        [aliased(end("llvm.return", "i32")), "initializer region must always return a pointer"],
        [
          aliased(LOAD, end("llvm.return", "!llvm.ptr")),
          "error: ops with side effects are not allowed in alias initializers",
        ],
      ],
      "smt.forall": QUANTIFIED,
      "smt.exists": QUANTIFIED,
      "wasmssa.global": [
        [{ regions: regions(block([], end("wasmssa.const"), end("wasmssa.return"))) }],
        [
          { regions: regions(block([], end("wasmssa.const"), end("wasmssa.add"), end("wasmssa.return"))) },
          'error: expected a constant initializer for this operator, got "wasmssa.add"',
        ],
      ],
      "smt.solver": [
        [{ operands: ["i32"], regions: regions(block(["i32"], end("smt.yield"))) }],
        [
          { operands: ["i32"], regions: regions(block(["i8"], end("smt.yield"))) },
          "block argument types must match the types of the 'inputs'",
        ],
      ],
      "spirv.mlir.loop": [
        [{ regions: [[]] }],
        [flow(1, 3, 1, undefined)],
        [flow(1, 2, 1), MERGE],
        [flow(1, undefined, 1, undefined), "should not have 'spirv.mlir.merge' op outside the merge block"],
        [flow(undefined), "must have an entry block branching to the loop header block"],
        [flow(1, undefined), "must have a loop header block branched from the entry block"],
        [flow(2, 3, 1, undefined), "entry block must only have one 'spirv.Branch' op to the second block"],
        [flow(1, 2, undefined), "requires a loop continue block branching to the loop header block"],
        [flow(1, 2, 3, undefined), CONTINUE],
        [
          flow(1, 4, 1, 1, undefined),
          "can only have the entry and loop continue block branching to the loop header block",
        ],
      ],
      "spirv.mlir.selection": [
        [{ regions: [[]] }],
        [flow(1, undefined)],
        [flow(1, 1), MERGE],
        [flow(undefined, 2, undefined), "should not have 'spirv.mlir.merge' op outside the merge block"],
        [flow(undefined), "must have a selection header block"],
      ],
      "tosa.cond_if": [
        [conditional(TRUTH, [VALUE], VALUE)],
        [
          conditional(TRUTH, [], VALUE),
          "require same number of values in 'then_graph' arguments (0) and 'input_list' (1)",
        ],
        [
          conditional(TRUTH, ["tensor<2xi32>"], VALUE),
          "require same element type for 'then_graph' arguments ('i32') and 'input_list' ('f32')",
        ],
        [
          conditional(TRUTH, ["tensor<3xf32>"], VALUE),
          "require same shapes for 'then_graph' arguments ('tensor<3xf32>') and 'input_list' ('tensor<2xf32>')",
        ],
        [
          conditional(TRUTH, [VALUE]),
          "require same number of values in 'then_graph' results (0) and 'output_list' (1)",
        ],
        [conditional("tensor<2xi1>", [VALUE], VALUE), "'condition' must be a size 1 tensor, got 'tensor<2xi1>'"],
      ],
      "tosa.while_loop": [
        [during([TRUTH], [VALUE])],
        [
          during([TRUTH], [VALUE], { results: [] }),
          "require same number of values in 'input_list' (1) and 'output_list' (0)",
        ],
        [
          during([TRUTH], [VALUE], {
            regions: regions(block([], end("tosa.yield", TRUTH)), block([VALUE], end("tosa.yield", VALUE))),
          }),
          "require same number of values in 'cond_graph' arguments (0) and 'input_list' (1)",
        ],
        [
          during([TRUTH], [VALUE], {
            regions: regions(block([VALUE], end("tosa.yield", TRUTH)), block([], end("tosa.yield", VALUE))),
          }),
          "require same number of values in 'body_graph' arguments (0) and 'input_list' (1)",
        ],
        [
          during([TRUTH], ["tensor<2xi32>"]),
          "require same element type for 'body_graph' results ('i32') and 'input_list' ('f32')",
        ],
        [during([], [VALUE]), "require 'cond_graph' only have one result"],
        [during(["tensor<2xi1>"], [VALUE]), "'cond_graph' result must be a size 1 tensor, got 'tensor<2xi1>'"],
        [during(["tensor<i8>"], [VALUE]), "'cond_graph' result must be a boolean tensor, got 'tensor<i8>'"],
      ],
    },
  );
});

describe("an op with blocks", () => {
  testRows(without(checksOf(BODY_CHECKS), EMITC_BODIES, SCF_BODIES, GPU_BODIES, LINALG_BODIES), {
    "llvm.func": [
      [func(["i32"])],
      [func(undefined, { linkage: "#llvm.linkage<external>" })],
      [func(undefined, { linkage: "#llvm.linkage<external>", optimize_none: "unit" })],
      [
        func(undefined, { linkage: "#llvm.linkage<internal>" }),
        "external functions must have 'external' or 'extern_weak' linkage",
      ],
      [func([]), "entry block must have 1 arguments to match function signature"],
      [
        func(["i8"]),
        "type of entry block argument #0('i8') must match the type of the corresponding argument in function signature('i32')",
      ],
      [
        func(["i32"], { no_inline: "unit", always_inline: "unit" }),
        "error: no_inline and always_inline attributes are incompatible",
      ],
      [func(["i32"], { optimize_none: "unit" }), "with optimize_none must also be no_inline"],
      [func(["i32"], { optimize_none: "unit", no_inline: "unit" })],
    ],
    "tensor.pad": [
      [pad("index", "index")],
      [pad("index"), "error: expected the block to have 2 arguments"],
      [pad("index", "i32"), "expected block argument 2 to be an index"],
      [{ operands: ["tensor<2xf32>"] }, UNKNOWN],
    ],
    "tensor.generate": [
      [generated("index", "index")],
      [generated("index", "i32"), "error: all body arguments must be index"],
      [generated("index"), "error: must have one body argument per input dimension"],
    ],
    "memref.generic_atomic_rmw": [
      [changed("f32")],
      [changed(), "expected single number of entry block arguments"],
      [changed("i32"), "expected block argument of the same type result type"],
    ],
    "shape.reduce": [
      [shapes("index", "index", "index")],
      [shapes("index", "index"), "ReduceOp body is expected to have 3 arguments"],
      [shapes("i32", "index", "index"), "argument 0 of ReduceOp body is expected to be of IndexType"],
    ],
    "emitc.func": [
      [emitted("(i32) -> (i32)")],
      [emitted("(!emitc.lvalue<i32>) -> ()"), "cannot have lvalue type as argument"],
      [emitted("() -> (i32, i32)"), "requires zero or exactly one result, but has 2"],
      [emitted("() -> (!emitc.array<2xi32>)"), "cannot return array type"],
    ],
    "spirv.func": [
      [declared({}, placed("builtin.module"))],
      [
        declared({
          linkage_attributes: '#spirv.linkage_attributes<linkage_name = "f", linkage_type = <Import>>',
        }),
      ],
      [
        declared({}),
        "error: 'spirv.module' cannot contain external functions without 'Import' linkage_attributes (LinkageAttributes)",
      ],
    ],
  });
});
