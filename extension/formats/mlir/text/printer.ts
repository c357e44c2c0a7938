/** Prints ops, blocks and regions in MLIR's generic form (mlir::AsmPrinter with -mlir-print-op-generic). */
import { indentation, MOST_LEVELS } from "../../../document/indentation";
import type { Piece } from "../../../document/byteText";
import { ByteText, Packed } from "../../../document/byteText";
import type { Block } from "../ir/block";
import type { Numbering } from "../ir/numbering";
import { ValueKind } from "../ir/numbering";
import type { Op } from "../ir/op";
import { NumberList } from "../ir/op";
import { OpenRegions } from "../ir/openRegions";
import { ValueScope } from "../ir/scope";
import type { IrVisitor } from "../ir/walk";
import type { IrWalker, RegionFrame } from "../ir/walker";
import { Step } from "../ir/walker";
import type { Damage } from "../model/damage";
import { quoted } from "../model/spelling";
import type { PassedValues } from "../verify/passed";
import { UNKNOWN_LOCATION } from "./aliasPass";
import { KeptRests } from "./keptRests";
import type { TextRoom } from "./room";
import type { OpFields, OpTexts, ValuesText } from "./opText";
import type { TypeTexts } from "./typeTexts";
import type { OpReader } from "./values";
import type { EntryWriter } from "../model/entryWriter";

const CHUNK = 65536;
/** Arguments of a block whose label is printed in pieces. */
const MANY = 1024;
/** An op whose regions are being printed, with what follows them. */
interface OpenOp {
  readonly attributes: ValuesText;
  readonly fields: OpFields;
  /** The position of its types in the text of tails. */
  readonly tail: number;
  /** Its types, if they are long. */
  readonly types: LongText | undefined;
}

/** Text that may be long, which is made in pieces when it is taken. */
export type LongText = Generator<string, void, undefined>;

const COMMA = new Packed(", ");
const EQUALS = new Packed(" = ");
const VALUE = new Packed("%");
const ARGUMENT = new Packed("%arg");
const CLOSE = new Packed(")");
const NEWLINE = 0x0a;

/** Prints while the IR is walked. Text gathers in `out`; the owner of the walk takes it with `flush`. */
export class ModulePrinter implements IrVisitor {
  protected readonly out = new ByteText();
  /** The pieces before `out`. */
  private readonly pieces: (Uint8Array | LongText)[] = [];
  private readonly open: OpenOp[] = [];
  /** The types of the open ops, one after another. */
  protected readonly tails = new ByteText(1 << 12);
  private readonly scope = new ValueScope();
  private readonly heads: Packed[] = [];
  /** The operand types of the op being printed. */
  protected readonly operandTypes = new NumberList();
  private readonly rests = new KeptRests();
  private readonly regions: OpenRegions;
  private readonly indents: Packed[] = [];
  private readonly passed: PassedValues;
  /** The regions around the op being printed. */
  private around: RegionFrame | undefined;

  /**
   * @param base indentation of the IR
   * @param nextRegion number of the first region to be printed
   */
  constructor(
    private readonly numbering: Numbering,
    protected readonly texts: OpTexts,
    protected readonly types: TypeTexts,
    protected readonly writer: EntryWriter,
    private readonly reader: OpReader,
    protected readonly locations: boolean,
    protected room: TextRoom,
    private base: number,
    nextRegion?: number,
  ) {
    this.regions = new OpenRegions(numbering, this.scope, nextRegion);
    this.passed = reader.passedValues();
  }

  /** Starts another part of the IR, with the parameters of the constructor. */
  begin(base: number, nextRegion: number, room: TextRoom): void {
    this.room = room;
    this.base = base;
    this.open.length = 0;
    this.regions.begin(nextRegion);
  }

  /** Continues after an op that is left out, whose regions end before region `next`. */
  skipRegions(next: number): void {
    this.regions.skipTo(next);
  }

  take(step: Step, walker: IrWalker): void {
    switch (step) {
      case Step.Op:
        this.printOp(walker);
        break;
      case Step.Region:
        this.printRegion(walker.frame);
        break;
      case Step.Block:
        if (walker.frames.length > 1) this.printBlock(walker);
        break;
      case Step.RegionEnd:
        this.regions.leave();
        break;
      case Step.OpEnd:
        this.printTail();
        break;
      case Step.End:
        break;
    }
  }

  lost(damage: Damage, lostBytes: number, depth: number): void {
    while (this.open.length > depth - 1) this.printTail();
    this.regions.keep(depth - 1);
    this.line(this.open.length, `// undecoded ${lostBytes * 8} bits: ${damage.message}\n`);
  }

  private indent(depth: number): Packed {
    const level = Math.min(this.base + depth, MOST_LEVELS);
    return (this.indents[level] ??= new Packed(indentation(level)));
  }
  private line(depth: number, text: string): void {
    this.out.packed(this.indent(depth));
    this.out.text(text);
  }

