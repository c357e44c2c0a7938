/** Puts other instructions in the place of a call, as the reference's readers of LLVM 2.x do. */
import type { Instruction } from "../../ir/function";
import { NO_VALUE } from "../../ir/function";
import type { Type } from "../../ir/types";
import type { FunctionValue, InstructionResult, ValueId } from "../../ir/values";
import type { FunctionBody } from "../../read/function";
import type { Base } from "../../read/instructions/context";
import type { TypeInterner } from "../../read/types";
import type { ValueTable } from "../../read/values";

export type Call = Extract<Instruction, { kind: "call" }>;

/** What upgraded instructions are named after. */
export const UPGRADED = "upgraded.";

/** Names of one function: a name that is taken gets a number behind it, which counts up within the function. */
export class SymbolTable {
  private readonly taken = new Set<string>();
  private last = 0;

  constructor(body: FunctionBody) {
    for (const name of body.names) if (name) this.taken.add(name);
    for (const block of body.blocks) if (block.name !== "") this.taken.add(block.name);
  }

  /** Takes the name, or the next one made of it that is free. Source: ValueSymbolTable::createValueName. */
  take(name: string): string {
    let unique = name;
    while (this.taken.has(unique)) unique = name + String(++this.last);
    this.taken.add(unique);
    return unique;
  }
  release(name: string): void {
    this.taken.delete(name);
  }
}

/** What rewriting needs of the module and the open function. */
export interface RewritingHost {
  readonly values: ValueTable;
  readonly interner: TypeInterner;
  readonly symbols: SymbolTable;
  readonly body: FunctionBody;
  /** The function that calls of this one are turned into calls of; the module gets it where it has none yet. */
  helper(callee: ValueId): FunctionValue | undefined;
  /** Whether anything refers to the value. */
  isUsed(id: ValueId): boolean;
}

const RESULT: InstructionResult = { kind: "instruction" };

/** Instructions made in front of a call; the last one takes the call's place. */
export class Rewriting {
  readonly made: Instruction[] = [];
  readonly interner: TypeInterner;
  /** Name of the call's result, empty for none. */
  readonly name: string;

  constructor(
    readonly call: Call,
    readonly callee: string,
    private readonly host: RewritingHost,
  ) {
    this.interner = host.interner;
    this.name = call.id === NO_VALUE ? "" : (host.body.names[call.id - host.body.firstLocal] ?? "");
  }

  /** The call's n-th argument. */
  argument(index: number): ValueId {
    return this.call.operands[index] ?? NO_VALUE;
  }
  typeOf(id: ValueId): Type {
    return this.host.values.typeOf(id) ?? this.interner.void;
  }
  /** The number that an argument is, 0 where it is no constant. */
  integerOf(id: ValueId): number {
    return this.host.values.integerOf(id) ?? 0;
  }
  /** The name that an instruction made here has got. */
  nameOf(id: ValueId): string {
    return this.host.body.extraNames.get(id) ?? "";
  }
  get isUsed(): boolean {
    return this.call.id !== NO_VALUE && this.host.isUsed(this.call.id);
  }

  /** Puts an instruction behind those made before, and gives its value. */
  private add(instruction: Instruction, name: string): ValueId {
    const { body, symbols } = this.host;
    if (name !== "" && instruction.id !== NO_VALUE) body.extraNames.set(instruction.id, symbols.take(name));
    this.made.push(instruction);
    return instruction.id;
  }
  private base(opcode: string, type: Type, operands: readonly ValueId[]): Base {
    const { startBit, endBit } = this.call;
    const id = type.kind === "void" ? NO_VALUE : this.host.values.pushExtra(RESULT, type);
    const nothing = { flags: "", location: undefined, attachments: [], debugRecords: [] };
    return { startBit, endBit, opcode, type, id, operands, ...nothing };
  }

  plain(opcode: string, type: Type, operands: readonly ValueId[], name = ""): ValueId {
    return this.add({ kind: "plain", ...this.base(opcode, type, operands) }, name);
  }
  cast(opcode: string, operand: ValueId, type: Type, name = ""): ValueId {
    return this.add({ kind: "cast", ...this.base(opcode, type, [operand]) }, name);
  }
  /** A bitcast, where the type is not that already (IRBuilder::CreateBitCast). */
  recast(operand: ValueId, type: Type, name = ""): ValueId {
    return this.typeOf(operand) === type ? operand : this.cast("bitcast", operand, type, name);
  }
  load(pointer: ValueId, type: Type, alignment: number, name: string): ValueId {
    return this.add({ kind: "load", ...this.base("load", type, [pointer]), alignment, atomic: undefined }, name);
  }
  /** A call of another function; where it stands for the old one, as a tail call and in the convention of that. */
  callOf(target: FunctionValue, operands: readonly ValueId[], name: string, standsFor: boolean): ValueId {
    const functionType = target.valueType;
    if (functionType.kind !== "function") return NO_VALUE;
    const { tail, callingConvention } = standsFor ? this.call : { tail: "" as const, callingConvention: 0 };
    const more = { callee: target.id, functionType, callingConvention, attributes: undefined, bundles: [], tail };
    return this.add({ kind: "call", ...this.base("call", functionType.result, operands), ...more }, name);
  }
  /** The function that the call's rule says it calls. */
  helper(): FunctionValue | undefined {
    return this.host.helper(this.call.callee);
  }

  /** A constant of this integer type. */
  integer(value: number, type: Type): ValueId {
    const { startBit, endBit } = this.call;
    return this.host.values.pushExtra({ kind: "integer", value, type, startBit, endBit }, type);
  }
  /** A constant of which all is zero, or undefined. */
  uniform(kind: "null" | "undef", type: Type): ValueId {
    const { startBit, endBit } = this.call;
    return this.host.values.pushExtra({ kind, type, startBit, endBit }, type);
  }
  /** A vector of integers. */
  vector(elements: readonly number[], element: Type): ValueId {
    const { startBit, endBit } = this.call;
    const type = this.interner.vector(element, elements.length, false);
    const ids = elements.map((e) => this.integer(e, element));
    return this.host.values.pushExtra({ kind: "aggregate", elements: ids, type, startBit, endBit }, type);
  }

  /** Ends the rewriting: the value `result` takes the number of the call's. Gives what stands in the call's place. */
  finish(result: ValueId): readonly Instruction[] {
    const { values, body, symbols } = this.host;
    const { id } = this.call;
    if (this.name !== "") symbols.release(this.name);
    const last = this.made[this.made.length - 1];
    if (id === NO_VALUE) return this.made;
    const local = id - body.firstLocal;
    body.names[local] = "";
    const value = values.at(result);
    if (last && last.id === result) {
      body.names[local] = body.extraNames.get(result) ?? "";
      values.replace(id, RESULT, last.type);
      this.made[this.made.length - 1] = { ...last, id };
    } else if (value) values.replace(id, value, this.typeOf(result));
    return this.made;
  }
}
