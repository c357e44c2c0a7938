/** `dump`: what `iree-dump-module --output=metadata` of HEAD prints (tools/iree-dump-module-main.c), for every era. */
import type { ByteWindow } from "../../../document/window";
import { cString, hex } from "../bytes";
import { byteString } from "../../../document/byteText";
import type { Era } from "../era";
import type { Attribute, Export, FunctionDef, Import, Module, Rodata, Signature } from "../module";
import { exportsOf } from "../module";
import { conventionTypes, parseConvention } from "../code/callingConvention";

const RULER = `//===${"-".repeat(110)}===//\n`;

/** Most bytes shown of a rodata segment that is a string. */
const SHOWN = 32;
/** sizeof(iree_vm_ref_t), used in the total of the module's state. */
const REF_BYTES = 16;

/** C's `%s`. */
function text(value: string | undefined): string {
  return cString(value ?? "(null)");
}

/** A title between two rulers. */
function header(title: string): string {
  return `${RULER}// ${title}\n${RULER}`;
}

/** The names of feature bits in HEAD's tool: it knows the two of 2023 and prints YIELD and UNWIND in hexadecimal. */
function features(bits: number): string {
  const names = [];
  if (bits & 1) names.push("EXT_F32");
  if (bits & 2) names.push("EXT_F64");
  const rest = (bits & ~3) >>> 0;
  if (rest !== 0) names.push(hex(rest, 8));
  return names.join(" | ");
}

/** Attributes, indented. */
function attributeLines(attributes: readonly Attribute[], indent: number): string {
  return attributes.map(({ key, value }) => `${" ".repeat(indent)}${text(key)}: ${text(value)}\n`).join("");
}

/** `[ 3]`, C's `[%3zu]`. */
function index(ordinal: number): string {
  return `[${String(ordinal).padStart(3)}]`;
}

/** A convention as types; empty if the module has none. */
function signatureText(signature: Signature | undefined): string {
  const convention = signature?.convention === undefined ? undefined : parseConvention(cString(signature.convention));
  if (!convention) return "";
  return `(${conventionTypes(convention.arguments)}) -> (${conventionTypes(convention.results)})`;
}

/** `[ 3] ?hal.device.query(!vm.ref<?>) -> (i32)`: the question mark means optional. */
function importLines({ name, optional, signature }: Import, ordinal: number): string {
  const line = `  ${index(ordinal)} ${optional ? "?" : ""}${text(name)}${signatureText(signature)}\n`;
  return line + attributeLines(signature?.attributes ?? [], 8);
}

/** An export with the signature of its function. */
function exportLines({ name, signature }: Export, ordinal: number): string {
  const line = `  ${index(ordinal)} ${text(name)}${signatureText(signature)}\n`;
  return line + attributeLines(signature?.attributes ?? [], 8);
}

/** A section with a title line and an empty line after it; empty if the module has no such field. */
function* section<T>(
  title: string,
  items: readonly T[] | undefined,
  line: (item: T, ordinal: number) => string,
): Generator<string, void, undefined> {
  if (!items) return;
  yield `${title}:\n`;
  for (const [ordinal, item] of items.entries()) yield line(item, ordinal);
  yield "\n";
}

/**
 * The module's name, requirements, imports and exports. A section is printed if its field is present, even if it is
 * empty.
 */
function* moduleSections(module: Module): Generator<string, void, undefined> {
  const requirements = module.requirements === undefined ? "" : `Requirements: ${features(module.requirements)}\n\n`;
  const dependency = (d: NonNullable<Module["dependencies"]>[number]): string =>
    `  ${text(d.name)}, version >= ${d.minimumVersion | 0}, ${d.optional ? "optional" : "required"}\n`;
  yield `${header(`@${text(module.name)} : version ${module.version | 0}`)}\n${requirements}`;
  if (module.attributes) yield `Attributes:\n${attributeLines(module.attributes, 2)}\n`;
  yield* section("Required Types", module.types, (name, i) => `  ${index(i)} ${text(name)}\n`);
  yield* section("Module Dependencies", module.dependencies, dependency);
  yield* section("Imported Functions", module.imports, importLines);
  yield* section("Exported Functions", module.exports, exportLines);
}

