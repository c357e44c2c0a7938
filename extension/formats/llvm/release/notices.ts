/** What is to be said of a module that a newer LLVM has written than any that is known here. */
import type { Notice } from "../../../document/document";
import type { Problem } from "../../../document/problem";
import { NEWEST, releaseName } from "../ir/releases";
import type { ModulePlace } from "../stream/modules";
import type { Inference } from "./infer";

/** Unknown kinds of records that are named one by one. */
const NAMED = 8;

/**
 * The notice of a module: who wrote it, and what of it is unknown; undefined for a module of a known release.
 * @param unknown what reading has met that no release knows
 */
export function newerNotice(place: ModulePlace, { newer }: Inference, unknown: readonly Problem[]): Notice | undefined {
  if (newer === undefined) return undefined;
  const records = unknown.length === 1 ? "1 record is" : `${unknown.length} records are`;
  const names = [...new Set(unknown.map(({ message }) => message))];
  const listed = names.length > NAMED ? [...names.slice(0, NAMED), "…"] : names;
  const of = unknown.length === 0 ? "" : `; ${records} unknown, shown as stored (${listed.join(", ")})`;
  const style = `the text is in the style of LLVM ${releaseName(NEWEST)}, which may not be that of its own llvm-dis`;
  return {
    startBit: place.startBit,
    endBit: place.endBit,
    message: `written by LLVM ${newer}, newer than ${releaseName(NEWEST)}${of}; ${style}`,
  };
}
