/** Blocks as sections that are read when they are looked at, from the nearest checkpoint on. */
import { indentation } from "../../document/indentation";
import type { Entry, EntryPage, ListingOptions, Place, Section, SectionId } from "../../document/section";
import type { Problem } from "../../document/problem";
import type { Line } from "../../document/token";
import type { ByteWindow } from "../../document/window";
import { BitFault } from "./cursor";
import type { BitEvent, Block, Checkpoint } from "./reader";
import { BitstreamReader, BLOCKINFO } from "./reader";

/** Entries between two checkpoints of a section. */
const CHECKPOINT_ENTRIES = 1024;
/** Sections of which the place where reading stopped is remembered: whoever pages through them goes on there. */
const KEPT_WALKS = 8;
/** A guess at a record's bits, for counts that are not known yet. */
const GUESSED_RECORD_BITS = 32;

/** An event that makes a row. */
export type RowEvent = Exclude<BitEvent, "end" | "fault">;

/** What a format adds to the blocks: its own state along a section, and the rows. */
export interface BlockRows<S> {
  /** The state of the stream outside all blocks. */
  top(): S;
  /** The state at a block's start, before its header's row; `outer` is the state around it. */
  begin(block: Block, outer: S): S;
  copy(state: S): S;
  /** The row of an entry. `depth`: open blocks around the entry. */
  lines(event: RowEvent, reader: BitstreamReader, state: S, depth: number, options: ListingOptions): readonly Line[];
  /** Brings the state forward over an entry, whether its row was wanted or not. */
  advance(event: RowEvent, reader: BitstreamReader, state: S): void;
  kind(block: Block): string;
  title(block: Block, state: S): string;
  foldedAtFirst(block: Block): boolean;
}

interface Mark<S> {
  readonly entry: number;
  readonly checkpoint: Checkpoint;
  readonly state: S;
}

interface Lazy<S> {
  section: Section;
  /** Blocks around it; -1 for the stream itself. */
  readonly depth: number;
  /** Absent for the stream itself. */
  readonly block: Block | undefined;
  /** The entry that it is of the section around it. */
  readonly holder: Place | undefined;
  /** Entries that stand before the first that is read: the file's header. */
  readonly head: readonly Entry[];
  /** Places from which reading can go on, in order. */
  readonly marks: Mark<S>[];
  /** The sections directly in it that have been met, in order. */
  readonly children: SectionId[];
  /** Entries known to be in it; the whole count once `section.exact`. */
  read: number;
}

/** The sections of one stream. */
export class LazyBlocks<S> {
  private readonly sections: Lazy<S>[] = [];
  private readonly byStart = new Map<number, SectionId>();
  private readonly found = new Map<string, Problem>();
  private readonly walks = new Map<SectionId, SectionWalk<S>>();

  constructor(
    private readonly window: ByteWindow,
    private readonly stream: { readonly originByte: number; readonly endByte: number },
    private readonly rows: BlockRows<S>,
  ) {}

  problems(): readonly Problem[] {
    return [...this.found.values()].sort((a, b) => a.startBit - b.startBit);
  }
  section(id: SectionId): Section {
    return this.lazy(id).section;
  }

  /** Which entry a section is of the one around it. */
  holder(id: SectionId): Place | undefined {
    return this.lazy(id).holder;
  }

  /** The section of the whole file: header entries, then the stream's blocks from `startBit` on. */
  openStream(startBit: number, title: string, head: readonly Entry[]): SectionId {
    const endBit = this.window.length * 8;
    const entryCount = head.length + 1;
    const range = { startBit: 0, endBit };
    const what = { id: this.sections.length, parent: undefined, kind: "file", title, foldedAtFirst: false };
    const section: Section = { ...what, ...range, entryCount, exact: false };
    const checkpoint: Checkpoint = { bit: startBit, block: undefined, blockInfo: new Map(), setBlock: undefined };
    const marks = [{ entry: head.length, checkpoint, state: this.rows.top() }];
    const alone = { depth: -1, block: undefined, holder: undefined };
    this.sections.push({ section, ...alone, head, marks, children: [], read: 0 });
    return section.id;
  }

