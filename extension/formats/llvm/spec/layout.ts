/** Assigns each operand of a record to a field of its specification. */
import type { BitRecord } from "../../bitstream/record";
import type { Release } from "../ir/releases";
import type { Type } from "../ir/types";
import { countBefore } from "../../../kit/sortedSearch";
import { sizeOf } from "../dwarf/expression";
import { signedBig } from "../stream/blocks";
import { LONGEST_SHARED, neededBy, sharedShapes } from "./dependencies";
import type { Field, Part, RecordSpecification, Test } from "./form";
import { field, number, type } from "./form";

/** The operands of a record, as a layout reads them. */
export interface RecordOperands {
  readonly length: number;
  /** An operand; 0 past the last one. */
  value(index: number): number;
  /** An operand as an unsigned 64-bit number. */
  big(index: number): bigint;
}

/** The greatest number of 32 bits. */
export const MOST_WORD = 0xffff_ffff;
/** The low 32 bits of an operand: of most numbers, the reference's readers keep no more. */
export function wordOf(operands: RecordOperands, index: number): number {
  const value = operands.value(index);
  return value <= MOST_WORD ? value : Number(BigInt.asUintN(32, operands.big(index)));
}

/** What a layout depends on besides the record's own operands. */
export interface LayoutSurroundings {
  readonly release: Release;
  /** MODULE's VERSION. */
  readonly version: number;
  /** The version of the summary index. */
  readonly summaryVersion: number;
  /** Whether the summary index keeps the stacks of its allocations in a radix tree. */
  readonly contextTree: boolean;
  /** The number that the next value would get at this record; undefined if unknown. */
  readonly next: number | undefined;
  type(index: number): Type | undefined;
  /** The type of a value of the module or the open function, by number. */
  typeOf(value: number): Type | undefined;
}

/** The surroundings of records that depend only on the release, or on the summary index. */
export function plainSurroundings(release: Release, summaryVersion = 0, contextTree = false): LayoutSurroundings {
  return {
    release,
    version: 0,
    summaryVersion,
    contextTree,
    next: undefined,
    type: () => undefined,
    typeOf: () => undefined,
  };
}

/** An operand and the field it belongs to. */
export interface Operand {
  readonly index: number;
  readonly field: Field;
  /** The repetition of a repeated field, from 0; undefined for a field that is not repeated. */
  readonly turn: number | undefined;
}

/** The field of operands that no known release writes. */
const UNKNOWN = field("unknown operand", number);
/** An argument of an operator in a DIExpression. */
const ARGUMENT = field("argument", number);
const OPERATOR = field("operator", { kind: "expressionOperator" });
const METADATA_MARKER = field("metadata follows", { kind: "hex" });
const BUNDLED_NODE = field("metadata", { kind: "node", form: "relative" });
/** Marks the next operand of an operand bundle as a metadata node (LLVM 22). */
const METADATA_MARK = 0x80000000;

/** The fields of one record's operands. */
export class Layout<R extends RecordOperands = BitRecord> {
  private readonly fields: Field[];
  private readonly turns: number[];
  /** By the name of a field that others depend on: its latest operand. Most records share a layout and need no such map. */
  private places: Map<string, number> | undefined;
  /** By name: the operands of a field, once one has been searched for in a long record. */
  private named: Map<string, readonly number[]> | undefined;
  private readonly needed: ReadonlySet<string>;
  private at = 0;
  private turn = -1;

  constructor(
    readonly record: R,
    readonly specification: RecordSpecification,
    readonly surroundings: LayoutSurroundings,
  ) {
    this.needed = neededBy(specification);
    const shared = record.length <= LONGEST_SHARED ? sharedShapes(specification) : undefined;
    const shape = shared?.get(record.length);
    ({ fields: this.fields, turns: this.turns } = shape ?? { fields: [], turns: [] });
    if (shape) return;
    this.walk(specification.parts);
    shared?.set(record.length, { fields: this.fields, turns: this.turns });
  }

