/** Control flow graphs: their edges are those that the reference tools print as predecessors of labels. */
import * as assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import type { SectionId } from "../../../extension/document/section";
import type { Line, SymbolId } from "../../../extension/document/token";
import { allSteps } from "../../../extension/kit/steps";
import type { FlowGraph } from "../../../extension/session/protocol";
import { columnText } from "../../../extension/document/token";
import { Core } from "../../../extension/session/core";
import { MemorySource } from "../../../extension/session/bytes/source";
import type { Block } from "../../../extension/session/flow/blocks";
import { blocksOf } from "../../../extension/session/flow/blocks";
import { irMagic } from "../../support/bitWriter";
import { labelOf } from "../../../extension/session/flow/edges";
import { flowAround, MOST_BLOCKS } from "../../../extension/session/flow/graph";
import { flowRows } from "../../../extension/session/flow/rows";
import type { Arranged } from "../../../extension/session/rows/arranged";

/** A module with one function: a chain of blocks, the last of which returns. */
function chain(blocks: number): Uint8Array {
  const [MODULE, FUNCTION, TYPE] = [8, 12, 17];
  const writer = irMagic().enter(MODULE, 3).record(1, 1);
  // Types: void, void ().
  writer.enter(TYPE, 4).record(1, 2).record(2).record(21, 0, 0).end();
  // The function, then DECLAREBLOCKS, BR, RET.
  writer.record(8, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
  writer.enter(FUNCTION, 4).record(1, blocks);
  for (let block = 1; block < blocks; block++) writer.record(11, block);
  return writer.record(10).end().end().done();
}

/** A module with one function: a switch over an argument, each of whose blocks has some cases; the first is the default. */
function switchOver(casesOf: readonly (readonly number[])[]): Uint8Array {
  const [MODULE, FUNCTION, TYPE, CONSTANTS] = [8, 12, 17, 11];
  const writer = irMagic().enter(MODULE, 3).record(1, 1);
  // Types: void, i32, void (i32).
  writer.enter(TYPE, 4).record(1, 3).record(2).record(7, 32).record(21, 0, 0, 1).end();
  writer.record(8, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
  const values = casesOf.flat();
  writer.enter(FUNCTION, 4).record(1, casesOf.length + 1);
  // SETTYPE, INTEGER: after the function and its argument.
  writer.enter(CONSTANTS, 4).record(1, 1);
  for (const value of values) writer.record(4, value * 2);
  writer.end();
  const first = 2;
  let next = first;
  const pairs = casesOf.flatMap((cases, index) => cases.flatMap(() => [next++, index + 1]));
  // SWITCH, then RET.
  writer.record(12, 1, first + values.length - 1, 1, ...pairs);
  casesOf.forEach(() => writer.record(10));
  return writer.end().end().done();
}

async function assemblyOf(bytes: Uint8Array): Promise<Arranged> {
  const core = await Core.open(new MemorySource(bytes), {});
  const arranged = core.arranged("assembly");
  const { background } = arranged.arrangement;
  if (background) allSteps(background.call(arranged.arrangement));
  return arranged;
}
const read = (name: string): Promise<Arranged> => assemblyOf(new Uint8Array(readFileSync(name)));

/** All sections below the outermost ones. */
function* sections({ arrangement }: Arranged): Generator<SectionId> {
  const left = [...arrangement.roots()];
  const roots = new Set(left);
  for (let id = left.pop(); id !== undefined; id = left.pop()) {
    if (!roots.has(id)) yield id;
    for (let from = 0, end = false; !end;) {
      const page = arrangement.entries(id, from, 64, {});
      for (const entry of page.entries) if (entry.kind === "section") left.push(entry.section);
      from += page.entries.length;
      end = page.end || page.entries.length === 0;
    }
  }
}
/** The predecessors that labels of a section tell; `undefined` is an entry block without a label. */
function told({ arrangement }: Arranged, section: SectionId): Map<SymbolId, Set<SymbolId>> {
  const found = new Map<SymbolId, Set<SymbolId>>();
  const take = (line: Line): void => {
    const label = labelOf(line)?.symbol;
    if (label === undefined) return;
    const names = line.assembly
      .filter(({ kind, symbol }) => kind === "block" && symbol !== label)
      .map((t) => t.symbol ?? "");
    // A loop of one block names itself.
    const own = line.assembly.filter(({ symbol }) => symbol === label).length > 1 ? [label] : [];
    found.set(label, new Set([...names, ...own]));
  };
  for (let from = 0, end = false; !end;) {
    const page = arrangement.entries(section, from, 64, {});
    for (const entry of page.entries) if (entry.kind === "lines") entry.lines.forEach(take);
    from += page.entries.length;
    end = page.end || page.entries.length === 0;
  }
  return found;
}
/** The same from the blocks. */
function followed(blocks: readonly Block[]): Map<SymbolId, Set<SymbolId>> {
  const found = new Map<SymbolId, Set<SymbolId>>();
  for (const { symbol } of blocks) if (symbol !== undefined) found.set(symbol, new Set());
  for (const { symbol, next } of blocks) for (const to of next) found.get(to.symbol)?.add(symbol ?? "");
  return found;
}

/** Compares the blocks of all functions of a file with what its labels tell; returns how many edges there are. */
async function compare(name: string): Promise<number> {
  const arranged = await read(name);
  let edges = 0;
  for (const section of sections(arranged)) {
    const blocks = allSteps(blocksOf(arranged, section));
    const labels = new Set(blocks.map(({ symbol }) => symbol));
    const expected = told(arranged, section);
    // A name without a label is the entry block's.
    for (const names of expected.values())
      for (const symbol of [...names]) if (!labels.has(symbol) && names.delete(symbol)) names.add("");
    const actual = followed(blocks);
    assert.deepEqual(actual, expected, `${name}: ${arranged.arrangement.section(section).title}`);
    for (const names of actual.values()) edges += names.size;
  }
  return edges;
}

async function graphAt(name: string, text: RegExp): Promise<{ arranged: Arranged; graph: FlowGraph }> {
  const arranged = await read(name);
  for (const section of sections(arranged)) {
    const { entries } = arranged.arrangement.entries(section, 0, 256, {});
    const found = entries.find(
      (entry) => entry.kind === "lines" && entry.lines.some((l) => text.test(columnText(l.assembly))),
    );
    const graph = found && allSteps(flowAround(arranged, found.startBit));
    if (graph) return { arranged, graph };
  }
  throw new Error(`no graph with ${text}`);
}
const edgesOf = ({ blocks }: FlowGraph): readonly string[] =>
  blocks.map(
    ({ label, next }) =>
      `${label}: ${next.map(({ to, when }) => `${blocks[to]?.label} ${when.join()}`.trim()).join("; ")}`,
  );

describe("control flow", () => {
  it("is what the labels of LLVM tell", async () => {
    let edges = 0;
    for (const name of readdirSync("test/fixtures/llvm").filter((file) => file.endsWith(".bc")))
      edges += await compare(`test/fixtures/llvm/${name}`);
    assert.ok(edges > 100, `${edges} edges`);
  });
  it("is what the labels of LLVM 1.x and MLIR tell", async () => {
    assert.ok((await compare("samples/llvm-1.9.bc")) > 0);
    let edges = await compare("samples/sampler.mlirbc");
    for (const name of readdirSync("test/fixtures/mlir").filter((file) => file.endsWith(".mlirbc")))
      edges += await compare(`test/fixtures/mlir/${name}`);
    assert.ok(edges > 10, `${edges} edges`);
  });
  it("of PNaCl begins with the labelled entry block", async () => {
    const { graph, arranged } = await graphAt("samples/factorial.pexe", /br i1 %v0/);
    assert.deepEqual(edgesOf(graph), ["%b0: %b1 true; %b2 false", "%b1: ", "%b2: "]);
    const [first] = graph.blocks;
    assert.ok(first);
    const rows = allSteps(flowRows(arranged, first.place, first.rows));
    assert.deepEqual(
      rows.map(({ assembly }) => columnText(assembly).trim()),
      ["%b0:", "%v0 = icmp eq i32 %p0, %c0;", "br i1 %v0, label %b1, label %b2;"],
    );
    assert.equal(Math.max(...rows.map(({ assembly }) => columnText(assembly).length)), first.width);
    assert.equal(first.indent, 2);
  });
  it("of IREE follows branches", async () => {
    const { graph } = await graphAt("samples/factorial.vmfb", /vm\.cmp\.lt/);
    assert.deepEqual(edgesOf(graph), ["^bb0: ^bb1", "^bb1: ^bb2 true; ^bb3 false", "^bb2: ^bb1", "^bb3: "]);
  });
  it("of a large function is shown around the bit, with counts of what is left out", async () => {
    const arranged = await assemblyOf(chain(1000));
    const [section = 0] = sections(arranged);
    const blocks = allSteps(blocksOf(arranged, section));
    assert.equal(blocks.length, 1000);
    const graph = allSteps(flowAround(arranged, blocks[500]?.startBit ?? 0));
    assert.ok(graph);
    assert.deepEqual([graph.total, graph.blocks.length], [1000, MOST_BLOCKS]);
    assert.equal(graph.blocks[graph.current]?.startBit, blocks[500]?.startBit);
    assert.deepEqual(
      [graph.blocks[0], graph.blocks.at(-1)].map((block) => block?.beyond),
      [1, 1],
    );
    assert.equal(graph.blocks.filter(({ beyond }) => beyond > 0).length, 2);
  });
  it("names the cases of a switch and the ways out of a call", async () => {
    const { graph } = await graphAt("test/fixtures/llvm/callees.bc", /invoke void/);
    assert.ok(graph.blocks.some(({ next }) => next.some(({ when }) => when.join() === "unwind")));
    const switched = await graphAt("test/fixtures/llvm/instructions.bc", /switch i/);
    const cases = switched.graph.blocks.flatMap(({ next }) => next.flatMap(({ when }) => when));
    assert.ok(cases.includes("default") && cases.includes("1"), cases.join());
  });
  it("of MLIR names cases and unwinding, which its blocks do not tell, and leaves out the predecessors", async () => {
    const name = "test/fixtures/mlir/branches-19-v6.mlirbc";
    const { graph, arranged } = await graphAt(name, /llvm\.switch/);
    assert.deepEqual(edgesOf(graph), [
      "^bb0: ^bb1 default,-3; ^bb2 1,2",
      "^bb1: ^bb2 true; ^bb1 false",
      "^bb2: ^bb3; ^bb4 unwind",
      "^bb3: ",
      "^bb4: ",
    ]);
    const [label] = allSteps(flowRows(arranged, graph.blocks[1]?.place ?? { section: 0, entry: 0, line: 0 }, 1));
    assert.equal(columnText(label?.assembly ?? []).trim(), "^bb1(%1: i64):");
    const inner = await graphAt(name, /cf\.cond_br"\(%4/);
    assert.deepEqual([inner.graph.title, inner.graph.total], ["scf.execute_region", 3]);
  });
  it("writes as many cases of a switch as there is room for, each complete", async () => {
    const arranged = await assemblyOf(
      switchOver([[], [1, 2, 3, 4, 5], [1, 2, 3, 4, 5, 6, 7].map((i) => i * 10), [40000120, 80000240], [2147483646]]),
    );
    const [section = 0] = sections(arranged);
    const [entry] = allSteps(blocksOf(arranged, section));
    const graph = allSteps(flowAround(arranged, entry?.startBit ?? 0));
    assert.deepEqual(
      graph?.blocks[0]?.next.map(({ when }) => when.join(", ")),
      ["default", "1, 2, 3, 4, 5", "10, 20, 30, 40, … (7)", "40000120, … (2)", "2147483646"],
    );
  });
  it("is null outside functions", async () => {
    assert.equal(allSteps(flowAround(await read("samples/factorial.bc"), 64)), null);
  });
});
