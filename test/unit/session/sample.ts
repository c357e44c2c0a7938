/**
 * A document for tests in no real format: a module of functions; each byte of the file is one instruction with four
 * bits of opcode and four of operand. `function i` has `sizes[i]` instructions; every third wraps into two lines.
 */
import type { DerivedDocument, IrDocument, StatsRow } from "../../../extension/document/document";
import type { ElementSink } from "../../../extension/document/element";
import type { HoverCard } from "../../../extension/document/hover";
import type { OutlineNode } from "../../../extension/document/outline";
import type { Problem } from "../../../extension/document/problem";
import type { Entry, EntryPage, Place, Section } from "../../../extension/document/section";
import type { Line, Token } from "../../../extension/document/token";
import type { ByteWindow } from "../../../extension/document/window";
import { inOneStep } from "../../../extension/kit/steps";

/** Section 0 is the module, section 1 + i function i. The module's entries: head, preamble row, the functions, foot. */
export class SampleDocument implements IrDocument {
  readonly format = "sample";
  readonly title = "Sample 1";
  readonly recordWidth = 20;
  readonly bits: number;
  private readonly starts: number[] = [];
  constructor(
    readonly window: ByteWindow,
    readonly sizes: readonly number[],
    private readonly folded: ReadonlySet<number> = new Set(),
  ) {
    this.bits = window.length * 8;
    let start = 0;
    for (const size of sizes) {
      this.starts.push(start);
      start += size;
    }
  }
  problems(): readonly Problem[] {
    return [{ code: "bad-record", message: "a fault", startBit: 8, endBit: 16, path: ["module"] }];
  }
  roots(): readonly number[] {
    return [0];
  }
  section(id: number): Section {
    const size = this.sizes[id - 1] ?? 0;
    const start = (this.starts[id - 1] ?? 0) * 8;
    const around = { id, exact: true, foldedAtFirst: this.folded.has(id) };
    if (id === 0)
      return {
        ...around,
        parent: undefined,
        kind: "module",
        title: "module",
        startBit: 0,
        endBit: this.bits,
        entryCount: this.sizes.length + 3,
      };
    return {
      ...around,
      parent: 0,
      kind: "function",
      title: `function @f${id - 1}`,
      startBit: start,
      endBit: start + size * 8,
      entryCount: size + 2,
    };
  }
  entries(id: number, from: number, count: number): EntryPage {
    const total = this.section(id).entryCount;
    const entries: Entry[] = [];
    for (let i = from; i < Math.min(total, from + count); i++)
      entries.push(id === 0 ? this.moduleEntry(i) : this.functionEntry(id - 1, i));
    return { from, entries, end: from + count >= total };
  }
  private moduleEntry(index: number): Entry {
    if (index >= 2 && index < 2 + this.sizes.length) {
      const { startBit, endBit } = this.section(index - 1);
      return { kind: "section", section: index - 1, startBit, endBit };
    }
    const text = index === 0 ? "module {" : index === 1 ? "padding" : "}";
    return { kind: "lines", startBit: 0, endBit: 0, lines: [{ ...row(0, [], [word(text)]), detail: index === 1 }] };
  }
  private functionEntry(f: number, index: number): Entry {
    const size = this.sizes[f] ?? 0;
    const bit = ((this.starts[f] ?? 0) + Math.max(0, Math.min(index - 1, size - 1))) * 8;
    const name: Token = { text: `@f${f}`, kind: "global", symbol: `@f${f}`, definition: true };
    if (index === 0) return lines(bit, bit, [row(bit, [], [word("function "), name, word(" {")])]);
    if (index === size + 1) return lines(bit + 8, bit + 8, [row(bit + 8, [], [word("}")])]);
    const byte = this.window.view(bit / 8, bit / 8 + 1)[0] ?? 0;
    const called = `@f${byte % this.sizes.length}`;
    const record: Token[] = [
      { text: `<${byte >> 4}, `, kind: "punctuation" },
      { text: String(byte & 15), kind: "number", operand: 0 },
    ];
    const use: Token = { text: called, kind: "global", symbol: called, operand: 0 };
    const value: Token = { text: `%v${index}`, kind: "local", symbol: `f${f}/%v${index}`, definition: true };
    const first = row(bit, record, [word("  "), value, word(" = call "), use]);
    return lines(bit, bit + 8, index % 3 === 0 ? [first, row(undefined, [], [word("    ; wraps")])] : [first]);
  }
  placeOf(bit: number): Place | undefined {
    const byte = Math.floor(bit / 8);
    const f = this.starts.findLastIndex((start) => start <= byte);
    return f < 0 ? undefined : { section: f + 1, entry: byte - (this.starts[f] ?? 0) + 1 };
  }
  *text(): Generator<string, void, undefined> {
    for (let i = 0; i < this.window.length; i++) yield `line ${i} of the text \xc3\xa4\n`;
  }
  *dump(): Generator<string, void, undefined> {
    yield "dump\n";
  }
  *elements(sink: ElementSink): Generator<void, void, undefined> {
    sink.close(this.bits);
    yield;
  }
  outline(): readonly OutlineNode[] {
    const children = (): OutlineNode[] =>
      this.sizes.map((_, f) => {
        const { startBit, endBit } = this.section(f + 1);
        return { kind: "function", name: `@f${f}`, detail: "void ()", startBit, endBit };
      });
    return [{ kind: "group", name: "Functions", startBit: 0, endBit: this.bits, children }];
  }
  symbols(): readonly never[] {
    return [];
  }
  locate(symbol: string): Place | undefined {
    const found = /^@f(\d+)$/.exec(symbol);
    return found ? { section: Number(found[1]) + 1, entry: 0 } : undefined;
  }
  hover(place: Place, entry: Entry): HoverCard {
    return {
      title: `call in entry ${place.entry}`,
      lines: [{ label: "raw", text: "1" }],
      bits: entry,
      encoding: "fixed(4)",
    };
  }
  derived(): readonly DerivedDocument[] {
    return [];
  }
  stats(): Generator<void, readonly StatsRow[], undefined> {
    return inOneStep([]);
  }
}

function word(text: string): Token {
  return { text, kind: "text" };
}
function row(bit: number | undefined, record: readonly Token[], assembly: readonly Token[]): Line {
  return { kind: "row", ...(bit === undefined ? {} : { positionBit: bit }), record, assembly };
}
function lines(startBit: number, endBit: number, made: readonly Line[]): Entry {
  return { kind: "lines", startBit, endBit, lines: made };
}
