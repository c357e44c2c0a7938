/** What the module reader and printer ask of the attribute and metadata tables: the seams between their folders. */
import type { MetadataId, ValueId } from "./ids";
import type { Packed } from "../../../document/byteText";
import type { Sink } from "../../../document/sink";
import type { BitstreamReader } from "../../bitstream/reader";
import type { BitRecord } from "../../bitstream/record";
import type { AttributeList, AttributeSet } from "./attributes";
import type { Attachment, DebugRecord, DeviceAnnotation, Metadata, NamedMetadata } from "./metadata";
import type { PrintContext } from "./printing";

/** PARAMATTR and PARAMATTR_GROUP, read and upgraded for the release (`attributes/`). */
export interface AttributeTables {
  /** The list of this 1-based number in FUNCTION and CALL records; undefined for 0 and for none of that number. */
  list(number: number): AttributeList | undefined;
}

/** Prints attributes (`attributes/`). */
export interface AttributePrinter {
  /** `noundef align 4`: a parameter's or return value's set, in place. */
  inPlace(set: AttributeSet): string;
  /** The same in front of a result's type, a blank behind it, and behind an argument's, between blanks. */
  result(set: AttributeSet): Packed;
  argument(set: AttributeSet): Packed;
  /** What stands between the braces of `attributes #0 = { … }`; equal texts are equal sets. */
  group(set: AttributeSet): string;
  /** What stands after `; Function Attrs:` (the attributes that are no strings), empty for none. */
  comment(set: AttributeSet): string;
}

/** A source location as DEBUG_LOC gives it; `scope` and `inlinedAt` are ids. */
export interface Location {
  readonly line: number;
  readonly column: number;
  readonly scope: MetadataId;
  readonly inlinedAt: MetadataId | undefined;
  readonly implicitCode: boolean;
  readonly atomGroup: number;
  readonly atomRank: number;
}

/**
 * METADATA, METADATA_KIND and METADATA_ATTACHMENT (`metadata/`). A *file index* is what records hold: the module's nodes,
 * then the current function's. A MetadataId names a node for good, also after its function has been left.
 */
export interface MetadataTables {
  /** The node of this file index, or undefined past the table's end. */
  idOf(fileIndex: number): MetadataId | undefined;
  node(id: MetadataId): Metadata | undefined;
  /** What a tuple or record refers to, as far as that has numbers or values; undefined for other metadata. */
  operandsOf(id: MetadataId): readonly (MetadataId | undefined)[] | undefined;
  /** Whether it is a node with a number of its own, not a string, value, expression or argument list. */
  isNode(id: MetadataId): boolean;
  /**
   * The DILocation node of these fields: the one that the table holds already, else a new one. Undefined where reading
   * drops debug info.
   */
  location(location: Location): MetadataId | undefined;
  /** Name of a kind (`dbg`, `tbaa`). */
  kindName(kind: number): string;
}

/** A function's file indices, for {@link MetadataReader.enterAgain}. */
export type FunctionMetadata = readonly { readonly firstIndex: number; readonly firstId: number; count: number }[];

/**
 * How far a table reaches. What is in it when a module has been read has the same ids in every reading of that module;
 * what functions add later has ids by the order in which they are read.
 */
export interface MetadataExtent {
  /** Ids from 0 on. */
  readonly records: number;
  /** Nodes that reading has made, and locations of DEBUG_LOC records. */
  readonly made: number;
  readonly locations: number;
}

