/** Source locations as the editor shows them. */
import type { SourceAnswer, SourceFrame } from "../../document/sourceLocation";
import { visible } from "../../document/visible";
import { asked } from "../../kit/continued";
import type { Core } from "../core";
import { shortName } from "../names/demangle";
import type { Arranged } from "../rows/arranged";
import { rowSource } from "../rows/display";
import type { Arranging, Row, RowsAnswer, RowsQuery } from "../protocol";
import { rowsFor } from "../rows/rows";
import { unicode } from "../names/unicode";
import type { Place } from "../../document/section";

/** Kinds of sections of records that contain instructions or ops. */
const CODE: ReadonlySet<string> = new Set(["FUNCTION_BLOCK", "function", "operation"]);

/** The source of a bit, with strings in Unicode; null if the format keeps no locations. May throw MissingBytes. */
export function sourceAt(core: Core, bit: number): SourceAnswer | null {
  const answer = core.arranged("assembly").arrangement.source?.(bit) ?? null;
  if (answer?.kind !== "frames") return answer;
  return { kind: "frames", frames: answer.frames.map(shown) };
}

/** The frames of an entry's source. May throw MissingBytes. */
export function sourceOf(core: Core, query: Place & Arranging): readonly SourceFrame[] {
  return (core.arranged(query.arrangement).arrangement.sourceOf?.(query) ?? []).map(shown);
}

function shown(frame: SourceFrame): SourceFrame {
  const name = unicode(frame.function);
  return {
    ...frame,
    file: unicode(frame.file),
    directory: unicode(frame.directory),
    function: visible(shortName(frame.linkageName ?? name) ?? name),
  };
}

/**
 * Rows for a query, in steps; rows of code in the records get the source that the assembly knows. May throw
 * MissingBytes.
 */
export function* rowsWithSources(core: Core, query: RowsQuery): Generator<void, RowsAnswer, undefined> {
  const arranged = core.arranged(query.folds.arrangement);
  const answer = yield* rowsFor(query, arranged);
  if (arranged !== core.records) return answer;
  const code = new Set(answer.sections.filter(({ kind }) => CODE.has(kind)).map(({ id }) => id));
  if (code.size === 0) return answer;
  const assembly = core.arranged("assembly");
  const rows: Row[] = [];
  for (const row of answer.rows) {
    rows.push(code.has(row.section) ? yield* asked(() => withSource(row, assembly)) : row);
    yield;
  }
  return { ...answer, rows };
}

function withSource(row: Row, { arrangement, pages }: Arranged): Row {
  const { positionBit: bit } = row;
  const place = bit === undefined || !arrangement.sourceOf ? undefined : arrangement.placeOf(bit);
  // The assembly has a row per instruction, not per record: the nearest row may belong to another record.
  const entry = place && pages.alone(place);
  const frames = place && entry?.startBit === bit ? (arrangement.sourceOf?.(place) ?? []) : [];
  return frames.length === 0 ? row : { ...row, ...rowSource(frames) };
}
