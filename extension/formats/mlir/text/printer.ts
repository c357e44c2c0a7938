/** Prints ops, blocks and regions in MLIR's generic form (mlir::AsmPrinter with -mlir-print-op-generic). */
import type { Numbering } from "../ir/numbering";
import { ValueKind } from "../ir/numbering";
import type { NumberList } from "../ir/op";
import { ValueScope } from "../ir/scope";
import type { IrVisitor } from "../ir/walk";
import type { IrWalker, RegionFrame } from "../ir/walker";
import { Step } from "../ir/walker";
import type { Damage } from "../model/damage";
import { quoted } from "../model/spelling";
import { UNKNOWN_LOCATION } from "./aliasPass";
import type { OpFields, OpTexts } from "./opText";
import type { EntryWriter } from "./writer";

/** Text handed on at once. */
const CHUNK = 65536;

/** An op whose regions are being printed: what follows them. */
interface OpenOp {
  readonly attributes: Output;
  readonly types: string;
}

/** Text, or what is written in pieces because it may be long. */
type Output = string | (() => Generator<string, void, undefined>);

/** Prints while the IR is walked. Text gathers in `text`; the walk's owner takes it with `flush`. */
export class ModulePrinter implements IrVisitor {
  private text = "";
  /** What comes before `text`. */
  private readonly pieces: Output[] = [];
  private readonly open: OpenOp[] = [];
  private readonly scope = new ValueScope();
  private readonly heads: string[] = [];
  private readonly typeTexts: string[] = [];
  /** The pseudo-block around the IR was the first region. */
  private nextRegion = 1;
  private readonly regions: number[] = [0];
  private readonly nextValues: number[] = [0];
  private readonly indents: string[] = [];

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
    this.text += `${this.indent(this.open.length)}// undecoded ${lostBytes * 8} bits: ${damage.message}\n`;
  }

  private indent(depth: number): string {
    return (this.indents[depth] ??= "  ".repeat(this.base + depth));
  }

  private printRegion(frame: RegionFrame): void {
    if (frame.region > 0) this.text += `${this.indent(this.open.length - 1)}}, {\n`;
    const region = this.nextRegion++;
    const first = this.numbering.regionValues[region] ?? 0;
    this.regions.push(region);
    this.nextValues.push(first);
    this.scope.enterRegion(frame, first);
  }

  private printTail(): void {
    const op = this.open.pop();
    if (!op) return;
    this.text += `${this.indent(this.open.length)}})`;
    this.emit(op.attributes);
    this.text += op.types;
  }

  /** A block's label. The first block of a region has one only where it has arguments, or no op. */
  private printBlock({ block, frame }: IrWalker): void {
    const { types, locations, index } = block;
    if (index === 0 && types.length === 0 && block.ops > 0) return;
    let label = `${this.indent(this.open.length - 1)}^bb${index}`;
    if (types.length > 0) {
      let value = this.define(types.length);
      for (let i = 0; i < types.length; i++, value++) {
        label += `${i === 0 ? "(" : ", "}${this.numbering.name(value)}: ${this.typeText(types.at(i))}`;
        if (this.locations) label += ` ${this.argumentLocation(locations.at(i))}`;
      }
      label += ")";
    }
    this.text += `${label}:${index === 0 ? "" : this.predecessors(frame.block)}\n`;
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
    let line = this.indent(this.open.length);
    const { results, operands } = op;
    if (results.length > 0) {
      const number = this.numbering.numbers[this.define(results.length)] ?? 0;
      line += results.length === 1 ? `%${number} = ` : `%${number}:${results.length} = `;
    }
    line += this.heads[op.name] ??= `${quoted(this.opName(op.name))}(`;
    let types = " : (";
    for (let i = 0; i < operands.length; i++) {
      const value = this.scope.value(frame, operands.at(i));
      line += i === 0 ? this.operand(value) : `, ${this.operand(value)}`;
      const type = this.typeText(this.numbering.types[value] ?? 0);
      types += i === 0 ? type : `, ${type}`;
    }
    line += ")";
    if (op.successors.length > 0) line += successorText(op.successors);
    this.text += line;
    const text = this.texts.of(op);
    if (text.properties === undefined) this.emit(this.long("properties", op));
    else this.text += text.properties;
    types += `) -> ${this.resultTypes(results)}`;
    if (this.locations) types += ` loc(${this.writer.attribute(op.location, "location")})`;
    const attributes = text.attributes ?? this.long("attributes", op);
    if (op.regions === 0) {
      this.emit(attributes);
      this.text += `${types}\n`;
    } else {
      this.text += " ({\n";
      this.open.push({ attributes, types: `${types}\n` });
    }
  }

  /** `()`, the type, or types in parentheses; a function type alone has them too. */
  private resultTypes(results: NumberList): string {
    if (results.length === 1) {
      const text = this.typeText(results.at(0));
      return text.startsWith("(") ? `(${text})` : text;
    }
    let text = "(";
    for (let i = 0; i < results.length; i++) text += `${i === 0 ? "" : ", "}${this.typeText(results.at(i))}`;
    return `${text})`;
  }

  private long(part: "properties" | "attributes", op: OpFields): Output {
    const { name, attributes, properties } = op;
    const fields = { name, attributes, properties };
    return () => (part === "properties" ? this.texts.propertyChunks(fields) : this.texts.attributeChunks(fields));
  }

  private emit(output: Output): void {
    if (typeof output === "string") this.text += output;
    else {
      this.pieces.push(this.text, output);
      this.text = "";
    }
  }

  /** Gives what was printed since the last call. */
  *flush(): Generator<string, void, undefined> {
    for (const piece of this.pieces.splice(0)) {
      if (typeof piece === "string") yield piece;
      else yield* piece();
    }
    const { text } = this;
    this.text = "";
    yield text;
  }
  get full(): boolean {
    return this.text.length >= CHUNK || this.pieces.length > 0;
  }

  private operand(value: number): string {
    if (this.numbering.kinds[value] === ValueKind.Single) return `%${this.numbering.numbers[value] ?? 0}`;
    return this.numbering.name(value);
  }

  private typeText(type: number): string {
    return (this.typeTexts[type] ??= this.writer.type(type));
  }
}

function successorText(successors: NumberList): string {
  let text = "[";
  for (let i = 0; i < successors.length; i++) text += `${i === 0 ? "" : ", "}^bb${successors.at(i)}`;
  return `${text}]`;
}
