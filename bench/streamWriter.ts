/**
 * Writes a bitstream directly to a file: records without abbreviations, blocks whose lengths are filled in at their
 * end.
 */
import { closeSync, openSync, writeSync } from "node:fs";

/** Bytes to gather before writing. */
const ROOM = 1 << 22;
/** Most bytes that are added between two checks of the remaining room. */
const MARGIN = 64;
/** Width of abbreviation ids at the top level. */
const TOP_WIDTH = 2;
const VBR = 6;
const [END, ENTER, DEFINE, UNABBREVIATED, FIRST] = [0, 1, 2, 3, 4];

export class StreamWriter {
  private readonly file: number;
  private readonly bytes = new Uint8Array(ROOM);
  private length = 0;
  /** Bytes written to the file. */
  private written = 0;
  private waiting = 0;
  private bits = 0;
  private width = TOP_WIDTH;
  private readonly blocks: { readonly width: number; readonly lengthAt: number }[] = [];

  constructor(path: string) {
    this.file = openSync(path, "w");
  }

  fixed(value: number, width: number): void {
    for (let left = width, rest = value; left > 0;) {
      const take = Math.min(left, 8 - this.bits);
      this.waiting |= (rest % 2 ** take) << this.bits;
      this.bits += take;
      rest = Math.floor(rest / 2 ** take);
      left -= take;
      if (this.bits === 8) this.flushByte();
    }
  }
  /** A number in chunks of six bits. */
  vbr(value: number, chunk = VBR): void {
    const more = 1 << (chunk - 1);
    let rest = value;
    for (; rest >= more; rest = Math.floor(rest / more)) this.fixed(more + (rest % more), chunk);
    this.fixed(rest, chunk);
  }
  big(value: bigint): void {
    let rest = value;
    for (; rest >= 32n; rest >>= 5n) this.fixed(32 + Number(rest & 31n), VBR);
    this.fixed(Number(rest), VBR);
  }
  word(value: number): void {
    this.fixed(value, 32);
  }
  /** A record's head; its operands follow through {@link vbr}. */
  begin(code: number, count: number): void {
    this.fixed(UNABBREVIATED, this.width);
    this.vbr(code);
    this.vbr(count);
  }
  enter(id: number, width: number): void {
    this.head(id, width);
    this.blocks.push({ width: this.width, lengthAt: this.written + this.length });
    this.word(0);
    this.width = width;
  }
  end(): void {
    this.fixed(END, this.width);
    this.align();
    const block = this.blocks.pop();
    if (!block) throw new Error("no block is open");
    this.width = block.width;
    const words = Buffer.alloc(4);
    words.writeUInt32LE((this.written + this.length - block.lengthAt - 4) / 4);
    if (block.lengthAt >= this.written) this.bytes.set(words, block.lengthAt - this.written);
    else {
      // The length may be partly written already, so everything is written first.
      this.flush();
      writeSync(this.file, words, 0, 4, block.lengthAt);
    }
  }
  /** A complete block from the bytes of its body. */
  copy(id: number, width: number, body: Uint8Array): void {
    this.head(id, width);
    this.word(body.length / 4);
    this.raw(body);
  }
  /** A record with operands in vbr6 and a blob. */
  blob(code: number, operands: readonly number[], blob: Uint8Array): void {
    this.fixed(DEFINE, this.width);
    this.vbr(operands.length + 2, 5);
    this.fixed(1, 1);
    this.vbr(code, 8);
    for (let i = 0; i < operands.length; i++) {
      this.fixed(0, 1);
      this.fixed(2, 3);
      this.vbr(VBR, 5);
    }
    this.fixed(0, 1);
    this.fixed(5, 3);
    this.fixed(FIRST, this.width);
    for (const operand of operands) this.vbr(operand);
    this.vbr(blob.length);
    this.align();
    this.raw(blob);
    this.align();
  }
  close(): void {
    this.flush();
    closeSync(this.file);
  }

  private head(id: number, width: number): void {
    this.fixed(ENTER, this.width);
    this.vbr(id, 8);
    this.vbr(width, 4);
    this.align();
  }
  private align(): void {
    while (this.bits > 0 || (this.written + this.length) % 4 !== 0) this.fixed(0, 8 - this.bits);
  }
  private flushByte(): void {
    this.bytes[this.length++] = this.waiting;
    this.waiting = 0;
    this.bits = 0;
    if (this.length > ROOM - MARGIN) this.flush();
  }
  private raw(bytes: Uint8Array): void {
    this.flush();
    writeSync(this.file, bytes, 0, bytes.length, this.written);
    this.written += bytes.length;
  }
  private flush(): void {
    writeSync(this.file, this.bytes, 0, this.length, this.written);
    this.written += this.length;
    this.length = 0;
  }
}
