/** What MLIR's verifier refuses by the C++ of ops of pdl, pdl_interp and irdl. */
import { IRDL } from "../../../../extension/formats/mlir/verify/ops/irdl";
import type { NestedOp } from "../../../../extension/formats/mlir/verify/nestedOp";
import { BODY_CHECKS, NESTED_CHECKS, PLACE_CHECKS } from "../../../../extension/formats/mlir/verify/ops/nested";
import { PDL } from "../../../../extension/formats/mlir/verify/ops/pdl";
import type { Sketch } from "../../../support/mlirOps";
import { block, placed } from "../../../support/mlirOps";
import type { OpRow, Row } from "../../../support/mlirRows";
import { bare, checksOf, each, op, testOpRows, testRows } from "../../../support/mlirRows";

const PDL_OPS: readonly OpRow[] = [
  ["pdl.apply_native_constraint", op("!pdl.value")],
  ["pdl.apply_native_constraint", op(""), "expected at least one argument"],
  ["pdl.apply_native_rewrite", op("-> !pdl.value")],
  ["pdl.apply_native_rewrite", op(""), "expected at least one argument or result"],
  ["pdl.attribute", op("!pdl.type -> !pdl.attribute")],
  [
    "pdl.attribute",
    op("!pdl.type -> !pdl.attribute", { value: "unit" }),
    "expected only one of [`type`, `value`] to be set",
  ],
  ["pdl.operation", op("!pdl.attribute", { attributeValueNames: '["a"]' }, { groups: [0, 1, 0] })],
  [
    "pdl.operation",
    op("", { attributeValueNames: '["a"]' }, { groups: [0, 0, 0] }),
    "expected the same number of attribute values and attribute names, got 1 names and 0 values",
  ],
  ...each(
    ["pdl.range", "pdl_interp.create_range"],
    [op("!pdl.value, !pdl.range<value> -> !pdl.range<value>")],
    [op("!pdl.type -> !pdl.range<value>"), "expected operand to have element type '!pdl.value', but got '!pdl.type'"],
  ),
  ["pdl.replace", op("!pdl.operation, !pdl.operation", {}, { groups: [1, 1, 0] })],
  [
    "pdl.replace",
    op("!pdl.operation, !pdl.operation, !pdl.value", {}, { groups: [1, 1, 1] }),
    "expected no replacement values to be provided when the replacement operation is present",
  ],
  ["pdl.results", op("!pdl.operation -> !pdl.range<value>")],
  [
    "pdl.results",
    op("!pdl.operation -> !pdl.value"),
    "expected `pdl.range<value>` result type when no index is specified, but got: '!pdl.value'",
  ],
  ["pdl_interp.create_operation", op("!pdl.type", {}, { groups: [0, 0, 1] })],
  [
    "pdl_interp.create_operation",
    op("!pdl.type", { inferredResultTypes: "unit" }, { groups: [0, 0, 1] }),
    "with inferred results cannot also have explicit result types",
  ],
];

const name = (text: string): Sketch => op("", { sym_name: `"${text}"` });
const CHARACTERS = "must contain only lowercase letters, digits and underscores";
const UNDERSCORES = "should not contain leading or double underscores";
const values = (kind: string, variadic: boolean): readonly (readonly [Sketch, string?])[] => {
  const of = (names: string, sizes = "single"): Sketch =>
    op("!irdl.attribute", { names, ...(variadic ? { variadicity: `#irdl<variadicity_array[ ${sizes}]>` } : {}) });
  return [
    [of('["a_1"]')],
    [of('["a$"]'), bare(`name of ${kind} #0 ${CHARACTERS}`)],
    [of('["a", "a"]'), `the number of ${kind}s and their names must be the same, but got 1 and 2 respectively`],
    [
      { ...of('["a", "a"]', "single, single"), operands: ["!irdl.attribute", "!irdl.attribute"] },
      `name of ${kind} #1 is a duplicate of the name of ${kind} #0`,
    ],
  ];
};
const IRDL_OPS: readonly OpRow[] = [
  ...["attribute", "dialect", "operation", "type"].flatMap((kind): readonly OpRow[] => [
    [`irdl.${kind}`, name("a_b")],
    [`irdl.${kind}`, name(""), bare(`name of ${kind} is empty`)],
    [`irdl.${kind}`, name("_a"), bare(`name of ${kind} ${UNDERSCORES}`)],
    [`irdl.${kind}`, name("aB"), bare(`name of ${kind} should not contain uppercase letters`)],
  ]),
  ["irdl.type", name("!a")],
  ["irdl.attributes", op("!irdl.attribute", { attributeValueNames: '["a"]' })],
  [
    "irdl.attributes",
    op("", { attributeValueNames: '["a"]' }),
    "the number of attribute names and their constraints must be the same but got 1 and 0 respectively",
  ],
  ["irdl.base", op("", { base_name: '"!a.b"' })],
  ["irdl.base", op("", { base_name: '"a.b"' }), "the base type or attribute name should start with '!' or '#'"],
  ["irdl.base", op(""), "the base type or attribute should be specified by either a name or a reference"],
  ...each(["irdl.operands"], ...values("operand", true)),
  ...each(["irdl.results"], ...values("result", true)),
  ...each(["irdl.parameters"], ...values("parameter", false)),
  ...each(["irdl.regions"], ...values("region", false)),
  [
    "irdl.operands",
    op("!irdl.attribute", { names: '["a"]', variadicity: "#irdl<variadicity_array[ single,  single]>" }),
    "the number of operands and their variadicities must be the same, but got 1 and 2 respectively",
  ],
  ["irdl.region", op("", { numberOfBlocks: "1 : i32" })],
  ["irdl.region", op("", { numberOfBlocks: "0 : i32" }), "the number of blocks is expected to be >= 1 but got 0"],
];

