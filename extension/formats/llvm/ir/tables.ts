/**
 * The interfaces through which the module reader and printer use the attribute and metadata tables of other folders.
 */
import type { MetadataId, ValueId } from "./ids";
import type { Packed } from "../../../document/byteText";
import type { Sink } from "../../../document/sink";
import type { BitstreamReader } from "../../bitstream/reader";
import type { BitRecord } from "../../bitstream/record";
import type { AttributeList, AttributeSet } from "./attributes";
import type { FunctionBody } from "./function";
import type { Attachment, BranchProtection, DebugRecord, DeviceAnnotation, Metadata, NamedMetadata } from "./metadata";
import type { PrintContext } from "./printing";

/** The attribute lists of PARAMATTR and PARAMATTR_GROUP, upgraded for the release (`attributes/`). */
export interface AttributeTables {
  /**
   * The list with this 1-based number in FUNCTION and CALL records; undefined for 0 and for a number that has no list.
   */
  list(number: number): AttributeList | undefined;
}

/** Prints attributes (`attributes/`). */
export interface AttributePrinter {
  /** `noundef align 4`: the set of a parameter or return value, printed in place. */
  inPlace(set: AttributeSet): string;
  /** The same text before a result's type, with a blank after it. */
  result(set: AttributeSet): Packed;
  /** The same text after an argument's type, with a blank on each side. */
  argument(set: AttributeSet): Packed;
  /** The text between the braces of `attributes #0 = { … }`; equal texts mean equal sets. */
  group(set: AttributeSet): string;
  /** The text after `; Function Attrs:` (all attributes except strings); empty for none. */
  comment(set: AttributeSet): string;
}

/** A source location from a DEBUG_LOC record; `scope`, `inlinedAt` and `irLayers` are ids. */
export interface Location {
  readonly line: number;
  readonly column: number;
  readonly scope: MetadataId;
  readonly inlinedAt: MetadataId | undefined;
  readonly implicitCode: boolean;
  readonly atomGroup: number;
  readonly atomRank: number;
  /** Where the code was in its intermediate forms (LLVM 24). */
  readonly irLayers: MetadataId | undefined;
}

/**
 * METADATA, METADATA_KIND and METADATA_ATTACHMENT (`metadata/`). A *file index* is what records contain: it counts the
 * module's nodes, then the current function's. A MetadataId identifies a node permanently, even after its function has
 * been left.
 */
export interface MetadataTables {
  /** The id of the node at a file index, or undefined past the table's end. */
  idOf(fileIndex: number): MetadataId | undefined;
  /**
   * Like `idOf`, for an operand of a call. The reference looks up no index that is larger than the file has bytes, and
   * puts an empty tuple in place of what it does not find, and of a tuple of null; a tuple of one constant becomes that
   * (canonicalizeMetadataForValue).
   */
  operandOf(fileIndex: number): MetadataId | undefined;
  /** Like `idOf`, but undefined for a string or a value: those are no nodes. */
  nodeOf(fileIndex: number): MetadataId | undefined;
  node(id: MetadataId): Metadata | undefined;
  /** What a tuple or record refers to, if that has a number or a value; undefined for other metadata. */
  operandsOf(id: MetadataId): readonly (MetadataId | undefined)[] | undefined;
  /** Whether there is such an entry: a damaged file may refer to any number. */
  has(id: MetadataId): boolean;
  /** Whether it is a node with a number of its own, unlike strings, values, expressions and argument lists. */
  isNode(id: MetadataId): boolean;
  /**
   * The DILocation node with these fields: the one in the table, or a new one. Undefined if the reader drops debug
   * info.
   */
  location(location: Location): MetadataId | undefined;
  /** Name of a kind (`dbg`, `tbaa`). */
  kindName(kind: number): string;
  /** The name of a kind by its number in the file; undefined if the file does not name it. */
  nameOfFileKind(number: number): string | undefined;
}

/** The file indices of a function, for {@link MetadataReader.enterAgain}. */
export type FunctionMetadata = readonly {
  readonly firstIndex: number;
  readonly firstId: number;
  count: number;
  readonly owner: { endId: number };
}[];

/**
 * The extent of a metadata table. The entries present after a module has been read have the same ids in every reading
 * of that module; what functions add later is numbered in the order in which they are read.
 */
export interface MetadataExtent {
  /** Ids below this are records of the file. */
  readonly records: number;
  /** Number of nodes that upgrades have made. */
  readonly made: number;
  /** Number of locations from DEBUG_LOC records. */
  readonly locations: number;
}

