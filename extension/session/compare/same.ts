/** Tests quickly, in one pass and without aligning lines, whether two functions are equal; most are. */
import type { Renaming } from "./definitions";
import { Renaming as Names } from "./definitions";
import type { ScannedLine, TextRules } from "./rules";
import { isLocal, scanLine, squeezed } from "./rules";
import type { FunctionText } from "./units";

/** The module-level names in a function's text, each once. */
function moduleNames(text: string, rules: TextRules): ReadonlySet<string> {
  const names = new Set<string>();
  for (const line of text.split("\n"))
    rules.numbered(line, (start, end, label) => {
      if (!label && !isLocal(line.charAt(start))) names.add(line.slice(start, end));
    });
  return names;
}

/** Tells which functions of two texts are equal. */
export class SameFunctions {
  /** The module-level names in texts that are identical on both sides. */
  private readonly named = new Map<FunctionText, ReadonlySet<string>>();

  constructor(
    private readonly rules: readonly [TextRules, TextRules],
    private readonly renaming: Renaming,
  ) {}

  /**
   * Whether the right function, written with the left side's names as far as they are paired now, equals the left one
   * line by line.
   */
  has(left: FunctionText, right: FunctionText): boolean {
    if (left.lineCount !== right.lineCount) return false;
    return left.text === right.text ? this.sameNames(left) : this.sameLines(left.text, right.text);
  }
  private sameNames(function_: FunctionText): boolean {
    let names = this.named.get(function_);
    if (!names) this.named.set(function_, (names = moduleNames(function_.text, this.rules[0])));
    for (const name of names) if (this.renaming.left(name) !== name) return false;
    return true;
  }
  private sameLines(left: string, right: string): boolean {
    const locals = new Names();
    const others = right.split("\n");
    return left.split("\n").every((line, index) => this.sameLine(line, others[index] ?? "", locals));
  }
  private sameLine(left: string, right: string, locals: Names): boolean {
    const a = scanLine(left, this.rules[0]);
    const b = scanLine(right, this.rules[1]);
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
