/** The boundary around an arrangement: a row says what could not be read, and questions about it go without an answer. */
import type { Arrangement } from "../../document/arrangement";
import type { BitRange } from "../../document/bits";
import type { Problem } from "../../document/problem";
import type { RowWriter, WrittenPage } from "../../document/rowWriter";
import { writeLines } from "../../document/rowWriter";
import type { EntryPage, ListingOptions, Place, Section, SectionId } from "../../document/section";
import type { SourceAnswer } from "../../document/sourceLocation";
import type { Line, SymbolId } from "../../document/token";
import type { Faults } from "./faults";

/** The row of a section that could not be read. */
function faultLine({ startBit, message }: Problem): Line {
  const assembly = [{ text: `; ${message}`, kind: "problem" as const }];
  return { kind: "row", positionBit: startBit, record: [], assembly };
}
function faultPage(problem: Problem, from: number): EntryPage {
  const { startBit, endBit } = problem;
  return { from, entries: [{ kind: "lines", startBit, endBit, lines: [faultLine(problem)] }], end: true };
}
function writeFault(problem: Problem, writer: RowWriter): WrittenPage {
  writeLines(problem, [faultLine(problem)], writer);
  return { entries: 1, section: undefined, end: true };
}
function faultSection(id: SectionId, { startBit, endBit, message }: Problem): Section {
  const shape = { kind: "section", entryCount: 1, exact: true, foldedAtFirst: false };
  return { id, parent: undefined, title: message, startBit, endBit, ...shape };
}
/** The answer about names in a section that cannot be read: one entry without names. */
const UNNAMED: WrittenPage = { entries: 1, section: undefined, end: true };
const NO_SOURCE: SourceAnswer = { kind: "none", why: "instruction" };

/** How a method is guarded: what it reads, where, and what it answers after a fault. */
interface Guarding<A extends unknown[], T> {
  readonly what: string;
  /** By default, the whole file. */
  readonly range?: (of: Ranges, ...args: A) => BitRange;
  readonly instead: (problem: Problem, ...args: A) => T;
}
type GuardingOf<M> = M extends (...args: infer A) => infer T ? Guarding<A, T> : never;
/** What the ranges of calls are found in. */
interface Ranges {
  rangeOf(id: SectionId): BitRange;
}

/** The methods that an arrangement may lack, but for those that walk. */
type Optional =
  | "write"
  | "tellNames"
  | "scope"
  | "naming"
  | "holder"
  | "hover"
  | "source"
  | "sourceOf"
  | "functionFacts"
  | "functionCalls"
  | "complete"
  | "progress"
  | "revision";

const inSection = (of: Ranges, id: SectionId): BitRange => of.rangeOf(id);
const nothing = (): undefined => undefined;

const OPTIONAL: { readonly [M in Optional]: GuardingOf<Required<Arrangement>[M]> } = {
  write: {
    what: "section",
    range: inSection,
    instead: (problem, _id, _from, _count, _options, writer) => writeFault(problem, writer),
  },
  tellNames: { what: "section", range: inSection, instead: () => UNNAMED },
  scope: { what: "scope of a name", instead: nothing },
  naming: { what: "sections that name a symbol", instead: nothing },
  holder: { what: "section", range: inSection, instead: nothing },
  hover: { what: "explanation", range: (_of, _place, entry) => entry, instead: nothing },
  source: {
    what: "source location",
    range: (_of, bit) => ({ startBit: bit, endBit: bit }),
    instead: () => NO_SOURCE,
  },
  sourceOf: { what: "source location", range: (of, { section }) => of.rangeOf(section), instead: () => [] },
  functionFacts: { what: "function", instead: nothing },
  functionCalls: { what: "calls of a function", instead: nothing },
  complete: { what: "progress", instead: () => true },
  progress: { what: "progress", instead: () => 0 },
  revision: { what: "progress", instead: () => 0 },
};
const NAMES = Object.keys(OPTIONAL) as Optional[];
type Methods = Required<Arrangement>;

