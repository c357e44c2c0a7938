/**
 * What the reference's verifier refuses in a body, by the rules that files break most easily. It verifies a module only
 * if the module has debug info, and then refuses all of it (llvm::UpgradeDebugInfo). Source: Verifier.
 */
import { FLOAT_PREDICATES, INTEGER_PREDICATES } from "../../../bitstream/operations";
import { isSized } from "../../ir/containedTypes";
import type { FunctionBody, Instruction } from "../../ir/function";
import { isCall, isTerminator, successors } from "../../ir/function";
import type { ValueId } from "../../ir/ids";
import { scalarOf } from "../../ir/types";
import { Dominance } from "../../../../kit/dominance";
import { brokenAttachments } from "./attachments";
import { brokenCall } from "./calls";
import { convergenceCheck } from "./convergence";
import { brokenFunctionNodes } from "./functions";
import { brokenAtomic } from "./memory";
import type { VerifiedNodes } from "./nodes";
import { PadVerifier } from "./pads";
import { SwiftErrors } from "./swiftErrors";
import type { VerifiedValues } from "./values";

/** The most blocks of a body in which uses are checked: finding dominators may take the square of their number. */
const MOST_BLOCKS = 4096;

/** What is wrong with a body; the instruction, if it is wrong with one. */
export interface Broken {
  readonly message: string;
  readonly instruction?: Instruction;
}

/**
 * The first thing in a body that the verifier refuses; undefined if there is none.
 * @param fixed the globals that nothing may refer to but calls (`unaddressable`)
 */
export function brokenPart(
  body: FunctionBody,
  values: VerifiedValues,
  fixed: ReadonlyMap<ValueId, string>,
  nodes: VerifiedNodes,
): Broken | undefined {
  return new BodyVerifier(body, values, fixed, nodes).verify();
}

/** The values that an instruction uses, what it calls and what its bundles name included. */
function usedBy(instruction: Instruction): readonly ValueId[] {
  if (!isCall(instruction)) return instruction.operands;
  const { operands, callee, bundles } = instruction;
  return bundles.length === 0 ? [...operands, callee] : [...operands, callee, ...bundles.flatMap((b) => b.operands)];
}

class BodyVerifier {
  private readonly successors: readonly (readonly number[])[];
  readonly predecessors: readonly (readonly number[])[];

  constructor(
    readonly body: FunctionBody,
    readonly values: VerifiedValues,
    private readonly fixed: ReadonlyMap<ValueId, string>,
    private readonly nodes: VerifiedNodes,
  ) {
    this.successors = body.blocks.map(({ instructions }) => {
      const last = instructions.at(-1);
      return last ? successors(last) : [];
    });
    const lists: number[][] = body.blocks.map(() => []);
    for (const [from, targets] of this.successors.entries()) for (const to of targets) lists[to]?.push(from);
    this.predecessors = lists;
  }

  verify(): Broken | undefined {
    const { blocks } = this.body;
    for (const { instructions } of blocks) {
      const last = instructions.at(-1);
      if (!last || !isTerminator(last)) return { message: "Basic Block in function does not have terminator!" };
    }
    if (this.predecessors[0]?.length !== 0) return { message: "Entry block to function must not have predecessors!" };
    const attached = brokenFunctionNodes(this.body.attachments, false, this.nodes);
    if (attached !== undefined) return { message: attached };
    const pads = new PadVerifier(this);
    const errors = new SwiftErrors(this.body, this.values, this.nodes.release);
    const convergenceFault = convergenceCheck(this.body, this.values, this.nodes.release);
    for (const [index, { instructions }] of blocks.entries())
      for (const [place, instruction] of instructions.entries()) {
        const isLate = instruction.kind === "phi" && place > 0 && instructions[place - 1]?.kind !== "phi";
        const message =
          (isLate ? "PHI nodes not grouped at top of basic block!" : undefined) ??
          this.faultOf(instruction, index) ??
          pads.faultOf(instruction, index) ??
          this.faultOfCall(instruction, place, instructions) ??
          errors.faultOf(instruction) ??
          convergenceFault(instruction, index) ??
          (instruction.attachments.length > 0 ? brokenAttachments(instruction, this.nodes) : undefined);
        if (message !== undefined) return { message, instruction };
      }
    const instruction = this.undominated();
    return instruction && { message: "Instruction does not dominate all uses!", instruction };
  }

