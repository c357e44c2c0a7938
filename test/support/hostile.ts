/** Files of a few bytes that stand for much: nested without end, or sharing what they hold so that it doubles with each step. */
import type { TypeDescription } from "./bytecode";
import { INT, FIRST_TYPE, encodeModule } from "./bytecode";
import { irMagic } from "./bitWriter";
import { mlirModule, varint } from "./mlirWriter";

/** Blocks within blocks of LLVM IR. */
export function nestedBlocks(count: number): Uint8Array {
  // Each block is its head, the blocks in it, and its end: 8 + 4 bytes, written from the outside in.
  const bytes = new Uint8Array(4 + 12 * count);
  const view = new DataView(bytes.buffer);
  bytes.set([0x42, 0x43, 0xc0, 0xde]);
  for (let i = 0; i < count; i++) {
    // ENTER_SUBBLOCK in an abbreviation id of 2 bits (of 3 inside), block id 8 as vbr8, a width of 3 as vbr4.
    const inside = i === 0 ? 2 : 3;
    view.setUint32(4 + 8 * i, 1 + 8 * 2 ** inside + 3 * 2 ** (inside + 8), true);
    view.setUint32(8 + 8 * i, 3 * (count - 1 - i) + 1, true);
  }
  return bytes;
}

function llvmModule(write: (module: ReturnType<typeof irMagic>) => void): Uint8Array {
  const out = irMagic().enter(8, 3).record(1, 2);
  write(out);
  return out.end().done();
}

/** Constants of LLVM IR each of which adds the one before to itself, or, in a `cycle`, the one after. */
export function doubledConstants(count: number, cycle = false): Uint8Array {
  return llvmModule((module) => {
    module.enter(17, 4).record(1, 2).record(7, 32).record(25, 0).end();
    module.record(7, 0, 1, 0, 2 + count, 0, 0, 0, 0);
    module.enter(11, 4).record(1, 0).record(4, 14);
    for (let i = 1; i <= count; i++) {
      const part = cycle ? 1 + (i % count) + 1 : i;
      module.record(10, 0, part, part);
    }
    module.end();
  });
}

/** Literal struct types of LLVM IR, each of two of the one before. */
export function doubledTypes(count: number): Uint8Array {
  return llvmModule((module) => {
    module
      .enter(17, 4)
      .record(1, count + 2)
      .record(7, 32);
    for (let i = 0; i < count; i++) module.record(18, 0, i, i);
    module.end();
    module.record(7, count, 1, 0, 0, 0, 0, 0, 0);
  });
}

/** Pointer types of LLVM IR, each to the one before. */
export function nestedTypes(count: number): Uint8Array {
  return llvmModule((module) => {
    module
      .enter(17, 4)
      .record(1, count + 2)
      .record(7, 32);
    for (let i = 0; i < count; i++) module.record(8, i, 0);
    module.end();
    module.record(7, count, 1, 0, 0, 0, 0, 0, 0);
  });
}

/** Types of LLVM 1.x, each of which holds the one before it once or twice. */
export function bytecodeTypes(count: number, make: (before: number) => TypeDescription): Uint8Array {
  const types = Array.from({ length: count }, (_, i) => make(i === 0 ? INT : FIRST_TYPE + i - 1));
  return encodeModule({ version: 5, types, globals: [] });
}

/** An op with an attribute of MLIR: arrays, each of two of the next. */
export function doubledAttributes(count: number): Uint8Array {
  const arrays = Array.from({ length: count }, (_, i) => [
    ...varint(0),
    ...varint(2),
    ...varint(i + 4),
    ...varint(i + 4),
  ]);
  const dictionary = [...varint(1), ...varint(1), ...varint(1), ...varint(3)];
  const ir = [...varint(2), ...varint(0), 0x01, ...varint(0), ...varint(2)];
  return mlirModule({
    strings: ["x"],
    attributes: [varint(15), [...varint(2), ...varint(0)], dictionary, ...arrays, varint(7)],
    ir,
  });
}

/** Ops of MLIR before version 2, each with a region that holds the next. */
export function nestedRegions(count: number): Uint8Array {
  // An op's name, its mask (0x10: regions), location; then one region of one block of one op without values.
  const op = [...varint(0), 0x10, ...varint(0), ...varint(1 * 2), ...varint(1), ...varint(0), ...varint(1 * 2)];
  const last = [...varint(0), 0x00, ...varint(0)];
  const ir: number[] = [...varint(2)];
  for (let i = 0; i < count; i++) for (const byte of op) ir.push(byte);
  ir.push(...last);
  return mlirModule({ version: 1, ir });
}
