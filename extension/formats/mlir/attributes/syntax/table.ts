/**
 * How a release spells the attributes and types of its dialects. The data is made by tools/mlir-syntax.mjs: for each
 * dialect one line an attribute (`#name`) or type (`!name`), or `-#name` for one that the table's base has and the
 * release has not; `-` for a dialect of which nothing is known. After the name comes a blank and the pattern of what
 * follows in assembly; without the blank, any text with balanced brackets may follow. A pattern is words:
 *
 *     < , x       as they are
 *     $i $b $s    a number, `true` or `false`, a string
 *     $t $y       a type, a symbol
 *     $e4 $E5     a case of enum 4; several cases of enum 5, whose first word separates them
 *     $x $r       any text up to the next comma, or up to the bracket that closes
 *     $[ A $| B $]        A or B
 *     $( a=i b?s $)       `a = …, b = …` in any order, of which b may be missing
 *
 * Enums are numbered on from those of the base. `=4 more -less`: enum 4 with more cases and without some.
 */
import type { DialectDefinitions } from "../../../../document/definitions";
import syntax22 from "../data/syntax-22.json";
import syntax23 from "../data/syntax-23.json";

/** The spelling of one release. */
export class SyntaxTable {
  private readonly lines = new Map<string, ReadonlyMap<string, string | undefined> | undefined>();

  /** @param base the table that `data` extends */
  constructor(
    private readonly data: DialectDefinitions,
    private readonly base?: SyntaxTable,
  ) {}

  /** By sigil and name (`!ptr`) the patterns of a dialect; undefined for a dialect of which nothing is known. */
  patterns(dialect: string): ReadonlyMap<string, string | undefined> | undefined {
    if (!this.lines.has(dialect)) this.lines.set(dialect, this.read(dialect));
    return this.lines.get(dialect);
  }

  private read(dialect: string): ReadonlyMap<string, string | undefined> | undefined {
    const inherited = this.base?.patterns(dialect);
    if (!Object.hasOwn(this.data.dialects, dialect)) return inherited;
    const text = this.data.dialects[dialect] ?? "";
    if (text === "-") return undefined;
    const made = new Map(inherited);
    for (const line of text.split("\n")) {
      const [, gone = "", name = "", , pattern] = /^(-?)([^ ]*)( (.*))?$/.exec(line) ?? [];
      if (gone === "") made.set(name, pattern);
      else made.delete(name);
    }
    return made;
  }

  /** The words of an enum: its cases, after what separates them if there may be several. */
  words(index: number): readonly string[] {
    const inherited = this.base?.enumCount ?? 0;
    if (index < inherited) return this.base?.words(index) ?? [];
    const [first = "", ...words] = this.data.enums[index - inherited]?.split(" ") ?? [];
    if (!first.startsWith("=")) return [first, ...words];
    const more = words.filter((word) => !word.startsWith("-"));
    return [...this.words(Number(first.slice(1))), ...more].filter((word) => !words.includes(`-${word}`));
  }
  private get enumCount(): number {
    return (this.base?.enumCount ?? 0) + this.data.enums.length;
  }
}

const S22 = new SyntaxTable(syntax22);
/** The tables of releases whose spelling is known. */
export const SYNTAX: Readonly<Record<number, SyntaxTable>> = { 22: S22, 23: new SyntaxTable(syntax23, S22) };
