/** What MLIR's verifier refuses by the C++ of ops of omp, alone and in their place; symbols. */
import { BODY_CHECKS, PLACE_CHECKS } from "../../../../extension/formats/mlir/verify/ops/nested";
import { OMP } from "../../../../extension/formats/mlir/verify/ops/omp";
import type { Sketch } from "../../../support/mlirOps";
import { block, placed } from "../../../support/mlirOps";
import type { OpRow, Properties, Row, Table } from "../../../support/mlirRows";
import { bare, checksOf, each, op, symbolChecksOf, testOpRows, testRows, withClauses } from "../../../support/mlirRows";

const POINTER = "!llvm.ptr";
const MEMORY = "memref<f32>";

/** Directives with a reduction. */
const REDUCING: readonly (readonly [name: string, clause: string])[] = [
  ["omp.loop", "reduction"],
  ["omp.parallel", "reduction"],
  ["omp.sections", "reduction"],
  ["omp.task", "in_reduction"],
  ["omp.taskgroup", "task_reduction"],
  ["omp.taskloop", "reduction"],
  ["omp.teams", "reduction"],
  ["omp.wsloop", "reduction"],
];
const reductions: readonly OpRow[] = REDUCING.flatMap(([name, clause]): readonly OpRow[] => [
  [name, withClauses(name, { [clause]: [MEMORY] }, { [`${clause}_syms`]: "[@f]" })],
  [
    name,
    withClauses(name, { [clause]: [MEMORY] }),
    "expected as many reduction symbol references as reduction variables",
  ],
  [name, withClauses(name, {}, { [`${clause}_syms`]: "[@f]" }), "unexpected reduction symbol references"],
  [
    name,
    withClauses(name, { [clause]: [MEMORY] }, { [`${clause}_syms`]: "[@f]", [`${clause}_byref`]: "array<i1>" }),
    bare("expected as many reduction variable by reference attributes as reduction variables"),
  ],
]);

const allocations: readonly OpRow[] = ["distribute", "parallel", "sections", "single", "teams"].flatMap(
  (directive): readonly OpRow[] => {
    const name = `omp.${directive}`;
    const words = bare("expected equal sizes for allocate and allocator variables");
    return [
      [name, withClauses(name, { allocate: [MEMORY], allocator: ["i64"] })],
      [name, withClauses(name, { allocate: [MEMORY] }), words],
    ];
  },
);

const depends: readonly OpRow[] = ["target", "target_enter_data", "target_exit_data", "target_update", "task"].flatMap(
  (directive): readonly OpRow[] => {
    const name = `omp.${directive}`;
    return [
      [name, withClauses(name, { depend: [MEMORY] }, { depend_kinds: "[#omp<clause_task_depend(taskdependin)>]" })],
      [name, withClauses(name, { depend: [MEMORY] }), "expected as many depend values as depend variables"],
      [name, withClauses(name, {}, { depend_kinds: "[#omp<x>]" }), "unexpected depend values"],
    ];
  },
);

const BOTH = "the hints omp_sync_hint_uncontended and omp_sync_hint_contended cannot be combined";
const atomic = (order: string): Properties => ({ memory_order: `#omp<memoryorderkind ${order}>` });
const simd = (properties: Properties): Sketch => withClauses("omp.simd", { aligned: [MEMORY] }, properties);

