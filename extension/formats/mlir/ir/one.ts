/** Reads one op or one block header again, for a row or a hover. */
import type { Container } from "../container/container";
import { readSectionHeader, SectionKind } from "../container/sections";
import { MlirCursor } from "../model/cursor";
import type { LeafRecorder } from "../model/cursor";
import type { OpLimits } from "./op";
import { Op, readOp } from "./op";
import { Block, readBlockHeader } from "./block";
import { opLimits } from "./walk";

/** Bytecode version from which regions of isolated ops are in sections of their own. */
const SECTIONED = 2;

/**
 * The op whose first byte is `startByte`; its operands and successors are not checked.
 * @throws Damage
 */
export function readOpAt(container: Container, startByte: number, leaves?: LeafRecorder): Op {
  const op = new Op();
  const cursor = cursorAt(container, startByte, leaves);
  readOp(cursor, op, opLimits(container), Infinity, Infinity);
  return op;
}

/** The header of the block whose first byte is `startByte`. @throws Damage */
export function readBlockAt(container: Container, startByte: number, leaves?: LeafRecorder): Block {
  const block = new Block();
  readBlockHeader(cursorAt(container, startByte, leaves), block, container.version);
  return block;
}

/** The beginning of an op's first region. */
export interface Entrance {
  readonly blocks: number;
  /** The header of the first block, if there is any. */
  readonly first: Block | undefined;
}

/** The beginning of the first region of an op that has regions. @throws Damage */
export function readEntrance(container: Container, op: Pick<Op, "endByte" | "isolated">): Entrance {
  const cursor = cursorAt(container, op.endByte);
  if (op.isolated && container.version >= SECTIONED) readSectionHeader(cursor);
  const blocks = cursor.count("block count");
  if (blocks === 0) return { blocks, first: undefined };
  cursor.varint("value count");
  const first = new Block();
  readBlockHeader(cursor, first, container.version);
  return { blocks, first };
}

/** Reads ops and blocks of one file, each into the same object: a result is valid until the next call. */
export class RowReader {
  private readonly ops = new Op();
  private readonly blocks = new Block();
  private readonly cursor: MlirCursor;
  private readonly limits: OpLimits;

  constructor(private readonly container: Container) {
    this.cursor = cursorAt(container, container.section(SectionKind.ir)?.dataByte ?? 0);
    this.limits = opLimits(container);
  }
  /** As {@link readOpAt}. @throws Damage */
  op(startByte: number): Op {
    this.cursor.position = startByte;
    readOp(this.cursor, this.ops, this.limits, Infinity, Infinity);
    return this.ops;
  }
  /** As {@link readBlockAt}. @throws Damage */
  block(startByte: number): Block {
    this.cursor.position = startByte;
    readBlockHeader(this.cursor, this.blocks, this.container.version);
    return this.blocks;
  }
}

/** A cursor in the IR section; what is read here was read before, so it is known to end. */
function cursorAt(container: Container, startByte: number, leaves?: LeafRecorder): MlirCursor {
  const endByte = container.section(SectionKind.ir)?.endByte ?? startByte;
  return new MlirCursor(container.window, startByte, endByte, container.sizes, leaves);
}
