/** Text under construction as bytes: for output so large that strings would cost more than reading the file. */

/**
 * A piece of output: a byte string (each char code is one byte), or the bytes themselves, which hold until the next piece
 * is asked for.
 */
export type Piece = string | Uint8Array;

/** Bytes of which a string is made eight at a time; longer ones go through the platform's decoder. */
const SHORT = 64;
/** Characters made at once where that decoder is of no use: more arguments would pass the engine's limit. */
const STEP = 4096;
/** Its Latin-1 is windows-1252, which has other characters for some of the bytes 0x80 to 0x9F. */
const windows1252 = new TextDecoder("latin1");
const OTHER = /[\u0100-\uffff]/;

/** Bytes `start` to `end`, as far as there are any, as a byte string: each char code is one byte. */
export function byteString(bytes: Uint8Array, start = 0, to = bytes.length): string {
  const end = Math.min(to, bytes.length);
  if (end - start > SHORT) return longString(bytes.subarray(start, end));
  const code = (at: number): number => bytes[at] as number;
  let text = "";
  let at = start;
  for (; at + 8 <= end; at += 8)
    text += String.fromCharCode(
      code(at),
      code(at + 1),
      code(at + 2),
      code(at + 3),
      code(at + 4),
      code(at + 5),
      code(at + 6),
      code(at + 7),
    );
  for (; at < end; at++) text += String.fromCharCode(code(at));
  return text;
}

function longString(bytes: Uint8Array): string {
  const decoded = windows1252.decode(bytes);
  if (!OTHER.test(decoded)) return decoded;
  let text = "";
  for (let at = 0; at < bytes.length; at += STEP)
    text += String.fromCharCode(...bytes.subarray(at, Math.min(bytes.length, at + STEP)));
  return text;
}

/** A piece as a byte string. */
export function pieceText(piece: Piece): string {
  return typeof piece === "string" ? piece : byteString(piece);
}

/**
 * A short text made ready to be written in steps of four bytes: in the output's inner loops one wide store is worth four
 * narrow ones. The last word may be wider than the text; what is written next covers the rest.
 */
export class Packed {
  /** Memory that holds it from `first` to `end`, as words; short texts share it. */
  readonly words: Uint32Array;
  readonly first: number;
  readonly end: number;
  readonly length: number;
  constructor(readonly text: string) {
    this.length = text.length;
    const count = Math.ceil(text.length / 4);
    if (count > LONGEST_SHARED) [this.words, this.first] = [new Uint32Array(count), 0];
    else {
      if (sharedEnd + count > shared.length) [shared, sharedEnd] = [new Uint32Array(SHARED_WORDS), 0];
      [this.words, this.first] = [shared, sharedEnd];
      sharedEnd += count;
    }
    this.end = this.first + count;
    for (let word = this.first, at = 0; word < this.end; word++, at += 4) this.words[word] = wordAt(text, at);
  }
}

/** Words of the memory that texts share, and of the longest text that does. */
const SHARED_WORDS = 1 << 12;
const LONGEST_SHARED = 1 << 6;
/** What is being filled, and how far. It goes with the last text in it. */
let shared = new Uint32Array(SHARED_WORDS);
let sharedEnd = 0;

/** Four characters of a text as a word; past its end zeros. */
function wordAt(text: string, from: number): number {
  let word = 0;
  for (let i = Math.min(3, text.length - 1 - from); i >= 0; i--) word = (word << 8) | text.charCodeAt(from + i);
  return word;
}

const ZERO = 48;
/**
 * Numbers below this are made ready as words: up to three digits, and how many they are in the highest byte. A larger table
 * would save divisions, and push out of the nearest cache what the loops around it need.
 */
const TABLE = 1000;
const tableWords = new Int32Array(TABLE);
/** The same with zeros in front: three digits each. */
const paddedWords = new Int32Array(TABLE);
for (let i = 0; i < TABLE; i++) {
  const word = (ZERO + ((i / 100) | 0)) | ((ZERO + (((i / 10) | 0) % 10)) << 8) | ((ZERO + (i % 10)) << 16);
  const digits = i < 10 ? 1 : i < 100 ? 2 : 3;
  paddedWords[i] = word;
  tableWords[i] = (word >>> (8 * (3 - digits))) | (digits << 24);
}

/** Room that a label (three characters, ten digits, an equals sign) and a number (20 digits and a sign) need. */
const FIELD_BYTES = 48;
const FIELDS_AT_ONCE = 128;
const EQUALS = 61;
const BLANK = 32;
/** Room behind the text that a wide store may reach into. */
const SLACK = 8;

/** Writes an integer of 0 to 2^31 and gives the place behind it. */
function writeInteger(view: DataView, at: number, value: number): number {
  if (value < TABLE) {
    const word = tableWords[value] as number;
    view.setInt32(at, word, true);
    return at + (word >>> 24);
  }
  const high = (value / TABLE) | 0;
  const place = writeInteger(view, at, high);
  view.setInt32(place, paddedWords[value - high * TABLE] as number, true);
  return place + 3;
}
const LARGEST_INTEGER = 0x7fffffff;

/** Grows at its end; {@link take} hands on what has gathered. */
export class ByteText {
  private bytes: Uint8Array;
  private view: DataView;
  /** Bytes gathered since the last {@link take}. */
  length = 0;

