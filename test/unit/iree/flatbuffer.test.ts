import assert from "node:assert/strict";
import * as flatbuffers from "flatbuffers";
import { ResidentWindow } from "../../../extension/document/window";
import { Analysis } from "../../../extension/formats/iree/analysis";
import { firstModule, lastModule } from "../../fixtures/iree/modules.mjs";

/** Slots of today's root table, which the oracle needs to know. */
const LAST = { types: 4, imports: 6, exports: 7, descriptors: 12, version: 13, code: 14 };
const FIRST = { types: 1, imports: 2, exports: 3, descriptors: 8, code: 9 };

/** A module read by the flatbuffers package: vectors of tables by slot, with a string of each. */
class Oracle {
  private readonly buffer: flatbuffers.ByteBuffer;
  private readonly root: number;
  constructor(flatbuffer: Uint8Array) {
    this.buffer = new flatbuffers.ByteBuffer(flatbuffer);
    this.root = this.buffer.readInt32(0);
  }
  field(table: number, slot: number): number {
    const offset = this.buffer.__offset(table, 4 + 2 * slot);
    return offset === 0 ? 0 : table + offset;
  }
  vector(slot: number): { readonly start: number; readonly length: number } {
    const at = this.field(this.root, slot);
    return { start: this.buffer.__vector(at), length: this.buffer.__vector_len(at) };
  }
  string(at: number): string {
    return this.buffer.__string(at) as string;
  }
  tables(slot: number): readonly number[] {
    const { start, length } = this.vector(slot);
    return Array.from({ length }, (_, i) => this.buffer.__indirect(start + 4 * i));
  }
  names(slot: number): readonly string[] {
    return this.tables(slot).map((table) => this.string(this.field(table, 0)));
  }
  get name(): string {
    return this.string(this.field(this.root, 0));
  }
  int(slot: number): number {
    return this.buffer.readInt32(this.field(this.root, slot));
  }
}

function analysed(bytes: Uint8Array): Analysis {
  return new Analysis(new ResidentWindow(bytes), undefined);
}

describe("the FlatBuffer reader", () => {
  for (const [era, { bytes }, slots, start] of [
    ["first", firstModule(), FIRST, 0],
    ["last", lastModule(), LAST, 4],
  ] as const) {
    it(`reads what the flatbuffers package reads: the ${era} era`, () => {
      const oracle = new Oracle(bytes.slice(start));
      const module = analysed(bytes).era?.module;
      assert.ok(module);
      assert.equal(module.name, oracle.name);
      assert.deepEqual(module.types, oracle.names(slots.types));
      assert.deepEqual(
        module.imports?.map((i) => i.name),
        oracle.names(slots.imports),
      );
      assert.deepEqual(
        module.exports?.map((e) => e.name),
        oracle.names(slots.exports),
      );
      assert.deepEqual(
        module.imports?.map((i) => i.at - start),
        oracle.tables(slots.imports),
      );
      assert.equal(module.functions?.length, oracle.vector(slots.descriptors).length);
      const code = oracle.vector(slots.code);
      assert.deepEqual(module.bytecode, { start: code.start + start, end: code.start + start + code.length });
      if ("version" in slots) assert.equal(module.bytecodeVersion?.major, oracle.int(slots.version) >>> 16);
    });
    it(`knows the owner of every byte: the ${era} era`, () => {
      const analysis = analysed(bytes);
      const map = analysis.objects();
      assert.ok(map);
      assert.deepEqual(map.faults, []);
      const tiles = analysis.tiles();
      const gaps = Array.from({ length: tiles.count }, (_, i) => tiles.tile(i)).filter((t) => t.kind === "gap");
      for (const gap of gaps) assert.ok(bytes.subarray(gap.start, gap.end).every((b) => b === 0));
      assert.equal(tiles.tile(tiles.count - 1).end, bytes.length);
    });
  }
  it("records the path that leads to each object", () => {
    const { bytes, marks } = lastModule();
    const map = analysed(bytes).objects();
    const table = map?.object(map.objectAt(marks["imported_functions[1]"]!) ?? 0);
    assert.deepEqual([table?.type.kind, table?.field, table?.element], ["table", "imported_functions", 1]);
  });
});
