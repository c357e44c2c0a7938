/** What an instruction's record means: the operands of each operation. */
import { Damage } from "../model/cursor";
import type { Operation } from "../model/opcodes";
import { isComparison, PSEUDO_OPERATIONS } from "../model/opcodes";
import type { Row } from "../model/row";
import type { Traits } from "../model/traits";
import type { Type } from "../model/type";
import { primitive, VOID } from "../model/type";
import { sanitizeSlot } from "../model/typeRecord";
import type { TypeTable } from "../model/types";
import type { Planes } from "../model/values";
import type { InstructionRecord } from "./instructionRecord";

/** The meaning of an instruction's record. */
export interface Interpretation {
  readonly operation: Operation;
  readonly type: Type;
  /** The type operand of a cast or of an access to variable arguments. */
  readonly typeOperand: Type | undefined;
  /** The operands that are values: the type of each, and its slot in that plane. */
  readonly types: readonly Type[];
  readonly slots: readonly number[];
  /** For each operand of the record its index among these; -1 for those that are not values. Absent: one to one. */
  readonly operandOf: readonly number[] | undefined;
  readonly volatile: boolean;
  readonly tail: boolean;
  readonly convention: number;
  readonly alignment: number;
}

/** LLVM's number for fastcc (CallingConv.h). */
const FAST = 8;
const BOOL = primitive("bool");
const LABEL = primitive("label");
const UBYTE = primitive("ubyte");
const UINT = primitive("uint");
/** Types of an index, by its two low bits (since version 2). */
const INDEX_TYPES: readonly Type[] = [UINT, primitive("int"), primitive("ulong"), primitive("long")];

/**
 * Interprets the records of one function: the types of its operands follow from types alone, except for struct indices.
 */
export class Interpreter {
  private operandTypes: Type[] = [];
  private operandSlots: number[] = [];
  /** The index of the record's next operand. */
  private next = 0;
  private operandOf: number[] | undefined;
  private typeOperand: Type | undefined;
  private args: readonly number[] = [];
  private byte = 0;
  constructor(
    private readonly traits: Traits,
    private readonly types: TypeTable,
    private readonly planes: Planes,
  ) {}

  /** The meaning of a record. @throws {Damage} if it is invalid in this version */
  interpret(record: InstructionRecord): Interpretation {
    const pseudo = PSEUDO_OPERATIONS.get(record.opcode);
    const operation = pseudo?.operation ?? this.traits.operations[record.opcode];
    if (operation === undefined) throw this.bad(`unknown opcode ${record.opcode}`, record);
    this.operandTypes = [];
    this.operandSlots = [];
    this.operandOf = undefined;
    this.next = 0;
    this.typeOperand = undefined;
    this.args = record.args;
    this.byte = record.startByte;
    let convention = pseudo?.fast ? FAST : 0;
    let tail = pseudo?.tail ?? false;
    if (pseudo?.convention) {
      const last = this.args.at(-1);
      if (last === undefined) throw this.bad("the calling convention is missing", record);
      this.args = this.args.slice(0, -1);
      convention = operation === "call" ? last >>> 1 : last;
      tail = operation === "call" && (last & 1) !== 0;
    }
    const type = this.shape(operation, this.types.at(record.slot, record.startByte));
    const aligned = operation === "malloc" || operation === "alloca";
    return {
      operation,
      type,
      typeOperand: this.typeOperand,
      types: this.operandTypes,
      slots: this.operandSlots,
      operandOf: this.operandOf,
      volatile: pseudo?.volatile ?? false,
      tail,
      convention,
      alignment: aligned ? (record.args[1] ?? 0) & 31 : 0,
    };
  }

  private bad(message: string, record: Row = { startByte: this.byte, endByte: this.byte }): Damage {
    return new Damage("bad-instruction", message, record.startByte);
  }

  /** Takes the record's next operand as a value of `type`. */
  private use(type: Type): void {
    this.useAs(type, this.arg());
  }
  private useAs(type: Type, slot: number): void {
    this.operandOf?.push(this.operandTypes.length);
    this.operandTypes.push(type);
    this.operandSlots.push(slot);
  }
  private arg(): number {
    const arg = this.args[this.next++];
    if (arg === undefined) throw this.bad("operands are missing");
    return arg;
  }
  /** Takes the record's next operand as something other than a value. */
  private number(): number {
    this.operandOf ??= this.operandTypes.map((_type, i) => i);
    this.operandOf.push(-1);
    return this.arg();
  }
  private get left(): number {
    return this.args.length - this.next;
  }
  /** Checks the number of operands: readers refuse any other. */
  private exactly(count: number): void {
    if (this.args.length !== count) throw this.bad(`${this.args.length} operands instead of ${count}`);
  }

