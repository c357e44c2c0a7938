/** Instructions as llvm-dis writes them. Source: AssemblyWriter::printInstruction. */
import type { ValueId } from "../ir/ids";
import type { Sink } from "../../../document/sink";
import type { Atomicity, Instruction, InstructionKind } from "../ir/function";
import { NO_VALUE } from "../ir/function";
import { escaped } from "../ir/escape";
import type { Release } from "../ir/releases";
import { MdKind } from "../metadata/kinds";
import { ORDERINGS } from "../operations";
import { printCallHead, printCallTail, printRelocateComment } from "./calls";
import { printShuffleMask } from "./constants";
import type { ModulePrinting } from "./context";
import { EXPLICIT_TYPES } from "../ir/releases";

type Of<K extends InstructionKind> = Extract<Instruction, { kind: K }>;
type Printer<K extends InstructionKind> = (sink: Sink, instruction: Of<K>, context: ModulePrinting) => void;

/** Operands of a call of gc.relocate, the one call that has a comment. */
const RELOCATE_OPERANDS = 3;

/** Prints an instruction without indentation, its attachments included. */
export function printInstruction(sink: Sink, instruction: Instruction, context: ModulePrinting): void {
  printInstructionAlone(sink, instruction, context);
  printAttachments(sink, instruction, context);
  if (instruction.kind === "call" && instruction.operands.length === RELOCATE_OPERANDS) {
    printRelocateComment(sink, instruction, context);
  }
}

/** Prints an instruction without its attachments, which have records of their own. */
export function printInstructionAlone(sink: Sink, instruction: Instruction, context: ModulePrinting): void {
  if (instruction.id !== NO_VALUE) {
    const name = context.localName(instruction.id) ?? "<badref>";
    sink.name("local", name, name, true);
    sink.put("punctuation", " = ");
  }
  if (instruction.kind === "call" && instruction.tail !== "") {
    sink.field?.("cc");
    sink.put("keyword", `${instruction.tail} `);
  }
  printHead(sink, instruction, context.release);
  const print = PRINTERS[instruction.kind] as Printer<InstructionKind>;
  print(sink, instruction, context);
}

function printAttachments(sink: Sink, instruction: Instruction, context: ModulePrinting): void {
  const { location, attachments } = instruction;
  if (location !== undefined) context.metadata.attachment(sink, MdKind.dbg, location, ",", context);
  if (attachments.length > 0) context.metadata.attachments(sink, attachments, ",", context);
}

/** Opcode and flags: `load atomic volatile`, `add nuw nsw`. LLVM 3.0 writes `volatile` in front. */
function printHead(sink: Sink, instruction: Instruction, release: Release): void {
  const { opcode, flags } = instruction;
  const inFront = release < 9 && flags === "volatile";
  if (inFront) printFlags(sink, instruction, `${flags} `);
  sink.field?.("opcode", "castopc");
  sink.put("keyword", opcode);
  if ((instruction.kind === "load" || instruction.kind === "store") && instruction.atomic)
    sink.put("keyword", " atomic");
  if (flags !== "" && !inFront) printFlags(sink, instruction, ` ${flags}`);
}
/** The flags of all kinds of instructions stand in fields of their own names. */
function printFlags(sink: Sink, { kind, flags }: Instruction, text: string): void {
  sink.field?.(flags.includes("volatile") ? "vol" : kind === "alloca" ? "align" : "flags", "fmf", "weak");
  sink.put("keyword", text);
}

function text(sink: Sink, what: string): void {
  sink.put("punctuation", what);
}

function operands(sink: Sink, ids: readonly ValueId[], withType: boolean, context: ModulePrinting): void {
  for (let i = 0; i < ids.length; i++) {
    if (i > 0) text(sink, ", ");
    context.printOperand(sink, ids[i] as ValueId, withType);
  }
}

function blocks(sink: Sink, list: readonly number[], from: number, context: ModulePrinting): void {
  for (let i = from; i < list.length; i++) {
    if (i > from) text(sink, ", ");
    context.printBlock(sink, list[i] as number, true);
  }
}

/** Instructions that give every operand its type, although they may be the same. */
const ALL_TYPES: ReadonlySet<string> = new Set(["select", "shufflevector"]);

/** Operands: their type once in front where it is the same for all. */
function printOperands(sink: Sink, ids: readonly ValueId[], everyType: boolean, context: ModulePrinting): void {
  const { values } = context.module;
  const first = values.typeOf(ids[0] as ValueId);
  let differ = everyType;
  for (let i = 1; i < ids.length && !differ; i++) {
    const type = values.typeOf(ids[i] as ValueId);
    differ = type !== first && (!type || !first || !context.types.same(type, first));
  }
  text(sink, " ");
  if (!differ && first) {
    context.printType(sink, first);
    text(sink, " ");
  }
  operands(sink, ids, differ, context);
}

