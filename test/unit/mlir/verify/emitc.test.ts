/** What checks of mlir::emitc's ops accept and refuse. */
import { EMITC } from "../../../../extension/formats/mlir/verify/ops/emitc";
import type { Sketch } from "../../../support/mlirOps";
import type { OpRow, Properties } from "../../../support/mlirRows";
import { cast, each, op, testOpRows } from "../../../support/mlirRows";

const [POINTER, ARRAY, VARIABLE] = ["!emitc.ptr<i32>", "!emitc.array<2x3xi32>", "!emitc.lvalue<i32>"];
const OPAQUE = '!emitc.opaque<"T">';
const SUPPORTED = "type supported by EmitC";
const COUNTED = "integer, index or opaque type supported by EmitC";
const CALCULATED = `floating-point type supported by EmitC or ${COUNTED}`;
const demands = (place: string, words: string, type: string): string => `${place} must be ${words}, but got '${type}'`;

const UNSUPPORTED = [
  "i11",
  "f80",
  "!emitc.ptr<i11>",
  "tensor<?xf32>",
  "tensor<*xf32>",
  "tensor<4xi11>",
  "vector<4xi8>",
];
const constant = (type: string, value = '#emitc.opaque<"1">'): Sketch => op(`-> ${type}`, { value });
const mismatch = (found: string, wanted: string): string =>
  `requires attribute to either be an #emitc.opaque attribute or it's type ('${found}') to match the op's result type ('${wanted}')`;
const VALUES: readonly OpRow[] = [
  ...["i32", "ui8", "bf16", "index", "!emitc.size_t", POINTER, ARRAY, OPAQUE, "tensor<4xf32>", "tuple<i32, f32>"].map(
    (type): OpRow => ["emitc.constant", constant(type)],
  ),
  ...[...UNSUPPORTED, "tuple<i32, f80>", `tuple<${ARRAY}>`].map((type): OpRow => [
    "emitc.constant",
    constant(type),
    demands("result #0", SUPPORTED, type),
  ]),
  ["emitc.constant", constant("i32", "1 : i32")],
  ["emitc.constant", constant("!emitc.size_t", "1 : index")],
  ["emitc.constant", constant("i32", "1 : i64"), mismatch("i64", "i32")],
  ["emitc.constant", constant("i32", '"NULL"'), "string attributes are not supported, use #emitc.opaque instead"],
  ["emitc.constant", constant("i32", '#emitc.opaque<"">'), "value must not be empty"],
  ["emitc.variable", constant(VARIABLE, "1 : i32")],
  ["emitc.variable", constant(VARIABLE, '#emitc.opaque<"">')],
  ["emitc.variable", constant(VARIABLE, "1 : i64"), mismatch("i64", "i32")],
];

const call = (properties: Properties, outcome?: string, signature = "i32"): readonly OpRow[] => [
  ["emitc.call_opaque", op(signature, { callee: '"f"', ...properties }), outcome],
  ["emitc.member_call_opaque", op(`${OPAQUE}, ${signature}`, { callee: '"f"', ...properties }), outcome],
];

const subscript = (value: string, indices: string, result: string, outcome?: string): OpRow => [
  "emitc.subscript",
  op(`${value}, ${indices} -> !emitc.lvalue<${result}>`),
  outcome,
];
const [ON_ARRAY, ON_POINTER] = ["on array operand requires", "on pointer operand requires"];

const printed = (value: string, count: number, outcome?: string): OpRow => [
  "emitc.verbatim",
  op(Array<string>(count).fill("i32").join(", "), { value: `"${value}"` }),
  outcome,
];
const PLACEHOLDERS = "requires operands for each placeholder in the format string";

const PLAIN = ["and", "left_shift", "or", "right_shift", "xor", "not"].map((name) => `emitc.bitwise_${name}`);

