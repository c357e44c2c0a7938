/** What MLIR's verifier refuses in the regions of ops of omp. */
import { NESTED_CHECKS } from "../../../../extension/formats/mlir/verify/ops/nested";
import type { NestedOp } from "../../../../extension/formats/mlir/verify/nestedOp";
import type { Sketch } from "../../../support/mlirOps";
import { block, placed } from "../../../support/mlirOps";
import type { Properties, Row } from "../../../support/mlirRows";
import { bare, checksOf, testRows, withClauses } from "../../../support/mlirRows";

const end = (name: string, ...operands: readonly string[]): NestedOp => placed(name, { operands });
const inside = (...ops: readonly NestedOp[]): Sketch => ({ regions: [[block([], ...ops)]] });
const LOOP = placed("omp.loop_nest");
const SIMD = placed("omp.simd");
const END = placed("omp.terminator");

const COMPOSITE = { "omp.composite": "unit" };
const MISSING = bare("'omp.composite' attribute missing from composite wrapper");
const PRESENT = bare("'omp.composite' attribute present in non-composite wrapper");
const WRAPPED: readonly Row[] = [
  [inside(LOOP)],
  [inside(), "loop wrapper does not contain exactly one nested op"],
  [inside(END), "nested in loop wrapper is not another loop wrapper or `omp.loop_nest`"],
];
const composed = (wrong: NestedOp, words: string): readonly Row[] => [
  ...WRAPPED,
  [{ ...inside(SIMD), properties: COMPOSITE }],
  [inside(SIMD), MISSING],
  [{ ...inside(LOOP), properties: COMPOSITE }, PRESENT],
  [{ ...inside(wrong), properties: COMPOSITE }, bare(words)],
];
const WITH_SIMD = composed(placed("omp.wsloop"), "only supported nested wrapper is 'omp.simd'");
const ALONE: readonly Row[] = [...WRAPPED, [inside(SIMD), "expected to be a standalone loop wrapper"]];

const DISTRIBUTE = placed("omp.distribute");
const BARRIER = placed("omp.barrier");

/** A reduction of i32. @param regions the types of the arguments, and the type that is given */
const declared = (...regions: readonly (readonly [args: readonly string[], given?: string] | undefined)[]): Sketch => ({
  properties: { type: "type i32" },
  regions: regions.map((region) =>
    region ? [block(region[0], ...(region[1] === undefined ? [] : [end("omp.yield", region[1])]))] : [],
  ),
});
const INIT = [["i32"], "i32"] as const;
const COMBINE = [["i32", "i32"], "i32"] as const;

const privately = (
  kind: string,
  ...regions: readonly (readonly [args: readonly string[], end: NestedOp] | undefined)[]
): Sketch => ({
  properties: { data_sharing_type: `#omp<data_sharing_type{type = ${kind}}>` },
  regions: regions.map((region) => (region ? [block(region[0], region[1])] : [])),
});
const PAIR = [["i32", "i32"], end("omp.yield", "i32")] as const;

const access = (name: string, value = 0, properties: Properties = {}): NestedOp =>
  placed(`omp.atomic.${name}`, { operands: ["!llvm.ptr"], values: [value], properties });
const host = (user: NestedOp): Sketch => ({
  ...withClauses("omp.target", { host_eval: ["i32"] }),
  regions: [[block(["i32"], user)]],
});
const uses = (name: string, clause: string): NestedOp =>
  placed(name, { ...withClauses(name, { [clause]: ["i32"] }), values: [0] });
const shared = (...ops: readonly NestedOp[]): Sketch => ({ ...inside(...ops), parent: placed("omp.teams") });

