/** Replaces a call by other instructions, made as by the reference's IRBuilder. */
import type { BitRange } from "../../../../document/bits";
import type { ValueId } from "../../ir/ids";
import type { Attachment } from "../../ir/metadata";
import type { AttributeList } from "../../ir/attributes";
import type { Atomicity, Instruction, InstructionBase } from "../../ir/function";
import { madeInstruction, NO_VALUE } from "../../ir/function";
import type { Release } from "../../ir/releases";
import type { Type } from "../../ir/types";
import { isFloating, scalarOf } from "../../ir/types";
import type { Constant, FunctionValue, InstructionResult, Value } from "../../ir/values";
import { isConstant } from "../../ir/values";
import { keptFlags } from "./fastMath";
import { foldedCast } from "./foldedCasts";
import type { Call, RewritingHost } from "./host";
import type { TypeInterner } from "../../ir/interner";
import { bitsOf, vectorOf } from "../typeRelations";

/** Bits of the floating-point constants that rewriting needs, by type. */
const FLOATING: Readonly<Record<"-0" | "1", Partial<Record<Type["kind"], bigint>>>> = {
  "-0": { half: 1n << 15n, float: 1n << 31n, double: 1n << 63n },
  "1": { half: 0x3c00n, float: 0x3f80_0000n, double: 0x3ff0n << 48n },
};

/** The first release whose atomic operations have an alignment. */
const ALIGNED_ATOMICS: Release = 11;

/** The first release that folds a vector of ones only to an integer. */
const FOLDED_ONES: Release = 21;

const RESULT: InstructionResult = { kind: "instruction" };

/** What a constant has besides its type and its place. */
type ContentOf<C> = C extends Constant ? Omit<C, "type" | keyof BitRange> : never;

/** What a new call takes over from the call that it replaces. */
interface Kept {
  readonly name?: string;
  readonly tail?: Call["tail"];
  readonly callingConvention?: number;
  readonly attributes?: AttributeList | undefined;
  readonly attachments?: readonly Attachment[];
  readonly flags?: string;
  readonly bundles?: Call["bundles"];
}

/** Makes the instructions that replace a call; the value of the last one replaces the call's. */
export class Rewriting {
  readonly made: Instruction[] = [];
  readonly interner: TypeInterner;
  /** Name of the call's result; empty for none. */
  readonly name: string;

  constructor(
    readonly call: Call,
    readonly callee: string,
    readonly host: RewritingHost,
  ) {
    this.interner = host.interner;
    this.name = call.id === NO_VALUE ? "" : (host.body.names[call.id - host.body.firstLocal] ?? "");
  }

  /** An argument of the call. */
  argument(index: number): ValueId {
    return this.call.operands[index] ?? NO_VALUE;
  }
  typeOf(id: ValueId): Type {
    return this.host.values.typeOf(id) ?? this.interner.void;
  }
  valueOf(id: ValueId): Value | undefined {
    return this.host.values.at(id);
  }
  /** The value of an integer constant; 0 for any other argument. */
  integerOf(id: ValueId): number {
    return this.host.values.integerOf(id) ?? 0;
  }
  /** The name of an instruction made here. */
  nameOf(id: ValueId): string {
    return this.host.body.extraNames.get(id) ?? "";
  }
  /** Whether the call's result is used. */
  get isUsed(): boolean {
    return this.call.id !== NO_VALUE && this.host.isUsed(this.call.id);
  }

  /** Gives a value made here the call's name. */
  takeName(id: ValueId): void {
    if (this.name === "" || id === NO_VALUE) return;
    this.host.symbols.release(this.name);
    this.host.body.extraNames.set(id, this.host.symbols.take(this.name));
    this.leavesName();
  }
  /** Prevents the value that replaces the call from getting the call's name. */
  leavesName(): void {
    this.nameIsLeft = true;
  }
  private nameIsLeft = false;

  /** Appends an instruction and returns its value. */
  private add(instruction: Instruction, name = ""): ValueId {
    const { body, symbols } = this.host;
    if (name !== "" && instruction.id !== NO_VALUE) body.extraNames.set(instruction.id, symbols.take(name));
    this.made.push(instruction);
    return instruction.id;
  }
  private base(opcode: string, type: Type, operands: readonly ValueId[]): InstructionBase {
    const id = type.kind === "void" ? NO_VALUE : this.host.values.pushExtra(RESULT, type);
    const flags = keptFlags(this.call.flags, opcode, type, this.host.release);
    const base = madeInstruction(this.call, opcode, type, id, operands, flags);
    if (this.host.keepsLocations) base.location = this.call.location;
    return base;
  }

