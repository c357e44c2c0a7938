/** The notice about a module that a newer LLVM has written than any we know completely. */
import type { Notice } from "../../../document/document";
import type { Problem } from "../../../document/problem";
import { COMPLETE, NEWEST, releaseName } from "../ir/releases";
import type { ModulePlace } from "../stream/modules";
import type { Inference } from "./infer";

/** The most unknown kinds of records that are named. */
const NAMED = 8;

/**
 * The notice for a module: who wrote it, and what of it is unknown; undefined if its release is known.
 * @param unknown what the reader has met that no release knows
 */
export function newerNotice(place: ModulePlace, { newer }: Inference, unknown: readonly Problem[]): Notice | undefined {
  if (newer === undefined || (newer <= NEWEST && unknown.length === 0)) return undefined;
  const records = unknown.length === 1 ? "1 record is" : `${unknown.length} records are`;
  const names = [...new Set(unknown.map(({ message }) => message))];
  const listed = names.length > NAMED ? [...names.slice(0, NAMED), "…"] : names;
  const of = unknown.length === 0 ? "" : `; ${records} unknown, shown as stored (${listed.join(", ")})`;
  const style = `the text is in the style of LLVM ${releaseName(NEWEST)}, which may not be that of its own llvm-dis`;
  return {
    startBit: place.startBit,
    endBit: place.endBit,
    message: `written by LLVM ${newer}, newer than ${releaseName(newer > NEWEST ? NEWEST : COMPLETE)}${of}; ${style}`,
  };
}