  private printRegion(frame: RegionFrame): void {
    if (frame.region > 0) this.line(this.open.length - 1, "}, {\n");
    this.regions.enter(frame);
  }

  private printTail(): void {
    const op = this.open.pop();
    if (!op) return;
    this.line(this.open.length, "})");
    this.printValues(op.attributes, op.fields, "attributes");
    if (op.types) this.printLong(op.types);
    else this.printKept(op.tail);
  }
  /** Prints the stored types of an op whose regions are done: everything from `tail` on. */
  protected printKept(tail: number): void {
    this.out.copy(this.tails.since(tail));
    this.tails.truncate(tail);
  }

  /** A block's label. */
  private printBlock({ block, frame }: IrWalker): void {
    const { types, locations, index } = block;
    if (!hasLabel(block)) return;
    const { out } = this;
    this.line(this.open.length - 1, "^bb");
    out.decimal(index);
    if (types.length > 0) this.printArguments(this.regions.define(types.length), types, locations);
    out.text(index === 0 ? ":" : `:${this.predecessors(frame.block)}`);
    out.reserve(1);
    out.byte(NEWLINE);
  }

  /** A block's arguments, of which `value` is the first. */
  protected printArguments(value: number, types: NumberList, locations: NumberList): void {
    const { out } = this;
    if (types.length > MANY || this.types.areLong(types)) {
      this.printLong(this.argumentChunks(value, types.copy(), locations.copy()));
      return;
    }
    if (this.locations) {
      for (const chunk of this.argumentChunks(value, types, locations)) out.text(chunk);
      return;
    }
    for (let i = 0; i < types.length; i++) {
      out.text(i === 0 ? "(" : ", ");
      this.printOperand(value + i, i);
      out.text(": ");
      this.types.printType(out, types.at(i), this.room);
    }
    out.text(")");
  }
  private *argumentChunks(value: number, types: NumberList, locations: NumberList): LongText {
    for (let i = 0; i < types.length; i++) {
      yield `${i === 0 ? "(" : ", "}${this.numbering.name(value + i)}: `;
      yield* this.types.chunks(types.at(i), this.room);
      if (!this.locations) continue;
      // Locations of arguments are spelled out; their content may be aliased.
      const location = locations.at(i);
      if (location < 0) yield ` ${UNKNOWN_LOCATION}`;
      else {
        yield " ";
        yield* this.room.fittingPieces(this.writer.definition("attribute", location));
      }
    }
    yield ")";
  }

  private predecessors(block: number): string {
    const found = this.numbering.predecessors(this.regions.region, block);
    if (found.length === 0) return "  // no predecessors";
    const names = found.map((from) => `^bb${from}`).join(", ");
    return found.length === 1 ? `  // pred: ${names}` : `  // ${found.length} preds: ${names}`;
  }

  private printOp({ op, frame }: IrWalker): void {
    const { out } = this;
    const { results } = op;
    this.room.at = op.startByte;
    this.around = frame;
    out.packed(this.indent(this.open.length));
    if (results.length > 0) this.printResults(results.length);
    this.printName(op.name);
    this.printOperands(op, frame);
    if (frame.opsLeft === 0) this.reader.checkEnd(op, this.operandTypes, frame, this.open.length, this.passed);
    if (op.successors.length > 0) this.reader.checkBranch(op, this.operandTypes, this.numbering, this.regions.region);
    if (op.regions > 0) this.printOpening(op);
    else if (this.locations || op.successors.length > 0) this.printRest(op);
    else this.printKnownRest(op);
  }

  /** An op's name, and the opening of its operands. */
  protected printName(name: number): void {
    this.out.packed((this.heads[name] ??= new Packed(`${quoted(this.reader.name(name))}(`)));
  }

  /** The text after an op's operands. An op whose rest was printed before has been checked with it. */
  protected printKnownRest(op: Op): void {
    const { out, rests } = this;
    const types = this.types.key(this.operandTypes, op.results);
    const values = this.texts.key(op);
    if (rests.print(out, types, values)) return;
    const before = out.length;
    this.printRest(op);
    if (this.pieces.length === 0 && !this.room.full) rests.keep(out, before, types, values);
  }

  protected printRest(op: Op): void {
    this.reader.check(op, this.operandTypes, this.around);
    this.printMiddle(op);
    this.printValues(this.texts.attributes(op), op, "attributes");
    const long = this.printTypes(op, this.out);
    if (long) this.printLong(long);
  }

  /** The end of the operands, successors and properties: everything before the regions. */
  private printMiddle(op: Op): void {
    const { out } = this;
    out.packed(CLOSE);
    if (op.successors.length > 0) this.printSuccessors(op.successors);
    this.printValues(this.texts.properties(op), op, "properties");
  }

  /**
   * Everything before the first region. What follows the last region is printed and stored now, since the op's fields
   * are overwritten by then.
   */
  private printOpening(op: Op): void {
    const { out, tails } = this;
    this.reader.check(op, this.operandTypes, this.around);
    this.reader.open(op, this.operandTypes, this.open.length, this.passed);
    this.printMiddle(op);
    out.text(" ({\n");
    const { length } = tails;
    const types = this.printTypes(op, tails);
    const { name, attributes, properties } = op;
    const fields = { name, attributes, properties };
    this.open.push({ attributes: this.texts.attributes(op), fields, tail: length, types });
  }

