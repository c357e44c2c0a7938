/** Find's steps while there is no hit to go on from. */
import assert from "node:assert/strict";
import type { Folds, FindProgress, FindSummary, Hit } from "../../../extension/session/protocol";
import { Cancelled } from "../../../extension/session/transport/rpc";
import type { Host } from "../../../webview/base/connection";
import { Find } from "../../../webview/search/find";

/** What find asks of an element. */
class FakeElement {
  readonly dataset: Record<string, string> = {};
  value = "";
  textContent = "";
  private readonly classes = new Set<string>();
  private readonly attributes = new Map<string, string>();
  private readonly listeners = new Map<string, (event?: object) => void>();
  readonly classList = {
    add: (name: string) => this.classes.add(name),
    remove: (name: string) => this.classes.delete(name),
    contains: (name: string) => this.classes.has(name),
    toggle: (name: string, on: boolean) => (on ? this.classes.add(name) : this.classes.delete(name)),
  };
  set className(names: string) {
    for (const name of names.split(" ")) this.classes.add(name);
  }
  getAttribute(name: string): string | null {
    return this.attributes.get(name) ?? null;
  }
  setAttribute(name: string, value: string): void {
    this.attributes.set(name, value);
  }
  addEventListener(name: string, listener: (event?: object) => void): void {
    this.listeners.set(name, listener);
  }
  tell(name: string, event?: object): void {
    this.listeners.get(name)?.(event);
  }
  append(): void {}
  focus(): void {}
  select(): void {}
}

/** A hit in each of the rows from 1 on. */
const HITS: readonly Hit[] = [1, 2, 3, 4].map((entry) => ({
  ...{ section: 1, entry, line: 0, column: "assembly", start: 0, end: 4 },
  ...{ startBit: entry * 10, endBit: entry * 10 + 10, share: entry / 5 },
}));
const FOLDS: Folds = { arrangement: "assembly", base: "none", detail: false, toggled: [], hidden: [] };

/** A widget over four rows with a hit each; the cursor goes where it leads, and the searches end when they are told to. */
class Bed {
  entry = 0;
  /** The hits in the list. */
  listed: Hit[] = [];
  readonly elements: FakeElement[] = [];
  private searches: (() => void)[] = [];
  /** How many hits are found at once. */
  early = 0;
  readonly find: Find;

  constructor() {
    const make = (): FakeElement => {
      const element = new FakeElement();
      this.elements.push(element);
      return element;
    };
    Object.defineProperty(globalThis, "document", { value: { createElement: make }, configurable: true });
    Object.defineProperty(globalThis, "Option", { value: class {}, configurable: true });
    const host = {
      find: (_query: unknown, { signal, progress }: { signal: AbortSignal; progress: (at: FindProgress) => void }) =>
        new Promise<FindSummary>((resolve, reject) => {
          signal.addEventListener("abort", () => reject(new Cancelled()));
          progress({ hits: HITS.slice(0, this.early), share: 0.5 });
          this.searches.push(() => {
            progress({ hits: HITS.slice(this.early), share: 1 });
            resolve({ hits: HITS.length, capped: false });
          });
        }),
    };
    this.find = new Find(host as unknown as Host, () => FOLDS, {
      reveal: ({ entry }) => {
        this.move(entry);
        return Promise.resolve();
      },
      isOn: ({ entry }) => entry === this.entry,
      from: () => ({ section: 1, entry: this.entry, line: 0, startBit: this.entry * 10 }),
      selected: () => undefined,
      list: (hits) => {
        this.listed = [...hits];
        return (more) => this.listed.push(...more);
      },
      changed: () => undefined,
      closed: () => undefined,
      inView: (show) => show(),
    });
  }
  /** Moves the cursor. */
  move(entry: number): void {
    this.entry = entry;
    this.find.moved();
  }
  /** What the widget says of its hits. */
  get count(): string {
    return this.elements.find(({ textContent }) => / of /.test(textContent))?.textContent ?? "";
  }
  /** Types into the box. */
  type(text: string): void {
    const input = this.elements[1];
    assert.ok(input);
    input.value = text;
    input.tell("input");
  }
  /** Ends the searches that have begun. */
  async searched(): Promise<void> {
    for (const end of this.searches.splice(0)) end();
    await new Promise((resolve) => setTimeout(resolve));
  }
  /** A widget that is at the second hit. */
  static async atSecond(): Promise<Bed> {
    const bed = new Bed();
    bed.find.open("", "call");
    await bed.searched();
    bed.find.step(1);
    assert.equal(bed.entry, 2);
    return bed;
  }
}