  private faultOf(instruction: Instruction, block: number): string | undefined {
    const misuse = this.misuseIn(instruction);
    if (misuse !== undefined) return misuse;
    switch (instruction.kind) {
      case "plain":
        return instruction.opcode === "ret" ? this.faultOfReturn(instruction) : undefined;
      case "compare": {
        const predicates = instruction.opcode === "fcmp" ? FLOAT_PREDICATES : INTEGER_PREDICATES;
        return predicates.includes(instruction.predicate)
          ? undefined
          : `Invalid predicate in ${instruction.opcode} instruction!`;
      }
      case "getelementptr":
        if (!isSized(instruction.sourceType)) return "GEP into unsized type!";
        return instruction.operands.slice(1).every((id) => this.isInteger(id))
          ? undefined
          : "GEP indexes must be integers";
      case "alloca":
        return isSized(instruction.allocatedType) ? undefined : "Cannot allocate unsized type";
      case "load":
        return isSized(instruction.type) ? undefined : "loading unsized types is not allowed";
      case "phi":
        return this.faultOfPhi(instruction, block);
      case "switch":
        return this.faultOfSwitch(instruction);
      default:
        return undefined;
    }
  }
  private faultOfCall(call: Instruction, place: number, others: readonly Instruction[]): string | undefined {
    if (!isCall(call)) return brokenAtomic(call, this.values, this.nodes.release);
    const { body, values, nodes, allocaOf } = this;
    return brokenCall(call, {
      body,
      values,
      nodes,
      allocaOf,
      release: nodes.release,
      next: others[place + 1],
      afterNext: others[place + 2],
    });
  }
  private readonly allocaOf = (id: ValueId | undefined): Instruction | undefined => {
    this.allocas ??= new Map(
      this.body.blocks.flatMap(({ instructions }) =>
        instructions.flatMap((one): [ValueId, Instruction][] => (one.kind === "alloca" ? [[one.id, one]] : [])),
      ),
    );
    return id === undefined ? undefined : this.allocas.get(id);
  };
  private allocas: ReadonlyMap<ValueId, Instruction> | undefined;
  private faultOfSwitch({ operands }: Instruction): string | undefined {
    const seen = new Set<bigint>();
    for (const id of operands.slice(1)) {
      const value = this.values.at(id);
      if (value?.kind !== "integer" && value?.kind !== "null") continue;
      const number = value.kind === "integer" ? BigInt(value.value) : 0n;
      if (seen.has(number)) return "Duplicate integer as switch case";
      seen.add(number);
    }
    return undefined;
  }
  private misuseIn({ operands }: Instruction): string | undefined {
    for (const id of operands) {
      const fault = id < this.body.firstLocal ? this.fixed.get(id) : undefined;
      if (fault !== undefined) return fault;
    }
    return undefined;
  }
  private isInteger(id: ValueId): boolean {
    const type = this.values.typeOf(id);
    return type === undefined || scalarOf(type).kind === "integer";
  }
  private faultOfReturn({ operands }: Instruction): string | undefined {
    const { valueType } = this.body.function;
    if (valueType.kind !== "function") return undefined;
    const type = operands[0] === undefined ? undefined : this.values.typeOf(operands[0]);
    const isVoid = valueType.result.kind === "void";
    if (operands.length === 0 ? isVoid : type === undefined || this.values.isSameType(type, valueType.result))
      return undefined;
    return "Function return type does not match operand type of return inst!";
  }
  private faultOfPhi(phi: Extract<Instruction, { kind: "phi" }>, block: number): string | undefined {
    const { blocks, operands } = phi;
    if (phi.type.kind === "token") return "PHI nodes cannot have token type!";
    const expected = [...(this.predecessors[block] ?? [])].sort((a, b) => a - b);
    if (expected.length !== blocks.length)
      return "PHINode should have one entry for each predecessor of its parent basic block!";
    const found = [...blocks].sort((a, b) => a - b);
    if (found.some((from, i) => from !== expected[i])) return "PHI node entries do not match predecessors!";
    const byBlock = new Map<number, ValueId>();
    for (const [i, from] of blocks.entries()) {
      const value = operands[i] as ValueId;
      if ((byBlock.get(from) ?? value) !== value)
        return "PHI node has multiple entries for the same basic block with different incoming values!";
      byBlock.set(from, value);
    }
    return undefined;
  }
  /** The first instruction that uses a result which need not be there when it runs. */
  private undominated(): Instruction | undefined {
    const { blocks, firstResult } = this.body;
    if (blocks.length > MOST_BLOCKS) return undefined;
    // By result: its block, and its place there.
    const blockOf: number[] = [];
    const placeOf: number[] = [];
    for (const [block, { instructions }] of blocks.entries())
      for (const [place, { id }] of instructions.entries()) {
        if (id < firstResult) continue;
        blockOf[id - firstResult] = block;
        placeOf[id - firstResult] = place;
      }
    let dominance: Dominance | undefined;
    for (const [block, { instructions }] of blocks.entries())
      for (const [place, instruction] of instructions.entries()) {
        const operands = usedBy(instruction);
        for (let i = 0; i < operands.length; i++) {
          const result = (operands[i] as ValueId) - firstResult;
          const from = result < 0 ? undefined : blockOf[result];
          if (from === undefined) continue;
          // A phi uses the value at the end of the block that it comes from.
          const to = instruction.kind === "phi" ? (instruction.blocks[i] ?? block) : block;
          if (from === to && (instruction.kind === "phi" || (placeOf[result] as number) < place)) continue;
          // The entry dominates all other blocks.
          if (from === 0 && to !== 0) continue;
          dominance ??= new Dominance(this.successors);
          if (!dominance.isReachable(block)) break;
          if (from === to || !dominance.dominates(from, to)) return instruction;
        }
      }
    return undefined;
  }
}