  plain(opcode: string, type: Type, operands: readonly ValueId[], name = ""): ValueId {
    return this.add({ kind: "plain", ...this.base(opcode, type, operands) }, name);
  }
  /** An operator with two operands of one type. */
  binary(opcode: string, left: ValueId, right: ValueId, name = ""): ValueId {
    return this.plain(opcode, this.typeOf(left), [left, right], name);
  }
  /** A cast; of a number, the number in its new type. */
  cast(opcode: string, operand: ValueId, type: Type, name = "", flags?: string): ValueId {
    const folded = foldedCast(opcode, this.valueOf(operand), this.typeOf(operand), type);
    if (folded) return this.constant(folded, type);
    const base = this.base(opcode, type, [operand]);
    return this.add({ kind: "cast", ...base, flags: flags ?? base.flags }, name);
  }
  /** A bitcast, unless the operand has that type already (IRBuilder::CreateBitCast). */
  recast(operand: ValueId, type: Type, name = ""): ValueId {
    if (this.host.same(this.typeOf(operand), type)) return operand;
    return this.folded(operand, type) ?? this.cast("bitcast", operand, type, name);
  }
  /** A pointer in this address space, unless it is one already (IRBuilder::CreateAddrSpaceCast). */
  inSpace(pointer: ValueId, space: number): ValueId {
    const type = this.typeOf(pointer);
    if (type.kind !== "pointer" || type.addressSpace === space) return pointer;
    const moved = this.interner.pointer(type.pointee, space);
    const value = this.valueOf(pointer);
    if (value?.kind === "undef" || value?.kind === "poison") return this.uniform(value.kind, moved);
    return isConstant(value)
      ? this.expression("addrspacecast", moved, [pointer])
      : this.cast("addrspacecast", pointer, moved);
  }
  /** A constant as another type of the same size, for which IRBuilder makes no instruction. */
  private folded(operand: ValueId, type: Type): ValueId | undefined {
    const kind = this.valueOf(operand)?.kind;
    if (kind === "null" || kind === "undef" || kind === "poison") return this.uniform(kind, type);
    if (kind !== "aggregate" && kind !== "data") return undefined;
    if (this.host.release >= FOLDED_ONES && type.kind === "integer" && this.isAllOnes(operand)) {
      return this.integer(-1, type);
    }
    return this.expression("bitcast", type, [operand]);
  }
  private isAllOnes(vector: ValueId): boolean {
    const value = this.valueOf(vector);
    return value?.kind === "aggregate" && value.elements.every((element) => this.integerOf(element) === -1);
  }
  /** A constant expression. */
  expression(operation: string, type: Type, operands: readonly ValueId[]): ValueId {
    return this.constant({ kind: "expression", operation, flags: "", operands }, type);
  }
  /** A vector of constants. */
  aggregate(elements: readonly ValueId[], element: Type): ValueId {
    return this.constant({ kind: "aggregate", elements }, this.interner.vector(element, elements.length, false));
  }
  /** A comparison; that of integer constants is known (IRBuilder folds it). */
  compare(predicate: string, left: ValueId, right: ValueId, name = ""): ValueId {
    const type = this.typeOf(left);
    const [first, second] = [left, right].map((id) => this.host.values.integerOf(id));
    if (type.kind === "integer" && first !== undefined && second !== undefined) {
      return this.integer(integersCompare(predicate, first, second, type.width) ? -1 : 0, this.interner.i1);
    }
    const opcode = isFloating(scalarOf(type)) ? "fcmp" : "icmp";
    const base = this.base(opcode, this.interner.comparisonOf(type), [left, right]);
    return this.add({ kind: "compare", ...base, predicate }, name);
  }
  select(condition: ValueId, yes: ValueId, no: ValueId, name = ""): ValueId {
    return this.plain("select", this.typeOf(yes), [condition, yes, no], name);
  }
  /** Extracts an element of a vector; the index is an i64 by default. */
  extract(vector: ValueId, index: number, name = "", indexType: Type = this.interner.i64): ValueId {
    const { element } = vectorOf(this.typeOf(vector));
    const value = this.valueOf(vector);
    const known = value?.kind;
    if (known === "null" || known === "undef" || known === "poison") return this.uniform(known, element);
    if (value?.kind === "aggregate") return value.elements[index] ?? NO_VALUE;
    if (value?.kind === "data") return this.dataElement(value.elements[index] ?? 0, element);
    if (known === "expression")
      return this.expression("extractelement", element, [vector, this.integer(index, indexType)]);
    return this.plain("extractelement", element, [vector, this.integer(index, indexType)], name);
  }
  /** An element of a constant that holds plain numbers: its bits as a value of the type. */
  private dataElement(bits: number | bigint, type: Type): ValueId {
    if (type.kind !== "integer") return this.constant({ kind: "float", bits: BigInt(bits) }, type);
    const value = BigInt.asIntN(type.width, BigInt(bits));
    return this.integer(Number(value), type);
  }
  insert(vector: ValueId, element: ValueId, index: number, name = "", indexType: Type = this.interner.i64): ValueId {
    return this.plain(
      "insertelement",
      vectorOf(this.typeOf(vector)),
      [vector, element, this.integer(index, indexType)],
      name,
    );
  }
  shuffle(left: ValueId, right: ValueId, mask: readonly number[], name = ""): ValueId {
    const type = this.interner.vector(vectorOf(this.typeOf(left)).element, mask.length, false);
    // IRBuilder folds a shuffle of constants.
    if (this.valueOf(left)?.kind === "null" && this.valueOf(right)?.kind === "null") return this.uniform("null", type);
    return this.plain("shufflevector", type, [left, right, this.vector(mask, this.interner.i32)], name);
  }
  /** Extracts a member of a struct. */
  extractMember(aggregate: ValueId, index: number): ValueId {
    const type = this.typeOf(aggregate);
    const member = type.kind === "struct" ? (type.elements?.[index] ?? this.interner.void) : this.interner.void;
    return this.add({ kind: "aggregate", ...this.base("extractvalue", member, [aggregate]), indices: [index] });
  }
  /** Replaces a member of a struct. */
  insertMember(aggregate: ValueId, member: ValueId, index: number): ValueId {
    const base = this.base("insertvalue", this.typeOf(aggregate), [aggregate, member]);
    return this.add({ kind: "aggregate", ...base, indices: [index] });
  }
  load(pointer: ValueId, type: Type, alignment: number, name = "", attachments: readonly Attachment[] = []): ValueId {
    const base = { ...this.base("load", type, [pointer]), attachments };
    return this.add({ kind: "load", ...base, alignment, atomic: undefined }, name);
  }
  store(value: ValueId, pointer: ValueId, alignment: number, attachments: readonly Attachment[] = []): void {
    const base = { ...this.base("store", this.interner.void, [value, pointer]), attachments };
    this.add({ kind: "store", ...base, alignment, atomic: undefined });
  }
  /** An atomic operation in memory; since LLVM 11 its alignment is the size of the value. */
  atomic(operation: string, pointer: ValueId, value: ValueId, atomic: Atomicity, kept: Kept = {}): ValueId {
    const type = this.typeOf(value);
    const base = { ...this.base("atomicrmw", type, [pointer, value]), attachments: kept.attachments ?? [] };
    const alignment = this.host.release < ALIGNED_ATOMICS ? 0 : bitsOf(type) / 8;
    return this.add({ kind: "atomicrmw", ...base, flags: kept.flags ?? "", operation, alignment, atomic });
  }
  /** An atomic comparison and exchange; gives `{ old value, whether it was exchanged }`. */
  compareExchange(pointer: ValueId, expected: ValueId, value: ValueId, atomic: Atomicity): ValueId {
    const type = this.typeOf(value);
    const result = this.interner.struct([type, this.interner.i1], false);
    const base = this.base("cmpxchg", result, [pointer, expected, value]);
    return this.add({
      kind: "cmpxchg",
      ...base,
      alignment: bitsOf(type) / 8,
      atomic,
      failureOrdering: atomic.ordering,
    });
  }
  /** A call of another function. */
  callOf(target: FunctionValue, operands: readonly ValueId[], kept: Kept = {}): ValueId {
    const functionType = target.valueType;
    if (functionType.kind !== "function") return NO_VALUE;
    const { name, tail = "", callingConvention = 0, attributes, attachments = [], bundles = [] } = kept;
    const more = { callee: target.id, functionType, callingConvention, attributes, bundles, tail };
    const plain = this.base("call", functionType.result, operands);
    const base = { ...plain, attachments, flags: kept.flags ?? plain.flags };
    return this.add({ kind: "call", ...base, ...more }, name);
  }
  /** The call's operands, and a zero for each further parameter of a function. */
  operandsFor({ valueType }: FunctionValue): readonly ValueId[] {
    const { operands } = this.call;
    const more = valueType.kind === "function" ? valueType.params.slice(operands.length) : [];
    return [...operands, ...more.map((type) => this.integer(0, type))];
  }
  /** A call of the function with this name. */
  callNamed(name: string, result: Type, operands: readonly ValueId[], kept: Kept = {}): ValueId {
    const params = operands.map((id) => this.typeOf(id));
    return this.callOf(this.host.intrinsic(name, this.interner.function(result, params, false)), operands, kept);
  }
  /** The name of an intrinsic that is overloaded by these types. */
  overloadedName(stem: string, ...types: readonly Type[]): string {
    return [stem, ...types.map((type) => this.host.naming.mangled(type))].join(".");
  }
  /** A call of an intrinsic that is overloaded by one type, that of its result. */
  callOverloaded(stem: string, type: Type, operands: readonly ValueId[], name = ""): ValueId {
    return this.callNamed(this.overloadedName(stem, type), type, operands, { name });
  }
  /** The call itself, but of another function of the same type. */
  retarget(target: FunctionValue): ValueId {
    this.made.push({ ...this.call, callee: target.id });
    return this.call.id;
  }