/** An arrangement whose faults become problems. */
export class GuardedArrangement implements Arrangement {
  readonly noisy: boolean;
  readonly isVast: boolean;
  readonly labelsEntry: boolean;
  readonly writesPositions: boolean;
  readonly writesWithoutNoise: boolean;
  declare readonly write?: Methods["write"];
  declare readonly tellNames?: Methods["tellNames"];
  declare readonly scope?: Methods["scope"];
  declare readonly naming?: Methods["naming"];
  declare readonly holder?: Methods["holder"];
  declare readonly hover?: Methods["hover"];
  declare readonly source?: Methods["source"];
  declare readonly sourceOf?: Methods["sourceOf"];
  declare readonly functionFacts?: Methods["functionFacts"];
  declare readonly functionCalls?: Methods["functionCalls"];
  declare readonly complete?: Methods["complete"];
  declare readonly progress?: Methods["progress"];
  declare readonly revision?: Methods["revision"];
  readonly sourceFiles?: Methods["sourceFiles"];
  readonly entriesOfSource?: Methods["entriesOfSource"];
  readonly background?: Methods["background"];

  constructor(
    private readonly arrangement: Arrangement,
    protected readonly faults: Faults,
    protected readonly whole: BitRange,
  ) {
    this.noisy = arrangement.noisy ?? false;
    this.isVast = arrangement.isVast ?? false;
    this.labelsEntry = arrangement.labelsEntry ?? false;
    this.writesPositions = arrangement.writesPositions ?? false;
    this.writesWithoutNoise = arrangement.writesWithoutNoise ?? false;
    for (const name of NAMES) if (arrangement[name]) Object.assign(this, { [name]: this.guardedMethod(name) });
    const { sourceFiles, entriesOfSource, background } = arrangement;
    const everything = (): BitRange => whole;
    if (sourceFiles)
      this.sourceFiles = () => faults.walk("source files", everything, () => sourceFiles.call(arrangement));
    if (entriesOfSource)
      this.entriesOfSource = (isFile, line) =>
        faults.walk("source lines", everything, () => entriesOfSource.call(arrangement, isFile, line));
    if (background)
      this.background = () => faults.walk("names of the whole file", everything, () => background.call(arrangement));
  }
  private guardedMethod(name: Optional): (...args: unknown[]) => unknown {
    const { arrangement, faults, whole } = this;
    const { what, range, instead } = OPTIONAL[name] as Guarding<unknown[], unknown>;
    const method = arrangement[name] as (...args: unknown[]) => unknown;
    return (...args) =>
      faults.guard(
        what,
        () => range?.(this, ...args) ?? whole,
        () => method.apply(arrangement, args),
        (problem) => instead(problem, ...args),
      );
  }

  rangeOf(id: SectionId): BitRange {
    try {
      return this.arrangement.section(id);
    } catch {
      return this.whole;
    }
  }
  roots(): readonly SectionId[] {
    return this.faults.guard(
      "sections",
      () => this.whole,
      () => this.arrangement.roots(),
      () => [],
    );
  }
  section(id: SectionId): Section {
    return this.faults.guard(
      "section",
      () => this.whole,
      () => this.arrangement.section(id),
      (problem) => faultSection(id, problem),
    );
  }
  entries(id: SectionId, from: number, count: number, options: ListingOptions): EntryPage {
    return this.faults.guard(
      "section",
      () => this.rangeOf(id),
      () => this.arrangement.entries(id, from, count, options),
      (problem) => faultPage(problem, from),
    );
  }
  placeOf(bit: number): Place | undefined {
    return this.faults.guard(
      "place",
      () => ({ startBit: bit, endBit: bit }),
      () => this.arrangement.placeOf(bit),
      nothing,
    );
  }
  locate(symbol: SymbolId): Place | undefined {
    return this.faults.guard(
      "definition",
      () => this.whole,
      () => this.arrangement.locate(symbol),
      nothing,
    );
  }
}
