/** What the checks of single ops of LLVM's dialect accept and refuse. */
import { UNKNOWN } from "../../../../extension/formats/mlir/verify/fault";
import { LLVM } from "../../../../extension/formats/mlir/verify/ops/llvm";
import type { Sketch } from "../../../support/mlirOps";
import type { Properties, Row } from "../../../support/mlirRows";
import { testRows } from "../../../support/mlirRows";

const PTR = "!llvm.ptr";
const external = { linkage: "#llvm.linkage<external>" };

/** A function of LLVM that takes a pointer, an integer and a float. */
const func = (properties: Properties): Sketch => ({
  properties: { function_type: "type !llvm.func<i32 (ptr, i32, f32)>", ...external, ...properties },
});
const parameters = (...list: readonly string[]): Sketch => func({ arg_attrs: `[{${list.join("}, {")}}]` });
const result = (attribute: string): Sketch => func({ res_attrs: `[{${attribute}}]` });

const constant = (value: string, type: string): Sketch => ({ results: [type], properties: { value } });
const global = (type: string, properties: Properties = {}): Sketch => ({
  properties: { global_type: `type ${type}`, ...external, ...properties },
});
const linked = (linkage: string, properties: Properties = {}): Sketch => ({
  properties: { ...properties, linkage: `#llvm.linkage<${linkage}>` },
});

/** An atomic change. @param operation by its number */
const atomic = (operation: number, type: string, result = type): Sketch => ({
  ...{ operands: [PTR, type], results: [result] },
  properties: { bin_op: `${operation} : i64` },
});
const [XCHG, ADD, FADD] = [0, 1, 11];

const exchange = (success: number, failure: number, type = "i32", pair = `${type}, i1`): Sketch => ({
  ...{ operands: [PTR, type, type], results: [`!llvm.struct<(${pair})>`] },
  properties: { success_ordering: `${success} : i64`, failure_ordering: `${failure} : i64` },
});
const [UNORDERED, MONOTONIC, RELEASE] = [1, 2, 5];

/** A call of `@f`, or of the first operand. */
const call = (operands: readonly string[], properties: Properties, ...results: readonly string[]): Sketch => ({
  ...{ operands, results, groups: [operands.length, 0] },
  properties: { op_bundle_sizes: "array<i32>", ...properties },
});
const variadic = (type: string, ...results: readonly string[]): Sketch =>
  call(["i32"], { callee: "@f", var_callee_type: `type !llvm.func<${type}>` }, ...results);

const bundles = (sizes: string, tags: string): Properties => ({
  ...{ op_bundle_sizes: `array<i32${sizes}>`, op_bundle_tags: `[${tags}]` },
});
const CALLS: readonly Row[] = [
  [variadic("void (i32, ...)")],
  [variadic("void (i32)"), "expected var_callee_type to be a variadic function type"],
  [variadic("void (i32, i32, ...)"), "expected var_callee_type to have at most 1 parameters"],
  [variadic("void (i64, ...)"), "var_callee_type parameter type mismatch: 'i64' != 'i32'"],
  [variadic("i32 (i32, ...)"), "expected var_callee_type to return void"],
  [variadic("i32 (i32, ...)", "i8"), "var_callee_type return type mismatch: 'i32' != 'i8'"],
  [call([], { callee: "@f", ...bundles("", '"a"') }), "error: expected 0 operand bundle tags, but actually got 1"],
];

const branch = (weights: string): Properties => ({ branch_weights: `array<i32: ${weights}>` });
const WEIGHTS = "error: expects number of branch weights to match number of successors";
const switched = (cases: string, properties: Properties): Sketch => ({
  ...{ operands: ["i32"], groups: [1, 0, 0], successors: [0, 0] },
  properties: { case_values: cases, case_operand_segments: "array<i32: 0>", ...properties },
});
const CASES = "dense<7> : tensor<1xi32>";

