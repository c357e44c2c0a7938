/** The rows of ops, blocks and regions in a body: each is read again when it is drawn. */
import type { BitRange } from "../../../document/bits";
import type { NameTaker } from "../../../document/nameTaker";
import type { RowWriter } from "../../../document/rowWriter";
import { writeLines } from "../../../document/rowWriter";
import type { Line } from "../../../document/token";
import type { Container } from "../container/container";
import { sectionPath, SectionKind } from "../container/sections";
import type { Block } from "../ir/block";
import { RowReader } from "../ir/one";
import type { Op } from "../ir/op";
import type { Damage } from "../model/damage";
import { damageOf, guarded } from "../model/damage";
import type { BodyRow, RowContext } from "./bodyRow";
import type { OpDrawing, OpPart, RowPlace } from "./opDrawing";

function placeOf({ body, row, depth, full }: BodyRow): RowPlace {
  return { values: body.names, region: body.region(row), first: body.value(row), depth, full };
}

/** Reads rows of bodies, and has them drawn. */
export class OpRows {
  private knownRows: RowReader | undefined;

  constructor(
    private readonly container: Container,
    readonly drawing: OpDrawing,
  ) {}
  private get rows(): RowReader {
    return (this.knownRows ??= new RowReader(this.container));
  }

  /** The op of a row, with its operands found in its body: valid until the next call. With its head, it is examined. */
  private op({ body, row }: BodyRow, part: OpPart): Op {
    const { drawing } = this;
    const op = this.rows.op(body.start(row));
    const { operands } = drawing;
    operands.begin(op.operands.length);
    for (let i = 0; i < op.operands.length; i++) operands.set(i, body.find(row, op.operands.at(i)), body.numbering);
    if (part === "head") drawing.examine(op);
    return op;
  }
  private block({ body, row }: BodyRow): Block {
    const block = this.rows.block(body.start(row));
    block.index = body.detail(row);
    return block;
  }

  /** The line of a row whose bytes cannot be read again. */
  private lost({ body, row }: BodyRow, damage: Damage): Line {
    this.container.problems.damage(damage, [sectionPath(SectionKind.ir)]);
    const positionBit = body.start(row) * 8;
    const text = `; undecoded ${body.end(row) * 8 - positionBit} bits: ${damage.message}`;
    return { kind: "row", positionBit, record: [], assembly: [{ kind: "problem", text }] };
  }

  /** The line of an op up to its regions, or the line after them. */
  opLine(context: RowContext, part: OpPart): Line {
    return guarded<Line>(
      () => this.drawing.opLine(this.op(context, part), part, placeOf(context), context),
      (damage) => this.lost(context, damage),
    );
  }
  /** Writes the same line as text. */
  writeOp(at: BodyRow, part: OpPart, range: BitRange, writer: RowWriter): void {
    let op: Op;
    try {
      op = this.op(at, part);
    } catch (thrown) {
      writeLines(range, [this.lost(at, damageOf(thrown))], writer);
      return;
    }
    this.drawing.writeOp(op, part, placeOf(at), range, writer);
  }

  /** Passes on the names in the same line. */
  tellOp(context: RowContext, part: OpPart, taker: NameTaker): void {
    this.tell(context, () => {
      this.drawing.opNames(this.op(context, part), part, placeOf(context), context, taker);
    });
  }
  /** Passes on what can be read; what cannot be is only reported. */
  private tell(context: RowContext, tell: () => void): void {
    try {
      tell();
    } catch (thrown) {
      this.lost(context, damageOf(thrown));
    }
  }

  /** A block's label. A first block without arguments has none, and its row is a detail. */
  blockLine(context: RowContext): Line {
    return guarded<Line>(
      () => this.drawing.blockLine(this.block(context), placeOf(context), context),
      (damage) => this.lost(context, damage),
    );
  }
  /** Writes the same line as text. */
  writeBlock(at: BodyRow, range: BitRange, writer: RowWriter): void {
    let block: Block;
    try {
      block = this.block(at);
    } catch (thrown) {
      writeLines(range, [this.lost(at, damageOf(thrown))], writer);
      return;
    }
    this.drawing.writeBlock(block, placeOf(at), range, writer);
  }

  /** Passes on the names in the same line. */
  tellBlock(context: RowContext, taker: NameTaker): void {
    this.tell(context, () => {
      this.drawing.blockNames(this.block(context), placeOf(context), context, taker);
    });
  }

  /** A region's header. */
  regionLine({ body, row, depth }: BodyRow): Line {
    return this.drawing.regionLine(body.detail(row), body.start(row) * 8, depth);
  }
  /** Writes the same line as text. */
  writeRegion({ body, row, depth }: BodyRow, range: BitRange, writer: RowWriter): void {
    this.drawing.writeRegion(body.detail(row), range, depth, writer);
  }
}
