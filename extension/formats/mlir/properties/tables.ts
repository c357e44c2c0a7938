/**
 * How the ops of a release lay out their properties. The data is made by tools/mlir-ods.mjs: for each dialect one line an
 * op, `name/FLAGS property property …`, or `-name` for one that the table's base has and the release has not. A property is
 *
 *     name      an attribute             name?     an attribute or none
 *     name=D    an attribute or none, then the printed default D (an index in base 36 into `defaults`)
 *     name:T    a native value of type T (native.ts)
 *     name^C…   the attribute has class C (kinds.ts)
 *     …~E       its number is a case of enum E (an index in base 36 into `enums`)
 *     @N, %N    sizes of N operand, result segments
 *     #O,R,G,S  how many operands, results, regions and successors the op has: `1+` is one or more
 *
 * in the order of the bytes (mlir-tblgen's writeProperties): attributes by name, then the native ones. FLAGS: `S` a symbol,
 * `T` a symbol table, `I` isolated from above.
 */
import type { DialectDefinitions } from "../../../document/definitions";
import type { NativeType } from "./native";
import { nativeType } from "./native";

/** How a property is encoded: as an attribute, an attribute or none, or a native value. */
export type PropertyEncoding =
  { readonly kind: "attribute" | "optional" } | { readonly kind: "native"; readonly type: NativeType };

/** The cases of an enum by value. `flags`: cases are bits that can be combined. */
export interface EnumCases {
  readonly flags: boolean;
  readonly names: ReadonlyMap<number, string>;
}

/** One property of an op. `filled`: the text that is printed if the file holds no value. */
export interface PropertyLayout {
  readonly name: string;
  readonly encoding: PropertyEncoding;
  readonly filled: string | undefined;
  readonly cases: EnumCases | undefined;
  /** The letter of the attribute's required class (kinds.ts). */
  readonly attributeClass: string | undefined;
}

/** A number of operands, results, regions or successors. `open`: that many or more. */
export interface Arity {
  readonly least: number;
  readonly open: boolean;
}

/** An op's properties in the order of the bytes, and its traits. */
export interface OpLayout {
  readonly properties: readonly PropertyLayout[];
  /** The number of sizes in `operandSegmentSizes`; 0 if the op has no such property. */
  readonly operandSegments: number;
  readonly resultSegments: number;
  /** The numbers of operands, results, regions and successors; undefined if the table has none. */
  readonly arity: readonly Arity[] | undefined;
  readonly symbol: boolean;
  readonly symbolTable: boolean;
  readonly isolated: boolean;
}

const PROPERTY = /^(.*?)(?:\^(\w))?(\?)?(?::([a-z0-9]+|\{.*?\}))?(?:=([0-9a-z]+))?(?:~([0-9a-z]+))?$/;

/** The beginning of a line that removes an op of the base table. */
const GONE = "-";

/** What there is of a dialect without ops: made once, since a file may name any number of dialects. */
const NO_NAMES: ReadonlySet<string> = new Set();
const NO_LINES: ReadonlyMap<string, string> = new Map();

/** The tables of one release; a line is parsed when its op is first looked up. */
export class OpTable {
  private readonly lines = new Map<string, ReadonlyMap<string, string>>();
  private readonly layouts = new Map<string, OpLayout | undefined>();
  private readonly dialectNames = new Map<string, ReadonlySet<string>>();
  private readonly cases = new Map<number, EnumCases>();

  /** @param base the table that `data` extends: numbers of its texts continue those of the base */
  constructor(
    private readonly data: DialectDefinitions,
    private readonly base?: OpTable,
  ) {}

  get release(): string {
    return this.data.release;
  }

  /** Whether the release has ops of that dialect. */
  hasDialect(dialect: string): boolean {
    return this.names(dialect).size > 0;
  }

  /** Whether this table or those that it extends have lines for a dialect. */
  private mentions(dialect: string): boolean {
    return Object.hasOwn(this.data.dialects, dialect) || this.base?.mentions(dialect) === true;
  }

  /** The names of a dialect's ops, without the dialect. */
  private names(dialect: string): ReadonlySet<string> {
    if (!this.mentions(dialect)) return NO_NAMES;
    let names = this.dialectNames.get(dialect);
    if (!names) {
      const all = new Set(this.base?.names(dialect));
      for (const name of this.dialectLines(dialect).keys())
        if (name.startsWith(GONE)) all.delete(name.slice(GONE.length));
        else all.add(name);
      this.dialectNames.set(dialect, (names = all));
    }
    return names;
  }

