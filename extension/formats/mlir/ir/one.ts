/** Reads one op or one block header again, for a row or a hover. */
import type { Container } from "../container/container";
import { MlirCursor } from "../model/cursor";
import type { LeafRecorder } from "../model/cursor";
import { Op, readOp } from "./op";
import { Block, readBlockHeader } from "./block";
import { opLimits } from "./walk";

/**
 * The op whose first byte is `startByte`, with whatever operands and successors it names.
 * @param endByte end of its fields
 * @throws Damage
 */
export function readOpAt(container: Container, startByte: number, endByte: number, leaves?: LeafRecorder): Op {
  const op = new Op();
  const cursor = new MlirCursor(container.window, startByte, endByte, container.sizes, leaves);
  readOp(cursor, op, opLimits(container), Infinity, Infinity);
  return op;
}

/** The header of the block whose first byte is `startByte`. @throws Damage */
export function readBlockAt(container: Container, startByte: number, endByte: number, leaves?: LeafRecorder): Block {
  const block = new Block();
  readBlockHeader(
    new MlirCursor(container.window, startByte, endByte, container.sizes, leaves),
    block,
    container.version,
  );
  return block;
}
