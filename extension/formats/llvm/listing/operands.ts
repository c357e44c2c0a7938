/** What an operand means, in words: from its raw number to what it stands for. */
import type { SymbolId } from "../../../document/token";
import type { OperandReading } from "../../bitstream/hover";
import type { BitRecord } from "../../bitstream/record";
import { escaped } from "../ir/escape";
import type { AttributeList } from "../ir/attributes";
import type { Instruction } from "../ir/function";
import type { MetadataId } from "../ir/metadata";
import type { Type } from "../ir/types";
import type { Value, ValueId } from "../ir/values";
import { fastMathText, ORDERINGS } from "../operations";
import { conventionText } from "../print/calls";
import { comdatText } from "../print/globals";
import type { ListingModule, OpenFunction } from "./module";
import type { OperandNote } from "./notes";
import type { RecordReading } from "./reading";
import { attributeSymbol, constantSymbol, ListingSink, metadataSymbol, typeSymbol } from "./sink";

/** Most characters of a definition that a card quotes. */
const QUOTED = 120;

/** A record with what its operands are read by. */
export interface ReadRecord {
  readonly record: BitRecord;
  readonly reading: RecordReading;
  readonly module: ListingModule;
  readonly open: OpenFunction | undefined;
  /** What stands in front of the symbols of the function's names. */
  readonly scope: string;
}

/** Reads operand `index`: undefined where the raw number says all there is. */
export function readOperand(read: ReadRecord, index: number): OperandReading | undefined {
  const note = read.reading.notes[index];
  if (note) return readNote(read, index, note);
  const { labels } = read.reading;
  const label = labels[index] ?? labels.at(-1);
  const words = label === undefined ? undefined : WORDS[label]?.(read.record.value(index), read, index);
  return words === undefined || words === "" ? undefined : { steps: [words] };
}

function readNote(read: ReadRecord, index: number, note: OperandNote): OperandReading {
  const raw = read.record.value(index);
  switch (note.kind) {
    case "value":
      return {
        steps: [...valueSteps(read, index, note.id, note.form), describeValue(read, note.id)],
        ...symbolOf(read, note.id),
      };
    case "type":
      return typeReading(read, raw, note.type);
    case "block": {
      const name = read.open ? read.module.context.blockName(note.block) : `block ${note.block}`;
      return { steps: [`block ${note.block}`, name], ...(read.open ? { symbol: read.scope + name } : {}) };
    }
    case "metadata":
      return nodeReading(read, note.node, note.form);
    case "attributeList":
      return { steps: [`attribute list ${note.number}`, listText(read, note.number)] };
    case "attributeGroup": {
      const set = read.module.module.attributes.group(note.number)?.set;
      const text = set ? ` = { ${read.module.context.attributes.inPlace(set)} }` : "";
      return { steps: [`#${note.number}${text}`], symbol: attributeSymbol(note.number) };
    }
  }
}

/** `relative: 2 back from %4`; an absolute number says the same as itself. */
function valueSteps(read: ReadRecord, index: number, id: ValueId, form: string): readonly string[] {
  if (form !== "relative" || !read.open) return [`value ${id}`];
  const next = read.open.nextValue(read.record.startBit);
  const away = next - id;
  const from = read.module.context.localName(next) ?? `value ${next}`;
  const raw = read.record.value(index);
  const signed = raw !== away && raw === 2 * Math.abs(away) + (away < 0 ? 1 : 0) ? "signed relative" : "relative";
  return [`${signed}: ${away >= 0 ? `${away} back from` : `${-away} ahead of`} ${from}`];
}

