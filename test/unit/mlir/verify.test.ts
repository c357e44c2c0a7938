/** What MLIR's verifier refuses: types and attributes that definitions do not allow, and the structure of the IR. */
import assert from "node:assert/strict";
import { pieceText } from "../../../extension/document/byteText";
import type { AttributeNode, TypeNode } from "../../../extension/formats/mlir/model/node";
import { RegionFlow } from "../../../extension/formats/mlir/verify/dominance";
import { MemberLists } from "../../../extension/formats/mlir/verify/members";
import { predicate } from "../../../extension/formats/mlir/verify/predicate";
import { differInShapes } from "../../../extension/formats/mlir/verify/signature";
import type { ValueRule } from "../../../extension/formats/mlir/verify/table";
import { mlirModule, varint } from "../../support/mlirWriter";
import { opened } from "../../support/tiling";

const TYPES: readonly TypeNode[] = [
  { kind: "integer", width: 32, sign: "signless" },
  { kind: "float", name: "f32" },
  { kind: "vector", shape: [4, 2], element: 0, scalable: [false, false] },
  { kind: "tensor", shape: [4, -(2n ** 63n)], element: 1, encoding: undefined },
  { kind: "assembly", dialect: "llvm", text: "!llvm.ptr<3>" },
  { kind: "opaque", dialect: "x", blob: { startByte: 0, endByte: 0 }, damage: undefined },
  { kind: "index" },
  { kind: "tensor", shape: [4], element: 1, encoding: 4 },
  { kind: "custom", dialect: "quant", code: 0, mnemonic: "uniform", fields: [] },
  { kind: "vector", shape: [4], element: 9, scalable: [false] },
  { kind: "graph", inputs: [0], results: [1] },
  { kind: "assembly", dialect: "builtin", text: "(i32) -> f32" },
];
const ATTRIBUTES: readonly AttributeNode[] = [
  { kind: "integer", type: 0, width: 32, value: 0xffffffffn },
  { kind: "type", type: 2 },
  { kind: "array", elements: [0, 1] },
  { kind: "assembly", dialect: "gpu", text: "#gpu<dim x>" },
  { kind: "assembly", dialect: "sparse_tensor", text: "#sparse_tensor.encoding<{ map = (d0) -> (d0 : dense) }>" },
  { kind: "integer", type: 0, width: 32, value: 8n },
];
const entries = {
  attribute: (index: number): AttributeNode => ATTRIBUTES[index] as AttributeNode,
  type: (index: number): TypeNode => TYPES[index] as TypeNode,
};

describe("predicates of MLIR's definitions", () => {
  const ofType = (text: string, index: number): boolean | undefined =>
    predicate(text)({ table: "type", index }, entries);
  const ofAttribute = (text: string, index: number): boolean | undefined =>
    predicate(text)({ table: "attribute", index }, entries);

  it("tell classes, widths and parts of types", () => {
    assert.equal(ofType("|(i32,index)", 0), true);
    assert.equal(ofType("|(i64,si,int8)", 0), false);
    assert.equal(ofType("&(VectorType,rank>0,element:i,count==8)", 2), true);
    assert.equal(ofType("&(values,element:|(f32,f64))", 3), true);
    assert.equal(ofType("shape=4x4", 2), false);
    assert.equal(ofType("&(!llvm.ptr,space==3)", 4), true);
    assert.equal(ofType("!llvm.struct", 4), false);
    assert.equal(ofType("GraphType", 10), true);
    assert.equal(ofType("GraphType", 11), false, "the text of a graph type is read as a function type");
    assert.equal(ofType("!(index)", 6), false);
    assert.equal(ofType("handle", 0), false);
    assert.deepEqual(
      [3, 4, 7].map((index) => ofType("sparse", index)),
      [false, undefined, true],
    );
    assert.deepEqual(
      [0, 4, 8].map((index) => ofType("quantized", index)),
      [false, false, true],
    );
  });
  it("end at a vector of a damaged file that is its own element", () => {
    assert.equal(ofType("llvm", 9), false);
    assert.equal(ofType("&(llvmvector,element:llvmfloat)", 9), false);
  });
  it("tell classes, types and values of attributes", () => {
    assert.equal(ofAttribute("&(IntegerAttr,type:i32,number>=0)", 0), false);
    assert.equal(ofAttribute("&(TypeAttr,value:VectorType)", 1), true);
    assert.equal(ofAttribute("&(ArrayAttr,each:IntegerAttr)", 2), false);
    assert.equal(ofAttribute("#gpu.dim", 3), true);
    assert.equal(ofAttribute("TypedAttr", 1), false);
    assert.equal(ofAttribute("&(IntegerAttr,type:i32,number>0,power2)", 5), true);
    assert.equal(ofAttribute("&(IntegerAttr,power2)", 0), false);
    assert.equal(ofAttribute("power2", 1), undefined);
  });
  it("leave unknown what an entry does not tell", () => {
    assert.equal(ofType("IntegerType", 5), undefined);
    assert.equal(ofType("ShapedType", 4), undefined);
    assert.equal(ofType("|(index,?)", 0), undefined);
    assert.equal(ofType("&(index,?)", 0), false);
    assert.equal(ofType("count==8", 3), undefined);
    assert.equal(ofType("newword", 0), undefined);
  });
});

