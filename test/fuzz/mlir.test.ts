/**
 * Damaged MLIR bytecode of every version, and entries of random bytes in every dialect's own encoding: every request
 * ends, throws nothing, and stays inside the file.
 */
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import type { IrDocument } from "../../extension/document/document";
import { mlirModule, varint } from "../support/mlirWriter";
import { mutated, seeded } from "../support/mutate";
import { rows } from "../support/rows";
import { assertTiles, listing, opened } from "../support/tiling";
import { allSteps } from "../../extension/kit/steps";
import { nodesIn, topOf } from "../support/outline";

const folder = path.resolve("test/fixtures/mlir");
const TIMES = Number(process.env["BITSCOPE_FUZZ"] ?? 1);
/** Damaged copies of each fixture, and modules of random entries of each dialect. */
const COPIES = 200 * TIMES;
const MODULES = 100 * TIMES;
/** Rows whose tokens are hovered over and followed. */
const POINTED = 12;

/** Hovers over every token of some rows, and follows it to its definition. */
function point(document: IrDocument): void {
  let row = 0;
  for (const { section, index, entry, line, tokens } of rows(document)) {
    if (row++ >= POINTED) return;
    for (const column of ["record", "assembly"] as const) {
      tokens[column].forEach(({ symbol }, token) => {
        document.hover({ section, entry: index }, entry, { column, line, token });
        if (symbol !== undefined) document.locate(symbol);
      });
    }
    document.hover({ section, entry: index }, entry, { column: "position", line, token: 0 });
  }
}

/** Makes every request to a document. */
function exercise(bytes: Uint8Array): void {
  const document = opened(bytes);
  for (const piece of document.text({ fileName: "-" })) void piece;
  for (const piece of document.text({ fileName: "-", locations: true })) void piece;
  for (const piece of document.dump({ fileName: "-" })) void piece;
  listing(document);
  point(document);
  topOf(document).flatMap(nodesIn).forEach(nodesIn);
  for (const symbol of document.symbols()) document.locate(symbol.name);
  for (const row of allSteps(document.stats())) assert.ok(row.count >= 0);
  for (let bit = 0; bit < document.bits; bit += 101) document.placeOf(bit);
  assertTiles(document);
}

describe("damaged MLIR bytecode", function () {
  this.timeout(300_000);
  for (const name of readdirSync(folder).filter((file) => file.endsWith(".mlirbc"))) {
    const bytes = new Uint8Array(readFileSync(path.join(folder, name)));
    it(`${name}: terminates, tiles, and reports its problems inside the file`, () => {
      for (let seed = 1; seed <= COPIES; seed++) exercise(mutated(bytes, seeded(seed)));
    });
    it(`${name}: tiles at every seventh length`, () => {
      for (let length = 1; length < bytes.length; length += 7) assertTiles(opened(bytes.slice(0, length)));
    });
  }
});

describe("random entries", function () {
  this.timeout(300_000);
  const dialects = ["builtin", "quant", "llvm", "vhlo", "stablehlo", "chlo", "sdy"];
  for (const dialect of dialects) {
    it(`of ${dialect} terminate, and tile`, () => {
      for (let seed = 1; seed <= MODULES; seed++) {
        const random = seeded(seed);
        // Codes and indices are small, so that many of them are valid.
        const entry = (): number[] =>
          Array.from({ length: 1 + random(10) }, () => (random(8) === 0 ? [random(256)] : varint(random(40)))).flat();
        const some = (): number[][] => Array.from({ length: 40 }, entry);
        const parts = { strings: ["a", "b", "c"], attributes: some(), types: some() };
        const producer = seed % 3 === 0 ? "MLIR19.1.7" : "MLIR22.1.8";
        const ir = [...varint(2), ...varint(0), 0x01, ...varint(random(40)), ...varint(random(40))];
        exercise(mlirModule({ ...parts, producer, ops: [[dialect, ["op"]]], ir }));
      }
    });
  }
});
