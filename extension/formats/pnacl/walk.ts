/** Walks over a block's entries in file order, and finds out where nested blocks end. */
import type { ProblemCode } from "../../document/problem";
import type { Token } from "../../document/token";
import type { ByteWindow } from "../../document/window";
import type { BitEvent, Block, BlockInfo, Checkpoint } from "../bitstream/reader";
import { BitstreamReader, FIRST_ABBREV, TOP_WIDTH } from "../bitstream/reader";
import { AbbreviationsPrinter } from "./blocks/abbreviations";
import { ConstantsPrinter } from "./blocks/constants";
import { FunctionPrinter } from "./blocks/function";
import { GlobalsPrinter } from "./blocks/globals";
import { ModulePrinter } from "./blocks/module";
import type { BlockPrinter } from "./blocks/printer";
import { TypesPrinter } from "./blocks/types";
import { UnknownPrinter } from "./blocks/unknown";
import { ValueSymtabPrinter } from "./blocks/valuesymtab";
import type { ModuleTables } from "./module";
import type { Item, ItemWriter, Level } from "./output";
import type { BlockKind, Outcome, SectionCheckpoint, SectionNode } from "./section";

/** Entries between two checkpoints. */
const CHECKPOINT_EVERY = 1024;

type PrinterClass = new (
  window: ByteWindow,
  section: SectionNode,
  tables: ModuleTables,
  out: ItemWriter,
) => BlockPrinter;

const PRINTERS: Readonly<Record<BlockKind, PrinterClass>> = {
  module: ModulePrinter,
  abbreviations: AbbreviationsPrinter,
  types: TypesPrinter,
  globals: GlobalsPrinter,
  valuesymtab: ValueSymtabPrinter,
  function: FunctionPrinter,
  constants: ConstantsPrinter,
  unknown: UnknownPrinter,
  skipped: UnknownPrinter,
};

/** Blocks that later blocks depend on: a walk over the outer block reads them when it reaches them. */
const INFORMATIVE: ReadonlySet<BlockKind> = new Set<BlockKind>([
  "abbreviations",
  "types",
  "globals",
  "valuesymtab",
  "constants",
]);
/** Blocks nested deeper than this are left undecoded: no module nests deeper than three. */
const MAX_DEPTH = 32;
/** A globals block longer than this is not read when it is reached: its COUNT record is believed; bits. */
const COUNTED_GLOBALS_BITS = 8 << 20;

/** A message about damage, and its code. */
interface Damage {
  readonly code: ProblemCode;
  readonly level: Level;
  readonly message: string;
  readonly bit: number;
}

/** What a walk needs from the file's sections. */
export interface WalkedSections {
  readonly window: ByteWindow;
  readonly tables: ModuleTables;
  /** The abbreviations of the first BLOCKINFO. */
  blockInfo: BlockInfo;
  readerAt(checkpoint: Checkpoint): BitstreamReader;
  /** The section of a block that a walk has reached. */
  child(parent: SectionNode, block: Block, printer: BlockPrinter): SectionNode;
  /** A walk over a block that a reader has just entered, to find its outcome. */
  passing(section: SectionNode, reader: BitstreamReader): Walk;
  /** The outcome of a long globals block, from its COUNT record. */
  countOnly(section: SectionNode): Outcome;
  /** Moves a reader to the end of a nested block, with `depth` blocks open. */
  leave(reader: BitstreamReader, child: SectionNode, depth: number): void;
  /** The bit after the end of a block that a reader has just entered. */
  endOf(reader: BitstreamReader, block: Block, limit: number, inModule: boolean): number;
  /** The abbreviation id at a bit. */
  abbreviationIdAt(bit: number, width: number): number;
  /** Names of the section and the containers around it, outermost first. */
  pathOf(section: SectionNode): readonly string[];
  /** Reports the faults of the items that a walk has written, and returns the items. */
  report(section: SectionNode, out: ItemWriter): readonly Item[];
}

/** A walk over one section. It can stop after any step, and a new one can start at a checkpoint. */
export class Walk {
  readonly printer: BlockPrinter;
  readonly reader: BitstreamReader;
  /** Blocks that the reader has open while it reads this section's entries. */
  private readonly depth: number;
  /** Whether an outer block's walk is finding out where this block ends. */
  private readonly isPassing: boolean;
  private entered = false;
  private done = false;
  private endedAt: number | undefined;

