/**
 * Makes one LLVM module of a gigabyte from a real one: its globals, constants and functions are repeated, each copy
 * with names of its own, as after linking; types, attributes and metadata occur once. The specification of records
 * (formats/llvm/spec) tells which operands are numbers of values.
 * Usage: node out/bench/gigabyte.js MODULE OUT [COPIES]
 */
import { readFileSync } from "node:fs";
import { ResidentWindow } from "../extension/document/window";
import type { StreamHeader } from "../extension/formats/bitstream/header";
import { readStreamHeader } from "../extension/formats/bitstream/header";
import { BitCursor } from "../extension/formats/bitstream/cursor";
import { BitstreamReader } from "../extension/formats/bitstream/reader";
import type { BitRecord } from "../extension/formats/bitstream/record";
import { BLOCK, MODULE } from "../extension/formats/llvm/codes";
import type { OpenFunction } from "../extension/formats/llvm/listing/openFunction";
import { ListingModule } from "../extension/formats/llvm/listing/module";
import { ModuleSurroundings } from "../extension/formats/llvm/listing/surroundings";
import { metadataTable } from "../extension/formats/llvm/metadata/host";
import { LoadedModule } from "../extension/formats/llvm/read/module";
import type { Layout } from "../extension/formats/llvm/spec/layout";
import { ProblemList } from "../extension/formats/llvm/stream/blocks";
import { findModules } from "../extension/formats/llvm/stream/modules";
import { Bits, Words } from "../extension/kit/numbers";
import { StreamWriter } from "./streamWriter";

/** Ids that BLOCKINFO and the codes in `codes.ts` do not name. */
const USELIST = 18;
const [STRING_OLD, INDEX_OFFSET, INDEX, STRINGS] = [1, 38, 39, 35];
/** Records that define globals. */
const GLOBALS: ReadonlySet<number> = new Set([MODULE.GLOBALVAR, MODULE.FUNCTION, MODULE.ALIAS, MODULE.IFUNC]);
/** Width of abbreviation ids in the blocks that are written. */
const WIDTH = 4;

/** How an operand changes in a copy: a number of a value, by its kind and encoding; a comdat; a name. */
const KEEP = 0;
const [GLOBAL, CONSTANT, LOCAL] = [1, 2, 3];
/** The same, relative to the next value: larger where the value's own number is smaller. */
const BACK = 4;
const SIGNED = 8;
const COMDAT = 16;
const NAME = 17;

/** Records and blocks in order, ready to be written with other numbers. */
class Plan {
  /** A record's code plus 2, or 0 for a block's end and 1 for its beginning, whose id is its only operand. */
  readonly steps = new Words();
  readonly counts = new Words();
  readonly operands = new Bits();
  readonly wide = new Map<number, bigint>();
  private marks = new Uint8Array(1024);

  add(step: number, count: number): void {
    this.steps.push(step);
    this.counts.push(count);
  }
  operand(value: number, mark: number): void {
    const at = this.operands.length;
    if (at >= this.marks.length) {
      const grown = new Uint8Array(this.marks.length * 2);
      grown.set(this.marks);
      this.marks = grown;
    }
    this.marks[at] = mark;
    this.operands.push(value);
  }
  mark(at: number): number {
    return this.marks[at] as number;
  }
}

/** A real module, read for the meanings of its operands. */
class Original {
  readonly module: LoadedModule;
  readonly listing: ListingModule;
  readonly globals: number;
  readonly values: number;
  readonly comdats: number;
  readonly names: readonly string[];
  private readonly header: StreamHeader;

  constructor(readonly window: ResidentWindow) {
    this.header = readStreamHeader(window);
    const problems = new ProblemList();
    const [place] = findModules(window, this.header, problems);
    if (!place) throw new Error("no module");
    this.module = LoadedModule.read(window, this.stream, place, problems, { literal: true }, metadataTable);
    this.listing = new ListingModule(this.module);
    this.globals = this.module.globals.length;
    this.values = this.module.moduleValues;
    this.comdats = this.module.comdats.length;
    this.names = Array.from(this.module.globals, ({ name }) => name);
  }
  get stream(): { originByte: number; endByte: number } {
    return { originByte: this.header.startByte, endByte: this.header.endByte };
  }
  reader(): BitstreamReader {
    const reader = new BitstreamReader(this.window, this.stream);
    reader.restore(this.module.place.checkpoint);
    return reader;
  }