/** Since when a shuffle's mask is no operand. */
const MASK_IS_NO_OPERAND: Release = 11;

function printPlain(sink: Sink, instruction: Of<"plain">, context: ModulePrinting): void {
  const { opcode, operands: ids } = instruction;
  if (ids.length === 0) {
    if (opcode === "ret") sink.put("type", " void");
    return;
  }
  if (opcode === "shufflevector" && context.release >= MASK_IS_NO_OPERAND) {
    printOperands(sink, ids.slice(0, 2), true, context);
    printShuffleMask(sink, ids[2] as ValueId, context);
  } else printOperands(sink, ids, ALL_TYPES.has(opcode), context);
}

function printCast(sink: Sink, instruction: Of<"cast">, context: ModulePrinting): void {
  text(sink, " ");
  context.printOperand(sink, instruction.operands[0] as ValueId, true);
  sink.put("keyword", " to ");
  context.printType(sink, instruction.type);
}

function printPhi(sink: Sink, instruction: Of<"phi">, context: ModulePrinting): void {
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

function printBranch(sink: Sink, instruction: Of<"br">, context: ModulePrinting): void {
  text(sink, " ");
  if (instruction.operands.length > 0) {
    context.printOperand(sink, instruction.operands[0] as ValueId, true);
    text(sink, ", ");
  }
  blocks(sink, instruction.blocks, 0, context);
}

function printSwitch(sink: Sink, instruction: Of<"switch">, context: ModulePrinting): void {
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

function printIndirectBranch(sink: Sink, instruction: Of<"indirectbr">, context: ModulePrinting): void {
  text(sink, " ");
  context.printOperand(sink, instruction.operands[0] as ValueId, true);
  text(sink, ", [");
  blocks(sink, instruction.blocks, 0, context);
  text(sink, "]");
}

function printInvoke(sink: Sink, instruction: Of<"invoke">, context: ModulePrinting): void {
  printCallHead(sink, instruction, context);
  printCallTail(sink, instruction, context);
  sink.put("keyword", "\n          to ");
  context.printBlock(sink, instruction.blocks[0] as number, true);
  sink.put("keyword", " unwind ");
  context.printBlock(sink, instruction.blocks[1] as number, true);
}

function printCallBranch(sink: Sink, instruction: Of<"callbr">, context: ModulePrinting): void {
  printCallHead(sink, instruction, context);
  printCallTail(sink, instruction, context);
  sink.put("keyword", "\n          to ");
  context.printBlock(sink, instruction.blocks[0] as number, true);
  text(sink, " [");
  blocks(sink, instruction.blocks, 1, context);
  text(sink, "]");
}

function printCall(sink: Sink, instruction: Of<"call">, context: ModulePrinting): void {
  printCallHead(sink, instruction, context);
  printCallTail(sink, instruction, context);
}

function printAlloca(sink: Sink, instruction: Of<"alloca">, context: ModulePrinting): void {
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

/** ` syncscope("agent") seq_cst`. */
function printAtomicity(sink: Sink, atomic: Atomicity, context: ModulePrinting): void {
  if (atomic.scope !== "") {
    sink.field?.("ssid");
    sink.put("keyword", ` ${scopeText(atomic.scope, context.release)}`);
  }
  sink.field?.("ordering", "success_ordering");
  sink.put("keyword", ` ${ORDERINGS[atomic.ordering] ?? ""}`);
}
/** LLVM 3.0's llvm-dis knew one scope beside the system's, by a keyword. */
function scopeText(scope: string, release: Release): string {
  return release < 9 ? scope : `syncscope("${escaped(scope, release)}")`;
}

/** Since when atomic read-modify-writes print their alignment. */
const ATOMIC_ALIGNMENT: Release = 13;

function printAlignment(sink: Sink, alignment: number): void {
  if (alignment === 0) return;
  sink.field?.("align");
  sink.put("keyword", `, align ${alignment}`);
}

function printLoad(sink: Sink, instruction: Of<"load">, context: ModulePrinting): void {
  text(sink, " ");
  if (context.release >= EXPLICIT_TYPES) {
    context.printType(sink, instruction.type);
    text(sink, ", ");
  }
  context.printOperand(sink, instruction.operands[0] as ValueId, true);
  if (instruction.atomic) printAtomicity(sink, instruction.atomic, context);
  printAlignment(sink, instruction.alignment);
}

function printStore(sink: Sink, instruction: Of<"store">, context: ModulePrinting): void {
  text(sink, " ");
  operands(sink, instruction.operands, true, context);
  if (instruction.atomic) printAtomicity(sink, instruction.atomic, context);
  printAlignment(sink, instruction.alignment);
}

function printCompareExchange(sink: Sink, instruction: Of<"cmpxchg">, context: ModulePrinting): void {
  text(sink, " ");
  operands(sink, instruction.operands, true, context);
  printAtomicity(sink, instruction.atomic, context);
  sink.field?.("failure_ordering");
  sink.put("keyword", ` ${ORDERINGS[instruction.failureOrdering] ?? ""}`);
  if (context.release >= ATOMIC_ALIGNMENT) printAlignment(sink, instruction.alignment);
}

function printReadModifyWrite(sink: Sink, instruction: Of<"atomicrmw">, context: ModulePrinting): void {
  sink.field?.("operation");
  sink.put("keyword", ` ${instruction.operation} `);
  operands(sink, instruction.operands, true, context);
  printAtomicity(sink, instruction.atomic, context);
  if (context.release >= ATOMIC_ALIGNMENT) printAlignment(sink, instruction.alignment);
}

function printGetElementPtr(sink: Sink, instruction: Of<"getelementptr">, context: ModulePrinting): void {
  text(sink, " ");
  if (context.release >= EXPLICIT_TYPES) {
    context.printType(sink, instruction.sourceType);
    text(sink, ", ");
  }
  const ids = instruction.operands;
  const { values } = context.module;
  const first = values.typeOf(ids[0] as ValueId);
  // A lone pointer, or indices of its very type (vectors never are): the type stands once.
  let one = true;
  for (let i = 1; i < ids.length && one; i++) one = values.typeOf(ids[i] as ValueId) === first;
  if (one && first) {
    context.printType(sink, first);
    text(sink, " ");
  }
  operands(sink, ids, !one, context);
}

function printAggregate(sink: Sink, instruction: Of<"aggregate">, context: ModulePrinting): void {
  text(sink, " ");
  operands(sink, instruction.operands, true, context);
  for (const index of instruction.indices) {
    sink.field?.("index");
    sink.put("number", `, ${index}`);
  }
}

function printLandingPad(sink: Sink, instruction: Of<"landingpad">, context: ModulePrinting): void {
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

function printFuncletPad(sink: Sink, instruction: Of<"funcletpad">, context: ModulePrinting): void {
  sink.put("keyword", " within ");
  context.printOperand(sink, instruction.operands[0] as ValueId, false);
  text(sink, " [");
  operands(sink, instruction.operands.slice(1), true, context);
  text(sink, "]");
}

function printCatchSwitch(sink: Sink, instruction: Of<"catchswitch">, context: ModulePrinting): void {
  sink.put("keyword", " within ");
  context.printOperand(sink, instruction.operands[0] as ValueId, false);
  text(sink, " [");
  blocks(sink, instruction.blocks, 0, context);
  sink.put("keyword", "] unwind ");
  printUnwind(sink, instruction.unwind, context);
}

function printUnwind(sink: Sink, block: number | undefined, context: ModulePrinting): void {
  if (block === undefined) sink.put("keyword", "to caller");
  else context.printBlock(sink, block, true);
}

function printFuncletReturn(sink: Sink, instruction: Of<"funcletret">, context: ModulePrinting): void {
  sink.put("keyword", " from ");
  context.printOperand(sink, instruction.operands[0] as ValueId, false);
  sink.put("keyword", instruction.opcode === "catchret" ? " to " : " unwind ");
  printUnwind(sink, instruction.blocks[0], context);
}

/** Printers by kind. */
const PRINTERS: { readonly [K in InstructionKind]: Printer<K> } = {
  plain: printPlain,
  cast: printCast,
  compare: (sink, instruction, context) => {
    sink.field?.("pred");
    sink.put("keyword", ` ${instruction.predicate}`);
    printOperands(sink, instruction.operands, false, context);
  },
  getelementptr: printGetElementPtr,
  aggregate: printAggregate,
  phi: printPhi,
  br: printBranch,
  switch: printSwitch,
  indirectbr: printIndirectBranch,
  call: printCall,
  invoke: printInvoke,
  callbr: printCallBranch,
  alloca: printAlloca,
  load: printLoad,
  store: printStore,
  cmpxchg: printCompareExchange,
  atomicrmw: printReadModifyWrite,
  fence: (sink, instruction, context) => {
    printAtomicity(sink, instruction.atomic, context);
  },
  landingpad: printLandingPad,
  vaarg: (sink, instruction, context) => {
    text(sink, " ");
    context.printOperand(sink, instruction.operands[0] as ValueId, true);
    text(sink, ", ");
    context.printType(sink, instruction.type);
  },
  funcletpad: printFuncletPad,
  catchswitch: printCatchSwitch,
  funcletret: printFuncletReturn,
};
