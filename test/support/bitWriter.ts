/**
 * Writes bitstreams for tests, bit by bit: the counterpart of the reader, from the same specification (LLVM
 * BitCodeFormat).
 */

const CHAR6 = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._";

/** An operand of an abbreviation to define. */
export type Operand = number | { fixed: number } | { vbr: number } | "array" | "char6" | "blob";

/** Bits of a field that still fit 32 bits when it does not begin with a byte. */
const SMALL_FIELD = 24;
const ENCODING = { fixed: 1, vbr: 2, array: 3, char6: 4, blob: 5 };

export class BitWriter {
  private bytes = new Uint8Array(1024);
  /** Number of bits written. */
  bits = 0;
  private readonly blocks: { width: number; lengthAt: number }[] = [];
  private width = 2;

  bit(value: number): void {
    this.fixed(value, 1);
  }
  fixed(value: number | bigint, width: number): this {
    if (this.bits + width > this.bytes.length * 8) {
      const grown = new Uint8Array(Math.max(this.bytes.length * 2, Math.ceil((this.bits + width) / 8)));
      grown.set(this.bytes);
      this.bytes = grown;
    }
    if (typeof value === "number" && width <= SMALL_FIELD && value < 2 ** width && value >= 0)
      return this.small(value, width);
    let rest = typeof value === "bigint" && value >= 2n ** 53n ? value : Number(value);
    for (let left = width; left > 0;) {
      const at = this.bits % 8;
      const take = Math.min(left, 8 - at);
      const low = typeof rest === "bigint" ? Number(rest % 256n) : rest % 256;
      this.bytes[Math.floor(this.bits / 8)]! |= (low % 2 ** take) << at;
      rest = typeof rest === "bigint" ? rest >> BigInt(take) : Math.floor(rest / 2 ** take);
      this.bits += take;
      left -= take;
    }
    return this;
  }
  /** Writes a field of a few bits in as many bytes as it touches: large files of tests consist of these. */
  private small(value: number, width: number): this {
    const { bytes, bits } = this;
    let at = Math.floor(bits / 8);
    for (let rest = value << (bits % 8); rest > 0; rest >>>= 8) bytes[at++]! |= rest & 255;
    this.bits = bits + width;
    return this;
  }
  vbr(value: number | bigint, chunk: number): this {
    if (typeof value === "bigint" && value >= 2n ** 53n) {
      const more = 1n << BigInt(chunk - 1);
      let rest = value;
      for (; rest >= more; rest /= more) this.fixed((rest % more) | more, chunk);
      return this.fixed(rest, chunk);
    }
    const more = 2 ** (chunk - 1);
    let rest = Number(value);
    for (; rest >= more; rest = Math.floor(rest / more)) this.fixed((rest % more) + more, chunk);
    return this.fixed(rest, chunk);
  }
  char6(text: string): this {
    for (const c of text) this.fixed(CHAR6.indexOf(c), 6);
    return this;
  }
  align32(): this {
    return this.fixed(0, (32 - (this.bits % 32)) % 32);
  }
  magic(text: string): this {
    for (const c of text) this.fixed(c.charCodeAt(0), 8);
    return this;
  }
  enter(id: number, width: number): this {
    this.fixed(1, this.width).vbr(id, 8).vbr(width, 4).align32().fixed(0, 32);
    this.blocks.push({ width: this.width, lengthAt: this.bits / 8 - 4 });
    this.width = width;
    return this;
  }
  end(): this {
    this.fixed(0, this.width).align32();
    const block = this.blocks.pop()!;
    const words = (this.bits / 8 - block.lengthAt - 4) / 4;
    for (let i = 0; i < 4; i++) this.bytes[block.lengthAt + i] = (words >>> (8 * i)) & 255;
    this.width = block.width;
    return this;
  }
  define(...operands: readonly Operand[]): this {
    return this.defineAll(operands);
  }
  /** The same for more operands than a call can have. */
  defineAll(operands: readonly Operand[]): this {
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
  /** Writes only the abbreviation id: the fields follow through the other methods. */
  use(id: number): this {
    return this.fixed(id, this.width);
  }
  done(): Uint8Array {
    return this.bytes.slice(0, Math.ceil(this.bits / 8));
  }
}

/** `BC C0DE`. */
export function irMagic(): BitWriter {
  return new BitWriter().fixed(0x42, 8).fixed(0x43, 8).fixed(0xc0, 8).fixed(0xde, 8);
}
