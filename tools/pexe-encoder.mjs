/**
 * Writes a `.pexe` from its listing, of which the record column has everything. Positions, assembly and messages are
 * ignored, so the output of `bitscope show` can be edited by hand and written again.
 */
const HEADER = 65532n;
const DEFINE = 65533n;
const BLOCKINFO = 0;
const CHAR6 = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._";

/** Bits in order, least significant first, 32 at a time. */
export class Bits {
  words = new Uint32Array(1024);
  /** Number of bits written. */
  length = 0;

  /** A number of up to 64 bits in `width` bits. */
  fixed(value, width) {
    let rest = BigInt(value);
    for (let left = width; left > 0; left -= 16) {
      this.small(Number(rest & 0xffffn), Math.min(left, 16));
      rest >>= 16n;
    }
  }
  vbr(value, chunk) {
    const more = 1n << BigInt(chunk - 1);
    let rest = BigInt(value);
    for (; rest >= more; rest /= more) this.fixed((rest % more) | more, chunk);
    this.fixed(rest, chunk);
  }
  align32() {
    this.length = Math.ceil(this.length / 32) * 32;
  }
  /** The first `count` bits of words, for long runs that repeat. */
  append(words, count) {
    const shift = this.length % 32;
    const start = this.length >>> 5;
    this.reserve(count + 32);
    const whole = Math.ceil(count / 32);
    for (let i = 0; i < whole; i++) {
      this.words[start + i] |= words[i] << shift;
      if (shift > 0) this.words[start + i + 1] = words[i] >>> (32 - shift);
    }
    this.length += count;
  }
  bytes() {
    return new Uint8Array(this.words.buffer.slice(0, Math.ceil(this.length / 32) * 4));
  }
  small(value, width) {
    this.reserve(32);
    const at = this.length >>> 5;
    const shift = this.length % 32;
    const bits = value & ((1 << width) - 1);
    this.words[at] |= bits << shift;
    if (shift + width > 32) this.words[at + 1] = bits >>> (32 - shift);
    this.length += width;
  }
  reserve(count) {
    const needed = ((this.length + count) >>> 5) + 2;
    if (needed <= this.words.length) return;
    const grown = new Uint32Array(Math.max(needed, this.words.length * 2));
    grown.set(this.words);
    this.words = grown;
  }
}

