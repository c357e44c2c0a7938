import assert from "node:assert/strict";
import { FieldReader, readersByCode } from "../../../extension/formats/llvm/spec/fieldReader";
import type { RecordSpecification } from "../../../extension/formats/llvm/spec/form";
import {
  character,
  field,
  flag,
  number,
  packed,
  record,
  rest,
  signed,
  times,
  when,
} from "../../../extension/formats/llvm/spec/form";
import { plainSurroundings } from "../../../extension/formats/llvm/spec/layout";

function fieldsOf(specification: RecordSpecification, operands: readonly number[], version = 0, tooShort?: string) {
  const value = (i: number): number => operands[i] ?? 0;
  const operandsRead = { length: operands.length, value, big: (i: number) => BigInt(value(i)) };
  return new FieldReader(operandsRead, specification, plainSurroundings(22, version), tooShort);
}

const LIST = record(
  "LIST",
  field("first", number),
  when({ summary: 5 }, [field("since 5", number)]),
  field("count", number),
  times("count", field("element", number)),
  rest(field("offset", signed)),
);
const FLAGS = record("FLAGS", field("flags", packed({ name: "low", width: 3 }, flag("set"))));
const TEXT = record("TEXT", { part: "string", name: "key" }, rest(field("char", character)));

describe("reading a record by the names of its fields", () => {
  it("takes the fields that the version has, lists and signed numbers", () => {
    const fields = fieldsOf(LIST, [7, 2, 30, 40, 3], 4);
    assert.deepEqual([fields.number("first"), fields.number("since 5"), fields.number("count")], [7, 0, 2]);
    assert.deepEqual(fields.numbers("element"), [30, 40]);
    assert.equal(fields.signed("offset"), -1n);
    assert.equal(fields.left, 0);
    assert.equal(fieldsOf(LIST, [7, 9, 0], 5).has("first"), true);
  });
  it("takes a field that is missing at the end for zero, or for a fault where the reference does", () => {
    assert.equal(fieldsOf(LIST, []).number("first"), 0);
    assert.throws(() => fieldsOf(LIST, [], 0, "too short").number("first"), { message: "too short" });
  });
  it("throws if a reader asks for a field that is not specified, or before its turn", () => {
    assert.throws(() => fieldsOf(LIST, [1, 0]).number("frist"), /LIST has no field frist/);
    assert.throws(() => fieldsOf(LIST, [1, 0]).number("count"), /count is read too early/);
  });
  it("names the bits of a packed number", () => {
    const bits = fieldsOf(FLAGS, [13]).packed("flags");
    assert.deepEqual([bits.get("low"), bits.has("set")], [5, true]);
    assert.throws(() => bits.get("high"), /no bits high/);
    assert.equal(fieldsOf(FLAGS, []).packed("flags").has("set"), false);
  });
  it("reads characters up to a zero, and up to the end", () => {
    const fields = fieldsOf(TEXT, [97, 98, 0, 99]);
    assert.deepEqual([fields.string("key"), fields.text("char")], ["ab", "c"]);
    assert.throws(() => fieldsOf(TEXT, [97], 0, "too short").string("key"), { message: "too short" });
  });
  it("arranges readers by the codes of records, and refuses a name that no record has", () => {
    assert.deepEqual(readersByCode({ 3: LIST, 4: FLAGS }, { FLAGS: "read" }), { 4: "read" });
    assert.throws(() => readersByCode({ 3: LIST }, { FLAG: "read" }), /no record FLAG/);
  });
});