const ALONE: readonly OpRow[] = [
  ...reductions,
  ...allocations,
  ...depends,
  ...each(
    ["omp.atomic.capture", "omp.critical.declare"],
    [op("", { hint: "5 : i64" })],
    [op("", { hint: "3 : i64" }), BOTH],
    [
      op("", { hint: "12 : i64" }),
      "the hints omp_sync_hint_nonspeculative and omp_sync_hint_speculative cannot be combined.",
    ],
  ),
  ["omp.allocate_dir", op(MEMORY, { align: "4 : i64" })],
  ["omp.allocate_dir", op(MEMORY, { align: "3 : i64" }), bare("ALIGN value : 3 must be power of 2")],
  ["omp.atomic.read", op("", atomic("acquire"))],
  ["omp.atomic.read", op("", atomic("release")), bare("memory-order must not be acq_rel or release for atomic reads")],
  ["omp.atomic.read", op("", { hint: "3 : i64" }), BOTH],
  ["omp.atomic.update", op("", atomic("release"))],
  [
    "omp.atomic.update",
    op("", atomic("acq_rel")),
    bare("memory-order must not be acq_rel or acquire for atomic updates"),
  ],
  ["omp.atomic.write", op(`${MEMORY}, f32`, atomic("release"))],
  ["omp.atomic.write", op(`${POINTER}, i32`)],
  ["omp.atomic.write", op(`${MEMORY}, i32`), bare("address must dereference to value type")],
  [
    "omp.atomic.write",
    op(`${MEMORY}, f32`, atomic("acquire")),
    bare("memory-order must not be acq_rel or acquire for atomic writes"),
  ],
  [
    "omp.distribute",
    withClauses("omp.distribute", { dist_schedule_chunk_size: ["i32"] }),
    "chunk size set without dist_schedule_static being present",
  ],
  [
    "omp.parallel",
    withClauses("omp.parallel", { private: [MEMORY] }),
    bare(
      "inconsistent number of private variables and privatizer op symbols, private vars: 1 vs. privatizer op symbols: 0",
    ),
  ],
  ["omp.simd", simd({ alignments: "[8 : i64]", simdlen: "2 : i64", safelen: "2 : i64" })],
  ["omp.simd", simd({}), "expected as many alignment values as aligned variables"],
  ["omp.simd", withClauses("omp.simd", {}, { alignments: "[8 : i64]" }), "unexpected alignment values attribute"],
  ["omp.simd", simd({ alignments: "[-1 : i64]" }), "alignment should be greater than 0"],
  [
    "omp.simd",
    simd({ alignments: "[8 : i64]", simdlen: "2 : i64", safelen: "1 : i64" }),
    "simdlen clause and safelen clause are both present, but the simdlen value is not less than or equal to safelen value",
  ],
  [
    "omp.single",
    withClauses("omp.single", { copyprivate: [MEMORY] }),
    "inconsistent number of copyprivate vars (= 1) and functions (= 0), both must be equal",
  ],
  ["omp.target_data", withClauses("omp.target_data", { map: [MEMORY] })],
  [
    "omp.target_data",
    withClauses("omp.target_data", {}),
    bare("At least one of map, use_device_ptr_vars, or use_device_addr_vars operand must be present"),
  ],
  [
    "omp.taskloop",
    withClauses("omp.taskloop", { reduction: [MEMORY] }, { reduction_syms: "[@f]", nogroup: "unit" }),
    bare("if a reduction clause is present on the taskloop directive, the nogroup clause must not be specified"),
  ],
  [
    "omp.taskloop",
    withClauses("omp.taskloop", { grainsize: ["i32"], num_tasks: ["i32"] }),
    bare(
      "the grainsize clause and num_tasks clause are mutually exclusive and may not appear on the same taskloop directive",
    ),
  ],
  ["omp.tile", withClauses("omp.tile", { applyees: ["!omp.cli"], sizes: ["i32"] })],
  ["omp.tile", withClauses("omp.tile", {}), "must apply to at least one loop"],
  ["omp.tile", withClauses("omp.tile", { applyees: ["!omp.cli"] }), "there must be one tile size for each applyee"],
  [
    "omp.tile",
    withClauses("omp.tile", { applyees: ["!omp.cli"], sizes: ["i32"], generatees: ["!omp.cli"] }),
    "expecting two times the number of generatees than applyees",
  ],
];

const around = (name: string, properties: Properties = {}, parent?: string): Sketch => ({
  parent: placed(name, { properties, ...(parent === undefined ? {} : { parent: placed(parent) }) }),
});
const inLoop = (name: string, properties: Properties = {}): Sketch => ({
  parent: placed("omp.loop_nest", { parent: placed(name, { properties }) }),
});
const cancels = (word: string, orphan: string, section: Sketch): readonly Row[] => {
  const of = (kind: string, sketch: Sketch): Sketch => ({
    ...{ ...sketch, properties: { cancel_directive: `#omp<cancellationconstructtype ${kind}>` } },
  });
  const other = around("omp.master", {}, "func.func");
  return [
    [of("parallel", around("omp.parallel"))],
    [of("loop", inLoop("omp.wsloop"))],
    [of("sections", section)],
    [of("taskgroup", around("omp.task"))],
    [of("parallel", { parent: placed("func.func") }), orphan],
    [of("parallel", other), `${word} parallel must appear inside a parallel region`],
    [of("loop", other), `${word} loop must appear inside a worksharing-loop region`],
    [of("sections", other), `${word} sections must appear inside a sections region`],
    [of("taskgroup", other), `${word} taskgroup must appear inside a task region`],
  ];
};
const canceled = (kind: string, sketch: Sketch): Sketch => ({
  ...sketch,
  properties: { cancel_directive: `#omp<cancellationconstructtype ${kind}>` },
});

const twice = (name: string, clause: string): readonly Row[] => {
  const sketch = withClauses(name, { [clause]: [MEMORY, MEMORY] });
  return [[sketch], [{ ...sketch, values: [4, 4] }, "accumulator variable used more than once"]];
};

