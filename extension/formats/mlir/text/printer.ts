/** Prints ops, blocks and regions in MLIR's generic form (mlir::AsmPrinter with -mlir-print-op-generic). */
import type { Piece } from "../../../document/byteText";
import { ByteText, Packed } from "../../../document/byteText";
import type { Numbering } from "../ir/numbering";
import { ValueKind } from "../ir/numbering";
import type { NumberList, Op } from "../ir/op";
import { ValueScope } from "../ir/scope";
import type { IrVisitor } from "../ir/walk";
import type { IrWalker, RegionFrame } from "../ir/walker";
import { Step } from "../ir/walker";
import type { Damage } from "../model/damage";
import { quoted } from "../model/spelling";
import { UNKNOWN_LOCATION } from "./aliasPass";
import type { OpFields, OpText, OpTexts } from "./opText";
import type { EntryWriter } from "./writer";

/** Characters of properties that are made ready for output. */
const MOST_PACKED = 256;
/** Text handed on at once. */
const CHUNK = 65536;

/** An op whose regions are being printed: what follows them. */
interface OpenOp {
  readonly attributes: Output;
  readonly types: string;
}

/** Text, or what is written in pieces because it may be long. */
type Output = string | (() => Generator<string, void, undefined>);

const COMMA = new Packed(", ");
const EQUALS = new Packed(" = ");
const TYPES = new Packed(" : (");
const ARROW = new Packed(") -> ");
const NO_TYPES = new Packed("()");
const PERCENT = 0x25;
const CLOSE = 0x29;
const NEWLINE = 0x0a;

/** Prints while the IR is walked. Text gathers in `out`; the walk's owner takes it with `flush`. */
export class ModulePrinter implements IrVisitor {
  private readonly out = new ByteText();
  /** What comes before `out`. */
  private readonly pieces: (Uint8Array | Exclude<Output, string>)[] = [];
  private readonly open: OpenOp[] = [];
  private readonly scope = new ValueScope();
  private readonly heads: Packed[] = [];
  private readonly typeTexts: Packed[] = [];
  /** The pseudo-block around the IR was the first region. */
  private nextRegion = 1;
  private readonly regions: number[] = [0];
  private readonly nextValues: number[] = [0];
  private readonly functions: boolean[] = [];
  private readonly indents: Packed[] = [];

