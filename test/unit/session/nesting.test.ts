/** Sections and outlines nested without limit: what follows from the sections around one is worked out once for each. */
import assert from "node:assert/strict";
import type { OutlineKind, OutlineNode } from "../../../extension/document/outline";
import { mock } from "node:test";
import { MemorySource } from "../../../extension/session/bytes/source";
import { PagedWindow } from "../../../extension/session/bytes/window";
import { Arranged } from "../../../extension/session/rows/arranged";
import { EntryPages } from "../../../extension/session/rows/pages";
import { Steps } from "../../../extension/session/rows/steps";
import { opened } from "../../support/tiling";
import { isolatedRegions } from "../../support/hostile/mlir";
import type { Place } from "../../../extension/document/section";
import { OutlinePages } from "../../../extension/session/facts/outlinePages";
import { allSteps } from "../../../extension/kit/steps";
import { Inherited } from "../../../extension/session/rows/inherited";

const DEPTH = 100_000;

describe("nesting", () => {
  it("costs one step for each section, however often and in whichever order it is asked about", () => {
    let steps = 0;
    const level = new Inherited(
      -1,
      0,
      (section) => section - 1,
      (_section, outer) => {
        steps++;
        return outer + 1;
      },
    );
    assert.equal(level.of(DEPTH - 1), DEPTH);
    for (let section = DEPTH - 1; section >= 0; section--) assert.equal(level.of(section), section + 1);
    assert.equal(level.of(-1), 0);
    assert.equal(steps, DEPTH);
  });

  it("costs a search that goes on many times one step for each section", async () => {
    const depth = 500;
    const bytes = isolatedRegions(depth);
    const document = opened(bytes);
    const arranged = new Arranged(
      "records",
      document,
      bytes.length * 8,
      new Steps(new PagedWindow(new MemorySource(bytes))),
    );
    const { signal } = new AbortController();
    const scopes: number[] = [];
    await arranged.scan(signal, ({ section }) => scopes.push(section) > 0);
    const scope = scopes[Math.floor(scopes.length / 2)];
    const around = mock.method(EntryPages.prototype, "around");
    let [last, found]: [Place | undefined, number] = [undefined, 0];
    for (let before = -1; before < found;) {
      before = found;
      const visit = (place: Place): boolean => {
        found++;
        last = place;
        return false;
      };
      await arranged.scan(signal, visit, scope, last);
    }
    around.mock.restore();
    assert.ok(found >= depth / 4 && found < scopes.length, `${found} places`);
    assert.ok(around.mock.callCount() < 4 * depth, `${around.mock.callCount()} steps for ${found} places`);
  });

  it("of modules hides no function that a compiler would nest, and does not exhaust the stack", () => {
    const nested = (depth: number): OutlineNode => ({
      kind: "module",
      name: `m${depth}`,
      startBit: 0,
      endBit: 8,
      children: () => [
        { kind: "function", name: `f${depth}`, startBit: 0, endBit: 8 },
        ...(depth < DEPTH ? [nested(depth + 1)] : []),
      ],
    });
    const found = allSteps(new OutlinePages({ problems: () => [], outline: () => [nested(0)] }).functions());
    assert.ok(found.length > 16 && found.length < 64, `${found.length} functions`);
  });

  it("of functions makes no name of one that nobody looks at", () => {
    const functions = Array.from({ length: 3 }, (_, startBit): OutlineNode => ({
      kind: "function",
      get name(): string {
        throw new Error("a name is made");
      },
      startBit,
      endBit: 8,
    }));
    const group: OutlineNode = { kind: "group", name: "functions", startBit: 0, endBit: 8, children: () => functions };
    assert.equal(allSteps(new OutlinePages({ problems: () => [], outline: () => [group] }).functions()).length, 3);
  });

  it("of functions is walked once and in steps, however often marks are asked for", () => {
    let asked = 0;
    const functions = Array.from({ length: 100 }, (_, index): OutlineNode => ({
      get kind(): OutlineKind {
        asked++;
        return "function";
      },
      name: "f",
      startBit: 0,
      endBit: index,
    }));
    const pages = new OutlinePages({ problems: () => [], outline: () => functions });
    const work = pages.functions();
    for (let steps = 0; work.next().done === false; steps++) assert.ok(asked <= steps + 1, `${asked} after ${steps}`);
    assert.equal(asked, functions.length);
    const found = allSteps(pages.functions());
    assert.equal(asked, functions.length);
    assert.deepEqual([found.length, found[0]?.endBit, found.at(-1)?.endBit], [100, 99, 0]);
  });

  it("of ops in a module without functions makes a filter examine only so many of them", () => {
    let made = 0;
    const op = (name: string): OutlineNode => ({
      kind: "operation",
      name,
      startBit: 0,
      endBit: 8,
      children: () => {
        made++;
        return [{ kind: "operation", name: "inner", startBit: 0, endBit: 8 }];
      },
    });
    const ops = Array.from({ length: DEPTH }, (_, index) => op(`op${index}`));
    const pages = new OutlinePages({ problems: () => [], outline: () => ops });
    const query = {
      path: [],
      from: 0,
      count: 10,
      sort: "position",
      filter: `op${DEPTH - 1}`,
      demangle: false,
    } as const;
    const { items } = allSteps(pages.page(query));
    assert.deepEqual(
      items.map(({ name }) => name),
      [`op${DEPTH - 1}`],
    );
    assert.ok(made < DEPTH / 2, `the content of ${made} ops`);
  });
});
