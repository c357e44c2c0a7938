/** What the reference's verifier refuses in lists of named metadata, by lists made for it. */
import assert from "node:assert/strict";
import type { Metadata } from "../../../extension/formats/llvm/ir/metadata";
import type { Release } from "../../../extension/formats/llvm/ir/releases";
import { brokenList } from "../../../extension/formats/llvm/upgrade/verify/module";

const string = (text: string): Metadata => ({ kind: "string", text });
const integer = (value: bigint, bits = 32): Metadata => ({ kind: "integer", value, bits });
const tuple = (...operands: number[]): Metadata => ({ kind: "tuple", distinct: false, operands });

/** What is wrong with a list of nodes among these. */
function fault(release: Release, name: string, list: readonly number[], nodes: readonly Metadata[]) {
  return brokenList({
    release,
    values: { at: () => undefined, typeOf: () => undefined, isSameType: () => true },
    globals: [],
    metadata: { named: [{ name, nodes: list }], node: (id) => nodes[id] },
  });
}

describe("llvm.errno.tbaa", () => {
  // !{!1, !1, i64 0}, where !1 is !{!"int", !{!"root"}, i64 0}.
  const tag = (offset: bigint): readonly Metadata[] => [
    tuple(1, 1, 2),
    tuple(3, 4, 5),
    integer(offset, 64),
    string("int"),
    tuple(6),
    integer(0n, 64),
    string("root"),
  ];
  it("has tags of accesses, which are checked since LLVM 22", () => {
    assert.equal(fault(22, "llvm.errno.tbaa", [0], tag(0n)), undefined);
    assert.match(fault(22, "llvm.errno.tbaa", [0], tag(8n)) ?? "", /invalid tag/);
    assert.equal(fault(21, "llvm.errno.tbaa", [0], tag(8n)), undefined);
  });
  it("is not empty", () => {
    assert.match(fault(23, "llvm.errno.tbaa", [], []) ?? "", /must have at least one operand/);
    assert.equal(fault(21, "llvm.errno.tbaa", [], []), undefined);
  });
});

describe("flags of signed constructors", () => {
  const START = "ptrauth-init-fini";
  /** What is wrong with flags: the name and value of each. */
  function flags(release: Release, ...pairs: readonly (readonly [name: string, value: Metadata])[]) {
    const nodes = pairs.flatMap(([name, value], i) => [
      tuple(4 * i + 1, 4 * i + 2, 4 * i + 3),
      integer(1n),
      string(name),
      value,
    ]);
    const list = pairs.map((_, i) => 4 * i);
    return fault(release, "llvm.module.flags", list, nodes);
  }
  it("are 0 or 1 since LLVM 23", () => {
    assert.equal(flags(23, [START, integer(1n)]), undefined);
    assert.equal(flags(23, [START, integer(-1n, 1)]), undefined);
    assert.match(flags(23, [START, integer(2n)]) ?? "", /must be 0 or 1/);
    assert.match(flags(23, [START, string("1")]) ?? "", /expects integer value/);
    assert.equal(flags(22, [START, integer(2n)]), undefined);
  });
  it("have behaviours that are unsigned", () => {
    const nodes = [tuple(1, 2, 3), integer(-1n, 1), string("flag"), integer(2n)];
    assert.equal(fault(19, "llvm.module.flags", [0], nodes), undefined);
    assert.match(
      fault(19, "llvm.module.flags", [0], [tuple(3, 2, 1), ...nodes.slice(1, 3), integer(-1n)]) ?? "",
      /beh/,
    );
  });
  it("sign the place of a constructor only if they sign the constructor", () => {
    const place = `${START}-address-discrimination`;
    assert.equal(flags(23, [place, integer(0n)]), undefined);
    assert.equal(flags(23, [place, integer(1n)], [START, integer(1n)]), undefined);
    assert.match(flags(23, [place, integer(1n)]) ?? "", /requires ptrauth-init-fini/);
    assert.match(flags(23, [place, integer(1n)], [START, integer(0n)]) ?? "", /requires ptrauth-init-fini/);
  });
});
