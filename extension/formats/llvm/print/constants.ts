/** Prints constants as llvm-dis writes them. Source: writeConstantInternal. */
import type { Sink } from "../../../document/sink";
import { escaped } from "../ir/escape";
import type { ValueId } from "../ir/ids";
import { EXPLICIT_TYPES } from "../ir/releases";
import { repeatedElement } from "../ir/repeated";
import type { Constant } from "../ir/values";
import { isCast } from "../operations";
import { isBase, RANGES } from "../read/constants/baseAddress";
import type { ConstantPrinting } from "./constantParts";
import { printList, printParts } from "./constantParts";
import { Nesting } from "./nesting";
import { nullText, numberText, SPLAT } from "./numbers";
import { printCastThroughInteger, printSpaceCastOperand } from "./pointerCasts";
import { isLeaf } from "./room";
import { printAggregate, printData, printString } from "./sequences";
import { MASK_IS_NO_OPERAND, printShuffleMask } from "./shuffleMask";

type Expression = Extract<Constant, { kind: "expression" }>;

const nesting = new Nesting<Constant>();

/**
 * Prints a constant without its type. A constant that contains itself, or for which there is no room, is replaced by a
 * mark.
 */
export function printConstant(sink: Sink, constant: Constant, context: ConstantPrinting): void {
  const instead = context.room.instead(constant, nesting.depth, context.typeText(constant.type).length);
  if (instead !== undefined) {
    sink.put(...instead);
    return;
  }
  if (isLeaf(constant)) {
    print(sink, constant, context);
    return;
  }
  nesting.print(sink, constant, (into, of) => {
    print(into, of, context);
  });
}

function print(sink: Sink, constant: Constant, context: ConstantPrinting): void {
  const { type } = constant;
  switch (constant.kind) {
    case "null":
      sink.put("number", nullText(type, context));
      return;
    case "undef":
    case "poison":
      sink.put("keyword", constant.kind);
      return;
    case "integer":
    case "float":
      sink.put("number", numberText(constant, context));
      return;
    case "aggregate":
      printAggregate(sink, constant, context);
      return;
    case "data":
      printData(sink, constant.elements, type, context);
      return;
    case "string":
      printString(sink, constant.text, type, context);
      return;
    case "expression":
      printExpression(sink, constant, context);
      return;
    case "blockAddress":
      printBlockAddress(sink, constant.function, constant.block, context);
      return;
    case "dsoLocalEquivalent":
    case "noCfi":
      sink.put("keyword", constant.kind === "noCfi" ? "no_cfi " : "dso_local_equivalent ");
      context.printOperand(sink, constant.global, false);
      return;
    case "ptrAuth":
      printPointerAuthentication(sink, constant.operands, context);
      return;
    case "inlineAsm":
      printInlineAsm(sink, constant, context);
      return;
  }
}

function printExpression(sink: Sink, constant: Expression, context: ConstantPrinting): void {
  const { operation, flags, operands, predicate, sourceType, inRange } = constant;
  if (foldsAway(constant, context)) {
    context.printOperand(sink, operands[0] as number, false);
    return;
  }
  if (printShuffledSplat(sink, constant, context)) return;
  if (printCastThroughInteger(sink, constant, context)) return;
  sink.put("keyword", operation);
  if (flags !== "") sink.put("keyword", ` ${flags}`);
  if (predicate !== undefined) sink.put("keyword", ` ${predicate}`);
  sink.put("punctuation", " (");
  if (sourceType && context.release >= EXPLICIT_TYPES) {
    context.putType(sink, sourceType);
    sink.put("punctuation", ", ");
  }
  const marked = inRange && context.release < RANGES ? inRange.index + 1 : -1;
  const mask = operation === "shufflevector" && context.release >= MASK_IS_NO_OPERAND ? operands[2] : undefined;
  if (operation !== "addrspacecast" || !printSpaceCastOperand(sink, constant, context)) {
    printParts(sink, mask === undefined ? operands : operands.slice(0, 2), context, (id, i) => {
      if (i === marked) sink.put("keyword", "inrange ");
      context.printOperand(sink, id, true);
    });
  }
  if (mask !== undefined) printShuffleMask(sink, mask, context);
  if (isCast(operation)) {
    sink.put("keyword", " to ");
    context.putType(sink, constant.type);
  }
  sink.put("punctuation", ")");
}