const ORDERED: readonly Row[] = [
  [
    { ...inLoop("omp.parallel"), properties: {} },
    "must be nested inside of a worksharing, simd or worksharing simd loop",
  ],
  [inLoop("omp.wsloop"), "the enclosing worksharing-loop region must have an ordered clause"],
];
const SCAN = bare(
  "SCAN directive needs to be enclosed within a parent worksharing loop construct or SIMD construct with INSCAN reduction modifier",
);
const scan = (sketch: Sketch, ...clauses: readonly string[]): Sketch => ({
  ...withClauses("omp.scan", Object.fromEntries(clauses.map((clause) => [clause, [MEMORY]]))),
  ...sketch,
});
const INSCAN = { reduction_mod: "#omp<reduction_modifier(inscan)>" };

const declaration = (accumulator?: string): ReturnType<typeof placed> =>
  placed("omp.declare_reduction", {
    regions: [[], [], [], accumulator === undefined ? [] : [block([accumulator, accumulator])]],
  });
const names = (name: string, clause: string): readonly Row<Table>[] => {
  const use = withClauses(name, { [clause]: [MEMORY] }, { [`${clause}_syms`]: "[@f]" });
  return [
    [{ ...use, symbols: { f: declaration() } }],
    [{ ...use, symbols: { f: declaration(MEMORY) } }],
    [use, "expected symbol reference @f to point to a reduction declaration"],
    [
      { ...use, symbols: { f: declaration(POINTER) } },
      `expected accumulator ('${MEMORY}') to be the same type as reduction declaration ('${POINTER}')`,
    ],
  ];
};
const privatizer = (type: string, kind: string): ReturnType<typeof placed> =>
  placed("omp.private", {
    properties: { data_sharing_type: `#omp<data_sharing_type{type = ${kind}}>` },
    regions: [[block([type])], [], []],
  });
const privately = (name: string, symbols: Table["symbols"] = {}): Sketch & Table => ({
  ...withClauses(name, { private: [MEMORY] }, { private_syms: "[@f]" }),
  symbols,
});

