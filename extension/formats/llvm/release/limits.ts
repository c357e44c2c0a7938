/**
 * What each release of LLVM knows, as far as a file shows it: the highest codes and kinds that its reader takes, and the
 * most operands of each METADATA record. Source: LLVMBitCodes.h and FixedMetadataKinds.def of the releases; the counts of
 * operands were found by giving each release's llvm-dis records of every length.
 */
import type { Release } from "../ir/releases";
import { RELEASES } from "../ir/releases";
import table from "./data/limits.json";

/** What one release knows. */
export interface Limits {
  /** Highest kind of attribute (AttributeKindCodes). */
  readonly attributeKinds: number;
  /** Number of kinds of metadata that every context has; each release's are a prefix of the next one's. */
  readonly metadataKinds: number;
  /** Highest record code of a TYPE block, of CONSTANTS, of a FUNCTION block, of METADATA, of MODULE. */
  readonly types: number;
  readonly constants: number;
  readonly instructions: number;
  readonly metadata: number;
  readonly module: number;
  /** Version of the summaries that it writes. */
  readonly summary: number;
  /** The flags of a summary index that it knows (ModuleSummaryIndex::getFlags). */
  readonly indexFlags: number;
  /** Most operands that a METADATA record may have, by its code; any number where it is absent. */
  readonly operands: Readonly<Record<string, number>>;
}

const LIMITS = new Map<number, Limits>(Object.entries(table).map(([release, limits]) => [Number(release), limits]));

/** The limits of a release; of LLVM 3.0, which has none here, those of 9. */
export function limitsOf(release: Release): Limits {
  return (LIMITS.get(release) ?? LIMITS.get(9)) as Limits;
}

/** The first release of which this is true; undefined where it is true of none. */
export function firstRelease(knows: (limits: Limits) => boolean): Release | undefined {
  return RELEASES.find((release) => release >= 9 && knows(limitsOf(release)));
}

/** The last release of which this is true; undefined where it is true of none. */
export function lastRelease(holds: (limits: Limits) => boolean): Release | undefined {
  return RELEASES.findLast((release) => release >= 9 && holds(limitsOf(release)));
}
