/** `text --tables`: what neither the disassembly nor the metadata dump shows. */
import { byteCount, cString, hex } from "../bytes";
import type { Analysis } from "../analysis";
import type { Attribute, Module, Signature } from "../module";
import { exportsOf, functionName, functionSignature } from "../module";
import { recognise } from "../rodata";
import { conventionOf, conventionTypes } from "../code/callingConvention";

/** Most bytes shown of a segment. */
const PREVIEW = 16;

/** Prints the module's tables in pieces. */
export function* printTables(analysis: Analysis): Generator<string, void, undefined> {
  const { era } = analysis;
  if (!era) return;
  const { module, table } = era;
  const { revision, bytecodeVersion: version } = module;
  yield `module @${cString(module.name)} version ${module.version >>> 0}\n`;
  yield `schema ${revision.name} (${revision.from} to ${revision.until ?? "today"})\n`;
  yield `opcode table ${table.name} (${table.from} to ${table.until ?? "today"})\n`;
  if (version) yield `bytecode version ${version.major}.${version.minor}\n`;
  yield* attributeLines("attributes", module.attributes, "");
  yield* dependencyLines(module);
  yield* section("types", module.types ?? [], (name, i) => `${i}: ${cString(name ?? "?")}`);
  yield* section("imports", module.imports ?? [], ({ name, optional, signature }, i) => {
    return `${i}: @${cString(name ?? "?")}${signatureText(module, signature)}${optional ? " optional" : ""}`;
  });
  yield* functionLines(module);
  yield* globalLines(module);
  yield* rodataLines(analysis, module);
  yield* section("rwdata", module.rwdata ?? [], (size, i) => `${i}: ${byteCount(size)}`);
  yield* debugLines(module);
}

/** A title after an empty line, and a line for each item; empty if there is no item. */
function* section<T>(
  title: string,
  items: readonly T[],
  line: (item: T, ordinal: number) => string,
): Generator<string, void, undefined> {
  if (items.length === 0) return;
  yield `\n${title}:\n`;
  for (const [i, item] of items.entries()) yield `  ${line(item, i)}\n`;
}

/** Attributes of the module or of a function: reflection data that the compiler stores for tools and bindings. */
function* attributeLines(
  title: string,
  attributes: readonly Attribute[] | undefined,
  indent: string,
): Generator<string, void, undefined> {
  if (!attributes || attributes.length === 0) return;
  if (title !== "") yield `\n${title}:\n`;
  for (const { key, value } of attributes) yield `${indent}  ${cString(key ?? "?")}: ${cString(value ?? "")}\n`;
}

/** Required modules (HAL with its version), since 2022-08. */
function* dependencyLines({ dependencies }: Module): Generator<string, void, undefined> {
  yield* section("dependencies", dependencies ?? [], ({ name, minimumVersion, optional }) => {
    return `${cString(name ?? "?")} >= ${minimumVersion}${optional ? " optional" : ""}`;
  });
}

/** `(i32) -> (!vm.ref<?>)`: a convention does not tell the type of a ref. */
function signatureText(module: Module, signature: Signature | undefined): string {
  const convention = conventionOf(module, signature);
  return `(${conventionTypes(convention.arguments)}) -> (${conventionTypes(convention.results)})`;
}

/** Each function with its exports, code and registers, and the reflection data of its signature. */
function* functionLines(module: Module): Generator<string, void, undefined> {
  const functions = module.functions ?? [];
  if (functions.length > 0) yield "\nfunctions:\n";
  for (const { ordinal, offset, length, i32Registers, refRegisters, blocks } of functions) {
    const signature = functionSignature(module, ordinal);
    const names = (exportsOf(module).get(ordinal) ?? []).map((e) => `@${cString(e.name ?? "")}`);
    const exported = names.length === 0 ? "" : ` exported as ${names.join(", ")}`;
    const counts = `${i32Registers} values, ${refRegisters} refs${blocks === undefined ? "" : `, ${blocks} blocks`}`;
    yield `  ${ordinal}: @${cString(functionName(module, ordinal))}${signatureText(module, signature)}${exported}\n`;
    yield `    code ${hex(offset, 8)}+${length}, ${counts}\n`;
    yield* attributeLines("", signature?.attributes, "  ");
  }
}

/** Globals: bytes for values, a count of refs. */
function* globalLines({ state }: Module): Generator<string, void, undefined> {
  if (state) yield `\nglobals:\n  ${byteCount(state.bytes)}, ${state.refs} refs\n`;
}

/** Each segment: its content, its position, its first bytes, the entry points of an executable. */
function* rodataLines({ window }: Analysis, { rodata }: Module): Generator<string, void, undefined> {
  if (rodata && rodata.length > 0) yield "\nrodata:\n";
  for (const { ordinal, data, external } of rodata ?? []) {
    if (!data) {
      yield `  ${ordinal}: nothing\n`;
      continue;
    }
    const { text, entryPoints } = recognise(window, data);
    const where = `${external ? "external" : "embedded"} at byte ${data.start}, ${byteCount(data.end - data.start)}`;
    const preview = [...window.view(data.start, Math.min(data.end, data.start + PREVIEW))]
      .map((b) => hex(b, 2))
      .join(" ");
    yield `  ${ordinal}: ${text}, ${where}\n    ${preview}${data.end - data.start > PREVIEW ? " ..." : ""}\n`;
    for (const name of entryPoints) yield `    entry point ${name}\n`;
  }
}

/** Every location, by its index. */
function* debugLines({ debug }: Module): Generator<string, void, undefined> {
  if (!debug) return;
  yield `\ndebug database: ${debug.locationCount} locations, ${debug.functionCount} functions\n`;
  for (let i = 0; i < debug.locationCount; i++) yield `  ${i}: ${debug.describe(i)}\n`;
}
