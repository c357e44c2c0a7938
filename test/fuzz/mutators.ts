/** Makes new files from old ones: by bytes, and by structure, so that the rest of the file can still be read. */
import type { Leaf } from "../../extension/document/element";
import { Generations } from "../../extension/kit/generations";
import { mutated } from "../support/mutate";
import { opened } from "../support/tiling";

/** A random number below a bound. */
export type Random = (below: number) => number;

/** Most leaves among which a mutation chooses; the walk ends there. */
const MOST_LEAVES = 20_000;
/** How many fields are kept in all, since one file has many mutants. */
const REMEMBERED = 1_000_000;
/** Largest size of a mutated file in bytes. */
export const LARGEST = 64 * 1024;
/** Values for fields besides those near their own: typical limits of counts, indexes and widths. */
const INTERESTING = [
  0,
  1,
  2,
  3,
  4,
  7,
  8,
  15,
  16,
  31,
  32,
  33,
  63,
  64,
  65,
  127,
  128,
  255,
  256,
  1023,
  65535,
  2 ** 31,
  2 ** 32,
];

const remembered = new Generations<Uint8Array, readonly Leaf[]>(REMEMBERED);

/** The fields of a file, in file order, from its own decoder. */
function fieldsOf(bytes: Uint8Array): readonly Leaf[] {
  const known = remembered.get(bytes);
  if (known) return known;
  const fields = walkedFields(bytes);
  remembered.set(bytes, fields, fields.length + 1);
  return fields;
}
function walkedFields(bytes: Uint8Array): readonly Leaf[] {
  const leaves: Leaf[] = [];
  const nothing = (): undefined => undefined;
  const sink = { plain: true, open: nothing, close: nothing, leaf: (leaf: Leaf) => void leaves.push(leaf) };
  for (const walk = opened(bytes).elements(sink); leaves.length < MOST_LEAVES && !walk.next().done;);
  return leaves;
}

function setBits(bytes: Uint8Array, startBit: number, width: number, bitOf: (bit: number) => boolean): void {
  for (let i = 0; i < width; i++) {
    const bit = startBit + i;
    const mask = 1 << (bit & 7);
    const byte = bytes[bit >> 3] ?? 0;
    bytes[bit >> 3] = bitOf(i) ? byte | mask : byte & ~mask;
  }
}
const bitsOf = (value: bigint) => (bit: number) => ((value >> BigInt(bit)) & 1n) === 1n;

/** A value in a leaf's encoding and width, truncated to fit. */
function encoded({ encoding, startBit, endBit }: Leaf, value: bigint): bigint {
  const width = endBit - startBit;
  if (encoding.kind === "prefixVarint") {
    const bytes = width / 8;
    return bytes === 9 ? value << 8n : ((value << 1n) | 1n) << BigInt(bytes - 1);
  }
  if (encoding.kind !== "vbr" && encoding.kind !== "leb128") return value;
  const chunk = encoding.kind === "vbr" ? encoding.chunk : 8;
  const payload = BigInt(chunk - 1);
  let bits = 0n;
  for (let i = 0; i < width / chunk; i++) {
    const more = (i + 1) * chunk < width ? 1n << payload : 0n;
    bits |= (((value >> (payload * BigInt(i))) & ((1n << payload) - 1n)) | more) << BigInt(chunk * i);
  }
  return bits;
}

/** Sets fields to other values, in their own encodings and widths, so that nothing else moves. */
function otherFields(bytes: Uint8Array, random: Random): Uint8Array {
  const leaves = fieldsOf(bytes).filter((leaf) => typeof leaf.raw !== "object" && leaf.endBit - leaf.startBit <= 64);
  const copy = bytes.slice();
  for (let times = leaves.length === 0 ? 0 : 1 + random(3); times > 0; times--) {
    const leaf = leaves[random(leaves.length)] as Leaf;
    const raw = BigInt(leaf.raw as number | bigint);
    const near = raw + BigInt(random(9) - 4);
    const of = (other: Leaf): bigint => BigInt(other.raw as number | bigint);
    const value = [
      near,
      BigInt(INTERESTING[random(INTERESTING.length)] ?? 0),
      of(leaves[random(leaves.length)] as Leaf),
    ];
    const chosen = value[random(value.length)] ?? 0n;
    setBits(copy, leaf.startBit, leaf.endBit - leaf.startBit, bitsOf(encoded(leaf, chosen < 0n ? 0n : chosen)));
  }
  return copy;
}

/** Replaces one run of fields by another, from the same file or another; lengths around them may become wrong. */
function otherRun(bytes: Uint8Array, other: Uint8Array, random: Random): Uint8Array {
  const [to, from] = [fieldsOf(bytes), fieldsOf(other)];
  if (to.length === 0 || from.length === 0) return bytes;
  const first = random(from.length);
  const run = from.slice(first, first + 1 + random(12));
  const start = (to[random(to.length)] as Leaf).startBit;
  const runStart = run[0]?.startBit ?? 0;
  const width = Math.min((run.at(-1)?.endBit ?? 0) - runStart, bytes.length * 8 - start);
  const copy = bytes.slice();
  setBits(copy, start, width, (bit) => (((other[(runStart + bit) >> 3] ?? 0) >> ((runStart + bit) & 7)) & 1) === 1);
  return copy;
}

/** Removes or duplicates complete words, to which bitstreams and FlatBuffers are aligned. */
function otherWords(bytes: Uint8Array, random: Random): Uint8Array {
  const words = Math.floor(bytes.length / 4);
  if (words < 4) return bytes;
  const from = 4 * random(words);
  const length = 4 * (1 + random(Math.min(32, words - from / 4)));
  const at = 4 * random(words);
  const run = bytes.subarray(from, from + length);
  const parts =
    random(2) === 0
      ? [bytes.subarray(0, from), bytes.subarray(from + length)]
      : [bytes.subarray(0, at), run, bytes.subarray(at)];
  return joined(parts);
}
/** The beginning of one file and the end of another. */
function crossed(bytes: Uint8Array, other: Uint8Array, random: Random): Uint8Array {
  return joined([
    bytes.subarray(0, 4 * random(1 + bytes.length / 4)),
    other.subarray(4 * random(1 + other.length / 4)),
  ]);
}
function joined(parts: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(
    Math.min(
      LARGEST,
      parts.reduce((sum, part) => sum + part.length, 0),
    ),
  );
  let at = 0;
  for (const part of parts) {
    bytes.set(part.subarray(0, bytes.length - at), at);
    at = Math.min(bytes.length, at + part.length);
  }
  return bytes;
}

/**
 * A new file made from one or two. Mutations of fields are tried first, since the fields of `bytes` and `other` are
 * known.
 */
export function bred(bytes: Uint8Array, other: Uint8Array, random: Random): Uint8Array {
  const byFields = random(3);
  let made = byFields === 0 ? bytes : byFields === 1 ? otherFields(bytes, random) : otherRun(bytes, other, random);
  for (let times = made === bytes ? 1 + random(2) : random(4) === 0 ? 1 : 0; times > 0; times--) {
    const kind = random(10);
    if (kind < 4) made = otherWords(made, random);
    else if (kind < 6) made = crossed(made, other, random);
    else made = mutated(made, random);
  }
  return made;
}
