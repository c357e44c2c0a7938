/**
 * Writes ops with all that is in their regions, for callers that print a complete file: in two walks over the regions,
 * one that numbers the values and one that writes. Neither sections nor rows are kept.
 */
import { bitsOf } from "./lineEntries";
import type { RowWriter } from "../../../document/rowWriter";
import type { Container } from "../container/container";
import type { Block } from "../ir/block";
import { Numbering, NumberingPass } from "../ir/numbering";
import { RowReader } from "../ir/one";
import { OpenRegions } from "../ir/openRegions";
import type { Op, OpLimits } from "../ir/op";
import { ValueScope } from "../ir/scope";
import { opLimits } from "../ir/walk";
import type { RegionFrame } from "../ir/walker";
import { IrWalker, Step } from "../ir/walker";
import { MlirCursor } from "../model/cursor";
import { Damage } from "../model/damage";
import { READ_WHOLE } from "./body";
import type { Enclosed } from "./nests";
import type { OpDrawing, RowPlace } from "./opDrawing";
import { ValueNames } from "./valueNames";

/** What serves all ops in turn. */
interface Shared {
  readonly limits: OpLimits;
  readonly rows: RowReader;
  readonly values: ValueNames;
  readonly scope: ValueScope;
}

/** Writes what is in the regions of isolated ops, as the rows of their sections. */
export class WholeOps {
  private known: Shared | undefined;

  constructor(
    private readonly container: Container,
    private readonly drawing: OpDrawing,
    private readonly numbersByRegion: boolean,
  ) {}
  private get shared(): Shared {
    this.known ??= {
      limits: opLimits(this.container),
      rows: new RowReader(this.container),
      values: new ValueNames(new Numbering(), false),
      scope: new ValueScope(),
    };
    return this.known;
  }

  /**
   * Numbers the values in an op's regions, which can then be written.
   * @returns false if they must be written as sections: they are damaged or large, or contain isolated ops, whose values
   * are numbered apart
   */
  number(regions: Enclosed): boolean {
    if (regions.endByte - regions.startByte > READ_WHOLE) return false;
    const { numbering } = this.shared.values;
    numbering.clear();
    const pass = new NumberingPass(numbering);
    const walker = this.walker(regions);
    try {
      for (let step = walker.next(); step !== Step.End; step = walker.next()) {
        if (step === Step.Op && walker.op.isolated && walker.op.regions > 0) return false;
        pass.take(step, walker);
      }
    } catch (thrown) {
      if (thrown instanceof Damage) return false;
      throw thrown;
    }
    numbering.assign(this.numbersByRegion);
    return !numbering.incomplete;
  }

  /** Writes the rows in regions that were just numbered. @param depth levels of nesting of these rows */
  write(regions: Enclosed, depth: number, full: boolean, writer: RowWriter): void {
    const walker = this.walker(regions);
    const place = { values: this.shared.values, region: 0, first: 0, depth, full };
    const printer = new RegionPrinter(walker, this.shared, this.drawing, place, writer);
    for (let step = walker.next(); step !== Step.End; step = walker.next()) printer.take(step);
  }

  private walker({ startByte, endByte, regionCount }: Enclosed): IrWalker {
    const { window, sizes } = this.container;
    const cursor = new MlirCursor(window, startByte, endByte, sizes, undefined, true);
    return IrWalker.regions(cursor, this.shared.limits, regionCount);
  }
}

/** The place of the row that is written. */
type Mutable<T> = { -readonly [Key in keyof T]: T[Key] };

/** Writes the rows of one op's regions. */
class RegionPrinter {
  private readonly regions: OpenRegions;
  /** The first bytes of the ops around. */
  private readonly open: number[] = [];

  constructor(
    private readonly walker: IrWalker,
    private readonly shared: Shared,
    private readonly drawing: OpDrawing,
    private readonly place: Mutable<RowPlace>,
    private readonly writer: RowWriter,
  ) {
    this.regions = new OpenRegions(place.values.numbering, shared.scope);
  }

  take(step: Step): void {
    const { walker } = this;
    switch (step) {
      case Step.Region:
        this.enter(walker.frame);
        break;
      case Step.Block:
        this.writeBlock(walker.block);
        break;
      case Step.Op:
        this.writeOp(walker.op);
        break;
      case Step.RegionEnd:
        this.regions.leave();
        break;
      case Step.OpEnd:
        this.writeFoot();
        break;
      case Step.End:
        break;
    }
  }

  private enter(frame: RegionFrame): void {
    this.regions.enter(frame);
    this.drawing.writeRegion(frame.region, bitsOf(this.walker.regionByte), this.place.depth, this.writer);
  }
  /** The next row defines `count` values. */
  private define(count: number): void {
    this.place.region = this.regions.region;
    this.place.first = this.regions.define(count);
  }
  private writeBlock(block: Block): void {
    this.define(block.types.length);
    this.drawing.writeBlock(block, this.place, bitsOf(block.startByte), this.writer);
  }
  private writeOp(op: Op): void {
    this.define(op.results.length);
    this.findOperands(op);
    this.drawing.examine(op);
    this.drawing.writeOp(op, "head", this.place, bitsOf(op.startByte), this.writer);
    if (op.regions === 0) return;
    this.open.push(op.startByte);
    this.place.depth++;
  }
  /** The walk has read other ops since the head. */
  private writeFoot(): void {
    const startByte = this.open.pop();
    if (startByte === undefined) return;
    const op = this.shared.rows.op(startByte);
    this.place.depth--;
    this.findOperands(op);
    this.drawing.writeOp(op, "foot", this.place, bitsOf(this.walker.frame.cursor.position), this.writer);
  }
  private findOperands({ operands: numbers }: Op): void {
    const { operands } = this.drawing;
    const { numbering } = this.place.values;
    const values = this.shared.scope.values(this.walker.frame);
    operands.begin(numbers.length);
    for (let i = 0; i < numbers.length; i++) operands.set(i, values[numbers.at(i)] ?? 0, numbering);
  }
}
