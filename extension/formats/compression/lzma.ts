/**
 * The LZMA decoder: a range coder over adaptive bits, literals and matches (the "LZMA specification" of the LZMA SDK,
 * which is in the public domain). One object decodes the chunks of a stream one after another.
 */
import { Fault } from "./output";

/** Bits of a probability, and the speed of its adaptation. */
const PROBABILITY_BITS = 11;
const ADAPTION = 5;
const EVEN = 1 << (PROBABILITY_BITS - 1);
/** Below this the range is extended by a byte. */
const SMALLEST_RANGE = 2 ** 24;

const STATES = 12;
/** States from this one on follow a match. */
const FIRST_AFTER_MATCH = 7;
const MOST_POSITION_STATES = 16;
const SHORTEST_MATCH = 2;
const LENGTH_STATES = 4;
const SLOT_BITS = 6;
const ALIGN_BITS = 4;
/** Below this slot the distance is the slot; up to `FIRST_ALIGNED` all its low bits have probabilities. */
const FIRST_WITH_BITS = 4;
const FIRST_ALIGNED = 14;
const LITERAL_PROBABILITIES = 0x300;

/** Receives the decoded bytes, from which matches are copied. */
export interface Dictionary {
  /** Bytes since the last reset: the farthest distance of a match. */
  readonly length: number;
  /** The byte at this distance from the end; 1 is the last byte. */
  back(distance: number): number;
  put(byte: number): void;
}

function probabilities(count: number): Uint16Array {
  return new Uint16Array(count).fill(EVEN);
}

/** Decodes bits with adaptive probabilities. */
class RangeDecoder {
  private range = 0xffffffff;
  private code = 0;
  constructor(
    private readonly bytes: Uint8Array,
    private at: number,
    private readonly end: number,
  ) {
    if (this.next() !== 0) throw new Fault("bad-compression", "a range coder does not begin with zero");
    for (let i = 0; i < 4; i++) this.code = ((this.code << 8) | this.next()) >>> 0;
  }

  private next(): number {
    if (this.at >= this.end) throw new Fault("truncated", "the compressed data ends too early");
    return this.bytes[this.at++] ?? 0;
  }
  private normalise(): void {
    if (this.range >= SMALLEST_RANGE) return;
    this.range = (this.range << 8) >>> 0;
    this.code = ((this.code << 8) | this.next()) >>> 0;
  }
  bit(of: Uint16Array, index: number): number {
    const probability = of[index] ?? EVEN;
    const bound = (this.range >>> PROBABILITY_BITS) * probability;
    const isOne = this.code >= bound;
    if (isOne) {
      this.range -= bound;
      this.code -= bound;
      of[index] = probability - (probability >> ADAPTION);
    } else {
      this.range = bound;
      of[index] = probability + (((1 << PROBABILITY_BITS) - probability) >> ADAPTION);
    }
    this.normalise();
    return isOne ? 1 : 0;
  }
  /** Bits with equal probability of zero and one, highest first. */
  direct(count: number): number {
    let value = 0;
    for (let i = 0; i < count; i++) {
      this.range = this.range >>> 1;
      const isOne = this.code >= this.range;
      if (isOne) this.code -= this.range;
      value = value * 2 + (isOne ? 1 : 0);
      this.normalise();
    }
    return value;
  }
  /** A number of `bits` bits, highest first; each bit's probability depends on the bits before it. */
  tree(of: Uint16Array, from: number, bits: number): number {
    let node = 1;
    for (let i = 0; i < bits; i++) node = node * 2 + this.bit(of, from + node);
    return node - (1 << bits);
  }
  /** The same, lowest bit first. */
  reverseTree(of: Uint16Array, from: number, bits: number): number {
    let [node, value] = [1, 0];
    for (let i = 0; i < bits; i++) {
      const bit = this.bit(of, from + node);
      node = node * 2 + bit;
      value |= bit << i;
    }
    return value;
  }
}

/** Lengths of matches; those of short ones depend on the position. */
class LengthDecoder {
  private readonly choice = probabilities(2);
  private readonly low = probabilities(MOST_POSITION_STATES << 3);
  private readonly middle = probabilities(MOST_POSITION_STATES << 3);
  private readonly high = probabilities(1 << 8);

  decode(coder: RangeDecoder, position: number): number {
    if (coder.bit(this.choice, 0) === 0) return coder.tree(this.low, position << 3, 3);
    if (coder.bit(this.choice, 1) === 0) return 8 + coder.tree(this.middle, position << 3, 3);
    return 16 + coder.tree(this.high, 0, 8);
  }
}

/**
 * How a stream is coded: how many bits of the last byte and of the position literals depend on, and how many of the
 * position everything else depends on.
 */
export interface LzmaProperties {
  readonly lastBits: number;
  readonly literalPositionBits: number;
  readonly positionBits: number;
}

/** The properties encoded in a byte; undefined if it encodes none. */
export function propertiesOf(byte: number): LzmaProperties | undefined {
  const [lastBits, rest] = [byte % 9, Math.floor(byte / 9)];
  const [literalPositionBits, positionBits] = [rest % 5, Math.floor(rest / 5)];
  return positionBits > 4 ? undefined : { lastBits, literalPositionBits, positionBits };
}

