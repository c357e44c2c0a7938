/** The boundary of the decoders: a document all of whose calls throw still answers them, tiles, and says what happened. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import type { IrDocument } from "../../../extension/document/document";
import { MissingBytes, ResidentWindow, Unfinished } from "../../../extension/document/window";
import { openDocument } from "../../../extension/formats/detect";
import { guarded, guardedOpen } from "../../../extension/formats/guarded";
import { unknownFormat } from "../../../extension/formats/unknown";
import { assertTiles, checked } from "../../support/tiling";

const bytes = new Uint8Array(readFileSync("samples/factorial.bc"));
const window = new ResidentWindow(bytes);

/** A document in which every call of one of these names throws, after `after` leaves in `elements`. */
function broken(thrown: unknown): IrDocument {
  const sound = openDocument(window);
  const fail = (): never => {
    throw thrown;
  };
  return {
    ...{ format: sound.format, title: sound.title, bits: sound.bits, window, recordWidth: 40 },
    problems: () => sound.problems(),
    roots: fail,
    section: fail,
    entries: fail,
    placeOf: fail,
    locate: fail,
    scope: fail,
    background: fail,
    assembly: fail,
    text: fail,
    dump: fail,
    *elements(sink) {
      let leaves = 0;
      yield* sound.elements({
        open: (...args) => sink.open(...args),
        leaf: (leaf) => (leaves++ > 40 ? fail() : sink.leaf(leaf)),
        close: (endBit) => sink.close(endBit),
      });
    },
    outline: fail,
    symbols: fail,
    hover: fail,
    derived: fail,
    stats: fail,
    facts: fail,
    notices: fail,
  };
}

describe("the boundary of a document", () => {
  it("turns what is thrown into problems, and gives what it can", () => {
    const document = guarded(broken(new RangeError("Invalid array length")));
    assert.deepEqual(document.roots(), []);
    assert.equal(document.section(3).id, 3);
    assert.match(document.entries(0, 5, 9, {}).entries.map(String).join(), /object/);
    assert.equal(document.placeOf(9), undefined);
    assert.equal(document.locate("@f"), undefined);
    assert.equal(document.scope?.("@f"), undefined);
    assert.deepEqual([...(document.background?.() ?? [])], []);
    assert.deepEqual([...document.text({ fileName: "-" })], []);
    assert.deepEqual([...document.dump({ fileName: "-" })], []);
    assert.deepEqual([document.outline(), document.derived(), document.facts?.()], [[], [], []]);
    assert.deepEqual([[...document.symbols()], [...document.stats()]], [[], []]);
    const messages = document.problems().map((p) => p.message);
    assert.ok(messages.includes("Bitscope could not read the outline: Invalid array length"));
    assert.ok(messages.includes("Bitscope could not read the text: Invalid array length"));
    assert.ok(document.problems().every((p) => p.startBit <= p.endBit && p.endBit <= document.bits));
  });
  it("tiles a file whose walk breaks off, the rest as undecoded", () => {
    const document = guarded(broken(new Error("broken")));
    const { counts } = assertTiles(document);
    assert.ok(counts.decoded > 0 && counts.undecoded > 0);
  });
  it("opens a file that its format cannot open as one of no format", () => {
    const fail = (): never => {
      throw new Error("cannot");
    };
    const document = guardedOpen(window, fail, () => unknownFormat.open(window, {}));
    assert.equal(document.format, "unknown");
    assert.ok(document.problems().some((p) => p.message === "Bitscope could not read the file: cannot"));
    assert.equal(checked(document).counts.undecoded, document.bits);
  });
  it("lets through what the session goes on from", () => {
    for (const thrown of [new MissingBytes(0, 9), new Unfinished()]) {
      const document = guarded(broken(thrown));
      assert.throws(
        () => document.roots(),
        (error) => error === thrown,
      );
      assert.throws(
        () => [...document.text({ fileName: "-" })],
        (error) => error === thrown,
      );
    }
  });
});
