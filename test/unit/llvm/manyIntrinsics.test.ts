/** The work for many intrinsics of older releases grows with their number, not with its square. */
import assert from "node:assert/strict";
import { pieceText } from "../../../extension/document/byteText";
import { Global } from "../../../extension/formats/llvm/read/globalValues";
import { Naming } from "../../../extension/formats/llvm/upgrade/calls/mangling";
import { TypeInterner } from "../../../extension/formats/llvm/ir/interner";
import type { Type } from "../../../extension/formats/llvm/ir/types";
import { allEntries } from "../../../extension/kit/entryWalk";
import { columnText } from "../../../extension/document/token";
import { HOSTILE } from "../../support/hostile";
import { opened } from "../../support/tiling";

const FEW = 100;
const MANY = 4 * FEW;

/** What a prototype has, and how much work a call of it is: one unless told. */
interface Counted {
  readonly of: object;
  readonly name: string | symbol;
  readonly weigh?: (self: unknown) => number;
}

/** The work of the calls of something while `run` runs. */
function workOf({ of, name, weigh = () => 1 }: Counted, run: () => void): number {
  const own = Object.getOwnPropertyDescriptor(of, name) ?? {};
  const original: unknown = own.get ?? own.value;
  assert.ok(typeof original === "function");
  let count = 0;
  const counted = function (this: unknown, ...args: readonly unknown[]): unknown {
    count += weigh(this);
    return Reflect.apply(original, this, args) as unknown;
  };
  Object.defineProperty(of, name, own.get ? { ...own, get: counted } : { ...own, value: counted });
  try {
    run();
  } finally {
    Object.defineProperty(of, name, own);
  }
  return count;
}

/** How many times as much work the text of four times as many is. */
function growth(kind: string, counted: Counted): number {
  const work = (count: number): number => {
    const document = opened(HOSTILE[kind]?.(count) ?? new Uint8Array());
    return workOf(counted, () => assert.ok([...document.text({ fileName: "" })].length > 0));
  };
  return work(MANY) / work(FEW);
}

describe("many old intrinsics", () => {
  for (const kind of ["intrinsicsOfTypes.bc", "unnamedStructs.bc"])
    it(`of the kind ${kind} are found by their names without a search`, () => {
      assert.ok(growth(kind, { of: Global.prototype, name: "name" }) < 5);
    });
  it("do not count in a body that calls one of them", () => {
    assert.ok(growth("calledIntrinsics.bc", { of: Map.prototype, name: "get" }) < 5);
  });
  it("are numbered in the order in which their types come", () => {
    const document = opened(HOSTILE["unnamedStructs.bc"]?.(3) ?? new Uint8Array());
    const text = [...document.text({ fileName: "" })].map(pieceText).join("");
    for (const [number, width] of [1, 2, 3].entries())
      assert.ok(text.includes(`declare %0 @llvm.vector.reduce.add.s_s.${number}(%0, i${width})`), text);
  });
});

it("a type that doubles with each step has a name of limited length", () => {
  const interner = new TypeInterner();
  let type: Type = interner.integer(32);
  for (let step = 0; step < 18; step++) type = interner.struct([type, type], false);
  const { length } = new Naming(true, 21).mangled(type);
  assert.ok(length > 2 ** 16 && length < 2 ** 18, String(length));
});

describe("what a body has many of", () => {
  it("edges that constants are made on are replaced together", () => {
    const weigh = (list: unknown): number => (Array.isArray(list) ? list.length : 0);
    assert.ok(growth("goneOnEdges.bc", { of: Array.prototype, name: "map", weigh }) < 5);
  });
  it("relocations find their statepoints without a search", () => {
    assert.ok(growth("relocations.bc", { of: Array.prototype, name: Symbol.iterator }) < 5);
  });
  it("constants that would become very many instructions stay, and this is said once", () => {
    const document = opened(HOSTILE["goneConstants.bc"]?.(300) ?? new Uint8Array());
    const text = [...document.text({ fileName: "" })].map(pieceText).join("");
    // Of the 180,000 instructions of the whole.
    assert.ok(text.split("\n").length < 40_000);
    const said = document.problems().filter(({ message }) => message.includes("too many instructions"));
    assert.deepEqual(
      said.map(({ code }) => code),
      ["limit"],
    );
  });
  it("constants that double in a body are cut in each row", () => {
    const document = opened(HOSTILE["goneConstants.bc"]?.(300) ?? new Uint8Array());
    const assembly = document.assembly?.({ fileName: "" });
    assert.ok(assembly);
    let length = 0;
    for (const { lines } of allEntries(assembly, {}))
      for (const line of lines) length += columnText(line.assembly).length;
    // Of the constants with up to 2^300 parts, each has about 2 KB.
    assert.ok(length > 1e5 && length < 4e6, String(length));
  });
});
