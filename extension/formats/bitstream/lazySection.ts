/** The state kept per section of a bitstream. It is small, since a file may consist of nothing but nested blocks. */
import { countBefore } from "../../kit/sortedSearch";
import type { Entry, SectionId } from "../../document/section";
import type { Block, BlockInfo, Checkpoint } from "./reader";
import type { Waymark } from "./waymarks";

/** An estimate of the bits of a record, for sections whose entries have not been counted. */
const GUESSED_RECORD_BITS = 32;
const NOTHING: readonly never[] = [];

/** A position in a section from which reading can resume. */
export interface Mark<S> {
  readonly entry: number;
  readonly checkpoint: Checkpoint;
  readonly state: S;
}

/** A section: a block, or the stream itself. */
export class LazySection<S> {
  /** The number of entries read so far; all of them once `exact` is true. */
  private read = 0;
  exact = false;
  private readonly startBit: number;
  private readonly blockInfo: BlockInfo;
  private readonly setBlock: number | undefined;
  private inner: SectionId[] | undefined;
  /** Positions after its start from which reading can resume, in order. */
  private marks: Mark<S>[] | undefined;

  /**
   * @param parent the section around it; this one is entry `holderEntry` there
   * @param before where reading starts: before the block's header
   * @param block undefined for the stream itself
   * @param state the format's state at its start; may be shared with other sections
   * @param head entries before the first one that is read: the file's header
   */
  constructor(
    readonly parent: SectionId | undefined,
    readonly holderEntry: number,
    readonly title: string,
    before: Checkpoint,
    readonly block: Block | undefined,
    private readonly state: S,
    readonly head: readonly Entry[] = NOTHING,
  ) {
    this.startBit = before.bit;
    this.blockInfo = before.blockInfo;
    this.setBlock = before.setBlock;
  }

  /** The number of blocks around it; -1 for the stream itself. */
  get depth(): number {
    return this.block ? this.block.depth - 1 : -1;
  }
  get entryCount(): number {
    if (this.exact) return this.read;
    const { block, head } = this;
    const guessed = block ? Math.ceil((block.endBit - block.bodyBit) / GUESSED_RECORD_BITS) : head.length + 1;
    return Math.max(block ? 2 : 1, guessed, this.read);
  }
  /** Records how many entries have been read, and whether these are all. */
  learn(read: number, ended: boolean): void {
    this.read = ended ? read : Math.max(this.read, read);
    if (ended) this.exact = true;
  }

  /** The sections directly inside it that have been opened, in order. */
  get children(): readonly SectionId[] {
    return this.inner ?? NOTHING;
  }
  addChild(at: number, id: SectionId): void {
    if (!this.inner) this.inner = [id];
    else if (at === this.inner.length) this.inner.push(id);
    else this.inner.splice(at, 0, id);
  }

  /** The last position for which `isBefore` holds, from which reading can resume; the start if there is none. */
  markAt(isBefore: (mark: Mark<S>) => boolean): Mark<S> {
    const marks = this.marks ?? NOTHING;
    return marks[lastAt(marks, isBefore)] ?? this.start();
  }
  private start(): Mark<S> {
    const { startBit: bit, blockInfo, setBlock, state } = this;
    return { entry: this.head.length, checkpoint: { bit, block: this.block?.outer, blockInfo, setBlock }, state };
  }
  /** The last position from which reading can resume. */
  get lastMark(): Mark<S> {
    return this.marks?.at(-1) ?? this.start();
  }
  /** Takes over positions noted by somebody who has read all of the section. */
  takeOver(waymarks: readonly Waymark[]): void {
    if (waymarks.length > 0) this.marks = waymarks.map((waymark) => ({ ...waymark, state: this.state }));
  }
  mark(mark: Mark<S>): void {
    if (this.marks) this.marks.push(mark);
    else this.marks = [mark];
  }
}

/**
 * The index of the last item for which `holds` is true: it must be true for the first items and false
 * for the rest; -1 if it is true for none.
 */
export function lastAt<T>(items: readonly T[], holds: (item: T) => boolean): number {
  return countBefore(items.length, (index) => !holds(items[index] as T)) - 1;
}
