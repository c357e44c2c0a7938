/** Laws of every format's assembly: its lines, unfolded, are the text; places, symbols and sections lead to each other. */
import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import type { Arrangement } from "../../../extension/document/arrangement";
import { pieceText } from "../../../extension/document/byteText";
import type { IrDocument } from "../../../extension/document/document";
import type { Entry, SectionId } from "../../../extension/document/section";
import { allEntries, columnText } from "../../../extension/session/listing";
import { opened } from "../../support/tiling";

const OPTIONS = { fileName: "<stdin>" };
const FILES = ["samples", ...readdirSync("test/fixtures").map((name) => path.join("test/fixtures", name))]
  .filter((folder) => existsSync(folder) && !folder.endsWith(".tsv"))
  .flatMap((folder) => readdirSync(folder).map((name) => path.join(folder, name)))
  .filter((file) => /\.(?:bc|pexe|mlirbc|vmfb|module)$/.test(file));

function text(document: IrDocument): string {
  return [...document.text(OPTIONS)].map((piece) => pieceText(piece)).join("");
}
function numbered(document: IrDocument): Arrangement | undefined {
  const assembly = document.assembly?.(OPTIONS);
  for (const work = assembly?.background?.(); work?.next().done === false;);
  return assembly;
}
function linesOf(entry: Entry): string {
  if (entry.kind === "section") return "";
  const shown = entry.lines.filter((line) => line.when !== "folded");
  return shown.map((line) => `${columnText(line.assembly)}\n`).join("");
}
function* sectionsIn(arrangement: Arrangement, ids = arrangement.roots()): Generator<SectionId> {
  for (const id of ids) {
    yield id;
    const { entries } = arrangement.entries(id, 0, 1_000_000, {});
    yield* sectionsIn(
      arrangement,
      entries.flatMap((entry) => (entry.kind === "section" ? [entry.section] : [])),
    );
  }
}

describe("the assembly of", () => {
  for (const file of FILES) {
    const document = opened(new Uint8Array(readFileSync(file)));
    const assembly = numbered(document);
    if (!assembly) continue;
    describe(file, () => {
      it("is the text, line by line", () => {
        const printed = [...allEntries(assembly, {})].map(linesOf).join("");
        assert.equal(printed, text(document));
      });
      it("gives the same entries from any place", () => {
        for (const id of sectionsIn(assembly)) {
          const { entries } = assembly.entries(id, 0, 1_000_000, {});
          for (const from of [0, entries.length >> 1, entries.length - 1].filter(
            (at) => at >= 0 && at < entries.length,
          ))
            assert.deepEqual(assembly.entries(id, from, 1, {}).entries[0], entries[from]);
        }
      });
      it("knows where each section is", () => {
        for (const id of sectionsIn(assembly)) {
          const holder = assembly.section(id).parent === undefined ? undefined : assembly.holder?.(id);
          if (!holder) continue;
          const [entry] = assembly.entries(holder.section, holder.entry, 1, {}).entries;
          assert.ok(entry?.kind === "section" && entry.section === id);
        }
      });
      it("leads from a line's position to a row that has it, and from a name to its definition", () => {
        for (const entry of allEntries(assembly, {})) {
          for (const { positionBit, assembly: tokens } of entry.lines) {
            if (positionBit !== undefined) {
              const place = assembly.placeOf(positionBit);
              const [found] = place ? assembly.entries(place.section, place.entry, 1, {}).entries : [];
              assert.ok(found?.kind === "lines" && found.lines.some((line) => line.positionBit === positionBit));
            }
            for (const { symbol } of tokens) {
              const place = symbol === undefined ? undefined : assembly.locate(symbol);
              const [found] = place ? assembly.entries(place.section, place.entry, 1, {}).entries : [];
              if (!place) continue;
              const defines = found?.kind === "lines" && found.lines.flatMap((l) => l.assembly);
              // A first block without a label begins with its function.
              const named = defines && defines.some((t) => t.symbol === symbol && t.definition);
              // So does what has no name in the text.
              assert.ok(named || place.entry === 0, `${symbol} is defined at ${place.section}:${place.entry}`);
            }
          }
        }
      });
    });
  }
});

describe("the sections of MLIR's assembly", () => {
  it("are called by the symbols that they define, and to find them out is no problem", () => {
    const document = opened(new Uint8Array(readFileSync("samples/sampler.mlirbc")));
    const assembly = numbered(document);
    assert.ok(assembly);
    const titles = [...sectionsIn(assembly)].map((id) => assembly.section(id).title);
    assert.ok(titles.includes("func.func @sum"), titles.join(", "));
    assert.deepEqual(document.problems(), []);
  });
});
