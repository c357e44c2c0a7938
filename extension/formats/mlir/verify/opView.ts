/** An op as the checks of single ops see it. What the file does not tell ends the check as unknown (fault.ts). */
import type { NamedValue } from "../model/module";
import type { Release } from "../model/release";
import type { TypeList } from "../model/signatureKey";
import { AttrView, TypeView } from "./entryView";
import { known } from "./fault";
import type { MemberLists } from "./members";
import type { SpelledEntries } from "./signature";

/** What a view is made of. */
export interface ViewParts {
  readonly name: string;
  readonly operands: TypeList;
  readonly results: TypeList;
  readonly properties: readonly NamedValue[];
  readonly release: Release;
  /** Divides operands or results by the op's definition; undefined if that is not known. */
  divided(what: "operands" | "results"): MemberLists | undefined;
}

/** An op of which types and attributes are known. */
export class OpView {
  private ins: readonly TypeView[] | undefined;
  private outs: readonly TypeView[] | undefined;

  constructor(
    private readonly parts: ViewParts,
    readonly entries: SpelledEntries,
  ) {}

  get operands(): readonly TypeView[] {
    return (this.ins ??= viewsOf(this.parts.operands, this.entries));
  }
  get results(): readonly TypeView[] {
    return (this.outs ??= viewsOf(this.parts.results, this.entries));
  }
  get name(): string {
    return this.parts.name;
  }
  /** The release whose mlir-opt would read the file. */
  get release(): Release {
    return this.parts.release;
  }
  /** An operand. */
  operand(index: number): TypeView {
    return known(this.operands[index]);
  }
  /** A result. */
  result(index = 0): TypeView {
    return known(this.results[index]);
  }
  /** The operands that are one of the definition's, counted from 0. */
  group(member: number): readonly TypeView[] {
    const [start, end] = this.range(member);
    return this.operands.slice(start, end);
  }
  /** The first operand of a member of the definition, and the one after the last. */
  range(member: number): readonly [start: number, end: number] {
    const lists = known(this.parts.divided("operands"));
    return [lists.start(member), lists.end(member)];
  }
  /** A property. */
  attribute(name: string): AttrView | undefined {
    const value = this.parts.properties.find((property) => property.name === name)?.value;
    return value && new AttrView(value, this.entries);
  }
  has(name: string): boolean {
    return this.parts.properties.some((property) => property.name === name);
  }
  /** A property that is an integer. */
  integer(name: string): number {
    return known(this.attribute(name)).integer;
  }
  /** A property that is an array of integers. */
  integers(name: string): readonly number[] {
    return known(this.attribute(name)).integers;
  }
  /** The word in the angle brackets of a property; empty if the op has no such property. */
  word(name: string): string {
    return this.attribute(name)?.word ?? "";
  }
}

function viewsOf(types: TypeList, entries: SpelledEntries): readonly TypeView[] {
  return Array.from({ length: types.length }, (_, i) => new TypeView(types.at(i), entries));
}

/** Checks an op by what it alone tells. */
export type OpCheck = (op: OpView) => void;
/** Checks by the names of ops. */
export type OpChecks = Readonly<Record<string, OpCheck>>;
/** Tells by the types of an op's results whether it needs no check. */
export type TypesTest = (results: TypeList, entries: SpelledEntries) => boolean;
