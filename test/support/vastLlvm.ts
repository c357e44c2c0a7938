/** A file of 100 MB with one LLVM module, written to disk block by block. */
import { closeSync, openSync, writeSync } from "node:fs";

const MIB = 1024 * 1024;
/** A multiple of 16: their records of 62 bits then end at a word. */
const FUNCTIONS = 96;
const FUNCTION_BYTES = MIB;

/** Writes an LLVM bitstream: fields from the lowest bit on, 32-bit words. */
class BitWriter {
  private readonly bytes: number[] = [];
  private bit = 0;
  fixed(value: number, width: number): void {
    for (let i = 0; i < width; i++, this.bit++) {
      if (this.bit % 8 === 0) this.bytes.push(0);
      const last = this.bytes.length - 1;
      this.bytes[last] = (this.bytes[last] ?? 0) | (((value >>> i) & 1) << (this.bit % 8));
    }
  }
  vbr(value: number, chunk: number): void {
    const more = 1 << (chunk - 1);
    for (; value >= more; value >>>= chunk - 1) this.fixed((value & (more - 1)) | more, chunk);
    this.fixed(value, chunk);
  }
  align(): void {
    while (this.bit % 32 !== 0) this.fixed(0, 1);
  }
  /** An unabbreviated record in a block whose abbreviation ids have two bits. */
  record(code: number, ...operands: readonly number[]): void {
    this.fixed(3, 2);
    for (const value of [code, operands.length, ...operands]) this.vbr(value, 6);
  }
  enter(block: number, bytes: number): void {
    this.fixed(1, 2);
    this.vbr(block, 8);
    this.vbr(2, 4);
    this.align();
    this.fixed(bytes / 4, 32);
  }
  end(): void {
    this.fixed(0, 2);
    this.align();
  }
  take(): Uint8Array {
    return Uint8Array.from(this.bytes);
  }
}

/** A function's block: additions up to its size, then a return. It begins and ends at a word. */
function functionBlock(): Uint8Array {
  const write = (bytes: number): Uint8Array => {
    const writer = new BitWriter();
    writer.enter(12, bytes);
    writer.record(1, 1);
    // Each is 32 bits long: adds the last value to itself.
    for (let i = 0; i < FUNCTION_BYTES / 4; i++) writer.record(2, 1, 1, 0);
    writer.record(10, 1);
    writer.end();
    return writer.take();
  };
  return write(write(0).length - 8);
}

function moduleHead(bodyBytes: number): Uint8Array {
  const inner = (writer: BitWriter): void => {
    writer.record(1, 1);
    const types = new BitWriter();
    types.record(1, 2);
    types.record(7, 32);
    types.record(21, 0, 0, 0);
    types.end();
    writer.enter(17, types.take().length);
    for (const byte of types.take()) writer.fixed(byte, 8);
    for (let i = 0; i < FUNCTIONS; i++) writer.record(8, 1, 0, 0, 3, 0, 0, 0, 0);
  };
  const sized = new BitWriter();
  sized.enter(8, 0);
  inner(sized);
  const writer = new BitWriter();
  for (const byte of [0x42, 0x43, 0xc0, 0xde]) writer.fixed(byte, 8);
  writer.enter(8, sized.take().length - 8 + bodyBytes + 4);
  inner(writer);
  return writer.take();
}

/** Writes the module to a path. */
export function writeVastModule(path: string): void {
  const block = functionBlock();
  const file = openSync(path, "w");
  writeSync(file, moduleHead(block.length * FUNCTIONS));
  for (let i = 0; i < FUNCTIONS; i++) writeSync(file, block);
  writeSync(file, new Uint8Array(4));
  closeSync(file);
}