  /** A text that lines refer to by number; those of the base come first. */
  private text(list: "defaults" | "enums", index: number): string | undefined {
    const own = index - (this.base?.texts(list) ?? 0);
    return own < 0 ? this.base?.text(list, index) : this.data[list][own];
  }
  private texts(list: "defaults" | "enums"): number {
    return (this.base?.texts(list) ?? 0) + this.data[list].length;
  }

  /**
   * The layout of an op; undefined if the release has no op with that name.
   * @param name with the dialect: `arith.addi`
   */
  layout(name: string): OpLayout | undefined {
    if (this.layouts.has(name)) return this.layouts.get(name);
    const dot = name.indexOf(".");
    const dialect = dot < 0 ? name : name.slice(0, dot);
    if (!this.mentions(dialect)) return undefined;
    const own = dot < 0 ? "" : name.slice(dot + 1);
    const lines = this.dialectLines(dialect);
    const line = lines.get(own);
    const inherited = lines.has(GONE + own) ? undefined : this.base?.layout(name);
    const layout = line === undefined ? inherited : this.parse(line);
    this.layouts.set(name, layout);
    return layout;
  }

  private dialectLines(dialect: string): ReadonlyMap<string, string> {
    if (!Object.hasOwn(this.data.dialects, dialect)) return NO_LINES;
    let lines = this.lines.get(dialect);
    if (!lines) {
      const text = this.data.dialects[dialect] ?? "";
      lines = new Map(text === "" ? [] : text.split("\n").map((line) => [/^[^/ ]*/.exec(line)?.[0] ?? "", line]));
      this.lines.set(dialect, lines);
    }
    return lines;
  }

  private parse(line: string): OpLayout {
    const [head = "", ...words] = line.split(" ");
    const flags = head.slice(head.indexOf("/") + 1 || head.length);
    const segments = (mark: string): number => Number(words.find((word) => word.startsWith(mark))?.slice(1) ?? 0);
    return {
      properties: words.filter((word) => !/^[@%#]/.test(word)).map((word) => this.property(word)),
      operandSegments: segments("@"),
      resultSegments: segments("%"),
      arity: arityOf(words.find((word) => word.startsWith("#"))),
      symbol: flags.includes("S"),
      symbolTable: flags.includes("T"),
      isolated: flags.includes("I"),
    };
  }

  private property(word: string): PropertyLayout {
    const [, name = word, attributeClass, optional, native, filled, cases] = PROPERTY.exec(word) ?? [];
    const attribute = { kind: optional === undefined && filled === undefined ? "attribute" : "optional" } as const;
    return {
      name,
      encoding: native === undefined ? attribute : { kind: "native", type: nativeType(native) },
      filled: filled === undefined ? undefined : this.text("defaults", parseInt(filled, 36)),
      cases: cases === undefined ? undefined : this.enumCases(parseInt(cases, 36)),
      attributeClass,
    };
  }

  private enumCases(index: number): EnumCases {
    let cases = this.cases.get(index);
    if (!cases) {
      const text = this.text("enums", index) ?? "";
      const flags = text.startsWith("|");
      const words = (flags ? text.slice(1) : text).split(" ").map((word) => word.split("="));
      // The first case of a value is the one that is printed.
      const names = new Map<number, string>();
      for (const [name = "", value] of words) if (!names.has(Number(value))) names.set(Number(value), name);
      cases = { flags, names };
      this.cases.set(index, cases);
    }
    return cases;
  }
}

/** `#2,1+,0,0`. */
const arityOf = (word: string | undefined): readonly Arity[] | undefined =>
  word
    ?.slice(1)
    .split(",")
    .map((count) => ({ least: parseInt(count, 10), open: count.endsWith("+") }));

/** The meaning of a number: its case, or the cases of its bits (`nsw, nuw`); undefined if there is none. */
export function enumText(cases: EnumCases, value: number): string | undefined {
  const whole = cases.names.get(value);
  if (whole !== undefined || !cases.flags) return whole;
  const bits = [...cases.names].filter(([bit]) => bit !== 0 && (bit & (bit - 1)) === 0 && (value & bit) === bit);
  return bits.length > 0 ? bits.map(([, name]) => name).join(", ") : undefined;
}