  /** A constant of a type; its place is the call's. */
  private constant(content: ContentOf<Constant>, type: Type): ValueId {
    const { startBit, endBit } = this.call;
    return this.host.values.pushExtra({ ...content, type, startBit, endBit }, type);
  }
  /** An integer constant. */
  integer(value: number, type: Type): ValueId {
    return this.constant({ kind: "integer", value }, type);
  }
  /** A constant that is zero, undefined or poison as a whole. */
  uniform(kind: "null" | "undef" | "poison", type: Type): ValueId {
    return this.constant({ kind }, type);
  }
  /** A floating-point constant (half, float or double), or a vector that repeats it. */
  floating(value: keyof typeof FLOATING, type: Type): ValueId {
    const scalar = scalarOf(type);
    const number = this.constant({ kind: "float", bits: FLOATING[value][scalar.kind] ?? 0n }, scalar);
    if (type.kind !== "vector") return number;
    return this.constant({ kind: "aggregate", elements: Array<ValueId>(type.count).fill(number) }, type);
  }
  /** A vector of integers. */
  vector(elements: readonly number[], element: Type): ValueId {
    const type = this.interner.vector(element, elements.length, false);
    if (elements.every((e) => e === 0)) return this.uniform("null", type);
    const numbers = new Map<number, ValueId>();
    const number = (value: number): ValueId => {
      const id = numbers.get(value) ?? this.integer(value, element);
      numbers.set(value, id);
      return id;
    };
    return this.aggregate(elements.map(number), element);
  }

