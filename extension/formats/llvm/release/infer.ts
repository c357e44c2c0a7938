/**
 * Infers the LLVM release of a module, with the evidence. A producer string that starts with `LLVM<n>.` states it;
 * otherwise the content bounds it: from below by what only later releases read, from above by what a later writer would
 * have written.
 */
import type { ByteWindow } from "../../../document/window";
import { LeastRecent } from "../../../kit/leastRecent";
import type { Release } from "../ir/releases";
import { COMPLETE, NEWEST, releaseName, RELEASES } from "../ir/releases";
import type { ModulePlace, StreamRange } from "../stream/modules";
import { TYPE } from "../codes";
import type { Held, HeldSummary } from "./held";
import { heldBy } from "./held";
import type { Limits } from "./limits";
import { firstRelease, lastRelease, limitsOf } from "./limits";
import { releaseOfProducer } from "./producers";

/** What is known about a module's release. */
export interface Inference {
  /** The release whose llvm-dis prints the module as its own. */
  readonly release: Release;
  /** How the release is known, strongest first: `31 kinds of metadata: LLVM 14 or before`. */
  readonly evidence: readonly string[];
  /** The release that wrote the file, if it is newer than all that are complete. */
  readonly newer?: number;
}

/** Files from before LLVM 3.8 have no identification; llvm-dis 9 is the newest whose text they were compared with. */
const OLDEST: Release = 9;
/** The first llvm-dis that reads opaque pointers without an option. */
const OPAQUE: Release = 15;
/** The last release that wrote typed pointers by default. */
const LAST_TYPED: Release = 14;

/** For the modules that were asked about last: a file may have very many. */
const known = new LeastRecent<ModulePlace, Inference>(16);

/** The release of a module. Skims its tables if the producer string does not state it; caches the result. */
export function inferRelease(window: ByteWindow, stream: StreamRange, place: ModulePlace): Inference {
  return known.of(place, () => infer(place, (typesOnly) => heldBy(window, stream, place, typesOnly)));
}

/** The release whose text style is used for files of this major release: the same, or the next that has a style. */
function styleOf(major: number): Release {
  return RELEASES.find((release) => release >= Math.max(OLDEST, major)) ?? NEWEST;
}

/**
 * Infers the release from what is known before the tables and from a skim of them.
 * @param place the module's identification, and whether its type table is old
 * @param held skims the module's tables
 */
export function infer(
  place: Pick<ModulePlace, "identification" | "oldTypeTable">,
  held: (typesOnly: boolean) => Held,
): Inference {
  const { identification } = place;
  if (place.oldTypeTable) return { release: 3, evidence: ["a type table from before LLVM 3.0"] };
  const major = /^LLVM(\d+)\./.exec(identification ?? "")?.[1];
  if (identification !== undefined && major !== undefined && !SWIFT.test(identification))
    return ofNamed(identification, Number(major), held);
  const content = held(false);
  if (content.summary && identification === undefined && content.type === 0) return ofSummary(content.summary);
  const base =
    (identification === undefined ? undefined : releaseOfProducer(identification)) ??
    ofWriter(content, identification === undefined ? OLDEST : COMPLETE);
  return raised(base, content);
}

/**
 * Swift's compiler numbers its LLVM as Apple does: `LLVM17.0.0` is LLVM 17 in Swift 6.0 but 19 in Swift 6.2. Since 17,
 * no release of LLVM has such a number: the first ones are 17.0.1 and 18.1.0.
 */
const SWIFT = /^LLVM(?:1[7-9]|[2-9]\d)\.0\.0$/;

/**
 * For a file that names its release. With opaque pointers, a release before 15 is raised to 15, the first whose
 * llvm-dis reads them.
 */
function ofNamed(identification: string, major: number, held: (typesOnly: boolean) => Held): Inference {
  const release = styleOf(major);
  const evidence = [`the producer's name, ${identification}`];
  if (major > COMPLETE) return { release, evidence, newer: major };
  if (release >= OPAQUE || held(true).type < TYPE.OPAQUE_POINTER) return { release, evidence };
  return { release: OPAQUE, evidence: [...evidence, `opaque pointers: LLVM ${OPAQUE} or later`] };
}

/**
 * The release that the writer of a file without a release name is based on: a writer lists all the metadata kinds that
 * it knows.
 */
