import assert from "node:assert/strict";
import { AttributeFitter } from "../../../extension/formats/llvm/attributes/fit";
import { AttributeTable, FUNCTION_INDEX } from "../../../extension/formats/llvm/attributes/reader";
import { AttributeSets } from "../../../extension/formats/llvm/attributes/set";
import { attributePrinter, floatClassesText } from "../../../extension/formats/llvm/attributes/text";
import type { Release } from "../../../extension/formats/llvm/ir/releases";
import type { Type } from "../../../extension/formats/llvm/ir/types";
import { TypeInterner } from "../../../extension/formats/llvm/ir/interner";

const types = new TypeInterner();
const { i32 } = types;
const pointer = types.pointer(i32, 0);
const typeText = (type: Type): string => (type.kind === "integer" ? `i${type.width}` : "ptr");

function record(...values: (number | bigint)[]) {
  const value = (i: number): number => Number(values[i] ?? 0);
  return { startBit: 0, length: values.length, value, big: (i: number) => BigInt(values[i] ?? 0) };
}
const chars = (text: string): number[] => [...text].map((c) => c.charCodeAt(0));

/** The attribute set of one group with this index, read for a release. */
function groupSet(release: Release, index: number, ...attributes: (number | bigint)[]) {
  const table = new AttributeTable(release, () => i32);
  assert.equal(table.readGroup(3, record(1, index, ...attributes)), undefined);
  assert.equal(table.readList(2, record(1)), undefined);
  const list = table.list(1)!;
  return index === FUNCTION_INDEX ? list.functionSet! : index === 0 ? list.returnSet! : list.paramSets[index - 1]!;
}
function inPlace(release: Release, index: number, ...attributes: (number | bigint)[]): string {
  return attributePrinter({ release, typeText }).inPlace(groupSet(release, index, ...attributes));
}

