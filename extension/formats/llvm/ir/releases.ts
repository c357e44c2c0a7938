/** Releases: whose llvm-dis a file's text follows, and what that release does. */

/** A release of LLVM by its number, whose llvm-dis style applies. 3 stands for 3.0 (bitcode of LLVM 2.x). */
export type Release = 3 | 9 | 11 | 13 | 14 | 15 | 16 | 17 | 18 | 19 | 21 | 22 | 23;

/** Every release whose style can be asked for. */
export const RELEASES: readonly Release[] = [3, 9, 11, 13, 14, 15, 16, 17, 18, 19, 21, 22, 23];

/** The newest release that we know. */
export const NEWEST: Release = 23;

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