/** What the module's and the functions' readers call as they meet blocks and records of metadata (`metadata/`). */
export interface MetadataReader extends MetadataTables {
  /** Reads a METADATA block that was just entered: the module's, or one within a function. */
  readBlock(reader: BitstreamReader, path: readonly string[]): void;
  /** The same in steps. */
  inSteps(reader: BitstreamReader, path: readonly string[]): Generator<void, void, undefined>;
  /** Reads the module's METADATA block, just entered, for its named nodes alone. */
  readNames(reader: BitstreamReader, path: readonly string[]): void;
  /** Reads METADATA_KIND_BLOCK, which was just entered. */
  readKinds(reader: BitstreamReader, path: readonly string[]): void;
  /** The pairs [kind, node] of a METADATA_ATTACHMENT or GLOBAL_DECL_ATTACHMENT record from operand `from` on, upgraded. */
  readAttachments(record: BitRecord, from: number): readonly Attachment[];
  /** The file index that the first entry of a block gets, by the block's first bit; undefined for one not read. */
  firstIndexOf(blockBit: number): number | undefined;
  /** The index by which records of the file refer to a node; undefined for one that reading has made. */
  fileIndexOf(id: MetadataId): number | undefined;
  /** The first bit of the record that the entry of this file index came from; undefined past the table's end. */
  bitOf(fileIndex: number): number | undefined;
  /** Forgets the file indices of the function that was read; ids that were given out stay good. */
  leaveFunction(): FunctionMetadata;
  /** Takes the file indices of a function in force again. */
  enterAgain(function_: FunctionMetadata): void;
  /** Adds metadata that the file does not hold. */
  make(metadata: Metadata): MetadataId;
  /** The uniqued tuple of these operands: the file's own where it has one. */
  tuple(operands: readonly (MetadataId | undefined)[]): MetadataId;
  /** What the table holds so far. */
  extent(): MetadataExtent;
  /** Whether a node was there when the table reached so far. */
  isWithin(extent: MetadataExtent, id: MetadataId): boolean;
  /** The fields of a location that is one node with all equal ones; undefined for every other node. */
  uniquedLocation(id: MetadataId): Location | undefined;
  /** The number of a kind of attachments by its name; a new one where the file names no such kind. */
  kindNumber(name: string): number;
  /** Whether reading drops all debug info: it is of a version that the release does not know. */
  readonly dropsDebugInfo: boolean;
  /** Whether declarations of arguments lose a leading DW_OP_deref. */
  readonly upgradesDeclares: boolean;
  /** Whether the module had the marker by which ARC's runtime was recognized before its functions were intrinsics. */
  readonly hadRuntimeMarker: boolean;
  /** What attributes and calling conventions of functions say instead of metadata since LLVM 21. */
  readonly deviceAnnotations: readonly DeviceAnnotation[];
  readonly named: readonly NamedMetadata[];
  /** GLOBAL_DECL_ATTACHMENT, by value number. */
  readonly globalAttachments: ReadonlyMap<ValueId, readonly Attachment[]>;
}

/** Gives metadata nodes their numbers, as the reference's slot tracker does (`metadata/`). */
export interface MetadataNumbering {
  /** Numbers the node if it has none, then its operands, depth first. Expressions, argument lists, strings, values: none. */
  add(node: MetadataId): void;
  /** The same with a yield now and then: a node may lead to all others. */
  adding(node: MetadataId): Generator<void, void, undefined>;
  /** The node's number, undefined where it has none. */
  numberOf(node: MetadataId): number | undefined;
  /** Numbered nodes by their numbers. */
  readonly order: readonly MetadataId[];
}

/** Prints metadata (`metadata/`). */
export interface MetadataPrinter {
  /** As an operand: `!7`, `!"text"`, `i32 %x`, `!DIExpression(…)`, `null`. */
  operand(sink: Sink, node: MetadataId | undefined, context: PrintContext): void;
  /** What stands after `!7 = `: `distinct !DISubprogram(name: …)`, `!{!1, i32 7}`. */
  definition(sink: Sink, node: MetadataId, context: PrintContext): void;
  /** `, !dbg !4, !tbaa !7`; `separator` is `,` on instructions and globals, empty on function definitions. */
  attachments(sink: Sink, attachments: readonly Attachment[], separator: string, context: PrintContext): void;
  /** One of them. */
  attachment(sink: Sink, kind: number, node: MetadataId, separator: string, context: PrintContext): void;
  /** `#dbg_value(…)` without indentation. */
  debugRecord(sink: Sink, record: DebugRecord, context: PrintContext): void;
}
