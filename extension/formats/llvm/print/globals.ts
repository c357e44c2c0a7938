/**
 * Prints globals as llvm-dis writes them. Source: AssemblyWriter::printGlobal, printIndirectSymbol, printFunction's
 * head.
 */
import type { Release } from "../ir/releases";
import type { FunctionBody } from "../ir/function";
import type { SymbolId } from "../../../document/token";
import type { Sink } from "../../../document/sink";
import { TextSink } from "../../../document/sink";
import { escaped } from "../ir/escape";
import type { Comdat } from "../ir/module";
import type { FunctionValue, GlobalBase, GlobalObjectBase, GlobalVariable, IndirectGlobal } from "../ir/values";
import { isImplicitlyLocal } from "../ir/values";
import { unfolded } from "./constants";
import { printFunctionAttributes, printReturnAttributes } from "./calls";
import { conventionText } from "./conventions";
import type { ModulePrinting } from "./context";
import { nameText } from "./names";
import { printResolver } from "./pointerCasts";

const VISIBILITIES = ["", "hidden ", "protected "];
const DLL_STORAGE = ["", "dllimport ", "dllexport "];
const THREAD_LOCAL = [
  "",
  "thread_local ",
  "thread_local(localdynamic) ",
  "thread_local(initialexec) ",
  "thread_local(localexec) ",
];
const UNNAMED_ADDRESS = ["", "unnamed_addr", "local_unnamed_addr"];
/** The first release that reads a variable's code model. */
const CODE_MODEL = 18;
const CODE_MODELS = ["", "tiny", "small", "kernel", "medium", "large"];
const SANITIZERS = ["no_sanitize_address", "no_sanitize_hwaddress", "sanitize_memtag", "sanitize_address_dyninit"];
const COMDAT_KINDS = ["any", "any", "exactmatch", "largest", "nodeduplicate", "samesize"];

/** The first release that prints a function's preferred alignment. */
const PREFERRED_ALIGNMENTS: Release = 23;

/** Linkage, dso_local, visibility and DLL storage class, each with a blank after it. */
function linkageText(global: GlobalBase): string {
  const linkage = global.linkage === "external" ? "" : `${global.linkage} `;
  const local = global.dsoLocal && !isImplicitlyLocal(global) ? "dso_local " : "";
  return linkage + local + (VISIBILITIES[global.visibility] ?? "") + (DLL_STORAGE[global.dllStorage] ?? "");
}

function unnamedText(global: GlobalBase): string {
  return UNNAMED_ADDRESS[global.unnamedAddress] ?? "";
}

/** Linkage, convention, unnamed_addr, section, comdat, alignment and garbage collector of a function, in one text. */
export function functionLinkage(global: FunctionValue, context: ModulePrinting): string {
  const linkage = global.linkage === "external" ? "external " : "";
  const convention = conventionText(global.callingConvention, context.release);
  const alignment = global.alignment === 0 ? "" : ` align ${global.alignment}`;
  const collector = global.gc === "" ? "" : ` gc "${global.gc}"`;
  const comdat = new TextSink();
  printComdatUse(comdat, global, "", context);
  const placed = placementText(global, "", context) + comdat.take() + alignment + collector;
  return `${linkage}${linkageText(global)}${convention}${unnamedText(global)}${placed}`.trim();
}

/** A comdat's name as it is printed, which is also its symbol: `$name`. */
export function comdatSymbol(comdat: Comdat, context: ModulePrinting): SymbolId {
  return nameText("$", comdat.name, context.release);
}

/** A comdat's selection kind: `any`, `largest`, … */
export function comdatKind(comdat: Comdat, context: ModulePrinting): string {
  return comdat.kind === 4 && context.release < 13 ? "noduplicates" : (COMDAT_KINDS[comdat.kind] ?? "any");
}
/** Prints `$name = comdat any`. */
export function printComdat(sink: Sink, comdat: Comdat, context: ModulePrinting): void {
  const symbol = comdatSymbol(comdat, context);
  sink.name("global", symbol, symbol, true);
  sink.put("keyword", ` = comdat ${comdatKind(comdat, context)}`);
}
/** The same as text. */
export function comdatText(comdat: Comdat, context: ModulePrinting): string {
  const sink = new TextSink();
  printComdat(sink, comdat, context);
  return sink.take();
}

