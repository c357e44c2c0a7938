/** Constants after reading: numbers, and expressions that fold to numbers. */
import assert from "node:assert/strict";
import { TypeInterner } from "../../../extension/formats/llvm/ir/interner";
import type { Release } from "../../../extension/formats/llvm/ir/releases";
import type { Value } from "../../../extension/formats/llvm/ir/values";
import { ValueTable } from "../../../extension/formats/llvm/ir/valueTable";
import type { ConstantStore } from "../../../extension/formats/llvm/read/constants/block";
import { ConstantsReader } from "../../../extension/formats/llvm/read/constants/block";
import { ProblemList } from "../../../extension/formats/llvm/stream/blocks";
import type { Record } from "./stream";
import { enteredBlock } from "./stream";

const CONSTANTS = 11;
const types = new TypeInterner();
const TABLE = [
  types.i32,
  types.integer(65),
  types.opaquePointer,
  types.i64,
  types.simple("float"),
  types.vector(types.i32, 4, false),
  types.vector(types.simple("float"), 2, false),
  types.integer(128),
  types.simple("ppc_fp128"),
];
const [I32, I65, PTR, I64, FLOAT, V4I32, V2FLOAT, I128, PPC] = [0, 1, 2, 3, 4, 5, 6, 7, 8];
/** A number as a signed VBR. */
const integer = (value: bigint): Record => [4, value < 0n ? (-value << 1n) | 1n : value << 1n];
const settype = (type: number): Record => [1, type];
const binary = (opcode: number, left: number, right: number): Record => [10, opcode, left, right];
const cast = (opcode: number, type: number, operand: number): Record => [11, opcode, type, operand];

function read(records: readonly Record[], release: Release, literal = false): (Value | undefined)[] {
  const values = new ValueTable();
  const reader = new ConstantsReader(
    TABLE,
    values,
    types,
    new ProblemList(),
    release,
    literal,
    (index) => TABLE[index],
  );
  reader.read(enteredBlock(CONSTANTS, records), ["module"]);
  return Array.from({ length: values.length }, (_, id) => values.at(id));
}
const numbers = (values: readonly (Value | undefined)[]): unknown[] =>
  values.map((value) => (value?.kind === "integer" ? Number(value.value) : value?.kind));

