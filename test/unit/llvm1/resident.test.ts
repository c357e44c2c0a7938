import assert from "node:assert/strict";
import type { SectionId } from "../../../extension/document/section";
import { openDocument } from "../../../extension/formats/detect";
import { entryText } from "../../../extension/session/rows/listing";
import { encodeModule, INT } from "../../support/bytecode";
import { sampleModule } from "../../support/bytecodeSample";
import { SparseWindow } from "../../support/sparseWindow";
import { listing, opened } from "../../support/tiling";

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