/** The state of a stream between its chunks. */
export class LzmaDecoder {
  private state = 0;
  /** The last four distances, minus one. */
  private distances: [number, number, number, number] = [0, 0, 0, 0];
  private readonly isMatch = probabilities(STATES * MOST_POSITION_STATES);
  private readonly isRepeat = probabilities(STATES);
  private readonly isOther = [probabilities(STATES), probabilities(STATES), probabilities(STATES)] as const;
  private readonly isLong = probabilities(STATES * MOST_POSITION_STATES);
  private readonly slots = probabilities(LENGTH_STATES << SLOT_BITS);
  private readonly special = probabilities(1 << (FIRST_ALIGNED / 2));
  private readonly aligned = probabilities(1 << ALIGN_BITS);
  private readonly lengths = new LengthDecoder();
  private readonly repeatLengths = new LengthDecoder();
  private readonly literals: Uint16Array;

  constructor(private readonly properties: LzmaProperties) {
    this.literals = probabilities(LITERAL_PROBABILITIES << (properties.lastBits + properties.literalPositionBits));
  }

  /**
   * Decodes a chunk: bytes `from` up to `end`, until the dictionary has `until` bytes.
   * @throws {Fault}
   */
  decode(bytes: Uint8Array, from: number, end: number, dictionary: Dictionary, until: number): void {
    const coder = new RangeDecoder(bytes, from, end);
    while (dictionary.length < until) {
      const position = dictionary.length & ((1 << this.properties.positionBits) - 1);
      const index = this.state * MOST_POSITION_STATES + position;
      if (coder.bit(this.isMatch, index) === 0) this.literal(coder, dictionary);
      else if (coder.bit(this.isRepeat, this.state) === 0) this.match(coder, dictionary, position, until);
      else this.repeat(coder, dictionary, position, until);
    }
  }

  private literal(coder: RangeDecoder, dictionary: Dictionary): void {
    const { lastBits, literalPositionBits } = this.properties;
    const last = dictionary.length > 0 ? dictionary.back(1) : 0;
    const place = ((dictionary.length & ((1 << literalPositionBits) - 1)) << lastBits) + (last >> (8 - lastBits));
    const base = LITERAL_PROBABILITIES * place;
    let symbol = 1;
    if (this.state >= FIRST_AFTER_MATCH) {
      // After a match, the byte that would have continued it is unlikely here.
      let expected = this.backChecked(dictionary, this.distances[0] + 1);
      while (symbol < 256) {
        const wanted = (expected >> 7) & 1;
        expected <<= 1;
        const bit = coder.bit(this.literals, base + ((1 + wanted) << 8) + symbol);
        symbol = symbol * 2 + bit;
        if (bit !== wanted) break;
      }
    }
    while (symbol < 256) symbol = symbol * 2 + coder.bit(this.literals, base + symbol);
    dictionary.put(symbol & 255);
    this.state = this.state < 4 ? 0 : this.state < 10 ? this.state - 3 : this.state - 6;
  }

  private match(coder: RangeDecoder, dictionary: Dictionary, position: number, until: number): void {
    const length = this.lengths.decode(coder, position);
    const [first, second, third] = this.distances;
    this.distances = [this.distance(coder, length), first, second, third];
    this.state = this.state < FIRST_AFTER_MATCH ? 7 : 10;
    this.copy(dictionary, length + SHORTEST_MATCH, until);
  }
  private distance(coder: RangeDecoder, length: number): number {
    const of = Math.min(length, LENGTH_STATES - 1);
    const slot = coder.tree(this.slots, of << SLOT_BITS, SLOT_BITS);
    if (slot < FIRST_WITH_BITS) return slot;
    const bits = (slot >> 1) - 1;
    const base = (2 + (slot & 1)) * 2 ** bits;
    if (slot < FIRST_ALIGNED) return base + coder.reverseTree(this.special, base - slot, bits);
    return base + coder.direct(bits - ALIGN_BITS) * 2 ** ALIGN_BITS + coder.reverseTree(this.aligned, 0, ALIGN_BITS);
  }

  /** A match at one of the last four distances, or of a single byte at the last one. */
  private repeat(coder: RangeDecoder, dictionary: Dictionary, position: number, until: number): void {
    const [first, second, third, fourth] = this.distances;
    if (coder.bit(this.isOther[0], this.state) === 0) {
      if (coder.bit(this.isLong, this.state * MOST_POSITION_STATES + position) === 0) {
        this.state = this.state < FIRST_AFTER_MATCH ? 9 : 11;
        this.copy(dictionary, 1, until);
        return;
      }
    } else if (coder.bit(this.isOther[1], this.state) === 0) this.distances = [second, first, third, fourth];
    else if (coder.bit(this.isOther[2], this.state) === 0) this.distances = [third, first, second, fourth];
    else this.distances = [fourth, first, second, third];
    const length = this.repeatLengths.decode(coder, position);
    this.state = this.state < FIRST_AFTER_MATCH ? 8 : 11;
    this.copy(dictionary, length + SHORTEST_MATCH, until);
  }

  private copy(dictionary: Dictionary, length: number, until: number): void {
    const distance = this.distances[0] + 1;
    if (dictionary.length + length > until) throw new Fault("bad-compression", "a match goes past its chunk");
    for (let i = 0; i < length; i++) dictionary.put(this.backChecked(dictionary, distance));
  }
  private backChecked(dictionary: Dictionary, distance: number): number {
    if (distance > dictionary.length) throw new Fault("bad-compression", "a match begins before the data");
    return dictionary.back(distance);
  }
}
