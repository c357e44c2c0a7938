/** Releases: whose llvm-dis a file's text follows, and what that release does. */

/** A release of LLVM by its number, whose llvm-dis style applies. 3 stands for 3.0 (bitcode of LLVM 2.x). */
export type Release = 3 | 9 | 11 | 13 | 14 | 15 | 16 | 17 | 18 | 19 | 21 | 22;

/** Every release whose style can be asked for. */
export const RELEASES: readonly Release[] = [3, 9, 11, 13, 14, 15, 16, 17, 18, 19, 21, 22];

/** The newest release whose style we know; producers without a number get it. */
const NEWEST: Release = 22;

/** What the head of a file says of who wrote it. */
export interface Producer {
  /** IDENTIFICATION_BLOCK's STRING (`LLVM19.1.7`); absent before LLVM 3.8. */
  readonly identification: string | undefined;
  /** Whether the type table is the one of before LLVM 3.0 (block 10, with names in block 13). */
  readonly oldTypeTable: boolean;
  /** Version of a summary index that has no identification (ModuleSummaryIndex::BitcodeSummaryVersion). */
  readonly summaryVersion: number | undefined;
}

/** The first release that writes summaries of each version: 9 from LLVM 11 on, 10 in 19, 12 since 21. */
function releaseOfSummary(version: number): Release {
  if (version >= 12) return NEWEST;
  if (version >= 10) return version === 10 ? 19 : 21;
  return version >= 9 ? 13 : 9;
}

/**
 * The release whose llvm-dis prints a file as its own: the same major release, or the next one that had a style of its own.
 * Source: the table of styles that the reference texts were made with.
 */
export function releaseOf(producer: Producer): Release {
  if (producer.identification === undefined || producer.identification === "") {
    if (producer.summaryVersion !== undefined) return releaseOfSummary(producer.summaryVersion);
    return producer.oldTypeTable ? 3 : 9;
  }
  const major = /(\d+)\./.exec(producer.identification)?.[1];
  if (major === undefined) return NEWEST;
  return RELEASES.find((release) => release >= Math.max(9, Number(major))) ?? NEWEST;
}

/** A release's name, as `--as` takes it: `3.0`, `19`. */
export function releaseName(release: Release): string {
  return release === 3 ? "3.0" : `${release}`;
}

/** The release of a name, or undefined where we know none of that name. */
export function releaseNamed(name: string): Release | undefined {
  return RELEASES.find((release) => releaseName(release) === name);
}

/** Since when loads, calls and getelementptr give the type that pointers lead to (LLVM 3.7). */
export const EXPLICIT_TYPES: Release = 9;
