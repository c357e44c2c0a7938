/** The rows of a block in a control flow graph. */
import { append } from "../../document/arrays";
import type { Line, Token } from "../../document/token";
import { asked } from "../../kit/continued";
import type { Folds, Row, RowPlace } from "../protocol";
import type { Arranged } from "../rows/arranged";
import { toRow } from "../rows/display";
import type { FoldedView, LinesEntry } from "../rows/folds";
import { isLeftIn } from "../rows/folds";
import { columnText } from "../../document/token";
import { withoutNoise } from "../rows/noise";
import { labelOf } from "./edges";

/** In a graph, instructions with regions are folded, and what is not control or data flow is left out. */
export const FLOW_FOLDS: Folds = {
  arrangement: "assembly",
  base: "all",
  toggled: [],
  detail: false,
  hidden: ["debugRecord", "location", "attachment", "attribute"],
};

/** The tokens of a line in a graph: a label's comment, which names its predecessors, is left out. */
function flowTokens(line: Line): readonly Token[] {
  const tokens = withoutNoise(line.assembly, FLOW_FOLDS.hidden);
  const label = labelOf(line);
  const after = label ? tokens.indexOf(label) : tokens.length;
  const comment = tokens.findIndex(({ kind }, index) => kind === "comment" && index > after);
  return comment < 0 ? tokens : tokens.slice(0, comment);
}

/** A line that is a row in a graph. */
export interface FlowLine {
  /** Its index in its entry. */
  readonly index: number;
  readonly line: Line;
  /** What is shown of it. */
  readonly tokens: readonly Token[];
  readonly text: string;
}

/**
 * The lines of an entry that are rows in a graph: blank ones between blocks are not.
 * @param folded whether the entry is the head of a folded section
 */
export function flowLines({ lines }: LinesEntry, folded = false): readonly FlowLine[] {
  const hidden = folded ? "open" : "folded";
  return lines.flatMap((line, index) => {
    if (!isLeftIn(line, FLOW_FOLDS) || line.when === hidden) return [];
    const tokens = flowTokens(line);
    const text = columnText(tokens).trimEnd();
    return text === "" ? [] : [{ index, line, tokens, text }];
  });
}

/** At most `count` rows from a place on, in its section, in steps. May throw MissingBytes. */
export function* flowRows(
  arranged: Arranged,
  { section, entry: first, line: from }: RowPlace,
  count: number,
): Generator<void, readonly Row[], undefined> {
  const view = arranged.view(FLOW_FOLDS);
  const rows: Row[] = [];
  for (let entry = first; rows.length < count; entry++) {
    const found = yield* asked(() => entryRows(view, section, entry));
    if (!found) break;
    const wanted = found.filter(({ line }) => entry > first || line >= from);
    append(rows, wanted.slice(0, count - rows.length));
    yield;
  }
  return rows;
}

/** The rows of an entry; of a section, those of its head. Undefined past the end. */
function entryRows(view: FoldedView, section: number, index: number): readonly Row[] | undefined {
  const found = view.pages.entry(section, index);
  if (!found) return undefined;
  const place = found.kind === "section" ? { section: found.section, entry: 0 } : { section, entry: index };
  const entry = view.entry(place);
  if (!entry) return [];
  const level = view.pages.level(place.section);
  return flowLines(entry, found.kind === "section").map(({ index, line, tokens }, i) => {
    const shown = { ...line, assembly: tokens };
    return toRow({ place: { ...place, line: index }, entry, line: shown, isFirst: i === 0 }, view, level);
  });
}
