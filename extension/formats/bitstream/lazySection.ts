/** What is kept of a section of a bitstream: a file may be nothing but blocks within blocks, so that each is kept in few bytes. */
import type { Entry, SectionId } from "../../document/section";
import type { Block, BlockInfo, Checkpoint } from "./reader";

/** A guess at a record's bits, for counts that are not known yet. */
const GUESSED_RECORD_BITS = 32;
const NOTHING: readonly never[] = [];

/** A place in a section from which reading can go on. */
export interface Mark<S> {
  readonly entry: number;
  readonly checkpoint: Checkpoint;
  readonly state: S;
}

/** A section: of a block, or of the stream itself. */
export class LazySection<S> {
  /** Entries that are known to be in it; all of them once it is `exact`. */
  private read = 0;
  exact = false;
  private readonly startBit: number;
  private readonly blockInfo: BlockInfo;
  private readonly setBlock: number | undefined;
  private inner: SectionId[] | undefined;
  /** Places behind its start from which reading can go on, in order. */
  private marks: Mark<S>[] | undefined;

  /**
   * @param parent the section around it, of which it is the entry `holderEntry`
   * @param before where reading starts: in front of the block's header
   * @param block absent for the stream itself
   * @param state what the format knows at its start; others may have the same
   * @param head entries that stand before the first that is read: the file's header
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

  /** Blocks around it; -1 for the stream itself. */
  get depth(): number {
    return this.block ? this.block.depth - 1 : -1;
  }
  get entryCount(): number {
    if (this.exact) return this.read;
    const { block, head } = this;
    const guessed = block ? Math.ceil((block.endBit - block.bodyBit) / GUESSED_RECORD_BITS) : head.length + 1;
    return Math.max(block ? 2 : 1, guessed, this.read);
  }
  /** Notes how many entries have been read, and whether these are all. */
  learn(read: number, ended: boolean): void {
    this.read = ended ? read : Math.max(this.read, read);
    if (ended) this.exact = true;
  }

  /** The sections directly in it that have been met, in order. */
  get children(): readonly SectionId[] {
    return this.inner ?? NOTHING;
  }
  addChild(at: number, id: SectionId): void {
    if (!this.inner) this.inner = [id];
    else if (at === this.inner.length) this.inner.push(id);
    else this.inner.splice(at, 0, id);
  }

  /** The last place from which reading can go on for which `isBefore` holds; its start where it holds for none. */
  markAt(isBefore: (mark: Mark<S>) => boolean): Mark<S> {
    const marks = this.marks ?? NOTHING;
    return marks[lastAt(marks, isBefore)] ?? this.start();
  }
  private start(): Mark<S> {
    const { startBit: bit, blockInfo, setBlock, state } = this;
    return { entry: this.head.length, checkpoint: { bit, block: this.block?.outer, blockInfo, setBlock }, state };
  }
  /** The last entry in front of which is such a place. */
  get lastMarked(): number {
    return this.marks?.at(-1)?.entry ?? this.head.length;
  }
  mark(mark: Mark<S>): void {
    if (this.marks) this.marks.push(mark);
    else this.marks = [mark];
  }
}

/** The index of the last item for which `holds`, of items of which the first ones hold and the others do not; -1 for none. */
export function lastAt<T>(items: readonly T[], holds: (item: T) => boolean): number {
  let low = 0;
  for (let high = items.length; low < high;) {
    const middle = (low + high) >> 1;
    if (holds(items[middle] as T)) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
