/** Which stack slot a pointer of a body is. */
import type { FunctionBody, Instruction } from "../../ir/function";
import { NO_VALUE } from "../../ir/function";
import type { ValueId } from "../../ir/ids";
import type { ValueTable } from "../../ir/valueTable";

/** Finds the allocas of a body, through casts. */
export class Allocas {
  private found: ReadonlyMap<ValueId, Instruction> | undefined;

  constructor(
    private readonly body: FunctionBody,
    private readonly values: ValueTable,
  ) {}

  /**
   * The alloca that a pointer is, through casts and getelementptr without an offset; undefined if it is none. Source:
   * Value::stripPointerCasts.
   */
  of(pointer: ValueId): ValueId | undefined {
    // In a damaged file, casts may form a cycle.
    const seen = new Set<ValueId>();
    for (let id = pointer; !seen.has(id);) {
      seen.add(id);
      const instruction = this.pointers.get(id);
      if (!instruction) return undefined;
      if (instruction.kind === "alloca") return id;
      id = instruction.operands[0] ?? NO_VALUE;
    }
    return undefined;
  }

  /** The allocas and what only casts a pointer, by their values. */
  private get pointers(): ReadonlyMap<ValueId, Instruction> {
    if (this.found) return this.found;
    const found = new Map<ValueId, Instruction>();
    for (const { instructions } of this.body.blocks)
      for (const instruction of instructions)
        if (instruction.kind === "alloca" || this.isCast(instruction)) found.set(instruction.id, instruction);
    return (this.found = found);
  }
  private isCast({ kind, opcode, operands }: Instruction): boolean {
    if (kind === "cast") return opcode === "bitcast" || opcode === "addrspacecast";
    return kind === "getelementptr" && operands.slice(1).every((id) => this.values.integerOf(id) === 0);
  }
}
