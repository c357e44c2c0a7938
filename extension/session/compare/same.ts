/** Tests quickly, in one pass and without aligning lines, whether two functions are equal; most are. */
import type { MadeList } from "../../document/madeList";
import { Words } from "../../kit/numbers";
import type { Renaming } from "./definitions";
import { Renaming as Names } from "./definitions";
import type { ScannedLine, TextRules } from "./rules";
import { isLocal, scanLine, squeezed } from "./rules";
import type { SplitText } from "./units";

/** Distinct module-level names in many functions: for each function, the numbers of its names. */
class NamesWithin {
  private readonly numbers = new Map<string, number>();
  private readonly names: string[] = [];
  private readonly within = new Words();
  /** By function: the index of its first name plus one, or 0 if it has not been read; and how many names it has. */
  private readonly starts: Uint32Array;
  private readonly counts: Uint32Array;
  constructor(
    functions: number,
    private readonly rules: TextRules,
  ) {
    this.starts = new Uint32Array(functions);
    this.counts = new Uint32Array(functions);
  }
  /** The names in a function. */
  *of(index: number, lines: Iterable<string>): Generator<string, void, undefined> {
    const start = this.starts[index] || this.read(index, lines);
    for (let at = 0; at < (this.counts[index] as number); at++)
      yield this.names[this.within.data[start - 1 + at] as number] as string;
  }
  private read(index: number, lines: Iterable<string>): number {
    const found = moduleNames(lines, this.rules);
    const start = this.within.length + 1;
    for (const name of found) this.within.push(this.numberOf(name));
    this.counts[index] = found.size;
    return (this.starts[index] = start);
  }
  private numberOf(name: string): number {
    const known = this.numbers.get(name);
    if (known !== undefined) return known;
    this.numbers.set(name, this.names.length);
    return this.names.push(name) - 1;
  }
}

/** The module-level names in lines. */
function moduleNames(lines: Iterable<string>, rules: TextRules): ReadonlySet<string> {
  const found = new Set<string>();
  for (const line of lines)
    rules.numbered(line, (start, end, label) => {
      if (!label && !isLocal(line.charAt(start))) found.add(line.slice(start, end));
    });
  return found;
}

function some(names: ReadonlySet<string>, test: (name: string) => boolean): boolean {
  for (const name of names) if (test(name)) return true;
  return false;
}

/** Tells which functions of two texts are equal. */
export class SameFunctions {
  private readonly named: NamesWithin;

  constructor(
    private readonly left: SplitText,
    private readonly right: SplitText,
    private readonly renaming: Renaming,
  ) {
    this.named = new NamesWithin(left.functions.length, left.rules);
  }

  /**
   * Whether the right function, written with the left side's names as far as they are paired now, equals the left one
   * line by line.
   */
  has(left: number, right: number): boolean {
    const [a, b] = [this.left.functions.at(left), this.right.functions.at(right)];
    if (!a || a.lines.length !== b?.lines.length) return false;
    return b.twin === left ? this.sameNames(left, a.lines) : this.sameLines(a.lines, b.lines);
  }
  /** Whether both of two functions have module-level names without a partner. */
  haveUnpaired(left: Iterable<string>, right: Iterable<string>): boolean {
    const { renaming } = this;
    const isUnpaired = (name: string): boolean => renaming.left(name) === undefined;
    return (
      some(moduleNames(right, this.right.rules), isUnpaired) &&
      some(moduleNames(left, this.left.rules), (name) => !renaming.hasLeft(name))
    );
  }
  private sameNames(index: number, lines: MadeList<string>): boolean {
    for (const name of this.named.of(index, lines)) if (this.renaming.left(name) !== name) return false;
    return true;
  }
  private sameLines(left: MadeList<string>, right: MadeList<string>): boolean {
    const locals = new Names();
    for (let at = 0; at < left.length; at++)
      if (!this.sameLine(left.at(at) ?? "", right.at(at) ?? "", locals)) return false;
    return true;
  }
  private sameLine(left: string, right: string, locals: Names): boolean {
    const a = scanLine(left, this.left.rules);
    const b = scanLine(right, this.right.rules);
    if (a.names.length !== b.names.length || a.label !== b.label) return false;
    for (const [index, name] of a.names.entries()) {
      const other = b.names[index] ?? "";
      if (isLocal(name) !== isLocal(other) || name.charAt(0) !== other.charAt(0)) return false;
      if (isLocal(other)) locals.pair(name, other);
      if ((isLocal(other) ? locals : this.renaming).left(other) !== name) return false;
    }
    return left === right || between(a) === between(b);
  }
}

/** The text of a line without its names. */
function between({ literals }: ScannedLine): string {
  return squeezed(literals.join("\0"));
}
