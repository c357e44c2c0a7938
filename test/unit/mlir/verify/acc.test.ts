/** What MLIR's verifier refuses by the C++ of ops of acc. */
import { ACC } from "../../../../extension/formats/mlir/verify/ops/acc";
import {
  ACC_CODEGEN_BODIES,
  ACC_CODEGEN_PLACES,
  ACC_WIDTHS,
} from "../../../../extension/formats/mlir/verify/ops/accCodegen";
import type { NestedOp } from "../../../../extension/formats/mlir/verify/nestedOp";
import { BODY_CHECKS, NESTED_CHECKS, PLACE_CHECKS } from "../../../../extension/formats/mlir/verify/ops/nested";
import type { Sketch } from "../../../support/mlirOps";
import { block, placed } from "../../../support/mlirOps";
import type { OpRow, Properties, Row, Table } from "../../../support/mlirRows";
import {
  bare,
  checksOf,
  each,
  op,
  symbolChecksOf,
  testOpRows,
  testRows,
  withClauses,
  without,
} from "../../../support/mlirRows";

const MEMORY = "memref<f32>";
const NONE = "[#acc.device_type<none>]";
const TWICE = "[#acc.device_type<none>, #acc.device_type<none>]";
const clause = (name: string): Properties => ({ dataClause: `#acc<data_clause acc_${name}>`, varType: "type f32" });

/** Ops of data, the clause that they stand for, and its name in messages. */
const DATA: readonly (readonly [name: string, clause: string, words: string])[] = [
  ["attach", "attach", "attach"],
  ["cache", "cache", "cache"],
  ["copyin", "copyin", "copyin"],
  ["create", "create", "create"],
  ["declare_device_resident", "declare_device_resident", "device_resident"],
  ["declare_link", "declare_link", "link"],
  ["deviceptr", "deviceptr", "deviceptr"],
  ["firstprivate", "firstprivate", "firstprivate"],
  ["firstprivate_map", "firstprivate", "firstprivate"],
  ["nocreate", "no_create", "no_create"],
  ["present", "present", "present"],
  ["private", "private", "private"],
  ["reduction", "reduction", "reduction"],
  ["update_device", "update_device", "device"],
  ["use_device", "use_device", "use_device"],
];
const DECOMPOSED = ["cache", "copyin", "create", "device", "use_device", "copyout", "host", "delete", "detach"];
const intent = (words: string): string => {
  const other = DECOMPOSED.includes(words) ? " or specify original clause this operation was decomposed from" : "";
  return bare(`data clause associated with ${words} operation must match its intent${other}`);
};
const data: readonly OpRow[] = [
  ...DATA.flatMap(([name, meant, words]): readonly OpRow[] => [
    [`acc.${name}`, op(`${MEMORY} -> ${MEMORY}`, clause(meant))],
    [`acc.${name}`, op(`${MEMORY} -> ${MEMORY}`, clause("other")), intent(words)],
    [
      `acc.${name}`,
      op(`${MEMORY} -> ${MEMORY}`, { ...clause(meant), varType: `type ${MEMORY}` }),
      bare("varType must capture the element type of var"),
    ],
  ]),
  ...(["copyout", "update_host"] as const).flatMap((name): readonly OpRow[] => [
    [`acc.${name}`, op(`${MEMORY}, ${MEMORY}`, clause(name))],
    [`acc.${name}`, op(`${MEMORY}, ${MEMORY}`, clause("other")), intent(name === "copyout" ? name : "host")],
    [`acc.${name}`, op(`memref<i32>, ${MEMORY}`, clause(name)), bare("input and output types must match")],
  ]),
  ...(["delete", "detach"] as const).flatMap((name): readonly OpRow[] => [
    [`acc.${name}`, op(MEMORY, { dataClause: `#acc<data_clause acc_${name}>` })],
    [`acc.${name}`, op(MEMORY, { dataClause: "#acc<data_clause acc_other>" }), intent(name)],
  ]),
  [
    "acc.present",
    op(`${MEMORY} -> ${MEMORY}`, { ...clause("present"), modifiers: "#acc<data_clause_modifier zero>" }),
    bare("no data clause modifiers are allowed"),
  ],
  [
    "acc.create",
    op(`${MEMORY} -> ${MEMORY}`, { ...clause("create"), modifiers: "#acc<data_clause_modifier always,readonly>" }),
    bare("invalid data clause modifiers: readonly"),
  ],
  ["acc.create", op(`${MEMORY} -> memref<i32>`, clause("create")), bare("input and output types must match")],
];