describe("a step of find", () => {
  const before = (["document", "Option"] as const).map(
    (name) => [name, Object.getOwnPropertyDescriptor(globalThis, name)] as const,
  );
  after(() => {
    for (const [name, property] of before)
      if (property) Object.defineProperty(globalThis, name, property);
      else Reflect.deleteProperty(globalThis, name);
  });

  it("while the search is repeated is made from the same hit when it ends", async () => {
    for (const [steps, entry] of [
      [[], 2],
      [[1], 3],
      [[1, 1], 4],
      [[-1], 1],
      [[1, -1], 2],
    ] as const) {
      const bed = await Bed.atSecond();
      bed.find.again();
      for (const by of steps) bed.find.step(by);
      assert.equal(bed.entry, 2, "there is no hit yet");
      bed.find.again();
      await bed.searched();
      assert.equal(bed.entry, entry, `steps ${steps.join()}`);
      bed.find.step(1);
      assert.equal(bed.entry, (entry % HITS.length) + 1, "and the next step goes on from there");
    }
  });

  it("right after the last letter goes on from the hit that this leads to", async () => {
    const bed = await Bed.atSecond();
    bed.entry = 0;
    bed.type("cal");
    bed.find.step(1);
    await new Promise((resolve) => setTimeout(resolve, 100));
    await bed.searched();
    assert.equal(bed.entry, 2);
  });

  it("is forgotten if other text is typed before it is made", async () => {
    const bed = await Bed.atSecond();
    bed.entry = 0;
    bed.find.again();
    bed.find.step(1);
    bed.type("cal");
    await new Promise((resolve) => setTimeout(resolve, 100));
    await bed.searched();
    assert.equal(bed.entry, 1);
  });

  it("opens the closed widget, and goes on from where it was closed", async () => {
    const bed = await Bed.atSecond();
    bed.find.close();
    bed.find.step(1);
    assert.ok(bed.find.isOpen);
    await bed.searched();
    assert.equal(bed.entry, 3);
  });

  it("opens the closed widget, and goes to the hit of the row that the cursor has gone to meanwhile", async () => {
    const bed = await Bed.atSecond();
    bed.find.close();
    bed.entry = 4;
    bed.find.step(1);
    await bed.searched();
    assert.equal(bed.entry, 4);
  });

  it("leads to a list, which what is found later is added to, until something else is searched for", async () => {
    const bed = new Bed();
    bed.early = 1;
    bed.find.open("", "call");
    const widget = bed.elements[0];
    const key = { key: "Enter", altKey: true, preventDefault: () => undefined, stopPropagation: () => undefined };
    widget?.tell("keydown", key);
    assert.deepEqual(bed.listed, HITS.slice(0, 1));
    await bed.searched();
    assert.deepEqual(bed.listed, HITS);
    bed.find.again();
    await bed.searched();
    assert.deepEqual(bed.listed, HITS);
  });

  it("goes on from where the reader has moved the cursor, and the count tells whether that is a hit", async () => {
    const bed = await Bed.atSecond();
    assert.equal(bed.count, "2 of 4");
    bed.move(4);
    assert.equal(bed.count, "4 of 4");
    bed.move(0);
    assert.equal(bed.count, "? of 4");
    bed.find.step(1);
    assert.deepEqual([bed.entry, bed.count], [1, "1 of 4"]);
  });
});
