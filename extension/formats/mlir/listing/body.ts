/**
 * The rows of one isolated region (or of the IR section's pseudo-block): where each op, block and region stands, found in
 * one pass over its own bytes. Isolated regions within it that have a length are stepped over.
 */
import type { Container } from "../container/container";
import { sectionPath, SectionKind } from "../container/sections";
import { NumberingPass } from "../ir/numbering";
import type { Numbering } from "../ir/numbering";
import { readOpAt } from "../ir/one";
import { opLimits, walkIr } from "../ir/walk";
import { IrWalker, Step } from "../ir/walker";
import type { Blob } from "../model/cursor";
import { MlirCursor } from "../model/cursor";
import type { Damage } from "../model/damage";

/** What a row is. */
export const enum RowKind {
  /** An op without regions. */
  Op,
  /** An op with regions, which is a section of its own. */
  Nested,
  Block,
  /** A region's header; the first one's is shown with the op. */
  Region,
  /** Bytes that could not be decoded. */
  Lost,
}

/** An op with regions. Rows are numbers into the body's arrays. */
export interface Nest {
  /** The row of the op; -1: the body itself. */
  readonly row: number;
  readonly parent: number;
  readonly rows: number[];
  /** End of the regions, from the file's first byte. */
  endByte: number;
  /** Its regions are a body of their own, which has to be read first. */
  readonly enclosed: Enclosed | undefined;
}

/** Regions that a section encloses. */
export interface Enclosed extends Blob {
  readonly regionCount: number;
}

/** The rows of a body. */
export class Body {
  readonly kinds: RowKind[] = [];
  readonly bytes: number[] = [];
  readonly ends: number[] = [];
  /** The region of the numbering that a row's op or block is in. */
  readonly regions: number[] = [];
  /** `Nested`: the nest. `Block`: its number. `Op` and `Nested` have their first result in `values`. */
  readonly details: number[] = [];
  readonly values: number[] = [];
  /** The first is the body itself. */
  readonly nests: Nest[] = [];
  readonly lost = new Map<number, string>();

  constructor(
    /** First byte of the data. */
    readonly startByte: number,
    readonly numbering: Numbering,
  ) {}
}

/** Reads a body. Damage is reported, and shown as a row. */
export function readBody(container: Container, place: Blob, regionCount: number | undefined): Body {
  const cursor = new MlirCursor(container.window, place.startByte, place.endByte, container.sizes, undefined, true);
  const limits = opLimits(container);
  const walker =
    regionCount === undefined ? IrWalker.section(cursor, limits) : IrWalker.regions(cursor, limits, regionCount);
  const builder = new BodyBuilder(place, walker);
  const steps = walkIr(container, walker, builder);
  while (!steps.next().done);
  builder.finish(container);
  return builder.body;
}

class BodyBuilder {
  readonly body: Body;
  private readonly pass = new NumberingPass();
  private nest = 0;

  constructor(
    private readonly place: Blob,
    private readonly walker: IrWalker,
  ) {
    this.body = new Body(place.startByte, this.pass.numbering);
    this.body.nests.push({ row: -1, parent: -1, rows: [], endByte: place.endByte, enclosed: undefined });
  }

  private add(kind: RowKind, startByte: number, detail: number): number {
    const { body } = this;
    const row = body.kinds.length;
    body.kinds.push(kind);
    body.bytes.push(startByte);
    body.ends.push(this.walker.frame.cursor.position);
    body.regions.push(this.pass.region);
    body.details.push(detail);
    body.values.push(this.pass.next);
    body.nests[this.nest]?.rows.push(row);
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
        this.leave(walker.frame.cursor.position);
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
    const nest = body.nests.length;
    const row = this.add(RowKind.Nested, op.startByte, nest);
    const regions = enclosed && { ...enclosed, regionCount: op.regions };
    body.nests.push({ row, parent: this.nest, rows: [], endByte: enclosed?.endByte ?? op.endByte, enclosed: regions });
    if (enclosed) walker.skipRegions(enclosed.endByte);
    else this.nest = nest;
  }

  private leave(endByte: number): void {
    const nest = this.body.nests[this.nest];
    if (!nest || this.nest === 0) return;
    nest.endByte = endByte;
    this.nest = nest.parent;
  }

  lost(damage: Damage, lostBytes: number, depth: number): void {
    const end = this.place.endByte;
    this.pass.lost(damage, lostBytes, depth);
    while (this.nest > 0) this.leave(end);
    const row = this.add(RowKind.Lost, end - lostBytes, 0);
    this.body.ends[row] = end;
    this.body.lost.set(row, damage.message);
  }

  /** What only the whole body tells: numbers, and values that were used but not defined. */
  finish(container: Container): void {
    const { numbering } = this.pass;
    numbering.assign(container.release);
    if (numbering.incomplete) checkOperands(container, this.body);
  }
}

/** Reports operands that no op and no block defines. */
function checkOperands(container: Container, body: Body): void {
  for (const [row, kind] of body.kinds.entries()) {
    if (kind !== RowKind.Op && kind !== RowKind.Nested) continue;
    const op = readOpAt(container, body.bytes[row] ?? 0);
    for (let i = 0; i < op.operands.length; i++) {
      const value = body.numbering.find(body.regions[row] ?? 0, op.operands.at(i));
      if (value >= 0 && body.numbering.kinds[value] !== 0) continue;
      const message = "not all forward unresolved forward operand references";
      container.problems.add("bad-reference", message, op.startByte, op.endByte, [sectionPath(SectionKind.ir)]);
      return;
    }
  }
}