describe("the parts of an op", () => {
  const members = (...many: readonly ValueRule["many"][]): readonly ValueRule[] =>
    many.map((one) => ({ constraint: undefined, many: one }));
  const divided = (many: readonly ValueRule["many"][], count: number, sizes?: readonly bigint[]): unknown => {
    const lists = new MemberLists();
    if (!lists.divide(members(...many), { length: count, at: () => 7 }, sizes, false)) return undefined;
    return many.map((_, i) => [lists.start(i), lists.end(i)]);
  };

  it("are divided by sizes, or by what one list leaves", () => {
    assert.deepEqual(divided(["", "*", ""], 4), [
      [0, 1],
      [1, 3],
      [3, 4],
    ]);
    assert.deepEqual(divided(["*", "?"], 3, [2n, 1n]), [
      [0, 2],
      [2, 3],
    ]);
    assert.equal(divided(["*", "*"], 3), undefined);
    assert.equal(divided(["*", "*"], 3, [1n, 1n]), undefined);
  });
  it("are not divided by sizes that lead out of the list and back", () => {
    assert.equal(divided(["*", "*"], 3, [2n ** 30n, 3n - 2n ** 30n]), undefined);
    assert.equal(divided(["*", "*", "*"], 3, [2n, -1n, 2n]), undefined);
  });
  it("have shapes that fit if their static sizes are equal", () => {
    assert.equal(differInShapes([2, 3], entries), false);
    assert.equal(differInShapes([2, 0], entries), true);
    assert.equal(differInShapes([0, 1], entries), false);
    assert.equal(differInShapes([2, 4], entries), true);
  });
});

describe("uses of values", () => {
  const use = (value: number, block: number, next: number): Parameters<RegionFlow["add"]>[0] => ({
    value,
    block,
    next,
    operand: 0,
    startByte: 0,
    endByte: 1,
  });
  it("must be dominated by their definitions, in blocks that are reached", () => {
    // 0 leads to 1 and 2, both lead to 3; nothing leads to 4. Each block defines one value.
    const flow = new RegionFlow(true);
    const uses = [[], [0], [0], [1, 2], [1]];
    for (let block = 0; block < 5; block++) {
      flow.block(block);
      for (const value of uses[block] ?? []) flow.add(use(value, block, block + 1));
    }
    for (const [from, to] of [
      [0, 1],
      [0, 2],
      [1, 3],
      [2, 3],
    ] as const)
      flow.edge(from, to);
    assert.deepEqual(
      flow.broken(5).map(({ value, block }) => [value, block]),
      [
        [1, 3],
        [2, 3],
      ],
    );
  });
  it("may come first in a graph, if the value is defined at all", () => {
    const flow = new RegionFlow(false);
    flow.block(0);
    flow.add(use(3, 0, 1));
    flow.add(use(9, 0, 1));
    assert.deepEqual(
      flow.broken(5).map(({ value }) => value),
      [9],
    );
  });
});

