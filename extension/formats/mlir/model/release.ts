/** The releases of MLIR whose text is reproduced, and the release that a file's producer string means. */

/** The known releases: each has its own printer, its own op definitions (properties/data) and its own encodings. */
const RELEASES = [16, 17, 18, 19, 20, 21, 22, 23] as const;

/** A release whose text is reproduced: its printer and its op definitions. */
export type Release = (typeof RELEASES)[number];

/** The newest known release. */
export const NEWEST: Release = 23;
/** The release assumed for a producer that names none, if the file contains nothing newer. */
const USUAL: Release = 22;

/** The release that a producer string names: `MLIR20.1.8` is 20; undefined for every other producer. */
export function namedRelease(producer: string): number | undefined {
  const digits = /^MLIR(\d{1,9})(?!\d)/.exec(producer)?.[1];
  return digits === undefined ? undefined : Number(digits);
}

/**
 * The release as which a file is read and printed. A release between two known ones counts as the later one; one older
 * or newer than all known ones as the nearest.
 * @param newest whether the file contains what only the newest release writes; called if the producer names no release
 */
export function releaseOf(producer: string, newest: () => boolean): Release {
  const named = namedRelease(producer);
  if (named === undefined) return newest() ? NEWEST : USUAL;
  return RELEASES.find((release) => release >= named) ?? NEWEST;
}

/**
 * Whether a producer string is that of an official release, which wrote exactly what that release's tables describe.
 */
export function isReleased(producer: string): boolean {
  const [, release, minor] = /^MLIR(\d+)\.(\d+)\.\d+$/.exec(producer) ?? [];
  // Since 18 the first official version of a release is N.1; N.0 is its development version.
  return RELEASES.some((known) => String(known) === release) && minor === (Number(release) < 18 ? "0" : "1");
}

/** Whether a producer string is that of a development version since 18: `MLIR23.0.0git`. */
export const isDevelopment = (producer: string): boolean =>
  /^MLIR\d+\.0\./.test(producer) && (namedRelease(producer) ?? 0) >= 18;

/**
 * Whether the MLIR that wrote a file simplifies affine expressions as 21 does: it sorts operands and finds remainders in
 * longer sums. Both changes are of July 2025, when 21 was branched off, so that its development versions lack them.
 */
export function simplifiesAs21({
  producer,
  release,
}: {
  readonly producer: string;
  readonly release: Release;
}): boolean {
  return release > 21 || (release === 21 && (namedRelease(producer) !== 21 || isReleased(producer)));
}

/**
 * Whether a file was written during the development of MLIR 17, before properties had records: names of ops and
 * scalable vectors were still those of MLIR 16.
 */
export function isBeforeRecords({
  producer,
  version,
}: {
  readonly producer: string;
  readonly version: number;
}): boolean {
  return namedRelease(producer) === 17 && !isReleased(producer) && version < RECORDS;
}

/**
 * Whether a file was written during the development of MLIR 16. Until November 2022 a dynamic dimension was -1, and a
 * dense array had the type of a tensor.
 */
export function isBefore16({ producer }: { readonly producer: string }): boolean {
  return namedRelease(producer) === 16 && !isReleased(producer);
}

/** The newest bytecode version. */
export const NEWEST_VERSION = 6;

/** The bytecode version from which properties have records of their own. */
export const RECORDS = 5;