const CONSTRUCTS = ["acc.kernels", "acc.parallel"];
const constructs: readonly OpRow[] = [
  ...[...CONSTRUCTS, "acc.serial", "acc.update"].flatMap((name): readonly OpRow[] => [
    [name, withClauses(name, { async: ["i32"], data: [MEMORY] }, { asyncOperandsDeviceType: NONE })],
    [
      name,
      withClauses(name, { async: ["i32"], data: [MEMORY] }, { asyncOperandsDeviceType: TWICE }),
      "async operands count must match async device_type count",
    ],
    [
      name,
      withClauses(name, { wait: ["i32"], data: [MEMORY] }, { waitOperandsDeviceType: NONE }),
      "wait operand count does not match count in segments",
    ],
    [
      name,
      withClauses(name, { async: ["i32"], data: [MEMORY] }, { asyncOperandsDeviceType: NONE, asyncOnly: NONE }),
      bare("asyncOnly attribute cannot appear with asyncOperand"),
    ],
  ]),
  ...CONSTRUCTS.map((name): OpRow => [
    name,
    withClauses(
      name,
      { numGangs: ["i32", "i32", "i32", "i32"] },
      { numGangsDeviceType: NONE, numGangsSegments: "array<i32: 4>" },
    ),
    "num_gangs expects a maximum of 3 values per segment",
  ]),
];

const loop = (properties: Properties, clauses: Readonly<Record<string, readonly string[]>> = {}): Sketch =>
  withClauses("acc.loop", clauses, { seq: NONE, ...properties });
const BODY = "at least one operand must be present in dataOperands on the";
const transfers: readonly OpRow[] = (["enter", "exit"] as const).flatMap((word): readonly OpRow[] => {
  const name = `acc.${word}_data`;
  const of = (clauses: Readonly<Record<string, readonly string[]>>, properties: Properties = {}): Sketch =>
    withClauses(name, { data: [MEMORY], ...clauses }, properties);
  return [
    [name, of({})],
    [name, of({ data: [] }), bare(`${BODY} ${word} data operation`)],
    [name, of({ async: ["i32"] }, { async: "unit" }), bare("async attribute cannot appear with asyncOperand")],
    [name, of({ wait: ["i32"] }, { wait: "unit" }), bare("wait attribute cannot appear with waitOperands")],
    [name, of({ waitDevnum: ["i32"] }), bare("wait_devnum cannot appear without waitOperands")],
  ];
});

