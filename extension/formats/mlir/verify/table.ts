/**
 * What the ODS of a release demands of ops. The data is made by tools/mlir-constraints.mjs: for each dialect one line an
 * op, or `-name` for one that the table's base has and the release has not. A first line `=a:b c:d` tells that the
 * base's lines have the index b instead of a. A line is the op's name and
 *
 *     0,1*>2?      the constraints of operands and results: indices in base 36 into the texts, `_` for any type; `*` any
 *                  number of values, `?` at most one, `#` any number of lists of values
 *     name=3       the constraint of an attribute; `name~3`: one that tells its class
 *     ^0:1:body    region 0, named `body`, has one block; `1+` one or more, `1-` at most one; `^0*` all regions from 0 on
 *     &4           what operands and results have in common: text 4
 *     >scf.yield   the op that ends each block
 *     <scf.for|scf.if  the ops that may be around the op
 *     /TX          traits
 *
 * A text is a predicate and the constraint's description, or `type o0 r0|description`: operand 0 and result 0 have equal
 * types; `scalar` types of elements, `rank`s, `shape`s; `a:value` is an attribute. `element o0 r0`: the result has the type
 * of the operand's elements; `bool`: it is `i1`, or has as many of them. The letters of traits:
 *
 *     T S E R  operands and results have the same type, shape, element type, rank     X  ends a block      B  regions of one block
 *     t s e    operands have the same type, shape, element type                       N  no terminator     A  no arguments of blocks
 *     f        results are floats                                                     G  graph regions     K  regions may be graphs
 *     w        elementwise      o r  lists of operands, of results have equal sizes   p c  makes, takes tokens
 */
import type { DialectDefinitions } from "../../../document/definitions";
import type { Test } from "./predicate";
import { predicate } from "./predicate";

/** A constraint and what the reference calls it; empty if that is too long. */
export interface Constraint {
  /** Its number among those of the release. */
  readonly id: number;
  readonly test: Test;
  readonly summary: string;
}

/** A list of operands or results. `many`: one, any number, at most one, any number of lists. */
export interface ValueRule {
  readonly constraint: Constraint | undefined;
  readonly many: "" | "*" | "?" | "#";
}

/** The constraint of an attribute. */
export type AttributeRule = readonly [name: string, constraint: Constraint];

/** How many blocks a region has. `open`: all regions from there on. */
export interface RegionRule {
  readonly region: number;
  readonly open: boolean;
  readonly blocks: number;
  readonly relation: "" | "+" | "-";
  readonly name: string;
}

/** Operands, results and attributes that are equal in what `word` names. */
export interface CommonRule {
  readonly word: string;
  readonly places: readonly ValuePlace[];
  readonly summary: string;
}

/** An operand or result by its place in the definition. */
export interface ValuePlace {
  readonly isResult: boolean;
  readonly place: number;
}

/** An attribute that has the type of a result. */
export interface TypedRule {
  readonly attribute: string;
  readonly result: number;
  readonly summary: string;
}

/** What is demanded of an op. */
export interface OpRules {
  readonly operands: readonly ValueRule[];
  readonly results: readonly ValueRule[];
  readonly attributes: readonly AttributeRule[];
  /** Those without which an attribute of a dictionary is no property: it has another class. */
  readonly classes: readonly AttributeRule[];
  readonly regions: readonly RegionRule[];
  readonly common: readonly CommonRule[];
  readonly terminators: readonly string[];
  readonly parents: readonly string[];
  readonly traits: string;
  /** Whether it must end its block. */
  readonly isTerminator: boolean;
  /** Attributes that have the type of a result. */
  readonly typed: readonly TypedRule[];
  /** Whether properties tell which operands and results are meant. */
  readonly divided: boolean;
  /** Whether traits compare types. */
  readonly compares: boolean;
  /** Whether something is demanded of the types. */
  readonly checksTypes: boolean;
  /** Whether something is demanded of the attributes. */
  readonly valued: boolean;
}

