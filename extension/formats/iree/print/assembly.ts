/** `text`: what `iree-dump-module --output=disassembly` of HEAD prints (tools/iree-dump-module-main.c), for every era. */
import type { ByteSink, Sink } from "../../../document/sink";
import type { Bytes } from "../bytes";
import { cString, hex } from "../bytes";
import type { FunctionCode, Functions } from "../code/functions";
import { isFault, readOp } from "../code/decode";
import type { Era } from "../era";
import type { Import, Module, Rodata } from "../module";
import { exportsOf, functionName, functionSignature } from "../module";
import { blockSymbol, ordinalSymbol, registerSymbol } from "../symbols";
import { conventionOf, conventionText, functionArguments, resultTypes } from "../code/callingConvention";
import { printOp } from "./op";

/** Bytes of rodata converted to hex at once. */
const HEX_BYTES = 16384;
/** Ops printed in a step. */
const OPS_AT_ONCE = 16;

const HEX = Array.from({ length: 256 }, (_, byte) => hex(byte, 2));

function hexText(bytes: Uint8Array): string {
  let text = "";
  for (const byte of bytes) text += HEX[byte] ?? "";
  return text;
}

/** The lists in the module's head, one line per item. */
export type HeadList = "types" | "imports" | "rodata";

/**
 * A part of the text that is printed separately: a line of the module's head, a function, the text between functions.
 */
export interface AssemblyPart {
  /** The first byte that it shows and the byte after the last. */
  readonly start: number;
  readonly end: number;
  /** The ordinal of the function, if it is one. */
  readonly function?: number;
  /** The list that it is a line of, if any. */
  readonly list?: HeadList;
  /** The number of its lines, if that is known without printing them. */
  readonly lines?: number;
  /** Prints it step by step; between steps of a long part, the text so far can be passed on. */
  print(sink: Sink): Iterable<void>;
}

/** The parts of the complete text in order; or those of one function, by name or ordinal, without the module's head. */
export function* assemblyParts(
  functions: Functions,
  module: Module,
  only?: string,
): Generator<AssemblyPart, void, undefined> {
  if (only === undefined) yield* headParts(module);
  let isFirst = true;
  for (let ordinal = 0; ordinal < functions.count; ordinal++) {
    const def = functions.def(ordinal);
    if (!def || (only !== undefined && !isMeant(module, ordinal, only))) continue;
    isFirst = false;
    const { start, end } = def.code;
    yield { ...shortPart(start, newline), lines: 1 };
    yield* exportParts(module, ordinal);
    yield { start, end, function: ordinal, print: (sink) => printBody(sink, functions, ordinal) };
  }
  if (isFirst && only === undefined && hasDirectives(module)) yield { ...shortPart(module.root.at, newline), lines: 1 };
}

/** The module's name, its types, imports and rodata, one per line. */
function* headParts(module: Module): Generator<AssemblyPart, void, undefined> {
  const root = module.root.at;
  const line = (list: HeadList, at: number, print: (sink: Sink) => void): AssemblyPart => ({
    ...shortPart(at, (sink) => {
      sink.at(at * 8);
      print(sink);
      newline(sink);
    }),
    list,
  });
  yield shortPart(root, (sink) => printModuleLine(sink, module));
  const types = module.root.tables("types");
  for (const [ordinal, name] of (module.types ?? []).entries()) {
    if (name === undefined) continue;
    yield line("types", types?.[ordinal]?.at ?? root, (sink) => printType(sink, ordinal, name));
  }
  for (const [ordinal, item] of (module.imports ?? []).entries())
    yield line("imports", item.at, (sink) => printImport(sink, module, ordinal, item));
  for (const segment of module.rodata ?? []) {
    const { start, end } = segment.data ?? { start: segment.at, end: segment.at };
    yield { start, end, list: "rodata", print: (sink) => printRodata(sink, module, segment) };
  }
}

/** A part that is printed at once. */
function shortPart(at: number, print: (sink: Sink) => void): AssemblyPart {
  return {
    start: at,
    end: at,
    print: (sink) => {
      print(sink);
      return [];
    },
  };
}

function newline(sink: Sink): void {
  sink.put("text", "\n");
}

function hasDirectives({ types, imports, rodata }: Module): boolean {
  return [types, imports, rodata].some((list) => list !== undefined && list.length > 0);
}

/** Prints the complete module, or one function by name or ordinal; yields the text in pieces. */
export function* printAssembly(
  era: Era,
  functions: Functions,
  sink: ByteSink,
  only: string | undefined,
): Generator<Uint8Array, void, undefined> {
  for (const part of assemblyParts(functions, era.module, only)) {
    for (const steps = part.print(sink)[Symbol.iterator](); !steps.next().done;) if (sink.full) yield sink.take();
    if (sink.full) yield sink.take();
  }
  yield sink.take();
}

/** Whether a function is the one requested by `--function`: an ordinal, or its name in the disassembly. */
function isMeant(module: Module, ordinal: number, only: string): boolean {
  return /^\d+$/.test(only) ? Number(only) === ordinal : functionName(module, ordinal) === only;
}

/** `vm.module @name version 3` and a newline. */
export function printModuleLine(sink: Sink, module: Module): void {
  sink.put("keyword", "vm.module");
  sink.put("global", ` @${cString(module.name)}`);
  sink.put("text", ` version ${module.version >>> 0}\n`);
}

/** `vm.type !hal.buffer` */
export function printType(sink: Sink, ordinal: number, name: string): void {
  sink.put("keyword", "vm.type ");
  sink.name("type", cString(name), ordinalSymbol("type", ordinal), true);
}