  /**
   * @param from where to begin
   * @param reader one that has just entered the block, in a walk over an outer block
   */
  constructor(
    private readonly sections: WalkedSections,
    readonly section: SectionNode,
    readonly out: ItemWriter,
    from: SectionCheckpoint,
    reader?: BitstreamReader,
  ) {
    this.printer = new PRINTERS[section.kind](sections.window, section, sections.tables, out);
    this.reader = reader ?? sections.readerAt(from.reader);
    this.printer.block = this.reader.block ?? section.block;
    this.depth = this.reader.depth;
    this.isPassing = reader !== undefined;
    out.index = from.entry;
    out.asm.indent = from.indent;
    if (from.entry > 0) {
      this.entered = true;
      out.recordDepth = section.depth + 1;
      out.lastKnownBit = from.lastKnownBit;
      this.printer.restore?.(from.state);
    } else {
      out.recordDepth = section.depth;
    }
  }

  get tables(): ModuleTables {
    return this.sections.tables;
  }
  /** Reads one entry and writes its items. False once the section's last item has been written. */
  step(): boolean {
    if (this.done) return false;
    if (!this.entered) {
      this.entered = true;
      this.printer.enter();
      if (this.section.kind === "skipped") this.skip();
      return !this.done;
    }
    this.keepCheckpoint();
    const event = this.reader.next();
    if (event !== "fault" && this.reader.position > this.section.endBit) {
      this.fail(this.overrun());
      return false;
    }
    this.handle(event);
    return !this.done;
  }
  /** Walks to the end and reports what is wrong. */
  finish(): void {
    for (let more = true; more;) {
      more = this.step();
      this.sections.report(this.section, this.out);
    }
  }
  /** Walks on without making items until item `entry` is next or nearly so. */
  skimTo(entry: number): void {
    this.out.isSkimming = true;
    while (this.out.index <= entry && this.step());
    this.out.isSkimming = false;
  }
  /** Walks up to the entry that starts at `bit`: the reader reads it next. */
  stepTo(bit: number): void {
    for (let more = true; more && !(this.entered && this.reader.position >= bit);) {
      more = this.step();
      this.sections.report(this.section, this.out);
    }
  }

  private handle(event: BitEvent): void {
    const { reader, printer } = this;
    switch (event) {
      case "record": {
        const fault = printer.record(reader.record);
        if (fault !== undefined)
          this.fail({ code: "bad-record", level: "Error", message: fault, bit: reader.startBit });
        return;
      }
      case "defineAbbrev":
        this.define();
        return;
      case "enterBlock":
        this.nested(reader.block as Block);
        return;
      case "endBlock":
        this.exit(reader.startBit, reader.position);
        return;
      case "fault":
      case "end":
        this.fail(this.damage());
        return;
    }
  }
  private define(): void {
    const { reader } = this;
    const abbreviation = reader.abbreviation;
    if (!abbreviation) return;
    this.printer.block = reader.block ?? this.section.block;
    if (abbreviation.fault === undefined && !abbreviation.operands.some((o) => o.kind === "blob")) {
      this.printer.definition(abbreviation, reader.position);
      return;
    }
    const message = "Invalid abbreviation specified in bitcode file";
    this.fail({ code: "bad-abbreviation", level: "Fatal", message, bit: reader.startBit });
  }
  private exit(startBit: number, endBit: number): void {
    this.printer.exit(startBit, endBit);
    if (endBit < this.section.endBit && !this.isPassing) {
      const message = "the block ends before the end that its header gives";
      this.writeDamage({ code: "bad-block", level: "Error", message, bit: endBit }, endBit);
    }
    this.end();
  }

