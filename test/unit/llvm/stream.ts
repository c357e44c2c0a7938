/** Writes small bitstreams for the tests of record readers. */
import { ResidentWindow } from "../../../extension/document/window";
import { BitstreamReader } from "../../../extension/formats/bitstream/reader";

/** A record: its code, then its operands. */
export type Record = readonly (number | bigint)[];

class BitWriter {
  private readonly written: number[] = [];
  fixed(value: number | bigint, width: number): void {
    const bits = BigInt(value);
    for (let i = 0; i < width; i++) this.written.push(Number((bits >> BigInt(i)) & 1n));
  }
  vbr(value: number | bigint, chunk: number): void {
    let rest = BigInt.asUintN(64, BigInt(value));
    const payload = BigInt(chunk - 1);
    for (; rest >> payload !== 0n; rest >>= payload)
      this.fixed((rest & ((1n << payload) - 1n)) | (1n << payload), chunk);
    this.fixed(rest, chunk);
  }
  align(): void {
    while (this.written.length % 32 !== 0) this.written.push(0);
  }
  /** The position of the next bit. */
  get position(): number {
    return this.written.length;
  }
  /** Overwrites a word. */
  patch(at: number, word: number): void {
    for (let i = 0; i < 32; i++) this.written[at + i] = (word >>> i) & 1;
  }
  bytes(): Uint8Array {
    const bytes = new Uint8Array(this.written.length / 8);
    this.written.forEach((bit, i) => {
      bytes[i >> 3] = (bytes[i >> 3] ?? 0) | (bit << (i & 7));
    });
    return bytes;
  }
}

/** The bytes of one block of unabbreviated records. */
function block(id: number, records: readonly Record[]): Uint8Array {
  const body = new BitWriter();
  for (const [code = 0, ...operands] of records) {
    body.fixed(3, 3);
    body.vbr(code, 6);
    body.vbr(operands.length, 6);
    for (const operand of operands) body.vbr(operand, 6);
  }
  body.fixed(0, 3);
  body.align();
  const content = body.bytes();
  const head = new BitWriter();
  head.fixed(1, 2);
  head.vbr(id, 8);
  head.vbr(3, 4);
  head.align();
  head.fixed(content.length / 4, 32);
  return Uint8Array.from([...head.bytes(), ...content]);
}

/** A reader that has just entered a block with these records. `after`: bytes of blocks before it. */
export function enteredBlock(id: number, records: readonly Record[], after = 0): BitstreamReader {
  const bytes = Uint8Array.from([...new Uint8Array(after), ...block(id, records)]);
  const reader = new BitstreamReader(new ResidentWindow(bytes), { startBit: after * 8 });
  if (reader.next() !== "enterBlock") throw new Error("the block was written wrongly");
  return reader;
}

/** The characters of a text as operands. */
export function chars(text: string): readonly number[] {
  return [...text].map((c) => c.charCodeAt(0));
}

/** A block with its content, in order. */
export interface Block {
  readonly id: number;
  readonly items: readonly (Record | Block)[];
}

/** Width of abbreviation ids within blocks written here. */
const WIDTH = 3;

function writeBlock(writer: BitWriter, { id, items }: Block, outerWidth: number): void {
  writer.fixed(1, outerWidth);
  writer.vbr(id, 8);
  writer.vbr(WIDTH, 4);
  writer.align();
  const length = writer.position;
  writer.fixed(0, 32);
  for (const item of items) {
    if ("items" in item) {
      writeBlock(writer, item, WIDTH);
      continue;
    }
    const [code = 0, ...operands] = item;
    writer.fixed(3, WIDTH);
    writer.vbr(code, 6);
    writer.vbr(operands.length, 6);
    for (const operand of operands) writer.vbr(operand, 6);
  }
  writer.fixed(0, WIDTH);
  writer.align();
  writer.patch(length, (writer.position - length) / 32 - 1);
}

/** An LLVM IR file with one module. */
export function irFile(module: Block): Uint8Array {
  const writer = new BitWriter();
  writer.fixed(0xdec04342, 32);
  writeBlock(writer, module, 2);
  return writer.bytes();
}