/** The comdat of a global, if it has one. */
export function comdatOf(global: GlobalObjectBase, context: ModulePrinting): Comdat | undefined {
  return global.comdat > 0 ? context.module.comdats[global.comdat - 1] : undefined;
}

/** Prints ` comdat` or ` comdat($name)`; for variables preceded by a comma. */
function printComdatUse(sink: Sink, global: GlobalObjectBase, separator: string, context: ModulePrinting): void {
  const comdat = comdatOf(global, context);
  if (!comdat) return;
  const symbol = comdatSymbol(comdat, context);
  sink.put("keyword", `${separator} `);
  if (comdat.name === global.name) return sink.name("keyword", "comdat", symbol);
  sink.put("keyword", "comdat(");
  sink.name("global", symbol, symbol);
  sink.put("keyword", ")");
}

function quoted(text: string, context: ModulePrinting): string {
  return `"${escaped(text, context.release)}"`;
}

/** `, section "x"` and `, partition "y"`; for functions without commas. */
function placementText(global: GlobalObjectBase, separator: string, context: ModulePrinting): string {
  let text = "";
  if (global.section !== "") text += `${separator} section ${quoted(global.section, context)}`;
  if (global.partition !== "") text += `${separator} partition ${quoted(global.partition, context)}`;
  return text;
}

/** Prints a variable, without a newline. */
export function printVariable(sink: Sink, global: GlobalVariable, context: ModulePrinting): void {
  const name = context.globalName(global.id);
  sink.name("global", name, name, true);
  const external = global.initializer === undefined && global.linkage === "external" ? "external " : "";
  const unnamed = unnamedText(global);
  const space = global.addressSpace === 0 ? "" : `addrspace(${global.addressSpace}) `;
  const initialized = global.externallyInitialized ? "externally_initialized " : "";
  const address = (unnamed && `${unnamed} `) + space;
  // LLVM 3.0 prints the two in the opposite order.
  const placed = context.release < 9 ? space + (unnamed && `${unnamed} `) : address;
  const head = linkageText(global) + (THREAD_LOCAL[global.threadLocal] ?? "") + placed;
  sink.put("keyword", ` = ${external}${head}${initialized}${global.constant ? "constant " : "global "}`);
  context.printType(sink, global.valueType);
  if (global.initializer !== undefined) {
    sink.put("text", " ");
    context.printOperand(sink, global.initializer, false);
  }
  printVariableTail(sink, global, context);
  const attachments = context.module.metadata.globalAttachments.get(global.id);
  if (attachments) context.metadata.attachments(sink, attachments, ",", context);
  const set = global.attributes?.functionSet;
  if (set) sink.put("attribute", ` ${context.groupName(set)}`);
}

function printVariableTail(sink: Sink, global: GlobalVariable, context: ModulePrinting): void {
  let text = placementText(global, ",", context);
  const model = context.release >= CODE_MODEL ? (CODE_MODELS[global.codeModel] ?? "") : "";
  if (model !== "") text += `, code_model "${model}"`;
  SANITIZERS.forEach((name, bit) => {
    if ((global.sanitizer >> bit) & 1) text += `, ${name}`;
  });
  sink.put("keyword", text);
  printComdatUse(sink, global, ",", context);
  if (global.alignment !== 0) sink.put("keyword", `, align ${global.alignment}`);
}

/** Prints an alias or an ifunc, without a newline. */
export function printIndirect(sink: Sink, global: IndirectGlobal, context: ModulePrinting): void {
  const name = context.globalName(global.id);
  sink.name("global", name, name, true);
  const unnamed = unnamedText(global);
  const head = linkageText(global) + (THREAD_LOCAL[global.threadLocal] ?? "") + (unnamed && `${unnamed} `);
  sink.put("keyword", ` = ${head}${global.kind} `);
  context.printType(sink, global.valueType);
  sink.put("punctuation", ", ");
  const target = unfolded(global.target, context);
  // A constant expression is printed without its type, and so is an ifunc's resolver.
  if (!printResolver(sink, global, context))
    context.printOperand(sink, target, context.module.values.at(target)?.kind !== "expression");
  if (global.partition !== "") sink.put("keyword", `, partition ${quoted(global.partition, context)}`);
  const attachments = context.module.metadata.globalAttachments.get(global.id);
  if (attachments) context.metadata.attachments(sink, attachments, ",", context);
}

