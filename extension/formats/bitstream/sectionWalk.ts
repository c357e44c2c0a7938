/** One pass over the entries of a section of a bitstream. */
import { indentation } from "../../document/indentation";
import type { Entry, ListingOptions, Section } from "../../document/section";
import type { Line } from "../../document/token";
import { BitFault } from "./cursor";
import type { BlockRows, LazyBlocks } from "./lazyBlocks";
import type { LazySection } from "./lazySection";
import type { BitstreamReader, Block, Checkpoint } from "./reader";
import { BLOCKINFO } from "./reader";

/** One pass over a section's entries. */
export class SectionWalk<S> {
  ended = false;
  /** What the format knows at the entry that is read next. */
  readonly state: S;
  /** @param at the entry that is read next */
  constructor(
    private readonly blocks: LazyBlocks<S>,
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
    const holder = { section: this.section.id, entry: this.at };
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
    this.blocks.report({ code: "bad-block", message, startBit, endBit, path: this.blocks.path(this.section.id) });
  }

  /** Whether what was read is not the block's own: whoever reads on after its end, by its header, shows it too. */
  private leavesBlock(): boolean {
    return this.lazy.block !== undefined && this.reader.position > this.section.endBit;
  }
  private overrun(startBit: number): BitFault {
    const { block } = this.lazy;
    const message = `block ${block?.id ?? 0} goes on where it ends by its header`;
    return new BitFault("bad-block", message, startBit, this.reader.position);
  }

  private fault(startBit: number, fault: BitFault | undefined): Entry {
    const { reader, section } = this;
    // What is left of this block is lost; the block around it goes on behind its end by its header.
    const endBit = Math.max(startBit, section.endBit);
    this.ended = true;
    const message = fault?.message ?? "";
    const code = fault?.code ?? "bad-record";
    this.blocks.report({ code, message, startBit, endBit, path: this.blocks.path(section.id) });
    const text = `${indentation(reader.depth)}; undecoded ${endBit - startBit} bits: ${message}`;
    const line: Line = { kind: "row", positionBit: startBit, record: [], assembly: [{ text, kind: "problem" }] };
    return { kind: "lines", startBit, endBit, lines: [line] };
  }
}