/** The records of a listing: abbreviation id (none for the header) and values. */
function* recordsOf(listing) {
  let open = "";
  for (const line of listing.split("\n")) {
    if (/^(Error|Warning|Fatal)\(|^\s*#/.test(line)) continue;
    const cells = line.split("|");
    open += ` ${(cells.length > 1 ? cells[1] : cells[0]).trim()}`;
    const record = /^\s*(?:(\d+):)? *<([\d, ]*)>\s*$/.exec(open);
    if (record) yield { id: record[1] === undefined ? undefined : Number(record[1]), values: numbers(record[2]) };
    if (record || open.trim() === "") open = "";
  }
  if (open.trim() !== "") throw new Error(`this is no record: ${open.trim()}`);
}
function numbers(text) {
  return text.split(",").map((number) => BigInt(number.trim()));
}

/** Writes one stream, block by block. */
export class Encoder {
  bits = new Bits();
  #blocks = [];
  #info = new Map();
  #setBlock;
  /** Records and definitions are padded to a byte. */
  #aligned = false;

  record({ id, values }) {
    if (id !== undefined && id >= 2 ** this.#width) throw new Error(`id ${id} is wider than ${this.#width} bits`);
    if (id === undefined) this.#header(values);
    else if (id === 0) this.#exit();
    else if (id === 1) this.#enter(values);
    else {
      if (id === 2) this.#define(values);
      else if (id === 3) this.#unabbreviated(values);
      else this.#abbreviated(id, values);
      if (this.#aligned) this.bits.length = Math.ceil(this.bits.length / 8) * 8;
    }
  }
  get #width() {
    return this.#blocks.at(-1)?.width ?? 2;
  }
  #header([code, ...bytes]) {
    if (code !== HEADER) throw new Error("a header record begins with 65532");
    for (const byte of bytes) this.bits.fixed(byte, 8);
    // A field begins with its tag and type; 0x22 is the flag "align bitcode records".
    this.#aligned = bytes.some((byte, at) => at >= 8 && at % 4 === 0 && byte === 0x22n);
  }
  #enter([, id, width]) {
    const { bits } = this;
    bits.fixed(1, this.#width);
    bits.vbr(id, 8);
    bits.vbr(width, 4);
    bits.align32();
    const lengthAt = bits.length / 32;
    bits.fixed(0, 32);
    this.#blocks.push({ id: Number(id), width: Number(width), lengthAt, own: [...(this.#info.get(Number(id)) ?? [])] });
  }
  #exit() {
    const { bits } = this;
    bits.fixed(0, this.#width);
    bits.align32();
    const { lengthAt } = this.#blocks.pop();
    bits.words[lengthAt] = bits.length / 32 - lengthAt - 1;
  }
  #define([code, count, ...values]) {
    if (code !== DEFINE) throw new Error("a definition begins with 65533");
    const { bits } = this;
    bits.fixed(2, this.#width);
    bits.vbr(count, 5);
    const operands = [];
    for (let at = 0; operands.length < count;) at = this.#defineOperand(values, at, operands);
    const block = this.#blocks.at(-1);
    if (block.id !== BLOCKINFO) block.own.push(operands);
    else this.#info.set(this.#setBlock, [...(this.#info.get(this.#setBlock) ?? []), operands]);
  }
  #defineOperand(values, at, operands) {
    const { bits } = this;
    bits.fixed(values[at], 1);
    if (values[at] === 1n) {
      bits.vbr(values[at + 1], 8);
      operands.push({ kind: "literal", value: values[at + 1] });
      return at + 2;
    }
    const encoding = Number(values[at + 1]);
    bits.fixed(encoding, 3);
    if (encoding > 2) {
      operands.push({ kind: ["array", "char6", "blob"][encoding - 3] });
      return at + 2;
    }
    const width = values[at + 2];
    bits.vbr(width, 5);
    // The listing shows a width of 0 as the literal 0 that it means.
    if (width === 0n) operands.push({ kind: "literal", value: 0n });
    else operands.push({ kind: encoding === 1 ? "fixed" : "vbr", width: Number(width) });
    return width === 0n ? at + 4 : at + 3;
  }
  #unabbreviated([code, ...operands]) {
    const { bits } = this;
    bits.fixed(3, this.#width);
    bits.vbr(code, 6);
    bits.vbr(operands.length, 6);
    for (const operand of operands) bits.vbr(operand, 6);
    if (this.#blocks.at(-1).id === BLOCKINFO) this.#setBlock = Number(operands[0]);
  }
  #abbreviated(id, values) {
    const abbreviation = this.#blocks.at(-1).own[id - 4];
    if (!abbreviation) throw new Error(`abbreviation ${id} is not defined`);
    this.bits.fixed(id, this.#width);
    for (const [at, operand] of abbreviation.entries()) {
      if (operand.kind !== "array") {
        this.#operand(operand, values[at]);
        continue;
      }
      const rest = values.slice(at);
      this.bits.vbr(rest.length, 6);
      for (const value of rest) this.#operand(abbreviation[at + 1], value);
      return;
    }
  }
  #operand(operand, value) {
    const { bits } = this;
    if (operand.kind === "fixed") bits.fixed(value, operand.width);
    else if (operand.kind === "vbr") bits.vbr(value, operand.width);
    else if (operand.kind === "char6") bits.fixed(CHAR6.indexOf(String.fromCharCode(Number(value))), 6);
    else if (operand.value !== value) throw new Error(`the abbreviation holds ${operand.value}, not ${value}`);
  }
}

/** The bytes of the file of a listing. Throws if the text is not a listing. */
export function encodeListing(listing) {
  const encoder = new Encoder();
  for (const record of recordsOf(listing)) encoder.record(record);
  return encoder.bits.bytes();
}