const ALONE: readonly OpRow[] = [
  ...data,
  ...constructs,
  ...transfers,
  ["acc.atomic.write", op(`${MEMORY}, f32`)],
  ["acc.atomic.write", op(`${MEMORY}, i32`), bare("address must dereference to value type")],
  ["acc.bounds", op("index", {}, { groups: [0, 1, 0, 0, 0] })],
  ["acc.bounds", op("index", {}, { groups: [1, 0, 0, 0, 0] }), bare("expected extent or upperbound.")],
  ["acc.data", withClauses("acc.data", { data: [MEMORY] })],
  [
    "acc.data",
    withClauses("acc.data", {}),
    bare("at least one operand or the default attribute must appear on the data operation"),
  ],
  ["acc.host_data", withClauses("acc.host_data", { data: [MEMORY] })],
  [
    "acc.host_data",
    withClauses("acc.host_data", {}),
    bare("at least one operand must appear on the host_data operation"),
  ],
  ["acc.loop", loop({})],
  [
    "acc.loop",
    loop({}, { upperbound: ["i32"] }),
    bare("number of upperbounds expected to be the same as number of steps"),
  ],
  ["acc.loop", loop({ gang: TWICE }), "duplicate device_type `none` found in gang attribute"],
  ["acc.loop", loop({ independent: NONE }), bare("only one of auto, independent, seq can be present at the same time")],
  ["acc.loop", loop({ seq: "[]" }), bare("at least one of auto, independent, seq must be present")],
  ["acc.loop", loop({ gang: NONE }), bare("gang, worker or vector cannot appear with seq")],
  [
    "acc.loop",
    loop({ unstructured: "unit" }, { lowerbound: ["i32"], upperbound: ["i32"], step: ["i32"] }),
    bare("unstructured acc.loop must not have induction variables"),
  ],
  ...each(
    ["acc.routine"],
    [op("", { gang: NONE })],
    [
      op("", { gang: NONE, seq: NONE }),
      bare("only one of `gang`, `worker`, `vector`, `seq` can be present at the same time"),
    ],
    [
      op("", { gang: NONE, worker: "[#acc.device_type<nvidia>]" }),
      bare("only one of `gang`, `worker`, `vector`, `seq` can be present at the same time for device_type `nvidia`"),
    ],
  ),
  ["acc.set", withClauses("acc.set", { deviceNum: ["i32"] })],
  ["acc.set", withClauses("acc.set", {}), "at least one default_async, device_num, or device_type operand must appear"],
  ["acc.update", withClauses("acc.update", {}), bare("at least one value must be present in dataOperands")],
  ["acc.wait", withClauses("acc.wait", { async: ["i32"] })],
  [
    "acc.wait",
    withClauses("acc.wait", { async: ["i32"] }, { async: "unit" }),
    bare("async attribute cannot appear with asyncOperand"),
  ],
];

/** Data that another op makes. */
const made = (name: string, by: string, list = "data"): Sketch => ({
  ...withClauses(name, { [list]: [MEMORY] }),
  constants: [[by, "unit"]],
});
const ENTRY = bare("expect data entry/exit operation or acc.getdeviceptr as defining op");
const takes = (name: string, by: string, words = ENTRY): readonly Row[] => [
  [made(name, by)],
  [made(name, "arith.constant"), words],
];
const DECLARED = bare("expect valid declare data entry operation or acc.getdeviceptr as defining op");
const OUTSIDE: readonly Row[] = [
  [{ parent: placed("func.func") }],
  [{ parent: placed("scf.if", { parent: placed("acc.serial") }) }, "cannot be nested in a compute operation"],
];
const PRIVATE: Row = [{ ...made("acc.serial", "arith.constant", "private") }, "expected private as defining op"];

const end = (name: string, ...operands: readonly string[]): NestedOp => placed(name, { operands });
/** Regions of a recipe for i32 by the types of their arguments. */
const recipe = (...regions: readonly (readonly string[] | undefined)[]): Sketch => ({
  properties: { type: "type i32" },
  regions: regions.map((args) => (args ? [block(args, end("acc.yield", "i32"))] : [])),
});
const access = (name: string): NestedOp => placed(`acc.atomic.${name}`, { operands: [MEMORY] });
const loops = (count: number, ...ops: readonly NestedOp[]): Sketch => ({
  ...withClauses("acc.loop", {}, { collapse: `[${count} : i64]` }),
  regions: [[block([], ...ops)]],
});

const recipes = (kind: string): readonly Row<Table>[] => [
  [{ ...op(`${MEMORY} -> ${MEMORY}`, { recipe: "@f" }), symbols: { f: placed(`acc.${kind}.recipe`) } }],
  [op(`${MEMORY} -> ${MEMORY}`), `recipe expected for ${kind}`],
  [op(`${MEMORY} -> ${MEMORY}`, { recipe: "@f" }), `expected symbol reference @f to point to a ${kind} declaration`],
];

