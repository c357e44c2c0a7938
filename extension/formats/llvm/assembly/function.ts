/**
 * The definition of a function as entries: its head; then each label, debug record and instruction; then its closing
 * brace.
 */
import type { Body } from "../ir/module";
import type { MetadataId, ValueId } from "../ir/ids";
import type { BitRange } from "../../../document/bits";
import type { Sink } from "../../../document/sink";
import type { NoiseKind } from "../../../document/token";
import type { SourceFrame } from "../../../document/sourceLocation";
import { lineOfBit } from "../../../kit/lineOfBit";
import type { FunctionBody, Instruction } from "../ir/function";
import type { DebugRecord } from "../ir/metadata";
import { printDebugRecord, printDefinitionHead, printInstructionLine, printLabel } from "../print/functions";
import { Predecessors } from "../print/predecessors";
import type { AssemblyPrinting } from "./printing";
import { BodyRecords } from "./records";
import type { LinesEntry } from "./run";
import { AssemblySink, withNoise } from "./sink";
import type { LineMatcher } from "./source";
import { framesOf, subprogramFrame } from "./source";

type Unit =
  | { readonly kind: "head" }
  | { readonly kind: "label"; readonly block: number; readonly first: Instruction | undefined }
  | { readonly kind: "debugRecord"; readonly record: DebugRecord; readonly before: Instruction }
  | { readonly kind: "instruction"; readonly instruction: Instruction }
  | { readonly kind: "foot" };

/**
 * The range of the record that an entry shows. For a debug record that an upgrade made, it is the call's. A label or
 * brace has no record and so an empty range: a label's is at its block's first instruction, the brace's at the
 * function's end.
 */
function rangeOf(unit: Unit, { startBit, endBit }: BitRange): BitRange {
  switch (unit.kind) {
    case "head":
      return { startBit, endBit: startBit };
    case "instruction":
      return unit.instruction;
    case "debugRecord":
      return unit.record.range ?? unit.before;
    case "label": {
      const bit = unit.first?.startBit ?? endBit;
      return { startBit: bit, endBit: bit };
    }
    case "foot":
      return { startBit: endBit, endBit };
  }
}

/** The first bit of the record that an entry shows; undefined for a head, a label and a brace. */
function recordBit(unit: Unit | undefined, place: BitRange): number | undefined {
  const isRecord = unit?.kind === "instruction" || unit?.kind === "debugRecord";
  return isRecord ? rangeOf(unit, place).startBit : undefined;
}

/** A function that is open: its values are in the module's tables while its entries are printed. */
export class AssemblyFunction {
  private readonly units: readonly Unit[];
  private records: BodyRecords | undefined;
  /** The entries, those that show records at their positions. */
  private readonly placed: { readonly length: number; positionBit(index: number): number | undefined };
  private readonly before: Predecessors;
  /** Cache of the frames of locations. */
  private readonly frames = new Map<MetadataId, readonly SourceFrame[]>();

  constructor(
    readonly place: Body,
    readonly body: FunctionBody,
    private readonly context: AssemblyPrinting,
  ) {
    this.units = unitsOf(body);
    this.placed = { length: this.units.length, positionBit: (index) => recordBit(this.units[index], place) };
    this.before = new Predecessors(body);
  }

  private recordsOf(): BodyRecords {
    const { context, place, body } = this;
    return (this.records ??= new BodyRecords(context.module, place, body, (type) => context.typeText(type)));
  }

  get count(): number {
    return this.units.length;
  }

  /**
   * An entry by index.
   * @param paired whether tokens tell which operand they show
   */
  entry(index: number, paired: boolean): LinesEntry | undefined {
    const unit = this.units[index];
    if (!unit) return undefined;
    const { startBit, endBit } = rangeOf(unit, this.place);
    const sink = new AssemblySink();
    sink.attributesAreNoise = true;
    sink.scope = scopeOf(this.place.function.id);
    sink.origins = this.context.origins;
    if (unit.kind === "instruction" || unit.kind === "debugRecord" || unit.kind === "head") sink.positionBit = startBit;
    if (paired && (unit.kind === "instruction" || unit.kind === "debugRecord"))
      sink.pairing = this.recordsOf().pairingAt(startBit);
    this.print(unit, sink);
    const noise = this.noiseOf(unit);
    const [first, ...more] = sink.takeLines().map((line) => (noise === undefined ? line : withNoise(line, noise)));
    if (unit.kind !== "head" || !first)
      return { kind: "lines", startBit, endBit, lines: first ? [first, ...more] : [] };
    const rest = more.map(({ kind, record, assembly }) => ({ kind, record, assembly, when: "open" as const }));
    return { kind: "lines", startBit, endBit, lines: [first, ...rest] };
  }