  /** @param base levels of indentation that the IR starts with */
  constructor(
    private readonly numbering: Numbering,
    private readonly texts: OpTexts,
    private readonly writer: EntryWriter,
    private readonly opName: (index: number) => string,
    private readonly locations: boolean,
    private readonly base: number,
  ) {}

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
        this.regions.pop();
        this.nextValues.pop();
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
    this.regions.length = Math.min(this.regions.length, Math.max(1, depth - 1));
    this.nextValues.length = this.regions.length;
    this.line(this.open.length, `// undecoded ${lostBytes * 8} bits: ${damage.message}\n`);
  }

  private indent(depth: number): Packed {
    return (this.indents[depth] ??= new Packed("  ".repeat(this.base + depth)));
  }
  private line(depth: number, text: string): void {
    this.out.packed(this.indent(depth));
    this.out.text(text);
  }

  private printRegion(frame: RegionFrame): void {
    if (frame.region > 0) this.line(this.open.length - 1, "}, {\n");
    const region = this.nextRegion++;
    const first = this.numbering.regionValues[region] ?? 0;
    this.regions.push(region);
    this.nextValues.push(first);
    this.scope.enterRegion(frame, first);
  }

  private printTail(): void {
    const op = this.open.pop();
    if (!op) return;
    this.line(this.open.length, "})");
    this.emit(op.attributes);
    this.out.text(op.types);
  }

  /** A block's label. The first block of a region has one only where it has arguments, or no op. */
  private printBlock({ block, frame }: IrWalker): void {
    const { types, locations, index } = block;
    if (index === 0 && types.length === 0 && block.ops > 0) return;
    let label = `^bb${index}`;
    if (types.length > 0) {
      let value = this.define(types.length);
      for (let i = 0; i < types.length; i++, value++) {
        label += `${i === 0 ? "(" : ", "}${this.numbering.name(value)}: ${this.writer.type(types.at(i))}`;
        if (this.locations) label += ` ${this.argumentLocation(locations.at(i))}`;
      }
      label += ")";
    }
    this.line(this.open.length - 1, `${label}:${index === 0 ? "" : this.predecessors(frame.block)}\n`);
  }

  /** Arguments' own locations are spelled out, what is in them may be aliased. */
  private argumentLocation(location: number): string {
    if (location < 0) return UNKNOWN_LOCATION;
    let text = "";
    for (const chunk of this.writer.definition("attribute", location)) text += chunk;
    return text;
  }

  private predecessors(block: number): string {
    const found = this.numbering.predecessors(this.regions[this.regions.length - 1] ?? 0, block);
    if (found.length === 0) return "  // no predecessors";
    const names = found.map((from) => `^bb${from}`).join(", ");
    return found.length === 1 ? `  // pred: ${names}` : `  // ${found.length} preds: ${names}`;
  }

  /** The first of the next `count` values of the region. */
  private define(count: number): number {
    const top = this.nextValues.length - 1;
    const first = this.nextValues[top] ?? 0;
    this.nextValues[top] = first + count;
    return first;
  }

  private printOp({ op, frame }: IrWalker): void {
    const { out } = this;
    const { results, operands } = op;
    out.packed(this.indent(this.open.length));
    if (results.length > 0) this.printResults(results.length);
    out.packed((this.heads[op.name] ??= new Packed(`${quoted(this.opName(op.name))}(`)));
    for (let i = 0; i < operands.length; i++) {
      if (i > 0) out.packed(COMMA);
      this.printOperand(this.scope.value(frame, operands.at(i)));
    }
    out.reserve(1);
    out.byte(CLOSE);
    if (op.successors.length > 0) out.text(successorText(op.successors));
    const text = this.texts.of(op);
    if (text.packed) out.packed(text.packed);
    else this.printProperties(text, op);
    const attributes = text.attributes ?? this.long("attributes", op);
    if (op.regions === 0) {
      this.emit(attributes);
      this.printTypes(op, frame);
    } else {
      out.text(" ({\n");
      // What stands behind the regions is printed now and kept: the op's fields are gone by then.
      const before = out.length;
      this.printTypes(op, frame);
      this.open.push({ attributes, types: out.cut(before) });
    }
  }

  /** Properties that are printed again, and short enough, are made ready for it. */
  private printProperties(text: OpText, op: Op): void {
    const { properties } = text;
    this.emit(properties ?? this.long("properties", op));
    if (properties === undefined || properties.length > MOST_PACKED) return;
    if (text.used) text.packed = new Packed(properties);
    text.used = true;
  }

  private printResults(count: number): void {
    const { out } = this;
    out.reserve(1);
    out.byte(PERCENT);
    out.decimal(this.numbering.numbers[this.define(count)] ?? 0);
    if (count > 1) out.text(`:${count}`);
    out.packed(EQUALS);
  }

  /** ` : (…) -> …`, the location where it is wanted, and the line's end. */
  private printTypes(op: Op, frame: RegionFrame): void {
    const { out, numbering } = this;
    const { operands, results } = op;
    out.packed(TYPES);
    for (let i = 0; i < operands.length; i++) {
      if (i > 0) out.packed(COMMA);
      out.packed(this.type(numbering.types[this.scope.value(frame, operands.at(i))] ?? 0));
    }
    out.packed(ARROW);
    if (results.length === 0) out.packed(NO_TYPES);
    else this.printResultTypes(results);
    if (this.locations) out.text(` loc(${this.writer.attribute(op.location, "location")})`);
    out.reserve(1);
    out.byte(NEWLINE);
  }

  /** The type, or types in parentheses; a function type alone has them too. */
  private printResultTypes(results: NumberList): void {
    const { out } = this;
    if (results.length === 1 && !this.isFunction(results.at(0))) {
      out.packed(this.type(results.at(0)));
      return;
    }
    for (let i = 0; i < results.length; i++) {
      out.text(i === 0 ? "(" : ", ");
      out.packed(this.type(results.at(i)));
    }
    out.text(")");
  }
  private isFunction(type: number): boolean {
    return (this.functions[type] ??= this.writer.type(type).startsWith("("));
  }

  private long(part: "properties" | "attributes", op: OpFields): Output {
    const { name, attributes, properties } = op;
    const fields = { name, attributes, properties };
    return () => (part === "properties" ? this.texts.propertyChunks(fields) : this.texts.attributeChunks(fields));
  }

  private emit(output: Output): void {
    if (typeof output === "string") this.out.text(output);
    else this.pieces.push(this.out.take().slice(), output);
  }

  /** Gives what was printed since the last call. */
  *flush(): Generator<Piece, void, undefined> {
    for (const piece of this.pieces.splice(0)) {
      if (typeof piece === "function") yield* piece();
      else yield piece;
    }
    yield this.out.take();
  }
  get full(): boolean {
    return this.out.length >= CHUNK || this.pieces.length > 0;
  }

  private printOperand(value: number): void {
    const { out } = this;
    if (this.numbering.kinds[value] !== ValueKind.Single) {
      out.text(this.numbering.name(value));
      return;
    }
    out.reserve(1);
    out.byte(PERCENT);
    out.decimal(this.numbering.numbers[value] ?? 0);
  }

  private type(type: number): Packed {
    return (this.typeTexts[type] ??= new Packed(this.writer.type(type)));
  }
}

function successorText(successors: NumberList): string {
  let text = "[";
  for (let i = 0; i < successors.length; i++) text += `${i === 0 ? "" : ", "}^bb${successors.at(i)}`;
  return `${text}]`;
}