/** What the readers of modules and functions call when they reach blocks and records of metadata (`metadata/`). */
export interface MetadataReader extends MetadataTables {
  /** Reads the METADATA block that was just entered: the module's, or one in a function. */
  readBlock(reader: BitstreamReader, path: readonly string[]): void;
  /** Like {@link readBlock}, in steps. */
  inSteps(reader: BitstreamReader, path: readonly string[]): Generator<void, void, undefined>;
  /** To be called when the module has been read, except for its bodies. */
  endModule(): void;
  /** Reads only the named nodes of the module's METADATA block, which was just entered. */
  readNames(reader: BitstreamReader, path: readonly string[]): void;
  /** Reads the METADATA_KIND_BLOCK that was just entered. */
  readKinds(reader: BitstreamReader, path: readonly string[]): void;
  /**
   * The attachments [kind, node] in operands `from` and up of a METADATA_ATTACHMENT or GLOBAL_DECL_ATTACHMENT record,
   * upgraded.
   */
  readAttachments(record: BitRecord, from: number): readonly Attachment[];
  /**
   * The file index of the first entry of a block, by the block's first bit; undefined if the block has not been read.
   */
  firstIndexOf(blockBit: number): number | undefined;
  /** The index by which records of the file refer to a node; undefined for a node made by an upgrade. */
  fileIndexOf(id: MetadataId): number | undefined;
  /** The first bit of the record that defines the entry at a file index; undefined past the table's end. */
  bitOf(fileIndex: number): number | undefined;
  /**
   * The first bit of the METADATA record of a node, the module's or a function's; undefined if it has none: a location of
   * instructions alone, a node that an upgrade made.
   */
  recordBitOf(id: MetadataId): number | undefined;
  /** Forgets the file indices of the function that was read; ids stay valid. */
  leaveFunction(): FunctionMetadata;
  /** Puts the file indices of a function back in force. */
  enterAgain(function_: FunctionMetadata): void;
  /** Adds metadata that the file does not contain. */
  make(metadata: Metadata): MetadataId;
  /** The uniqued tuple with these operands: the file's own if it has one, else a new one. */
  tuple(operands: readonly (MetadataId | undefined)[]): MetadataId;
  /** The list of alias scopes for a list, upgraded for the release. */
  scopeList(id: MetadataId): MetadataId;
  /** The values that entries of the table wrap; undefined if its nodes have values as operands (before LLVM 3.6). */
  wrappedValues(): readonly ValueId[] | undefined;
  /** The current extent of the table. */
  extent(): MetadataExtent;
  /** Whether a node existed when the table had this extent. */
  isWithin(extent: MetadataExtent, id: MetadataId): boolean;
  /** The fields of a uniqued location, of which there is one node for equal fields; undefined for any other node. */
  uniquedLocation(id: MetadataId): Location | undefined;
  /** The number of an attachment kind by its name; a new number if the file does not name it. */
  kindNumber(name: string): number;
  /** Whether what a body tells makes the module's debug info invalid; the body's function is open. */
  isInvalidIn(body: FunctionBody): boolean;
  /** The greatest number of a value that entries of the module refer to; -1 if there is none. */
  readonly furthestValue: number;
  /** Whether the reader verifies the complete module: it does if there is debug info of the version that it knows. */
  readonly isVerified: boolean;
  /** Whether the reader drops all debug info, because it has a version that the release does not know. */
  readonly dropsDebugInfo: boolean;
  /**
   * Whether reading bodies has changed nodes of the module, or made copies of them that are nodes of their own: other bodies
   * may refer to the same ones.
   */
  readonly hasChangedNodes: boolean;
  /** Whether a leading DW_OP_deref is removed from declarations of arguments. */
  readonly upgradesDeclares: boolean;
  /** Whether the module had the marker that identified the ARC runtime before its functions became intrinsics. */
  readonly hadRuntimeMarker: boolean;
  /** Annotations that attributes and calling conventions of functions replace since LLVM 21. */
  readonly deviceAnnotations: readonly DeviceAnnotation[];
  /** What module flags of branch protection ask of functions; undefined if their attributes say it already. */
  readonly branchProtection: BranchProtection | undefined;
  /** Whether pointers to constructors lose their signatures, because module flags say how they are signed. */
  readonly dropsSignatures: boolean;
  readonly named: readonly NamedMetadata[];
  /** GLOBAL_DECL_ATTACHMENT records, by value number. */
  readonly globalAttachments: ReadonlyMap<ValueId, readonly Attachment[]>;
}

/** Assigns numbers to metadata nodes, as the reference's slot tracker does (`metadata/`). */
export interface MetadataNumbering {
  /**
   * Numbers a node if it has no number yet, then its operands, depth first. Expressions, argument lists, strings and
   * values get none.
   */
  add(node: MetadataId): void;
  /** Like {@link add}, but yields now and then: a node may lead to all others. */
  adding(node: MetadataId): Generator<void, void, undefined>;
  /** The number of a node; undefined if it has none. */
  numberOf(node: MetadataId): number | undefined;
  /** The numbered nodes in the order of their numbers. */
  readonly order: readonly MetadataId[];
}

/** Prints metadata (`metadata/`). */
export interface MetadataPrinter {
  /** Prints it as an operand: `!7`, `!"text"`, `i32 %x`, `!DIExpression(…)`, `null`. */
  operand(sink: Sink, node: MetadataId | undefined, context: PrintContext): void;
  /** Prints what follows `!7 = `: `distinct !DISubprogram(name: …)`, `!{!1, i32 7}`. */
  definition(sink: Sink, node: MetadataId, context: PrintContext): void;
  /** Prints `, !dbg !4, !tbaa !7`; `separator` is `,` for instructions and globals, empty for function definitions. */
  attachments(sink: Sink, attachments: readonly Attachment[], separator: string, context: PrintContext): void;
  /** Prints one attachment. */
  attachment(sink: Sink, kind: number, node: MetadataId, separator: string, context: PrintContext): void;
  /** Prints `#dbg_value(…)` without indentation. */
  debugRecord(sink: Sink, record: DebugRecord, context: PrintContext): void;
}