/** The first bytes of a segment in backticks, if all bytes up to its end or a NUL are printable. */
function stringPreview(window: ByteWindow, { data }: Rodata): string {
  if (!data) return "";
  let length = 0;
  // The reference examines the complete segment; long printable data is rare, so reading it in steps is enough.
  for (let at = data.start; at < data.end; at += 4096) {
    const bytes = window.view(at, Math.min(data.end, at + 4096));
    for (const byte of bytes) {
      if (byte === 0) return preview(window, data.start, length);
      if (byte < 0x20 || byte > 0x7e) return "";
      length++;
    }
  }
  return preview(window, data.start, length);
}

/** The first 32 characters; followed by dots if there are that many or more. */
function preview(window: ByteWindow, start: number, length: number): string {
  const shown = byteString(window.view(start, start + Math.min(length, SHOWN)));
  return ` \`${shown}\`${length >= SHOWN ? "..." : ""}`;
}

/** `.rodata[ 0] embedded 12 bytes` with a string's beginning, or the range of an external segment. */
function rodataLine(window: ByteWindow, segment: Rodata): string {
  const { data, external, compression } = segment;
  let line = `  .rodata${index(segment.ordinal)} ${compression === 1 ? "uncompressed " : ""}`;
  if (external) {
    const end = BigInt.asUintN(64, BigInt(external.offset) + BigInt(external.length));
    const range = `offset ${external.offset} / ${hex(external.offset, 1)}h to ${hex(end, 1)}h`;
    line += `external ${String(external.length).padStart(8)} bytes (${range})`;
  } else {
    const length = data ? data.end - data.start : 0;
    line += `embedded ${String(length).padStart(8)} bytes${stringPreview(window, segment)}`;
  }
  return `${line}\n`;
}

/** State, sizes and segments. The FlatBuffer's size does not include its size prefix. */
function* sections({ module, buffer }: Era): Generator<string, void, undefined> {
  yield `${header("Sections")}\n`;
  const { state, bytecode, rodata, rwdata } = module;
  if (state) {
    const total = (state.bytes | 0) + REF_BYTES * (state.refs | 0);
    yield `Module State:\n  ${state.bytes | 0} bytes, ${state.refs | 0} refs, ~${total} bytes total\n\n`;
  }
  yield `FlatBuffer: ${buffer.end - buffer.start} bytes\n`;
  if (bytecode) yield `  Bytecode: ${bytecode.end - bytecode.start} bytes\n`;
  for (const segment of rodata ?? []) yield rodataLine(buffer.window, segment);
  for (const [i, size] of (rwdata ?? []).entries()) yield `  .rwdata${index(i)} ${size | 0} bytes\n`;
  yield "\n";
  const external = (rodata ?? []).reduce((sum, s) => sum + BigInt(s.external?.length ?? 0), 0n);
  if (external > 0n) yield `External .rodata: ~${external} bytes\n\n`;
}

/** A number as the reference prints it: FunctionDescriptor's counts are signed there. */
function int16(value: number): string {
  return String((value << 16) >> 16);
}

/** A row of the table of functions, its columns as wide as the reference's. */
function descriptorLine(module: Module, def: FunctionDef): string {
  const names = (exportsOf(module).get(def.ordinal) ?? []).map((e) => text(e.name)).join(", ");
  const cells = [
    String(def.ordinal).padStart(3),
    hex(def.offset, 8),
    String(def.length | 0).padStart(8),
    int16(def.blocks ?? 0).padStart(6),
    int16(def.i32Registers).padStart(5),
    int16(def.refRegisters).padStart(5),
    features(def.requirements).padEnd(12),
    names,
  ];
  return `${cells.join(" | ")}\n`;
}

/** The table of functions. Its title has the module's version, not that of the bytecode, as in the reference. */
function* descriptors(module: Module): Generator<string, void, undefined> {
  yield `${header(`Bytecode : version ${module.version | 0}`)}\n`;
  if (module.functions) {
    yield "  # | Offset   |   Length | Blocks | i32 # | ref # | Requirements | Aliases\n";
    yield `----+----------+----------+--------+-------+-------+--------------+-${"-".repeat(52)}\n`;
    for (const def of module.functions) yield descriptorLine(module, def);
  }
  yield "\n";
}

/** Prints the metadata in pieces. */
export function* printDump(era: Era): Generator<string, void, undefined> {
  yield* moduleSections(era.module);
  yield* sections(era);
  yield* descriptors(era.module);
  const { debug } = era.module;
  if (!debug) return;
  yield header("Debug Information");
  yield "// NOTE: debug databases are large and should be stripped in deployed artifacts.\n\n";
  yield `Locations: ${debug.locationCount}\n\n`;
}
