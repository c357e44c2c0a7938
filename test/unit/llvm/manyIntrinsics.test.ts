/** The work for many intrinsics of older releases grows with their number, not with its square. */
import assert from "node:assert/strict";
import { pieceText } from "../../../extension/document/byteText";
import { Global } from "../../../extension/formats/llvm/read/globalValues";
import { Naming } from "../../../extension/formats/llvm/upgrade/calls/mangling";
import { TypeInterner } from "../../../extension/formats/llvm/ir/interner";
import type { Type } from "../../../extension/formats/llvm/ir/types";
import { HOSTILE } from "../../support/hostile";
import { opened } from "../../support/tiling";

const FEW = 100;
const MANY = 4 * FEW;

/** Counts how often something is called that an object has under this name, while `run` runs. */
function callsOf(of: object, name: string, run: () => void): number {
  const own = Object.getOwnPropertyDescriptor(of, name) ?? {};
  const original: unknown = own.get ?? own.value;
  assert.ok(typeof original === "function");
  let count = 0;
  const counted = function (this: unknown, ...args: readonly unknown[]): unknown {
    count++;
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

/** How many times as many calls four times as many intrinsics take. */
function growth(kind: string, of: object, name: string): number {
  const calls = (count: number): number => {
    const document = opened(HOSTILE[kind]?.(count) ?? new Uint8Array());
    return callsOf(of, name, () => assert.ok([...document.text({ fileName: "" })].length > 0));
  };
  return calls(MANY) / calls(FEW);
}

describe("many old intrinsics", () => {
  for (const kind of ["intrinsicsOfTypes.bc", "unnamedStructs.bc"])
    it(`of the kind ${kind} are found by their names without a search`, () => {
      assert.ok(growth(kind, Global.prototype, "name") < 5);
    });
  it("do not count in a body that calls one of them", () => {
    assert.ok(growth("calledIntrinsics.bc", Map.prototype, "get") < 5);
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
