/** What an op in its place is made of, taken from the walk's own op, which the next one overwrites. */
import type { Container } from "../container/container";
import type { Numbering } from "../ir/numbering";
import { ValueKind } from "../ir/numbering";
import type { Op } from "../ir/op";
import type { NamedValue, OpName } from "../model/module";
import type { Release } from "../model/release";
import type { TypeList } from "../model/signatureKey";
import type { DefinitionCheck } from "./check";
import type { DefinerFields, Definers } from "./definers";
import { unknown } from "./fault";
import type { MemberLists } from "./members";
import type { Definer, NestedOp, NestedParts } from "./nestedOp";

/** What the check asks about ops. */
export interface NestedFacts {
  readonly definitions: DefinitionCheck;
  /** All properties and attributes of an op. */
  named(op: DefinerFields): readonly NamedValue[];
  /** The numbers and types of values, as far as they are known. */
  readonly numbering: Numbering;
  /** Whether the release knows ops of that name. */
  isKnown(name: number): boolean;
  /** Whether they open a symbol table. */
  isTable(name: number): boolean;
}

/** What is asked to make the parts of an op. */
export interface PartSources {
  readonly container: Container;
  readonly facts: NestedFacts;
  readonly definers: Definers | undefined;
}

/** The numbers of an op's operands among the values, their types, its first result, and the first value of its region. */
export interface PlacedValues {
  readonly values: Int32Array;
  readonly types: Int32Array;
  readonly firstResult: number;
  readonly regionStart: number;
}

/** Parts of an op that outlive the walk's own op. */
export class PlacedParts implements NestedParts {
  readonly values: Int32Array;
  readonly firstResult: number;
  readonly regionStart: number;
  readonly startByte: number;
  readonly endByte: number;
  readonly regionCount: number;
  readonly operands: Listed;
  readonly results: Listed;
  readonly successors: readonly number[];
  private readonly fields: DefinerFields;
  private named: readonly NamedValue[] | undefined;

  constructor(
    op: Op,
    { values, types, firstResult, regionStart }: PlacedValues,
    readonly parent: NestedOp | undefined,
    private readonly sources: PartSources,
  ) {
    const { name, attributes, properties } = op;
    this.fields = { name, attributes, properties };
    this.values = values;
    this.firstResult = firstResult;
    this.regionStart = regionStart;
    this.startByte = op.startByte;
    this.endByte = op.endByte;
    this.regionCount = op.regions;
    this.operands = types.length === 0 ? NO_TYPES : new Listed(types);
    this.results = op.results.length === 0 ? NO_TYPES : new Listed(op.results.items.slice(0, op.results.length));
    this.successors = op.successors.length === 0 ? NOTHING : [...op.successors.items.slice(0, op.successors.length)];
  }

  get name(): string {
    return nameIn(this.sources.container, this.fields).name;
  }
  get registered(): boolean | undefined {
    return nameIn(this.sources.container, this.fields).registered;
  }
  get release(): Release {
    return this.sources.container.release;
  }
  /** All properties and attributes. */
  get properties(): readonly NamedValue[] {
    return (this.named ??= this.sources.facts.named(this.fields));
  }
  /** Equal for ops with the same name, properties and types. */
  get key(): string {
    const { name, attributes, properties } = this.fields;
    return `${name} ${attributes} ${properties} ${this.operands.join()} ${this.results.join()}`;
  }
  divided(what: "operands" | "results"): MemberLists | undefined {
    return this.sources.facts.definitions.divided(this.fields, this, what);
  }
  definer(value: number): Definer | undefined {
    const { container, facts, definers } = this.sources;
    const isDefined = (facts.numbering.kinds[value] ?? ValueKind.Undefined) !== ValueKind.Undefined;
    if (!definers || !isDefined) return unknown();
    const fields = definers.get(value);
    return (
      fields && {
        ...nameIn(container, fields),
        properties: () => facts.named(fields),
        operands: () => definers.operands(value) ?? unknown(),
      }
    );
  }
}

const NO_NAME = { name: "", registered: undefined };
const nameIn = ({ dialects }: Container, { name }: DefinerFields): Pick<OpName, "name" | "registered"> =>
  dialects.opNames[name] ?? NO_NAME;

/** A list of types of its own. */
class Listed implements TypeList {
  constructor(private readonly items: Int32Array) {}
  get length(): number {
    return this.items.length;
  }
  at(index: number): number {
    return this.items[index] ?? -1;
  }
  join(): string {
    return this.items.join();
  }
}

const NOTHING: readonly number[] = [];
/** No numbers of values. */
export const NO_NUMBERS = new Int32Array(0);
const NO_TYPES = new Listed(NO_NUMBERS);
