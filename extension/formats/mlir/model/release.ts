/** The releases of MLIR whose text is reproduced, and which one a file's producer string means. */

/** Releases that are known: each has its own printer, its own op definitions (properties/data) and its own encodings. */
const RELEASES = [16, 17, 18, 19, 21, 22, 23] as const;

/** The release whose text is reproduced: its printer and its op definitions. */
export type Release = (typeof RELEASES)[number];

/** The newest release that is known. */
export const NEWEST: Release = 23;
/** What a file of a producer that names no release is read as, where it holds nothing that is newer. */
const USUAL: Release = 22;

/** The release that a producer string names: `MLIR20.1.8` is 20; undefined for every other producer. */
export function namedRelease(producer: string): number | undefined {
  const digits = /^MLIR(\d{1,9})(?!\d)/.exec(producer)?.[1];
  return digits === undefined ? undefined : Number(digits);
}

/**
 * The release that a file is read and printed as. One between two that are known is read as the later one, what is older or
 * newer than all as the next that is known.
 * @param newest the file holds what only the newest release writes; asked for where the producer names none
 */
export function releaseOf(producer: string, newest: () => boolean): Release {
  const named = namedRelease(producer);
  if (named === undefined) return newest() ? NEWEST : USUAL;
  return RELEASES.find((release) => release >= named) ?? NEWEST;
}

/** Whether a producer string is that of a release proper, so that it wrote what that release's tables say and nothing else. */
export function isReleased(producer: string): boolean {
  const [, release, minor] = /^MLIR(\d+)\.(\d+)\.\d+$/.exec(producer) ?? [];
  // From 18 on a major release is N.1; N.0 is what was on the way to it.
  return RELEASES.some((known) => String(known) === release) && minor === (Number(release) < 18 ? "0" : "1");
}

/** Bytecode version that was the newest before properties had records of their own, in July 2023. */
const BEFORE_RECORDS = 4;

/**
 * Whether a file was written on the way to MLIR 17 and before its properties had records: names of ops and scalable vectors
 * were those of MLIR 16 then.
 */
export function isBeforeRecords({
  producer,
  version,
}: {
  readonly producer: string;
  readonly version: number;
}): boolean {
  return namedRelease(producer) === 17 && !isReleased(producer) && version <= BEFORE_RECORDS;
}

/** The newest bytecode version that there is. */
export const NEWEST_VERSION = 6;