/** Prints a shuffle that repeats the only element of a vector as a splat of that element, if this is a number. */
function printShuffledSplat(sink: Sink, expression: Constant, context: ConstantPrinting): boolean {
  if (context.release < SPLAT) return false;
  const { values } = context.module;
  const element = repeatedElement(values, expression);
  const value = element === undefined ? undefined : values.at(element);
  const plain =
    value?.kind === "integer" || value?.kind === "float" || (value?.kind === "null" && value.type.kind !== "pointer");
  if (element === undefined || !plain) return false;
  sink.put("keyword", "splat ");
  sink.put("punctuation", "(");
  context.printOperand(sink, element, true);
  sink.put("punctuation", ")");
  return true;
}

/**
 * Whether an expression equals its first operand: a bitcast between pointer types that the release does not
 * distinguish, or a getelementptr that {@link isBase}.
 */
function foldsAway(expression: Expression, context: ConstantPrinting): boolean {
  const { operation, operands, type } = expression;
  if (operation !== "bitcast") return isBase(expression, context.module, context.release);
  const from = context.module.values.typeOf(operands[0] ?? -1);
  return from !== undefined && context.types.same(from, type);
}

/** The operand that an expression equals after folding; the expression itself if it does not fold. */
export function unfolded(id: ValueId, context: ConstantPrinting): ValueId {
  const constant = context.module.values.at(id);
  const operand = constant?.kind === "expression" && foldsAway(constant, context) ? constant.operands[0] : undefined;
  // Operands are defined before their users; anything else could loop forever.
  return operand === undefined || operand === id ? id : unfolded(operand, context);
}

function printBlockAddress(sink: Sink, function_: ValueId, block: number, context: ConstantPrinting): void {
  sink.put("keyword", "blockaddress");
  sink.put("punctuation", "(");
  context.printOperand(sink, function_, false);
  sink.put("punctuation", ", ");
  sink.put("block", context.blockOfFunction(function_, block));
  sink.put("punctuation", ")");
}

/** Prints `ptrauth (ptr @p, i32 0, i64 1, ptr null, ptr null)`, without trailing null operands. */
function printPointerAuthentication(sink: Sink, operands: readonly ValueId[], context: ConstantPrinting): void {
  const isNull = (index: number): boolean => {
    const id = operands[index];
    return (
      id === undefined || context.module.values.at(id)?.kind === "null" || context.module.values.integerOf(id) === 0
    );
  };
  // [pointer, key, discriminator, address discriminator, deactivation symbol]
  let count = operands.length;
  while (count > 2 && isNull(count - 1)) count--;
  sink.put("keyword", "ptrauth ");
  sink.put("punctuation", "(");
  printList(sink, operands.slice(0, count), context);
  sink.put("punctuation", ")");
}

/** Upgrades the comment sign of an old marker for ARC (UpgradeInlineAsmString). */
function upgradeAssembly(text: string): string {
  const marked = text.startsWith("mov\tfp") && text.includes("objc_retainAutoreleaseReturnValue");
  return marked ? text.replace("# marker", "; marker") : text;
}

/** Flags of inline assembly by bit, in the order of printing. */
const ASM_FLAGS = ["sideeffect ", "alignstack ", "inteldialect ", "unwind "];

function printInlineAsm(
  sink: Sink,
  constant: Extract<Constant, { kind: "inlineAsm" }>,
  context: ConstantPrinting,
): void {
  const flags = ASM_FLAGS.filter((_, bit) => (constant.flags >> bit) & 1).join("");
  sink.put("keyword", `asm ${flags}`);
  const texts = [upgradeAssembly(constant.assembly), constant.constraints].map(
    (text) => `"${escaped(text, context.release)}"`,
  );
  sink.put("string", texts.join(", "));
}