describe("a constant expression of numbers", () => {
  const sum = [settype(I32), integer(5n), integer(-7n), binary(0, 0, 1)];
  it("is a number", () => assert.deepEqual(numbers(read(sum, 22)), [5, -7, -2]));
  const OPERATIONS: readonly (readonly [string, number, bigint, bigint, number | "expression"])[] = [
    ["sub", 1, 5n, -7n, 12],
    ["mul", 2, 5n, -7n, -35],
    ["mul, which wraps", 2, 1n << 30n, 4n, 0],
    ["udiv", 3, -7n, 2n, 0x7ffffffc],
    ["udiv by zero", 3, 5n, 0n, "expression"],
    ["sdiv, towards zero", 4, -7n, 2n, -3],
    ["sdiv by zero", 4, 5n, 0n, "expression"],
    ["urem", 5, -7n, 4n, 1],
    ["urem by zero", 5, 5n, 0n, "expression"],
    ["srem, with the sign of the left", 6, -7n, 4n, -3],
    ["srem by zero", 6, 5n, 0n, "expression"],
    ["shl", 7, 3n, 31n, -(2 ** 31)],
    ["shl by the width", 7, 3n, 32n, "expression"],
    ["shl by less than nothing", 7, 3n, -1n, "expression"],
    ["lshr", 8, -8n, 1n, 0x7ffffffc],
    ["lshr by the width", 8, -8n, 32n, "expression"],
    ["ashr", 9, -8n, 1n, -4],
    ["ashr by the width", 9, -8n, 32n, "expression"],
    ["and", 10, -7n, 5n, 1],
    ["or", 11, -7n, 5n, -3],
    ["xor", 12, -7n, 5n, -4],
  ];
  for (const [name, opcode, left, right, result] of OPERATIONS)
    it(`of ${name}: ${left} and ${right} give ${result}`, () => {
      const records = [settype(I32), integer(left), integer(right), binary(opcode, 0, 1)];
      assert.deepEqual(numbers(read(records, 13)).at(-1), result);
    });
  it("is the number widened or cut by a cast", () => {
    const records = [settype(I32), integer(-2n), settype(I64), cast(1, I32, 0), cast(2, I32, 0)];
    const more = [integer((1n << 33n) + 5n), settype(I32), cast(0, I64, 3)];
    assert.deepEqual(numbers(read([...records, ...more], 13)), [-2, 0xfffffffe, -2, 2 ** 33 + 5, 5]);
  });
  it("remains an expression if the file is shown as it is", () =>
    assert.deepEqual(numbers(read(sum, 22, true)), [5, -7, "expression"]));
  it("is a number in either order of operands", () =>
    assert.deepEqual(numbers(read([settype(I32), binary(12, 2, 2), binary(12, 0, 2), integer(6n)], 18)), [0, 6, 6]));
  it("remains for instructions if the release does not have the operation", () =>
    assert.deepEqual(numbers(read([settype(I32), integer(3n), binary(2, 0, 0)], 21)), [3, "expression"]));
  it("terminates if it is its own operand", () =>
    assert.deepEqual(numbers(read([settype(I32), binary(12, 0, 1), binary(12, 1, 0)], 18)), [
      "expression",
      "expression",
    ]));
  it("is a number if casts reinterpret a number's bits, even as what they are", () => {
    const bits = [settype(FLOAT), [6, 0xbf800000], settype(I32), cast(11, FLOAT, 0), cast(11, I32, 1)];
    assert.deepEqual(numbers(read([...bits, binary(0, 2, 2)], 17)), ["float", -0x40800000, -0x40800000, 0x7f000000]);
    const [, float] = read([settype(I32), integer(1n << 30n), settype(FLOAT), cast(11, I32, 0)], 17);
    assert.equal(float?.kind === "float" && float.bits, 1n << 30n);
  });
  it("is no number if a cast would tell which of the two doubles of a number comes first", () => {
    const records = [
      settype(PPC),
      [6, 1, 0],
      settype(I128),
      integer(1n),
      cast(11, PPC, 0),
      settype(PPC),
      cast(11, I128, 1),
    ];
    assert.deepEqual(numbers(read(records, 23)), ["float", 1, "expression", "expression"]);
  });
  it("is a number if a cast reinterprets the bits of a vector that are all set", () => {
    const [ones, others] = [0xffffffff, 0xfffffffe];
    const vectors = [settype(V2FLOAT), [22, ones, ones], [22, ones, others]];
    const records = [...vectors, settype(I64), cast(11, V2FLOAT, 0), cast(11, V2FLOAT, 1)];
    assert.deepEqual(numbers(read(records, 21)), ["data", "data", -1, "expression"]);
    assert.deepEqual(numbers(read(records, 19)), ["data", "data", "expression", "expression"]);
  });
  it("of null is null", () => {
    const records = [settype(I64), [2], settype(PTR), cast(10, I64, 0), settype(I32), cast(0, I64, 0)];
    assert.deepEqual(numbers(read(records, 22)), ["null", "null", 0]);
  });
});

describe("an integer of more than 64 bits", () => {
  it("has zeros above the word of its record", () => {
    const [value] = read([settype(I65), integer(-1n)], 21);
    assert.equal(value?.kind === "integer" && BigInt(value.value), (1n << 64n) - 1n);
  });
});

