import assert from "node:assert/strict";
import type { SectionId } from "../../../extension/document/section";
import type { Attempt, ByteRange, ByteWindow } from "../../../extension/document/window";
import { attempt, MissingBytes } from "../../../extension/document/window";
import { openDocument } from "../../../extension/formats/detect";
import { entryText } from "../../../extension/session/rows/listing";
import { encodeModule, INT } from "../../support/bytecode";
import { sampleModule } from "../../support/bytecodeSample";
import { listing, opened } from "../../support/tiling";

/** A window of which only the loaded bytes may be read. */
class SparseWindow implements ByteWindow {
  private readonly loaded: Uint8Array;
  constructor(private readonly bytes: Uint8Array) {
    this.loaded = new Uint8Array(bytes.length);
  }
  get length(): number {
    return this.bytes.length;
  }
  get loadedBytes(): number {
    return this.loaded.reduce((sum, one) => sum + one, 0);
  }
  view(startByte: number, endByte: number): Uint8Array {
    const part = this.loaded.subarray(startByte, endByte);
    if (part.includes(0)) throw new MissingBytes(startByte, Math.min(endByte, this.length));
    return this.bytes.subarray(startByte, endByte);
  }
  load({ startByte, endByte }: ByteRange): void {
    this.loaded.fill(1, startByte, endByte);
  }
  /** Repeats a step until the bytes it needs are loaded, as the session does. */
  run<T>(step: () => T): T {
    for (let turns = 0; turns < 10_000; turns++) {
      const result: Attempt<T> = attempt(step);
      if ("value" in result) return result.value;
      if ("missing" in result) this.load(result.missing);
    }
    throw new Error("the step never has enough");
  }
}

describe("LLVM 1.x bytecode read in pieces", () => {
  it("lists the same as when it is loaded completely", () => {
    const bytes = encodeModule(sampleModule);
    const window = new SparseWindow(bytes);
    const document = window.run(() => openDocument(window));
    let text = "";
    const walk = (id: SectionId): void => {
      for (let from = 0, end = false; !end;) {
        const page = window.run(() => document.entries(id, from, 3, {}));
        for (const entry of page.entries) {
          if (entry.kind === "section") walk(entry.section);
          else text += entryText(entry, { recordWidth: document.recordWidth });
        }
        from += page.entries.length;
        end = page.end;
      }
    };
    for (const id of document.roots()) walk(id);
    assert.equal(text, listing(opened(bytes)));
  });

  it("opens without its contents: headers of blocks are enough", () => {
    const constants = Array.from({ length: 5000 }, (_unused, i) => i);
    const bytes = encodeModule({ ...sampleModule, constants: [...(sampleModule.constants ?? []), [INT, constants]] });
    const window = new SparseWindow(bytes);
    const document = window.run(() => openDocument(window));
    assert.match(document.title, /version 6/);
    assert.ok(window.loadedBytes < 300, `${window.loadedBytes} of ${bytes.length} bytes`);
  });
});
