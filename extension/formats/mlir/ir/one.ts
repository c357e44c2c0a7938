/** Reads one op or one block header again, for a row or a hover. */
import type { Container } from "../container/container";
import { SectionKind } from "../container/sections";
import { MlirCursor } from "../model/cursor";
import type { LeafRecorder } from "../model/cursor";
import { Op, readOp } from "./op";
import { Block, readBlockHeader } from "./block";
import { opLimits } from "./walk";

/**
 * The op whose first byte is `startByte`, with whatever operands and successors it names.
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

/** A cursor in the IR section; what is read again was read before, so it ends in time. */
function cursorAt(container: Container, startByte: number, leaves?: LeafRecorder): MlirCursor {
  const endByte = container.section(SectionKind.ir)?.endByte ?? startByte;
  return new MlirCursor(container.window, startByte, endByte, container.sizes, leaves);
}
