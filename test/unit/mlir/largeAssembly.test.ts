/** The assembly of one function with many ops: printed in steps, between which others have their turn. */
import assert from "node:assert/strict";
import type { Arrangement } from "../../../extension/document/arrangement";
import { byteString, ByteText, pieceText } from "../../../extension/document/byteText";
import type { NameTaker } from "../../../extension/document/nameTaker";
import type { Place, SectionId } from "../../../extension/document/section";
import { attempt, ResidentWindow } from "../../../extension/document/window";
import { openDocument } from "../../../extension/formats/detect";
import { allSteps, inOneStep } from "../../../extension/kit/steps";
import { largeMlir } from "../../support/largeMlir";

const OPS = 30_000;
const OPTIONS = { fileName: "a.mlirbc" };
const bytes = largeMlir(OPS);

/** The assembly, and the place of its function, in a document where others always wait. */
function impatient(): { readonly assembly: Arrangement; readonly at: Place; readonly stops: number } {
  class Impatient extends ResidentWindow {
    due = (): boolean => true;
  }
  const document = openDocument(new Impatient(bytes));
  const assembly = document.assembly?.(OPTIONS);
  assert.ok(assembly);
  allSteps(assembly.background?.() ?? inOneStep(undefined));
  const { value: at, stops } = ended(() => assembly.placeOf(document.bits - 8 * 1024));
  assert.ok(at);
  return { assembly, at, stops };
}

/** What a step returns at last, and how often it stopped before. */
function ended<T>(step: () => T): { readonly value: T; readonly stops: number } {
  for (let stops = 0; ; stops++) {
    const result = attempt(step);
    if ("value" in result) return { value: result.value, stops };
    assert.ok("unfinished" in result);
  }
}

/** The lines of the function in the text of the file: without the module's first line, and its last ones. */
function functionLines(): readonly string[] {
  let text = "";
  // A piece is valid until the next one is made.
  for (const piece of openDocument(new ResidentWindow(bytes)).text(OPTIONS)) text += pieceText(piece);
  return text.split("\n").slice(1, OPS + 5);
}

/** Writes the lines of a section, in as many calls as that takes. */
class SectionText {
  readonly text = new ByteText();
  private entry = 0;
  constructor(
    private readonly assembly: Arrangement,
    private readonly section: SectionId,
  ) {}
  /** Writes some more; returns whether that was all. */
  more(): boolean {
    const { text, section, entry } = this;
    const ignored = { row: () => false, assembly: () => undefined, message: () => undefined, entry: () => undefined };
    const writer = { text, details: true, ...ignored, end: () => text.text("\n") };
    const page = this.assembly.write?.(section, entry, OPS, {}, writer);
    this.entry += page?.entries ?? 0;
    return page?.end ?? true;
  }
  lines(): readonly string[] {
    return byteString(this.text.since(0)).trimEnd().split("\n");
  }
}

describe("the assembly of a large function", () => {
  const expected = functionLines();

  it("is printed in steps, once", () => {
    const { assembly, at, stops } = impatient();
    assert.ok(stops > 20, `${stops} stops`);
    const { value, stops: later } = ended(() => assembly.entries(at.section, at.entry, 1, {}));
    assert.equal(later, 0, "nothing is printed again");
    const entry = value.entries[0];
    assert.ok(entry?.kind === "lines");
    assert.equal(entry.lines[0]?.assembly.map(({ text }) => text).join(""), expected[at.entry]);
  });

  it("is right however its text and its names take turns", () => {
    const { assembly, at } = impatient();
    const names = new Set<string>();
    const taker: NameTaker = {
      locals: true,
      entry: () => undefined,
      name: (symbol, isDefinition) => {
        if (isDefinition) names.add(symbol);
      },
    };
    const written = new SectionText(assembly, at.section);
    const works = [
      () => written.more(),
      () => {
        assembly.tellNames?.(at.section, 0, OPS + 9, taker);
        return true;
      },
    ];
    let turns = 0;
    while (works.length > 0) {
      const work = works[turns++ % works.length];
      const result = work && attempt(work);
      if (work && result && "value" in result && result.value) works.splice(works.indexOf(work), 1);
    }
    assert.ok(turns > 50, `${turns} turns`);
    assert.deepEqual(written.lines(), expected);
    assert.equal([...names].filter((name) => name.includes("/%")).length, OPS + 1);
  });
});