describe("checks of emitc's ops", () => {
  testOpRows(EMITC, [
    ...each(
      [
        ...PLAIN,
        ...["cmp", "logical_and", "logical_not", "logical_or", "unary_minus", "unary_plus"].map(
          (name) => `emitc.${name}`,
        ),
      ],
      [op("i32, i32 -> i32")],
      [op("i11, i32 -> i32"), demands("operand #0", SUPPORTED, "i11")],
    ),
    ["emitc.add", op(`${POINTER}, i32 -> ${POINTER}`)],
    ["emitc.add", op(`${POINTER}, ${POINTER} -> ${POINTER}`), "requires that at most one operand is a pointer"],
    [
      "emitc.add",
      op(`f32, ${POINTER} -> ${POINTER}`),
      "requires that one operand is an integer or of opaque type if the other is a pointer",
    ],
    ["emitc.sub", op(`${POINTER}, ${POINTER} -> !emitc.ptrdiff_t`)],
    ["emitc.sub", op(`i32, ${POINTER} -> i32`), "rhs can only be a pointer if lhs is a pointer"],
    [
      "emitc.sub",
      op(`${POINTER}, f32 -> ${POINTER}`),
      "requires that rhs is an integer, pointer or of opaque type if lhs is a pointer",
    ],
    [
      "emitc.sub",
      op(`${POINTER}, ${POINTER} -> f32`),
      "requires that the result is an integer, ptrdiff_t or of opaque type if lhs and rhs are pointers",
    ],
    ...each(
      ["emitc.mul", "emitc.div"],
      [op("f32, f32 -> f32")],
      [op("f32, tensor<i32> -> f32"), demands("operand #1", CALCULATED, "tensor<i32>")],
    ),
    ["emitc.rem", op("i32, i32 -> i32")],
    ["emitc.rem", op("f32, f32 -> f32"), demands("operand #0", COUNTED, "f32")],
    ...each(
      ["emitc.address_of", "emitc.dereference"],
      [op(`${VARIABLE} -> ${POINTER}`)],
      [op(`${VARIABLE} -> !emitc.ptr<f32>`), "failed to verify that input and result reference the same type"],
    ),
    ["emitc.apply", op(`${VARIABLE} -> ${POINTER}`, { applicableOperator: '"&"' })],
    ["emitc.apply", op(`${POINTER} -> i32`, { applicableOperator: '"*"' })],
    [
      "emitc.apply",
      op(`${VARIABLE} -> ${POINTER}`, { applicableOperator: '""' }),
      "applicable operator must not be empty",
    ],
    ["emitc.apply", op(`${VARIABLE} -> ${POINTER}`, { applicableOperator: '"+"' }), "applicable operator is illegal"],
    [
      "emitc.apply",
      op(`i32 -> ${POINTER}`, { applicableOperator: '"&"' }),
      "operand type must be an lvalue when applying `&`",
    ],
    [
      "emitc.apply",
      op(`${VARIABLE} -> i32`, { applicableOperator: '"&"' }),
      "result type must be a pointer when applying `&`",
    ],
    [
      "emitc.apply",
      op("i32 -> i32", { applicableOperator: '"*"' }),
      "operand type must be a pointer when applying `*`",
    ],
    cast("emitc.cast", "i32", "f32"),
    cast("emitc.cast", "!emitc.array<4xi32>", POINTER),
    cast("emitc.cast", ARRAY, POINTER, true),
    cast("emitc.cast", "!emitc.array<4xi32>", "!emitc.ptr<f16>", true),
    cast("emitc.cast", POINTER, "!emitc.array<4xi32>", true),
    cast("emitc.cast", "tensor<f32>", "tensor<f32>", true),
    ...VALUES,
    ...call({ args: "[0 : index, 7 : i32]", template_args: "[type i32, 1 : i32]" }),
    ...call({ callee: '""' }, "callee must not be empty"),
    ...call({ args: "[1 : index]" }, "index argument is out of range"),
    ...call({ args: "[[1 : i32]]" }, "array argument has no type"),
    ...call({ template_args: "[[1 : i32]]" }, "template argument has invalid type"),
    ...call({}, "cannot return array type", `i32 -> ${ARRAY}`),
    ["emitc.global", op("", { static_specifier: "unit" })],
    [
      "emitc.global",
      op("", { static_specifier: "unit", extern_specifier: "unit" }),
      "cannot have both static and extern specifiers",
    ],
    ["emitc.literal", op("-> i32", { value: '"M_PI"' })],
    ["emitc.literal", op("-> i32", { value: '""' }), "value must not be empty"],
    ["emitc.member", op(`!emitc.lvalue<${OPAQUE}> -> ${VARIABLE}`)],
    ["emitc.member", { ...op(`${OPAQUE} -> ${VARIABLE}`), release: 22 }],
    ["emitc.member", { ...op(`${OPAQUE} -> ${VARIABLE}`), release: 23 }, "non-lvalues cannot return lvalues or arrays"],
    [
      "emitc.member",
      { ...op(`!emitc.lvalue<${OPAQUE}> -> i32`), release: 23 },
      "lvalues must return lvalues or arrays",
    ],
    [
      "emitc.member",
      op(`${VARIABLE} -> ${VARIABLE}`),
      demands("operand #0", "emitc.lvalue of EmitC opaque type values", VARIABLE),
    ],
    ["emitc.member_of_ptr", op(`!emitc.lvalue<${POINTER}> -> ${VARIABLE}`)],
    [
      "emitc.member_of_ptr",
      op(`${VARIABLE} -> ${VARIABLE}`),
      demands("operand #0", "emitc.lvalue of EmitC opaque type or EmitC pointer type values", VARIABLE),
    ],
    subscript(ARRAY, "index, i32", "i32"),
    subscript(POINTER, "index", "i32"),
    subscript(OPAQUE, "f32, f32", "i32"),
    subscript(ARRAY, "index", "i32", `${ON_ARRAY} number of indices (1) to match the rank of the array type (2)`),
    subscript(ARRAY, "index, f32", "i32", `${ON_ARRAY} index operand 1 to be integer-like, but got 'f32'`),
    subscript(ARRAY, "index, i32", "f32", `${ON_ARRAY} element type ('i32') and result type ('f32') to match`),
    subscript(POINTER, "index, index", "i32", `${ON_POINTER} one index operand, but got 2`),
    subscript(POINTER, "f32", "i32", `${ON_POINTER} index operand to be integer-like, but got 'f32'`),
    subscript(POINTER, "index", "f32", `${ON_POINTER} pointee type ('i32') and result type ('f32') to match`),
    printed("{ a }", 0),
    printed("{{ {} + {}", 2),
    printed("{}", 2, PLACEHOLDERS),
    printed("", 1, PLACEHOLDERS),
    printed("{} {", 1, "expected '}' after unescaped '{' at end of string"),
    printed("{a} ", 1, "expected '}' after unescaped '{'"),
  ]);
});
