/** One pass over the entries of a section of a bitstream. */
import { indentation } from "../../document/indentation";
import type { NameTaker } from "../../document/nameTaker";
import { tellLines } from "../../document/nameTaker";
import type { RowWriter } from "../../document/rowWriter";
import { writeLines } from "../../document/rowWriter";
import type { Problem } from "../../document/problem";
import type { Entry, ListingOptions, Place, Section, SectionId } from "../../document/section";
import type { Line } from "../../document/token";
import { BitFault } from "./bitFault";
import type { BlockRows, RowEvent } from "./blockRows";
import type { LazySection } from "./lazySection";
import type { BitstreamReader, Block, Checkpoint } from "./reader";
import { BLOCKINFO } from "./reader";

/** What to do with an entry's rows: skip them, make them, write them, or pass on only their names. */
export type RowsWanted = "none" | "lines" | RowWriter | NameTaker;

const NO_LINES: readonly Line[] = [];

/** What a walk needs of the blocks that it walks over. */
export interface WalkedBlocks<S> {
  /** The section of a block; see LazyBlocks. */
  open(before: Checkpoint, block: Block, holder: Place, outer: S): SectionId;
  section(id: SectionId): Section;
  /** Whether the stream ends before a block does. */
  isCut(id: SectionId): boolean;
  report(problem: Problem): void;
  path(id: SectionId | undefined): readonly string[];
}

/** Reads the entries of a section in order. */
export class SectionWalk<S> {
  ended = false;
  /** The format's state before the next entry. */
  readonly state: S;
  /** @param at the index of the next entry */
  constructor(
    private readonly blocks: WalkedBlocks<S>,
    private readonly section: Section,
    private readonly lazy: LazySection<S>,
    readonly reader: BitstreamReader,
    public at: number,
    private readonly rows: BlockRows<S>,
    private readonly options: ListingOptions,
    state: S,
  ) {
    this.state = rows.copy(state);
  }

  /** Whether the walk's rows are printed with these options. */
  isWith({ full = false, unpaired = false }: ListingOptions): boolean {
    return full === (this.options.full ?? false) && unpaired === (this.options.unpaired ?? false);
  }

  /**
   * Reads the next entry; undefined if there is none (`ended` is then true).
   * @param want what to do with its rows
   * @param passed nested blocks that end at this bit or before are not opened as sections; no block ends before bit 0
   */
  step(want: RowsWanted, passed = 0): Entry | undefined {
    const entry = this.read(want, passed);
    if (entry) this.at++;
    return entry;
  }

  private read(want: RowsWanted, passed: number): Entry | undefined {
    const { reader, lazy } = this;
    const { position, depth: before, blockInfo, setBlock } = reader;
    const event = reader.next();
    if (event === "fault" && this.endsInside(position)) {
      this.ended = true;
      return undefined;
    }
    if (event === "fault") return this.fault(position, reader.fault, want);
    if (event !== "enterBlock" && this.leavesBlock()) return this.fault(position, this.overrun(position), want);
    if (event === "end") {
      this.ended = true;
      return undefined;
    }
    if (event === "enterBlock" && before > lazy.depth)
      return this.isPassed(passed) ? this.pass() : this.nested(reader.checkpointBefore({ blockInfo, setBlock }));
    if (event === "endBlock") this.ended = true;
    const depth = event === "endBlock" ? reader.depth : before;
    const lines = this.rowsOf(event, depth, want);
    this.rows.advance(event, reader, this.state);
    if (event === "endBlock") this.checkLength();
    return { kind: "lines", startBit: position, endBit: reader.position, lines };
  }

  /** The rows of the event just read; none if they are written out at once. */
  private rowsOf(event: RowEvent, depth: number, want: RowsWanted): readonly Line[] {
    if (want === "none") return NO_LINES;
    const { rows, reader, state, options } = this;
    if (want === "lines") return rows.lines(event, reader, state, depth, options);
    if ("locals" in want) {
      if (rows.tellNames) rows.tellNames(event, reader, state, want);
      else tellLines(rows.lines(event, reader, state, depth, options), want);
    } else if (rows.write) rows.write(event, reader, state, depth, options, want);
    else
      writeLines(
        { startBit: reader.startBit, endBit: reader.position },
        rows.lines(event, reader, state, depth, options),
        want,
      );
    return NO_LINES;
  }

  private isPassed(passed: number): boolean {
    const { block } = this.reader;
    return block !== undefined && block.endBit <= passed && block.id !== BLOCKINFO;
  }
  private pass(): Entry {
    const { reader } = this;
    const { startBit } = reader;
    reader.skipBlock();
    return { kind: "lines", startBit, endBit: reader.position, lines: NO_LINES };
  }
  private nested(before: Checkpoint): Entry {
    const { reader } = this;
    const block = reader.block as Block;
    const holder = { section: this.section.id, entry: this.at };
    const section = this.blocks.open(before, block, holder, this.state);
    if (block.id === BLOCKINFO) this.readThrough(before.block?.depth ?? 0);
    else reader.skipBlock();
    const { startBit, endBit } = this.blocks.section(section);
    return { kind: "section", startBit, endBit, section };
  }

  /**
   * BLOCKINFO must be read here: what follows needs its abbreviations. A fault in it is reported when its own rows are
   * read.
   */
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
    this.blocks.report({ code: "bad-block", message, startBit, endBit, path: this.blocks.path(this.section.id) });
  }

  /** Whether the entry just read passes the block's end: by its header, those bits belong to the block around it. */
  private leavesBlock(): boolean {
    return this.lazy.block !== undefined && this.reader.position > this.section.endBit;
  }
  /** Whether the stream ends in the block that was read last: its rows tell that, and nothing is left for this one. */
  private endsInside(position: number): boolean {
    const last = this.lazy.children.at(-1);
    return last !== undefined && position === this.section.endBit && this.blocks.isCut(last);
  }
  private overrun(startBit: number): BitFault {
    const { block } = this.lazy;
    const message = `block ${block?.id ?? 0} continues past the end given in its header`;
    return new BitFault("bad-block", message, startBit, this.reader.position);
  }

  private fault(startBit: number, fault: BitFault | undefined, want: RowsWanted): Entry {
    const { reader, section } = this;
    // The rest of this block is lost; the block around it continues at the end that the header gives.
    const endBit = Math.max(startBit, section.endBit);
    this.ended = true;
    const message = fault?.message ?? "";
    const code = fault?.code ?? "bad-record";
    this.blocks.report({ code, message, startBit, endBit, path: this.blocks.path(section.id) });
    const text = `${indentation(reader.depth)}; undecoded ${endBit - startBit} bits: ${message}`;
    const line: Line = { kind: "row", positionBit: startBit, record: [], assembly: [{ text, kind: "problem" }] };
    if (typeof want !== "string") {
      if ("locals" in want) tellLines([line], want);
      else writeLines({ startBit, endBit }, [line], want);
    }
    return { kind: "lines", startBit, endBit, lines: [line] };
  }
}