  /** The section of the block that `before` stands in front of, which is the entry `holder`. */
  open(before: Checkpoint, block: Block, holder: Place, outer: S): SectionId {
    const known = this.byStart.get(block.startBit);
    if (known !== undefined) return known;
    const id = this.sections.length;
    const endBit = Math.min(block.endBit, this.stream.endByte * 8);
    const state = this.rows.begin(block, outer);
    const entryCount = Math.max(2, Math.ceil((endBit - block.bodyBit) / GUESSED_RECORD_BITS));
    const section: Section = {
      id,
      parent: holder.section,
      kind: this.rows.kind(block),
      title: this.rows.title(block, state),
      startBit: block.startBit,
      endBit: Math.max(endBit, block.bodyBit),
      entryCount,
      exact: false,
      foldedAtFirst: this.rows.foldedAtFirst(block),
    };
    const depth = before.block?.depth ?? 0;
    const marks = [{ entry: 0, checkpoint: before, state }];
    this.sections.push({ section, depth, block, holder, head: [], marks, children: [], read: 0 });
    this.byStart.set(block.startBit, id);
    this.lazy(holder.section).children.push(id);
    return id;
  }

  /** Entries of a section; see IrDocument.entries. */
  entries(id: SectionId, from: number, count: number, options: ListingOptions): EntryPage {
    const lazy = this.lazy(id);
    if (from < lazy.head.length) return { from, entries: lazy.head.slice(from, from + count), end: false };
    const walk = this.takeWalk(id, from, options);
    const entries: Entry[] = [];
    while (!walk.ended && entries.length < count) {
      this.mark(lazy, walk);
      const { at } = walk;
      const entry = walk.step(at >= from);
      if (entry && at >= from) entries.push(entry);
    }
    this.learn(lazy, walk.at, walk.ended);
    if (!walk.ended) this.keepWalk(id, walk);
    return { from, entries, end: walk.ended };
  }

  /** A walk that stands at an entry or before it: the one that stopped there, or a new one from the nearest mark. */
  private takeWalk(id: SectionId, from: number, options: ListingOptions): SectionWalk<S> {
    const kept = this.walks.get(id);
    // A step that misses bytes leaves its walk in the middle of an entry: a walk is kept again when it has stopped.
    this.walks.delete(id);
    if (kept?.at === from && kept.isWith(options)) return kept;
    return this.startWalk(this.lazy(id), from, options);
  }
  private startWalk(lazy: Lazy<S>, from: number, options: ListingOptions): SectionWalk<S> {
    return this.walkFrom(lazy, lazy.marks[lastAt(lazy.marks, (m) => m.entry <= from)] as Mark<S>, options);
  }
  private walkFrom(lazy: Lazy<S>, mark: Mark<S>, options: ListingOptions): SectionWalk<S> {
    const reader = new BitstreamReader(this.window, this.stream);
    reader.restore(mark.checkpoint);
    return new SectionWalk(this, lazy, reader, mark.entry, this.rows.copy(mark.state), this.rows, options);
  }
  private keepWalk(id: SectionId, walk: SectionWalk<S>): void {
    this.walks.set(id, walk);
    if (this.walks.size > KEPT_WALKS) this.walks.delete(this.walks.keys().next().value ?? id);
  }

  /** The entry of the innermost section that holds a bit, looked for from section `id` down. No rows are made for it. */
  placeOf(id: SectionId, bit: number): Place | undefined {
    for (let section = id; ;) {
      const inner = this.childAround(section, bit) ?? this.seek(section, bit);
      if (typeof inner !== "number") return inner;
      section = inner;
    }
  }