  /** Properties, or attributes; long ones in pieces, for which the text before must be finished first. */
  protected printValues(values: ValuesText, op: OpFields, part: "properties" | "attributes"): void {
    const { packed } = values;
    if (packed) {
      this.out.packed(packed);
      return;
    }
    // Distinct attributes get their numbers when their text is made: what comes after long text is made after it.
    const text = this.pieces.length === 0 || values.isMade ? values.text : undefined;
    if (text !== undefined) this.out.text(this.room.fitting(text));
    else {
      const { name, attributes, properties } = op;
      this.printLong(this.valueChunks(values, { name, attributes, properties }, part));
    }
  }
  private *valueChunks(values: ValuesText, op: OpFields, part: "properties" | "attributes"): LongText {
    const { texts, room } = this;
    const { text } = values;
    if (text !== undefined) yield room.fitting(text);
    else yield* room.fittingPieces(part === "properties" ? texts.propertyChunks(op) : texts.attributeChunks(op));
  }
  /** Long text: what was printed before it must be finished first. */
  private printLong(text: LongText): void {
    this.pieces.push(this.out.take().slice(), text);
  }

  protected printResults(count: number): void {
    const { out } = this;
    out.packed(VALUE);
    out.decimal(this.numbering.numbers[this.regions.define(count)] ?? 0);
    if (count > 1) out.text(`:${count}`);
    out.packed(EQUALS);
  }

  /** ` : (…) -> …`, the location if wanted, and the end of the line. Text that is long is not printed but returned. */
  protected printTypes(op: Op, out: ByteText): LongText | undefined {
    const { operandTypes: operands, types } = this;
    const { results, location } = op;
    const place = this.locations ? this.writer.short("attribute", location, "location") : "";
    if (place === undefined || !types.print(out, operands, results, this.room))
      return this.typeChunks(operands.copy(), results.copy(), location);
    if (this.locations) out.text(` loc(${this.room.fitting(place)})`);
    out.reserve(1);
    out.byte(NEWLINE);
    return undefined;
  }
  private *typeChunks(operands: NumberList, results: NumberList, location: number): LongText {
    yield* this.types.signatureChunks(operands, results, this.room);
    if (this.locations) {
      yield " loc(";
      yield* this.room.fittingPieces(this.writer.chunks("attribute", location, "location"));
      yield ")";
    }
    yield "\n";
  }

  /** Yields what was printed since the last call. */
  *flush(): Generator<Piece, void, undefined> {
    for (const piece of this.pieces.splice(0)) {
      if (piece instanceof Uint8Array) yield piece;
      else yield* piece;
    }
    yield this.out.take();
  }
  /** Whether nothing was printed since the last `flush`. */
  readonly isEmpty = (): boolean => this.out.length === 0 && this.pieces.length === 0;
  get full(): boolean {
    return this.out.length >= CHUNK || this.pieces.length > 0;
  }

  /** Prints operands and stores their types for later. */
  private printOperands(op: Op, frame: RegionFrame): void {
    const { out, numbering, operandTypes } = this;
    const { operands } = op;
    operandTypes.reserve(operands.length);
    const values = this.scope.values(frame);
    for (let i = 0; i < operands.length; i++) {
      const value = values[operands.at(i)] ?? 0;
      if (i > 0) out.packed(COMMA);
      this.printOperand(value, i);
      operandTypes.items[i] = numbering.types[value] ?? 0;
      if (numbering.kinds[value] === ValueKind.Undefined) this.reader.undefinedUse(op);
    }
  }

  /** @param place the index among an op's operands, or a block's arguments; used by subclasses that mark it */
  protected printOperand(value: number, place: number): void {
    void place;
    const { out, numbering } = this;
    const kind: ValueKind = numbering.kinds[value] ?? 0;
    if (kind === ValueKind.Single || kind === ValueKind.EntryArgument) {
      out.packed(kind === ValueKind.Single ? VALUE : ARGUMENT);
      out.decimal(numbering.numbers[value] ?? 0);
    } else out.text(numbering.name(value));
  }

  protected printSuccessors(successors: NumberList): void {
    const { out } = this;
    for (let i = 0; i < successors.length; i++) {
      out.text(i === 0 ? "[" : ", ");
      this.printSuccessor(successors.at(i), i);
    }
    out.text("]");
  }
  /** @param place the index among an op's successors; used by subclasses that mark it */
  protected printSuccessor(block: number, place: number): void {
    void place;
    this.out.text(`^bb${block}`);
  }
}

/** Whether a block has a label: the first block of a region has one only if it has arguments, or no op. */
export function hasLabel({ index, types, ops }: Block): boolean {
  return index > 0 || types.length > 0 || ops === 0;
}