/** An op without attributes: its name, and lists of result types, operands, successors and regions. */
function op(
  name: number,
  parts: {
    readonly results?: readonly number[];
    readonly operands?: readonly number[];
    readonly properties?: number;
    readonly regions?: readonly (readonly number[])[];
    /** The order of the uses of its only result. */
    readonly order?: readonly number[];
  } = {},
): number[] {
  const { results = [], operands = [], properties, regions = [], order = [] } = parts;
  const list = (values: readonly number[]): number[] =>
    values.length === 0 ? [] : [...varint(values.length), ...values.flatMap(varint)];
  const mask =
    (results.length > 0 ? 2 : 0) |
    (operands.length > 0 ? 4 : 0) |
    (regions.length > 0 ? 16 : 0) |
    (order.length > 0 ? 32 : 0) |
    (properties === undefined ? 0 : 64);
  return [
    ...varint(name),
    mask,
    ...varint(0),
    ...(properties === undefined ? [] : varint(properties)),
    ...list(results),
    ...list(operands),
    ...order.flatMap(varint),
    ...(regions.length > 0 ? [...varint(2 * regions.length), ...regions.flat()] : []),
  ];
}
/** A region of one block without arguments. */
const region = (values: number, ...ops: readonly (readonly number[])[]): number[] => [
  ...varint(1),
  ...varint(values),
  ...varint(2 * ops.length),
  ...ops.flat(),
];

