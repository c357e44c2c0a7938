/** What the operands of a record stand for, as its reader takes them. */
import type { BitRecord } from "../../bitstream/record";
import { BLOCK, TYPE } from "../codes";
import type { MetadataId } from "../ir/metadata";
import type { Type } from "../ir/types";
import type { ValueId } from "../ir/values";
import { Code } from "../metadata/codes";
import type { MetadataRecordView } from "../metadata/decode";
import { decodeNode } from "../metadata/decode";
import type { LoadedModule } from "../read/module";
import { operandName } from "./descriptions";

/** What one operand stands for; operands that are mere numbers have no note. */
export type OperandNote =
  | {
      readonly kind: "value";
      readonly id: ValueId;
      /** How the number leads to the value: back from the next one, or as the value's own number. */
      readonly form: "relative" | "absolute" | "plusOne";
      /** The operand that gives its type, where one does. */
      readonly typeAt?: number | undefined;
    }
  | { readonly kind: "type"; readonly type: Type }
  | { readonly kind: "block"; readonly block: number }
  | { readonly kind: "metadata"; readonly node: MetadataId; readonly form: "plusOne" | "absolute" | "relative" }
  | { readonly kind: "attributeList"; readonly number: number }
  | { readonly kind: "attributeGroup"; readonly number: number };

/** Notes by the operand's index. */
export type OperandNotes = readonly (OperandNote | undefined)[];

/** Notes of the records of all blocks but function blocks, whose records are replayed (`replay.ts`). */
export function notesOf(block: number, record: BitRecord, module: LoadedModule): OperandNotes {
  switch (block) {
    case BLOCK.CONSTANTS:
      return constantNotes(record, module);
    case BLOCK.TYPE:
      return typeNotes(record, module);
    case BLOCK.METADATA:
      return metadataNotes(record, module);
    case BLOCK.METADATA_ATTACHMENT:
      return each(record, (raw, i) => (i % 2 === 1 - (record.length % 2) ? nodeAt(raw, module) : undefined));
    case BLOCK.PARAMATTR:
      return each(record, (number) => (record.code === 2 ? { kind: "attributeGroup", number } : undefined));
    case BLOCK.VALUE_SYMTAB:
      return each(record, (raw, i) => (i === 0 ? symbolNote(record.code, raw) : undefined));
    case BLOCK.MODULE:
      return each(record, (raw, i) => moduleNote(record, raw, i, module));
    default:
      return [];
  }
}

function each(record: BitRecord, note: (raw: number, index: number) => OperandNote | undefined): OperandNotes {
  return Array.from({ length: record.length }, (_, i) => note(record.value(i), i));
}
function typeAt(raw: number, module: LoadedModule): OperandNote | undefined {
  const type = module.types[raw];
  return type && { kind: "type", type };
}
function nodeAt(raw: number, module: LoadedModule): OperandNote | undefined {
  const node = module.metadata.idOf(raw);
  return node === undefined ? undefined : { kind: "metadata", node, form: "absolute" };
}
function nodeBehind(raw: number, module: LoadedModule): OperandNote | undefined {
  const node = raw === 0 ? undefined : module.metadata.idOf(raw - 1);
  return node === undefined ? undefined : { kind: "metadata", node, form: "plusOne" };
}
function valueAt(id: ValueId, typeOperand?: number): OperandNote {
  return { kind: "value", id, form: "absolute", typeAt: typeOperand };
}

/** VST's BBENTRY names a block, the others a value. */
const BBENTRY = 2;
function symbolNote(code: number, raw: number): OperandNote {
  return code === BBENTRY ? { kind: "block", block: raw } : valueAt(raw);
}

/** Where the operands that are types begin, by TYPE_BLOCK's codes; `last`: the first of these alone. */
const TYPE_OPERANDS: Readonly<Record<number, { readonly from: number; readonly one: boolean }>> = {
  [TYPE.POINTER]: { from: 0, one: true },
  [TYPE.ARRAY]: { from: 1, one: true },
  [TYPE.VECTOR]: { from: 1, one: true },
  [TYPE.STRUCT_ANON]: { from: 1, one: false },
  [TYPE.STRUCT_NAMED]: { from: 1, one: false },
  [TYPE.FUNCTION]: { from: 1, one: false },
};
function typeNotes(record: BitRecord, module: LoadedModule): OperandNotes {
  const where = TYPE_OPERANDS[record.code];
  if (!where) return [];
  return each(record, (raw, i) =>
    where.one
      ? i === where.from
        ? typeAt(raw, module)
        : undefined
      : i >= where.from
        ? typeAt(raw, module)
        : undefined,
  );
}

