/** Prints the assembly column of records, by block. Records without a printer get generic rows. */
import { BLOCK, FUNCTION_CODE, MODULE, TYPE, VST } from "../codes";
import { escaped } from "../ir/escape";
import type { Block } from "../../bitstream/reader";
import type { BitRecord } from "../../bitstream/record";
import type { Type } from "../ir/types";
import { printComdat, printFunctionHead, printIndirect, printVariable } from "../print/globals";
import { printInstructionAlone } from "../print/instructions";
import { nameText } from "../print/names";
import { debugRecordOf } from "./debugRecords";
import { printAttachment, printLocation, printMetadata, printMetadataOther } from "./metadataRecords";
import type { ListingModule } from "./module";
import type { OpenFunction } from "./openFunction";
import { Pairing } from "./pairing";
import type { RecordReading } from "./reading";
import { readingOf } from "./reading";
import type { Row, RowPrinter } from "./recordRow";
import { quoted } from "./recordRow";
import type { RecordSink } from "./sink";
import { attributeSymbol, constantSymbol, typeSymbol } from "./sink";

/**
 * Prints the IR of a record.
 * @param metadataIndex the next index of the metadata table, in METADATA blocks
 * @param paired whether tokens tell which operand they show
 * @returns false if the record has no IR
 */
export function printRecord(
  sink: RecordSink,
  block: Block,
  record: BitRecord,
  module: ListingModule,
  open: OpenFunction | undefined,
  metadataIndex: number,
  paired: boolean,
): boolean {
  const print = PRINTERS[block.id];
  if (!print) return false;
  const reading = (): RecordReading | undefined => readingOf(block.id, record, module, open);
  const printRow = (): boolean => {
    const read = paired ? reading() : undefined;
    if (read) {
      const typeText = (type: Type): string => module.context.typeText(type);
      sink.pairing = new Pairing(read.layout, module.module.metadata, typeText);
    }
    return print({ sink, record, module, open, metadataIndex, reading });
  };
  return open ? printRow() : module.outside(printRow);
}

const MODULE_TEXTS: Readonly<Record<number, string>> = {
  [MODULE.TRIPLE]: "target triple = ",
  [MODULE.DATALAYOUT]: "target datalayout = ",
  [MODULE.ASM]: "module asm ",
  [MODULE.SECTIONNAME]: "section ",
  [MODULE.GCNAME]: "gc ",
  [MODULE.SOURCE_FILENAME]: "source_filename = ",
};

function printModule(row: Row): boolean {
  const { sink, record, module } = row;
  const { context } = module;
  const keyword = MODULE_TEXTS[record.code];
  if (keyword !== undefined) {
    sink.put("keyword", keyword);
    sink.put("string", quoted(row));
    return true;
  }
  const global = module.globalAt(record.startBit);
  switch (global?.kind) {
    case "variable":
      printVariable(sink, global, context);
      return true;
    case "function":
      sink.put("keyword", global.declaration ? "" : "; defined below: ");
      printFunctionHead(sink, global, context, true);
      return true;
    case "alias":
    case "ifunc":
      printIndirect(sink, global, context);
      return true;
    case undefined:
      return printModuleNumber(row);
  }
}

function printModuleNumber({ sink, record, module }: Row): boolean {
  switch (record.code) {
    case MODULE.VERSION:
      sink.put("keyword", "version ");
      sink.put("number", String(record.value(0)));
      sink.put(
        "comment",
        `  ; ${["absolute value ids", "relative value ids", "names in STRTAB"][record.value(0)] ?? ""}`,
      );
      return true;
    case MODULE.VSTOFFSET:
      sink.put("keyword", "symbols at word ");
      sink.put("number", String(record.value(0)));
      return true;
    case MODULE.COMDAT: {
      const index = module.comdatAt(record.startBit);
      const comdat = index === undefined ? undefined : module.module.comdats[index];
      if (comdat) printComdat(sink, comdat, module.context);
      return comdat !== undefined;
    }
    default:
      return false;
  }
}

function printType({ sink, record, module }: Row): boolean {
  if (record.code === TYPE.NUMENTRY) {
    sink.put("comment", `; ${record.value(0)} types`);
    return true;
  }
  if (record.code === TYPE.STRUCT_NAME) {
    sink.put("comment", "; name ");
    sink.put("string", `"${escaped(record.text(), module.module.release)}"`);
    return true;
  }
  const index = module.typeAt(record.startBit);
  const type = index === undefined ? undefined : module.module.types[index];
  if (index === undefined || !type) return false;
  sink.put("comment", `type ${index}: `);
  const text = module.context.typeText(type);
  if (type.kind !== "struct" || !type.identified) sink.put("type", text);
  else {
    sink.name("type", text, typeSymbol(text), true);
    sink.put("punctuation", " = type ");
    sink.put("type", module.context.types.body(type));
  }
  return true;
}