/**
 * Prints a function's `define` or `declare` line, without the brace.
 * @param declares whether to print it as a declaration; a function's own record is printed so even if a body follows
 */
export function printFunctionHead(
  sink: Sink,
  global: FunctionValue,
  context: ModulePrinting,
  declares = global.declaration,
): void {
  const body = declares ? undefined : context.bodyOf(global);
  const attachments = context.module.metadata.globalAttachments.get(global.id) ?? [];
  sink.put("keyword", declares ? "declare" : "define");
  if (declares && attachments.length > 0) context.metadata.attachments(sink, attachments, "", context);
  sink.put("keyword", ` ${linkageText(global)}${conventionText(global.callingConvention, context.release)}`);
  const returnSet = global.attributes?.returnSet;
  if (returnSet) printReturnAttributes(sink, returnSet, context);
  const type = global.valueType;
  if (type.kind !== "function") return;
  context.printType(sink, type.result);
  sink.put("text", " ");
  const name = context.globalName(global.id);
  sink.name("global", name, name, true);
  sink.put("punctuation", "(");
  type.params.forEach((_, i) => {
    if (i > 0) sink.put("punctuation", ", ");
    printParameter(sink, global, i, body, context);
  });
  if (type.vararg) sink.put("punctuation", type.params.length > 0 ? ", ..." : "...");
  sink.put("punctuation", ")");
  printFunctionTail(sink, global, body, context);
}

/** The first release that prints the number of an unnamed argument. */
const ARGUMENT_NUMBERS = 11;

function printParameter(
  sink: Sink,
  global: FunctionValue,
  index: number,
  body: FunctionBody | undefined,
  context: ModulePrinting,
): void {
  const type = global.valueType.kind === "function" ? global.valueType.params[index] : undefined;
  if (type) context.putType(sink, type);
  const set = global.attributes?.paramSets[index];
  if (set) {
    sink.of?.(set, index + 1);
    sink.put("attribute", ` ${context.attributes.inPlace(set)}`);
  }
  if (!body) return;
  if ((body.names[index] ?? "") === "" && context.release < ARGUMENT_NUMBERS) return;
  const name = context.localName(body.firstLocal + index) ?? "";
  sink.put("text", " ");
  sink.name("local", name, name, true);
}

function printFunctionTail(
  sink: Sink,
  global: FunctionValue,
  body: FunctionBody | undefined,
  context: ModulePrinting,
): void {
  const unnamed = unnamedText(global);
  const isSpaced = global.addressSpace !== 0 || context.programAddressSpace !== 0;
  const space = isSpaced ? ` addrspace(${global.addressSpace})` : "";
  sink.put("keyword", (unnamed === "" ? "" : ` ${unnamed}`) + space);
  const set = global.attributes?.functionSet;
  if (set) printFunctionAttributes(sink, set, context);
  sink.put("keyword", placementText(global, "", context));
  printComdatUse(sink, global, "", context);
  let text = "";
  if (global.alignment !== 0) text += ` align ${global.alignment}`;
  if (global.preferredAlignment !== 0 && context.release >= PREFERRED_ALIGNMENTS)
    text += ` prefalign(${global.preferredAlignment})`;
  if (global.gc !== "") text += ` gc "${global.gc}"`;
  sink.put("keyword", text);
  for (const part of ["prefix", "prologue", "personality"] as const) {
    const stated = global[part];
    // What is no value of the module is dropped.
    const own = stated !== undefined && stated < context.module.moduleValues ? stated : undefined;
    const value = own ?? (part === "personality" && context.release >= 9 ? body?.personality : undefined);
    if (value === undefined) continue;
    sink.put("keyword", ` ${part} `);
    context.printOperand(sink, value, true);
  }
}
