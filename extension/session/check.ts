/** `check`: whether the elements tile the file and encode to it again, and how many bits of each kind there are. */
import type { IrDocument } from "../document/document";
import type { ElementSink, Leaf, LeafKind } from "../document/element";
import { formatPosition } from "../document/bits";
import type { ByteWindow } from "../document/window";
import { encodesTo } from "./encode";

/** Bytes that are looked at together. */
const VIEW_BYTES = 2048;

/** What `check` found. */
export interface CheckResult {
  readonly bits: number;
  readonly counts: Readonly<Record<LeafKind, number>>;
  /** The first place where the leaves leave a gap, overlap, or do not encode to the file. */
  readonly fault: string | undefined;
}

/** Counts the leaves, checks the tiling law, and compares each leaf with the file. */
class CheckSink implements ElementSink {
  readonly plain = true;
  readonly counts: Record<LeafKind, number> = { decoded: 0, padding: 0, opaque: 0, undecoded: 0 };
  fault: string | undefined;
  private next = 0;
  private depth = 0;
  constructor(private readonly window: ByteWindow) {}

  open(kind: string, name: string, startBit: number): void {
    this.depth++;
    if (startBit !== this.next) this.report(startBit, `${kind} ${name} starts here, but the leaves so far end at`);
  }
  leaf(leaf: Leaf): void {
    if (leaf.startBit !== this.next)
      this.report(leaf.startBit, `leaf ${leaf.name} starts here, but the leaves so far end at`);
    this.counts[leaf.kind] += leaf.endBit - leaf.startBit;
    this.next = leaf.endBit;
    if (!this.encodes(leaf)) this.report(leaf.startBit, `leaf ${leaf.name} encodes to other bits, up to`);
  }
  /** The bytes looked at last, and where the first of them is: neighbouring leaves share a view. */
  private bytes: Uint8Array = new Uint8Array(0);
  private from = 0;
  private encodes(leaf: Leaf): boolean {
    const first = Math.floor(leaf.startBit / 8);
    const end = Math.ceil(leaf.endBit / 8);
    if (first < this.from || end > this.from + this.bytes.length) {
      this.bytes = this.window.view(first, Math.max(end, first + VIEW_BYTES));
      this.from = first;
    }
    return encodesTo(leaf, this.bytes, first - this.from);
  }
  close(endBit: number): void {
    this.depth--;
    if (endBit !== this.next) this.report(endBit, "a container ends here, but the leaves so far end at");
  }
  finish(bits: number): void {
    if (this.next !== bits) this.report(bits, "the file ends here, but the leaves end at");
    if (this.depth !== 0) this.report(bits, "containers are left open, and the leaves end at");
  }
  private report(bit: number, what: string): void {
    this.fault ??= `${formatPosition(bit)}: ${what} ${formatPosition(this.next)}`;
  }
}

/** Walks the complete document; yields now and then and returns the result at the end. */
export function* check(document: IrDocument): Generator<void, CheckResult, undefined> {
  const sink = new CheckSink(document.window);
  yield* document.elements(sink);
  sink.finish(document.bits);
  return { bits: document.bits, counts: sink.counts, fault: sink.fault };
}
