/** "Go to Symbol": each key that is typed searches again, and a search lets others in. */
import * as assert from "node:assert/strict";
import type { OutlineNode } from "../../../extension/document/outline";
import { OutlinePages } from "../../../extension/session/facts/outlinePages";
import { SymbolSearch } from "../../../extension/session/facts/symbols";

const RANGE = { startBit: 0, endBit: 8 };

/** An outline of `count` functions `f0`, `f1`, …, which counts how often it is asked for a name. */
function outlineOf(count: number): { readonly search: SymbolSearch; readonly asked: () => number } {
  let asked = 0;
  const functions = Array.from({ length: count }, (_, index): OutlineNode => {
    return {
      ...RANGE,
      kind: "function",
      get name() {
        asked++;
        return `f${index}`;
      },
      children: () => [{ ...RANGE, kind: "basicBlock", name: `block${index}` }],
    };
  });
  const group: OutlineNode = { ...RANGE, kind: "group", name: "functions", children: () => functions };
  return {
    search: new SymbolSearch(new OutlinePages({ problems: () => [], outline: () => [group] })),
    asked: () => asked,
  };
}
function run(search: SymbolSearch, text: string, count = 10): { names: readonly string[]; steps: number } {
  const work = search.find({ text, count, demangle: true });
  let steps = 0;
  let step = work.next();
  for (; !step.done; step = work.next()) steps++;
  return { names: step.value.map(({ name }) => name), steps };
}

describe("a search for symbols", () => {
  it("ends a step after each node, and stops when it has found enough", () => {
    const { search } = outlineOf(300);
    assert.ok(run(search, "nowhere").steps > 300);
    assert.ok(run(search, "", 5).steps < 20);
  });
  it("asks for each name once, however often it is repeated", () => {
    const { search, asked } = outlineOf(300);
    run(search, "nowhere");
    const once = asked();
    assert.deepEqual(run(search, "F123").names, ["f123"]);
    assert.ok(asked() - once <= 2, `${asked() - once}`);
  });
  it("lists the names that are what is typed before those that begin with it, and these before all others", () => {
    const names = ["@domain", "@main.cold", "@remain", '@"main"', "@mainly"];
    const nodes = names.map((name): OutlineNode => ({ ...RANGE, kind: "function", name }));
    const search = new SymbolSearch(new OutlinePages({ problems: () => [], outline: () => nodes }));
    assert.deepEqual(run(search, "@main").names, ['@"main"', "@main.cold", "@mainly", "@domain", "@remain"]);
    assert.deepEqual(run(search, "main", 2).names, ['@"main"', "@main.cold"]);
    assert.deepEqual(run(search, "").names, names);
  });
  it("lists comdats, which have the names of what is in them, only after a `$`", () => {
    const named = (kind: "function" | "comdat", name: string): OutlineNode => ({ ...RANGE, kind, name });
    const nodes = [named("function", "@f"), named("comdat", "$f")];
    const search = new SymbolSearch(new OutlinePages({ problems: () => [], outline: () => nodes }));
    assert.deepEqual(run(search, "f").names, ["@f"]);
    assert.deepEqual(run(search, "").names, ["@f"]);
    assert.deepEqual(run(search, "$").names, ["$f"]);
  });
  it("tells what the result begins with before it searches functions, unless that is nothing or enough", () => {
    const { search } = outlineOf(12);
    const early = (text: string, count: number): readonly (readonly string[])[] => {
      const told: (readonly string[])[] = [];
      const found = [...search.find({ text, count, demangle: true }, (items) => told.push(items.map((i) => i.name)))];
      assert.ok(found.length > 0, "steps");
      return told;
    };
    assert.deepEqual(early("1", 9), [["f1", "f10", "f11"]]);
    assert.deepEqual(early("1", 3), []);
    assert.deepEqual(early("block", 9), []);
  });
  it("finds what is inside functions after the functions, and locals only if something is typed", () => {
    const { search } = outlineOf(3);
    assert.deepEqual(run(search, "1").names, ["f1", "block1"]);
    assert.deepEqual(run(search, "").names, ["f0", "f1", "f2"]);
    assert.deepEqual(run(search, "%").names, ["block0", "block1", "block2"]);
  });
});