  /** Makes a section of a nested block, and takes over what later blocks need from it. */
  private nested(block: Block): void {
    const { reader, printer, sections, section } = this;
    if (section.kind === "abbreviations" || section.depth >= MAX_DEPTH) {
      const message = section.kind === "abbreviations" ? "Malformed BlockInfoBlock" : "blocks nest too deeply";
      this.fail({ code: "bad-block", level: "Error", message, bit: block.startBit });
      return;
    }
    const child = sections.child(section, block, printer);
    if (!child.outcome) this.pass(child);
    printer.adopt?.(child);
    sections.leave(reader, child, this.depth);
    printer.block = reader.block ?? printer.block;
    this.out.section(child.id, child.block.startBit, child.endBit);
  }
  /** Goes past a nested block for the first time: finds its end and its outcome. */
  private pass(child: SectionNode): void {
    const { reader, sections } = this;
    const limit = this.section.endBit;
    const long = child.kind === "globals" && child.block.endBit - child.block.bodyBit > COUNTED_GLOBALS_BITS;
    if (INFORMATIVE.has(child.kind) && !(long && child.block.endBit <= limit)) {
      // The block's own END_BLOCK decides, not the size in its header. What is wrong in it is reported when the block
      // itself is walked.
      child.endBit = limit;
      const walk = sections.passing(child, reader);
      walk.finish();
      child.endBit = walk.endBit(limit);
      child.outcome = walk.printer.outcome();
      if (child.kind === "abbreviations") sections.blockInfo = reader.blockInfo;
    } else {
      child.endBit = sections.endOf(reader, child.block, limit, this.section.kind === "module");
      child.outcome = long ? sections.countOnly(child) : {};
    }
  }
  /**
   * The end of the walked block: after its END_BLOCK, else where its header says, if that is possible, else `limit`.
   */
  endBit(limit: number): number {
    if (this.endedAt !== undefined) return this.endedAt;
    const { endBit } = this.section.block;
    return endBit >= this.reader.startBit && endBit <= limit ? endBit : limit;
  }

  private skip(): void {
    const { block } = this.section;
    this.out.asm.put("comment", "; a second BLOCKINFO block: ignored by pnacl-bcdis").line();
    this.out.writeRange(block.bodyBit, this.section.endBit);
    this.end();
  }
  private end(): void {
    this.done = true;
    this.endedAt = this.reader.position;
    this.section.entryCount = this.out.index;
    this.section.exact = true;
  }

  private damage(): Damage {
    const { reader } = this;
    const fault = reader.fault;
    const bit = reader.startBit;
    if (!fault || fault.code === "truncated") {
      return { code: "truncated", level: "Error", message: "Premature end of bitstream", bit };
    }
    if (fault.code === "bad-block") return { code: fault.code, level: "Error", message: "Malformed block record", bit };
    const id = this.sections.abbreviationIdAt(bit, reader.block?.width ?? TOP_WIDTH);
    const message =
      id >= FIRST_ABBREV
        ? `Invalid abbreviation # ${id} defined for record`
        : "Invalid abbreviation specified in bitcode file";
    return { code: fault.code, level: "Fatal", message, bit };
  }
  private overrun(): Damage {
    const message = "the block continues past its end";
    return { code: "bad-block", level: "Error", message, bit: this.reader.startBit };
  }
  /** Stops at damage: reports it, and writes the rest of the section as undecoded. */
  private fail(damage: Damage): void {
    this.writeDamage(damage, damage.bit);
    this.done = true;
    this.section.entryCount = this.out.index;
    this.section.exact = true;
  }
  private writeDamage(damage: Damage, from: number): void {
    const { out, section, sections } = this;
    const bits = section.endBit - from;
    const path = sections.pathOf(section);
    sections.tables.report(damage.code, damage.message, damage.bit, Math.max(from, section.endBit), path);
    out.asm.indent = section.depth + 1;
    out.errorAt(damage.bit, damage.message, damage.level);
    if (bits > 0) {
      const token: Token = { text: `; undecoded ${bits} bits: ${damage.message}`, kind: "problem" };
      out.asm.put(token.kind, token.text).line();
    }
    out.writeRange(from, section.endBit);
  }

  private keepCheckpoint(): void {
    const { section, out, reader } = this;
    if (out.index < section.lastEntry + CHECKPOINT_EVERY) return;
    section.mark({
      entry: out.index,
      reader: reader.checkpoint(),
      lastKnownBit: out.lastKnownBit,
      indent: out.asm.indent,
      state: this.printer.save(),
    });
    if (!section.exact) section.entryCount = Math.max(section.entryCount, out.index);
  }
}