  constructor(capacity = 1 << 17) {
    this.bytes = new Uint8Array(capacity + SLACK);
    this.view = new DataView(this.bytes.buffer);
  }

  /** Makes room for `count` more bytes, which {@link byte} relies on. */
  reserve(count: number): void {
    if (this.length + count + SLACK <= this.bytes.length) return;
    const grown = new Uint8Array(Math.max(this.bytes.length * 2, this.length + count + SLACK));
    grown.set(this.bytes.subarray(0, this.length));
    this.bytes = grown;
    this.view = new DataView(grown.buffer);
  }
  /** One byte, room for which is reserved. */
  byte(value: number): void {
    this.bytes[this.length++] = value;
  }
  /** A byte string. */
  text(text: string): void {
    const { length } = text;
    this.reserve(length);
    const { bytes } = this;
    let at = this.length;
    for (let i = 0; i < length; i++) bytes[at++] = text.charCodeAt(i);
    this.length = at;
  }
  /** A text that was made ready. */
  packed(text: Packed): void {
    this.reserve(text.length);
    const { view } = this;
    const { words, end } = text;
    for (let i = text.first, at = this.length; i < end; i++, at += 4) view.setUint32(at, words[i] as number, true);
    this.length += text.length;
  }
  /** Bytes as they are. */
  copy(bytes: Uint8Array): void {
    this.reserve(bytes.length);
    this.bytes.set(bytes, this.length);
    this.length += bytes.length;
  }
  /** Bytes of a range as they are: short ones without a view of their own. */
  copyRange(bytes: Uint8Array, from: number, to: number): void {
    if (to - from > SHORT) {
      this.copy(bytes.subarray(from, to));
      return;
    }
    this.reserve(to - from);
    let { length } = this;
    for (let at = from; at < to; at++) this.bytes[length++] = bytes[at] as number;
    this.length = length;
  }
  /** A piece of output, of either kind. */
  piece(piece: Piece): void {
    if (typeof piece === "string") this.text(piece);
    else this.copy(piece);
  }
  /** So many blanks; none for a number below zero. */
  blanks(count: number): void {
    if (count <= 0) return;
    this.reserve(count);
    this.bytes.fill(BLANK, this.length, this.length + count);
    this.length += count;
  }
  /** A number of 0 to 2^53 in decimal. */
  decimal(value: number): void {
    this.reserve(FIELD_BYTES);
    if (value > LARGEST_INTEGER) this.text(String(value));
    else this.length = writeInteger(this.view, this.length, value | 0);
  }
  /**
   * Numbered fields: ` op0=7 op1=12` (`label` gives ` op0=`), the first `count` of `values`. One of them past 2^53 is
   * written by `wide`. This is the inner loop of every dump, so it keeps its place in locals.
   */
  fields(label: Labels, values: Float64Array, count: number, wide: (index: number) => string): void {
    for (let from = 0; from < count; from += FIELDS_AT_ONCE) {
      const to = Math.min(count, from + FIELDS_AT_ONCE);
      this.reserve(FIELDS_AT_ONCE * FIELD_BYTES);
      const { view } = this;
      const { words } = label;
      let at = this.length;
      for (let i = from; i < to; i++) {
        if (i < LABELS) {
          const second = words[2 * i + 1] as number;
          view.setInt32(at, words[2 * i] as number, true);
          view.setInt32(at + 4, second, true);
          at += second >>> 24;
        } else at = label.write(view, at, i);
        const value = values[i] as number;
        if (value < TABLE) {
          const word = tableWords[value] as number;
          view.setInt32(at, word, true);
          at += word >>> 24;
        } else if (value <= LARGEST_INTEGER) at = writeInteger(view, at, value | 0);
        else {
          const text = value <= Number.MAX_SAFE_INTEGER ? String(value) : wide(i);
          for (let j = 0; j < text.length; j++) view.setUint8(at++, text.charCodeAt(j));
        }
      }
      this.length = at;
    }
  }
  /** What has gathered from `from` on; the bytes hold until more is written. */
  since(from: number): Uint8Array {
    return this.bytes.subarray(from, this.length);
  }
  /** Takes away what has gathered from `from` on. */
  truncate(from: number): void {
    this.length = from;
  }
  /** What has gathered; the text is empty then. The bytes hold until more is written. */
  take(): Uint8Array {
    const taken = this.bytes.subarray(0, this.length);
    this.length = 0;
    return taken;
  }
}

/** Labels that are made ready: those of nearly all fields. */
const LABELS = 100;

/** The names of numbered fields, ` op0=`, ` op1=`, …: of three characters before the number. */
export class Labels {
  /** The first labels, two words each: at most seven characters, and how many they are in the highest byte. */
  readonly words = new Int32Array(2 * LABELS);
  private readonly prefix: number;
  /** @param prefix three characters of one byte each */
  constructor(prefix: string) {
    this.prefix = wordAt(prefix, 0);
    for (let i = 0; i < LABELS; i++) {
      const text = `${prefix}${i}=`;
      this.words[2 * i] = wordAt(text, 0);
      this.words[2 * i + 1] = wordAt(text, 4) | (text.length << 24);
    }
  }
  /** Writes the label of field `index` and gives the place behind it. */
  write(view: DataView, at: number, index: number): number {
    view.setUint32(at, this.prefix, true);
    const behind = writeInteger(view, at + 3, index);
    view.setUint8(behind, EQUALS);
    return behind + 1;
  }
}