describe("attributes", () => {
  it("sorts by class, then by the reference's names, then strings by key", () => {
    const set = groupSet(
      22,
      0xffffffff,
      4,
      ...chars("b"),
      0,
      ...chars("x"),
      0,
      3,
      ...chars("a"),
      0,
      1,
      25,
      8,
      0,
      18,
      0,
      2,
    );
    const printer = attributePrinter({ release: 22, typeText });
    assert.equal(printer.group(set), 'alwaysinline nounwind alignstack=8 "a" "b"="x"');
    assert.equal(printer.comment(set), "alwaysinline nounwind alignstack(8)");
  });
  it("adds up what several groups of a list state about one place", () => {
    const table = new AttributeTable(22, () => i32);
    // align 8, then noalias; align 4 in a third group replaces the first.
    assert.equal(table.readGroup(3, record(1, 1, 1, 1, 8)), undefined);
    assert.equal(table.readGroup(3, record(2, 1, 0, 9)), undefined);
    assert.equal(table.readGroup(3, record(3, 1, 1, 1, 4)), undefined);
    assert.equal(table.readList(2, record(1, 2, 3)), undefined);
    const set = table.list(1)?.paramSets[0];
    assert.equal(set && attributePrinter({ release: 22, typeText }).inPlace(set), "noalias align 4");
  });
  it("folds readnone and similar attributes of functions, but not of parameters, into memory since LLVM 16", () => {
    assert.equal(inPlace(15, 0xffffffff, 0, 21, 0, 45), "argmemonly readonly");
    assert.equal(inPlace(16, 0xffffffff, 0, 21, 0, 45), "memory(argmem: read)");
    assert.equal(inPlace(22, 0xffffffff, 0, 21), "memory(read)");
    assert.equal(inPlace(22, 1, 0, 21), "readonly");
  });
  it("reads the layouts of memory", () => {
    assert.equal(inPlace(19, 0xffffffff, 1, 86, 0b010101), "memory(read)");
    assert.equal(inPlace(21, 0xffffffff, 1, 86, 0b010101), "memory(read)");
    assert.equal(inPlace(22, 0xffffffff, 1, 86, 0b010101), "memory(read, target_mem0: none, target_mem1: none)");
    assert.equal(inPlace(22, 0xffffffff, 1, 86, (1n << 56n) | 0n), "memory(none)");
    assert.equal(inPlace(22, 0xffffffff, 1, 86, (1n << 56n) | 0b110000n), "memory(errnomem: readwrite)");
  });
  it("turns nocapture into captures(none) since LLVM 21", () => {
    assert.equal(inPlace(19, 1, 0, 11), "nocapture");
    assert.equal(inPlace(21, 1, 0, 11), "captures(none)");
    assert.equal(inPlace(22, 1, 1, 102, 0x33), "captures(address)");
    assert.equal(inPlace(22, 1, 1, 102, 0x0f), "captures(ret: address, provenance)");
    assert.equal(inPlace(22, 1, 1, 102, 0x3c), "captures(address, ret: provenance)");
  });
  it("prints numbers, ranges and classes", () => {
    assert.equal(inPlace(22, 1, 1, 1, 16, 1, 41, 8), "align 16 dereferenceable(8)");
    assert.equal(inPlace(22, 1, 1, 1, 1n << 32n, 1, 41, 8), "dereferenceable(8)", "an alignment has 32 bits");
    assert.equal(inPlace(22, 0xffffffff, 1, 51, (1n << 32n) | 0xffffffffn), "allocsize(1)");
    assert.equal(inPlace(22, 0xffffffff, 1, 82, 9), 'allockind("alloc,uninitialized")');
    assert.equal(inPlace(22, 0, 7, 92, 8, 6, 5), "range(i8 3, -2)");
    assert.equal(inPlace(22, 1, 8, 94, 2, 64, 0, 8, 16, 24), "initializes((0, 4), (8, 12))");
    assert.equal(inPlace(22, 1, 1, 87, 0x207), "nofpclass(nan inf)");
    assert.equal(inPlace(15, 0xffffffff, 0, 33, 1, 74, (1n << 32n) | 16n), "uwtable vscale_range(1,16)");
  });
  it("names no class of a mask that has only others", () =>
    assert.deepEqual([0n, 2048n, 2049n].map(floatClassesText), ["none", "", "snan"]));
  it("unpacks the masks used before LLVM 3.3", () => {
    const table = new AttributeTable(9, () => undefined);
    table.readList(1, record(1, (1n << 32n) | (16n << 16n) | 128n, 0xffffffff, 1n << 5n));
    const printer = attributePrinter({ release: 9, typeText });
    const list = table.list(1)!;
    assert.equal(printer.inPlace(list.paramSets[0]!), "nocapture byval align 16");
    assert.equal(printer.inPlace(list.functionSet!), "nounwind");
  });
  it("reads the mask's uwtable without a kind, which LLVM 19 and later print as sync", () => {
    const texts = ([14, 15, 19, 23] as const).map((release) => {
      const table = new AttributeTable(release, () => undefined);
      table.readList(1, record(0xffffffff, 1n << 41n));
      return attributePrinter({ release, typeText }).inPlace(table.list(1)!.functionSet!);
    });
    assert.deepEqual(texts, ["uwtable", "uwtable", "uwtable(sync)", "uwtable(sync)"]);
  });
  it("prints other kinds of uwtable as each release does", () => {
    assert.equal(inPlace(15, 0xffffffff, 1, 33, 1), "uwtable(sync)");
    assert.equal(inPlace(22, 0xffffffff, 1, 33, 2), "uwtable");
    assert.equal(inPlace(15, 0xffffffff, 1, 33, 3), "uwtable(async)");
    assert.equal(inPlace(22, 0xffffffff, 1, 33, 3), "uwtable(sync)");
  });
  it("refuses effects on memory since memory(…), but where a function's become that", () => {
    const faults = ([15, 16, 23] as const).map((release) => {
      const table = new AttributeTable(release, () => undefined);
      return [1, 0xffffffff].map((index) => table.readGroup(3, record(1, index, 0, 50)));
    });
    const fault = "Unknown attribute kind (50)";
    assert.deepEqual(faults, [
      [undefined, undefined],
      [fault, undefined],
      [fault, undefined],
    ]);
    assert.equal(new AttributeTable(16, () => undefined).readGroup(3, record(1, 0xffffffff, 1, 50, 0)), fault);
    assert.equal(new AttributeTable(23, () => undefined).readGroup(3, record(1, 1, 0, 52)), undefined);
  });
  it("refuses kinds that the release does not know", () => {
    const faults = [91, 102].map((highest) =>
      new AttributeTable(18, () => undefined, undefined, highest).readGroup(3, record(1, 1, 1, 102, 0)),
    );
    assert.deepEqual(faults, ["Unknown attribute kind (102)", undefined]);
  });
  it("moves the function's attributes of LLVM 2.x from the return value's index", () => {
    const table = new AttributeTable(3, () => undefined);
    table.readList(1, record(0, (1n << 5n) | 1n));
    const printer = attributePrinter({ release: 3, typeText });
    assert.equal(printer.inPlace(table.list(1)!.returnSet!), "zeroext");
    assert.equal(printer.inPlace(table.list(1)!.functionSet!), "nounwind");
  });
  it("renames strings since LLVM 11", () => {
    const key = [4, ...chars("no-frame-pointer-elim"), 0, ...chars("true"), 0];
    assert.equal(inPlace(9, 0xffffffff, ...key), '"no-frame-pointer-elim"="true"');
    assert.equal(inPlace(11, 0xffffffff, ...key), '"frame-pointer"="all"');
  });
  it("adds types and drops what the type cannot have", () => {
    const sets = new AttributeSets();
    const table = new AttributeTable(13, () => undefined, sets);
    table.readGroup(3, record(1, 1, 0, 29, 0, 9));
    table.readGroup(3, record(2, 2, 0, 9, 0, 68));
    table.readList(2, record(1, 2));
    const type = types.function(i32, [pointer, i32], false);
    const fitted = new AttributeFitter(sets, 13).fit(table.list(1)!, type);
    const printer = attributePrinter({ release: 13, typeText });
    assert.equal(printer.inPlace(fitted.paramSets[0]!), "noalias sret(i32)");
    assert.equal(printer.inPlace(fitted.paramSets[1]!), "noundef");
  });
  it("reports what is wrong with a record and keeps what it could read", () => {
    const table = new AttributeTable(22, () => undefined);
    assert.match(table.readGroup(3, record(1, 0xffffffff, 0, 18, 0, 999))!, /Unknown attribute kind \(999\)/);
    assert.match(table.readGroup(3, record(2, 0xffffffff, 0, 18, 0, 95))!, /Unknown attribute kind \(95\)/);
    table.readList(2, record(1));
    assert.equal(
      attributePrinter({ release: 22, typeText }).inPlace(table.list(1)!.functionSet!),
      "nounwind attribute(999)",
    );
    assert.match(table.readGroup(3, record(2, 0, 1))!, /ends within/);
    // A group that there is none of is an empty one, as in the reference.
    assert.equal(table.readList(2, record(77)), undefined);
  });

  it("refuses attributes in a form that is not theirs", () => {
    const table = new AttributeTable(23, () => undefined);
    const refused = (...attribute: readonly number[]): string | undefined =>
      table.readGroup(3, record(1, 0xffffffff, ...attribute));
    assert.equal(refused(1, 18, 7), "Not an int attribute");
    assert.equal(refused(0, 41), "Not an enum attribute");
    assert.equal(refused(6, 18, 0), "Not a type attribute");
    assert.equal(refused(7, 18, 32, 0, 2), "Not a ConstantRange attribute");
    assert.equal(refused(8, 18, 0, 32), "Not a constant range list attribute");
    // Numbers that a later release made of flags: uwtable and dead_on_return.
    for (const [kind, before, since] of [
      [33, 14, 15],
      [103, 22, 23],
    ] as const) {
      const read = (release: 14 | 15 | 22 | 23): string | undefined =>
        new AttributeTable(release, () => undefined).readGroup(3, record(1, 0xffffffff, 1, kind, 8));
      assert.equal(read(before), "Not an int attribute");
      assert.equal(read(since), undefined);
    }
    // What was a flag once, and what are numbers now.
    for (const attribute of [
      [0, 18],
      [0, 3],
      [0, 33],
      [1, 41, 8],
      [5, 3],
    ])
      assert.equal(refused(...attribute), undefined, attribute.join(" "));
  });
});
