/** Prints loads, stores, allocas and atomics as llvm-dis writes them: what follows the opcode and flags. */
import type { Sink } from "../../../document/sink";
import type { Atomicity, Instruction, InstructionKind } from "../ir/function";
import { escaped } from "../ir/escape";
import type { ValueId } from "../ir/ids";
import type { Release } from "../ir/releases";
import { EXPLICIT_TYPES } from "../ir/releases";
import { ORDERINGS } from "../operations";
import type { ModulePrinting } from "./context";
import { printAll, text } from "./operandLists";

type Of<K extends InstructionKind> = Extract<Instruction, { kind: K }>;

/** The first release that prints the alignment of atomic read-modify-writes. */
const ATOMIC_ALIGNMENT: Release = 13;

/** Prints the rest of an alloca. */
export function printAlloca(sink: Sink, instruction: Of<"alloca">, context: ModulePrinting): void {
  const { alignment, addressSpace, operands: ids, allocatedType } = instruction;
  const { values } = context.module;
  text(sink, " ");
  context.printType(sink, allocatedType);
  const size = ids[0] as ValueId;
  const sizeType = values.typeOf(size);
  const plain = sizeType?.kind === "integer" && sizeType.width === 32 && values.integerOf(size) === 1;
  if (!plain) {
    text(sink, ", ");
    context.printOperand(sink, size, true);
  }
  printAlignment(sink, alignment);
  if (addressSpace !== 0) {
    sink.field?.("addrspace");
    sink.put("keyword", `, addrspace(${addressSpace})`);
  }
}

/** Prints ` syncscope("agent") seq_cst`. */
export function printAtomicity(sink: Sink, atomic: Atomicity, context: ModulePrinting): void {
  if (atomic.scope !== "") {
    sink.field?.("ssid");
    sink.put("keyword", ` ${scopeText(atomic.scope, context.release)}`);
  }
  sink.field?.("ordering", "success_ordering");
  sink.put("keyword", ` ${ORDERINGS[atomic.ordering] ?? ""}`);
}

/** LLVM 3.0's llvm-dis knew one scope besides the system's, which is a keyword. */
function scopeText(scope: string, release: Release): string {
  return release < 9 ? scope : `syncscope("${escaped(scope, release)}")`;
}

function printAlignment(sink: Sink, alignment: number): void {
  if (alignment === 0) return;
  sink.field?.("align");
  sink.put("keyword", ALIGNMENTS[alignment] ?? alignmentText(alignment));
}

function alignmentText(alignment: number): string {
  return `, align ${alignment}`;
}
/** The texts of the most frequent alignments, by bytes. */
const ALIGNMENTS: readonly string[] = Array.from({ length: 65 }, (_, bytes) => alignmentText(bytes));

/** Prints the rest of a load. */
export function printLoad(sink: Sink, instruction: Of<"load">, context: ModulePrinting): void {
  text(sink, " ");
  if (context.release >= EXPLICIT_TYPES) {
    context.printType(sink, instruction.type);
    text(sink, ", ");
  }
  context.printOperand(sink, instruction.operands[0] as ValueId, true);
  if (instruction.atomic) printAtomicity(sink, instruction.atomic, context);
  printAlignment(sink, instruction.alignment);
}

/** Prints the rest of a store. */
export function printStore(sink: Sink, instruction: Of<"store">, context: ModulePrinting): void {
  text(sink, " ");
  printAll(sink, instruction.operands, true, context);
  if (instruction.atomic) printAtomicity(sink, instruction.atomic, context);
  printAlignment(sink, instruction.alignment);
}

/** Prints the rest of a cmpxchg. */
export function printCompareExchange(sink: Sink, instruction: Of<"cmpxchg">, context: ModulePrinting): void {
  text(sink, " ");
  printAll(sink, instruction.operands, true, context);
  printAtomicity(sink, instruction.atomic, context);
  sink.field?.("failure_ordering");
  sink.put("keyword", ` ${ORDERINGS[instruction.failureOrdering] ?? ""}`);
  if (context.release >= ATOMIC_ALIGNMENT) printAlignment(sink, instruction.alignment);
}

/** Prints the rest of an atomicrmw. */
export function printReadModifyWrite(sink: Sink, instruction: Of<"atomicrmw">, context: ModulePrinting): void {
  sink.field?.("operation");
  sink.put("keyword", ` ${instruction.operation} `);
  printAll(sink, instruction.operands, true, context);
  printAtomicity(sink, instruction.atomic, context);
  if (context.release >= ATOMIC_ALIGNMENT) printAlignment(sink, instruction.alignment);
}