const listed = (name: string, list: string, data: string): Sketch => ({
  properties: { [name]: list, priorities: "[1 : i32]", data },
});
const lists = (name: string): readonly Row[] => [
  [listed(name, "[@f]", "[#llvm.zero]")],
  [listed(name, "[@f]", "[@g]")],
  [listed(name, "[]", "[@g]"), `error: ${name}, priorities, and data must have the same number of elements`],
  [listed(name, "[@f]", "[1 : i32]"), "error: data element must be symbol or #llvm.zero"],
];

/** An op on a part of an aggregate. */
const part = (position: string, operands: readonly string[], result: string): Sketch => ({
  ...{ operands, results: [result] },
  properties: { position: `array<i64: ${position}>` },
});
const OUTER = "!llvm.struct<(i8, array<2 x i32>)>";

const mask = (vector: string, ...numbers: readonly number[]): Sketch => ({
  ...{ operands: [vector, vector], results: [vector] },
  properties: { mask: `array<i32: ${numbers.join(", ")}>` },
});
const element = (type: string, indices: readonly (number | "?")[]): Sketch => ({
  ...{ operands: [PTR, ...indices.filter((index) => index === "?").map(() => "i32")], results: [PTR] },
  properties: {
    elem_type: `type ${type}`,
    rawConstantIndices: `array<i32: ${indices.map((index) => (index === "?" ? -(2 ** 31) : index)).join(", ")}>`,
  },
});
const POINTERS = "vector<4x!llvm.ptr>";

