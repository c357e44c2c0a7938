/** The boundary around a decoder: what it throws becomes a problem, and each call still has an answer. */
import assert from "node:assert/strict";
import type { IrDocument } from "../../../extension/document/document";
import type { ElementSink, Leaf } from "../../../extension/document/element";
import { Made } from "../../../extension/document/madeList";
import type { OutlineNode } from "../../../extension/document/outline";
import type { Entry } from "../../../extension/document/section";
import { MissingBytes, ResidentWindow, Unfinished, Unreadable } from "../../../extension/document/window";
import { guarded } from "../../../extension/formats/guard/boundary";
import { Faults } from "../../../extension/formats/guard/faults";
import { GuardedNodes } from "../../../extension/formats/guard/node";
import { allSteps } from "../../../extension/kit/steps";
import { nodesIn } from "../../support/outline";

const BYTES = 16;
const WHOLE = { startBit: 0, endBit: BYTES * 8 };
const PLACE = { section: 3, entry: 4 };
const ENTRY: Entry = { kind: "lines", startBit: 8, endBit: 24, lines: [] };
/** All that a document may answer, each of which throws. */
const METHODS = [
  ...["roots", "section", "entries", "placeOf", "locate", "write", "tellNames", "scope", "naming", "holder", "hover"],
  ...["source", "sourceOf", "sourceFiles", "entriesOfSource", "functionFacts", "functionCalls", "background"],
  ...["complete", "progress", "revision", "problems", "assembly", "text", "dump", "elements", "outline", "symbols"],
  ...["derived", "stats", "facts", "notices"],
] as const;

function broken(thrown: unknown): IrDocument {
  const fail = (): never => {
    throw thrown;
  };
  const window = new ResidentWindow(new Uint8Array(BYTES));
  const shape = { format: "broken", title: "Broken", bits: WHOLE.endBit, recordWidth: 40, window };
  const methods = Object.fromEntries(METHODS.map((name) => [name, fail]));
  return guarded({ ...shape, ...methods } as unknown as IrDocument);
}

describe("a decoder that fails", () => {
  it("gives each question an answer, and a problem", () => {
    const document = broken(new Error("oh"));
    assert.deepEqual(document.roots(), []);
    assert.equal(document.placeOf(5), undefined);
    assert.equal(document.locate(1 as never), undefined);
    assert.equal(document.scope?.(1 as never), undefined);
    assert.equal(document.naming?.(1 as never), undefined);
    assert.equal(document.holder?.(3), undefined);
    assert.equal(document.hover(PLACE, ENTRY, {} as never), undefined);
    assert.deepEqual(document.source?.(5), { kind: "none", why: "instruction" });
    assert.deepEqual(document.sourceOf?.(PLACE), []);
    assert.equal(document.functionFacts?.(1 as never), undefined);
    assert.equal(document.functionCalls?.(1 as never), undefined);
    assert.deepEqual([document.complete?.(), document.progress?.(), document.revision?.()], [true, 0, 0]);
    assert.deepEqual([[...(document.sourceFiles?.() ?? [1])], [...(document.background?.() ?? [1])]], [[], []]);
    assert.equal(document.assembly?.({ fileName: "" }), undefined);
    assert.deepEqual(
      [[...document.outline()], document.derived(), document.facts?.(), document.notices?.()],
      [[], [], [], []],
    );
    assert.deepEqual([[...document.text({ fileName: "" })], [...document.dump({ fileName: "" })]], [[], []]);
    assert.deepEqual([[...document.symbols()], allSteps(document.stats())], [[], []]);
    const messages = document.problems().map(({ message }) => message);
    assert.ok(messages.includes("Bitscope could not read the outline: oh"));
    assert.ok(messages.length > 15, messages.join("\n"));
    for (const { code, startBit, endBit } of document.problems())
      assert.ok(code === "fault" && startBit >= 0 && endBit <= WHOLE.endBit);
  });
  it("keeps the place of a node of the outline that cannot be made", () => {
    const range = { startBit: 8, endBit: 16 };
    const nodes = new Made(3, (index): OutlineNode => {
      if (index === 1) throw new Error("oh");
      return { kind: "type", name: `%${index}`, ...range };
    });
    const group: OutlineNode = { kind: "group", name: "types", ...range, children: () => nodes };
    const made = nodesIn([...new GuardedNodes([group], WHOLE, new Faults())][0]);
    assert.deepEqual(
      made.map(({ kind, name, startBit, endBit }) => [kind, name, startBit, endBit]),
      [
        ["type", "%0", 8, 16],
        ["problem", "", 8, 16],
        ["type", "%2", 8, 16],
      ],
    );
  });
  it("shows a row that says so", () => {
    const document = broken(new Error("oh"));
    const { title, entryCount } = document.section(3);
    assert.deepEqual([title, entryCount], ["Bitscope could not read the section: oh", 1]);
    const page = document.entries(3, 0, 10, {});
    assert.equal(page.end, true);
    const [entry] = page.entries;
    assert.ok(entry?.kind === "lines" && entry.lines[0]?.kind === "row");
    assert.equal(entry.lines[0].assembly[0]?.text, "; Bitscope could not read the section: oh");
    assert.deepEqual(document.tellNames?.(3, 0, 10, {} as never).end, true);
  });
  it("still has elements that tile the file", () => {
    const leaves: Leaf[] = [];
    const sink: ElementSink = { open: () => undefined, close: () => undefined, leaf: (leaf) => void leaves.push(leaf) };
    for (const walk = broken(new Error("oh")).elements(sink); !walk.next().done;);
    assert.deepEqual([leaves[0]?.startBit, leaves.at(-1)?.endBit], [0, WHOLE.endBit]);
    for (const [at, { startBit }] of leaves.entries()) assert.equal(startBit, at === 0 ? 0 : leaves[at - 1]?.endBit);
  });
  it("passes on what the session handles", () => {
    for (const thrown of [new MissingBytes(0, 1), new Unfinished(), new Unreadable("gone")]) {
      const document = broken(thrown);
      const isThrown = (error: unknown): boolean => error === thrown;
      assert.throws(() => document.entries(3, 0, 10, {}), isThrown);
      assert.throws(() => document.scope?.(1 as never), isThrown);
      assert.throws(() => [...document.text({ fileName: "" })], isThrown);
    }
  });
  it("lacks what the document lacks", () => {
    const window = new ResidentWindow(new Uint8Array(BYTES));
    const small = guarded({ format: "small", bits: WHOLE.endBit, window } as unknown as IrDocument);
    for (const name of ["write", "tellNames", "scope", "background", "facts", "assembly", "index"] as const)
      assert.equal(small[name], undefined, name);
  });
});