/** An index of a text in an op's line. */
const INDEX = /(?<=[ ,>=~&])[0-9a-z]+(?=[*?#,> ]|$)/g;

/** The tables of one release; lines and texts are read when they are first needed. */
export class ConstraintTable {
  private readonly lines = new Map<string, ReadonlyMap<string, string>>();
  /** By dialect, the indices of texts that replace those in the base's lines. */
  private readonly indices = new Map<string, ReadonlyMap<string, string>>();
  private readonly rules = new Map<string, OpRules | undefined>();
  private readonly constraints = new Map<number, Constraint>();

  /**
   * @param base the table that `data` extends: numbers of its texts continue those of the base
   * @param isPartial whether of dialects that `data` does not list only the traits of regions and terminators are known
   */
  constructor(
    private readonly data: DialectDefinitions,
    private readonly base?: ConstraintTable,
    private readonly isPartial = false,
  ) {}

  /**
   * What is demanded of an op; undefined if the release has no op with that name.
   * @param name with the dialect: `arith.addi`
   */
  of(name: string): OpRules | undefined {
    if (this.rules.has(name)) return this.rules.get(name);
    const dot = name.indexOf(".");
    const [dialect, op] = [name.slice(0, dot), name.slice(dot + 1)];
    const known = this.line(dialect, op);
    const line = this.lists(dialect) ? known : known && `${op} > /${structural(known)}`;
    const rules = line === undefined ? undefined : this.parse(line);
    this.rules.set(name, rules);
    return rules;
  }

  /** Whether more than traits is known of a dialect's ops. */
  lists(dialect: string): boolean {
    return !this.isPartial || Object.hasOwn(this.data.dialects, dialect);
  }

  private line(dialect: string, op: string): string | undefined {
    let lines = this.lines.get(dialect);
    if (!lines) {
      const text = Object.hasOwn(this.data.dialects, dialect) ? (this.data.dialects[dialect] ?? "") : "";
      lines = new Map(text.split("\n").map((line) => [line.split(" ", 1)[0] ?? "", line]));
      const pairs = /^=(.*)/
        .exec(text)?.[1]
        ?.split(" ")
        .map((pair) => pair.split(":"));
      if (pairs) this.indices.set(dialect, new Map(pairs.map(([from = "", to = ""]) => [from, to])));
      this.lines.set(dialect, lines);
    }
    const own = lines.get(op);
    if (own !== undefined || lines.has(`-${op}`)) return own;
    const inherited = this.base?.line(dialect, op);
    const indices = this.indices.get(dialect);
    return indices ? inherited?.replace(INDEX, (index) => indices.get(index) ?? index) : inherited;
  }

  private get textCount(): number {
    return (this.base?.textCount ?? 0) + this.data.defaults.length;
  }
  private text(index: number): string {
    const own = index - (this.base?.textCount ?? 0);
    return (own < 0 ? this.base?.text(index) : this.data.defaults[own]) ?? "";
  }

  private constraint(code: string): Constraint {
    const index = parseInt(code, 36);
    let constraint = this.constraints.get(index);
    if (!constraint) {
      const text = this.text(index);
      const end = text.includes(" ") ? text.indexOf(" ") : text.length;
      const expression = text.slice(0, end);
      constraint = { id: index, test: predicate(expression), summary: text.slice(end + 1) };
      this.constraints.set(index, constraint);
    }
    return constraint;
  }

  private parse(line: string): OpRules {
    const [, values = ">", ...words] = line.split(" ");
    const [operands = [], results = []] = values.split(">").map((list) => this.values(list));
    const marked = (mark: string): readonly string[] =>
      words.filter((word) => word.startsWith(mark)).map((word) => word.slice(1));
    const common = marked("&").map((code) => commonRule(this.text(parseInt(code, 36))));
    const named = words.filter((word) => /^\w/.test(word));
    const ruled = (list: readonly string[]): readonly AttributeRule[] =>
      list.map((word) => word.split(/[=~]/)).map(([name = "", code = ""]) => [name, this.constraint(code)]);
    const attributes = ruled(named);
    const traits = marked("/").join("");
    const typed = common.flatMap(typedRule);
    const compares = /[TSERtsefw]/.test(traits);
    return {
      operands,
      results,
      // An attribute that must have a result's type is checked with it.
      attributes: attributes.filter(([name]) => !typed.some(({ attribute }) => attribute === name)),
      classes: ruled(named.filter((word) => word.includes("~"))),
      regions: marked("^").map(regionRule),
      common: common.flatMap(valuesRule),
      typed,
      terminators: marked(">").flatMap((list) => list.split("|")),
      parents: marked("<").flatMap((list) => list.split("|")),
      traits,
      isTerminator: traits.includes("X"),
      divided: [operands, results].some((list) => list.filter(({ many }) => many !== "").length > 1),
      compares,
      checksTypes:
        compares ||
        common.length > typed.length ||
        [...operands, ...results].some(({ constraint, many }) => constraint !== undefined || many === "?"),
      valued: attributes.length + typed.length > 0,
    };
  }

  private values(text: string): readonly ValueRule[] {
    if (text === "") return [];
    return text.split(",").map((word) => {
      const [, code = "", many = ""] = /^(\w*)([*?#]?)$/.exec(word) ?? [];
      return { constraint: code === "_" ? undefined : this.constraint(code), many: many as ValueRule["many"] };
    });
  }
}

/** Those of a line's traits that tell which op ends a block, and in which regions the order is free. */
const structural = (line: string): string => (/ \/(\w+)$/.exec(line)?.[1] ?? "").replace(/[^XNGK]/g, "");

/** `0*:1+:body`. */
function regionRule(text: string): RegionRule {
  const [region = "", blocks = "", name = ""] = text.split(":");
  const relation = /[+-]$/.exec(blocks)?.[0] ?? "";
  return {
    region: parseInt(region, 10),
    open: region.endsWith("*"),
    blocks: parseInt(blocks, 10),
    relation: relation as RegionRule["relation"],
    name,
  };
}

/** A rule as it is written. */
interface WrittenRule {
  readonly word: string;
  readonly places: readonly string[];
  readonly summary: string;
}

/** A rule about operands and results alone. */
function valuesRule({ word, places, summary }: WrittenRule): readonly CommonRule[] {
  if (places.some(isAttribute)) return [];
  const found = places.map((place) => ({ isResult: place.startsWith("r"), place: Number(place.slice(1)) }));
  return [{ word, places: found, summary }];
}

const isAttribute = (place: string): boolean => place.startsWith("a:");

/** `type a:value r0`; attributes occur in no other rule. */
function typedRule({ word, places, summary }: WrittenRule): readonly TypedRule[] {
  const attribute = places.find(isAttribute)?.slice(2);
  const result = places.find((place) => place.startsWith("r"))?.slice(1);
  return attribute === undefined || result === undefined || word !== "type"
    ? []
    : [{ attribute, result: Number(result), summary }];
}

/** `type o0 r0|description`. */
function commonRule(text: string): WrittenRule {
  const bar = text.indexOf("|");
  const [word = "", ...places] = text.slice(0, bar).split(" ");
  return { word, places, summary: text.slice(bar + 1) };
}