  /** The field of operand `index`, and its repetition. */
  operand(index: number): Operand {
    const turn = this.turns[index] ?? -1;
    return { index, field: this.field(index), turn: turn < 0 ? undefined : turn };
  }
  field(index: number): Field {
    return this.fields[index] ?? UNKNOWN;
  }
  /**
   * The nearest operand before `index` with this field name, of the same repetition if it is repeated; undefined if
   * there is none.
   */
  before(name: string, index: number): number | undefined {
    const once = this.places?.get(name);
    if (once !== undefined && once < index && this.turns[once] === -1) return once;
    if (index > LONGEST_SHARED) return this.searchBefore(name, index);
    for (let i = index - 1; i >= 0; i--) if (this.fields[i]?.name === name) return i;
    return undefined;
  }
  /** The same for long records, each of whose operands may depend on a field at their beginning. */
  private searchBefore(name: string, index: number): number | undefined {
    let places = this.named?.get(name);
    if (!places) {
      places = this.fields.flatMap((f, i) => (f.name === name ? [i] : []));
      (this.named ??= new Map()).set(name, places);
    }
    const found = places;
    return found[countBefore(found.length, (i) => (found[i] ?? 0) >= index) - 1];
  }
  /** The first operand with this field name, from operand `from` on; undefined if there is none. */
  find(name: string, from = 0): number | undefined {
    const at = this.fields.findIndex((f, index) => index >= from && f.name === name);
    return at < 0 ? undefined : at;
  }
  /** The absolute number of the value that a relative, known or signed operand refers to. */
  referredAt(index: number): number {
    const { form } = this.field(index);
    if (form.kind !== "value" || form.form !== "signed" || this.surroundings.version < 1) return this.valueAt(index);
    return (this.surroundings.next ?? 0) - Number(signedBig(this.record.big(index)));
  }
  /**
   * The operand with the type of the value at `index`: the next one for a forward reference, or the field that the
   * specification names.
   */
  typeAt(index: number): number | undefined {
    const one = this.field(index);
    if (this.fields[index + 1] === forwardTypes.get(one)) return this.fields[index + 1] && index + 1;
    return one.form.kind === "value" && one.form.type !== undefined ? this.before(one.form.type, index) : undefined;
  }
  /** Whether a size is a metadata node rather than a number of bits. */
  isNode(index: number): boolean {
    const { form } = this.field(index);
    return form.kind === "size" && Math.floor(this.record.value(0) / form.nodeBit) % 2 === 1;
  }
  /** The absolute number of the value that a relative operand refers to. */
  valueAt(index: number): number {
    const raw = this.record.value(index);
    const { version, next = 0 } = this.surroundings;
    return version >= 1 ? (next - raw) >>> 0 : raw;
  }

  private get left(): number {
    return this.record.length - this.at;
  }
  private take(one: Field): void {
    this.fields[this.at] = one;
    this.turns[this.at] = this.turn;
    if (this.needed.size > 0 && this.needed.has(one.name)) (this.places ??= new Map()).set(one.name, this.at);
    this.at++;
  }
  private last(name: string): number {
    const at = this.places?.get(name);
    return at === undefined ? 0 : this.record.value(at);
  }

  private walk(parts: readonly Part[]): void {
    for (const part of parts) {
      if (this.left <= 0) return;
      this.part(part);
    }
  }

  private part(part: Part): void {
    switch (part.part) {
      case "field":
        return this.operandOf(part);
      case "when":
        return this.walk(this.holds(part.test) ? part.then : part.otherwise);
      case "choose":
        return this.walk(part.cases[this.last(part.field)] ?? []);
      case "rest":
        return this.repeat(part.parts, Infinity);
      case "times":
        return this.repeat(part.parts, this.count(part.count, part.half));
      case "string":
        return this.string(field(part.name, { kind: "character" }));
      case "arguments":
        return this.arguments(part.type, part.callee);
      case "bundled":
        return this.bundled(part.name);
      case "operators":
        return this.operators();
    }
  }

  /** Takes a field; a forward reference is followed by its type. */
  private operandOf(one: Field): void {
    const { form } = one;
    const index = this.at;
    this.take(one);
    if (form.kind !== "value" || form.form !== "relative" || this.left <= 0) return;
    const { next } = this.surroundings;
    if (next !== undefined && this.valueAt(index) >= next) this.take(typeOfForward(one));
  }