describe("ops of acc", () => {
  describe("alone", () => {
    testOpRows(ACC, ALONE);
  });
  describe("in their place", () => {
    testRows(without(checksOf(PLACE_CHECKS, "acc"), ACC_CODEGEN_PLACES, ACC_WIDTHS), {
      "acc.atomic.read": [
        [op(`${MEMORY}, ${MEMORY}`)],
        [
          op(`${MEMORY}, ${MEMORY}`, {}, { values: [1, 1] }),
          bare("read and write must not be to the same location for atomic reads"),
        ],
      ],
      "acc.data": [...takes("acc.data", "acc.copyin"), [withClauses("acc.data", { data: [MEMORY] }), ENTRY]],
      "acc.declare": takes("acc.declare", "acc.copyin", DECLARED),
      "acc.declare_enter": takes("acc.declare_enter", "acc.create", DECLARED),
      "acc.declare_exit": takes("acc.declare_exit", "acc.getdeviceptr", DECLARED),
      "acc.enter_data": takes("acc.enter_data", "acc.attach", bare("expect data entry operation as defining op")),
      "acc.host_data": takes("acc.host_data", "acc.use_device", bare("expect data entry operation as defining op")),
      "acc.init": OUTSIDE,
      "acc.kernels": takes("acc.kernels", "acc.copyin"),
      "acc.loop": [
        [made("acc.loop", "acc.private", "private")],
        [made("acc.loop", "arith.constant", "private"), "expected private as defining op"],
      ],
      "acc.parallel": takes("acc.parallel", "acc.copyin"),
      "acc.serial": [
        ...takes("acc.serial", "acc.copyin"),
        PRIVATE,
        [
          {
            ...withClauses("acc.serial", { private: [MEMORY, MEMORY] }),
            ...{ values: [0, 0], constants: [["acc.private", "unit"]] },
          },
          "private operand appears more than once",
        ],
      ],
      "acc.set": OUTSIDE,
      "acc.shutdown": OUTSIDE,
      "acc.update": takes("acc.update", "acc.update_host"),
    });
  });
  describe("with regions", () => {
    testRows(checksOf(NESTED_CHECKS, "acc"), {
      "acc.atomic.capture": [
        [{ regions: [[block([], access("read"), access("write"), end("acc.terminator"))]] }],
        [
          { regions: [[block([], access("write"), access("read"), end("acc.terminator"))]] },
          bare("invalid sequence of operations in the capture region"),
        ],
      ],
      "acc.atomic.update": [
        [{ regions: [[block(["i32"], end("acc.yield", "i32"))]] }],
        [{ regions: [[block(["i32"], end("acc.yield"))]] }, bare("only updated value must be returned")],
      ],
      "acc.firstprivate.recipe": [
        [recipe(["i32"], ["i32", "i32"], undefined)],
        [recipe(undefined), "expects non-empty init region"],
        [recipe(["i32"], ["i32"]), "expects copy region with two arguments of the privatization type"],
      ],
      "acc.loop": [
        [
          loops(1, placed("scf.for", { parent: placed("acc.loop") })),
          bare("found sibling loops inside container-like acc.loop"),
        ],
        [{ ...loops(1), properties: { unstructured: "unit" } }],
        [loops(1), bare("failed to find enough loop-like operations inside container-like acc.loop")],
        [{ ...loops(1), regions: [[]] }, bare("expected non-empty body.")],
      ],
      "acc.private.recipe": [
        [recipe(["i32"], undefined)],
        [recipe(["f32"], undefined), "expects init region first argument of the privatization type"],
      ],
      "acc.reduction.recipe": [
        [recipe(["i32"], ["i32", "i32"])],
        [recipe(["i32"], ["i32", "f32"]), "expects combiner region with the first two arguments of the reduction type"],
      ],
    });
    testRows(without(checksOf(BODY_CHECKS, "acc"), ACC_CODEGEN_BODIES), {
      "acc.atomic.update": [
        [op(MEMORY, {}, { regions: [[block(["f32"])]] })],
        [op(MEMORY, {}, { regions: [[block([])]] }), bare("the region must accept exactly one argument")],
      ],
    });
  });
  describe("with symbols", () => {
    testRows<Table>(symbolChecksOf("acc"), {
      "acc.firstprivate": recipes("firstprivate"),
      "acc.private": recipes("private"),
      "acc.reduction": recipes("reduction"),
    });
  });
});
