/** Source locations as the editor shows them. */
import type { SourceAnswer } from "../document/sourceLocation";
import type { Core } from "./core";
import { unicode } from "./display";

/** The source of a bit, its strings in Unicode; null where the format keeps no locations. May throw MissingBytes. */
export function sourceAt(core: Core, bit: number): SourceAnswer | null {
  const answer = core.arranged("assembly").arrangement.source?.(bit) ?? null;
  if (answer?.kind !== "frames") return answer;
  const frames = answer.frames.map((frame) => ({
    ...frame,
    file: unicode(frame.file),
    directory: unicode(frame.directory),
    function: unicode(frame.function),
  }));
  return { kind: "frames", frames };
}
