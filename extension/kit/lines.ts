/** The lines of a text, which may be made one by one. */
import type { ByteText } from "../document/byteText";
import type { NameTaker } from "../document/nameTaker";
import { tellTokens } from "../document/nameTaker";
import { writeTokens } from "../document/rowWriter";
import type { SourceFrame } from "../document/sourceLocation";
import type { Line, SymbolId } from "../document/token";

/** Lines `from` to `to` (exclusive), which fold to the first of them. Two folds are either nested or disjoint. */
export interface Fold {
  readonly from: number;
  readonly to: number;
}

/** Lines whose names can be told. */
export interface NamedLines {
  readonly length: number;
  /**
   * Passes on the names in a line.
   * @param locals whether to include those that only this chunk has; without them, most lines have none
   */
  tell(index: number, taker: NameTaker, locals: boolean): void;
  /** The folds, ordered by their first line, outer ones before inner ones. */
  readonly folds?: readonly Fold[];
}

/** Lines whose plain text can be written. */
export interface TextLines {
  readonly length: number;
  /** The position of a line, without making the line. */
  positionBit(index: number): number | undefined;
  /** Writes a line's text. */
  write(index: number, text: ByteText): void;
  /** See {@link NamedLines.tell}. */
  tell?(index: number, taker: NameTaker, locals: boolean): void;
  /** The source of what a line shows: its frames, the innermost first. */
  sourceOf?(index: number): readonly SourceFrame[];
  /** The folds, ordered by their first line, outer ones before inner ones. */
  readonly folds?: readonly Fold[];
}

/** The lines of one chunk of a text. */
export interface Lines extends TextLines {
  tell(index: number, taker: NameTaker, locals: boolean): void;
  /** Characters of all lines that are kept; by default, they are few. */
  readonly characters?: number;
  line(index: number): Line;
  /** The line that defines a symbol. @param near a line that may be near it */
  definition(symbol: SymbolId, near?: number): number | undefined;
  /** The name of the fold that begins at a line. */
  foldName?(line: number): { readonly kind: string; readonly title: string };
}

/** The characters in the assembly of lines. */
export function charactersOf(lines: readonly Line[]): number {
  let sum = 0;
  for (const { assembly } of lines) for (const { text } of assembly) sum += text.length;
  return sum;
}

/** Lines that have all been made. */
export class MadeLines implements Lines {
  /** @param characters of all lines, see {@link charactersOf} */
  constructor(
    private readonly made: readonly Line[],
    readonly characters = charactersOf(made),
  ) {}
  get length(): number {
    return this.made.length;
  }
  line(index: number): Line {
    const line = this.made[index];
    if (!line) throw new RangeError(`line ${index} of ${this.made.length}`);
    return line;
  }
  positionBit(index: number): number | undefined {
    return this.made[index]?.positionBit;
  }
  write(index: number, text: ByteText): void {
    writeTokens(text, this.made[index]?.assembly ?? []);
  }
  tell(index: number, taker: NameTaker): void {
    tellTokens(this.made[index]?.assembly ?? [], taker);
  }
  definition(symbol: SymbolId, near = 0): number | undefined {
    const defines = (index: number): boolean =>
      this.made[index]?.assembly.some((t) => t.definition === true && t.symbol === symbol) ?? false;
    const furthest = Math.max(near, this.length - 1 - near);
    for (let away = 0; away <= furthest; away++)
      for (const index of [near - away, near + away]) if (defines(index)) return index;
    return undefined;
  }
}

/** Lines that are made when they are requested: those of a possibly long list whose items have positions. */
export class ListLines implements Lines {
  /** @param bits the position of each line */
  constructor(
    private readonly bits: readonly number[],
    private readonly make: (index: number) => Line,
  ) {}
  get length(): number {
    return this.bits.length;
  }
  line(index: number): Line {
    return this.make(index);
  }
  positionBit(index: number): number | undefined {
    return this.bits[index];
  }
  write(index: number, text: ByteText): void {
    writeTokens(text, this.make(index).assembly);
  }
  tell(index: number, taker: NameTaker): void {
    tellTokens(this.make(index).assembly, taker);
  }
  /** Symbols are found by the positions of their lines. */
  definition(): undefined {
    return undefined;
  }
}

/** The plain text of lines as bytes, with their positions. */
export class ByteLines implements TextLines {
  /**
   * @param bytes the lines, each ended by a newline
   * @param ends the end of each line in `bytes`, its newline included
   * @param bits the position of each line, if it has one
   */
  constructor(
    private readonly bytes: Uint8Array,
    private readonly ends: readonly number[],
    private readonly bits: readonly (number | undefined)[],
  ) {}
  get length(): number {
    return this.ends.length;
  }
  positionBit(index: number): number | undefined {
    return this.bits[index];
  }
  write(index: number, text: ByteText): void {
    text.copyRange(this.bytes, index === 0 ? 0 : (this.ends[index - 1] ?? 0), (this.ends[index] ?? 1) - 1);
  }
}
