/**
 * What each release of LLVM knows, as far as a file reveals it: the highest codes and kinds that its reader accepts,
 * and the most operands of each METADATA record. Source: LLVMBitCodes.h and FixedMetadataKinds.def of the releases; the
 * operand counts were found by giving each release's llvm-dis records of every length.
 */
import type { Release } from "../ir/releases";
import { RELEASES } from "../ir/releases";
import table from "./data/limits.json";

/** What one release knows. */
export interface Limits {
  /** Highest attribute kind (AttributeKindCodes). */
  readonly attributeKinds: number;
  /** Number of metadata kinds that every context has; a release's list is a prefix of the next one's. */
  readonly metadataKinds: number;
  /** Highest record code in a TYPE block. */
  readonly types: number;
  /** Highest record code in a CONSTANTS block. */
  readonly constants: number;
  /** Highest record code in a FUNCTION block. */
  readonly instructions: number;
  /** Highest record code in a METADATA block. */
  readonly metadata: number;
  /** Highest record code in a MODULE block. */
  readonly module: number;
  /** Version of the summary index that it writes. */
  readonly summary: number;
  /** Flags of a summary index that it knows (ModuleSummaryIndex::getFlags). */
  readonly indexFlags: number;
  /** The most operands of a METADATA record, by its code; unlimited if absent. */
  readonly operands: Readonly<Record<string, number>>;
}

const LIMITS = new Map<number, Limits>(Object.entries(table).map(([release, limits]) => [Number(release), limits]));

/** The limits of a release; for LLVM 3.0, which has no entry, those of 9. */
export function limitsOf(release: Release): Limits {
  return (LIMITS.get(release) ?? LIMITS.get(9)) as Limits;
}

/** The first release for which this holds; undefined if there is none. */
export function firstRelease(knows: (limits: Limits) => boolean): Release | undefined {
  return RELEASES.find((release) => release >= 9 && knows(limitsOf(release)));
}

/** The last release for which this holds; undefined if there is none. */
export function lastRelease(holds: (limits: Limits) => boolean): Release | undefined {
  return RELEASES.findLast((release) => release >= 9 && holds(limitsOf(release)));
}
