/** Releases of LLVM: the one whose llvm-dis style a file's text follows. */

/** A release of LLVM whose llvm-dis style we can print. 3 means 3.0, for bitcode of LLVM 2.x. */
export type Release = 3 | 9 | 11 | 13 | 14 | 15 | 16 | 17 | 18 | 19 | 21 | 22 | 23 | 24;

/** Every release whose style can be printed. */
export const RELEASES: readonly Release[] = [3, 9, 11, 13, 14, 15, 16, 17, 18, 19, 21, 22, 23, 24];

/** The newest release that we know, as it was in October 2026. Its development goes on. */
export const NEWEST: Release = 24;
/** The newest release that is complete. */
export const COMPLETE: Release = 23;

/** A release's name, as `--as` takes it: `3.0`, `19`. */
export function releaseName(release: Release): string {
  return release === 3 ? "3.0" : `${release}`;
}

/** The release of a name as `--as` takes it, or undefined if there is none. */
export function releaseNamed(name: string): Release | undefined {
  return RELEASES.find((release) => releaseName(release) === name);
}

/**
 * The first release that we print for in which loads, calls and getelementptr spell out the pointee type (LLVM 3.7).
 */
export const EXPLICIT_TYPES: Release = 9;
