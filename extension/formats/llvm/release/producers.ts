/**
 * Producers whose string names no release of LLVM though each of their versions is made from one. Source: what is public of
 * Xcode's and Zig's releases, and which llvm-dis reads their files.
 */
import type { Release } from "../ir/releases";

/** Versions of a producer from which on it is made from a release, oldest first. */
interface Lineage {
  readonly name: string;
  /** Its version, as the first group; compared by its numbers. */
  readonly pattern: RegExp;
  readonly from: readonly (readonly [string, Release])[];
}

const LINEAGES: readonly Lineage[] = [
  {
    name: "Apple clang",
    pattern: /^APPLE_\d+_([\d.]+)/,
    from: [
      ["0", 9],
      ["1200", 11],
      ["1300", 13],
      ["1400", 14],
      ["1403", 15],
      ["1500", 16],
      ["1600", 17],
      ["1700", 19],
    ],
  },
  {
    // Since Zig 0.12 its own writer, not LLVM's, makes the file.
    name: "Zig",
    pattern: /^zig (\d+\.\d+)/,
    from: [
      ["0", 17],
      ["0.13", 18],
      ["0.14", 19],
      ["0.15", 21],
    ],
  },
];

function atLeast(version: string, least: string): boolean {
  const [a, b] = [version, least].map((text) => text.split(".").map(Number));
  for (const [i, number] of (b ?? []).entries()) {
    const own = a?.[i] ?? 0;
    if (own !== number) return own > number;
  }
  return true;
}

/** The release that a known producer's version is made from, with the words that say so; undefined for other producers. */
export function releaseOfProducer(identification: string): { release: Release; evidence: string } | undefined {
  for (const { name, pattern, from } of LINEAGES) {
    const version = pattern.exec(identification)?.[1];
    const known = version === undefined ? undefined : from.findLast(([least]) => atLeast(version, least));
    if (version === undefined || !known) continue;
    return { release: known[1], evidence: `${name} ${version} is made from it` };
  }
  return undefined;
}