const switches = Object.fromEntries(
  ["attribute", "operand_count", "operation_name", "result_count", "type", "types"].map((kind) => [
    `pdl_interp.switch_${kind}`,
    [
      [op("!pdl.value", { caseValues: "[1 : i64]" }, { successors: [1, 2] })],
      [
        op("!pdl.value", { caseValues: "[1 : i64]" }, { successors: [1] }),
        "expected number of cases to match the number of case values, got 0 but expected 1",
      ],
    ] satisfies readonly Row[],
  ]),
);
const REWRITE = { parent: placed("pdl.rewrite") };
const PATTERN = placed("pdl.pattern");
/** An operation whose result is number 9, and what rewrites it. */
const OPERATION = placed("pdl.operation", { results: ["!pdl.operation"], groups: [0, 0, 0], parent: PATTERN });
const rewriting = (...of: readonly number[]): NestedOp =>
  placed("pdl.rewrite", { operands: of.map(() => "!pdl.operation"), values: of, parent: PATTERN });
const pattern = (...ops: readonly NestedOp[]): Sketch => ({ regions: [[block([], ...ops)]] });
const rewrite = (isExternal: boolean, isEmpty: boolean, externals = 0): Sketch => ({
  operands: Array<string>(externals).fill("!pdl.value"),
  ...{ groups: [0, externals], properties: isExternal ? { name: '"f"' } : {}, regions: [isEmpty ? [] : [block([])]] },
});
const lists = (kind: string, names: string): NestedOp => placed(`irdl.${kind}`, { properties: { names } });

describe("ops of pdl and irdl", () => {
  describe("of pdl alone", () => {
    testOpRows(PDL, PDL_OPS);
  });
  describe("of irdl alone", () => {
    testOpRows(IRDL, IRDL_OPS);
  });
  describe("in their place", () => {
    testRows(checksOf(PLACE_CHECKS, "pdl", "pdl_interp", "irdl"), {
      ...switches,
      "pdl.attribute": [
        [op("", { value: "unit" }, REWRITE)],
        [op("", {}, REWRITE), "expected constant value when specified within a `pdl.rewrite`"],
      ],
      "pdl.operation": [
        [op("", { opName: '"a.b"' }, REWRITE)],
        [op("", {}, REWRITE), "must have an operation name when nested within a `pdl.rewrite`"],
      ],
    });
  });
  describe("with regions", () => {
    testRows(checksOf(NESTED_CHECKS, "pdl", "irdl"), {
      "irdl.operation": [
        [pattern(lists("operands", '["a"]'), lists("results", '["b"]'))],
        [
          pattern(lists("operands", '["a"]'), lists("results", '["a"]')),
          "contains a value named 'a' for both its operands and results",
        ],
      ],
      "pdl.pattern": [
        [pattern(OPERATION, rewriting(9))],
        [
          pattern(OPERATION, rewriting()),
          "expected a bindable user when defined in the matcher body of a `pdl.pattern`",
        ],
        [pattern(placed("test.end")), "expected body to terminate with `pdl.rewrite`"],
        [pattern(placed("test.op"), rewriting()), "expected only `pdl` operations within the pattern body"],
        [pattern(rewriting()), "the pattern must contain at least one `pdl.operation`"],
      ],
    });
    testRows(checksOf(BODY_CHECKS, "pdl"), {
      "pdl.rewrite": [
        [rewrite(true, true)],
        [rewrite(false, false)],
        [rewrite(true, false), "expected rewrite region to be empty when rewrite is external"],
        [rewrite(false, true), "expected rewrite region to be non-empty if external name is not specified"],
        [rewrite(false, false, 1), "expected no external arguments when the rewrite is specified inline"],
      ],
    });
  });
});
