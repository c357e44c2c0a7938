/**
 * Prints functions with their bodies as llvm-dis writes them. Source: AssemblyWriter::printFunction, printBasicBlock.
 */
import type { ByteSink, Sink } from "../../../document/sink";
import type { FunctionBody, Instruction } from "../ir/function";
import type { DebugRecord } from "../ir/metadata";
import type { Release } from "../ir/releases";
import type { FunctionValue } from "../ir/values";
import { isKnownIntrinsic } from "../upgrade/intrinsics";
import type { ModulePrinting } from "./context";
import { printFunctionHead } from "./globals";
import { printInstruction } from "./instructions";
import { Predecessors } from "./predecessors";

/** The first release with attribute groups; before, attributes of functions come after the parameters. */
const ATTRIBUTE_GROUPS: Release = 9;

/** The first release that marks a function with an intrinsic's name that is not an intrinsic. */
const UNKNOWN_INTRINSICS: Release = 21;

/** Prints `; Function Attrs: …` before a function that has such attributes. */
export function printAttributesComment(sink: Sink, global: FunctionValue, context: ModulePrinting): void {
  const set = context.release >= ATTRIBUTE_GROUPS ? global.attributes?.functionSet : undefined;
  const comment = set ? context.attributes.comment(set) : "";
  if (comment !== "") {
    sink.noise?.("attribute");
    sink.put("comment", `; Function Attrs: ${comment}\n`);
    sink.noise?.(undefined);
  }
  if (
    context.release >= UNKNOWN_INTRINSICS &&
    global.name.startsWith("llvm.") &&
    !isKnownIntrinsic(global.name, context.release)
  ) {
    sink.put("comment", "; Unknown intrinsic\n");
  }
}

/** Prints a declaration with its newline. */
export function printDeclaration(sink: Sink, global: FunctionValue, context: ModulePrinting): void {
  printAttributesComment(sink, global, context);
  printFunctionHead(sink, global, context);
  sink.put("text", "\n");
}

/** Prints the first line of a definition up to its brace, without a newline. */
export function printDefinitionHead(sink: Sink, body: FunctionBody, context: ModulePrinting): void {
  printFunctionHead(sink, body.function, context);
  const attachments = [...(context.module.metadata.globalAttachments.get(body.function.id) ?? []), ...body.attachments];
  if (attachments.length > 0) context.metadata.attachments(sink, attachments, "", context);
  sink.put("punctuation", " {");
}

/** Prints a debug record with its newline. */
export function printDebugRecord(sink: Sink, record: DebugRecord, context: ModulePrinting): void {
  sink.put("text", "    ");
  context.metadata.debugRecord(sink, record, context);
  sink.put("text", "\n");
}

/** Prints an instruction with its newline. */
export function printInstructionLine(sink: Sink, instruction: Instruction, context: ModulePrinting): void {
  sink.put("text", "  ");
  printInstruction(sink, instruction, context);
  sink.put("text", "\n");
}

/** Prints a function with its body. The generator yields whenever enough text has been collected. */
export function* printDefinition(
  sink: ByteSink,
  body: FunctionBody,
  context: ModulePrinting,
): Generator<void, void, undefined> {
  printAttributesComment(sink, body.function, context);
  printDefinitionHead(sink, body, context);
  const before = new Predecessors(body);
  for (let i = 0; i < body.blocks.length; i++) {
    printLabel(sink, body, i, before.of(i), context);
    for (const instruction of body.blocks[i]?.instructions ?? []) {
      for (const record of instruction.debugRecords) printDebugRecord(sink, record, context);
      printInstructionLine(sink, instruction, context);
      if (sink.full) yield;
    }
  }
  sink.put("punctuation", "}\n");
}

/** The column of the comment that lists predecessors. */
const COMMENT_COLUMN = 50;
/** Strings of blanks by their length. */
const BLANKS: readonly string[] = Array.from({ length: COMMENT_COLUMN + 1 }, (_, count) => " ".repeat(count));
/** The first release that prints `7:` as the label of an unnamed block instead of a comment. */
const NUMBER_LABELS: Release = 9;

/**
 * Prints a basic block's label, with a newline before and after it. For the entry block, which usually has no label,
 * prints only the newline that ends the `define` line.
 */
export function printLabel(
  sink: Sink,
  body: FunctionBody,
  index: number,
  before: readonly number[],
  context: ModulePrinting,
): void {
  const width = printBlockName(sink, body, index, before.length > 0, context);
  if (index > 0) {
    sink.put("text", BLANKS[Math.max(1, COMMENT_COLUMN - width)] ?? "");
    sink.put("comment", ";");
    if (before.length === 0) sink.put("comment", " No predecessors!");
    else printPredecessors(sink, before, context);
  }
  sink.put("text", "\n");
}

/** Prints a basic block's name after a newline, if it has one, and returns its length. */
function printBlockName(
  sink: Sink,
  body: FunctionBody,
  index: number,
  isReached: boolean,
  context: ModulePrinting,
): number {
  const isNamed = (body.blocks[index]?.name ?? "") !== "";
  const isNumbered = context.release >= NUMBER_LABELS;
  // LLVM 3.0 prints no label for an unnamed block without predecessors.
  if (!isNamed && (index === 0 || (!isNumbered && !isReached))) return 0;
  sink.put("text", "\n");
  if (!isNamed && !isNumbered) {
    const label = labelText(body, index, context);
    sink.put("punctuation", label);
    return label.length;
  }
  const sigilled = context.blockName(index);
  sink.name("block", sigilled.slice(1), sigilled, true);
  sink.put("punctuation", ":");
  return sigilled.length;
}

function printPredecessors(sink: Sink, before: readonly number[], context: ModulePrinting): void {
  sink.put("comment", " preds = ");
  before.forEach((block, i) => {
    if (i > 0) sink.put("comment", ", ");
    const name = context.blockName(block);
    sink.name("block", name, name);
  });
}

/** The label with its colon; empty for an unnamed entry block. */
export function labelText(body: FunctionBody, index: number, context: ModulePrinting): string {
  const name = body.blocks[index]?.name ?? "";
  if (name === "" && index === 0) return "";
  const sigilled = context.blockName(index);
  if (name !== "") return `${sigilled.slice(1)}:`;
  const number = sigilled.slice(1);
  return context.release >= NUMBER_LABELS ? `${number}:` : `; <label>:${number}`;
}
