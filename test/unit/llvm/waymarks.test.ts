/** Places far into a long LLVM module: reading resumes at a position noted on the way, and shows the same. */
import assert from "node:assert/strict";
import type { IrDocument } from "../../../extension/document/document";
import type { ElementSink, Leaf } from "../../../extension/document/element";
import type { Entry, SectionId } from "../../../extension/document/section";
import { columnText } from "../../../extension/document/token";
import { longModule } from "../../support/longLlvm";
import { opened } from "../../support/tiling";

const textOf = (entry: Entry | undefined): string =>
  entry?.kind === "lines"
    ? entry.lines.map(({ record, assembly }) => `${columnText(record)} | ${columnText(assembly)}`).join("\n")
    : "";

function entriesOf(document: IrDocument, section: SectionId): readonly Entry[] {
  const entries: Entry[] = [];
  for (let end = false; !end;) {
    const page = document.entries(section, entries.length, 1000, {});
    entries.push(...page.entries);
    ({ end } = page);
  }
  return entries;
}

/** Leaves as text, by their first bits. */
function leavesOf(bytes: Uint8Array, range?: { startBit: number; endBit: number }): Map<number, string> {
  const leaves = new Map<number, string>();
  const open: string[] = [];
  const sink: ElementSink = {
    open: (kind, name, startBit) => void open.push(`${kind} ${name} ${startBit}`),
    close: () => void open.pop(),
    leaf: ({ name, startBit, endBit, raw, meaning }: Leaf) =>
      void leaves.set(startBit, [...open, name, endBit, String(raw), meaning].join(", ")),
  };
  for (const walk = opened(bytes).elements(sink, range); !walk.next().done;);
  return leaves;
}

for (const info of [false, true])
  describe(`a place far into a long LLVM module${info ? " with BLOCKINFO in its middle" : ""}`, () => {
    const bytes = longModule({ info });
    const bits = bytes.length * 8;
    const wanted = [0.02, 0.4, 0.49, 0.51, 0.6, 0.97, 0.9999].map((share) => Math.floor(share * bits));

    it("is the same as after all rows before it were read", () => {
      const whole = opened(bytes);
      const [root = 0] = whole.roots();
      const module = entriesOf(whole, root).find((entry) => entry.kind === "section");
      assert.ok(module?.kind === "section");
      const entries = entriesOf(whole, module.section);
      for (const bit of wanted) {
        const index = entries.findIndex(({ startBit, endBit }) => startBit <= bit && bit < endBit);
        const expected = entries[index];
        assert.ok(expected);
        const fresh = opened(bytes);
        const place = fresh.placeOf(expected.startBit);
        assert.ok(place);
        const page = fresh.entries(place.section, place.entry, 3, {});
        if (expected.kind === "lines") {
          assert.equal(place.entry, index);
          assert.deepEqual(page.entries.map(textOf), entries.slice(index, index + 3).map(textOf));
        } else assert.equal(page.entries[0]?.startBit, expected.startBit);
      }
    });
    it("has the elements that it has in the whole file", () => {
      const whole = leavesOf(bytes);
      for (const bit of wanted) {
        const part = leavesOf(bytes, { startBit: bit, endBit: bit + 1 });
        const start = [...whole.keys()].filter((at) => at <= bit).at(-1) ?? -1;
        assert.ok(part.has(start), `no element for bit ${bit}`);
        for (const [at, leaf] of part) assert.equal(leaf, whole.get(at));
      }
      const names = [...whole.values()].filter((leaf) => leaf.includes("LATER"));
      assert.equal(names.length > 0, info);
    });
    it("is found in the end as in the middle", () => {
      const document = opened(bytes);
      const end = document.placeOf(bits - 1);
      assert.ok(end);
      const count = end.entry + 1;
      const page = document.entries(end.section, end.entry, 10, {});
      assert.deepEqual([page.entries.length, page.end], [1, true]);
      assert.equal(document.section(end.section).entryCount, count);
    });
  });