/** What the attributes of a group belong to. */
function placeText(index: number): string {
  if (index === 0xffffffff) return "function";
  return index === 0 ? "return value" : `parameter ${index - 1}`;
}

function printGroup({ sink, record, module }: Row): boolean {
  const number = record.value(0);
  const group = module.module.attributes.group(number);
  if (!group) return false;
  sink.put("keyword", "group ");
  sink.name("attribute", `#${number}`, attributeSymbol(number), true);
  sink.put("punctuation", ` = ${placeText(group.index)} { `);
  sink.put("attribute", group.set ? module.context.attributes.inPlace(group.set) : "");
  sink.put("punctuation", " }");
  return true;
}

function printList({ sink, record }: Row): boolean {
  if (record.code !== 2) return false;
  sink.put("keyword", "list");
  for (let i = 0; i < record.length; i++) {
    sink.put("text", " ");
    sink.operand(i);
    sink.name("attribute", `#${record.value(i)}`, attributeSymbol(record.value(i)));
    sink.operand(undefined);
  }
  return true;
}

function printConstant({ sink, record, module, open }: Row): boolean {
  const { types, values } = module.module;
  if (record.code === 1) {
    const type = types[record.value(0)];
    sink.put("keyword", "settype ");
    sink.operand(0);
    sink.put("type", type ? module.context.typeText(type) : "<no such type>");
    return true;
  }
  const id = open ? open.constantAt(record.startBit) : module.constantAt(record.startBit);
  if (id === undefined || !values.at(id)) return false;
  const text = `value ${id}`;
  sink.name("comment", text, constantSymbol(id, sink.scope), true);
  sink.put("comment", ": ");
  module.context.printOperand(sink, id, true);
  return true;
}

function printFunctionRecord(row: Row): boolean {
  const { sink, record, module, open } = row;
  const instruction = open?.instructionAt(record.startBit);
  if (instruction) {
    printInstructionAlone(sink, instruction, module.context);
    return true;
  }
  switch (record.code) {
    case FUNCTION_CODE.DECLAREBLOCKS:
      sink.put("comment", `; ${record.value(0)} block${record.value(0) === 1 ? "" : "s"}`);
      return true;
    case FUNCTION_CODE.DEBUG_LOC_AGAIN:
      sink.put("comment", "  ; debug location as before");
      return true;
    case FUNCTION_CODE.DEBUG_LOC:
      printLocation(row);
      return true;
    default:
      return printDebugRecord(row);
  }
}

function printDebugRecord({ sink, module, reading }: Row): boolean {
  const read = reading();
  const debugRecord = read && debugRecordOf(read.layout, module);
  if (debugRecord) module.context.metadata.debugRecord(sink, debugRecord, module.context);
  return debugRecord !== undefined;
}

function printSymbol(row: Row): boolean {
  const { sink, record, module, open } = row;
  const { release } = module.module;
  if (open) {
    const id = record.value(0);
    const name = record.code === VST.BBENTRY ? module.context.blockName(id) : (module.context.localName(id) ?? "");
    const kind = record.code === VST.BBENTRY ? "block" : "local";
    sink.operand(0);
    if (name !== "") sink.name(kind, name, name);
    else sink.put("text", nameText("%", record.text(1), release));
    sink.operand(undefined);
    sink.put("punctuation", ": ");
    sink.put("string", quoted(row, 1));
    return true;
  }
  const id = record.value(0);
  const name = module.context.globalName(id);
  sink.operand(0);
  sink.name("global", name, name);
  sink.operand(undefined);
  if (record.code === VST.FNENTRY) sink.put("comment", `  ; body at word ${record.value(1)}`);
  if (record.code === VST.ENTRY) {
    sink.put("punctuation", ": ");
    sink.put("string", quoted(row, 1));
  }
  return true;
}

function printString(row: Row): boolean {
  row.sink.put("string", quoted(row));
  return true;
}

/** Printers by block. */
const PRINTERS: Readonly<Record<number, RowPrinter>> = {
  [BLOCK.MODULE]: printModule,
  [BLOCK.TYPE]: printType,
  [BLOCK.PARAMATTR_GROUP]: printGroup,
  [BLOCK.PARAMATTR]: printList,
  [BLOCK.CONSTANTS]: printConstant,
  [BLOCK.FUNCTION]: printFunctionRecord,
  [BLOCK.VALUE_SYMTAB]: printSymbol,
  [BLOCK.METADATA]: printMetadata,
  [BLOCK.METADATA_KIND]: printMetadataOther,
  [BLOCK.METADATA_ATTACHMENT]: printAttachment,
  [BLOCK.OPERAND_BUNDLE_TAGS]: printString,
  [BLOCK.SYNC_SCOPE_NAMES]: printString,
};
