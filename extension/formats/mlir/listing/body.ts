/**
 * The rows of one isolated region (or of the IR section's pseudo-block): the positions of ops, blocks and regions,
 * found in one pass over its own bytes. Isolated regions within it whose length is known are skipped.
 */
import { MissingBytes, Unfinished } from "../../../document/window";
import type { Container } from "../container/container";
import { sectionPath, SectionKind } from "../container/sections";
import type { Numbering } from "../ir/numbering";
import { NumberingPass, UNDEFINED_USE, ValueKind } from "../ir/numbering";
import { readOpAt } from "../ir/one";
import { opLimits, walkIr } from "../ir/walk";
import { IrWalker, Step } from "../ir/walker";
import type { Blob } from "../model/cursor";
import { BodyRows, RowKind } from "./bodyRows";
import { Nests } from "./nests";
import { MlirCursor } from "../model/cursor";
import type { Damage } from "../model/damage";
import { ValueNames } from "./valueNames";

/**
 * Longer bodies are read only as far as somebody looks. Their values keep the file's numbers, since printed numbers in
 * nested regions depend on everything that follows; other facts that need the complete body are left to the cards.
 */
export const READ_WHOLE = 2 * 1024 * 1024;

/** Initial capacity for rows, by the body's bytes: a file may consist of nested bodies only. */
const FIRST_ROWS = 4;
const MOST_FIRST_ROWS = 256;
const BYTES_PER_ROW = 8;

/** The rows of a body, as far as it was read. */
export class Body extends BodyRows {
  readonly nests: Nests;
  readonly lost = new Map<number, string>();
  /** Whether it is read only as far as somebody looks. */
  readonly large: boolean;
  /** Whether it was read completely. */
  complete = false;
  /** Whether reading was aborted: the body must be made again. */
  broken = false;
  readonly numbering: Numbering;
  readonly names: ValueNames;
  /** The reader that continues; dropped when all is read. */
  private reading: { readonly builder: BodyBuilder; readonly steps: Generator<void, void, undefined> } | undefined;

  constructor(
    private readonly container: Container,
    readonly place: Blob,
    regionCount: number | undefined,
    private readonly numbersByRegion: boolean,
  ) {
    const { window, sizes } = container;
    const size = place.endByte - place.startByte;
    super(place.startByte, Math.max(FIRST_ROWS, Math.min(MOST_FIRST_ROWS, Math.floor(size / BYTES_PER_ROW))));
    this.nests = new Nests(place);
    this.large = size > READ_WHOLE;
    const cursor = new MlirCursor(window, place.startByte, place.endByte, sizes, undefined, !this.large);
    const limits = opLimits(container);
    const walker =
      regionCount === undefined ? IrWalker.section(cursor, limits) : IrWalker.regions(cursor, limits, regionCount);
    const builder = new BodyBuilder(this, walker);
    this.numbering = builder.numbering;
    this.names = new ValueNames(this.numbering, this.large);
    this.reading = { builder, steps: walkIr(container, walker, builder) };
  }

  /**
   * Continues reading until `enough` returns true or everything is read. Damage is reported and shown as a row.
   * @throws Unfinished if others wait; what was read is kept. MissingBytes, after which the body must be made again
   */
  readUntil(enough: () => boolean): void {
    const { window } = this.container;
    while (!this.complete && !enough()) {
      this.readOn();
      if (!this.complete && window.due?.() && !enough()) throw new Unfinished();
    }
  }
  /** Reads the complete body. @throws Unfinished, MissingBytes */
  readAll(): void {
    this.readUntil(() => false);
  }

  /** The value that a number means for a row's op, read as far as its definition; -1: none. */
  find(row: number, number: number): number {
    const value = this.numbering.find(this.region(row), number);
    if (value >= 0 && !this.complete) this.readUntil(() => this.numbering.kinds[value] !== ValueKind.Undefined);
    return value;
  }

  private readOn(): void {
    const { reading } = this;
    try {
      if (reading?.steps.next().done === false) return;
    } catch (thrown) {
      // An aborted walk cannot continue: next time all its bytes must be resident.
      this.broken = true;
      throw thrown instanceof MissingBytes ? new MissingBytes(this.place.startByte, this.place.endByte) : thrown;
    }
    this.complete = true;
    this.reading = undefined;
    reading?.builder.finish(this.container, this.numbersByRegion);
    this.settle();
  }
}

class BodyBuilder {
  private readonly pass = new NumberingPass();

  constructor(
    private readonly body: Body,
    private readonly walker: IrWalker,
  ) {}
  get numbering(): Numbering {
    return this.pass.numbering;
  }

  private add(kind: RowKind, startByte: number, detail: number): number {
    const { body, pass } = this;
    const row = body.add(kind, startByte, this.walker.frame.cursor.position, detail, pass.region, pass.next);
    body.nests.addRow(row);
    return row;
  }

  take(step: Step): void {
    const { walker } = this;
    switch (step) {
      case Step.Op:
        this.takeOp();
        this.pass.take(step, walker);
        break;
      case Step.Region:
        this.pass.take(step, walker);
        this.add(RowKind.Region, walker.regionByte, walker.frame.region);
        break;
      case Step.Block:
        if (walker.frames.length > 1 || walker.frame.open)
          this.add(RowKind.Block, walker.block.startByte, walker.block.index);
        this.pass.take(step, walker);
        break;
      case Step.OpEnd:
        this.body.nests.leave(walker.frame.cursor.position);
        break;
      case Step.RegionEnd:
        this.pass.take(step, walker);
        break;
      case Step.End:
        break;
    }
  }

  private takeOp(): void {
    const { body, walker } = this;
    const { op } = walker;
    if (op.regions === 0) {
      this.add(RowKind.Op, op.startByte, 0);
      return;
    }
    const enclosed = walker.enclosed();
    const row = this.add(RowKind.Nested, op.startByte, body.nests.count);
    if (enclosed) {
      body.nests.addEnclosed(row, { ...enclosed, regionCount: op.regions });
      walker.skipRegions(enclosed.endByte);
    } else body.nests.enter(row);
  }

  lost(damage: Damage, lostBytes: number, depth: number): void {
    const end = this.body.place.endByte;
    this.pass.lost(damage, lostBytes, depth);
    while (this.body.nests.leave(end));
    const row = this.body.add(RowKind.Lost, end - lostBytes, end, 0, 0, 0);
    this.body.nests.addRow(row);
    this.body.lost.set(row, damage.message);
  }

  /** Finds what only the complete body tells: numbers, and values that are used but not defined. */
  finish(container: Container, numbersByRegion: boolean): void {
    const { numbering } = this.pass;
    this.body.nests.close();
    if (!this.body.large) numbering.assign(numbersByRegion);
    if (numbering.incomplete) checkOperands(container, this.body);
  }
}

/** Reports operands that no op and no block defines. */
function checkOperands(container: Container, body: Body): void {
  const { numbering } = body;
  for (let row = 0; row < body.count; row++) {
    const kind = body.kind(row);
    if (kind !== RowKind.Op && kind !== RowKind.Nested) continue;
    const op = readOpAt(container, body.start(row));
    for (let i = 0; i < op.operands.length; i++) {
      const value = numbering.find(body.region(row), op.operands.at(i));
      if (value >= 0 && numbering.kinds[value] !== ValueKind.Undefined) continue;
      container.problems.add("bad-reference", UNDEFINED_USE, op.startByte, op.endByte, [sectionPath(SectionKind.ir)]);
      return;
    }
  }
}