  /** Takes the operands of an operation whose type field is `field`. Returns the result's type. */
  private shape(operation: Operation, field: Type): Type {
    switch (operation) {
      case "ret":
        if (this.args.length > 1) throw this.bad("ret has one operand at most");
        if (this.args.length === 1) this.use(field);
        return VOID;
      case "br":
        if (this.args.length !== 1) this.exactly(3);
        this.use(LABEL);
        if (this.left > 0) {
          this.use(LABEL);
          this.use(BOOL);
        }
        return VOID;
      case "switch":
        return this.pairs(field, 2);
      case "phi":
        this.pairs(field, 0);
        return field;
      case "unwind":
      case "unreachable":
        this.exactly(0);
        return VOID;
      case "invoke":
      case "call":
        return this.call(operation, field);
      case "malloc":
      case "alloca":
        if (field.kind !== "pointer") throw this.bad(`${operation} of a type that is not a pointer`);
        this.use(UINT);
        if (this.left > 0) this.number();
        return field;
      case "free":
        this.exactly(1);
        this.use(field);
        return VOID;
      case "load":
        this.exactly(1);
        this.use(field);
        return this.pointee(field);
      case "store":
        this.exactly(2);
        this.use(this.pointee(field));
        this.use(field);
        return VOID;
      case "getelementptr":
        return this.elementPointer(field);
      case "cast":
      case "vanext":
      case "vaarg":
      case "va_arg":
        this.exactly(2);
        this.use(field);
        this.typeOperand = this.types.at(sanitizeSlot(this.number(), this.traits, this.byte), this.byte);
        return operation === "vanext" ? field : this.typeOperand;
      case "shl":
      case "shr":
        this.exactly(2);
        this.use(field);
        this.use(UBYTE);
        return field;
      case "select":
        this.exactly(3);
        this.use(BOOL);
        this.use(field);
        this.use(field);
        return field;
      case "userop1":
      case "userop2":
        throw this.bad(`no release wrote ${operation}`);
      case "extractelement":
      case "insertelement":
      case "shufflevector":
        return this.vector(operation, field);
      default:
        this.exactly(2);
        this.use(field);
        this.use(field);
        return isComparison(operation) ? BOOL : field;
    }
  }

  /** What a pointer points to. */
  private pointee(type: Type): Type {
    if (type.kind !== "pointer") throw this.bad("a memory access through a value that is not a pointer");
    return type.element;
  }

  /** (value, block) pairs; in a switch the first pair is the condition and the default block. */
  private pairs(type: Type, least: number): Type {
    if (this.args.length % 2 !== 0 || this.args.length < least) throw this.bad("operands that do not come in pairs");
    while (this.left > 0) {
      this.use(type);
      this.use(LABEL);
    }
    return VOID;
  }

  /**
   * The callee, for an invoke both destinations, then arguments by parameter type; additional ones are followed by
   * their type.
   */
  private call(operation: "call" | "invoke", callee: Type): Type {
    const signature = callee.kind === "pointer" ? callee.element : undefined;
    if (signature?.kind !== "function") throw this.bad(`${operation} of a value that is not a function`);
    this.use(callee);
    if (operation === "invoke") {
      this.use(LABEL);
      this.use(LABEL);
    }
    for (const parameter of signature.elements.slice(1)) this.use(parameter);
    if (!signature.varargs && this.left > 0) throw this.bad(`${this.left} arguments too many`);
    while (this.left > 0) {
      const slot = sanitizeSlot(this.number(), this.traits, this.byte);
      this.use(this.types.at(slot, this.byte));
    }
    return signature.element;
  }

  /**
   * Each index goes one type deeper; the result is a pointer to the last type. The first index steps over the pointer.
   */
  private elementPointer(pointer: Type): Type {
    if (pointer.kind !== "pointer") throw this.bad("getelementptr of a value that is not a pointer");
    this.use(pointer);
    let type = pointer;
    while (this.left > 0) {
      if (type.kind === "struct") type = this.fieldOf(type);
      else if (type.kind === "pointer" || type.kind === "array" || type.kind === "packed") {
        if (type.kind === "pointer" && this.operandTypes.length > 1) throw this.bad("an index goes through a pointer");
        this.index();
        type = type.element;
      } else throw this.bad(`an index into a ${type.kind}`);
    }
    if (this.operandTypes.length === 1) type = pointer.element;
    return this.types.pointerTo(type);
  }

  /** An index into an array or over a pointer: since version 2 the two low bits of the operand tell its type. */
  private index(): void {
    if (this.traits.fixedIndexTypes) {
      this.use(INDEX_TYPES[3] ?? UINT);
      return;
    }
    const tagged = this.arg();
    this.useAs(INDEX_TYPES[tagged & 3] ?? UINT, tagged >>> 2);
  }

  /** An index into a structure is a constant whose value decides which type comes next. */
  private fieldOf(struct: Type): Type {
    const of = this.traits.fixedIndexTypes ? UBYTE : UINT;
    this.use(of);
    const slot = this.operandSlots.at(-1) ?? 0;
    const index = this.planes.get(of, slot);
    const number = index?.kind === "integer" ? Number(index.value) : index?.kind === "zero" ? 0 : -1;
    const field = struct.elements[number];
    if (!field) throw this.bad("an index that is not a field of the structure");
    return field;
  }

  /** Vector operations (LLVM 1.7): a shuffle's mask has uint elements, as many as the vector has. */
  private vector(operation: "extractelement" | "insertelement" | "shufflevector", field: Type): Type {
    if (field.kind !== "packed") throw this.bad(`${operation} of a value that is not packed`);
    this.exactly(operation === "extractelement" ? 2 : 3);
    this.use(field);
    if (operation === "insertelement") this.use(field.element);
    if (operation === "shufflevector") {
      this.use(field);
      this.use(this.types.packedOf(UINT, field.length));
      return field;
    }
    this.use(UINT);
    return operation === "extractelement" ? field.element : field;
  }
}
