/** Writes bitstreams for tests, bit by bit: the reader's opposite, made from the same document (LLVM BitCodeFormat). */

const CHAR6 = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._";

/** An operand of an abbreviation to define. */
export type Operand = number | { fixed: number } | { vbr: number } | "array" | "char6" | "blob";

const ENCODING = { fixed: 1, vbr: 2, array: 3, char6: 4, blob: 5 };

export class BitWriter {
  private readonly bytes: number[] = [];
  private used = 0;
  private readonly blocks: { width: number; lengthAt: number }[] = [];
  private width = 2;

  get bits(): number {
    return this.bytes.length * 8 - ((8 - this.used) % 8);
  }
  bit(value: number): void {
    if (this.used === 0) this.bytes.push(0);
    this.bytes[this.bytes.length - 1]! |= value << this.used;
    this.used = (this.used + 1) % 8;
  }
  fixed(value: number | bigint, width: number): this {
    for (let i = 0n; i < BigInt(width); i++) this.bit(Number((BigInt(value) >> i) & 1n));
    return this;
  }
  vbr(value: number | bigint, chunk: number): this {
    let rest = BigInt(value);
    const more = 1n << BigInt(chunk - 1);
    while (rest >= more) {
      this.fixed((rest % more) | more, chunk);
      rest /= more;
    }
    return this.fixed(rest, chunk);
  }
  char6(text: string): this {
    for (const c of text) this.fixed(CHAR6.indexOf(c), 6);
    return this;
  }
  align32(): this {
    while (this.bits % 32 !== 0) this.bit(0);
    return this;
  }
  magic(text: string): this {
    for (const c of text) this.fixed(c.charCodeAt(0), 8);
    return this;
  }
  enter(id: number, width: number): this {
    this.fixed(1, this.width).vbr(id, 8).vbr(width, 4).align32().fixed(0, 32);
    this.blocks.push({ width: this.width, lengthAt: this.bytes.length - 4 });
    this.width = width;
    return this;
  }
  end(): this {
    this.fixed(0, this.width).align32();
    const block = this.blocks.pop()!;
    const words = (this.bytes.length - block.lengthAt - 4) / 4;
    for (let i = 0; i < 4; i++) this.bytes[block.lengthAt + i] = (words >>> (8 * i)) & 255;
    this.width = block.width;
    return this;
  }
  define(...operands: readonly Operand[]): this {
    this.fixed(2, this.width).vbr(operands.length, 5);
    for (const operand of operands) {
      if (typeof operand === "number") this.fixed(1, 1).vbr(operand, 8);
      else if (typeof operand === "string") this.fixed(0, 1).fixed(ENCODING[operand], 3);
      else if ("fixed" in operand) this.fixed(0, 1).fixed(ENCODING.fixed, 3).vbr(operand.fixed, 5);
      else this.fixed(0, 1).fixed(ENCODING.vbr, 3).vbr(operand.vbr, 5);
    }
    return this;
  }
  record(code: number, ...operands: readonly (number | bigint)[]): this {
    this.fixed(3, this.width).vbr(code, 6).vbr(operands.length, 6);
    for (const operand of operands) this.vbr(operand, 6);
    return this;
  }
  /** Only the abbreviation id: the fields follow by the other methods. */
  use(id: number): this {
    return this.fixed(id, this.width);
  }
  done(): Uint8Array {
    return Uint8Array.from(this.bytes);
  }
}

/** `BC C0DE`. */
export function irMagic(): BitWriter {
  return new BitWriter().fixed(0x42, 8).fixed(0x43, 8).fixed(0xc0, 8).fixed(0xde, 8);
}
