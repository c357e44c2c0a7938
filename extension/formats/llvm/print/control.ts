/** Prints terminators, phis and exception pads as llvm-dis writes them: what follows the opcode. */
import type { Sink } from "../../../document/sink";
import type { Instruction, InstructionKind } from "../ir/function";
import type { ValueId } from "../ir/ids";
import type { ModulePrinting } from "./context";
import { printAll, printBlocks, text } from "./operandLists";

type Of<K extends InstructionKind> = Extract<Instruction, { kind: K }>;

/** Prints the rest of a phi. */
export function printPhi(sink: Sink, instruction: Of<"phi">, context: ModulePrinting): void {
  text(sink, " ");
  context.printType(sink, instruction.type);
  text(sink, " ");
  const { operands: ids, blocks: from } = instruction;
  for (let i = 0; i < ids.length; i++) {
    text(sink, i > 0 ? ", [ " : "[ ");
    context.printOperand(sink, ids[i] as ValueId, false);
    text(sink, ", ");
    context.printBlock(sink, from[i] as number, false);
    text(sink, " ]");
  }
}

/** Prints the rest of a br. */
export function printBranch(sink: Sink, instruction: Of<"br">, context: ModulePrinting): void {
  text(sink, " ");
  if (instruction.operands.length > 0) {
    context.printOperand(sink, instruction.operands[0] as ValueId, true);
    text(sink, ", ");
  }
  printBlocks(sink, instruction.blocks, 0, context);
}

/** Prints the rest of a switch. */
export function printSwitch(sink: Sink, instruction: Of<"switch">, context: ModulePrinting): void {
  const { operands: ids, blocks: targets } = instruction;
  text(sink, " ");
  context.printOperand(sink, ids[0] as ValueId, true);
  text(sink, ", ");
  context.printBlock(sink, targets[0] as number, true);
  text(sink, " [");
  for (let i = 1; i < ids.length; i++) {
    text(sink, "\n    ");
    context.printOperand(sink, ids[i] as ValueId, true);
    text(sink, ", ");
    context.printBlock(sink, targets[i] as number, true);
  }
  text(sink, "\n  ]");
}

/** Prints the rest of an indirectbr. */
export function printIndirectBranch(sink: Sink, instruction: Of<"indirectbr">, context: ModulePrinting): void {
  text(sink, " ");
  context.printOperand(sink, instruction.operands[0] as ValueId, true);
  text(sink, ", [");
  printBlocks(sink, instruction.blocks, 0, context);
  text(sink, "]");
}

/** Prints the rest of a landingpad. */
export function printLandingPad(sink: Sink, instruction: Of<"landingpad">, context: ModulePrinting): void {
  const { cleanup, filters, personality, operands: ids } = instruction;
  text(sink, " ");
  context.printType(sink, instruction.type);
  if (personality !== undefined && context.release < 9) {
    sink.put("keyword", " personality ");
    context.printOperand(sink, personality, true);
  }
  if (cleanup) {
    sink.field?.("iscleanup");
    sink.put("keyword", "\n          cleanup");
  }
  ids.forEach((id, i) => {
    sink.field?.("clause");
    sink.put("keyword", filters[i] ? "\n          filter " : "\n          catch ");
    context.printOperand(sink, id, true);
  });
}

/** Prints the rest of a catchpad or cleanuppad. */
export function printFuncletPad(sink: Sink, instruction: Of<"funcletpad">, context: ModulePrinting): void {
  sink.put("keyword", " within ");
  context.printOperand(sink, instruction.operands[0] as ValueId, false);
  text(sink, " [");
  printAll(sink, instruction.operands.slice(1), true, context);
  text(sink, "]");
}

/** Prints the rest of a catchswitch. */
export function printCatchSwitch(sink: Sink, instruction: Of<"catchswitch">, context: ModulePrinting): void {
  sink.put("keyword", " within ");
  context.printOperand(sink, instruction.operands[0] as ValueId, false);
  text(sink, " [");
  printBlocks(sink, instruction.blocks, 0, context);
  sink.put("keyword", "] unwind ");
  printUnwind(sink, instruction.unwind, context);
}

function printUnwind(sink: Sink, block: number | undefined, context: ModulePrinting): void {
  if (block === undefined) sink.put("keyword", "to caller");
  else context.printBlock(sink, block, true);
}

/** Prints the rest of a catchret or cleanupret. */
export function printFuncletReturn(sink: Sink, instruction: Of<"funcletret">, context: ModulePrinting): void {
  sink.put("keyword", " from ");
  context.printOperand(sink, instruction.operands[0] as ValueId, false);
  sink.put("keyword", instruction.opcode === "catchret" ? " to " : " unwind ");
  printUnwind(sink, instruction.blocks[0], context);
}
