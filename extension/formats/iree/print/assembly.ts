/** `text`: what `iree-dump-module --output=disassembly` of HEAD prints (tools/iree-dump-module-main.c), for every era. */
import type { Sink, TextSink } from "../../../document/sink";
import type { Bytes } from "../bytes";
import { cString, hex } from "../bytes";
import type { FunctionCode, Functions } from "../code/functions";
import { isFault, readOp } from "../code/decode";
import type { Era } from "../era";
import type { Import, Module, Rodata } from "../module";
import { exportsOf, functionName, functionSignature } from "../module";
import { blockSymbol, ordinalSymbol, registerSymbol } from "../symbols";
import { conventionOf, conventionText, functionArguments, resultTypes } from "./cconv";
import { printOp } from "./op";

/** Bytes of rodata that are turned to hex at once. */
const HEX_BYTES = 16384;
/** Ops printed between two looks at how much text has gathered. */
const OPS_AT_ONCE = 256;

const HEX = Array.from({ length: 256 }, (_, byte) => hex(byte, 2));

function hexText(bytes: Uint8Array): string {
  let text = "";
  for (const byte of bytes) text += HEX[byte] ?? "";
  return text;
}

/** A part of the text that is printed by itself: a line or a few of the module's head, a function with its exports. */
export interface AssemblyPart {
  /** First byte and the byte after the last of what it shows. */
  readonly start: number;
  readonly end: number;
  /** The function that it is, by its ordinal. */
  readonly function?: number;
  print(sink: Sink): void;
}

/** The parts of the whole text, in order. Source: as {@link printAssembly}. */
export function assemblyParts(functions: Functions, module: Module, locations: boolean): readonly AssemblyPart[] {
  const newline = (sink: Sink): void => sink.put("text", "\n");
  const line = (at: number, print: (sink: Sink) => void): AssemblyPart => ({
    start: at,
    end: at,
    print: (sink) => {
      sink.at(at * 8);
      print(sink);
      newline(sink);
    },
  });
  const root = module.root.at;
  const parts: AssemblyPart[] = [
    { start: root, end: root, print: (sink) => printModuleLine(sink, module) },
    ...(module.types ?? []).flatMap((name, ordinal) =>
      name === undefined
        ? []
        : [line(module.root.tables("types")?.[ordinal]?.at ?? root, (sink) => printType(sink, ordinal, name))],
    ),
    ...(module.imports ?? []).map((item, ordinal) => line(item.at, (sink) => printImport(sink, module, ordinal, item))),
    ...(module.rodata ?? []).map((segment): AssemblyPart => {
      const { start, end } = segment.data ?? { start: segment.at, end: segment.at };
      return { start, end, print: (sink) => printSegment(sink, module, segment) };
    }),
  ];
  const some = hasDirectives(module);
  for (let ordinal = 0; ordinal < functions.count; ordinal++) {
    const def = functions.def(ordinal);
    if (!def) continue;
    const { start, end } = def.code;
    if (some || ordinal > 0) parts.push({ start, end: start, print: newline });
    const code = functions.code(ordinal);
    if (code && exportsOf(module).has(ordinal))
      parts.push({ start, end: start, print: (sink) => printExports(sink, code) });
    parts.push({ start, end, function: ordinal, print: (sink) => printBody(sink, functions, ordinal, locations) });
  }
  return some && functions.count === 0 ? [...parts, { start: root, end: root, print: newline }] : parts;
}

/** Prints the whole module, or one function of it by name or ordinal; yields the text in pieces. */
export function* printAssembly(
  era: Era,
  functions: Functions,
  sink: TextSink,
  only: string | undefined,
  locations: boolean,
): Generator<string, void, undefined> {
  const { module } = era;
  printModuleLine(sink, module);
  const some = yield* printDirectives(sink, module);
  if (some) sink.put("text", "\n");
  let first = some;
  for (let ordinal = 0; ordinal < functions.count; ordinal++) {
    if (only !== undefined && !isMeant(module, ordinal, only)) continue;
    if (!first) sink.put("text", "\n");
    first = false;
    yield* printFunction(sink, functions, ordinal, locations);
  }
  yield sink.take();
}

/** `--function`: an ordinal, or the name that the disassembly gives the function. */
function isMeant(module: Module, ordinal: number, only: string): boolean {
  return /^\d+$/.test(only) ? Number(only) === ordinal : functionName(module, ordinal) === only;
}

