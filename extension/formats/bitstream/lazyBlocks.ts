/** The blocks of a stream as sections, each read on demand from the nearest checkpoint. */
import type { BitRange } from "../../document/bits";
import type { NameTaker } from "../../document/nameTaker";
import { tellLines } from "../../document/nameTaker";
import type { RowWriter, WrittenPage } from "../../document/rowWriter";
import { hasMuchText, writeEntry } from "../../document/rowWriter";
import type { Entry, EntryPage, ListingOptions, Place, Section, SectionId } from "../../document/section";
import { NoSection } from "../../document/section";
import type { Problem } from "../../document/problem";
import type { ByteWindow } from "../../document/window";
import type { BlockRows } from "./blockRows";
import type { Mark } from "./lazySection";
import { lastAt, LazySection } from "./lazySection";
import type { Block, Checkpoint } from "./reader";
import { BitstreamReader } from "./reader";
import type { WalkedBlocks } from "./sectionWalk";
import { SectionWalk } from "./sectionWalk";

/** Entries between two checkpoints of a section. */
const CHECKPOINT_ENTRIES = 1024;
/** How far a wanted place may be from the last position that is known before the format is asked for positions. */
const FAR_ENTRIES = 16 * CHECKPOINT_ENTRIES;
const FAR_BITS = 8 * (1 << 20);
/** Number of sections for which the position where reading stopped is kept, so that paging continues there. */
const KEPT_WALKS = 8;