describe("the verifier of an MLIR release", () => {
  const [MODULE, FUNC, RETURN, ADD, USE, YIELD] = [0, 1, 2, 3, 4, 5];
  const [I32, F32] = [0, 1];
  /**
   * Attributes: 1 "f", 2 the type () -> i32, 3 [{f = "f"}]. Records: 0 the module's, 1 func.func's, 3 one with attributes of
   * arguments.
   */
  function messages(...ops: readonly (readonly number[])[]): readonly string[] {
    const document = opened(
      mlirModule({
        version: 6,
        strings: ["f"],
        attributes: [
          varint(15),
          [...varint(2), ...varint(0)],
          [...varint(6), ...varint(2)],
          [...varint(0), ...varint(1), ...varint(4)],
          [...varint(1), ...varint(1), ...varint(1), ...varint(1)],
        ],
        types: [
          [...varint(0), ...varint(32 * 4)],
          [...varint(5)],
          [...varint(2), ...varint(0), ...varint(1), ...varint(I32)],
        ],
        ops: [
          ["builtin", ["module"]],
          ["func", ["func", "return"]],
          ["arith", ["addi"]],
          ["other", ["use"]],
          ["scf", ["yield"]],
        ],
        properties: [
          [...varint(0), ...varint(0)],
          [...varint(0), ...varint(2), ...varint(0), ...varint(0), ...varint(1), ...varint(0)],
          varint(0),
          [...varint(2 * 3 + 1), ...varint(2), ...varint(0), ...varint(0), ...varint(1), ...varint(0)],
        ],
        ir: [...varint(2), ...op(MODULE, { properties: 0, regions: [region(8, ...ops)] })],
      }),
    );
    void [...document.text({ fileName: "-" })].map(pieceText).join("");
    return document.problems().map(({ message }) => message);
  }
  const define = (type: number): number[] => op(USE, { results: [type] });

  it("refuses operands and results of types that definitions do not allow", () => {
    assert.deepEqual(messages(define(I32), op(ADD, { results: [I32], operands: [0, 0], properties: 2 })), []);
    assert.deepEqual(messages(define(F32), op(ADD, { results: [F32], operands: [0, 0], properties: 2 })), [
      "'arith.addi' op operand #0 must be signless-integer-like, but got 'f32'",
    ]);
    assert.deepEqual(messages(define(I32), op(ADD, { results: [F32], operands: [0, 0], properties: 2 })), [
      "'arith.addi' op requires the same type for all operands and results",
    ]);
  });
  it("refuses an op of other types after one with the same properties that was allowed", () => {
    const add = (result: number, operand: number): number[] =>
      op(ADD, { results: [result], operands: [operand, operand], properties: 2 });
    const sound = [add(I32, 0), add(I32, 0)];
    assert.deepEqual(messages(define(I32), define(F32), ...sound, add(F32, 0), add(F32, 1), ...sound), [
      "'arith.addi' op requires the same type for all operands and results",
      "'arith.addi' op operand #0 must be signless-integer-like, but got 'f32'",
    ]);
  });
  it("refuses functions that do not end, or do not return what their type says", () => {
    const func = (...body: readonly (readonly number[])[]): number[] =>
      op(FUNC, { properties: 1, regions: [region(2, ...body)] });
    assert.deepEqual(messages(func(define(I32), op(RETURN, { operands: [8] }))), []);
    assert.deepEqual(messages(func(define(F32), op(RETURN, { operands: [8] }))), [
      "type of return operand 0 ('f32') doesn't match function result type ('i32') in function @f",
    ]);
    assert.deepEqual(messages(func(op(RETURN))), [
      "'func.return' op has 0 operands, but enclosing function (@f) returns 1",
    ]);
    assert.deepEqual(messages(func(op(RETURN, { operands: [8] }), define(I32))), [
      "'func.return' op must be the last operation in the parent block",
      "operand #0 does not dominate this use",
    ]);
    assert.deepEqual(messages(func(op(YIELD))), [
      "'scf.yield' op expects parent op to be one of 'scf.execute_region, scf.for, scf.if, scf.index_switch, scf.while'",
    ]);
  });
  it("refuses attributes of arguments that name no dialect", () => {
    const body = region(2, define(I32), op(RETURN, { operands: [8] }));
    assert.deepEqual(messages(op(FUNC, { properties: 3, regions: [body] })), [
      "'func.func' op expects argument attribute array to have the same number of elements as the number of function arguments, got 1, but expected 0",
      "'func.func' op arguments may only have dialect attributes",
    ]);
  });
  it("refuses an order of uses that is none of a value's uses", () => {
    const use = (...operands: readonly number[]): number[] => op(USE, { operands });
    const inside = (...ops: readonly (readonly number[])[]): number[] => op(USE, { regions: [region(1, ...ops)] });
    const ordered = (...order: readonly number[]): number[] => op(USE, { results: [I32], order });
    const refused = ["parsed use-list orders were invalid and could not be applied"];
    const [ofTwo, ofThree] = [ordered(4, 1, 0), ordered(6, 2, 0, 1)];
    assert.deepEqual(messages(ofTwo, use(0), use(0)), []);
    assert.deepEqual(messages(ofThree, use(0), use(0)), refused);
    assert.deepEqual(messages(ofTwo, use(0, 0), use(0)), refused);
    assert.deepEqual(messages(ofThree, use(0)), [], "one use needs no order");
    const pairs = ordered(9, 0, 2, 2, 0);
    assert.deepEqual(messages(pairs, use(0), use(0, 0), use(0)), []);
    assert.deepEqual(messages(pairs, use(0), use(0)), refused);
    // Uses before the value, and in regions, which take the same numbers one after another.
    assert.deepEqual(messages(use(0), ofTwo, use(0)), []);
    assert.deepEqual(messages(inside(use(0)), inside(use(0)), ofTwo), []);
    assert.deepEqual(messages(inside(use(0)), ofThree, use(0)), refused);
    const local = (...ops: readonly (readonly number[])[]): number[] => inside(ofTwo, ...ops);
    assert.deepEqual(messages(local(use(8, 8)), local(use(8), use(8))), []);
    assert.deepEqual(messages(local(use(8, 8)), local(use(8, 8), use(8))), refused);
  });
  it("refuses a name that two ops of a symbol table have", () => {
    const func = op(FUNC, { properties: 1, regions: [region(2, define(I32), op(RETURN, { operands: [8] }))] });
    assert.deepEqual(messages(func, func), ["redefinition of symbol named 'f'"]);
  });
});

