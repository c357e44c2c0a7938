/** Uses, callers and definitions of names are found in all formats with an assembly without making tokens of every row. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import type { Arrangement } from "../../../extension/document/arrangement";
import type { EntryPage, ListingOptions, SectionId } from "../../../extension/document/section";
import { MemorySource } from "../../../extension/session/bytes/source";
import { Core } from "../../../extension/session/core";
import { allEntries } from "../../../extension/kit/entryWalk";
import { usesIn } from "../../../extension/session/search/useScan";
import { Session } from "../../../extension/session/session";

const SAMPLES = ["factorial.bc", "factorial.pexe", "factorial.vmfb", "llvm-1.9.bc", "sampler.mlirbc"];
const ARRANGEMENTS = ["records", "assembly"] as const;
const call = { signal: new AbortController().signal, progress: () => undefined };

/** Counts the entries that an arrangement makes from now on. */
function counting(arrangement: Arrangement): { made: number } {
  const counter = { made: 0 };
  const entries = arrangement.entries.bind(arrangement);
  const counted = (id: SectionId, from: number, count: number, options: ListingOptions): EntryPage => {
    const page = entries(id, from, count, options);
    counter.made += page.entries.length;
    return page;
  };
  Object.defineProperty(arrangement, "entries", { value: counted });
  return counter;
}

async function opened(file: string, name: (typeof ARRANGEMENTS)[number]) {
  const core = await Core.open(new MemorySource(readFileSync(`samples/${file}`)), {});
  const session = new Session(core);
  const { arrangement } = core.arranged(name);
  for (const step of arrangement.background?.() ?? []) void step;
  const entries = [...allEntries(arrangement, {})];
  return { session, arrangement, entries };
}

for (const file of SAMPLES)
  for (const name of ARRANGEMENTS)
    describe(`the names in the ${name} of ${file}`, () => {
      it("are counted without making entries", async () => {
        const { session, arrangement, entries } = await opened(file, name);
        const expected = new Map<string, number>();
        for (const entry of entries)
          for (const [symbol, uses] of usesIn(entry)) expected.set(symbol, (expected.get(symbol) ?? 0) + uses);
        assert.ok(expected.size > 5);
        const counter = counting(arrangement);
        for (const [symbol, uses] of expected)
          assert.equal(await session.api.uses({ symbol, arrangement: name }, call), uses, symbol);
        assert.equal(counter.made, 0);
      });
      it("that a function has alone are searched for in its section", async () => {
        const { arrangement, entries } = await opened(file, name);
        const locals = new Set(
          entries.flatMap(({ lines }) =>
            lines.flatMap(({ assembly }) =>
              assembly.flatMap(({ kind, symbol }) => (kind === "local" && symbol !== undefined ? [symbol] : [])),
            ),
          ),
        );
        assert.ok(locals.size > 5);
        for (const symbol of locals) assert.ok(arrangement.scope?.(symbol) !== undefined, symbol);
      });
    });

describe("a name that no row defines", () => {
  it("is looked for without making entries", async () => {
    const { session, arrangement, entries } = await opened("factorial.vmfb", "assembly");
    const symbol = "global/0";
    assert.ok(entries.length > 10);
    const counter = counting(arrangement);
    assert.equal(await session.api.locate({ symbol, arrangement: "assembly" }, call), null);
    assert.equal(counter.made, 0);
  });
});

describe("the callers of a function", () => {
  it("are found by the walk that finds the uses of all names", async () => {
    const { session, arrangement } = await opened("llvm-1.9.bc", "assembly");
    let pages = 0;
    const tellNames = arrangement.tellNames?.bind(arrangement);
    assert.ok(tellNames);
    const counted: typeof tellNames = (...page) => {
      pages++;
      return tellNames(...page);
    };
    Object.defineProperty(arrangement, "tellNames", { value: counted });
    assert.ok(await session.api.calls({ symbol: "f1", arrangement: "assembly" }, call));
    const walked = pages;
    assert.ok(walked > 0);
    await session.api.uses({ symbol: "f0", arrangement: "assembly" }, call);
    assert.equal(pages, walked, "nothing is walked again");
  });
});