  /** Adds the block that was just entered to a plan, including its end, and leaves it. */
  plan(reader: BitstreamReader, open: OpenFunction | undefined, plan: Plan): void {
    const around = new ModuleSurroundings(this.listing, open);
    const depth = reader.depth;
    plan.add(1, 1);
    plan.operand(reader.block?.id ?? 0, KEEP);
    while (reader.depth >= depth) {
      const event = reader.next();
      if (event === "record") this.record(reader.block?.id ?? 0, reader.record, around, plan);
      else if (event === "endBlock") plan.add(0, 0);
      else if (event === "enterBlock") {
        const id = reader.block?.id ?? 0;
        if (id === USELIST) reader.skipBlock();
        else {
          plan.add(1, 1);
          plan.operand(id, KEEP);
        }
      } else if (event === "fault" || event === "end") throw new Error("the module is damaged");
    }
  }
  /** The strings of a function, each as a separate record (METADATA_STRING_OLD), since a plan has no blobs. */
  private strings(record: BitRecord, plan: Plan): void {
    const blob = this.window.view(record.blobStart, record.blobEnd);
    const offset = record.value(1);
    const lengths = new BitCursor(new ResidentWindow(blob.slice(0, offset)));
    for (let i = 0, at = offset; i < record.value(0); i++) {
      const length = lengths.vbr(6);
      plan.add(STRING_OLD + 2, length);
      for (const end = at + length; at < end; at++) plan.operand(blob[at] as number, KEEP);
    }
  }
  record(block: number, record: BitRecord, around: ModuleSurroundings, plan: Plan): void {
    if (block === BLOCK.METADATA && record.code === STRINGS) {
      this.strings(record, plan);
      return;
    }
    const layout = around.layOut(block, record);
    plan.add(record.code + 2, record.length);
    for (let i = 0; i < record.length; i++) {
      const value = record.value(i);
      if (value > Number.MAX_SAFE_INTEGER) plan.wide.set(plan.operands.length, record.big(i));
      plan.operand(value, layout ? this.markOf(layout, i) : KEEP);
    }
  }
  private markOf(layout: Layout, index: number): number {
    const { form } = layout.field(index);
    const raw = layout.record.value(index);
    if (form.kind === "entry") return form.of === "comdat" && raw > 0 ? COMDAT : KEEP;
    if (form.kind === "slice") return index === 0 ? NAME : KEEP;
    // Metadata in place of a value is relative too, though it is not a value.
    if (form.kind === "node" && form.form === "relative") return BACK;
    if (form.kind !== "value") return KEEP;
    if (form.form === "absolute") return this.kind(raw);
    if (form.form === "plusOne") return raw === 0 ? KEEP : this.kind(raw - 1);
    const id = layout.referredAt(index);
    // References within the function stay the same; a forward reference is a negative number of 32 bits.
    if (id >= this.values) return KEEP;
    return this.kind(id) | BACK | (form.form === "signed" ? SIGNED : 0);
  }
  private kind(id: number): number {
    return id < this.globals ? GLOBAL : id < this.values ? CONSTANT : LOCAL;
  }
}

/** Writes copies of a module's parts. */
class Copies {
  private delta: readonly number[] = [];
  private number = 0;
  /** The position of the next name in STRTAB. */
  private nameAt = 0;
  private nextName = 0;

  constructor(
    private readonly original: Original,
    private readonly copies: number,
    private readonly out: StreamWriter,
  ) {}

  /** From now on, everything written belongs to this copy. */
  begin(number: number): void {
    const { globals, values } = this.original;
    const constants = values - globals;
    this.number = number;
    this.nextName = 0;
    const local = (this.copies - 1) * values;
    const constant = (this.copies - 1) * globals + number * constants;
    this.delta = [0, number * globals, constant, local];
  }
  nameOf(index: number): string {
    const name = this.original.names[index] ?? "";
    return name === "" || this.number === 0 ? name : `${name}.copy${this.number}`;
  }

  write(plan: Plan): void {
    let at = 0;
    for (let step = 0; step < plan.steps.length; step++) {
      const what = plan.steps.data[step] as number;
      const count = plan.counts.data[step] as number;
      if (what === 0) this.out.end();
      else if (what === 1) this.out.enter(plan.operands.data[at++] as number, WIDTH);
      else {
        this.out.begin(what - 2, count);
        const end = at + count;
        while (at < end) at = this.operand(plan, at);
      }
    }
  }
  /** Writes an operand, or the two of a name; returns the index of the next. */
  private operand(plan: Plan, at: number): number {
    const mark = plan.mark(at);
    const value = plan.operands.data[at] as number;
    if (mark === NAME) {
      const { length } = this.nameOf(this.nextName++);
      this.out.vbr(this.nameAt);
      this.out.vbr(length);
      this.nameAt += length;
      return at + 2;
    }
    const big = plan.wide.get(at);
    if (big !== undefined) this.out.big(big);
    else this.out.vbr(this.changed(value, mark));
    return at + 1;
  }
  private changed(value: number, mark: number): number {
    if (mark === KEEP) return value;
    if (mark === COMDAT) return value + this.number * this.original.comdats;
    const own = this.delta[mark & 3] ?? 0;
    if ((mark & BACK) === 0) return value + own;
    const back = (this.delta[LOCAL] ?? 0) - own;
    return (mark & SIGNED) === 0 ? (value + back) % 2 ** 32 : value + 2 * back;
  }
}