describe("an op of omp with regions", () => {
  testRows(checksOf(NESTED_CHECKS, "omp"), {
    "omp.atomic.capture": [
      [inside(access("read"), access("update"), END)],
      [inside(END), bare("expected three operations in atomic.capture region (one terminator, and two atomic ops)")],
      [inside(access("read"), access("read"), END), bare("invalid sequence of operations in the capture region")],
      [
        inside(access("read"), access("write", 1), END),
        bare("captured variable in atomic.read must be updated in second operation"),
      ],
      [
        inside(access("update"), access("read", 1), END),
        bare("updated variable in atomic.update must be captured in second operation"),
      ],
      [
        inside(access("read"), access("update", 0, { hint: "1 : i64" }), END),
        "operations inside capture region must not have hint clause",
      ],
    ],
    "omp.atomic.update": [
      [{ regions: [[block(["i32"], end("omp.yield", "i32"))]] }],
      [{ regions: [[block(["i32"], end("omp.yield"))]] }, bare("only updated value must be returned")],
      [
        { regions: [[block(["i32"], end("omp.yield", "f32"))]] },
        bare("input and yielded value must have the same type"),
      ],
    ],
    "omp.declare_mapper": [
      [inside(placed("omp.declare_mapper.info"))],
      [inside(END), "expected terminator to be a DeclareMapperInfoOp"],
    ],
    "omp.declare_reduction": [
      [declared(undefined, INIT, COMBINE, undefined, undefined)],
      [declared([[], "i32"], COMBINE, COMBINE, [["!llvm.ptr", "!llvm.ptr"]], [["i32"]])],
      [declared([[], "f32"], INIT, COMBINE), "expects alloc region to yield a value of the reduction type"],
      [declared(undefined, undefined), "expects non-empty initializer region"],
      [
        declared([[], "i32"], INIT, COMBINE),
        "expects two arguments to the initializer region when an allocation region is used",
      ],
      [declared(undefined, [["f32"]]), "expects initializer region argument to match the reduction type"],
      [declared(undefined, INIT, INIT), "expects reduction region with two arguments of the reduction type"],
      [
        declared(undefined, INIT, COMBINE, [["i32", "i32"]]),
        "expects atomic reduction region arguments to be accumulators containing the reduction type",
      ],
      [
        declared(undefined, INIT, COMBINE, [["!llvm.ptr"]]),
        "expects atomic reduction region with two arguments of the same type",
      ],
      [
        declared(undefined, INIT, COMBINE, undefined, [[]]),
        "expects cleanup region with one argument of the reduction type",
      ],
    ],
    "omp.distribute": composed(placed("omp.loop"), "only supported nested wrappers are 'omp.simd' and 'omp.wsloop'"),
    "omp.loop": ALONE,
    "omp.parallel": [
      [inside(BARRIER, END)],
      [{ ...inside(DISTRIBUTE, END), properties: COMPOSITE }],
      [inside(DISTRIBUTE, DISTRIBUTE), bare("multiple 'omp.distribute' nested inside of 'omp.parallel'")],
      [inside(DISTRIBUTE, END), bare("'omp.composite' attribute missing from composite operation")],
      [{ ...inside(END), properties: COMPOSITE }, bare("'omp.composite' attribute present in non-composite operation")],
      [
        { ...inside(DISTRIBUTE, BARRIER), properties: COMPOSITE },
        bare("unexpected OpenMP operation inside of composite 'omp.parallel': omp.barrier"),
      ],
    ],
    "omp.private": [
      [privately("private", PAIR, undefined, undefined)],
      [privately("firstprivate", PAIR, PAIR, [["i32"], end("omp.yield")])],
      [privately("private", [["i32", "f32"], END]), bare("Region argument type mismatch: got 'f32' expected 'i32'.")],
      [privately("private", [["i32"], END]), bare("`init`: expected 2 region arguments, got: 1")],
      [privately("private", PAIR, PAIR), bare("`private` clauses do not require a `copy` region.")],
      [privately("firstprivate", PAIR, undefined), bare("`firstprivate` clauses require at least a `copy` region.")],
      [privately("private", [["i32", "i32"], END]), bare("expected exit block terminator to be an `omp.yield` op.")],
      [
        privately("private", [["i32", "i32"], end("omp.yield", "f32")]),
        bare("Invalid yielded value. Expected type: 'i32', got: 'f32'"),
      ],
      [
        privately("private", PAIR, undefined, [["i32"], end("omp.yield", "i32")]),
        bare("Did not expect any values to be yielded."),
      ],
    ],
    "omp.sections": [
      [inside(placed("omp.section"), END)],
      [inside(BARRIER, END), "expected omp.section op or terminator op inside region"],
    ],
    "omp.simd": [...WRAPPED, [inside(SIMD), "must wrap an 'omp.loop_nest' directly"]],
    "omp.target": [
      [host(uses("omp.teams", "num_teams_upper"))],
      [
        { ...withClauses("omp.target", {}), ...inside(placed("omp.teams"), placed("omp.teams")) },
        bare("target containing multiple 'omp.teams' nested ops"),
      ],
      [host(uses("omp.teams", "if")), "host_eval argument only legal as 'num_teams' and 'thread_limit' in 'omp.teams'"],
      [
        host(uses("omp.parallel", "if")),
        "host_eval argument only legal as 'num_threads' in 'omp.parallel' when representing target SPMD",
      ],
      [
        host(placed("llvm.load", { operands: ["i32"], values: [0] })),
        "host_eval argument illegal use in 'llvm.load' operation",
      ],
    ],
    "omp.taskloop": WITH_SIMD,
    "omp.taskloop.wrapper": WITH_SIMD,
    "omp.workdistribute": [
      [shared(END)],
      [{ regions: [[]] }, "region cannot be empty"],
      [shared(), "region must contain a structured block"],
      [{ regions: [[block([], END), block([], END)]] }, "region must have exactly one terminator"],
      [shared(BARRIER), "region must be terminated with omp.terminator"],
      [shared(BARRIER, END), "explicit barriers are not allowed in workdistribute region"],
      [shared(placed("omp.parallel"), END), "nested parallel constructs not allowed in workdistribute"],
      [shared(placed("omp.teams"), END), "nested teams constructs not allowed in workdistribute"],
      [inside(END), "workdistribute must be nested under teams"],
    ],
    "omp.workshare.loop_wrapper": ALONE,
    "omp.wsloop": [...WITH_SIMD, [{ ...inside(LOOP), parent: placed("omp.distribute") }, MISSING]],
  });
});