function ofWriter({ metadataKinds, typedPointers }: Held, fallback: Release): { release: Release; evidence: string } {
  if (metadataKinds !== undefined && metadataKinds > 3) {
    const release = lastRelease((limits) => limits.metadataKinds <= metadataKinds) ?? OLDEST;
    return { release, evidence: `${metadataKinds} fixed kinds of metadata: LLVM ${releaseName(release)} or before` };
  }
  if (fallback > LAST_TYPED && typedPointers) {
    return { release: LAST_TYPED, evidence: `typed pointers: LLVM ${LAST_TYPED} or before` };
  }
  return fallback === OLDEST
    ? { release: OLDEST, evidence: "no identification: before LLVM 3.8" }
    : { release: fallback, evidence: "nothing that an older release would write otherwise" };
}

/** The base release, raised to the first that reads everything in the file. */
function raised(base: { release: Release; evidence: string }, held: Held): Inference {
  const evidence = [base.evidence];
  let { release } = base;
  for (const { what, knows } of demands(held)) {
    if (knows(limitsOf(release))) continue;
    const first = firstRelease((limits) => knows(limits)) ?? NEWEST;
    if (first <= release) continue;
    release = first;
    evidence.push(`${what}: LLVM ${first} or later`);
  }
  return { release, evidence };
}

/** What the file contains that only some releases read. */
function demands(held: Held): readonly { readonly what: string; knows(limits: Limits): boolean }[] {
  return [
    { what: `type code ${held.type}`, knows: (limits) => held.type <= limits.types },
    { what: `attribute kind ${held.attributeKind}`, knows: (limits) => held.attributeKind <= limits.attributeKinds },
    { what: `constant code ${held.constant}`, knows: (limits) => held.constant <= limits.constants },
    { what: `instruction code ${held.instruction}`, knows: (limits) => held.instruction <= limits.instructions },
    { what: `module record code ${held.module}`, knows: (limits) => held.module <= limits.module },
    { what: `metadata code ${held.metadata}`, knows: (limits) => held.metadata <= limits.metadata },
    ...[...held.operands].map(([code, count]) => ({
      what: `metadata code ${code} of ${count} operands`,
      knows: (limits: Limits) => count <= (limits.operands[code] ?? Infinity),
    })),
  ];
}

/**
 * The release by the index's version, or the next one that writes the same version and knows all flags of the index.
 */
function ofSummary(summary: HeldSummary): Inference {
  const found = ofSummaryVersion(summary);
  const knows = (release: Release): boolean => (summary.indexFlags & ~limitsOf(release).indexFlags) === 0;
  const version = limitsOf(found.release).summary;
  const later = RELEASES.find((next) => next > found.release && limitsOf(next).summary === version && knows(next));
  if (knows(found.release) || later === undefined) return found;
  return { release: later, evidence: [...found.evidence, `index flags ${summary.indexFlags}: LLVM ${later} or later`] };
}

/** Flags of functions since LLVM 14: noUnwind and above. */
const FLAGS_OF_14 = ~63;
/** The first abbreviation of a combined index is COMBINED_PROFILE since LLVM 18, COMBINED before. */
const COMBINED_PROFILE = 5;

/**
 * A combined index (ThinLTO) has no identification. Any version other than 9 determines the release. Version 9 was
 * written by LLVM 11 to 18, which differ in the width of the abbreviation ids and in the first abbreviation.
 */
function ofSummaryVersion(summary: HeldSummary): Inference {
  const { version, width, firstAbbreviation, blockCount, functionFlags } = summary;
  const says = (release: Release, ...evidence: readonly string[]): Inference => ({ release, evidence });
  const named = `summary version ${version}`;
  if (version !== limitsOf(13).summary) {
    const release = firstRelease((limits) => limits.summary >= version);
    if (release !== undefined) return says(release, named);
    return { release: NEWEST, evidence: [named], newer: NEWEST + 1 };
  }
  if (width >= 4) {
    if (firstAbbreviation === COMBINED_PROFILE) return says(18, named, "its first abbreviation is of COMBINED_PROFILE");
    return blockCount ? says(16, named, "a BLOCK_COUNT record") : says(17, named, "no BLOCK_COUNT record");
  }
  const narrow = "abbreviation ids of 3 bits";
  if (functionFlags & FLAGS_OF_14) return says(15, named, narrow, "function flags of LLVM 14");
  return says(13, named, narrow, "no function flags of LLVM 14");
}