/** CONSTANTS records that hold values or types, by code: `t` a type, `v` a value, `b` a block, `.` a number, `*` repeats. */
const CONSTANT_SHAPES: Readonly<Record<number, string>> = {
  1: "t",
  7: "v*",
  10: ".vv",
  11: ".tv",
  13: "vvv",
  14: "tvv",
  15: "vvv",
  16: "vvv",
  17: "tvv.",
  21: "tvb",
  27: "tv",
  29: "tv",
  33: "vvvv",
};
/** getelementptr expressions by code: the operands in front of the pairs of type and value. */
const GEP_HEADS: Readonly<Record<number, string>> = { 12: "", 20: "", 24: "t.", 32: "t." };

function constantShape(record: BitRecord): string {
  const head = GEP_HEADS[record.code];
  if (head === undefined) return CONSTANT_SHAPES[record.code] ?? "";
  const first = head === "" && record.length % 2 === 1 ? "t" : head;
  return first + "tv".repeat(Math.ceil((record.length - first.length) / 2));
}
function constantNotes(record: BitRecord, module: LoadedModule): OperandNotes {
  const shape = constantShape(record);
  if (shape === "") return [];
  const repeats = shape.endsWith("*");
  return each(record, (raw, i) => {
    switch (repeats ? shape[0] : shape[i]) {
      case "t":
        return typeAt(raw, module);
      case "v":
        return valueAt(raw, shape[i - 1] === "t" && !repeats ? i - 1 : undefined);
      case "b":
        return { kind: "block", block: raw };
      default:
        return undefined;
    }
  });
}

/** Global variables and functions: by what their operands are called. */
function moduleNote(record: BitRecord, raw: number, index: number, module: LoadedModule): OperandNote | undefined {
  switch (operandName(BLOCK.MODULE, record.code, index + (module.version >= 2 ? 0 : 2))) {
    case "type":
      return typeAt(raw, module);
    case "initializer + 1":
    case "prologue + 1":
    case "prefix + 1":
    case "personality + 1":
      return raw === 0 ? undefined : { kind: "value", id: raw - 1, form: "plusOne" };
    case "aliasee":
    case "resolver":
      return valueAt(raw);
    case "attributes":
      return raw === 0 ? undefined : { kind: "attributeList", number: raw };
    default:
      return undefined;
  }
}

/** Nodes by the decoders of their layouts, which say by what they ask for what an operand is. */
function metadataNotes(record: BitRecord, module: LoadedModule): OperandNotes {
  switch (record.code) {
    case Code.VALUE:
      return each(record, (raw, i) => (i === 0 ? typeAt(raw, module) : i === 1 ? valueAt(raw, 0) : undefined));
    case Code.NODE:
    case Code.DISTINCT_NODE:
      return each(record, (raw) => nodeBehind(raw, module));
    case Code.GENERIC_DEBUG:
      return each(record, (raw, i) => (i >= 3 ? nodeBehind(raw, module) : undefined));
    case Code.NAMED_NODE:
    case Code.ARG_LIST:
      return each(record, (raw) => nodeAt(raw, module));
    case Code.GLOBAL_DECL_ATTACHMENT:
      return each(record, (raw, i) => (i === 0 ? valueAt(raw) : i % 2 === 0 ? nodeAt(raw, module) : undefined));
    default: {
      const notes: (OperandNote | undefined)[] = [];
      decodeNode(record.code, new NotingView(record, module, notes), module.release);
      return notes;
    }
  }
}

/** Notes which operands a decoder takes for nodes. */
class NotingView implements MetadataRecordView {
  constructor(
    private readonly record: BitRecord,
    private readonly module: LoadedModule,
    private readonly notes: (OperandNote | undefined)[],
  ) {}
  get length(): number {
    return this.record.length;
  }
  int(index: number): number {
    return this.record.value(index);
  }
  big(index: number): bigint {
    return this.record.big(index);
  }
  ref(index: number): MetadataId | undefined {
    return this.note(index, nodeBehind(this.record.value(index), this.module));
  }
  direct(index: number): MetadataId | undefined {
    return this.note(index, nodeAt(this.record.value(index), this.module));
  }
  typeRef(index: number): MetadataId | undefined {
    return this.ref(index);
  }
  typeArray(index: number): MetadataId | undefined {
    return this.ref(index);
  }
  private note(index: number, note: OperandNote | undefined): MetadataId | undefined {
    if (index < this.record.length) this.notes[index] = note;
    return note?.kind === "metadata" ? note.node : undefined;
  }
}