/** `vm.import optional @hal.device.query cconv "0rrr_ii"` */
export function printImport(sink: Sink, module: Module, ordinal: number, { name, optional, signature }: Import): void {
  sink.put("keyword", `vm.import ${optional ? "optional " : ""}`);
  sink.name("global", `@${cString(name ?? "(null)")}`, ordinalSymbol("import", ordinal), true);
  sink.put("text", " cconv ");
  sink.put("string", `"${cString(conventionText(module, signature))}"`);
}

/** `vm.rodata[3] = ` and all bytes in hex, with a newline. */
function* printRodata(sink: Sink, module: Module, segment: Rodata): Generator<void, void, undefined> {
  const { start, end }: Bytes = segment.data ?? { start: 0, end: 0 };
  sink.at((segment.data ? start : segment.at) * 8);
  sink.put("keyword", "vm.rodata");
  sink.put("punctuation", "[");
  sink.name("global", String(segment.ordinal), ordinalSymbol("rodata", segment.ordinal), true);
  sink.put("punctuation", "] = ");
  for (let at = start; at < end; at += HEX_BYTES) {
    sink.put("number", hexText(module.root.buffer.window.view(at, Math.min(end, at + HEX_BYTES))));
    yield;
  }
  newline(sink);
}

/** A function's head, its ops, and its foot. */
function* printBody(sink: Sink, functions: Functions, ordinal: number): Generator<void, void, undefined> {
  const code = functions.code(ordinal);
  if (!code) return;
  sink.at(code.def.code.start * 8);
  printHead(sink, code.module, ordinal);
  newline(sink);
  for (const [index, start] of code.body.starts.entries()) {
    if (index % OPS_AT_ONCE === 0) yield;
    printLine(sink, code, start);
  }
  sink.put("punctuation", "}\n");
}

/** Bytes that an export takes at least: its offset in the vector. */
const OFFSET_BYTES = 4;

/** Characters of exported names in one part, approximately: damaged or hostile tables may share a long name. */
const EXPORTS_AT_ONCE = 16384;

/** The exports of a function. */
function* exportParts(module: Module, ordinal: number): Generator<AssemblyPart, void, undefined> {
  const list = exportsOf(module).get(ordinal) ?? [];
  const own = functionName(module, ordinal).length;
  for (let from = 0, to = 0; from < list.length; from = to) {
    let size = 0;
    while (to < list.length && size < EXPORTS_AT_ONCE) size += (list[to++]?.name?.length ?? 0) + own;
    const [first, last] = [from, to];
    const start = list[first]?.at ?? 0;
    const print = (sink: Sink): Iterable<void> => printExports(sink, module, ordinal, first, last);
    yield { start, end: start, lines: last - first, print };
  }
}

/** `vm.export @run = @f` for the exports `from` to `to` (exclusive) of a function. */
function* printExports(
  sink: Sink,
  module: Module,
  ordinal: number,
  from: number,
  to: number,
): Generator<void, void, undefined> {
  const name = cString(functionName(module, ordinal));
  const symbol = ordinalSymbol("function", ordinal);
  for (const [index, { at, name: exported }] of (exportsOf(module).get(ordinal) ?? []).slice(from, to).entries()) {
    const local = cString(exported ?? "");
    sink.at(at * 8);
    sink.put("keyword", "vm.export ");
    sink.name("global", `@${local}`, symbol);
    if (local !== name) {
      sink.put("punctuation", " = ");
      sink.name("global", `@${module.mentions.name(name, (from + index) * OFFSET_BYTES)}`, symbol);
    }
    newline(sink);
    yield;
  }
}

/** `vm.func @wide(%i0:1: i64, %r0: !vm.ref<?>) -> (i64) {` */
export function printHead(sink: Sink, module: Module, ordinal: number): void {
  const convention = conventionOf(module, functionSignature(module, ordinal));
  sink.put("keyword", "vm.func ");
  sink.name("global", `@${cString(functionName(module, ordinal))}`, ordinalSymbol("function", ordinal), true);
  sink.put("punctuation", "(");
  for (const [i, argument] of functionArguments(convention.arguments).entries()) {
    if (i > 0) sink.put("punctuation", ", ");
    sink.name("local", argument.register, registerSymbol(ordinal, argument.first), true);
    sink.put("punctuation", ": ");
    sink.put("type", argument.type);
  }
  sink.put("punctuation", ") -> (");
  sink.put("type", resultTypes(convention.results));
  sink.put("punctuation", ") {");
}

/**
 * The line of one op, or of bytes that are not an op. If blocks have no markers, the label of a block that starts here
 * comes first.
 */
function printLine(sink: Sink, code: FunctionCode, start: number): void {
  const bit = (code.def.code.start + start) * 8;
  const offset = `[${hex(start, 8)}]`;
  const label = code.table.blockMarker === undefined ? code.block(start) : undefined;
  if (label !== undefined) {
    sink.put("comment", offset);
    sink.name("block", `^bb${label}`, blockSymbol(code.ordinal, start), true);
    sink.put("punctuation", ":\n");
  }
  sink.at(bit);
  const op = readOp(code.code, start, code.table);
  if (isFault(op)) {
    const gap = code.body.gaps.find((g) => g.start === start);
    const bits = ((gap?.end ?? start) - start) * 8;
    return sink.put("problem", `${offset}  ; undecoded ${bits} bits: ${op.message}\n`);
  }
  sink.put("comment", op.schema ? `${offset}  ` : offset);
  printOp(sink, code, op);
  sink.put("text", "\n");
}
