/**
 * The meaning of operands in streams other than IR: Clang's serialized diagnostics, LLVM's remarks and contextual
 * profiles, the control blocks of Clang's modules and precompiled headers, Swift's modules (docs/formats/bitstream.md,
 * "Streams of other makers"). Records are identified by the names in the file's BLOCKINFO.
 */
import type { BlockNames } from "./names";
import type { Block } from "./reader";
import { FIRST_ABBREV } from "./reader";
import type { BitRecord } from "./record";
import type { StreamField, StreamRecord } from "./streamRecord";
import { swiftRecord } from "./swiftRecords";

/** The text of a Swift identifier by its number, if it has one. */
export type IdentifierText = (number: number) => string | undefined;

/** By the names of block and record: `Diag/DiagInfo`. */
type StreamRecords = Readonly<Record<string, StreamRecord>>;

const of = (...fields: readonly StreamField[]): StreamRecord => ({ fields });

/** The operands of a source location. */
const place = (prefix: string): readonly string[] =>
  ["file", "line", "column", "offset"].map((part) => `${prefix}${part}`);
const range = [...place("from "), ...place("to ")];

/** Records of every stream (BitCodeEnums.h, BlockInfoCodes). */
const BLOCKINFO_RECORDS: StreamRecords = {
  "BLOCKINFO_BLOCK/SETBID": of("block id"),
  "BLOCKINFO_BLOCK/BLOCKNAME": { fields: [], rest: "character" },
  "BLOCKINFO_BLOCK/SETRECORDNAME": { fields: ["code"], rest: "character" },
};

/** Source: clang/Frontend/SerializedDiagnostics.h, and the abbreviations of its printer. */
const DIAGNOSTICS: StreamRecords = {
  "Meta/Version": of("version"),
  "Diag/DiagInfo": of(
    ["severity", ["ignored", "note", "warning", "error", "fatal", "remark"]],
    ...place(""),
    "category",
    "flag",
    "length",
  ),
  "Diag/SrcRange": of(...range),
  "Diag/CatName": of("category", "length"),
  "Diag/DiagFlag": of("flag", "length"),
  "Diag/FileName": of("file", "size", "modification time", "length"),
  "Diag/FixIt": of(...range, "length"),
};

/** Source: llvm/Remarks/BitstreamRemarkContainer.h. Names and texts are indices into the string table. */
const REMARKS: StreamRecords = {
  "Meta/Container info": of("version", ["type", ["separate metadata", "separate remarks", "standalone"]]),
  "Meta/Remark version": of("version"),
  "Remark/Remark header": of(
    ["type", ["unknown", "passed", "missed", "analysis", "analysis: FP commute", "analysis: aliasing", "failure"]],
    "remark name",
    "pass name",
    "function name",
  ),
  "Remark/Remark debug location": of("file", "line", "column"),
  "Remark/Remark hotness": of("hotness"),
  "Remark/Argument with debug location": of("key", "value", "file", "line", "column"),
  "Remark/Argument": of("key", "value"),
};

/** Source: llvm/ProfileData/PGOCtxProfWriter.h. */
const CONTEXTS: StreamRecords = Object.fromEntries([
  ["Metadata/Version", of("version")],
  ...["Root", "Context", "Flat", "FlatProfile"].flatMap((block): [string, StreamRecord][] => [
    [`${block}/GUID`, of("GUID")],
    [`${block}/CalleeIndex`, of("call site")],
    [`${block}/TotalRootEntryCount`, of("entries")],
    [`${block}/Counters`, { fields: [], rest: "counter" }],
  ]),
]);

/** Source: clang/Serialization/ASTBitCodes.h, as far as all releases agree. */
const CLANG_AST: StreamRecords = {
  "CONTROL_BLOCK/METADATA": of("major version", "minor version", "Clang's major", "Clang's minor", "relocatable"),
  "CONTROL_BLOCK/ORIGINAL_FILE": of("file"),
  "CONTROL_BLOCK/INPUT_FILE_OFFSETS": of("input files", "user's input files"),
  "INPUT_FILES_BLOCK/INPUT_FILE": of("file", "size", "modification time"),
  "AST_BLOCK/IDENTIFIER_OFFSET": of("identifiers"),
  "AST_BLOCK/TYPE_OFFSET": of("types"),
  "AST_BLOCK/DECL_OFFSET": of("declarations"),
};

/** The records by the kind of stream, which the magic determines. */
const KINDS: Readonly<Record<string, StreamRecords>> = {
  "Clang serialized diagnostics": DIAGNOSTICS,
  "LLVM remarks": REMARKS,
  "LLVM contextual profile": CONTEXTS,
  "Clang module or precompiled header": CLANG_AST,
};

/** An operand's name, and its value in words unless the number says as much. */
export interface StreamOperand {
  readonly name: string;
  readonly value?: string;
}

/** Names the operands of one kind of stream. */
export class StreamOperands {
  private readonly records: StreamRecords;
  private readonly isSwift: boolean;

  /**
   * @param kind the stream's kind in words; if undefined, only BLOCKINFO's operands are named
   * @param identifier the texts of identifiers, in Swift's streams
   */
  constructor(
    kind: string | undefined,
    private readonly identifier: IdentifierText = () => undefined,
  ) {
    this.records = { ...BLOCKINFO_RECORDS, ...(kind === undefined ? {} : KINDS[kind]) };
    this.isSwift = kind?.startsWith("Swift") ?? false;
  }

  /**
   * The name of operand `index` of a record, and what its value means; undefined if it is not known.
   * @param names the names of blocks and records that apply to the record
   */
  operand(names: BlockNames, block: Block | undefined, record: BitRecord, index: number): StreamOperand | undefined {
    const found = this.recordOf(names, block, record);
    if (!found) return undefined;
    const field = found.fields[index] ?? found.rest;
    return field === undefined ? undefined : this.explained(field, record.value(index));
  }

  private recordOf(names: BlockNames, block: Block | undefined, record: BitRecord): StreamRecord | undefined {
    const id = block?.id ?? 0;
    const [blockName, name] = [names.blockOrUnknown(id), names.recordOrUnknown(id, record.code)];
    const found = this.records[`${blockName}/${name}`];
    if (found || !this.isSwift) return found;
    const abbreviation = block?.abbreviations.at(record.abbreviationId - FIRST_ABBREV);
    return abbreviation && swiftRecord(blockName, name, abbreviation);
  }

  private explained(field: StreamField, raw: number): StreamOperand {
    if (typeof field === "string") return field === "character" ? characterOperand(raw) : { name: field };
    const name = "isIdentifier" in field ? field.name : field[0];
    const value = "isIdentifier" in field ? quoted(this.identifier(raw)) : field[1][raw];
    return value === undefined ? { name } : { name, value };
  }
}

function quoted(text: string | undefined): string | undefined {
  return text === undefined ? undefined : `"${text}"`;
}

function characterOperand(raw: number): StreamOperand {
  const isText = raw >= 0x20 && raw <= 0x7e;
  return isText ? { name: "character", value: `'${String.fromCharCode(raw)}'` } : { name: "character" };
}