function make(original: Original, copies: number, path: string): void {
  const out = new StreamWriter(path);
  const writer = new Copies(original, copies, out);
  const reader = original.reader();
  const around = new ModuleSurroundings(original.listing, undefined);
  const [globals, constants] = [new Plan(), new Plan()];
  const { identification } = original.module;
  out.word(0xdec04342);
  out.enter(BLOCK.IDENTIFICATION, WIDTH);
  out.begin(1, identification?.length ?? 0);
  for (const c of identification ?? "") out.vbr(c.charCodeAt(0));
  out.begin(2, 1);
  out.vbr(0);
  out.end();
  out.enter(BLOCK.MODULE, WIDTH);
  const flushGlobals = (): void => {
    for (let copy = 0; copy < copies && globals.steps.length > 0; copy++) {
      writer.begin(copy);
      writer.write(globals);
    }
    globals.steps.length = 0;
  };
  for (const depth = reader.depth; reader.depth >= depth;) {
    const event = reader.next();
    if (event === "record") {
      const { record } = reader;
      if (GLOBALS.has(record.code)) original.record(BLOCK.MODULE, record, around, globals);
      else if (record.code === MODULE.COMDAT) throw new Error("modules with comdats are not copied");
      else if (record.code !== MODULE.VSTOFFSET && record.code !== MODULE.HASH) plainRecord(record, out);
      continue;
    }
    if (event !== "enterBlock") continue;
    const id = reader.block?.id ?? 0;
    flushGlobals();
    if (id === BLOCK.CONSTANTS) {
      original.plan(reader, undefined, constants);
      for (let copy = 0; copy < copies; copy++) {
        writer.begin(copy);
        writer.write(constants);
      }
    } else if (id === BLOCK.METADATA) {
      writer.begin(0);
      metadata(original, reader, writer, out);
    } else if (id === BLOCK.FUNCTION || id === BLOCK.VALUE_SYMTAB || id === USELIST) reader.skipBlock();
    else verbatim(original, reader, out);
  }
  bodies(original, copies, writer);
  out.end();
  strings(original, copies, writer, out);
  out.close();
}

function plainRecord(record: BitRecord, out: StreamWriter): void {
  out.begin(record.code, record.length);
  for (let i = 0; i < record.length; i++) out.vbr(record.value(i));
}

/** Copies a block, including its abbreviations. */
function verbatim({ window }: Original, reader: BitstreamReader, out: StreamWriter): void {
  const { block } = reader;
  if (!block) return;
  out.copy(block.id, block.width, window.view(block.bodyBit / 8, block.endBit / 8));
  if (block.id !== 0) reader.skipBlock();
  else while (reader.next() !== "endBlock");
}

/**
 * The metadata of the module, which contains only values of the first copy; without its index, which would no longer be
 * right.
 */
function metadata(original: Original, reader: BitstreamReader, writer: Copies, out: StreamWriter): void {
  const around = new ModuleSurroundings(original.listing, undefined);
  out.enter(BLOCK.METADATA, WIDTH);
  for (let event = reader.next(); event !== "endBlock"; event = reader.next()) {
    const { record } = reader;
    if (event !== "record" || record.code === INDEX_OFFSET || record.code === INDEX) continue;
    if (record.code === STRINGS) {
      const blob = original.window.view(record.blobStart, record.blobEnd);
      out.blob(STRINGS, [record.value(0), record.value(1)], blob);
      continue;
    }
    const one = new Plan();
    original.record(BLOCK.METADATA, record, around, one);
    writer.write(one);
  }
  out.end();
}

/** The functions of all copies, in the order of their records. */
function bodies(original: Original, copies: number, writer: Copies): void {
  const plans = Array.from(original.module.bodies, (body) => {
    const plan = new Plan();
    const reader = new BitstreamReader(original.window, original.stream);
    reader.restore(body.checkpoint);
    original.plan(reader, original.listing.open(body), plan);
    return plan;
  });
  for (let copy = 0; copy < copies; copy++) {
    writer.begin(copy);
    for (const plan of plans) writer.write(plan);
  }
}

function strings(original: Original, copies: number, writer: Copies, out: StreamWriter): void {
  const parts: Buffer[] = [];
  for (let copy = 0; copy < copies; copy++) {
    writer.begin(copy);
    parts.push(Buffer.from(original.names.map((_, index) => writer.nameOf(index)).join(""), "latin1"));
  }
  out.enter(BLOCK.STRTAB, WIDTH);
  out.blob(1, [], Buffer.concat(parts));
  out.end();
}

const [input, output, count = "45"] = process.argv.slice(2);
if (input !== undefined && output !== undefined)
  make(new Original(new ResidentWindow(new Uint8Array(readFileSync(input)))), Number(count), output);
