/** Source locations as the editor shows them. */
import type { SourceAnswer, SourceFrame } from "../document/sourceLocation";
import type { Core } from "./core";
import { shortName } from "./demangle";
import { unicode } from "./unicode";
import type { Arranging } from "./protocol";
import type { Place } from "../document/section";

/** The source of a bit, its strings in Unicode; null where the format keeps no locations. May throw MissingBytes. */
export function sourceAt(core: Core, bit: number): SourceAnswer | null {
  const answer = core.arranged("assembly").arrangement.source?.(bit) ?? null;
  if (answer?.kind !== "frames") return answer;
  return { kind: "frames", frames: answer.frames.map(shown) };
}

/** The frames of what an entry shows. May throw MissingBytes. */
export function sourceOf(core: Core, query: Place & Arranging): readonly SourceFrame[] {
  return (core.arranged(query.arrangement).arrangement.sourceOf?.(query) ?? []).map(shown);
}

function shown(frame: SourceFrame): SourceFrame {
  const name = unicode(frame.function);
  return {
    ...frame,
    file: unicode(frame.file),
    directory: unicode(frame.directory),
    function: shortName(frame.linkageName ?? name) ?? name,
  };
}