/** The sections of one stream. */
export class LazyBlocks<S> implements WalkedBlocks<S> {
  private readonly sections: LazySection<S>[] = [];
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
    const lazy = this.lazy(id);
    const { parent, block, title, exact, entryCount } = lazy;
    const look = block
      ? { kind: this.rows.kind(block), foldedAtFirst: this.rows.foldedAtFirst(block) }
      : { kind: "file", foldedAtFirst: false };
    return { id, parent, ...look, title, ...this.rangeOf(lazy), entryCount, exact };
  }
  private rangeOf({ block }: LazySection<S>): BitRange {
    if (!block) return { startBit: 0, endBit: this.window.length * 8 };
    const endBit = Math.min(block.endBit, this.stream.endByte * 8);
    return { startBit: block.startBit, endBit: Math.max(endBit, block.bodyBit) };
  }

  isCut(id: SectionId): boolean {
    const { block } = this.lazy(id);
    return block !== undefined && block.endBit > this.stream.endByte * 8;
  }

  /** The entry that a section is in its parent. */
  holder(id: SectionId): Place | undefined {
    const { parent, holderEntry } = this.lazy(id);
    return parent === undefined ? undefined : { section: parent, entry: holderEntry };
  }

  /** Makes the section of the whole file: header entries, then the stream's blocks from `startBit` on. */
  openStream(startBit: number, title: string, head: readonly Entry[]): SectionId {
    const start: Checkpoint = { bit: startBit, block: undefined, blockInfo: new Map(), setBlock: undefined };
    const lazy = new LazySection(undefined, 0, title, start, undefined, this.rows.top(), head);
    return this.sections.push(lazy) - 1;
  }

  /**
   * Makes the section of a block, or returns the existing one. `before` is the checkpoint before the block, `holder`
   * the block's entry.
   */
  open(before: Checkpoint, block: Block, holder: Place, outer: S): SectionId {
    const around = this.lazy(holder.section);
    const after = lastAt(around.children, (id) => this.startOf(id) <= block.startBit);
    const known = around.children[after];
    if (known !== undefined && this.startOf(known) === block.startBit) return known;
    const state = this.rows.begin(block, outer);
    const title = this.rows.title(block, state);
    const id = this.sections.push(new LazySection(holder.section, holder.entry, title, before, block, state)) - 1;
    around.addChild(after + 1, id);
    return id;
  }
  private startOf(id: SectionId): number {
    return this.lazy(id).block?.startBit ?? 0;
  }

  /** Entries of a section; see Arrangement.entries. */
  entries(id: SectionId, from: number, count: number, options: ListingOptions): EntryPage {
    const lazy = this.lazy(id);
    if (from < lazy.head.length) return { from, entries: lazy.head.slice(from, from + count), end: false };
    const walk = this.takeWalk(id, from, options);
    const entries: Entry[] = [];
    this.passTo(from, lazy, walk);
    while (!walk.ended && entries.length < count) {
      this.mark(lazy, walk);
      const entry = walk.step(options.bare ? "none" : "lines");
      if (entry) entries.push(entry);
    }
    lazy.learn(walk.at, walk.ended);
    if (!walk.ended) this.keepWalk(id, walk);
    return { from, entries, end: walk.ended };
  }

  /** The same rows as text; see Arrangement.write. */
  write(id: SectionId, from: number, count: number, options: ListingOptions, writer: RowWriter): WrittenPage {
    const lazy = this.lazy(id);
    if (from < lazy.head.length) return writeHead(lazy.head.slice(from, from + count), writer);
    return this.output(id, from, count, options, writer);
  }
  /** Passes on the symbols in the same rows; see Arrangement.tellNames. */
  tellNames(id: SectionId, from: number, count: number, taker: NameTaker): WrittenPage {
    const head = this.lazy(id).head.slice(from, from + count);
    for (const entry of head) if (entry.kind === "lines") tellLines(entry.lines, taker);
    if (head.length > 0) return { entries: head.length, section: undefined, end: false };
    return this.output(id, from, count, {}, taker);
  }
  private output(
    id: SectionId,
    from: number,
    count: number,
    options: ListingOptions,
    to: RowWriter | NameTaker,
  ): WrittenPage {
    const lazy = this.lazy(id);
    const walk = this.takeWalk(id, from, options);
    let section: SectionId | undefined;
    this.passTo(from, lazy, walk);
    while (!walk.ended && section === undefined && walk.at - from < count) {
      this.mark(lazy, walk);
      const entry = walk.step(to);
      if (entry?.kind === "section") ({ section } = entry);
      if ("text" in to && hasMuchText(to)) break;
    }
    lazy.learn(walk.at, walk.ended);
    if (!walk.ended) this.keepWalk(id, walk);
    return { entries: Math.max(0, walk.at - from), section, end: walk.ended };
  }

  /** Goes on to entry `from`, without opening the sections before it. */
  private passTo(from: number, lazy: LazySection<S>, walk: SectionWalk<S>): void {
    while (!walk.ended && walk.at < from) {
      this.mark(lazy, walk);
      walk.step("none", Infinity);
    }
  }

  /** A walk at entry `from` or before it: the kept one if it stopped there, else a new one from the nearest mark. */
  private takeWalk(id: SectionId, from: number, options: ListingOptions): SectionWalk<S> {
    const kept = this.walks.get(id);
    // If a step misses bytes, it leaves its walk in the middle of an entry. So a walk is kept only after it has stopped
    // normally.
    this.walks.delete(id);
    if (kept?.at === from && kept.isWith(options)) return kept;
    return this.startWalk(id, from, options);
  }
  private startWalk(id: SectionId, from: number, options: ListingOptions): SectionWalk<S> {
    const lazy = this.lazy(id);
    if (from - lazy.lastMark.entry > FAR_ENTRIES) this.takeOverMarks(lazy);
    return this.walkFrom(
      id,
      lazy.markAt((mark) => mark.entry <= from),
      options,
    );
  }
  /** If the format reads the block for its own tables, has it do so, and uses the positions that it has noted. */
  private takeOverMarks(lazy: LazySection<S>): void {
    const waymarks = lazy.block && this.rows.waymarks?.(lazy.block);
    if (waymarks) lazy.takeOver(waymarks.all);
  }
  private walkFrom(id: SectionId, mark: Mark<S>, options: ListingOptions): SectionWalk<S> {
    const reader = new BitstreamReader(this.window, this.stream);
    reader.restore(mark.checkpoint);
    return new SectionWalk(this, this.section(id), this.lazy(id), reader, mark.entry, this.rows, options, mark.state);
  }
  private keepWalk(id: SectionId, walk: SectionWalk<S>): void {
    this.walks.set(id, walk);
    if (this.walks.size > KEPT_WALKS) this.walks.delete(this.walks.keys().next().value ?? id);
  }

  /** The entry that contains a bit, in the innermost section, searched from section `id` downwards. Makes no rows. */
  placeOf(id: SectionId, bit: number): Place | undefined {
    for (let section = id; ;) {
      const inner = this.childAround(section, bit) ?? this.seek(section, bit);
      if (typeof inner !== "number") return inner;
      section = inner;
    }
  }

  /** The nested section that contains a bit, if it has been opened already. */
  private childAround(id: SectionId, bit: number): SectionId | undefined {
    const { children } = this.lazy(id);
    const child = children[lastAt(children, (inner) => this.startOf(inner) <= bit)];
    return child !== undefined && bit < this.rangeOf(this.lazy(child)).endBit ? child : undefined;
  }

  /** For a bit in none of the opened nested sections: its entry, or the nested section that turns out to contain it. */
  private seek(id: SectionId, bit: number): Place | SectionId | undefined {
    const lazy = this.lazy(id);
    const inHead = lazy.head.findIndex((e) => e.startBit <= bit && bit < e.endBit);
    if (inHead >= 0) return { section: id, entry: inHead };
    if (bit - lazy.lastMark.checkpoint.bit > FAR_BITS) this.takeOverMarks(lazy);
    const walk = this.walkFrom(
      id,
      lazy.markAt((mark) => mark.checkpoint.bit <= bit),
      {},
    );
    while (!walk.ended) {
      this.mark(lazy, walk);
      const { at } = walk;
      const entry = walk.step("none", bit);
      if (!entry || entry.endBit <= bit) continue;
      if (bit < entry.startBit) return undefined;
      return entry.kind === "section" ? entry.section : { section: id, entry: at };
    }
    lazy.learn(walk.at, true);
    return undefined;
  }

  /** Marks the position of a walk now and then, so that reading can resume there. */
  private mark(lazy: LazySection<S>, { at, reader, state }: SectionWalk<S>): void {
    if (at % CHECKPOINT_ENTRIES === 0 && at > lazy.lastMark.entry)
      lazy.mark({ entry: at, checkpoint: reader.checkpoint(), state: this.rows.copy(state) });
  }

  /** A reader positioned before an entry of a section; undefined for header entries and past the section's end. */
  readerBefore(place: Place): BitstreamReader | undefined {
    const lazy = this.lazy(place.section);
    if (place.entry < lazy.head.length) return undefined;
    const walk = this.startWalk(place.section, place.entry, {});
    while (walk.at < place.entry && !walk.ended) walk.step("none", Infinity);
    return walk.ended ? undefined : walk.reader;
  }

  /** Records a problem once, however often its place is read. */
  report(problem: Problem): void {
    this.found.set(`${problem.startBit}/${problem.message}`, problem);
  }
  /** The titles of a section and those around it, outermost first; only of the innermost ones if there are too many. */
  path(id: SectionId | undefined): readonly string[] {
    const path: string[] = [];
    for (let at = id; at !== undefined && path.length < LONGEST_PATH; at = this.lazy(at).parent)
      path.push(this.lazy(at).title);
    return path.reverse();
  }

  private lazy(id: SectionId): LazySection<S> {
    const lazy = this.sections[id];
    if (!lazy) throw new NoSection(id);
    return lazy;
  }
}

function writeHead(head: readonly Entry[], writer: RowWriter): WrittenPage {
  for (const entry of head) writeEntry(entry, writer);
  return { entries: head.length, section: undefined, end: false };
}

/** The most sections that a problem's path names. */
const LONGEST_PATH = 64;