describe("the record of a constant", () => {
  const SHORT: readonly (readonly [string, Record])[] = [
    ["Invalid integer const record", [4]],
    ["Invalid float const record", [6]],
    ["Invalid aggregate record", [7]],
    ["Invalid string record", [9]],
    ["Invalid constexpr binop record", [10, 0, 1]],
    ["Invalid constexpr cast record", [11, 0, 0]],
    ["Invalid constexpr gep record", [32, I64, 0, PTR, 0, I32]],
    ["Constant GEP record must have at least two elements", [32, I32, 0]],
    ["Invalid constexpr select record", [13, 0, 1]],
    ["Invalid constexpr extractelement record", [14, V4I32, 0]],
    ["Invalid constexpr insertelement record", [15, 0, 1]],
    ["Invalid constexpr shufflevector record", [16, 0, 1]],
    ["Invalid constexpr cmp record", [17, I32, 0, 1]],
    ["Invalid blockaddress record", [21, PTR, 0]],
    ["Invalid data record", [22]],
    ["Invalid inlineasm record", [30, I32, 0, 3, 97, 98]],
  ];
  for (const [message, record] of SHORT)
    it(`${record.join(" ")} is refused: ${message}; its value is undef`, () => {
      const problems = new ProblemList();
      const values = new ValueTable();
      const reader = new ConstantsReader(TABLE, values, types, problems, 22, true, (index) => TABLE[index]);
      reader.read(enteredBlock(CONSTANTS, [settype(I32), record]), ["module"]);
      assert.deepEqual(
        problems.list.map((problem) => problem.message),
        [message],
      );
      assert.equal(values.at(0)?.kind, "undef");
    });
  it("says by its length whether it states the source element type of a getelementptr", () => {
    const [, stated, ranged] = read(
      [settype(PTR), [2], [20, I64, PTR, 0, I32, 0], [24, I32, 3, PTR, 0, I32, 0]],
      18,
      true,
    );
    assert.ok(stated?.kind === "expression" && ranged?.kind === "expression");
    assert.deepEqual([stated.sourceType, stated.operands, stated.flags], [types.i64, [0, 0], "inbounds"]);
    assert.deepEqual([ranged.sourceType, ranged.inRange, ranged.flags], [types.i32, { index: 1 }, "inbounds"]);
  });
  it("names the index of an element after its type, or alone in old files", () => {
    const [typed, alone] = read([settype(V4I32), [15, 1, 2, I64, 7], [15, 1, 2, 7]], 22, true);
    assert.deepEqual(
      [typed, alone].map((value) => value?.kind === "expression" && value.operands),
      [
        [1, 2, 7],
        [1, 2, 7],
      ],
    );
  });
});

describe("constants that are made when they are asked for", () => {
  const wide = Array.from({ length: 9 }, (_, i) => 2 ** 40 + i);
  const records: readonly Record[] = [
    settype(I32),
    integer(5n),
    [4],
    [7],
    [7, ...wide],
    [9, ...wide],
    [22, ...wide],
    [12, 1],
    [12, I32, PTR, 0, PTR, 1, PTR, 0],
    [12, 99, PTR, 0, PTR, 1, PTR, 0],
    settype(PTR),
    integer(1n),
    [22, 1],
    [99],
    settype(77),
  ];
  /** The problems of the records, and where each constant is if there is a store. */
  const problemsOf = (store?: ConstantStore): unknown => {
    const problems = new ProblemList();
    const constants = new ConstantsReader(
      TABLE,
      new ValueTable(),
      types,
      problems,
      22,
      true,
      (index) => TABLE[index],
      store,
    );
    for (const steps = constants.inSteps(enteredBlock(CONSTANTS, records), ["module"]); !steps.next().done;);
    return problems.list;
  };
  it("are checked as if they had been made", () => {
    const lengths: number[] = [];
    const problems = problemsOf({
      addConstant: ({ record }) => void lengths.push(record.length),
      pass: () => 0,
    });
    assert.deepEqual(problems, problemsOf());
    assert.ok((problems as readonly unknown[]).length > 4);
    const defining = records.filter(([code]) => code !== 1);
    assert.deepEqual(
      lengths,
      defining.map((record) => record.length - 1),
    );
  });
});