  /** The nested section that holds a bit, if it has been met. */
  private childAround(id: SectionId, bit: number): SectionId | undefined {
    const { children } = this.lazy(id);
    const child = children[lastAt(children, (c) => this.section(c).startBit <= bit)];
    return child !== undefined && bit < this.section(child).endBit ? child : undefined;
  }

  /** The place of a bit that is in no nested section that has been met, or the nested section that it turns out to be in. */
  private seek(id: SectionId, bit: number): Place | SectionId | undefined {
    const lazy = this.lazy(id);
    const inHead = lazy.head.findIndex((e) => e.startBit <= bit && bit < e.endBit);
    if (inHead >= 0) return { section: id, entry: inHead };
    const mark = lazy.marks[
      Math.max(
        0,
        lastAt(lazy.marks, (m) => m.checkpoint.bit <= bit),
      )
    ] as Mark<S>;
    const walk = this.walkFrom(lazy, mark, {});
    while (!walk.ended) {
      this.mark(lazy, walk);
      const { at } = walk;
      const entry = walk.step(false);
      if (!entry || entry.endBit <= bit) continue;
      if (bit < entry.startBit) return undefined;
      return entry.kind === "section" ? entry.section : { section: id, entry: at };
    }
    this.learn(lazy, walk.at, true);
    return undefined;
  }

  /** Notes where a walk stands, so that reading can go on there. */
  private mark(lazy: Lazy<S>, { at, reader, state }: SectionWalk<S>): void {
    const known = lazy.marks[lazy.marks.length - 1] as Mark<S>;
    if (at > known.entry && at % CHECKPOINT_ENTRIES === 0)
      lazy.marks.push({ entry: at, checkpoint: reader.checkpoint(), state: this.rows.copy(state) });
  }

  /** A reader that stands before an entry of a section; undefined for its header entries and past its end. */
  readerBefore(place: Place): BitstreamReader | undefined {
    const lazy = this.lazy(place.section);
    if (place.entry < lazy.head.length) return undefined;
    const walk = this.startWalk(lazy, place.entry, {});
    while (walk.at < place.entry && !walk.ended) walk.step(false);
    return walk.ended ? undefined : walk.reader;
  }

  /** Notes a problem once, however often its place is read. */
  report(problem: Problem): void {
    this.found.set(`${problem.startBit}/${problem.message}`, problem);
  }
  /** The titles of the sections around and including one, outermost first; of the innermost ones where they are many. */
  path(id: SectionId | undefined): readonly string[] {
    const path: string[] = [];
    for (let at = id; at !== undefined && path.length < LONGEST_PATH; at = this.lazy(at).section.parent)
      path.push(this.lazy(at).section.title);
    return path.reverse();
  }

  private lazy(id: SectionId): Lazy<S> {
    const lazy = this.sections[id];
    if (!lazy) throw new RangeError(`no section ${id}`);
    return lazy;
  }
  private learn(lazy: Lazy<S>, read: number, ended: boolean): void {
    lazy.read = Math.max(lazy.read, read);
    if (ended) lazy.section = { ...lazy.section, entryCount: read, exact: true };
    else if (lazy.read > lazy.section.entryCount) lazy.section = { ...lazy.section, entryCount: lazy.read };
  }
}

/** Sections that a problem's path names. */
const LONGEST_PATH = 64;

