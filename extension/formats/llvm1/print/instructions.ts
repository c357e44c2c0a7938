/** Prints instructions (AsmWriter.cpp, printInstruction). */
import type { Operation } from "../model/opcodes";
import type { Printer } from "./printer";
import type { Style } from "../model/style";
import type { Type } from "../model/type";
import type { BasicBlock, Instruction, Value } from "../model/values";

/** Operations that print every operand with its type. */
const TYPED: ReadonlySet<Operation> = new Set(["shl", "shr", "select", "store", "shufflevector"]);

/** A calling convention's keyword; empty for C. */
export function conventionText(convention: number, style: Style): string {
  if (convention === 0) return "";
  return style.conventions.get(convention) ?? `cc${convention}`;
}

/** An alignment, stored as log2 + 1. */
export function alignmentText(stored: number): string {
  return String(2 ** (stored - 1));
}

/** Prints one instruction, from its name to its last operand. */
export class InstructionPrinter {
  constructor(private readonly out: Printer) {}

  print(instruction: Instruction): void {
    const { out } = this;
    const { operation, operandOf } = instruction;
    out.define(instruction);
    if (instruction.volatile) out.sink.put("keyword", "volatile ");
    if (instruction.tail) out.sink.put("keyword", "tail ");
    out.sink.put("keyword", operation);
    this.operandOf = operandOf;
    this.operands(instruction);
  }

  private operandOf: readonly number[] | undefined;

  /** One of the instruction's operands. */
  private operand(instruction: Instruction, index: number, withType: boolean): void {
    const value = instruction.operands[index];
    if (!value) return;
    this.out.sink.operand(this.operandOf ? this.operandOf.indexOf(index) : index);
    this.out.operand(value, withType);
    this.out.sink.operand(undefined);
  }

  /** What follows the opcode. */
  private operands(instruction: Instruction): void {
    const { out } = this;
    switch (instruction.operation) {
      case "br":
        this.branch(instruction);
        break;
      case "switch":
        this.switch(instruction);
        break;
      case "phi":
        this.phi(instruction);
        break;
      case "ret":
        if (instruction.operands.length === 0) out.sink.put("type", " void");
        else this.plain(instruction);
        break;
      case "call":
        this.call(instruction, 1);
        break;
      case "invoke":
        this.call(instruction, 3);
        this.destinations(instruction);
        break;
      case "malloc":
      case "alloca":
        this.allocation(instruction);
        break;
      case "cast":
      case "vanext":
      case "vaarg":
      case "va_arg":
        this.operand(instruction, 0, true);
        out.text(instruction.operation === "cast" ? " to " : ", ");
        if (instruction.typeOperand) out.type(instruction.typeOperand);
        break;
      default:
        this.plain(instruction);
    }
  }

  /** A conditional branch, which stores its condition last and prints it first. */
  private branch(instruction: Instruction): void {
    if (instruction.operands.length === 1) {
      this.operand(instruction, 0, true);
      return;
    }
    this.operand(instruction, 2, true);
    this.out.text(",");
    this.operand(instruction, 0, true);
    this.out.text(",");
    this.operand(instruction, 1, true);
  }

  /** One line for each value and its block. */
  private switch(instruction: Instruction): void {
    const { out } = this;
    this.operand(instruction, 0, true);
    out.text(",");
    this.operand(instruction, 1, true);
    out.text(" [");
    for (let i = 2; i < instruction.operands.length; i += 2) {
      out.text("\n\t\t");
      this.operand(instruction, i, true);
      out.text(",");
      this.operand(instruction, i + 1, true);
    }
    out.text("\n\t]");
  }

  /** The type once, then a value and a block for each predecessor. */
  private phi(instruction: Instruction): void {
    const { out } = this;
    out.text(" ");
    out.type(instruction.type);
    out.text(" ");
    for (let i = 0; i < instruction.operands.length; i += 2) {
      out.text(i > 0 ? ", [" : "[");
      this.operand(instruction, i, false);
      out.text(",");
      this.operand(instruction, i + 1, false);
      out.text(" ]");
    }
  }

  /** A call up to its arguments; the callee's complete type only if the result type does not determine it. */
  private call(instruction: Instruction, firstArgument: number): void {
    const { out } = this;
    const convention = conventionText(instruction.convention, out.context.style);
    if (convention !== "") out.sink.put("keyword", ` ${convention}`);
    const callee = instruction.operands[0];
    const signature = callee?.type.element;
    const result = signature?.element;
    const short = signature && result && !signature.varargs && !isFunctionPointer(result);
    if (short) {
      out.text(" ");
      out.type(result);
    }
    this.operand(instruction, 0, !short);
    out.text("(");
    for (let i = firstArgument; i < instruction.operands.length; i++) {
      if (i > firstArgument) out.text(",");
      this.operand(instruction, i, true);
    }
    out.text(" )");
  }

  /** An invoke's destinations: normal, and after an exception (`except` until LLVM 1.1). */
  private destinations(instruction: Instruction): void {
    const { out } = this;
    out.text("\n\t\t\t");
    out.sink.put("keyword", "to");
    this.operand(instruction, 1, true);
    out.sink.put("keyword", ` ${out.context.style.unwindWord}`);
    this.operand(instruction, 2, true);
  }

  /** The allocated type; a count unless it is one. */
  private allocation(instruction: Instruction): void {
    const { out } = this;
    out.text(" ");
    out.type(instruction.type.element);
    const count = instruction.operands[0];
    if (count && !isOne(count)) {
      out.text(",");
      this.operand(instruction, 0, true);
    }
    if (instruction.alignment > 0) out.sink.put("keyword", `, align ${alignmentText(instruction.alignment)}`);
  }

  /** The usual form: the first operand's type is printed once if all operands have it. */
  private plain(instruction: Instruction): void {
    const { out } = this;
    const { operands, operation } = instruction;
    const first = operands[0];
    if (!first) return;
    const typed = TYPED.has(operation) || operands.some((o) => o.type !== first.type);
    if (!typed) {
      out.text(" ");
      out.type(first.type);
    }
    operands.forEach((_operand, i) => {
      if (i > 0) out.text(",");
      this.operand(instruction, i, typed);
    });
  }
}

function isFunctionPointer(type: Type): boolean {
  return type.kind === "pointer" && type.element.kind === "function";
}

/** An allocation of one element has no count. */
function isOne(value: Value): boolean {
  return value.kind === "integer" && Number(value.value) === 1;
}

/** The text of a label line, for a block with a name. */
export function labelText(block: BasicBlock, quoted: (name: string) => string): string | undefined {
  return block.name === undefined ? undefined : `${quoted(block.name)}:`;
}
