/** The regions of printed MLIR: their nesting, and the names that each defines. */

/** What a line defines: an op's results, a block with its arguments. */
const RESULTS = /^ *(%[\w.$-]+)(?::\d+)? = /;
const LABEL = /^ *(\^bb\d+)(?:\((.*)\))?:/;
const ARGUMENT = /(%[\w.$-]+): /g;

/** Lines of generic MLIR as text. */
interface Texts {
  readonly length: number;
  text(index: number): string;
}

/** Lines that are read in one step: so few that a step is short, so many that it is worth being one. */
export const LINES_IN_STEP = 32;

/** The regions of a text, numbered as they begin; region 0 is around all of them. */
export class Regions {
  /** By line: the region that it is in. */
  private readonly of: Int32Array;
  private readonly parents: number[] = [-1];
  private readonly defined: Map<string, number>[] = [new Map()];
  private readonly open = [0];

  private constructor(length: number) {
    this.of = new Int32Array(length);
  }
  /** The regions of a text, found in steps. */
  static *in(lines: Texts): Generator<void, Regions, undefined> {
    const regions = new Regions(lines.length);
    for (let index = 0; index < lines.length; index++) {
      regions.read(lines.text(index), index);
      if (index % LINES_IN_STEP === 0) yield;
    }
    return regions;
  }
  private read(text: string, line: number): void {
    const { open } = this;
    const start = text.search(/\S/);
    const isNext = text.startsWith("}, {", start);
    if (isNext || text.startsWith("})", start)) open.pop();
    if (isNext) this.begin();
    const region = open.at(-1) ?? 0;
    this.of[line] = region;
    this.note(text, region, line);
    if (text.endsWith(" ({")) this.begin();
  }
  private begin(): void {
    this.parents.push(this.open.at(-1) ?? 0);
    this.defined.push(new Map());
    this.open.push(this.parents.length - 1);
  }
  private note(text: string, region: number, line: number): void {
    const names = this.defined[region];
    const label = LABEL.exec(text);
    if (label?.[1] !== undefined) {
      names?.set(label[1], line);
      for (const [, name = ""] of (label[2] ?? "").matchAll(ARGUMENT)) names?.set(name, line);
      return;
    }
    const results = RESULTS.exec(text)?.[1];
    if (results !== undefined) names?.set(results, line);
  }
  /** The innermost region around a line that defines a name. */
  owner(name: string, line: number): number | undefined {
    for (let region = this.of[line] ?? 0; region >= 0; region = this.parents[region] ?? -1)
      if (this.defined[region]?.has(name)) return region;
    return undefined;
  }
  /** The line of a region that defines a name. */
  line(region: number, name: string): number | undefined {
    return this.defined[region]?.get(name);
  }
}
