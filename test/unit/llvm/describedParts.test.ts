/** What expressions may say about the variables that they describe. */
import assert from "node:assert/strict";
import { fragmentOf, startsWithEntryValue } from "../../../extension/formats/llvm/dwarf/expression";
import { nodeClass } from "../../../extension/formats/llvm/metadata/classes";
import { DescribedParts } from "../../../extension/formats/llvm/metadata/describedParts";
import type { NodeUpgrades } from "../../../extension/formats/llvm/metadata/upgrades";

const [ARGUMENT, FRAGMENT, ENTRY_VALUE] = [0x1005, 0x1000, 0x1003];

/** A node with some fields; the others are absent. */
function record(name: string, values: Readonly<Record<string, number | bigint>>): object {
  return { kind: "record", name, fields: (nodeClass(name)?.fields ?? []).map((field) => values[field]) };
}
function partsOf(nodes: readonly object[]): { readonly parts: DescribedParts; readonly asked: () => number } {
  let asked = 0;
  const upgrades = {
    release: 22,
    node: (id: number) => (asked++, nodes[id]),
    integerOf: (id: number) => (nodes[id] as { value?: bigint } | undefined)?.value,
    fieldOf: (node: { name: string; fields: readonly (number | undefined)[] }, name: string) =>
      node.fields[nodeClass(node.name)?.fields.indexOf(name) ?? -1],
  };
  return { parts: new DescribedParts(upgrades as unknown as NodeUpgrades), asked: () => asked };
}

describe("a part of a variable", () => {
  /** Whether a part of `size` bits at `offset` is refused for a variable of the type that is node 2. */
  function isRefused(offset: number, size: number, types: readonly object[], flags = 0): boolean {
    const expression = { kind: "expression", elements: [FRAGMENT, offset, size] };
    const { parts } = partsOf([record("DILocalVariable", { type: 2, flags }), expression, ...types]);
    return parts.isOutsideLocal(0, 1);
  }
  const INT = record("DIBasicType", { size: 32n });

  it("is inside it and not all of it", () => {
    assert.equal(isRefused(16, 16, [INT]), false);
    assert.equal(isRefused(16, 32, [INT]), true);
    assert.equal(isRefused(0, 32, [INT]), true);
  });
  it("is of the type that its type derives from", () => {
    const typedef = record("DIDerivedType", { size: 0n, baseType: 3 });
    assert.equal(isRefused(0, 16, [typedef, INT]), false);
    assert.equal(isRefused(0, 64, [typedef, INT]), true);
  });
  it("is of a type with a size in metadata", () =>
    assert.equal(isRefused(0, 64, [record("DIBasicType", { size: 3 }), { kind: "integer", value: 32n }]), true));
  it("is anything if the size is not known, or the variable artificial", () => {
    assert.equal(isRefused(0, 64, [record("DICompositeType", { size: 0n })]), false);
    assert.equal(isRefused(0, 64, [INT], 1 << 6), false);
  });
  it("is anything of a type that derives from itself", () =>
    assert.equal(isRefused(0, 64, [record("DIDerivedType", { size: 0n, baseType: 2 })]), false));
  it("is of a global variable too", () => {
    const pair = record("DIGlobalVariableExpression", { var: 1, expr: 2 });
    const variable = record("DIGlobalVariable", { type: 3 });
    const expression = { kind: "expression", elements: [FRAGMENT, 0, 64] };
    assert.equal(partsOf([pair, variable, expression, INT]).parts.isOutsideGlobal(0), true);
  });
  it("is found in time if many variables share a long chain of types", () => {
    const count = 20_000;
    const types = Array.from({ length: count }, (_, i) => record("DIDerivedType", { size: 0n, baseType: 2 + i }));
    const variables = Array.from({ length: count }, () => record("DILocalVariable", { type: 1 + count }));
    const expression = { kind: "expression", elements: [FRAGMENT, 0, 64] };
    const { parts, asked } = partsOf([expression, INT, ...types, ...variables]);
    for (let i = 0; i < count; i++) parts.isOutsideLocal(2 + count + i, 0);
    assert.ok(asked() < count * 10, `${asked()} nodes`);
  });
});

describe("an expression", () => {
  it("describes a part of 32 bits' numbers, if it is valid", () => {
    assert.deepEqual(fragmentOf([0x06, FRAGMENT, 2 ** 32 + 8, 16], 22), { offset: 8n, size: 16n });
    assert.equal(fragmentOf([FRAGMENT, 8, 16, 0x06], 22), undefined);
    assert.equal(fragmentOf([0x06], 22), undefined);
  });
  it("starts with an entry value, since LLVM 18 also after an argument", () => {
    assert.equal(startsWithEntryValue([ENTRY_VALUE, 1], 17), true);
    assert.equal(startsWithEntryValue([0x06], 17), false);
    assert.deepEqual(
      ([17, 18] as const).map((release) => startsWithEntryValue([ARGUMENT, 0, ENTRY_VALUE, 1], release)),
      [false, true],
    );
  });
});
