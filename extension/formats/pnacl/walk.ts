/** Walks over a block's entries in file order, and finds where nested blocks end. */
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

/** Blocks whose contents the blocks behind them need: they are walked when they are passed by. */
const TELLING: ReadonlySet<BlockKind> = new Set<BlockKind>([
  "abbreviations",
  "types",
  "globals",
  "valuesymtab",
  "constants",
]);
/** Blocks nested deeper than this are left undecoded: no module nests deeper than three. */
const MAX_DEPTH = 32;
/** A globals block longer than this is taken at its COUNT; bits. */
const COUNTED_GLOBALS_BITS = 8 << 20;

/** What is said of damage, and its code. */
interface Damage {
  readonly code: ProblemCode;
  readonly level: Level;
  readonly message: string;
  readonly bit: number;
}

/** What a walk asks of the file's sections. */
export interface WalkedSections {
  readonly window: ByteWindow;
  readonly tables: ModuleTables;
  /** The abbreviations that the first BLOCKINFO gave. */
  blockInfo: BlockInfo;
  readerAt(checkpoint: Checkpoint): BitstreamReader;
  /** The section of a block that a walk has come to. */
  child(parent: SectionNode, block: Block, printer: BlockPrinter): SectionNode;
  /** A walk over a block that a reader has just entered, for what it tells the blocks after it. */
  passing(section: SectionNode, reader: BitstreamReader): Walk;
  countOnly(section: SectionNode): Outcome;
  /** Puts a reader after a nested block, with `depth` blocks open. */
  leave(reader: BitstreamReader, child: SectionNode, depth: number): void;
  /** The bit at which a block ends that a reader has just entered. */
  endOf(reader: BitstreamReader, block: Block, limit: number, inModule: boolean): number;
  abbreviationIdAt(bit: number, width: number): number;
  pathOf(section: SectionNode): readonly string[];
  /** Notes the faults of the items that a walk has written, and gives the items. */
  report(section: SectionNode, out: ItemWriter): readonly Item[];
}

/** A walk over one section. It can be left at any step and taken up again at a checkpoint. */
export class Walk {
  readonly printer: BlockPrinter;
  readonly reader: BitstreamReader;
  /** Blocks that the reader has open in this section. */
  private readonly depth: number;
  /** On the way through an outer block: where this one ends is what is being found out. */
  private readonly isPassing: boolean;
  private entered = false;
  private done = false;
  private endedAt: number | undefined;

  /**
   * @param from where to begin; the section's start where there is none
   * @param reader one that has just entered the block, for a walk on the way through an outer block
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
  /** Reads one entry and writes its items. False once the section's last has been written. */
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
  /** Walks to the end; notes what is wrong on the way. */
  finish(): void {
    for (let more = true; more;) {
      more = this.step();
      this.sections.report(this.section, this.out);
    }
  }
  /** Walks on until item `entry` comes next or is near, making no items. */
  skimTo(entry: number): void {
    this.out.isSkimming = true;
    while (this.out.index <= entry && this.step());
    this.out.isSkimming = false;
  }
  /** Walks up to the entry that starts at `bit`, so that the reader stands in front of it. */
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
      const message = "the block ends here, its head tells a longer one";
      this.writeDamage({ code: "bad-block", level: "Error", message, bit: endBit }, endBit);
    }
    this.end();
  }

  /** A nested block: becomes a section of its own; what the blocks behind it need of it is taken over. */
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
  /** Passes by a block for the first time. */
  private pass(child: SectionNode): void {
    const { reader, sections } = this;
    const limit = this.section.endBit;
    const long = child.kind === "globals" && child.block.endBit - child.block.bodyBit > COUNTED_GLOBALS_BITS;
    if (TELLING.has(child.kind) && !(long && child.block.endBit <= limit)) {
      // Its own end decides, not the head's count of words; what it finds wrong is found again when it is looked at.
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
  /** Where the walked block ended: behind its foot, else where its head says, if that is possible. */
  endBit(limit: number): number {
    if (this.endedAt !== undefined) return this.endedAt;
    const { endBit } = this.section.block;
    return endBit >= this.reader.startBit && endBit <= limit ? endBit : limit;
  }

  private skip(): void {
    const { block } = this.section;
    this.out.asm.put("comment", "; a second BLOCKINFO block: no reader looks at it").line();
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
    const message = "the block goes on past its end";
    return { code: "bad-block", level: "Error", message, bit: this.reader.startBit };
  }
  /** The section cannot be read on: says why, and gives the bits that are left. */
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
    const last = section.checkpoints.at(-1);
    if (!last || out.index < last.entry + CHECKPOINT_EVERY) return;
    section.checkpoints.push({
      entry: out.index,
      reader: reader.checkpoint(),
      lastKnownBit: out.lastKnownBit,
      indent: out.asm.indent,
      state: this.printer.save(),
    });
    if (!section.exact) section.entryCount = Math.max(section.entryCount, out.index);
  }
}