/** `%0 (i32, argument 0)`. */
export function describeValue({ module }: Pick<ReadRecord, "module">, id: ValueId): string {
  const { values } = module.module;
  const type = values.typeOf(id);
  const sink = new ListingSink();
  module.context.printOperand(sink, id, false);
  const text = cut(plain(sink));
  const kind = valueKind(values.at(id), id);
  return `${text} (${type ? `${module.context.typeText(type)}, ` : ""}${kind})`;
}
function valueKind(value: Value | undefined, id: ValueId): string {
  switch (value?.kind) {
    case undefined:
      return `value ${id}, not defined`;
    case "argument":
      return `argument ${value.index}`;
    case "instruction":
      return `value ${id}`;
    case "variable":
      return "global variable";
    case "function":
    case "alias":
    case "ifunc":
      return value.kind;
    default:
      return `constant, value ${id}`;
  }
}
/** The symbol of a value. */
function symbolOf({ module, open, scope }: ReadRecord, id: ValueId): { readonly symbol?: SymbolId } {
  const local = module.context.localName(id);
  if (local !== undefined) return { symbol: scope + local };
  const value = module.module.values.at(id);
  switch (value?.kind) {
    case undefined:
      return {};
    case "variable":
    case "function":
    case "alias":
    case "ifunc":
      return { symbol: module.context.globalName(value.id) };
    default:
      return { symbol: constantSymbol(id, open && id >= open.body.firstLocal ? scope : "") };
  }
}

function typeReading({ module }: ReadRecord, index: number, type: Type): OperandReading {
  const text = module.context.typeText(type);
  const step = `type ${index} = ${text}`;
  if (type.kind !== "struct" || !type.identified) return { steps: [step] };
  return { steps: [`${step} = ${module.context.types.body(type)}`], symbol: typeSymbol(text) };
}

function nodeReading({ module, scope }: ReadRecord, node: MetadataId, form: string): OperandReading {
  const index = module.module.metadata.fileIndexOf(node);
  const sink = new ListingSink();
  module.context.metadata.definition(sink, node, module.context);
  const definition = cut(plain(sink));
  if (index === undefined) return { steps: [definition] };
  const name = metadataSymbol(index);
  const how = { plusOne: "index + 1", relative: "relative", absolute: "index" }[form] ?? form;
  return { steps: [`${how}: ${name}`, definition], symbol: index < module.metadataCount ? name : scope + name };
}

function listText({ module }: ReadRecord, number: number): string {
  const list: AttributeList | undefined = module.module.attributes.list(number);
  if (!list) return "not defined";
  const { attributes } = module.context;
  const parts: string[] = [];
  if (list.returnSet) parts.push(`return value: ${attributes.inPlace(list.returnSet)}`);
  list.paramSets.forEach((set, i) => {
    if (set) parts.push(`parameter ${i}: ${attributes.inPlace(set)}`);
  });
  if (list.functionSet) parts.push(`function: ${attributes.inPlace(list.functionSet)}`);
  return parts.join("; ");
}

function plain(sink: ListingSink): string {
  return sink
    .take()
    .map((token) => token.text)
    .join("");
}
function cut(text: string): string {
  return text.length > QUOTED ? `${text.slice(0, QUOTED)}...` : text;
}

type Words = (raw: number, read: ReadRecord, index: number) => string | undefined;

function instructionOf({ open, record }: ReadRecord): Instruction | undefined {
  return open?.instructions.get(record.startBit)?.instruction;
}
const yesNo: Words = (raw) => (raw === 0 ? "no" : "yes");
const ordering: Words = (raw) => ORDERINGS[raw];
const oneOf =
  (...names: readonly string[]): Words =>
  (raw) =>
    names[raw];
const character: Words = (raw) => (raw > 31 && raw < 127 ? `'${String.fromCharCode(raw)}'` : undefined);
const linkage: Words = (_raw, { module, record }) => module.globalAt(record.startBit)?.linkage;

