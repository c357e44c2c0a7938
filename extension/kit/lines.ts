/** Lines of a text that may be made one by one. */
import type { SourceFrame } from "../document/sourceLocation";
import type { Line, SymbolId } from "../document/token";

/** Lines `from` up to `to` (not with it) that fold to their first. Folds lie in one another, or apart. */
export interface Fold {
  readonly from: number;
  readonly to: number;
}

/** The lines of one chunk of a text. */
export interface Lines {
  readonly length: number;
  line(index: number): Line;
  /** The position that a line has, without making the line. */
  positionBit(index: number): number | undefined;
  /** The line that defines a symbol. */
  definition(symbol: SymbolId): number | undefined;
  /** The source of what a line shows: frames, the innermost first. */
  sourceOf?(index: number): readonly SourceFrame[];
  /** What folds in them, the outer ones and the earlier ones first. */
  readonly folds?: readonly Fold[];
  /** What a fold is called, by its first line. */
  foldName?(line: number): { readonly kind: string; readonly title: string };
}

/** Lines that are all made. */
export class MadeLines implements Lines {
  constructor(private readonly made: readonly Line[]) {}
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
  definition(symbol: SymbolId): number | undefined {
    const defines = (line: Line): boolean => line.assembly.some((t) => t.definition === true && t.symbol === symbol);
    const found = this.made.findIndex(defines);
    return found < 0 ? undefined : found;
  }
}

/** The line that shows a bit, or the last that shows one before it. */
export function lineOfBit(lines: Lines, bit: number): number {
  let nearest = 0;
  let nearestBit = -1;
  for (let index = 0; index < lines.length; index++) {
    const at = lines.positionBit(index);
    if (at !== undefined && at <= bit && at > nearestBit) [nearest, nearestBit] = [index, at];
  }
  return nearest;
}
