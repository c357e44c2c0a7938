/** Prints instructions as llvm-dis writes them. Source: AssemblyWriter::printInstruction. */
import type { ValueId } from "../ir/ids";
import type { Sink } from "../../../document/sink";
import type { Instruction, InstructionKind } from "../ir/function";
import { NO_VALUE } from "../ir/function";
import type { Release } from "../ir/releases";
import { MdKind } from "../metadata/kinds";
import { printCallHead, printCallTail, printRelocateComment } from "./calls";
import { MASK_IS_NO_OPERAND, printShuffleMask } from "./shuffleMask";
import type { ModulePrinting } from "./context";
import {
  printBranch,
  printCatchSwitch,
  printFuncletPad,
  printFuncletReturn,
  printIndirectBranch,
  printLandingPad,
  printPhi,
  printSwitch,
} from "./control";
import {
  printAlloca,
  printAtomicity,
  printCompareExchange,
  printLoad,
  printReadModifyWrite,
  printStore,
} from "./memory";
import { printAll, printBlocks, text } from "./operandLists";
import { EXPLICIT_TYPES } from "../ir/releases";

type Of<K extends InstructionKind> = Extract<Instruction, { kind: K }>;

/** The number of operands of gc.relocate, the only call that gets a comment. */
const RELOCATE_OPERANDS = 3;

/** Prints an instruction with its attachments, without indentation. */
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
  printRest(sink, instruction, context);
}

function printAttachments(sink: Sink, instruction: Instruction, context: ModulePrinting): void {
  const { location, attachments } = instruction;
  if (location !== undefined) context.metadata.attachment(sink, MdKind.dbg, location, ",", context);
  if (attachments.length > 0) context.metadata.attachments(sink, attachments, ",", context);
}

/** Prints opcode and flags: `load atomic volatile`, `add nuw nsw`. LLVM 3.0 writes `volatile` first. */
function printHead(sink: Sink, instruction: Instruction, release: Release): void {
  const { opcode, flags } = instruction;
  const inFront = release < 9 && flags === "volatile";
  if (inFront) {
    printFlags(sink, instruction);
    text(sink, " ");
  }
  sink.field?.("opcode", "castopc");
  sink.put("keyword", opcode);
  if ((instruction.kind === "load" || instruction.kind === "store") && instruction.atomic)
    sink.put("keyword", " atomic");
  if (flags === "" || inFront) return;
  text(sink, " ");
  printFlags(sink, instruction);
}
/** Prints the flags. Each kind of instruction has them in a field of a different name. */
function printFlags(sink: Sink, { kind, flags }: Instruction): void {
  sink.field?.(flags.includes("volatile") ? "vol" : kind === "alloca" ? "align" : "flags", "fmf", "weak");
  sink.put("keyword", flags);
}

/** Instructions that print the type of every operand even if all types are the same. */
const ALL_TYPES: ReadonlySet<string> = new Set(["select", "shufflevector"]);

/** Prints operands, with their type only once if it is the same for all. */
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
  printAll(sink, ids, differ, context);
}

function printPlain(sink: Sink, instruction: Of<"plain">, context: ModulePrinting): void {
  const { opcode, operands: ids } = instruction;
  if (ids.length === 0) {
    if (opcode === "ret") sink.put("type", " void");
    return;
  }
  if (opcode === "bitextract") {
    text(sink, " ");
    context.printType(sink, instruction.type);
    text(sink, ",");
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
  printBlocks(sink, instruction.blocks, 1, context);
  text(sink, "]");
}

function printCall(sink: Sink, instruction: Of<"call">, context: ModulePrinting): void {
  printCallHead(sink, instruction, context);
  printCallTail(sink, instruction, context);
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
  // A single pointer, or indices with exactly the pointer's type (vectors never have it): print the type once.
  let one = true;
  for (let i = 1; i < ids.length && one; i++) one = values.typeOf(ids[i] as ValueId) === first;
  if (one && first) {
    context.printType(sink, first);
    text(sink, " ");
  }
  printAll(sink, ids, !one, context);
}

function printAggregate(sink: Sink, instruction: Of<"aggregate">, context: ModulePrinting): void {
  text(sink, " ");
  printAll(sink, instruction.operands, true, context);
  for (const index of instruction.indices) {
    sink.field?.("index");
    sink.put("number", `, ${index}`);
  }
}

function printCompare(sink: Sink, instruction: Of<"compare">, context: ModulePrinting): void {
  text(sink, " ");
  sink.field?.("pred");
  sink.put("keyword", instruction.predicate);
  printOperands(sink, instruction.operands, false, context);
}

function printVaArg(sink: Sink, instruction: Of<"vaarg">, context: ModulePrinting): void {
  text(sink, " ");
  context.printOperand(sink, instruction.operands[0] as ValueId, true);
  text(sink, ", ");
  context.printType(sink, instruction.type);
}

/** Prints what follows the opcode and flags, for the most frequent kinds. */
function printRest(sink: Sink, instruction: Instruction, context: ModulePrinting): void {
  switch (instruction.kind) {
    case "plain":
      return printPlain(sink, instruction, context);
    case "call":
      return printCall(sink, instruction, context);
    case "load":
      return printLoad(sink, instruction, context);
    case "getelementptr":
      return printGetElementPtr(sink, instruction, context);
    case "br":
      return printBranch(sink, instruction, context);
    case "cast":
      return printCast(sink, instruction, context);
    case "compare":
      return printCompare(sink, instruction, context);
    case "store":
      return printStore(sink, instruction, context);
    case "phi":
      return printPhi(sink, instruction, context);
    case "alloca":
      return printAlloca(sink, instruction, context);
    default:
      return printRareRest(sink, instruction, context);
  }
}

type RareKind = Exclude<
  InstructionKind,
  "plain" | "call" | "load" | "getelementptr" | "br" | "cast" | "compare" | "store" | "phi" | "alloca"
>;

/** Prints what follows the opcode and flags, for the other kinds. */
function printRareRest(sink: Sink, instruction: Of<RareKind>, context: ModulePrinting): void {
  switch (instruction.kind) {
    case "aggregate":
      return printAggregate(sink, instruction, context);
    case "switch":
      return printSwitch(sink, instruction, context);
    case "indirectbr":
      return printIndirectBranch(sink, instruction, context);
    case "invoke":
      return printInvoke(sink, instruction, context);
    case "callbr":
      return printCallBranch(sink, instruction, context);
    case "cmpxchg":
      return printCompareExchange(sink, instruction, context);
    case "atomicrmw":
      return printReadModifyWrite(sink, instruction, context);
    case "fence":
      return printAtomicity(sink, instruction.atomic, context);
    case "landingpad":
      return printLandingPad(sink, instruction, context);
    case "vaarg":
      return printVaArg(sink, instruction, context);
    case "funcletpad":
      return printFuncletPad(sink, instruction, context);
    case "catchswitch":
      return printCatchSwitch(sink, instruction, context);
    case "funcletret":
      return printFuncletReturn(sink, instruction, context);
  }
}
