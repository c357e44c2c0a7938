/** Runs of lines of one kind. Long runs can be folded into a row with their number. */
import type { BitRange } from "../../../document/bits";
import type { Entry } from "../../../document/section";
import type { Line, NoiseKind } from "../../../document/token";
import { assemblyLine } from "../../../kit/lineSink";
import type { LinesSink } from "./sink";

/** An entry with lines. */
export type LinesEntry = Entry & { readonly kind: "lines" };

/** Adjacent items of the text: lines of assembly, types, comdats, globals, declarations, attribute groups or metadata. */
export interface Run extends BitRange {
  /** The items' name in the plural. */
  readonly title: string;
  readonly count: number;
  /** The kind of noise that all of them are, if any. */
  readonly noise?: NoiseKind | undefined;
  /** Whether attributes in them may be hidden. */
  readonly attributesAreNoise: boolean;
  /** The record that an item shows. */
  rangeOf(index: number): BitRange | undefined;
  /** Writes the lines of an item. */
  write(index: number, sink: LinesSink): void;
  /** The lines of an item. */
  print(index: number): LinesEntry;
}

/**
 * Entry `index` of a run that can be folded. The first one also has the row that replaces the run while it is folded.
 */
export function runEntry(run: Run, index: number): LinesEntry {
  const entry = run.print(index);
  if (index > 0) return entry;
  const heading: Line = {
    ...assemblyLine([{ kind: "comment", text: `${run.count} ${run.title}` }]),
    when: "folded",
    ...(run.noise === undefined ? {} : { noise: [run.noise] }),
  };
  return { ...entry, lines: [heading, ...entry.lines.map((line): Line => ({ ...line, when: "open" }))] };
}
