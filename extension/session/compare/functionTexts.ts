/** The functions of a text: their names and lines, kept once if another text has the same ones. */
import type { MadeList } from "../../document/madeList";
import { Indexed } from "../../document/madeList";
import { Made } from "../../document/madeList";
import { Words } from "../../kit/numbers";
import { SharingTexts, Texts } from "../../kit/texts";

/** A function: its name, and its lines from the comments above its head to its closing `}`. */
export interface FunctionText {
  readonly name: string;
  readonly lines: MadeList<string>;
  /** The index of the other text's function that has the same name and lines, if any. */
  readonly twin?: number;
}

/** Collects functions. */
export class FunctionTexts extends Indexed<FunctionText> {
  private readonly names = new Texts();
  private readonly lines: Texts | SharingTexts;
  /** For each function, the index after its last line; and its twin's index plus one, or 0. */
  private readonly ends = new Words();
  private readonly twins = new Words();
  private readonly others: ReadonlyMap<string, number>;

  /** @param other functions that are probably much the same */
  constructor(private readonly other?: FunctionTexts) {
    super();
    this.lines = other ? new SharingTexts(other.lines) : new Texts();
    this.others = new Map(Array.from(other?.names ?? [], (name, index) => [name, index]));
  }
  get length(): number {
    return this.names.length;
  }
  /** Adds a function. */
  add(name: string, lines: readonly string[]): void {
    const twin = this.others.get(name);
    const known = twin === undefined ? undefined : this.other?.at(twin)?.lines;
    const isSame = known?.length === lines.length && lines.every((line, index) => line === known.at(index));
    this.names.push(name);
    this.twins.push(isSame && twin !== undefined ? twin + 1 : 0);
    if (isSame && twin !== undefined) this.share(twin);
    else for (const line of lines) this.lines.push(line);
    this.ends.push(this.lines.length);
  }
  private share(twin: number): void {
    const { other, lines } = this;
    if (!other || !(lines instanceof SharingTexts)) return;
    for (let line = other.start(twin), end = other.ends.data[twin] as number; line < end; line++) lines.share(line);
  }
  private start(index: number): number {
    return index === 0 ? 0 : (this.ends.data[index - 1] as number);
  }
  /** The function at an index; undefined past the end and for a negative one, which stands for no function. */
  at(index: number): FunctionText | undefined {
    if (index < 0 || index >= this.length) return undefined;
    const { names, ends, twins, lines } = this;
    const from = this.start(index);
    const twin = twins.data[index] as number;
    return {
      name: names.at(index) ?? "",
      lines: new Made((ends.data[index] as number) - from, (line) => lines.at(from + line) ?? ""),
      ...(twin === 0 ? {} : { twin: twin - 1 }),
    };
  }
}