describe("a single op of LLVM's dialect", () => {
  testRows(LLVM, {
    "llvm.func": [
      [func({})],
      [func({ linkage: "#llvm.linkage<common>" }), "functions cannot have 'common' linkage"],
      [
        func({ function_type: "type !llvm.func<void ()>", res_attrs: "[{llvm.noundef}]" }),
        "expects result attribute array to have the same number of elements as the number of function results, got 1, but expected 0",
      ],
      [
        parameters(
          "llvm.noalias, llvm.align = 8 : i64, llvm.sret = type i32",
          "llvm.signext, llvm.noundef",
          "llvm.inreg",
        ),
      ],
      [
        parameters(""),
        "expects argument attribute array to have the same number of elements as the number of function arguments, got 1, but expected 3",
      ],
      [parameters("llvm.noalias = 1 : i64", "", ""), 'error: "llvm.noalias" should be a unit attribute'],
      [parameters("", "llvm.noalias", ""), 'error: "llvm.noalias" attribute attached to non-pointer LLVM type'],
      [parameters("llvm.byval", "", ""), 'error: "llvm.byval" should be a type attribute'],
      [parameters("", "llvm.byval = type i8", ""), 'error: "llvm.byval" attribute attached to non-pointer LLVM type'],
      [parameters("", "llvm.zeroext = 1 : i32", ""), 'error: "llvm.zeroext" should be a unit attribute'],
      [parameters("", "", "llvm.zeroext"), 'error: "llvm.zeroext" attribute attached to non-integer LLVM type'],
      [parameters("llvm.align", "", ""), 'error: "llvm.align" should be an integer attribute'],
      [parameters("", "llvm.align = 8 : i64", ""), 'error: "llvm.align" attribute attached to non-pointer LLVM type'],
      [parameters("llvm.alignstack = 8 : i64", "", "")],
      [parameters("llvm.alignstack", "", ""), 'error: "llvm.alignstack" should be an integer attribute'],
      [parameters("llvm.inreg = 1 : i32", "", ""), 'error: "llvm.inreg" should be a unit attribute'],
      [result("llvm.zeroext")],
      [result("llvm.noalias"), 'error: "llvm.noalias" attribute attached to non-pointer LLVM type'],
      [result("llvm.nest"), 'error: "llvm.nest" is not a valid result attribute'],
      [
        func({ res_attrs: "[{}, {}]" }),
        "expects result attribute array to have the same number of elements as the number of function results, got 2, but expected 1",
      ],
    ],
    "func.func": [
      [{ properties: { function_type: "type (i32, f32) -> (i32)" } }],
      [{ properties: { function_type: "type (i32, index) -> (i32)", arg_attrs: "[{llvm.signext}, {llvm.noalias}]" } }],
      [{ properties: { function_type: "type (si8, ui1) -> ()", arg_attrs: "[{llvm.signext}, {llvm.noalias}]" } }],
      [
        { properties: { function_type: "type (f32) -> ()", arg_attrs: "[{llvm.noalias}]" } },
        'error: "llvm.noalias" attribute attached to non-pointer LLVM type',
      ],
    ],
    "llvm.atomicrmw": [
      [atomic(ADD, "i32")],
      [atomic(ADD, "i7"), "expected LLVM IR integer type"],
      [atomic(FADD, "f32")],
      [atomic(FADD, "vector<2xf16>")],
      [atomic(FADD, "i32"), "expected LLVM IR floating point type"],
      [atomic(FADD, "vector<2xi16>"), "expected LLVM IR floating point type for vector element"],
      [atomic(XCHG, PTR)],
      [atomic(XCHG, "i7"), "unexpected LLVM IR type for 'xchg' bin_op"],
      [atomic(99, "i32"), UNKNOWN],
    ],
    "llvm.cmpxchg": [
      [exchange(MONOTONIC, MONOTONIC)],
      [exchange(RELEASE, MONOTONIC, PTR, "ptr, i1")],
      [
        exchange(MONOTONIC, MONOTONIC, "i32", "i32, i8"),
        "failed to verify that result #0 has an LLVM struct type consisting of the type of operand #2 and a bool",
      ],
      [exchange(MONOTONIC, MONOTONIC, "i7"), "unexpected LLVM IR type"],
      [exchange(UNORDERED, MONOTONIC), "ordering must be at least 'monotonic'"],
      [exchange(MONOTONIC, UNORDERED), "ordering must be at least 'monotonic'"],
      [exchange(RELEASE, RELEASE), "failure ordering cannot be 'release' or 'acq_rel'"],
    ],
    "llvm.mlir.constant": [
      [constant("1 : i32", "i32")],
      [constant('"ab"', "!llvm.array<2 x i8>")],
      [constant('"ab"', "!llvm.array<3 x i8>"), "expected array type of 2 i8 elements for the string constant"],
      [constant('"ab"', "!llvm.ptr"), "expected array type of 2 i8 elements for the string constant"],
      [constant("[1 : i32, 1 : i32]", "!llvm.struct<(i32, i32)>")],
      [constant("1 : i32", "!llvm.struct<(i32, i32)>"), "expected array attribute for struct type"],
      [constant("[1 : i32]", "!llvm.struct<(i32, i32)>"), "expected array attribute of size 2"],
      [
        constant("dense<[1, 2]> : tensor<2xi32>", "!llvm.array<2 x struct<(i32)>>"),
        "expected integer element type for integer elements attribute",
      ],
      [
        constant("[1 : i32]", "!llvm.struct<(ptr)>"),
        "expected struct element types to be floating point type or integer type",
      ],
      [constant('["a"]', "!llvm.struct<(i32)>"), "expected element of array attribute to be floating point or integer"],
      [constant("[1 : i32, 1 : i8]", "!llvm.struct<(i32, i32)>"), "struct element at index 1 is of wrong type"],
      [constant("1 : i32", '!llvm.target<"a">'), "does not support target extension type."],
      [constant("1 : i32", "f32"), "expected integer type"],
      [constant("1.0 : f32", "f32")],
      [constant("1.0 : f32", "i32")],
      [constant("1.0 : f32", "i16"), "expected integer type of width 32"],
      [constant("1.0 : f32", "f16"), "attribute and type have different float semantics"],
      [{ ...constant("1.0 : f32", "f16"), release: 21 }, "attribute and type have different float semantics"],
      [{ ...constant("1.0 : f16", "bf16"), release: 21 }],
      [{ ...constant("dense<1> : tensor<2xi32>", "vector<2xf32>"), release: 21 }],
      [constant("dense<[1, 2]> : tensor<2xi32>", "!llvm.array<2 x i32>")],
      [constant("dense<1> : vector<[2]xi32>", "vector<[2]xi32>")],
      [constant("dense<[1, 2]> : vector<2xi32>", "vector<[2]xi32>"), "scalable vector type requires a splat attribute"],
      [constant("dense<1> : vector<3x[2]xi32>", "!llvm.array<3 x vector<[2]xi32>>")],
      [constant("dense<1> : vector<3x2xi32>", "!llvm.array<3 x vector<2xi32>>")],
      [constant("dense<1.0> : vector<4xf32>", "!llvm.array<2 x vector<2x!llvm.ptr>>")],
      [constant("dense<1> : tensor<1xi32>", "i32"), "expected vector or array type"],
      [
        constant("dense<1> : tensor<6xi32>", "!llvm.array<2 x array<2 x i32>>"),
        "type and attribute have a different number of elements: 4 vs. 6",
      ],
      [constant("dense<1> : tensor<4xi32>", "!llvm.array<2 x vector<2xi32>>")],
      [
        constant("dense<1> : tensor<2xi32>", "vector<2xf32>"),
        "expected integer element type for integer elements attribute",
      ],
      [constant("dense<1.0> : tensor<2xf32>", "vector<2xf32>")],
      [constant("dense<1.0> : tensor<2xf32>", "vector<2xi16>"), "expected integer type of width 32"],
      [constant("[1 : i32]", "i32"), "expected array or struct type for array attribute"],
      [
        constant("[[1 : i32], [1 : i32]]", "!llvm.array<2 x array<1 x i32>>"),
        "for array with an array attribute must have a struct element type",
      ],
      [constant("[#llvm.zero, #llvm.undef]", "!llvm.array<2 x array<1 x i32>>")],
      [
        constant("[[1 : i32]]", "!llvm.array<2 x array<1 x i32>>"),
        "array attribute size does not match array type size in dimension 0: 1 vs. 2",
      ],
      [
        constant("[[1 : i32]]", "!llvm.array<1 x array<2 x i32>>"),
        "array attribute size does not match array type size in dimension 1: 1 vs. 2",
      ],
      [
        constant("[1 : i32]", "!llvm.array<1 x array<2 x i32>>"),
        "nested attribute for sub-array in dimension 0 at index 0 must be a zero, or undef, or array attribute",
      ],
      [constant("[#llvm.zero, [1 : i32]]", "!llvm.array<2 x struct<(i32)>>")],
      [
        constant("[1 : i32]", "!llvm.array<1 x struct<(i32)>>"),
        "nested attribute for struct element at index 0 must be a zero, or undef, or array attribute",
      ],
      [
        constant("[[]]", "!llvm.array<1 x struct<(i32)>>"),
        "nested array attribute size for struct element at index 0 must match struct size: 0 vs. 1",
      ],
    ],
    "llvm.mlir.global": [
      [global("i32", { value: "1 : i32", alignment: "8 : i64" })],
      [global("!llvm.void"), "expects type to be a valid element type for an LLVM global"],
      [global("!llvm.array<2 x i8>", { value: '"ab"' })],
      ...["!llvm.array<3 x i8>", "i32"].map((type): Row => [
        global(type, { value: '"ab"' }),
        "requires an i8 array type of the length equal to that of the string attribute",
      ]),
      [
        global('!llvm.target<"spirv.Event">', { value: "1 : i32" }),
        "global with target extension type can only be initialized with zero-initializer",
      ],
      [global("i32", { value: "0 : i32", linkage: "#llvm.linkage<common>" })],
      ...["1 : i32", "dense<[0, 1]> : tensor<2xi32>", "[0 : i32, 1 : i32]"].map((value): Row => [
        global("i32", { value, linkage: "#llvm.linkage<common>" }),
        "expected zero value for 'common' linkage",
      ]),
      [global("!llvm.array<1 x i32>", { linkage: "#llvm.linkage<appending>" })],
      [global("i32", { linkage: "#llvm.linkage<appending>" }), "expected array type for 'appending' linkage"],
      [global("i32", { alignment: "6 : i64" }), "error: alignment attribute is not a power of 2"],
    ],
    "llvm.mlir.alias": [
      [linked("internal", { alias_type: "type i32" })],
      [
        linked("internal", { alias_type: "type !llvm.void" }),
        "expects type to be a valid element type for an LLVM global alias",
      ],
      [
        linked("common", { alias_type: "type i32" }),
        "'common' linkage not supported in aliases, available options: private, internal, linkonce, weak, linkonce_odr, weak_odr, external or available_externally",
      ],
    ],
    "llvm.mlir.ifunc": [
      [linked("internal")],
      [
        linked("available_externally"),
        "'available_externally' linkage not supported in ifuncs, available options: private, internal, linkonce, weak, linkonce_odr, weak_odr, or external linkage",
      ],
    ],
    "llvm.inline_asm": [
      [{ properties: { tail_call_kind: "#llvm.tailcallkind<tail>" } }],
      [
        { properties: { tail_call_kind: "#llvm.tailcallkind<musttail>" } },
        "tail call kind 'musttail' is not supported by this operation",
      ],
    ],
    "llvm.mlir.zero": [
      [{ results: ["i32"] }],
      [{ results: ['!llvm.target<"spirv.Event">'] }],
      [{ results: ['!llvm.target<"a">'] }, "target extension type does not support zero-initializer"],
    ],
    "llvm.call": [
      ...CALLS,
      [call([], {}), "must have either a `callee` attribute or at least an operand"],
      [call(["i32"], {}), "indirect call expects a pointer as callee: 'i32'"],
      [call([PTR, "i32"], {})],
    ],
    "llvm.invoke": [
      ...CALLS,
      [{ ...CALLS[0]?.[0], properties: { ...CALLS[0]?.[0].properties, ...branch("42") } }, `${WEIGHTS}: 1 vs 2`],
    ],
    "llvm.load": [
      [{ operands: [PTR], results: [PTR], properties: { dereferenceable: "#llvm.dereferenceable<bytes = 8>" } }],
      [{ operands: [PTR], results: ["i64"] }],
      [
        { operands: [PTR], results: ["i64"], properties: { dereferenceable: "#llvm.dereferenceable<bytes = 8>" } },
        "expected op to return a single LLVM pointer type",
      ],
    ],
    "cf.cond_br": [
      [{ operands: ["i1"], properties: branch("0, 1") }],
      [{ operands: ["i1"], properties: branch("1") }, `${WEIGHTS}: 1 vs 2`],
      [{ operands: ["i1"], properties: branch("0, 0") }, "error: branch weights cannot all be zero"],
    ],
    "llvm.call_intrinsic": [
      [{ operands: ["i32"], groups: [0, 1], properties: bundles(": 1", '"a"') }],
      [{ properties: bundles("", '"a"'), groups: [0, 0] }, "error: expected 0 operand bundle tags, but actually got 1"],
    ],
    "llvm.cond_br": [
      [{ operands: ["i1"], groups: [1, 0, 0], successors: [0, 0] }],
      [{ operands: ["i1"], groups: [1, 0, 0], successors: [0, 0], properties: branch("0, 1") }],
      [{ operands: ["i1"], groups: [1, 0, 0], successors: [0, 0], properties: branch("1") }, `${WEIGHTS}: 1 vs 2`],
      [
        { operands: ["i1"], groups: [1, 0, 0], successors: [0, 0], properties: branch("0, 0") },
        "error: branch weights cannot all be zero",
      ],
    ],
    "llvm.switch": [
      [switched(CASES, branch("1, 2"))],
      [switched(CASES, branch("1, 2, 3")), `${WEIGHTS}: 3 vs 2`],
      [switched("dense<7> : tensor<1xi8>", {}), "error: expects case value type to match condition value type"],
    ],
    "llvm.mlir.global_ctors": lists("ctors"),
    "llvm.mlir.global_dtors": lists("dtors"),
    "llvm.module_flags": [
      [{ properties: { flags: '[#llvm.mlir.module_flag<error, "a", 1 : i32>]' } }],
      [{ properties: { flags: "[1 : i32]" } }, "expected a module flag attribute"],
    ],
    "llvm.extractvalue": [
      [part("1, 0", [OUTER], "i32")],
      [part("1", [OUTER], "!llvm.array<2 x i32>")],
      [part("2", [OUTER], "i32"), "position out of bounds: 2"],
      [part("1, 2", [OUTER], "i32"), "position out of bounds: 2"],
      [part("0", ["!llvm.ptr"], "i32"), "expected LLVM IR structure/array type, got: '!llvm.ptr'"],
      [part("0, 0", ["!llvm.struct<(ptr<3>)>"], "i32"), "expected LLVM IR structure/array type, got: '!llvm.ptr<3>'"],
      [
        part("0", [OUTER], "i32"),
        `Type mismatch: extracting from '${OUTER}' should produce 'i8' but this op returns 'i32'`,
      ],
    ],
    "llvm.insertvalue": [
      [part("0", [OUTER, "i8"], OUTER)],
      [part("0", [OUTER, "i32"], OUTER), `Type mismatch: cannot insert 'i32' into '${OUTER}'`],
      [part("0", ['!llvm.struct<"named", (i8)>', "i32"], OUTER), UNKNOWN],
    ],
    ...Object.fromEntries(
      ["add", "mul", "shl", "sub", "trunc"].map((name): [string, readonly Row[]] => [
        `llvm.${name}`,
        [
          [{}],
          [{ properties: { overflowFlags: "#llvm.overflow<nsw>" } }, UNKNOWN],
          [{ properties: { overflowFlags: "3 : i32" } }],
          [
            { properties: { overflowFlags: "4 : i32" } },
            "property 'overflowFlags' failed to satisfy constraint: LLVM integer overflow flags",
          ],
        ],
      ]),
    ),
    "llvm.shufflevector": [
      [mask("vector<2xi32>", 1, 0)],
      [mask("vector<[2]xi32>", 0, 0)],
      [mask("vector<[2]xi32>", 0, 1), "expected a splat operation for scalable vectors"],
    ],
    "llvm.intr.masked.gather": [
      [{ operands: [POINTERS, "vector<4xi1>"], results: ["vector<4xi32>"] }],
      [
        { operands: [POINTERS, "vector<2xi1>"], results: ["vector<2xi32>"] },
        "expected operand #1 type to be 'vector<2x!llvm.ptr>'",
      ],
    ],
    "llvm.intr.masked.scatter": [
      [{ operands: ["vector<4xi32>", POINTERS, "vector<4xi1>"] }],
      [
        { operands: ["vector<[2]xi32>", POINTERS, "vector<[2]xi1>"] },
        "expected operand #2 type to be 'vector<[2]x!llvm.ptr>'",
      ],
    ],
    "llvm.intr.vector.interleave2": [
      [{ operands: ["vector<[2]xi8>", "vector<[2]xi8>"], results: ["vector<[4]xi8>"] }],
      [{ operands: ["vector<2xi8>", "vector<2xi16>"], results: ["vector<4xi8>"], release: 18 }],
      [
        { operands: ["vector<2xi8>", "vector<2xi16>"], results: ["vector<4xi8>"], release: 19 },
        "failed to verify that all of {vec1, vec2} have same type",
      ],
      [
        { operands: ["vector<2xi8>", "vector<2xi8>"], results: ["vector<2xi8>"] },
        "failed to verify that result has twice as many elements as 'vec1'",
      ],
      [
        { operands: ["vector<2xi8>", "vector<2xi8>"], results: ["vector<4xi16>"] },
        "failed to verify that result has twice as many elements as 'vec1'",
      ],
    ],
    "llvm.landingpad": [
      [{ properties: { cleanup: "unit" }, results: [PTR] }],
      [{ operands: [PTR], results: [PTR] }],
      [{ results: [PTR] }, "error: landingpad instruction expects at least one clause or cleanup attribute"],
    ],
    "llvm.getelementptr": [
      [element(OUTER, [0, 1, "?"])],
      [element(OUTER, ["?"])],
      [element("vector<2xi32>", [0, 1])],
      [element(OUTER, [0, "?"]), "expected index 1 indexing a struct to be constant"],
      [element(OUTER, [0, 2]), "index 1 indexing a struct is out of bounds"],
      [element("i32", [0, 0]), "type 'i32' cannot be indexed (index #1)"],
    ],
  });
});