  /**
   * Ends the rewriting: `result` gets the number of the call's value.
   * @param takesName whether it also gets the call's name
   * @returns the instructions that replace the call
   */
  finish(result: ValueId | undefined, takesName: boolean): readonly Instruction[] {
    const { values, body, symbols } = this.host;
    const { id } = this.call;
    if (result === id && this.made.some((instruction) => instruction.id === id)) return this.made;
    if (this.name !== "") symbols.release(this.name);
    if (id === NO_VALUE || result === undefined || result === NO_VALUE) return this.made;
    const local = id - body.firstLocal;
    body.names[local] = "";
    const at = this.made.findIndex((instruction) => instruction.id === result);
    const instruction = this.made[at];
    if (instruction) {
      const own = body.extraNames.get(result) ?? "";
      body.names[local] =
        own === "" && takesName && !this.nameIsLeft && this.name !== "" ? symbols.take(this.name) : own;
      values.replace(id, RESULT, instruction.type);
      for (let i = 0; i < this.made.length; i++) this.made[i] = renumbered(this.made[i] as Instruction, result, id);
      this.made[at] = { ...(this.made[at] as Instruction), id };
    } else {
      const value = values.at(result);
      if (value) values.replace(id, value, this.typeOf(result));
    }
    return this.made;
  }
}

/** An instruction in which operand `from` is replaced by `to`. */
function renumbered(instruction: Instruction, from: ValueId, to: ValueId): Instruction {
  if (!instruction.operands.includes(from)) return instruction;
  return { ...instruction, operands: instruction.operands.map((operand) => (operand === from ? to : operand)) };
}

/** Whether two integers of a width, as signed numbers, compare as a predicate says: `eq`, `slt`, `uge`. */
function integersCompare(predicate: string, left: number, right: number, width: number): boolean {
  if (predicate === "eq" || predicate === "ne") return (left === right) === (predicate === "eq");
  const [a, b] = [left, right].map((value) =>
    predicate.startsWith("u") ? BigInt.asUintN(width, BigInt(value)) : BigInt(value),
  ) as [bigint, bigint];
  if (a === b) return predicate.endsWith("e");
  return a < b === predicate.includes("l");
}
