/** Runs of lines of one kind: many of them fold into one row that counts them. */
import type { BitRange } from "../../../document/bits";
import type { Entry } from "../../../document/section";
import type { Line, NoiseKind } from "../../../document/token";
import { assemblyLine } from "../../../kit/lineSink";
import type { LinesSink } from "./sink";

/** An entry with lines. */
export type LinesEntry = Entry & { readonly kind: "lines" };

/** Items that the text has one after another: types, comdats, globals, declarations, attribute groups, metadata. */
export interface Run extends BitRange {
  /** What they are, in the plural. */
  readonly title: string;
  readonly count: number;
  /** What kind of noise all of them are, if any. */
  readonly noise?: NoiseKind;
  /** The record that one of them shows. */
  rangeOf(index: number): BitRange | undefined;
  /** Writes the lines of one of them. */
  write(index: number, sink: LinesSink): void;
  /** The lines of one of them. */
  print(index: number): LinesEntry;
}

/** Entry `index` of a run that can be folded: its first has the row that is shown while it is. */
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
