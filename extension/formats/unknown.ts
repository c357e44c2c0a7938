/** A file of no format that we know: one undecoded leaf, and a message that says what its first bytes are. */
import type { DerivedDocument, Format, IrDocument } from "../document/document";
import type { ElementSink } from "../document/element";
import type { HoverCard } from "../document/hover";
import type { Problem } from "../document/problem";
import type { EntryPage, Place, Section } from "../document/section";
import type { ByteWindow } from "../document/window";

/** The first line of a Git LFS pointer (git-lfs, docs/spec.md). */
const LFS_POINTER = "version https://git-lfs.github.com/spec/v1";

function complaint(window: ByteWindow): string {
  if (window.length === 0) return "the file is empty";
  const head = window.view(0, 64);
  if (String.fromCharCode(...head).startsWith(LFS_POINTER))
    return "this is a Git LFS pointer, not the file itself: run `git lfs pull`";
  const shown = [...head.subarray(0, 8)].map((b) => b.toString(16).padStart(2, "0")).join(" ");
  return `unknown format: the first bytes are ${shown}; Bitscope reads LLVM bitcode, PNaCl, MLIR bytecode, IREE VM modules and LLVM 1.x bytecode`;
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
    if (this.bits > 0) {
      const raw = this.window.view(0, this.window.length);
      const encoding = { kind: "bytes" as const };
      sink.leaf({
        kind: "undecoded",
        name: "bytes",
        startBit: 0,
        endBit: this.bits,
        encoding,
        raw,
        meaning: this.problem.message,
      });
    }
    sink.close(this.bits);
    yield;
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
  stats(): readonly never[] {
    return [];
  }
}

/** Takes every file; the last resort of detection. */
export const unknownFormat: Format = {
  id: "unknown",
  matches: () => true,
  open: (window) => new UnknownDocument(window),
};
