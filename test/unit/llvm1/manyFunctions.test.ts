import assert from "node:assert/strict";
import { ResidentWindow } from "../../../extension/document/window";
import { Bytecode } from "../../../extension/formats/llvm1/read/bytecode";
import { HOSTILE } from "../../support/hostile";

const COUNT = 2000;

describe("many functions of LLVM 1.x", () => {
  const bytecode = new Bytecode(new ResidentWindow(HOSTILE["functions.1x.bc"]?.(COUNT) ?? new Uint8Array()), 4);
  const blocks = bytecode.layout.blocks.filter(({ kind }) => kind === "Function");

  it("are found without a walk over all of them for each", () => {
    const { bodies, functions } = bytecode.module();
    let walks = 0;
    Object.defineProperty(bodies, Symbol.iterator, { value: () => (walks++, bodies.entries()) });
    const found = functions.map((of) => bytecode.blockOf(of));
    assert.deepEqual(found, blocks);
    assert.ok(walks <= 1, `${walks} walks`);
  });
  it("stay decoded only in part, however small they are", () => {
    const decoded = blocks.map((block) => bytecode.body(block));
    const kept = blocks.filter((block, i) => bytecode.passingBody(block) === decoded[i]);
    assert.equal(decoded.length, COUNT);
    assert.ok(kept.length > 0 && kept.length <= COUNT / 4, `${kept.length} kept`);
  });
});
