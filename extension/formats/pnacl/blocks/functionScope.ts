/**
 * The state of a function's body while it is read: its values with their types and names, as the instruction printers
 * need it.
 */
import type { BitRecord } from "../../bitstream/record";
import { NumberedName } from "../layout";
import type { SectionNode } from "../section";
import type { FunctionType, Type } from "../types";
import { POINTER, VOID } from "../types";
import { BlockPrinter } from "./printer";

/** Largest 32-bit index. */
const MAX_INDEX = 0xffffffff;

/** The counts and flags that change from record to record. */
interface State {
  /** Values defined so far, and one past the highest whose type is known: forward declarations run ahead. */
  readonly values: number;
  readonly known: number;
  readonly constants: number;
  /** The basic block that is open; -1 before the first. */
  readonly basicBlock: number;
  /** Basic blocks that DECLAREBLOCKS announced. */
  readonly expectedBlocks: number;
  /** Whether the last record ended a basic block or was DECLAREBLOCKS: a label comes next. */
  readonly terminated: boolean;
}

/** The values that a function has defined before the current record, and how operands refer to them. */
export abstract class FunctionScope extends BlockPrinter {
  readonly functionType: FunctionType = this.typeOfFunction();
  private values = 0;
  private known = 0;
  private constants = 0;
  protected basicBlock = -1;
  protected expectedBlocks = 0;
  protected terminated = false;

  /** Absolute value ids of the first parameter and the first constant. */
  private readonly firstParam = this.section.scope.functions + this.section.scope.expectedGlobals;
  private readonly firstConstant = this.firstParam + this.functionType.params.length;
  /** What the symbols of the function's names begin with. */
  protected readonly space = `${this.section.id}/`;
  /**
   * The highest number that a value can have: each takes at least two bits of the block, whose size its header gives in
   * 32-bit words.
   */
  private readonly maxValue = this.largestValue();

  override save(): State {
    const { values, known, constants, basicBlock, expectedBlocks, terminated } = this;
    return { values, known, constants, basicBlock, expectedBlocks, terminated };
  }
  override restore(state: State): void {
    this.values = state.values;
    this.known = state.known;
    this.constants = state.constants;
    this.basicBlock = state.basicBlock;
    this.expectedBlocks = state.expectedBlocks;
    this.terminated = state.terminated;
  }
  /** Constants of the function read so far. */
  override get constantCount(): number {
    return this.constants;
  }
  override adopt(child: SectionNode): void {
    if (child.outcome?.constants !== undefined) this.constants = child.outcome.constants;
  }
  private typeOfFunction(): FunctionType {
    const { functionId } = this.section;
    const type = functionId === undefined ? undefined : this.tables.functions[functionId]?.type;
    return type ?? this.tables.typeTable.function(VOID, [], false);
  }
  private largestValue(): number {
    const { block } = this.section;
    return Math.min(MAX_INDEX, (((block.endBit - block.bodyBit) / 32) * 8) % 2 ** 32);
  }

  /** Where the printers write statements and messages. */
  get output() {
    return this.out;
  }
  /** The module's tables. */
  get moduleTables() {
    return this.tables;
  }
  /** The current record ends its basic block. */
  terminate(): void {
    this.terminated = true;
  }
  /** The type whose id is operand `index`; reports an id that is not defined. */
  typeById(record: BitRecord, index: number): Type {
    return this.type(record.word(index), this.section.scope.types);
  }
  /** Prints a type, as what operand `operand` shows. */
  print(type: Type, operand?: number): void {
    this.out.asm.operand(operand);
    this.putType(type);
    this.out.asm.operand(undefined);
  }
  private firstValue(): number {
    const { functions, globals } = this.section.scope;
    return functions + globals + this.functionType.params.length + this.constants;
  }
  /**
   * The absolute id of a relative operand. Both are 32-bit numbers; a forward reference is negative. Reports one before
   * the first id.
   */
  absolute(relative: number): number {
    const next = (this.firstValue() + this.values) >>> 0;
    const signed = relative | 0;
    if (signed > 0 && next < signed) {
      this.out.error(`Invalid relative value id: ${signed} (Must be <= ${next})`);
      return 0;
    }
    return (next - signed) >>> 0;
  }
  /** The absolute id that operand `index` means. */
  operandId(record: BitRecord, index: number): number {
    return this.absolute(record.word(index));
  }