/** `vm.module @name version 3` and a newline. */
export function printModuleLine(sink: Sink, module: Module): void {
  sink.put("keyword", "vm.module");
  sink.put("global", ` @${cString(module.name)}`);
  sink.put("text", ` version ${module.version >>> 0}\n`);
}

/** Types, imports and rodata, one a line; gives whether there were any, after which there is an empty line. */
function* printDirectives(sink: TextSink, module: Module): Generator<string, boolean, undefined> {
  for (const [ordinal, name] of (module.types ?? []).entries()) {
    if (name === undefined) continue;
    printType(sink, ordinal, name);
    sink.put("text", "\n");
  }
  for (const [ordinal, item] of (module.imports ?? []).entries()) {
    printImport(sink, module, ordinal, item);
    sink.put("text", "\n");
    if (sink.full) yield sink.take();
  }
  for (const segment of module.rodata ?? []) yield* printRodata(sink, module, segment);
  return hasDirectives(module);
}

function hasDirectives({ types, imports, rodata }: Module): boolean {
  return [types, imports, rodata].some((list) => list !== undefined && list.length > 0);
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

/** `vm.rodata[3] = ` and all bytes in hex, with its newline. */
function printSegment(sink: Sink, module: Module, segment: Rodata): void {
  const { start, end }: Bytes = segment.data ?? { start: 0, end: 0 };
  sink.at((segment.data ? start : segment.at) * 8);
  sink.put("keyword", "vm.rodata");
  sink.put("punctuation", "[");
  sink.name("global", String(segment.ordinal), ordinalSymbol("rodata", segment.ordinal), true);
  sink.put("punctuation", "] = ");
  sink.put("number", hexText(module.root.buffer.window.view(start, end)));
  sink.put("text", "\n");
}

/** The same in pieces. */
function* printRodata(sink: TextSink, module: Module, segment: Rodata): Generator<string, void, undefined> {
  sink.put("text", `vm.rodata[${segment.ordinal}] = `);
  const { start, end }: Bytes = segment.data ?? { start: 0, end: 0 };
  for (let at = start; at < end; at += HEX_BYTES) {
    sink.put("number", hexText(module.root.buffer.window.view(at, Math.min(end, at + HEX_BYTES))));
    if (sink.full) yield sink.take();
  }
  sink.put("text", "\n");
}

/** The exports of a function, its head, its ops, its foot. */
function* printFunction(
  sink: TextSink,
  functions: Functions,
  ordinal: number,
  locations: boolean,
): Generator<string, void, undefined> {
  const code = functions.code(ordinal);
  if (!code) return;
  printExports(sink, code);
  printHead(sink, code.module, ordinal);
  sink.put("text", "\n");
  const { starts } = code.body;
  for (let index = 0; index < starts.length; index++) {
    if (index % OPS_AT_ONCE === 0 && sink.full) yield sink.take();
    printLine(sink, code, starts[index] ?? 0, locations);
  }
  sink.put("text", "}\n");
  if (sink.full) yield sink.take();
}

/** A function's head, its ops, its foot. */
function printBody(sink: Sink, functions: Functions, ordinal: number, locations: boolean): void {
  const code = functions.code(ordinal);
  if (!code) return;
  sink.at(code.def.code.start * 8);
  printHead(sink, code.module, ordinal);
  sink.put("text", "\n");
  const { starts } = code.body;
  for (const start of starts) printLine(sink, code, start, locations);
  sink.put("punctuation", "}\n");
}

/** The lines `vm.export @alias = @name` of a function. */
function printExports(sink: Sink, { module, ordinal }: FunctionCode): void {
  const name = cString(functionName(module, ordinal));
  for (const { name: exported } of exportsOf(module).get(ordinal) ?? []) {
    const local = cString(exported ?? "");
    sink.put("text", local === name ? `vm.export @${local}\n` : `vm.export @${local} = @${name}\n`);
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

/** The line of one op, or of bytes that are none. Where blocks have no markers, the label of the one that starts here first. */
function printLine(sink: Sink, code: FunctionCode, start: number, locations: boolean): void {
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
  if (locations && op.schema) printLocation(sink, code, start);
  sink.put("text", "\n");
}

/** ` // file.mlir:10:5` where the debug database knows the place. */
function printLocation(sink: Sink, { module, ordinal }: FunctionCode, pc: number): void {
  const location = module.debug?.locationOf(ordinal, pc);
  if (location === undefined) return;
  const place = module.debug?.describe(location) ?? "?";
  if (place !== "?") sink.put("comment", `  // ${place}`);
}
