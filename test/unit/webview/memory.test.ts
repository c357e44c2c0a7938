/** Coming back to a place while the reader goes on. */
import assert from "node:assert/strict";
import type { Remembered, TokenMemory } from "../../../extension/session/protocol/hostApi";
import type { PlaceMemory, Row, RowPlace } from "../../../extension/session/protocol";
import { sameEntry } from "../../../webview/rows/buffer";
import type { Whereabouts } from "../../../webview/memory";
import { comeBack, newest, whereabouts } from "../../../webview/memory";

function rowAt(entry: number): Row {
  return {
    ...{ section: 1, entry, line: 0, startBit: entry * 10, endBit: entry * 10 + 10 },
    ...{ kind: "row", record: [], assembly: [], level: 1 },
  };
}
function memoryAt(entry: number): PlaceMemory {
  const { section, line, startBit } = rowAt(entry);
  return { arrangement: "assembly", place: { section, entry, line }, bit: startBit, title: "module" };
}
const LEFT: Remembered = {
  arrangement: "assembly",
  folds: { base: "none", detail: false, toggledBits: [] },
  top: memoryAt(0),
  cursor: memoryAt(0),
};

/** An editor with twenty rows whose host answers in turn; `asked` is told of each question. */
class FakeEditor {
  row: Row | undefined = rowAt(0);
  token: TokenMemory | undefined;
  readonly rows = Array.from({ length: 20 }, (_, entry) => rowAt(entry));
  constructor(private readonly asked: (what: string) => void = () => undefined) {}

  private answer<T>(what: string, value: T): Promise<T> {
    this.asked(what);
    return Promise.resolve(value);
  }
  get whereabouts(): Whereabouts {
    const buffer = {
      isOutdated: false,
      rows: this.rows,
      sections: new Map([[1, { title: "module" }]]),
      forget: () => (buffer.isOutdated = true),
      indexOfRow: (place: RowPlace) => this.rows.findIndex((row) => sameEntry(row, place)),
    };
    const listing = {
      ...{ buffer, jumps: 0, scrolls: 0, topRow: this.rows[0] },
      show: ({ place }: { place: RowPlace }) => {
        listing.jumps++;
        const row = this.rows[place.entry];
        const shown = this.answer("rows", row && { row, unfolded: [], unhidden: [] });
        buffer.isOutdated = false;
        return shown;
      },
    };
    const host = {
      sectionsAt: () => this.answer("sections", []),
      again: ({ place }: PlaceMemory) => this.answer("again", place),
    };
    const cursor = {
      set: (row: Row) => (this.row = row),
      comeBackTo: (token: TokenMemory) => (this.token = token),
      renew: (row: Row) => sameEntry(row, this.row) && ((this.row = row), true),
    };
    Object.defineProperty(cursor, "row", { get: () => this.row });
    const folding = {
      ...{ arrangement: "assembly", use: () => undefined, restore: () => undefined, flip: () => undefined },
      memory: () => LEFT.folds,
    };
    return { host, listing, cursor, folding } as unknown as Whereabouts;
  }
}