  /** `%vN`: the name of the next value that an instruction defines. */
  get nextValue(): string {
    return `%v${this.values}`;
  }
  /** The name and symbol of a value by its absolute id. */
  idOf(absolute: number): NumberedName {
    if (absolute < this.firstParam) return this.globalId(absolute);
    if (absolute < this.firstConstant) return this.local("%p", absolute - this.firstParam);
    const constant = absolute - this.firstConstant;
    return constant < this.constants ? this.local("%c", constant) : this.local("%v", constant - this.constants);
  }
  protected local(prefix: string, number: number): NumberedName {
    return new NumberedName("local", prefix, number, this.space);
  }
  /** Whether an absolute id is one of the function's constants. */
  isConstant(absolute: number): boolean {
    return absolute >= this.firstConstant && absolute < this.firstConstant + this.constants;
  }
  /** The type of a value by its absolute id; reports a value whose type is not known and returns void. */
  typeOf(absolute: number): Type {
    if (absolute < this.firstParam) return POINTER;
    if (absolute < this.firstConstant) return this.functionType.params[absolute - this.firstParam] ?? VOID;
    const constant = absolute - this.firstConstant;
    if (constant < this.constants) return this.section.data.constantTypes[constant] ?? VOID;
    const value = constant - this.constants;
    if (value >= this.known || value > this.maxValue) {
      this.out.error(`Can't find type for %v${value}`);
      return VOID;
    }
    return this.knownType(value);
  }
  /** The type of the value that relative operand `index` refers to; void, without a message, if it is not known. */
  peekOperand(record: BitRecord, index: number): Type {
    const next = (this.firstValue() + this.values) >>> 0;
    const signed = record.word(index) | 0;
    const absolute = signed > 0 && next < signed ? 0 : (next - signed) >>> 0;
    const value = absolute - this.firstConstant - this.constants;
    if (value < 0) return this.typeOf(absolute);
    return value < this.known && value <= this.maxValue ? this.knownType(value) : VOID;
  }
  /** The type whose id is operand `index`; void, without a message, if there is none. */
  peekType(record: BitRecord, index: number): Type {
    const id = record.word(index);
    return (id < this.section.scope.types ? this.tables.types[id] : undefined) ?? VOID;
  }
  /** The type of the function that relative operand `index` refers to; undefined for any other value. */
  peekCallee(record: BitRecord, index: number): FunctionType | undefined {
    const next = (this.firstValue() + this.values) >>> 0;
    const id = (next - (record.word(index) | 0)) >>> 0;
    return id < this.section.scope.functions ? this.tables.functions[id]?.type : undefined;
  }
  /**
   * A value's type as known at the current record: from its definition or a forward declaration, whichever came last.
   */
  private knownType(value: number): Type {
    const { data } = this.section;
    const defined = value < this.values ? this.tables.typeTable.byId(data.valueTypes.get(value) ?? 0) : undefined;
    const declared = data.forward.get(value)?.findLast((f) => f.entry < this.out.index);
    if (!declared) return defined ?? VOID;
    const definedAt = this.section.entryOf("v", value) ?? 0;
    return defined && definedAt > declared.entry ? defined : declared.type;
  }

  /** Prints the id of the value that this record defines: `%v0 `. */
  putResult(): void {
    this.out.asm.name(this.local("%v", this.values), true).space();
  }
  /** Prints `%v0 = `, the beginning of a statement that defines a value. */
  putEquals(): void {
    this.putResult();
    this.out.asm.put("punctuation", "=").space();
  }
  /** Prints a value by its absolute id. */
  putValue(absolute: number, operand: number): void {
    this.out.asm.operand(operand).name(this.idOf(absolute)).operand(undefined);
  }
  /** Prints a basic block: `%b1`. */
  putBlock(number: number, operand: number): void {
    const name = new NumberedName("block", "%b", number, this.space);
    this.out.asm.operand(operand).name(name).operand(undefined);
  }
  /** Returns the basic block that operand `index` names; reports one that does not exist, and the entry block. */
  checkBranch(record: BitRecord, index: number): number {
    const target = record.word(index);
    if (record.value(index) === 0 || record.value(index) >= this.expectedBlocks) {
      this.out.error(`Branch %b${target} out of range. Not in [1,${this.expectedBlocks}]`);
    }
    return target;
  }

  /** Defines the next value, with its type. */
  define(type: Type): void {
    const value = this.values;
    const { data } = this.section;
    if (value > this.maxValue) {
      this.out.error(`Can't define type ${type.name} for %v${value}. Index too large`);
    } else {
      this.checkRedefinition(value, type);
      this.known = Math.max(this.known, value + 1);
      data.valueTypes.set(value, type.id);
    }
    this.section.define("v", value, this.out.index);
    this.values++;
  }
  /** Sets the type of a value that is defined later (FORWARDTYPEREF). */
  declare(absolute: number, type: Type): void {
    const value = (absolute - this.firstValue()) >>> 0;
    if (value > this.maxValue) {
      return this.out.error(`Can't define type ${type.name} for %v${value}. Index too large`);
    }
    this.checkRedefinition(value, type);
    this.known = Math.max(this.known, value + 1);
    const { forward } = this.section.data;
    const declared = forward.get(value) ?? [];
    const entry = this.out.index;
    if (!declared.some((d) => d.entry === entry)) forward.set(value, [...declared, { entry, type }]);
  }
  private checkRedefinition(value: number, type: Type): void {
    const before = value < this.known ? this.knownType(value) : VOID;
    if (before !== VOID && before !== type) {
      this.out.error(`%v${value} defined with multiple types: ${type.name} and ${before.name}`);
    }
  }
}