/** The index of the last item for which `holds`, of items of which the first ones hold and the others do not; -1 for none. */
function lastAt<T>(items: readonly T[], holds: (item: T) => boolean): number {
  let low = 0;
  for (let high = items.length; low < high;) {
    const middle = (low + high) >> 1;
    if (holds(items[middle] as T)) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** One pass over a section's entries. */
class SectionWalk<S> {
  ended = false;
  /** @param at the entry that is read next */
  constructor(
    private readonly blocks: LazyBlocks<S>,
    private readonly lazy: Lazy<S>,
    readonly reader: BitstreamReader,
    public at: number,
    readonly state: S,
    private readonly rows: BlockRows<S>,
    private readonly options: ListingOptions,
  ) {}

  /** Whether entries come as these options want them. */
  isWith({ full = false, unpaired = false }: ListingOptions): boolean {
    return full === (this.options.full ?? false) && unpaired === (this.options.unpaired ?? false);
  }

  /**
   * The next entry; undefined where there is none (then `ended`).
   * @param wanted false: it is passed over, its rows are not made
   */
  step(wanted: boolean): Entry | undefined {
    const entry = this.read(wanted);
    if (entry) this.at++;
    return entry;
  }

  private read(wanted: boolean): Entry | undefined {
    const { reader, lazy } = this;
    const { position, depth: before, blockInfo, setBlock } = reader;
    const event = reader.next();
    if (event === "fault") return this.fault(position, reader.fault);
    if (event !== "enterBlock" && this.leavesBlock()) return this.fault(position, this.overrun(position));
    if (event === "end") {
      this.ended = true;
      return undefined;
    }
    if (event === "enterBlock" && before > lazy.depth)
      return this.nested(reader.checkpointBefore({ blockInfo, setBlock }));
    if (event === "endBlock") this.ended = true;
    const depth = event === "endBlock" ? reader.depth : before;
    const lines = wanted ? this.rows.lines(event, reader, this.state, depth, this.options) : [];
    this.rows.advance(event, reader, this.state);
    if (event === "endBlock") this.checkLength();
    return { kind: "lines", startBit: position, endBit: reader.position, lines };
  }

  private nested(before: Checkpoint): Entry {
    const { reader } = this;
    const block = reader.block as Block;
    const holder = { section: this.lazy.section.id, entry: this.at };
    const section = this.blocks.open(before, block, holder, this.state);
    if (block.id === BLOCKINFO) this.readThrough(before.block?.depth ?? 0);
    else reader.skipBlock();
    const { startBit, endBit } = this.blocks.section(section);
    return { kind: "section", startBit, endBit, section };
  }

  /** BLOCKINFO has to be read: what follows needs its abbreviations. A fault in it is told when its own rows are read. */
  private readThrough(depth: number): void {
    while (this.reader.depth > depth) {
      const event = this.reader.next();
      if (event === "end") return;
      if (event === "fault" && this.reader.recover() === undefined) return;
    }
  }

  private checkLength(): void {
    const { block } = this.lazy;
    if (!block || this.reader.position === block.endBit) return;
    const words = (this.reader.position - block.bodyBit) / 32;
    const message = `block ${block.id} ends after ${words} words, its header says ${(block.endBit - block.bodyBit) / 32}`;
    const { startBit, bodyBit: endBit } = block;
    this.blocks.report({ code: "bad-block", message, startBit, endBit, path: this.blocks.path(this.lazy.section.id) });
  }

  /** Whether what was read is not the block's own: whoever reads on after its end, by its header, shows it too. */
  private leavesBlock(): boolean {
    const { block, section } = this.lazy;
    return block !== undefined && this.reader.position > section.endBit;
  }
  private overrun(startBit: number): BitFault {
    const { block } = this.lazy;
    const message = `block ${block?.id ?? 0} goes on where it ends by its header`;
    return new BitFault("bad-block", message, startBit, this.reader.position);
  }

  private fault(startBit: number, fault: BitFault | undefined): Entry {
    const { reader, lazy } = this;
    // What is left of this block is lost; the block around it goes on behind its end by its header.
    const endBit = Math.max(startBit, lazy.section.endBit);
    this.ended = true;
    const message = fault?.message ?? "";
    const code = fault?.code ?? "bad-record";
    this.blocks.report({ code, message, startBit, endBit, path: this.blocks.path(lazy.section.id) });
    const text = `${indentation(reader.depth)}; undecoded ${endBit - startBit} bits: ${message}`;
    const line: Line = { kind: "row", positionBit: startBit, record: [], assembly: [{ text, kind: "problem" }] };
    return { kind: "lines", startBit, endBit, lines: [line] };
  }
}
