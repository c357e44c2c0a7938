/**
 * Packs pages of printed text, which repeats itself: each part is some bytes as they are, then a match, bytes that the
 * page had before. A byte holds the lengths of both (four bits each; for 15, bytes with the rest follow,
 * the match's first, the last of them below 255), the bytes follow, and then how far back the match is (two bytes, least significant first).
 */

/** The shortest match, in bytes. */
const SHORTEST = 6;
/** The longest length that the first byte holds. */
const SHORT = 15;
const MORE = 255;
/** Bytes before the same four bytes are searched in this many places, by a hash. */
const HASH_BITS = 13;
const HASH = 2_654_435_761;
/** A page that does not get smaller than this share stays as it is. */
const WORTHWHILE = 0.75;

const places = new Int32Array(1 << HASH_BITS);
let scratch = new Uint8Array(0);

/** The page packed; undefined if it does not get much smaller. Pages have at most 2^16 bytes. */
export function packed(page: Uint8Array): Uint8Array | undefined {
  const most = Math.floor(page.length * WORTHWHILE);
  if (scratch.length < most) scratch = new Uint8Array(most);
  places.fill(-1);
  let [at, start, end] = [0, 0, 0];
  const last = page.length - SHORTEST;
  while (at <= last) {
    const hash = Math.imul(wordAt(page, at), HASH) >>> (32 - HASH_BITS);
    const before = places[hash] ?? -1;
    places[hash] = at;
    const length = before < 0 ? 0 : sameBytes(page, before, at);
    if (length < SHORTEST) {
      // Where nothing repeats, ever more bytes are passed over at once.
      at += 1 + ((at - start) >> 6);
      continue;
    }
    end = put(page, start, at, length - SHORTEST, end, most);
    if (end > most - 2) return undefined;
    scratch[end++] = (at - before) & 255;
    scratch[end++] = (at - before) >> 8;
    at += length;
    start = at;
  }
  end = put(page, start, page.length, 0, end, most);
  return end > most ? undefined : scratch.slice(0, end);
}

function wordAt(page: Uint8Array, at: number): number {
  return (
    (page[at] as number) |
    ((page[at + 1] as number) << 8) |
    ((page[at + 2] as number) << 16) |
    ((page[at + 3] as number) << 24)
  );
}
/** How many bytes from two places on are the same. */
function sameBytes(page: Uint8Array, before: number, at: number): number {
  let length = 0;
  while (at + length < page.length && page[before + length] === page[at + length]) length++;
  return length;
}

/** Puts the lengths of a part, and its bytes; returns where it ends, which is beyond `most` if there was no room. */
function put(page: Uint8Array, from: number, to: number, match: number, end: number, most: number): number {
  const bytes = to - from;
  const needed = 1 + bytes + Math.ceil((bytes + match + 2) / MORE) + 2;
  if (end + needed > most) return most + 1;
  scratch[end++] = Math.min(SHORT, bytes) | (Math.min(SHORT, match) << 4);
  end = putRest(bytes, putRest(match, end));
  scratch.set(page.subarray(from, to), end);
  return end + bytes;
}
function putRest(length: number, end: number): number {
  if (length < SHORT) return end;
  let rest = length - SHORT;
  for (; rest >= MORE; rest -= MORE) scratch[end++] = MORE;
  scratch[end++] = rest;
  return end;
}

/** A packed page of `length` bytes, as it was. */
export function unpacked(bytes: Uint8Array, length: number): Uint8Array {
  const page = new Uint8Array(length);
  let [at, end] = [0, 0];
  const rest = (short: number): number => {
    if (short < SHORT) return short;
    let sum = SHORT;
    for (; bytes[at] === MORE; at++) sum += MORE;
    return sum + (bytes[at++] as number);
  };
  while (end < length) {
    const lengths = bytes[at++] as number;
    const match = rest(lengths >> 4);
    const count = rest(lengths & SHORT);
    page.set(bytes.subarray(at, at + count), end);
    at += count;
    end += count;
    if (end >= length) break;
    const back = (bytes[at] as number) | ((bytes[at + 1] as number) << 8);
    at += 2;
    copyBack(page, end, back, match + SHORTEST);
    end += match + SHORTEST;
  }
  return page;
}

/** Copies bytes from `back` bytes before their place; they may include bytes that this has copied. */
function copyBack(page: Uint8Array, to: number, back: number, count: number): void {
  for (let done = 0; done < count;) {
    const step = Math.min(count - done, back + done);
    page.copyWithin(to + done, to - back, to - back + step);
    done += step;
  }
}
