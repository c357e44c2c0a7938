/** A file of no known format: one undecoded leaf, and a message that shows its first bytes. */
import type { DerivedDocument, Format, IrDocument } from "../document/document";
import type { ElementSink } from "../document/element";
import type { HoverCard } from "../document/hover";
import { rawLeaves } from "../document/leaves";
import type { Problem } from "../document/problem";
import type { EntryPage, Place, Section } from "../document/section";
import type { ByteWindow } from "../document/window";
import { inOneStep } from "../kit/steps";

/** Bits that are emitted in one step. */
const PIECE_BITS = 8 << 20;

function complaint(window: ByteWindow): string {
  if (window.length === 0) return "the file is empty";
  const shown = [...window.view(0, 8)].map((b) => b.toString(16).padStart(2, "0")).join(" ");
  return `unknown format: the first bytes are ${shown}; Bitscope reads LLVM bitcode, PNaCl, MLIR bytecode, IREE VM modules, LLVM 1.x bytecode and CUDA Tile IR`;
}

class UnknownDocument implements IrDocument {
  readonly format = "unknown";
  readonly title = "Unknown format";
  readonly bits: number;
  readonly recordWidth = 40;
  private readonly problem: Problem;

  constructor(readonly window: ByteWindow) {
    this.bits = window.length * 8;
    const message = complaint(window);
    this.problem = { code: "unknown-format", message, startBit: 0, endBit: this.bits, path: [] };
  }
  problems(): readonly Problem[] {
    return [this.problem];
  }
  roots(): readonly number[] {
    return [0];
  }
  section(): Section {
    const range = { startBit: 0, endBit: this.bits };
    return {
      ...range,
      id: 0,
      parent: undefined,
      kind: "file",
      title: "file",
      entryCount: 1,
      exact: true,
      foldedAtFirst: false,
    };
  }
  entries(_id: number, from: number): EntryPage {
    const assembly = [{ text: `; undecoded ${this.bits} bits: ${this.problem.message}`, kind: "problem" as const }];
    const lines = [{ kind: "row" as const, positionBit: 0, record: [], assembly }];
    const entry = { kind: "lines" as const, startBit: 0, endBit: this.bits, lines };
    return { from, entries: from === 0 ? [entry] : [], end: true };
  }
  placeOf(bit: number): Place | undefined {
    return bit >= 0 && bit < this.bits ? { section: 0, entry: 0 } : undefined;
  }
  *text(): Generator<string, void, undefined> {
    // There is nothing to disassemble.
  }
  *dump(): Generator<string, void, undefined> {
    // There is no container to dump.
  }
  *elements(sink: ElementSink): Generator<void, void, undefined> {
    sink.open("file", "unknown", 0);
    const leaf = { kind: "undecoded", name: "bytes", meaning: this.problem.message } as const;
    // One piece at a time: such a file may not even fit in memory.
    for (let startBit = 0; startBit < this.bits; startBit += PIECE_BITS) {
      rawLeaves(sink, this.window, leaf, { startBit, endBit: Math.min(this.bits, startBit + PIECE_BITS) });
      yield;
    }
    sink.close(this.bits);
  }
  outline(): readonly never[] {
    return [];
  }
  symbols(): readonly never[] {
    return [];
  }
  locate(): undefined {
    return undefined;
  }
  hover(): HoverCard {
    return { title: this.problem.message, lines: [] };
  }
  derived(): readonly DerivedDocument[] {
    return [];
  }
  stats(): Generator<void, readonly never[], undefined> {
    return inOneStep([]);
  }
}

/** Matches every file; the last resort of detection. */
export const unknownFormat: Format = {
  id: "unknown",
  matches: () => true,
  open: (window) => new UnknownDocument(window),
};