const INVOKE = 13;
const CALL = 34;
/** Flags of CALL (LLVMBitCodes.h, CallMarkersFlags); the calling convention lies between them. */
const CALL_FLAGS: readonly (readonly [number, string])[] = [
  [1, "tail"],
  [1 << 14, "musttail"],
  [1 << 15, "explicit type"],
  [1 << 16, "notail"],
  [1 << 17, "fast-math flags follow"],
];
function callFlags(raw: number, release: ListingModule["context"]["release"]): string {
  const convention = conventionText((raw & 0x7ff) >> 1, release).trim();
  return [
    convention === "" ? "ccc" : convention,
    ...CALL_FLAGS.filter(([bit]) => raw & bit).map(([, name]) => name),
  ].join(", ");
}
const flags: Words = (raw, read) => {
  if (read.record.code === CALL) return callFlags(raw, read.module.context.release);
  const text = instructionOf(read)?.flags;
  return text === undefined || text === "" ? (raw === 0 ? "none" : undefined) : text;
};
const EXPLICIT_INVOKE = 1 << 13;
const convention: Words = (raw, { module, record }) => {
  const number = record.code === INVOKE ? raw & ~EXPLICIT_INVOKE : raw;
  const text = conventionText(number, module.context.release).trim();
  return text === "" ? "ccc" : text;
};
const predicate: Words = (_raw, read) => {
  const instruction = instructionOf(read);
  return instruction?.kind === "compare" ? instruction.predicate : undefined;
};

/** The name that two operands of MODULE records give: its place in STRTAB and its length. */
const nameInTable: Words = (raw, { module, record }, index) => {
  const { strings } = module.module.place;
  const length = record.value(index + 1);
  if (!strings || strings.startByte + raw + length > strings.endByte) return undefined;
  return `"${cut(escaped(module.module.string(raw, length), module.context.release))}"`;
};
const comdat: Words = (raw, { module }) => {
  const found = module.module.comdats[raw - 1];
  return raw === 0 ? "none" : found && comdatText(found, module.context);
};

/** Meanings of plain numbers by what their operand is called. */
const WORDS: Readonly<Record<string, Words>> = {
  "log2 alignment + 1": (raw) => (raw === 0 ? "none" : `align ${2 ** (raw - 1)}`),
  operation: (_raw, read) => instructionOf(read)?.opcode,
  predicate,
  flags,
  "fast-math flags": (raw) => (raw === 0 ? "none" : fastMathText(raw)),
  attributes: (raw) => (raw === 0 ? "none" : undefined),
  "calling convention": convention,
  ordering,
  "success ordering": ordering,
  "failure ordering": ordering,
  scope: (raw, { module }) => {
    const name = module.module.syncScopes[raw];
    return name === "" ? "system" : name;
  },
  volatile: yesNo,
  weak: yesNo,
  "is cleanup": yesNo,
  "is declaration": yesNo,
  dso_local: yesNo,
  packed: yesNo,
  vararg: yesNo,
  "externally initialized": yesNo,
  "initializer + 1": (raw) => (raw === 0 ? "none" : undefined),
  "scope + 1": (raw) => (raw === 0 ? "none" : undefined),
  "inlined at + 1": (raw) => (raw === 0 ? "none" : undefined),
  linkage,
  visibility: oneOf("default", "hidden", "protected"),
  "thread local": oneOf("no", "general dynamic", "localdynamic", "initialexec", "localexec"),
  unnamed_addr: oneOf("no", "unnamed_addr", "local_unnamed_addr"),
  "DLL storage": oneOf("default", "dllimport", "dllexport"),
  "is constant | explicit type << 1 | address space << 2": (raw) =>
    [
      raw & 1 ? "constant" : "variable",
      raw & 2 ? "explicit type" : "type of pointer",
      `address space ${raw >>> 2}`,
    ].join(", "),
  "name offset": nameInTable,
  comdat,
  "signed value": (raw) => String(raw % 2 === 0 ? raw / 2 : -(raw - 1) / 2),
  tag: (raw, { module }) => module.module.bundleTags[raw],
  kind: (raw, { module }) => `!${module.module.metadata.kindName(raw)}`,
  characters: character,
  bytes: character,
  "bytes without the final zero": character,
};
