/** Turns what a recording cursor reads into elements that tile the file. */
import type { BitRange } from "../../../document/bits";
import type { ElementSink, Encoding, Leaf, LeafKind } from "../../../document/element";
import type { ByteWindow } from "../../../document/window";
import type { LeafRecorder, Reference, TableName } from "../model/cursor";

const BYTES: Encoding = { kind: "bytes" };

/** A leaf whose meaning is put into words only on demand: most walks do not need it. */
class RecordedLeaf implements Leaf {
  readonly startBit: number;
  readonly endBit: number;
  about: string | Reference | undefined;

  constructor(
    readonly kind: LeafKind,
    readonly name: string,
    startByte: number,
    endByte: number,
    readonly encoding: Encoding,
    readonly raw: Leaf["raw"],
    private readonly describe: (reference: Reference) => string,
  ) {
    this.startBit = startByte * 8;
    this.endBit = endByte * 8;
  }
  get meaning(): string | undefined {
    return typeof this.about === "object" ? this.describe(this.about) : this.about;
  }
}

/** Passes leaves on with their meaning; fills what was not read. Positions are bytes from the file's first byte. */
export class ElementRecorder implements LeafRecorder {
  /** The first byte without a leaf so far. */
  covered = 0;
  /** Number of open containers. */
  depth = 0;
  private pending: RecordedLeaf | undefined;
  private readonly firstByte: number;
  private readonly endByte: number;

  /**
   * @param describe puts a reference into words
   * @param range leaves completely outside it may be left out
   */
  constructor(
    private readonly sink: ElementSink,
    private readonly window: ByteWindow,
    private readonly describe: (reference: Reference) => string,
    range: BitRange | undefined,
  ) {
    this.firstByte = range ? Math.floor(range.startBit / 8) : 0;
    this.endByte = range ? Math.ceil(range.endBit / 8) : Number.MAX_SAFE_INTEGER;
  }

  /** Whether all of these bytes are outside the requested range. */
  outside(startByte: number, endByte: number): boolean {
    return endByte <= this.firstByte || startByte >= this.endByte;
  }
  /** Skips bytes outside the requested range. */
  leaveOut(endByte: number): void {
    this.flush();
    this.covered = endByte;
  }

  leaf(name: string, startByte: number, endByte: number, encoding: Encoding, raw: Leaf["raw"], kind?: LeafKind): void {
    this.flush();
    // The bytes of a view may be reused after the call.
    const kept = typeof raw === "object" ? raw.slice() : raw;
    this.pending = new RecordedLeaf(kind ?? "decoded", name, startByte, endByte, encoding, kept, this.describe);
    this.covered = endByte;
  }
  note(meaning: string): void {
    if (this.pending) this.pending.about = meaning;
  }
  refer(table: TableName, index: number): void {
    if (this.pending) this.pending.about = { table, index };
  }
  open(kind: string, name: string, startByte: number): void {
    this.flush();
    this.depth++;
    this.sink.open(kind, name, startByte * 8);
  }
  close(endByte: number): void {
    this.flush();
    this.depth--;
    this.sink.close(endByte * 8);
  }

  /** Closes containers down to `depth` at the end of the leaves so far. */
  unwind(depth: number): void {
    while (this.depth > depth) this.close(this.covered);
  }

  /** Covers the bytes up to `endByte` with a leaf that tells why they were not decoded. */
  fill(endByte: number, kind: "undecoded" | "opaque", name: string, reason: string): void {
    this.flush();
    if (this.covered >= endByte) return;
    const raw = this.window.view(this.covered, endByte).slice();
    const range = { startBit: this.covered * 8, endBit: endByte * 8 };
    this.sink.leaf({ kind, name, ...range, encoding: BYTES, raw, meaning: reason });
    this.covered = endByte;
  }

  flush(): void {
    const leaf = this.pending;
    this.pending = undefined;
    if (leaf) this.sink.leaf(leaf);
  }
}
