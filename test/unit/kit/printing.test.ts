/** Chunks of a text that take long to print: others have their turn meanwhile, and all are completed. */
import assert from "node:assert/strict";
import { attempt } from "../../../extension/document/window";
import { ChunkedAssembly } from "../../../extension/kit/chunks";
import { MadeLines } from "../../../extension/kit/lines";
import { assemblyLine } from "../../../extension/kit/lineSink";

const SECTIONS = 3;
/** Steps of a section: it has as many lines, more than are kept. */
const STEPS = 25_000;

/** A text of sections that are printed in steps, with the number of steps made so far. */
function longText(due: () => boolean) {
  const made = { steps: 0 };
  const section = (index: number) => ({
    startBit: index * 8,
    endBit: index * 8 + 8,
    estimate: STEPS,
    section: { kind: "function", title: `f${index}` },
    *print() {
      const lines = [];
      for (let at = 0; at < STEPS; at++) {
        lines.push(assemblyLine([{ kind: "text" as const, text: `${index}` }], index * 8));
        made.steps++;
        yield;
      }
      return new MadeLines(lines);
    },
  });
  const chunks = Array.from({ length: SECTIONS }, (_, index) => section(index));
  const text = { title: "t", window: { due }, bits: SECTIONS * 8, chunks: () => chunks, bitOf: () => undefined };
  return { assembly: new ChunkedAssembly(text), made };
}

/** Repeats a step until it returns; how often it was interrupted. */
function interruptions(step: () => void): number {
  for (let times = 0; ; times++) if ("value" in attempt(step)) return times;
}

describe("a chunk that is printed in steps", () => {
  it("is interrupted when others wait, and continued", () => {
    const { assembly, made } = longText(() => true);
    const times = interruptions(() => assembly.entries(1, 0, 1));
    assert.ok(times > 100, `${times} interruptions`);
    assert.equal(made.steps, STEPS);
    assert.equal(
      interruptions(() => assembly.entries(1, 0, 1)),
      0,
    );
  });
  it("is continued after others were printed", () => {
    const { assembly, made } = longText(() => true);
    assert.ok("unfinished" in attempt(() => assembly.entries(1, 0, 1)));
    interruptions(() => assembly.entries(2, 0, 1));
    interruptions(() => assembly.entries(1, 0, 1));
    assert.equal(made.steps, 2 * STEPS);
  });
  it("is printed at once if it was printed just before: a step may need several in turns", () => {
    const { assembly } = longText(() => true);
    interruptions(() => {
      for (let round = 0; round < 2; round++)
        for (let section = 1; section <= SECTIONS; section++) assembly.entries(section, 0, 1);
    });
  });
  it("is printed at once if nobody waits", () => {
    const { assembly } = longText(() => false);
    assert.equal(
      interruptions(() => assembly.entries(1, 0, 1)),
      0,
    );
  });
});
