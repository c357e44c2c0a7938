import assert from "node:assert/strict";
import type { IrDocument } from "../../../extension/document/document";
import { encodeModule, FIRST_TYPE, INT } from "../../support/bytecode";
import type { ModuleDescription } from "../../support/bytecode";
import { sampleModule } from "../../support/bytecodeSample";
import { assertTiles, listing, opened } from "../../support/tiling";
import { allSteps } from "../../../extension/kit/steps";

/** The sample with some bytes replaced. */
function damaged(changes: Readonly<Record<number, number>>): IrDocument {
  const bytes = encodeModule(sampleModule);
  for (const [at, byte] of Object.entries(changes)) bytes[Number(at)] = byte;
  return opened(bytes);
}
/** The problems found by walking the complete listing, as `byte message`. */
function problems(document: IrDocument): string[] {
  listing(document);
  assertTiles(document);
  return document.problems().map((problem) => `${problem.startBit / 8} ${problem.message}`);
}

describe("damaged LLVM 1.x bytecode", () => {
  it("reports an operand that no plane has, and prints the rest", () => {
    const document = damaged({ 161: 200 });
    assert.deepEqual(problems(document), ["159 there is no value 200 in that plane"]);
    assert.match(listing(document), /%sum\.next = add int <badref>, %value/);
    assert.match(listing(document), /ret int %sum/);
  });
  it("continues after a block that cannot be read", () => {
    // An opcode that version 6 does not have, in the first instruction.
    const document = damaged({ 125: 0xc1 });
    assert.ok(problems(document).includes("125 unknown opcode 48"));
    const shown = listing(document);
    assert.match(shown, /; undecoded 528 bits: unknown opcode 48/);
    assert.match(shown, /%printf: "printf"/);
  });
  it("clamps a block with too large a size", () => {
    const document = damaged({ 117: 0xff });
    assert.ok(problems(document)[0]?.startsWith("116 the Function block needs "));
  });
  it("reports a missing terminator", () => {
    const ret = {
      ...sampleModule,
      bodies: sampleModule.bodies?.map((body) => ({ ...body, code: body.code.slice(0, -1) })),
    };
    const found = problems(opened(encodeModule(ret as ModuleDescription)));
    assert.equal(found[0]?.slice(4), "the last basic block has no terminator");
  });
  it("reports a branch to a missing block, and a missing function block", () => {
    assert.ok(problems(damaged({ 174: 0xff })).some((p) => p.startsWith("171 there is no basic block")));
    const rest: ModuleDescription = { ...sampleModule, bodies: [] };
    assert.match(problems(opened(encodeModule(rest))).join(), /1 functions have no block/);
  });
  it("refuses a vbr without an end, and a string past its block", () => {
    const endless = problems(damaged({ 17: 0x80, 18: 0x80, 19: 0x80, 20: 0x80, 21: 0x80, 22: 0x80 }));
    assert.ok(endless.includes("17 types: a vbr of more than five bytes"));
    assert.ok(problems(damaged({ 313: 0x7f })).some((p) => p.includes("name needs 127 bytes")));
  });
  it("is not a module without a module block", () => {
    const found = problems(damaged({ 4: 2 }));
    assert.deepEqual(found, ["4 expected a module block (id 1), found block id 2"]);
  });
  it("terminates on constants that contain each other", () => {
    // Each structure contains the next one twice, the last one the first: as text, endless.
    const count = 60;
    const struct = FIRST_TYPE;
    const elements = Array.from({ length: count }, (_unused, i) => ({
      elements: [((i + 1) % count) + 1, ((i + 1) % count) + 1],
    }));
    const module: ModuleDescription = {
      version: 6,
      types: [{ struct: [struct, struct] }, { pointer: struct }],
      globals: [[(struct + 1) * 32 + 2, 1]],
      constants: [
        [struct, elements],
        [INT, [1]],
      ],
      names: [],
    };
    const document = opened(encodeModule(module));
    for (const piece of document.text({ fileName: "x" })) assert.ok(piece.length < 1e8);
    assert.ok(document.problems().some((problem) => problem.code === "limit"));
    assertTiles(document);
  });
  it("counts a nested module once", () => {
    // The module's header, then its version word: the first nested block becomes a module.
    const bytes = encodeModule(sampleModule);
    const inner = new DataView(bytes.buffer);
    const at = 4 + 8 + 1;
    const header = inner.getUint32(at, true);
    inner.setUint32(at, (header & ~31) | 1, true);
    const document = opened(bytes);
    for (const row of allSteps(document.stats()))
      assert.ok(row.bits <= document.bits, `${row.block} takes ${row.bits} bits`);
    assert.ok(document.problems().some(({ message }) => /does not belong in/.test(message)));
  });
});