describe("an op that does not fit its place", () => {
  const [MODULE, GENERATE, YIELD, GET, USE, ASSIGN] = [0, 1, 2, 3, 4, 5];
  const [F32, TENSOR, MEMREF, LVALUE] = [0, 1, 2, 3];
  /** The problems of a module with an op, and where the op begins. */
  function problems(bad: readonly number[]): { readonly found: readonly unknown[]; readonly startBit: number } {
    const file = mlirModule({
      strings: ["g"],
      attributes: [varint(15), [...varint(2), ...varint(0)], [...varint(4), ...varint(1)], "affine_map<(d0) -> (d0)>"],
      types: [
        varint(5),
        [...varint(13), ...varint(1), ...varint(2 * 2), ...varint(F32)],
        [...varint(10), ...varint(1), ...varint(2 * 2), ...varint(F32), ...varint(3)],
        "!emitc.lvalue<f32>",
      ],
      ops: [
        ["builtin", ["module"]],
        ["tensor", ["generate", "yield"]],
        ["memref", ["get_global"]],
        ["other", ["use"]],
        ["emitc", ["assign"]],
      ],
      properties: [[...varint(0), ...varint(0)], varint(2)],
      ir: [...varint(2), ...op(MODULE, { properties: 0, regions: [region(1, bad)] })],
    });
    const document = opened(file);
    void [...document.text({ fileName: "-" })].map(pieceText).join("");
    const found = document.problems().map(({ code, message, startBit }) => [code, message, startBit]);
    return { found, startBit: 8 * Buffer.from(file).indexOf(Buffer.from(bad)) };
  }
  it("is told by its name, where it begins", () => {
    const { found, startBit } = problems(op(GET, { results: [MEMREF], properties: 1 }));
    const words = "'memref.get_global' op 'g' does not reference a valid global memref";
    assert.deepEqual(found, [["invalid-ir", words, startBit]]);
  });
  it("is told without its name if the reference does not name it", () => {
    const body = region(1, op(USE, { results: [F32] }), op(YIELD, { operands: [1] }));
    const { found, startBit } = problems(op(GENERATE, { results: [TENSOR], regions: [body] }));
    assert.deepEqual(found, [["invalid-ir", "must have one body argument per input dimension", startBit]]);
  });
  it("is told if it wants the result of an op, and gets the argument of a block", () => {
    const assignTo = (variable: number): readonly unknown[] => {
      const first = [...varint(2 * 1), ...op(USE, { results: [F32, LVALUE] })];
      const argument = [...varint(1), ...varint(2 * LVALUE), 0];
      const second = [...varint(2 * 2 + 1), ...argument, ...op(ASSIGN, { operands: [variable, 1] }), ...op(USE)];
      const body = [...varint(2), ...varint(3), ...first, ...second];
      return problems(op(USE, { regions: [body] })).found.map((problem) => (problem as unknown[])[1]);
    };
    assert.deepEqual(assignTo(2), []);
    assert.deepEqual(assignTo(3), ["'emitc.assign' op cannot assign to block argument"]);
  });
});

