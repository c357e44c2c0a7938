/**
 * Producers whose string does not name a release of LLVM although each of their versions is based on one. Source:
 * public information on Xcode's and Zig's releases, and which llvm-dis reads their files.
 */
import type { Release } from "../ir/releases";

/** A producer, with the first of its versions that is based on each release, oldest first. */
interface Lineage {
  readonly name: string;
  /** Matches its version in the first group; versions are compared number by number. */
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
    // Since Zig 0.12 the file is made by Zig's own writer, not LLVM's.
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

function atLeast(version: string, first: string): boolean {
  const [a, b] = [version, first].map((text) => text.split(".").map(Number));
  for (const [i, number] of (b ?? []).entries()) {
    const own = a?.[i] ?? 0;
    if (own !== number) return own > number;
  }
  return true;
}

/** The release that a known producer's version is based on, with the evidence; undefined for other producers. */
export function releaseOfProducer(identification: string): { release: Release; evidence: string } | undefined {
  for (const { name, pattern, from } of LINEAGES) {
    const version = pattern.exec(identification)?.[1];
    const known = version === undefined ? undefined : from.findLast(([first]) => atLeast(version, first));
    if (version === undefined || !known) continue;
    return { release: known[1], evidence: `${name} ${version} is made from it` };
  }
  return undefined;
}
