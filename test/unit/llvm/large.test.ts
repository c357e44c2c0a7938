/** The records of a large LLVM module, whose first rows need only its head. */
import assert from "node:assert/strict";
import { pieceText } from "../../../extension/document/byteText";
import type { ByteWindow } from "../../../extension/document/window";
import { ResidentWindow } from "../../../extension/document/window";
import { openDocument } from "../../../extension/formats/detect";
import { columnText } from "../../../extension/document/token";
import { writtenListing } from "../../../extension/session/rows/listing";
import { largeModule } from "../../support/largeLlvm";

/** A window that notes whether a certain byte was looked at. */
class Watched extends ResidentWindow {
  readonly pageBytes = 64;
  seen = false;
  constructor(
    bytes: Uint8Array,
    private readonly byte: number,
  ) {
    super(bytes);
  }
  override view(startByte: number, endByte: number): Uint8Array {
    this.seen ||= startByte <= this.byte && this.byte < endByte;
    return super.view(startByte, endByte);
  }
}

/** The rows in the order of the file; with a bit, after the rows of the entry there. */
function* rowsOf(window: ByteWindow, firstBit?: number): Generator<string, void, undefined> {
  const document = openDocument(window);
  const place = firstBit === undefined ? undefined : document.placeOf(firstBit);
  if (place) document.entries(place.section, place.entry, 1, {});
  const pieces = writtenListing(document, {}, { recordWidth: document.recordWidth });
  assert.ok(pieces);
  for (const piece of pieces) yield pieceText(piece);
}

describe("the records of a large LLVM module", () => {
  const bytes = largeModule();
  const rows = [...rowsOf(new ResidentWindow(bytes))].join("");
  /** The byte of the first instruction. */
  const instruction = Number(/^ *(\d+):\d\|.*\| +ret /m.exec(rows)?.[1]);

  it("are the same whether its head or all of it was read first", () => {
    assert.match(rows, / list #1/);
    assert.match(rows, / type 0: /);
    assert.equal([...rowsOf(new ResidentWindow(bytes), instruction * 8)].join(""), rows);
  });
  it("begin before its functions are reached", () => {
    const window = new Watched(bytes, instruction);
    const first = rowsOf(window).next();
    assert.match(first.value ?? "", /\|module {/);
    assert.equal(window.seen, false);
  });
});

describe("the assembly of a large LLVM module", () => {
  it("shows its head alone if the rest would take more memory than there may be", () => {
    const document = openDocument(new ResidentWindow(largeModule()), { maxMemory: 4096 });
    const assembly = document.assembly?.({ fileName: "-", inBackground: true });
    assert.ok(assembly);
    const before = assembly.revision?.() ?? 0;
    assert.equal(assembly.complete?.(), false);
    const background = assembly.background?.();
    while (background?.next().done === false);
    const { entries } = assembly.entries(assembly.roots()[0] ?? 0, 0, 1000, {});
    const last = entries.at(-1);
    assert.ok(last?.kind === "lines");
    assert.match(last.lines.map(({ assembly: tokens }) => columnText(tokens)).join(), /bitscope.maxMemory allows/);
    assert.equal(assembly.complete?.(), true);
    assert.ok((assembly.revision?.() ?? 0) > before);
    assert.deepEqual(
      document.problems().map(({ code }) => code),
      ["limit"],
    );
    assert.ok([...(assembly.sourceFiles?.() ?? [])].length === 0);
  });
});
