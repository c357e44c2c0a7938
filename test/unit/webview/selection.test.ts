import assert from "node:assert/strict";
import fc from "fast-check";
import type { Row } from "../../../extension/session/protocol";
import { RowBuffer } from "../../../webview/rows/buffer";
import type { Listing } from "../../../webview/rows/listing";
import type { RowView } from "../../../webview/rows/rowView";
import type { Corner } from "../../../webview/cursor/box";
import type { Span } from "../../../webview/cursor/selection";
import { Selection } from "../../../webview/cursor/selection";

/** Rows of a section: entry 0 has one row, entry 1 has two, and so on in turn. */
const ROWS: readonly Row[] = Array.from({ length: 60 }, (_, entry) => entry).flatMap((entry) =>
  Array.from({ length: 1 + (entry % 2) }, (_, line): Row => ({
    section: 7,
    entry,
    line,
    startBit: entry,
    endBit: entry + 1,
    kind: "row",
    record: [],
    assembly: [{ text: `row ${entry}.${line}`, kind: "text" }],
    level: 1,
  })),
);
const rowAt = (at: number): Row => {
  const row = ROWS[at];
  assert.ok(row);
  return row;
};
const viewOf = (row: Row): RowView => ({ row }) as RowView;

/** A selection over the rows; the cursor is on the row `at`. */
function selecting({ at = 0 } = {}): {
  selection: Selection;
  /** Moves the cursor. */
  move: (to: number) => void;
  /** Drops the rows before this one, as the buffer does with rows far from the screen. */
  drop: (end: number) => void;
  changes: () => number;
} {
  let [cursor, changes] = [at, 0];
  const buffer = new RowBuffer(
    { rows: () => assert.fail("no row is asked for") },
    () => ({ arrangement: "assembly", base: "none", toggled: [], detail: false }),
    () => undefined,
  );
  const drop = (end: number): void => {
    buffer.rows = ROWS.slice(end);
    buffer.line = end;
  };
  drop(0);
  const drawn = { add: () => undefined, onDraw: () => undefined, viewOf: () => undefined };
  const selection = new Selection(
    { ...drawn, buffer } as unknown as Listing,
    () => ROWS[cursor],
    () => changes++,
  );
  return { selection, move: (to) => (cursor = to), drop, changes: () => changes };
}

const rowNumber = fc.integer({ min: 0, max: ROWS.length - 1 });
const character = fc.record({ at: rowNumber, char: fc.integer({ min: 0, max: 7 }) });

describe("the selection", () => {
  it("without any is the cursor's record", () => {
    const { selection } = selecting({ at: 4 });
    const { section, entry } = rowAt(4);
    assert.deepEqual(selection.selected, { kind: "rows", from: { section, entry }, to: { section, entry }, count: 1 });
  });

  it("of records goes from where it began to the cursor, in file order, with all their rows", () => {
    fc.assert(
      fc.property(rowNumber, rowNumber, (from, to) => {
        const { selection, move } = selecting({ at: from });
        selection.extendRows();
        move(to);
        const { selected } = selection;
        assert.ok(selected?.kind === "rows" && selected.from && selected.to);
        const [first, last] = [rowAt(Math.min(from, to)).entry, rowAt(Math.max(from, to)).entry];
        assert.deepEqual([selected.from.entry, selected.to.entry], [first, last]);
        assert.equal(selected.count, ROWS.filter(({ entry }) => entry >= first && entry <= last).length);
      }),
    );
  });

  it("of records keeps its beginning when its rows are no longer loaded", () => {
    const { selection, move, drop } = selecting({ at: 3 });
    selection.extendRows();
    move(40);
    drop(30);
    const { selected } = selection;
    assert.ok(selected?.kind === "rows");
    assert.deepEqual([selected.from?.entry, selected.to?.entry], [rowAt(3).entry, rowAt(40).entry]);
    assert.equal(selected.count, 39);
  });

  it("of characters is in order, from whichever end it was dragged", () => {
    fc.assert(
      fc.property(character, character, (a, b) => {
        fc.pre(a.at !== b.at || a.char !== b.char);
        const { selection } = selecting();
        const point = ({ at, char }: typeof a) => ({ ...selection.point(viewOf(rowAt(at)), char) });
        selection.start("assembly", point(a));
        selection.extendTo(point(b));
        const { selected } = selection;
        assert.ok(selected?.kind === "text");
        const forward = a.at < b.at || (a.at === b.at && a.char <= b.char);
        assert.deepEqual([selected.from, selected.to], forward ? [point(a), point(b)] : [point(b), point(a)]);
        assert.equal(selected.count, Math.abs(a.at - b.at) + 1);
      }),
    );
  });

  it("of words takes those at both ends as a whole, from whichever end it was dragged", () => {
    const { selection } = selecting();
    const word = (at: number, from: number, to: number): Span => {
      const view = viewOf(rowAt(at));
      return [selection.point(view, from), selection.point(view, to)];
    };
    const [first, last] = [word(3, 0, 3), word(6, 4, 7)];
    for (const [pressed, reached] of [
      [first, last],
      [last, first],
    ] as const) {
      selection.start("assembly", ...pressed);
      selection.extendOver(pressed, reached);
      const { selected } = selection;
      assert.ok(selected?.kind === "text");
      assert.deepEqual([selected.from, selected.to], [first[0], last[1]]);
    }
    selection.extendOver(last, last);
    assert.ok(selection.selected?.kind === "text");
    assert.deepEqual([selection.selected.from, selection.selected.to], last);
  });

  it("of no character is none, so that copying takes the cursor's record", () => {
    const { selection } = selecting({ at: 2 });
    selection.start("record", selection.point(viewOf(rowAt(9)), 3));
    assert.equal(selection.selected?.kind, "rows");
    assert.equal(selection.selected.count, 1);
  });

  it("is one: another kind replaces it, and clearing leaves none", () => {
    const { selection, changes } = selecting({ at: 1 });
    assert.equal(selection.clear(), false);
    assert.equal(changes(), 0);
    selection.start("assembly", selection.point(viewOf(rowAt(2)), 1), selection.point(viewOf(rowAt(5)), 2));
    selection.all(90);
    assert.deepEqual(selection.selected, { kind: "rows", count: 90 });
    assert.equal(selection.column, undefined);
    assert.equal(selection.clear(), true);
    assert.equal(selection.selected?.count, 1);
    assert.equal(changes(), 3);
  });

  it("becomes a box that begins at the clicked character", () => {
    const { selection } = selecting();
    selection.start("assembly", selection.point(viewOf(rowAt(6)), 5));
    const corner: Corner = { section: 7, entry: rowAt(2).entry, line: rowAt(2).line, at: 2, column: 1 };
    selection.extendBox("assembly", corner);
    const { selected } = selection;
    assert.ok(selected?.kind === "box" && selection.isBox);
    assert.deepEqual([selected.left, selected.right, selected.count], [1, 5, 5]);
    assert.deepEqual(
      [selected.from, selected.to].map(({ entry, line }) => [entry, line]),
      [2, 6].map((at) => [rowAt(at).entry, rowAt(at).line]),
    );
  });
});