describe("the regions of an op", () => {
  const [MODULE, IF, YIELD, USE, SPIRV, FUNC] = [0, 1, 2, 3, 4, 5];
  const [I1] = [0];
  const EMPTY = varint(0);
  function messages(...ops: readonly (readonly number[])[]): readonly string[] {
    const file = mlirModule({
      attributes: [varint(15)],
      types: [[...varint(0), ...varint(1 * 4)]],
      ops: [
        ["builtin", ["module"]],
        ["scf", ["if", "yield"]],
        ["other", ["use"]],
        ["spirv", ["module", "func"]],
      ],
      properties: [[...varint(0), ...varint(0)]],
      ir: [...varint(2), ...op(MODULE, { properties: 0, regions: [region(2, ...ops)] })],
    });
    const document = opened(file);
    void [...document.text({ fileName: "-" })].map(pieceText).join("");
    return document.problems().map(({ message }) => message);
  }
  it("give its results: scf.if needs both for that", () => {
    const value = op(USE, { results: [I1] });
    const yielding = region(0, op(YIELD, { operands: [0] }));
    const both = op(IF, { results: [I1], operands: [0], regions: [yielding, yielding] });
    const one = op(IF, { results: [I1], operands: [0], regions: [yielding, EMPTY] });
    assert.deepEqual(messages(value, both), []);
    assert.deepEqual(messages(value, one), ["'scf.if' op must have an else block if defining values"]);
    assert.deepEqual(messages(value, op(IF, { operands: [0], regions: [region(0, op(YIELD)), EMPTY] })), []);
  });
  it("have none but its own dialect's ops in a module of SPIR-V", () => {
    const stranger = op(USE);
    const strangers = (...ops: readonly (readonly number[])[]): readonly string[] =>
      messages(...ops).filter((message) => message.includes("can only contain"));
    const inside = (name: number, ...ops: readonly (readonly number[])[]): number[] =>
      op(name, { regions: [region(0, ...ops)] });
    assert.deepEqual(strangers(stranger, inside(FUNC, stranger)), []);
    const words = "'spirv.module' can only contain spirv.* ops";
    assert.deepEqual(strangers(inside(SPIRV, stranger)), [words]);
    assert.deepEqual(strangers(inside(SPIRV, inside(FUNC, stranger))), [`functions in ${words}`]);
    assert.deepEqual(strangers(inside(SPIRV, inside(FUNC, inside(USE, stranger)))), [`functions in ${words}`]);
  });
});

describe("the text of an MLIR release", () => {
  function read(parts: Parameters<typeof mlirModule>[0]): {
    readonly text: string;
    readonly messages: readonly string[];
  } {
    const document = opened(mlirModule(parts));
    const text = [...document.text({ fileName: "-" })].map(pieceText).join("");
    return { text, messages: document.problems().map(({ message }) => message) };
  }
  /** A module without ops, with the dictionary `attributes[index]`. */
  const module = (index: number): number[] => [
    ...[...varint(2), ...varint(0), 0x11, ...varint(0), ...varint(index)],
    ...[...varint(2), ...region(0)],
  ];
  const I1 = [...varint(0), ...varint(1 * 4)];

  it("is a module with a label if a file has no op", () => {
    assert.equal(read({ ir: varint(0) }).text, '"builtin.module"() ({\n^bb0:\n}) : () -> ()\n\n');
  });
  it("has a bool that is true if any bit of its byte is set, since LLVM 20", () => {
    const parts = {
      version: 4,
      strings: ["a.b"],
      attributes: [
        varint(15),
        [...varint(1), ...varint(1), ...varint(2), ...varint(3)],
        [...varint(2), ...varint(0)],
        [...varint(8), ...varint(0), 2],
      ],
      types: [I1],
      ir: module(1),
    };
    assert.match(read(parts).text, /\{a\.b = true\}/);
    assert.match(read({ ...parts, producer: "MLIR19.1.7" }).text, /\{a\.b = false\}/);
  });
  it("refuses a module's attribute that names no dialect", () => {
    const attributes = [
      varint(15),
      [...varint(1), ...varint(1), ...varint(2), ...varint(2)],
      [...varint(2), ...varint(0)],
    ];
    const parts = { version: 4, attributes, ir: module(1) };
    assert.deepEqual(read({ ...parts, strings: ["ab"] }).messages, [
      "'builtin.module' op can only contain attributes with dialect-prefixed names, found: 'ab'",
    ]);
    for (const name of ["a.b", "sym_name"]) assert.deepEqual(read({ ...parts, strings: [name] }).messages, []);
  });
});