describe("coming back to a place", () => {
  it("the cursor is at its remembered row", async () => {
    const editor = new FakeEditor();
    await comeBack(editor.whereabouts, { ...LEFT, cursor: memoryAt(4) });
    assert.equal(editor.row?.entry, 4);
  });

  it("the cursor is at its remembered token, but not in a row that is clicked on meanwhile", async () => {
    const token = { column: "assembly", line: 0, token: 3, text: "%4" } as const;
    const to = { ...LEFT, cursor: memoryAt(4), token };
    const editor = new FakeEditor();
    await comeBack(editor.whereabouts, to);
    assert.equal(editor.token, token);
    const clicked: FakeEditor = new FakeEditor(() => (clicked.row = rowAt(7)));
    await comeBack(clicked.whereabouts, to);
    assert.equal(clicked.token, undefined);
  });

  it("a row that is clicked on meanwhile keeps the cursor, whenever that is", async () => {
    let questions = 0;
    await comeBack(new FakeEditor(() => questions++).whereabouts, LEFT);
    assert.ok(questions >= 4);
    for (let at = 0; at < questions; at++) {
      let asked = 0;
      const editor = new FakeEditor(() => {
        if (asked++ === at) editor.row = rowAt(7);
      });
      await comeBack(editor.whereabouts, LEFT);
      assert.equal(editor.row?.entry, 7, `at question ${at}`);
    }
  });

  it("until then its place is the one that it comes back to, also if that was interrupted", async () => {
    const to = { ...LEFT, cursor: memoryAt(4) };
    let questions = 0;
    await comeBack(new FakeEditor(() => questions++).whereabouts, to);
    for (let at = 0; at < questions; at++) {
      let asked = 0;
      const fake = new FakeEditor(() => {
        assert.equal(whereabouts(editor), to, `at question ${asked}`);
        if (asked++ === at) throw new Error("the file has changed");
      });
      const editor = fake.whereabouts;
      await assert.rejects(comeBack(editor, to));
      assert.equal(whereabouts(editor), to);
    }
    const editor = new FakeEditor().whereabouts;
    await comeBack(editor, to);
    assert.deepEqual(whereabouts(editor)?.cursor, memoryAt(4));
  });

  it("after an interruption, the place is the reader's own once a jump has shown rows, or the cursor has moved in them", async () => {
    const to = { ...LEFT, cursor: memoryAt(4) };
    let asked = 0;
    const interrupted = async (at: "sections" | "again"): Promise<[FakeEditor, Whereabouts]> => {
      asked = 0;
      const fake = new FakeEditor((what) => {
        if (what === "again" && at === "again" && asked++ === 0) return;
        if (what === at) throw new Error("the file has changed");
      });
      const editor = fake.whereabouts;
      await assert.rejects(comeBack(editor, to));
      assert.equal(whereabouts(editor), to);
      return [fake, editor];
    };
    const [jumping, jumped] = await interrupted("sections");
    jumping.row = rowAt(9);
    assert.equal(whereabouts(jumped), to, "the cursor has moved in rows as they were");
    await jumped.listing.show({ kind: "place", place: rowAt(9) });
    assert.deepEqual(whereabouts(jumped)?.cursor, memoryAt(9));
    const [moving, moved] = await interrupted("again");
    moving.row = rowAt(3);
    assert.deepEqual(whereabouts(moved)?.cursor, memoryAt(3));
  });

  it("a section that is not there yet is still come back to, until the reader goes on or scrolls", async () => {
    const to = { ...LEFT, cursor: { ...memoryAt(4), title: "metadata nodes" } };
    const fake = new FakeEditor();
    const editor = fake.whereabouts;
    await comeBack(editor, to);
    assert.equal(whereabouts(editor), to);
    const { sections } = editor.listing.buffer as unknown as { sections: Map<number, { title: string }> };
    sections.set(1, { title: "metadata nodes" });
    await comeBack(editor, to);
    assert.equal(fake.row?.entry, 4);
    assert.equal(whereabouts(editor)?.cursor?.title, "metadata nodes");
    sections.set(1, { title: "module" });
    await comeBack(editor, to);
    assert.equal(whereabouts(editor), to);
    editor.listing.scrolls++;
    assert.deepEqual(whereabouts(editor)?.cursor, memoryAt(4));
  });

  it("before the cursor has a row there is no place to keep", () => {
    const editor = new FakeEditor();
    editor.row = undefined;
    assert.equal(whereabouts(editor.whereabouts), undefined);
  });

  it("an editor begins at the newest place of its own, else at the last in the file", () => {
    const left = (editor: string, time: number): Remembered => ({ ...LEFT, leftBy: { editor, time } });
    const own = left("left", 1);
    assert.equal(newest(own, own), own);
    assert.deepEqual(newest(own, left("left", 2)), left("left", 2), "the state of the page is older");
    assert.equal(newest(left("left", 2), own)?.leftBy?.time, 2);
    assert.equal(newest(own, left("right", 2)), own, "another editor has left the last place");
    assert.equal(newest(own, LEFT), own);
    assert.equal(newest(LEFT, own), LEFT, "an earlier version did not tell");
    assert.equal(newest(undefined, own), own);
    assert.equal(newest(own, null), own);
    assert.equal(newest(undefined, null), undefined);
  });
});