  /** Repeats parts; a repetition inside another counts its own turns. */
  private repeat(parts: readonly Part[], count: number): void {
    const outer = this.turn;
    for (let turn = 0; turn < count && this.left > 0; turn++) {
      this.turn = turn;
      const before = this.at;
      this.walk(parts);
      if (this.at === before) break;
    }
    this.turn = outer;
  }
  private count(name: string, half: "low" | "high" | undefined): number {
    const at = this.places?.get(name);
    if (at === undefined) return 0;
    if (half === undefined) return this.record.value(at);
    const big = this.record.big(at);
    return Number(half === "low" ? big & 0xffffffffn : big >> 32n);
  }

  /** Characters up to and including a zero. */
  private string(one: Field): void {
    const outer = this.turn;
    this.turn = 0;
    while (this.left > 0) {
      const end = this.record.value(this.at) === 0;
      this.take(one);
      this.turn++;
      if (end) break;
    }
    this.turn = outer;
  }

  /** Takes the arguments of a call: fixed ones have no type, variable arguments have. */
  private arguments(typeField: string, calleeField: string): void {
    const signature = this.signature(typeField, calleeField);
    const outer = this.turn;
    this.turn = 0;
    for (const param of signature ?? []) {
      if (this.left <= 0) break;
      this.take(argumentOf(param));
      this.turn++;
    }
    while (this.left > 0) {
      this.operandOf(VARARG);
      this.turn++;
    }
    this.turn = outer;
  }
  private signature(typeField: string, calleeField: string): readonly Type[] | undefined {
    const explicit = this.places?.get(typeField);
    const callee = this.places?.get(calleeField);
    let found = explicit === undefined ? undefined : this.surroundings.type(this.record.value(explicit));
    if (explicit === undefined && callee !== undefined) found = this.surroundings.typeOf(this.valueAt(callee));
    if (found?.kind === "pointer") found = found.pointee;
    return found?.kind === "function" ? found.params : undefined;
  }

  private bundled(name: string): void {
    if (this.left > 1 && this.record.value(this.at) === METADATA_MARK) {
      this.take(METADATA_MARKER);
      this.take(BUNDLED_NODE);
    } else this.operandOf(field(name, { kind: "value", form: "relative" }));
  }

  private operators(): void {
    const { release } = this.surroundings;
    for (this.turn = 0; this.left > 0; this.turn++) {
      const size = sizeOf(this.record.value(this.at), release);
      this.take(OPERATOR);
      for (let i = 1; i < size && this.left > 0; i++) this.take(ARGUMENT);
    }
    this.turn = -1;
  }

  private holds(test: Test): boolean {
    const { surroundings, record } = this;
    const raw = test.field === undefined ? 0 : this.last(test.field);
    return (
      (test.version === undefined || surroundings.version >= test.version) &&
      (test.release === undefined || surroundings.release >= test.release) &&
      (test.summary === undefined || surroundings.summaryVersion >= test.summary) &&
      (test.contextTree === undefined || surroundings.contextTree) &&
      (test.length === undefined || record.length >= test.length) &&
      (test.left === undefined || this.left >= test.left) &&
      (test.odd === undefined || (test.odd === "left" ? this.left : record.length) % 2 === 1) &&
      (test.is === undefined || raw === test.is) &&
      (test.bit === undefined || Math.floor(raw / test.bit) % 2 === 1) &&
      (test.atMost === undefined || raw <= test.atMost) &&
      (test.upper === undefined || Math.floor(record.value(this.at) / 65536) === test.upper) &&
      (test.wide === undefined || this.isWide(test.wide))
    );
  }
  private isWide(typeField: string): boolean {
    const found = this.surroundings.type(this.last(typeField));
    return found?.kind === "integer" && found.width > 64;
  }
}

const VARARG = field("vararg", { kind: "value", form: "relative" });
const PARAMETER = field("arg", { kind: "value", form: "known" });
const BLOCK_PARAMETER = field("arg", { kind: "block" });
const NODE_PARAMETER = field("arg", { kind: "node", form: "relative" });

function argumentOf(param: Type): Field {
  if (param.kind === "label") return BLOCK_PARAMETER;
  return param.kind === "metadata" ? NODE_PARAMETER : PARAMETER;
}

const forwardTypes = new Map<Field, Field>();
/** The operand with the type of a forward reference. */
function typeOfForward(of: Field): Field {
  const known = forwardTypes.get(of);
  if (known) return known;
  const made = field(`type of ${of.name}`, type);
  forwardTypes.set(of, made);
  return made;
}
