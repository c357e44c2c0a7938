/** Builds text as bytes, for output so large that building strings would take longer than reading the file. */

/**
 * A piece of output: a byte string (each char code is one byte), or bytes, which are valid until the next piece is
 * requested.
 */
export type Piece = string | Uint8Array;

/** Up to this many bytes become a string in steps of eight; more go through the platform's decoder. */
const SHORT = 64;
/** Characters that are made at once where the decoder cannot be used; the engine limits the number of arguments. */
const STEP = 4096;
/** The decoder's Latin-1 is windows-1252, in which some of the bytes 0x80 to 0x9F mean other characters. */
const windows1252 = new TextDecoder("latin1");
const BEYOND_BYTES = /[\u0100-\uffff]/;

/** Bytes `start` to `end`, or as many of them as exist, as a byte string (each char code is one byte). */
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
  if (!BEYOND_BYTES.test(decoded)) return decoded;
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
 * A short text prepared for writing in words of four bytes: in the inner loops of output, one wide store replaces four
 * narrow ones. The last word may reach beyond the text; what is written next overwrites the rest.
 */
export class Packed {
  /** The memory with the text, from word `first` to before word `end`. Short texts share memory. */
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

/** Words of a shared block of memory, and of the longest text that is put into one. */
const SHARED_WORDS = 1 << 12;
const LONGEST_SHARED = 1 << 6;
/** The shared block that is being filled, and its used words. A block is freed with the last text in it. */
let shared = new Uint32Array(SHARED_WORDS);
let sharedEnd = 0;

/** Four characters of a text as a word; zeros after its end. */
function wordAt(text: string, from: number): number {
  let word = 0;
  for (let i = Math.min(3, text.length - 1 - from); i >= 0; i--) word = (word << 8) | text.charCodeAt(from + i);
  return word;
}

const NEWLINE = 10;
const BLANK = 32;
const ZERO = 48;
/**
 * Numbers below this are prepared as words: up to three digits, and their number in the highest byte. A larger table
 * would save divisions, but displace data from the processor's fastest cache.
 */
const TABLE = 1000;
const tableWords = new Int32Array(TABLE);
/** The same numbers with leading zeros, three digits each. */
const paddedWords = new Int32Array(TABLE);
for (let i = 0; i < TABLE; i++) {
  const word = (ZERO + ((i / 100) | 0)) | ((ZERO + (((i / 10) | 0) % 10)) << 8) | ((ZERO + (i % 10)) << 16);
  const digits = i < 10 ? 1 : i < 100 ? 2 : 3;
  paddedWords[i] = word;
  tableWords[i] = (word >>> (8 * (3 - digits))) | (digits << 24);
}

/** Bytes that a label (three characters, ten digits, an equals sign) and a number (20 digits and a sign) need. */
const FIELD_BYTES = 48;
const FIELDS_AT_ONCE = 128;
const EQUALS = 61;
/** Four blanks. */
const BLANKS = 0x20202020;
/** Bytes after the text that a wide store may write to. */
const SLACK = 8;

/** Writes an integer from 0 to 2^31 - 1 and returns the position after it. */
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

/** How many decimal digits an integer has that is not negative. */
export function digitsOf(number: number): number {
  let digits = 1;
  for (let bound = 10; number >= bound; bound *= 10) digits++;
  return digits;
}

/** Collects output at its end; {@link take} returns what was collected. */
export class ByteText {
  private bytes: Uint8Array;
  private view: DataView;
  /** Bytes collected since the last {@link take}. */
  length = 0;

  /** @param capacity bytes for which there is room at first: few, since some callers make one for each page or module */
  constructor(capacity = 1 << 12) {
    this.bytes = new Uint8Array(capacity + SLACK);
    this.view = new DataView(this.bytes.buffer);
  }

