/** Reads function bodies: operations with their results, attributes, operands and regions, in the writer's order. */
import { append } from "../../document/arrays";
import type { Names } from "./attributes";
import { readAttribute } from "./attributes";
import type { Cursor } from "./cursor";
import { Damage } from "./cursor";
import type { Attribute, Block, Op, Value, Version } from "./model";
import { Attributes, has, TOKEN } from "./model";
import type { OperationDefinition, ValueDefinition } from "./operations";
import { operationFlags, operationOf } from "./operations";

/** Deepest nesting of regions that is read. */
const DEEPEST = 256;
/** What most operations have in common. */
const UNIT: Attribute = { kind: "unit" };
const NO_ATTRIBUTES = new Attributes([], []);
const NO_VALUES: readonly Value[] = [];
const NO_REGIONS: readonly (readonly Block[])[] = [];

/**
 * Reads the operations of one function. Values are numbered as they are defined; the values of a block are dropped at
 * its end.
 */
export class BodyReader {
  private readonly values: Value[];
  /** Values so far, those of blocks that have ended included. */
  private count: number;
  private depth = 0;

  constructor(
    private readonly cursor: Cursor,
    private readonly version: Version,
    private readonly names: Names,
    args: readonly Value[],
  ) {
    this.values = [...args];
    this.count = args.length;
  }

  /** The operations up to the end of the cursor, passed on one by one so that damage keeps those before it. */
  body(take: (op: Op) => void): void {
    while (this.cursor.left > 0) take(this.operation());
  }

  private operation(): Op {
    const { cursor } = this;
    const startByte = cursor.at;
    // The name must be known before the container is opened.
    const peeked = operationOf(cursor.part(startByte, cursor.end).varint("opcode"));
    cursor.open("operation", peeked?.name ?? "unknown operation");
    const code = cursor.varint("opcode", (value) => operationOf(value)?.name);
    const definition = operationOf(code);
    if (!definition) throw new Damage(startByte, `opcode 0x${code.toString(16)} is not known`);
    const stored = this.results(definition);
    const flags = this.flags(definition);
    const attributes = this.attributes(definition, flags);
    const operands = definition.segments ? this.segments(definition, flags) : this.plainOperands(definition);
    const regions = definition.regions.length > 0 ? this.regions() : NO_REGIONS;
    append(this.values, stored);
    cursor.close();
    const later = this.later(definition);
    const results = later.length > 0 ? [...stored, ...later] : stored;
    return { code, startByte, endByte: cursor.at, results, attributes, operands, regions };
  }

  private since({ since }: { readonly since?: string }): boolean {
    return since === undefined || has(this.version, since);
  }
  private value(type: number): Value {
    return { type, index: this.count++ };
  }
  private typeIndex(name: string): number {
    return this.cursor.varint(name, (index) => this.names.type(index));
  }

  /**
   * A type for each result that the file's version has. Their number is stored if any group of results or operands is
   * variadic; optional ones do not count.
   */
  private results(definition: OperationDefinition): readonly Value[] {
    const named = definition.results.filter((result) => this.since(result));
    const varies = [...definition.operands, ...definition.results].some(({ count }) => count === "variadic");
    const count = varies ? this.cursor.count("number of results") : named.length;
    return Array.from({ length: count }, (_unused, i) =>
      this.value(this.typeIndex(`type of ${named[i]?.name ?? "result"}`)),
    );
  }
  /** Results added in later versions: they are unused, and all of them are tokens. */
  private later(definition: OperationDefinition): readonly Value[] {
    return definition.results.filter((result) => !this.since(result)).map(() => this.value(TOKEN));
  }

  private flags(definition: OperationDefinition): number {
    const { bits, since } = operationFlags(definition);
    if (since === undefined || (since !== definition.since && !has(this.version, since))) return 0;
    const named = (value: number): string => {
      const set = [...bits].filter(([, bit]) => Math.floor(value / 2 ** bit) % 2 === 1);
      return set.length === 0 ? "none" : set.map(([name]) => name).join(", ");
    };
    return this.cursor.varint("flags", named);
  }
  private flagged(definition: OperationDefinition, flags: number, name: string): boolean {
    const bit = operationFlags(definition).bits.get(name);
    return bit !== undefined && Math.floor(flags / 2 ** bit) % 2 === 1;
  }

  private attributes(definition: OperationDefinition, flags: number): Attributes {
    const defined = definition.attributes;
    if (defined.length === 0) return NO_ATTRIBUTES;
    const values = defined.map((attribute): Attribute | undefined => {
      const { name, kind, optional } = attribute;
      const stored = optional ? this.flagged(definition, flags, name) : this.since(attribute);
      if (!stored) return undefined;
      return kind === "unit" ? UNIT : readAttribute(this.cursor, attribute, this.names);
    });
    return new Attributes(defined, values);
  }

  private operand(name: string): Value {
    const start = this.cursor.at;
    const index = this.cursor.varint(name, (value) => `%${value}`);
    const value = this.values[index];
    if (!value) throw new Damage(start, `operand ${name} is value ${index}; ${this.values.length} are defined`);
    return value;
  }
  private operandList(name: string, count: number): readonly Value[] {
    return count === 0 ? NO_VALUES : Array.from({ length: count }, () => this.operand(name));
  }
  private segments(definition: OperationDefinition, flags: number): readonly (readonly Value[])[] {
    return definition.operands.map(({ name, count }) => {
      if (count === "optional") return this.flagged(definition, flags, name) ? [this.operand(name)] : NO_VALUES;
      return this.operandList(name, count === "variadic" ? this.cursor.count(`number of ${name}`) : 1);
    });
  }
  /** All operands in one list; at most one group varies in size. */
  private plainOperands({ operands }: OperationDefinition): readonly (readonly Value[])[] {
    const sized = operands.some(({ count }) => count !== undefined);
    const start = this.cursor.at;
    const total = sized ? this.cursor.count("number of operands") : operands.length;
    const loose = total - operands.filter(({ count }) => count === undefined).length;
    if (loose < 0) throw new Damage(start, `${total} operands are too few`);
    const size = ({ count }: ValueDefinition): number => (count === undefined ? 1 : loose);
    return operands.map((operand) => this.operandList(operand.name, size(operand)));
  }

  private regions(): readonly (readonly Block[])[] {
    const { cursor } = this;
    if (++this.depth > DEEPEST) throw new Damage(cursor.at, `regions are nested more than ${DEEPEST} deep`);
    const count = cursor.count("number of regions");
    const regions = Array.from({ length: count }, (_unused, region) => {
      cursor.open("region", String(region));
      const blocks = Array.from({ length: cursor.count("number of blocks") }, () => this.block());
      cursor.close();
      return blocks;
    });
    this.depth--;
    return regions;
  }
  private block(): Block {
    const { cursor, values } = this;
    const before = values.length;
    cursor.open("block", "");
    const count = cursor.count("number of arguments");
    const args = Array.from({ length: count }, () => this.value(this.typeIndex("argument type")));
    append(values, args);
    const ops = Array.from({ length: cursor.count("number of operations") }, () => this.operation());
    values.length = before;
    cursor.close();
    return { args, ops };
  }
}
