/** Damage that is the same in every run: a seeded generator, and ways to break a file. */

/** A small generator of numbers (mulberry32): the same seed gives the same numbers. */
export function seeded(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) % below;
  };
}

/** A damaged copy: truncated, bits flipped, bytes set, a range removed, duplicated or filled. */
export function mutated(bytes: Uint8Array, random: (below: number) => number): Uint8Array {
  const copy = bytes.slice();
  if (copy.length < 8) return copy;
  const at = random(copy.length);
  const length = 1 + random(Math.min(64, copy.length - at));
  switch (random(6)) {
    case 0:
      return copy.slice(0, at);
    case 1:
      for (let i = 1 + random(8); i > 0; i--) copy[random(copy.length)]! ^= 1 << random(8);
      return copy;
    case 2:
      for (let i = 1 + random(4); i > 0; i--) copy[random(copy.length)] = [0, 1, 0x7f, 0x80, 0xff][random(5)]!;
      return copy;
    case 3:
      return Uint8Array.from([...copy.subarray(0, at), ...copy.subarray(at + length)]);
    case 4:
      return Uint8Array.from([...copy.subarray(0, at + length), ...copy.subarray(at)]);
    default:
      copy.fill(random(2) * 255, at, at + length);
      return copy;
  }
}