  /** Makes room for `count` more bytes; {@link byte} needs this. */
  reserve(count: number): void {
    if (this.length + count + SLACK <= this.bytes.length) return;
    const grown = new Uint8Array(Math.max(this.bytes.length * 2, this.length + count + SLACK));
    grown.set(this.bytes.subarray(0, this.length));
    this.bytes = grown;
    this.view = new DataView(grown.buffer);
  }
  /** Writes one byte into reserved room. */
  byte(value: number): void {
    this.bytes[this.length++] = value;
  }
  /** Writes a byte string. */
  text(text: string): void {
    const { length } = text;
    this.reserve(length);
    const { bytes } = this;
    let at = this.length;
    for (let i = 0; i < length; i++) bytes[at++] = text.charCodeAt(i);
    this.length = at;
  }
  /** Writes a prepared text. */
  packed(text: Packed): void {
    this.reserve(text.length);
    const { view } = this;
    const { words, end } = text;
    for (let i = text.first, at = this.length; i < end; i++, at += 4) view.setUint32(at, words[i] as number, true);
    this.length += text.length;
  }
  /** Writes bytes. */
  copy(bytes: Uint8Array): void {
    this.reserve(bytes.length);
    this.bytes.set(bytes, this.length);
    this.length += bytes.length;
  }
  /** Writes a range of bytes, a short one without making a view of it. */
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
  /** Writes the line of another text that begins at byte `at`, without its newline. Returns where the next one begins. */
  copyLine(from: ByteText, at: number): number {
    this.reserve(from.length - at);
    const { bytes } = this;
    const { bytes: lines, length: end } = from;
    let { length } = this;
    let next = at;
    for (let byte; next < end && (byte = lines[next++] as number) !== NEWLINE;) bytes[length++] = byte;
    this.length = length;
    return next;
  }
  /** Writes a piece of either kind. */
  piece(piece: Piece): void {
    if (typeof piece === "string") this.text(piece);
    else this.copy(piece);
  }
  /** Writes blanks; none for a negative number. */
  blanks(count: number): void {
    if (count <= 0) return;
    this.reserve(count);
    const { view } = this;
    let at = this.length;
    this.length += count;
    for (; at < this.length; at += 4) view.setUint32(at, BLANKS, true);
  }
  /** Writes a number from 0 to 2^53 in decimal. */
  decimal(value: number): void {
    this.reserve(FIELD_BYTES);
    if (value > LARGEST_INTEGER) this.text(String(value));
    else this.length = writeInteger(this.view, this.length, value | 0);
  }
  /**
   * Writes the first `count` of `values` as numbered fields: ` op0=7 op1=12`, where `label` makes ` op0=`. `wide`
   * returns the text of a value above 2^53. This is the inner loop of every dump, so it keeps its position in local
   * variables.
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
  /** What was collected from byte `from` on. The bytes are valid until more is written. */
  since(from: number): Uint8Array {
    return this.bytes.subarray(from, this.length);
  }
  /** Whether a control character was collected from byte `from` on: a newline, a tab. */
  hasControl(from: number): boolean {
    const { bytes, length } = this;
    for (let at = from; at < length; at++) if ((bytes[at] as number) < BLANK) return true;
    return false;
  }
  /** Drops what was collected from byte `from` on. */
  truncate(from: number): void {
    this.length = from;
  }
  /** Returns what was collected and empties the text. The bytes are valid until more is written. */
  take(): Uint8Array {
    const taken = this.bytes.subarray(0, this.length);
    this.length = 0;
    return taken;
  }
}

/** Labels that are prepared, which covers almost all fields. */
const LABELS = 100;

/** The names of numbered fields, ` op0=`, ` op1=`, …, with three characters before the number. */
export class Labels {
  /** The prepared labels, two words each: up to seven characters, and their number in the highest byte. */
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
  /** Writes the label of field `index` and returns the position after it. */
  write(view: DataView, at: number, index: number): number {
    view.setUint32(at, this.prefix, true);
    const next = writeInteger(view, at + 3, index);
    view.setUint8(next, EQUALS);
    return next + 1;
  }
}