describe("ops of omp", () => {
  describe("alone", () => {
    testOpRows(OMP, ALONE);
  });
  describe("in their place", () => {
    testRows(checksOf(PLACE_CHECKS, "omp"), {
      ...Object.fromEntries(
        REDUCING.filter(([name]) => name !== "omp.taskloop").map(([name, clause]) => [name, twice(name, clause)]),
      ),
      "omp.teams": [
        ...twice("omp.teams", "reduction"),
        [{ ...withClauses("omp.teams", {}), parent: placed("omp.target") }],
        [
          { ...withClauses("omp.teams", {}), parent: placed("omp.parallel") },
          bare("expected to be nested inside of omp.target or not nested in any OpenMP dialect operations"),
        ],
      ],
      "omp.taskloop": [
        ...twice("omp.taskloop", "reduction"),
        [
          { ...withClauses("omp.taskloop", { reduction: [MEMORY], in_reduction: [MEMORY] }), values: [1, 1] },
          bare("the same list item cannot appear in both a reduction and an in_reduction clause"),
        ],
      ],
      "omp.atomic.read": [
        [op(`${POINTER}, ${POINTER}`)],
        [
          op(`${POINTER}, ${POINTER}`, {}, { values: [1, 1] }),
          bare("read and write must not be to the same location for atomic reads"),
        ],
      ],
      "omp.cancel": [
        ...cancels("cancel", "Orphaned cancel construct", around("omp.section", {}, "omp.sections")),
        [
          canceled("loop", inLoop("omp.wsloop", { nowait: "unit" })),
          bare("A worksharing construct that is canceled must not have a nowait clause"),
        ],
        [
          canceled("loop", inLoop("omp.wsloop", { ordered: "0 : i64" })),
          bare("A worksharing construct that is canceled must not have an ordered clause"),
        ],
      ],
      "omp.cancellation_point": cancels(
        "cancellation point",
        "Orphaned cancellation point",
        around("omp.section", {}, "omp.sections"),
      ),
      "omp.ordered": [
        ...ORDERED,
        [{ ...inLoop("omp.wsloop", { ordered: "1 : i64" }), properties: { doacross_num_loops: "1 : i64" } }],
        [{}, "must be nested inside of a loop"],
        [
          inLoop("omp.wsloop", { ordered: "0 : i64" }),
          "the enclosing loop's ordered clause must have a parameter present",
        ],
        [
          { ...inLoop("omp.wsloop", { ordered: "1 : i64" }), properties: { doacross_num_loops: "2 : i64" } },
          "number of variables in depend clause does not match number of iteration variables in the doacross loop",
        ],
      ],
      "omp.ordered.region": [
        ...ORDERED,
        [{}],
        [inLoop("omp.simd")],
        [
          inLoop("omp.wsloop", { ordered: "1 : i64" }),
          "the enclosing loop's ordered clause must not have a parameter present",
        ],
      ],
      "omp.scan": [
        [scan(inLoop("omp.wsloop", INSCAN), "inclusive")],
        [scan(inLoop("omp.wsloop"), "inclusive"), SCAN],
        [
          scan(inLoop("omp.wsloop", INSCAN), "inclusive", "exclusive"),
          bare("Exactly one of EXCLUSIVE or INCLUSIVE clause is expected"),
        ],
      ],
      "omp.simd": [
        [withClauses("omp.simd", { aligned: [MEMORY], nontemporal: [MEMORY] })],
        [
          withClauses("omp.simd", { aligned: [MEMORY, MEMORY] }, {}, { values: [1, 1] }),
          "aligned variable used more than once",
        ],
        [
          withClauses("omp.simd", { nontemporal: [MEMORY, MEMORY] }, {}, { values: [1, 1] }),
          "nontemporal variable used more than once",
        ],
        [
          withClauses("omp.simd", {}, {}, { parent: placed("omp.wsloop") }),
          bare("'omp.composite' attribute missing from composite wrapper"),
        ],
        [
          withClauses("omp.simd", {}, { "omp.composite": "unit" }),
          bare("'omp.composite' attribute present in non-composite wrapper"),
        ],
      ],
      "omp.workshare.loop_wrapper": [
        [{ parent: placed("omp.workshare") }],
        [{ parent: placed("func.func") }, "must be nested in an omp.workshare"],
      ],
      ...Object.fromEntries(
        (
          [
            ["target", "to|del", "to, from, tofrom and alloc map types are permitted"],
            ["target_data", "del", "to, from, tofrom and alloc map types are permitted"],
            ["target_enter_data", "from", "to and alloc map types are permitted"],
            ["target_exit_data", "to", "from, release and delete map types are permitted"],
            ["target_update", "to|always", "present, mapper and iterator map type modifiers are permitted"],
            ["target_update", "to|from", "either to or from map types can be specified, not both"],
            [
              "target_update",
              "none",
              "at least one of to or from map types must be specified, other map types are not permitted",
            ],
          ] as const
        ).map(([directive, flags, words]) => {
          const name = `omp.${directive}`;
          const of = (text: string): Sketch => ({
            ...withClauses(name, { map: [MEMORY] }),
            definers: [["omp.map.info", { map_type: `#omp<clause_map_flags ${text}>` }]],
          });
          const valid = directive === "target_exit_data" ? "from" : "to";
          return [name, [[of(valid)], [of(flags), bare(words)]] satisfies readonly Row[]];
        }),
      ),
    });
  });
  describe("with arguments of blocks", () => {
    testRows(checksOf(BODY_CHECKS, "omp"), {
      "omp.atomic.update": [
        [op(POINTER, {}, { regions: [[block(["i32"])]] })],
        [op(MEMORY, {}, { regions: [[block(["f32"])]] })],
        [op(MEMORY, {}, { regions: [[block([])]] }), bare("the region must accept exactly one argument")],
        [
          op(MEMORY, {}, { regions: [[block(["i32"])]] }),
          bare(
            "the type of the operand must be a pointer type whose element type is the same as that of the region argument",
          ),
        ],
      ],
      "omp.canonical_loop": [
        [op("i32", {}, { regions: [[block(["i32"])]] })],
        [op("i32", {}, { regions: [[block([])]] }), "Canonical loop region must have exactly one argument"],
      ],
    });
  });
  describe("with symbols", () => {
    testRows<Table>(symbolChecksOf("omp"), {
      ...Object.fromEntries(REDUCING.map(([name, clause]) => [name, names(name, clause)])),
      "omp.critical": [
        [op("")],
        [{ ...op("", { name: "@f" }), symbols: { f: placed("omp.critical.declare") } }],
        [op("", { name: "@f" }), "expected symbol reference @f to point to a critical declaration"],
      ],
      "omp.map.info": [
        [{ ...op("", { mapper_id: "@f" }), symbols: { f: placed("omp.declare_mapper") } }],
        [op("", { mapper_id: "@f" }), bare("invalid mapper id")],
      ],
      "omp.parallel": [
        ...names("omp.parallel", "reduction"),
        [privately("omp.parallel", { f: privatizer(MEMORY, "private") })],
        [privately("omp.parallel"), bare("failed to lookup privatizer op with symbol: '@f'")],
        [
          privately("omp.parallel", { f: privatizer(POINTER, "firstprivate") }),
          bare(
            `type mismatch between a firstprivate variable and its privatizer op, var type: '${MEMORY}' vs. privatizer op type: '${POINTER}'`,
          ),
        ],
      ],
      "omp.simd": [
        [privately("omp.simd", { f: privatizer(MEMORY, "private") })],
        [privately("omp.simd"), bare("Cannot find privatizer '@f'")],
        [
          privately("omp.simd", { f: privatizer(MEMORY, "firstprivate") }),
          bare("FIRSTPRIVATE cannot be used with SIMD"),
        ],
      ],
    });
  });
});
