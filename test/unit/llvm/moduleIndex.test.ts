/** A module that is read with the index of an earlier reading has the same tables as one that is read anew. */
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { ResidentWindow } from "../../../extension/document/window";
import { readStreamHeader } from "../../../extension/formats/bitstream/header";
import { metadataTable } from "../../../extension/formats/llvm/metadata/host";
import { Modules } from "../../../extension/formats/llvm/modules";
import { TypePrinter } from "../../../extension/formats/llvm/print/types";
import { LoadedModule } from "../../../extension/formats/llvm/read/module";
import type { Reading } from "../../../extension/formats/llvm/read/moduleTables";
import { ProblemList } from "../../../extension/formats/llvm/stream/blocks";
import { findModules } from "../../../extension/formats/llvm/stream/modules";
import { Unfitting } from "../../../extension/kit/packed";
import { irMagic } from "../../support/bitWriter";
import { longModule } from "../../support/longLlvm";
import { allSteps } from "../../../extension/kit/steps";

const FIXTURES = path.resolve("test/fixtures/llvm");

function read(bytes: Uint8Array, reading: Reading): { module: LoadedModule; problems: ProblemList } | undefined {
  const window = new ResidentWindow(bytes);
  const { startByte: originByte, endByte } = readStreamHeader(window);
  const stream = { originByte, endByte };
  const problems = new ProblemList();
  const [place] = findModules(window, readStreamHeader(window), problems);
  if (!place) return undefined;
  return { module: LoadedModule.read(window, stream, place, problems, reading, metadataTable), problems };
}

/** What a reading gives, line by line. */
function tablesOf({ module, problems }: { module: LoadedModule; problems: ProblemList }): readonly string[] {
  const { values, kinds, bodies, stored, globals } = module;
  const types = new TypePrinter(module.release, module.opaque);
  const lines = Array.from({ length: values.length }, (_, id) => {
    const value = values.at(id);
    assert.ok(value);
    const type = values.typeOf(id);
    const place = "startBit" in value ? `${value.startBit}-${value.endBit}` : "";
    const content = "value" in value ? String(value.value) : "elements" in value ? `${value.elements.length}` : "";
    return `${id} ${value.kind} ${place} ${content} ${type && types.text(type)}`;
  });
  for (const { id, name, kind } of globals) lines.push(`${id} ${kind} ${name}`);
  for (const { id } of stored?.unnamed() ?? []) lines.push(`unnamed ${id}`);
  for (const {
    function: { name },
    startBit,
    endBit,
    checkpoint,
  } of bodies)
    lines.push(`${name} ${startBit}-${endBit}, from ${checkpoint.bit} to ${checkpoint.block?.endBit}`);
  return [...lines, JSON.stringify(kinds), ...problems.list.map(({ message }) => message)];
}
/** The positions noted in the module, with the number of entries before each. */
function waymarksOf({ waymarks }: LoadedModule): Map<number, number> {
  return new Map(waymarks.all.map(({ entry, checkpoint }) => [checkpoint.bit, entry]));
}

describe("the index of a module", () => {
  const fixtures = readdirSync(FIXTURES).filter((name) => name.endsWith(".bc"));
  const bytesOf = (name: string): Uint8Array => new Uint8Array(readFileSync(path.join(FIXTURES, name)));
  const files = fixtures.map((name) => ({ name, bytes: bytesOf(name) }));
  for (const info of [false, true]) files.push({ name: `a long module, ${info}`, bytes: longModule({ info }) });

  for (const { name, bytes } of files)
    it(`gives ${name} the tables of a reading without it`, () => {
      const first = read(bytes, { literal: true });
      if (!first) return;
      const index = allSteps(first.module.index());
      if (!index) return assert.ok(first.problems.list.length > 0 || first.problems.newer, name);
      const again = read(bytes, { index });
      assert.ok(again);
      assert.deepEqual(tablesOf(again), tablesOf(first));
      const [own, others] = [waymarksOf(again.module), waymarksOf(first.module)];
      for (const [bit, entry] of own) assert.equal(others.get(bit) ?? entry, entry);
    });

  /** A module with so many globals, constants and bodies that each are passed over in several steps. */
  const many = (): Uint8Array => {
    const writer = irMagic().enter(8, 3).record(1, 1);
    // Types: i32, void, void (), ptr.
    writer.enter(17, 4).record(1, 4).record(7, 32).record(2).record(21, 0, 1).record(25, 0).end();
    for (let i = 0; i < 3000; i++) writer.record(8, 2, 0, 0, 0, 0, 0, 0, 0);
    writer.enter(11, 4);
    for (let i = 0; i < 2500; i++)
      writer
        .record(1, 0)
        .record(4, 2 * i)
        .record(1, 3)
        .record(2);
    writer.end();
    for (let i = 0; i < 3000; i++) writer.enter(12, 4).record(1, 1).record(10).end();
    return writer.end().done();
  };
  it("passes over many values and bodies in steps, between which reading can resume", () => {
    const bytes = many();
    const first = read(bytes, { literal: true });
    const index = first && allSteps(first.module.index());
    assert.ok(index);
    const again = read(bytes, { index });
    assert.ok(again);
    assert.deepEqual(tablesOf(again), tablesOf(first));
    const own = waymarksOf(again.module);
    assert.ok(own.size >= 4, [...own.values()].join());
    // Entry 0 is the block's header, then VERSION, the types, the functions, the constants.
    const before = 1 + 1 + 1 + 3000 + 1;
    const { bodies } = again.module;
    const noted = Array.from(bodies, ({ startBit }) => own.get(startBit));
    assert.equal(noted.length, 3000);
    for (const [index, entry] of noted.entries()) assert.equal(entry ?? before + index, before + index);
    assert.ok(noted.filter((entry) => entry !== undefined).length > 1);
  });
  it("that does not fit is not used", () => {
    const bytes = many();
    const first = read(bytes, { literal: true });
    const index = first && allSteps(first.module.index());
    assert.ok(index);
    for (const wrong of [index.slice(0, -1), longIndex()])
      assert.throws(() => read(bytes, { index: wrong }), Unfitting);
    const window = new ResidentWindow(bytes);
    const header = readStreamHeader(window);
    const stream = { originByte: header.startByte, endByte: header.endByte };
    const problems = new ProblemList();
    const places = findModules(window, header, problems);
    const modules = new Modules(window, stream, places, problems);
    modules.recall(longIndex());
    for (const work = modules.readRecords(); !work.next().done;);
    assert.equal(modules.moduleAt(places[0]?.startBit ?? -1)?.module.values.length, first?.module.values.length);
  });
  const longIndex = (): Uint8Array => {
    const long = read(longModule({ info: false }), { literal: true });
    return (long && allSteps(long.module.index())) ?? assert.fail("no index");
  };
});
