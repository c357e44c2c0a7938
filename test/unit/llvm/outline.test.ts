/** The outline of a module: how much of the file it reads, and what it shows without reading more. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import type { IrDocument } from "../../../extension/document/document";
import type { OutlineNode } from "../../../extension/document/outline";
import { ResidentWindow } from "../../../extension/document/window";
import { openDocument } from "../../../extension/formats/detect";
import { WatchedWindow } from "../../support/watched";
import type { Record } from "./stream";
import { chars, irFile } from "./stream";
import { nodesIn, topOf } from "../../support/outline";

const folder = path.resolve("test/fixtures/llvm");

/** Bytes of a block that are read when it is skipped: its head is within one read. */
const HEAD = 64;

/** Blocks and records of LLVMBitCodes.h, and the widths of the first fields of an unabbreviated record. */
const [MODULE, METADATA] = [8, 15];
const [NAME, NAMED_NODE, INDEX_OFFSET, INDEX] = [4, 10, 38, 39];
const [ABBREVIATION_ID, VBR6] = [3, 6];

/** A module with this metadata. */
function module(metadata: readonly Record[]): IrDocument {
  return openDocument(new ResidentWindow(irFile({ id: MODULE, items: [{ id: METADATA, items: metadata }] })));
}
function metadataNodes(document: IrDocument): readonly string[] {
  const named = all(topOf(document)).filter((node) => node.kind === "metadata");
  return named.map(({ name, detail }) => `${name} ${detail ?? ""}`);
}

function all(nodes: readonly OutlineNode[]): readonly OutlineNode[] {
  return nodes.flatMap((node) => [node, ...(node.kind === "function" ? [] : all(nodesIn(node)))]);
}

describe("the outline of an LLVM module", () => {
  for (const name of ["instructions", "debug", "typed", "mangled"])
    it(`reads no function's body: ${name}`, () => {
      const window = new WatchedWindow(new Uint8Array(readFileSync(path.join(folder, `${name}.bc`))));
      const document = openDocument(window);
      const functions = all(topOf(document)).filter((node) => node.kind === "function");
      assert.ok(functions.length > 0);
      for (const body of functions) assert.ok(window.seenIn(body) <= HEAD, body.name);
      const [first] = functions;
      assert.ok(nodesIn(first).length > 0, "what is inside is read when it is asked for");
      assert.deepEqual(document.problems(), []);
    });
  it("leads from named metadata to its record, in both arrangements", () => {
    const document = openDocument(new ResidentWindow(new Uint8Array(readFileSync("samples/factorial.bc"))));
    const [flags] = all(topOf(document)).filter(({ name }) => name === "!llvm.module.flags");
    assert.ok(flags && flags.endBit > flags.startBit);
    const assembly = document.assembly?.({ fileName: "-" });
    for (const work = assembly?.background?.(); work?.next().done === false;);
    for (const [arrangement, shown] of [
      [document, /^ *!\{!54, /],
      [assembly, /^!llvm\.module\.flags = !\{!2, /],
    ] as const) {
      const place = arrangement?.placeOf(flags.startBit);
      const [entry] = place ? (arrangement?.entries(place.section, place.entry, 1, {}).entries ?? []) : [];
      const text = entry?.kind === "lines" ? entry.lines.map((line) => line.assembly.map((t) => t.text).join("")) : [];
      assert.match(text.join("\n"), shown);
    }
  });
  it("has comdats by their names alone, so that these can be demangled, with their kinds beside them", () => {
    const outlineOf = (name: string): readonly OutlineNode[] =>
      all(topOf(openDocument(new ResidentWindow(new Uint8Array(readFileSync(path.join(folder, name)))))));
    const comdats = ["instructions.bc", "vtables.bc"].flatMap(outlineOf).filter(({ kind }) => kind === "comdat");
    assert.ok(comdats.length > 1);
    for (const { name, detail, symbol } of comdats) {
      assert.match(name, /^\$[\w.]+$/);
      assert.equal(symbol, name);
      assert.match(detail ?? "", /^(any|largest|samesize|exactmatch|nodeduplicate)$/);
    }
  });
  it("of a file with many modules reads only those that are opened, and so do its rows", () => {
    const module = new Uint8Array(readFileSync(path.join(folder, "instructions.bc")));
    const [magic, stream] = [module.subarray(0, 4), module.subarray(4)];
    const copies = Array.from({ length: 8 }, () => [...stream]).flat();
    const window = new WatchedWindow(Uint8Array.from([...magic, ...copies]));
    const document = openDocument(window);
    const assembly = document.assembly?.({ fileName: "-" });
    assert.equal(topOf(document).length, 8);
    const roots = assembly?.roots() ?? [];
    for (const root of roots) assert.ok(assembly?.section(root));
    const one = stream.length;
    assert.ok(window.seenIn() < one, `${window.seenIn()} bytes of ${8 * one}`);
    const rows = (root: number): string => JSON.stringify(assembly?.entries(root, 0, 8, {}).entries);
    const first = rows(roots[7] ?? 0);
    assert.ok(window.seenIn() < 3 * one, `${window.seenIn()} bytes of ${8 * one}`);
    // Opening all others closes it; when it is opened again, it is the same.
    for (const root of roots) rows(root);
    rows(roots[0] ?? 0);
    assert.equal(rows(roots[7] ?? 0), first);
    assert.deepEqual(document.problems(), []);
  });
  it("jumps over other nodes to the named nodes, if the file has their position", () => {
    // A named node among the others, which stays unnoticed unless these are read.
    const skipped: Record[] = [[NAME], [NAMED_NODE]];
    const named: Record[] = [[INDEX], [NAME, ...chars("llvm.ident")], [NAMED_NODE, 3, 4]];
    const bits = skipped.length * (ABBREVIATION_ID + VBR6 + VBR6);
    const indexed = module([[INDEX_OFFSET, bits, 0], ...skipped, ...named]);
    assert.deepEqual(metadataNodes(indexed), ["!llvm.ident 2 nodes"]);
    assert.deepEqual(indexed.problems(), []);
    // If the position is wrong, all are read.
    for (const wrong of [bits + 1, bits * 1000]) {
      const other = module([[INDEX_OFFSET, wrong, 0], ...skipped, ...named]);
      assert.deepEqual(metadataNodes(other), ["! 0 nodes", "!llvm.ident 2 nodes"]);
    }
  });
});
