/**
 * What the reference's verifier refuses in how exceptions are handled; see `body.ts`. Source: Verifier's
 * visitEHPadPredecessors, visitLandingPadInst, visitCatchSwitchInst and others of their kind.
 */
import type { FunctionBody, Instruction } from "../../ir/function";
import type { ValueId } from "../../ir/ids";
import type { Type } from "../../ir/types";
import type { VerifiedValues } from "./values";

/** A body with the edges between its blocks. */
export interface BodyFlow {
  readonly body: FunctionBody;
  readonly values: VerifiedValues;
  readonly predecessors: readonly (readonly number[])[];
}

type Of<K extends Instruction["kind"]> = Extract<Instruction, { readonly kind: K }>;

/** Whether an instruction begins the handling of an exception. */
function isPad(instruction: Instruction | undefined): boolean {
  const kind = instruction?.kind;
  return kind === "landingpad" || kind === "funcletpad" || kind === "catchswitch";
}

/** Verifies the handlers of one body. */
export class PadVerifier {
  private readonly results = new Map<ValueId, Instruction>();
  private readonly firsts = new Map<number, Instruction | undefined>();
  /** The type of all landing pads, and of what is resumed. */
  private landed: Type | undefined;

  constructor(private readonly flow: BodyFlow) {
    for (const { instructions } of flow.body.blocks)
      for (const one of instructions)
        if (one.kind === "funcletpad" || one.kind === "catchswitch") this.results.set(one.id, one);
  }

  /** What is wrong with an instruction of a block; undefined if nothing. */
  faultOf(instruction: Instruction, block: number): string | undefined {
    switch (instruction.kind) {
      case "invoke":
        return isPad(this.first(instruction.blocks[1]))
          ? undefined
          : "The unwind destination does not have an exception handling instruction!";
      case "landingpad":
        return this.faultOfPad(instruction, block) ?? this.faultOfLanding(instruction, block);
      case "funcletpad":
        return this.faultOfPad(instruction, block) ?? this.faultOfFunclet(instruction, block);
      case "catchswitch":
        return this.faultOfPad(instruction, block) ?? this.faultOfSwitch(instruction, block);
      case "funcletret":
        return this.faultOfReturn(instruction);
      case "plain":
        return instruction.opcode === "resume" ? this.faultOfResume(instruction) : undefined;
      default:
        return undefined;
    }
  }

  /** The first instruction of a block that is no phi. */
  private first(block: number | undefined): Instruction | undefined {
    if (block === undefined) return undefined;
    if (!this.firsts.has(block))
      this.firsts.set(
        block,
        this.flow.body.blocks[block]?.instructions.find(({ kind }) => kind !== "phi"),
      );
    return this.firsts.get(block);
  }
  private get hasPersonality(): boolean {
    const { body } = this.flow;
    return body.function.personality !== undefined || body.personality !== undefined;
  }
  private faultOfPad(pad: Instruction, block: number): string | undefined {
    if (block === 0) return "EH pad cannot be in entry block.";
    if (!this.hasPersonality) return `${pad.opcode} needs to be in a function with a personality.`;
    return this.first(block) === pad ? undefined : `${pad.opcode} not the first non-PHI instruction in the block.`;
  }
  /** The last instructions of the blocks before one. */
  private *before(block: number): Generator<Instruction> {
    for (const from of this.flow.predecessors[block] ?? []) {
      const last = this.flow.body.blocks[from]?.instructions.at(-1);
      if (last) yield last;
    }
  }
  private sameType(type: Type | undefined): boolean {
    if (!type) return true;
    this.landed ??= type;
    return this.flow.values.isSameType(this.landed, type);
  }

  private faultOfLanding(pad: Of<"landingpad">, block: number): string | undefined {
    if (pad.filters.length === 0 && !pad.cleanup) return "LandingPadInst needs at least one clause or to be a cleanup.";
    for (const last of this.before(block))
      if (last.kind !== "invoke" || last.blocks[1] !== block || last.blocks[0] === block)
        return "Block containing LandingPadInst must be jumped to only by the unwind edge of an invoke.";
    if (!this.sameType(pad.type))
      return "The landingpad instruction should have a consistent result type inside a function.";
    for (const [i, id] of pad.operands.entries()) {
      const type = this.flow.values.typeOf(id);
      if (!pad.filters[i] && type && type.kind !== "pointer") return "Catch operand does not have pointer type!";
    }
    return undefined;
  }
  private faultOfResume({ operands }: Instruction): string | undefined {
    if (!this.hasPersonality) return "ResumeInst needs to be in a function with a personality.";
    const type = operands[0] === undefined ? undefined : this.flow.values.typeOf(operands[0]);
    return this.sameType(type)
      ? undefined
      : "The resume instruction should have a consistent result type inside a function.";
  }
  private faultOfFunclet(pad: Of<"funcletpad">, block: number): string | undefined {
    const parent = this.results.get(pad.operands[0] as ValueId);
    if (pad.opcode === "cleanuppad")
      return parent?.kind === "catchswitch" ? "CleanupPadInst has an invalid parent." : this.faultOfEdges(block);
    if (parent?.kind !== "catchswitch") return "CatchPadInst needs to be directly nested in a CatchSwitchInst.";
    if (parent.unwind === block) return "Catchswitch cannot unwind to one of its catchpads";
    for (const last of this.before(block))
      if (last !== parent) return "Block containg CatchPadInst must be jumped to only by its catchswitch.";
    return undefined;
  }
  private faultOfSwitch(pad: Of<"catchswitch">, block: number): string | undefined {
    if (this.results.get(pad.operands[0] as ValueId)?.kind === "catchswitch")
      return "CatchSwitchInst has an invalid parent.";
    const fault = this.faultOfUnwinding(pad.unwind);
    if (fault !== undefined) return fault;
    if (pad.blocks.length === 0) return "CatchSwitchInst cannot have empty handler list";
    if (pad.blocks.some((handler) => this.first(handler)?.opcode !== "catchpad"))
      return "CatchSwitchInst handlers must be catchpads";
    return this.faultOfEdges(block);
  }
  /** Cleanups and switches are reached by unwinding only. */
  private faultOfEdges(block: number): string | undefined {
    for (const last of this.before(block)) {
      const unwinds =
        last.kind === "invoke"
          ? last.blocks[1] === block && last.blocks[0] !== block
          : last.opcode === "cleanupret" || last.kind === "catchswitch";
      if (!unwinds) return "EH pad must be jumped to via an unwind edge";
    }
    return undefined;
  }
  private faultOfUnwinding(target: number | undefined): string | undefined {
    if (target === undefined) return undefined;
    const pad = this.first(target);
    return isPad(pad) && pad?.kind !== "landingpad"
      ? undefined
      : "An EH block must be unwound to which is not a landingpad.";
  }
  private faultOfReturn({ opcode, operands, blocks }: Of<"funcletret">): string | undefined {
    const pad = this.results.get(operands[0] as ValueId);
    const wanted = opcode === "catchret" ? "catchpad" : "cleanuppad";
    if (pad?.opcode !== wanted) return `${opcode} needs to be provided a ${wanted}`;
    return opcode === "cleanupret" ? this.faultOfUnwinding(blocks[0]) : undefined;
  }
}