  /** The kind of noise of an entry: debug records, calls of the intrinsics that preceded them, and lifetime markers. */
  private noiseOf(unit: Unit): NoiseKind | undefined {
    if (unit.kind === "debugRecord") return "debugRecord";
    if (unit.kind !== "instruction" || unit.instruction.kind !== "call") return undefined;
    const callee = this.context.module.values.at(unit.instruction.callee);
    if (callee?.kind !== "function") return undefined;
    if (callee.name.startsWith("llvm.dbg.")) return "debugRecord";
    return callee.name.startsWith("llvm.lifetime.") ? "lifetime" : undefined;
  }

  /** Writes the lines of an entry. */
  write(index: number, sink: Sink): void {
    const unit = this.units[index];
    if (unit) this.print(unit, sink);
  }
  /** The first bit of what an entry shows. */
  startOf(index: number): number {
    const unit = this.units[index];
    if (unit?.kind === "instruction") return unit.instruction.startBit;
    return unit ? rangeOf(unit, this.place).startBit : this.place.endBit;
  }

  private print(unit: Unit, sink: Sink): void {
    const { body, context } = this;
    switch (unit.kind) {
      case "head":
        printDefinitionHead(sink, body, context);
        if (body.blocks.length > 0) printLabel(sink, body, 0, this.before.of(0), context);
        else sink.put("punctuation", "}\n");
        return;
      case "label":
        printLabel(sink, body, unit.block, this.before.of(unit.block), context);
        return;
      case "debugRecord":
        printDebugRecord(sink, unit.record, context);
        return;
      case "instruction":
        printInstructionLine(sink, unit.instruction, context);
        return;
      case "foot":
        sink.put("punctuation", "}\n");
    }
  }

  /**
   * The entry that shows a bit of the body: the one whose record contains it, else the last whose record starts before
   * it.
   */
  entryAt(bit: number): number {
    return lineOfBit(this.placed, bit);
  }

  /** The source of the entry that shows a bit; for the head, the line of the function. */
  source(bit: number): readonly SourceFrame[] {
    return this.sourceOf(this.entryAt(bit));
  }
  /** The source of an entry by its index. */
  sourceOf(index: number): readonly SourceFrame[] {
    const unit = this.units[index];
    if (unit?.kind === "instruction") return this.framesOf(unit.instruction.location);
    if (unit?.kind === "debugRecord") return this.framesOf(unit.record.location);
    if (unit?.kind !== "head") return [];
    return this.body.attachments.flatMap(({ node }) => subprogramFrame(this.context.module.metadata, node));
  }
  /** The entries of a source line, including code inlined into it. */
  entriesOf(matcher: LineMatcher): readonly number[] {
    const found: number[] = [];
    this.units.forEach((unit, index) => {
      const location =
        unit.kind === "instruction"
          ? unit.instruction.location
          : unit.kind === "debugRecord"
            ? unit.record.location
            : undefined;
      const isHead = unit.kind === "head" && this.body.attachments.some(({ node }) => matcher.subprogram(node));
      if (isHead || (location !== undefined && matcher.location(location))) found.push(index);
    });
    return found;
  }
  /**
   * Caches frames, since neighbouring instructions usually share their location, and all of them the calls they were
   * inlined at.
   */
  private framesOf(id: MetadataId | undefined): readonly SourceFrame[] {
    if (id === undefined) return [];
    const frames = this.frames.get(id) ?? framesOf(this.context.module.metadata, id);
    this.frames.set(id, frames);
    return frames;
  }

  /** The entry that defines a local name or a basic block. */
  entryOf(name: string): number | undefined {
    const { body, context } = this;
    for (let i = 0; i < body.argumentCount; i++) if (context.localName(body.firstLocal + i) === name) return 0;
    const defines = (unit: Unit): boolean =>
      unit.kind === "label"
        ? context.blockName(unit.block) === name
        : unit.kind === "instruction" && this.localName(unit.instruction.id) === name;
    const found = this.units.findIndex(defines);
    if (found >= 0) return found;
    return body.blocks.length > 0 && context.blockName(0) === name ? 0 : undefined;
  }
  private localName(id: ValueId): string | undefined {
    return this.context.localName(id);
  }
}

/** The prefix of the symbols of a function's local names. */
export function scopeOf(function_: ValueId): string {
  return `f${function_}/`;
}

function unitsOf(body: FunctionBody): readonly Unit[] {
  const units: Unit[] = [{ kind: "head" }];
  body.blocks.forEach(({ instructions }, block) => {
    if (block > 0) units.push({ kind: "label", block, first: instructions[0] });
    for (const instruction of instructions) {
      for (const record of instruction.debugRecords) units.push({ kind: "debugRecord", record, before: instruction });
      units.push({ kind: "instruction", instruction });
    }
  });
  if (body.blocks.length > 0) units.push({ kind: "foot" });
  return units;
}
