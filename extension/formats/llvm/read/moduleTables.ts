/** The tables of a module and how the release interprets them; filled by the reader of its blocks (`module.ts`). */
import type { BitstreamReader } from "../../bitstream/reader";
import { byteString } from "../../../document/byteText";
import type { ByteRange, ByteWindow } from "../../../document/window";
import { AttributeTable } from "../attributes/reader";
import { AttributeSets } from "../attributes/set";
import type { AttributeList } from "../ir/attributes";
import { BodyFindings } from "../ir/findings";
import type { ValueId } from "../ir/ids";
import { TypeInterner } from "../ir/interner";
import { NO_BODIES } from "../ir/bodyTable";
import type { AssemblyFragment, Comdat, GlobalList, HeadRanges } from "../ir/module";
import type { Release } from "../ir/releases";
import { EXPLICIT_TYPES } from "../ir/releases";
import type { MetadataReader } from "../ir/tables";
import type { FunctionType, Type } from "../ir/types";
import type { GlobalValue } from "../ir/values";
import { ValueTable } from "../ir/valueTable";
import { SPACES_BY_INTEGER } from "./castRules";
import { inferRelease } from "../release/infer";
import type { ProblemList } from "../stream/blocks";
import { RecordFault } from "../stream/blocks";
import type { ModulePlace, StreamRange } from "../stream/modules";
import type { SummaryIndex } from "../summary/model";
import { SummaryReader } from "../summary/reader";
import { FittedAttributes } from "../upgrade/fittedAttributes";
import { addedTypes } from "./addedTypes";
import type { InstructionTables } from "./instructions/context";
import { Layout } from "./layout";
import { isHeldBack } from "./moduleParts";
import type { OldTypeTableReader, TypeName } from "./oldTypes";
import { StoredModule } from "./storedValues";
import { limitsOf } from "../release/limits";

/** How a module is read. */
export interface Reading {
  /** As this release reads it; by default the file's own. */
  readonly release?: Release | undefined;
  /** Without upgrades. */
  readonly literal?: boolean;
  /**
   * Read only what has names: types, globals, comdats, named metadata. This implies literal, since upgrades look at
   * everything.
   */
  readonly namesOnly?: boolean;
  /**
   * Read only up to the first record that defines a comdat or a global, or a block that comes after these: attributes
   * and types, which is all that the rows before it show. This implies literal.
   */
  readonly headOnly?: boolean;
  /** What {@link ModuleRecords.index} gave for the same bytes, to read them faster. This implies literal. */
  readonly index?: Uint8Array | undefined;
  /** What bodies have told when the module was read before; a module that is read literally needs none. */
  readonly findings?: BodyFindings | undefined;
  /** The most bytes that the module's assembly may take; a module that would take more throws {@link TooMany}. */
  readonly maxMemory?: number | undefined;
}

/** What a global or constant takes at most of memory in the assembly, with what is made for it: measured, in bytes. */
const BYTES_PER_VALUE = 640;
/** The same for a metadata node, with its number. */
const BYTES_PER_NODE = 90;

/** Thrown by a reading whose module would take more memory than it may. */
export class TooMany {}

/**
 * The part of STRTAB's length that names are read one by one. After that, STRTAB becomes one string and names are parts of
 * it: that is much faster, and overlapping names, which together may be much longer than the table, need no copies. A view
 * of a few globals reads only their names.
 */
const NAMES_READ_ALONE = 1 / 8;

/**
 * The first release in which the first pointer of the type table decides whether pointers are opaque; before, pointers
 * to globals always have a pointee.
 */
const OPAQUE_POINTERS: Release = 15;
/** The first release that prints pointers as opaque even if the file has pointees. */
const OPAQUE_PRINTING: Release = 16;

/** The first release in which loads, stores and allocas always have an alignment. */
const NATURAL_ALIGNMENTS: Release = 11;
/**
 * The largest stored alignments: 2^29 bytes, and 2^32 since the given release (MaxAlignmentExponent of Value.h, plus 1).
 */
const [MOST_ALIGNMENT, LARGE_ALIGNMENT, LARGE_ALIGNMENTS]: readonly [number, number, Release] = [30, 33, 14];
/** The first release in which a phi has one value per block, even if a block is listed several times. */
const MERGED_PHIS: Release = 15;
/** The first releases that keep only six bits of a comparison's predicate, and that check it. */
const [PACKED_PREDICATES, CHECKED_PREDICATES]: readonly [Release, Release] = [11, 18];
/** The first release that drops a bundle without its required operand. */
const FILLED_BUNDLES: Release = 15;

/**
 * Makes the reader of a module's metadata. It is made before anything is read, since metadata and functions refer to
 * each other.
 */
export type MetadataFactory = (module: ModuleTables) => MetadataReader;

/** What a module is read from, and how. */
export type ModuleSource = [
  window: ByteWindow,
  stream: StreamRange,
  place: ModulePlace,
  problems: ProblemList,
  reading: Reading,
  makeMetadata: MetadataFactory,
];

/** The tables of one module; names are complete when everything has been read. */
export abstract class ModuleTables implements InstructionTables {
  readonly release: Release;
  /** Whether to read what the file contains, without upgrades. */
  readonly literal: boolean;
  protected readonly namesOnly: boolean;
  protected readonly headOnly: boolean;
  protected readonly maxMemory: number;
  /** The index of the module, if there is one from an earlier reading. */
  protected readonly known: Uint8Array | undefined;
  private readonly keepsTyped: boolean;
  readonly findings: BodyFindings;
  /** The findings that this reading applies. */
  private readonly applied: number;
  /** The first bit of the record that defines each type, by type index. */
  readonly typeBits: number[] = [];
  /** The first bit of each comdat's record, by comdat index. */
  readonly comdatBits: number[] = [];
  /** The producer: the STRING record of IDENTIFICATION_BLOCK. */
  readonly identification: string | undefined;
  /** MODULE's VERSION record; files from before LLVM 3.3 have none. */
  version = 0;
  triple = "";
  dataLayout = "";
  readonly assembly: AssemblyFragment[] = [];
  sourceFileName: string | undefined;
  /** Where these are in the file. */
  headRanges: HeadRanges = {};
  readonly interner = new TypeInterner();
  /** The types of TYPE_BLOCK by index, which every record with a type refers to. */
  types: readonly Type[] = [];
  /** Whether pointers in this file have no pointee. */
  opaque = false;
  readonly values: ValueTable;
  /** The globals and constants of a module that is read literally: nothing changes them, so they need not be kept. */
  readonly stored: StoredModule | undefined;
  /** The globals of a module that is not read literally; upgrades change them. */
  readonly ownGlobals: GlobalValue[] = [];
  /** The globals in the order of the text. */
  readonly globals: GlobalList;
  /** The globals as the file declares them, including those that upgrades remove. */
  declared: GlobalList;
  /** Hash of the module's bitcode for incremental ThinLTO; zeros if the file has none. */
  hash: readonly number[] = [0, 0, 0, 0, 0];
  /** The GUIDs that the file assigns, by value; 0 where it assigns none. */
  readonly assignedGuids: bigint[] = [];
  hasSummary = false;
  protected readonly summaries: SummaryReader;
  /** Records refer to them by 1-based index. */
  readonly comdats: Comdat[] = [];
  bodies = NO_BODIES;
  /** Readers that are free for the next body. */
  readonly idleReaders: BitstreamReader[] = [];
  readonly attributes: AttributeTable;
  readonly fitted: FittedAttributes;
  readonly metadata: MetadataReader;
  /** Names that OPERAND_BUNDLE records refer to by number. */
  bundleTags: string[] = [];
  /** Names that atomic instructions refer to by number. */
  syncScopes: string[] = [];
  /** `A5` of the data layout: the address space of allocas that do not state one (before LLVM 14). */
  allocaAddressSpace = 0;
  /** SECTIONNAME records; other records refer to them by 1-based index. */
  protected readonly sections: string[] = [];
  /** GCNAME records; other records refer to them by 1-based index. */
  protected readonly collectors: string[] = [];

  /** The number of values of the module itself; higher numbers belong to an open function. */
  moduleValues = 0;

  protected constructor(
    readonly window: ByteWindow,
    readonly stream: StreamRange,
    readonly place: ModulePlace,
    readonly problems: ProblemList,
    reading: Reading,
    makeMetadata: MetadataFactory,
  ) {
    this.identification = place.identification;
    const own = inferRelease(window, stream, place).release;
    this.release = reading.release ?? own;
    // llvm-dis 16 was run with -opaque-pointers=0 to keep typed pointers of files that LLVM 16 wrote with them.
    this.keepsTyped = own === OPAQUE_PRINTING && this.release === own;
    this.namesOnly = reading.namesOnly ?? false;
    this.headOnly = reading.headOnly ?? false;
    this.maxMemory = reading.maxMemory ?? Infinity;
    this.findings = reading.findings ?? new BodyFindings();
    this.applied = this.findings.revision;
    this.known = reading.index;
    this.literal = this.namesOnly || this.headOnly || this.known !== undefined || (reading.literal ?? false);
    this.stored = this.literal ? new StoredModule(this) : undefined;
    this.values = new ValueTable(this.stored);
    this.declared = this.globals = this.stored?.globals ?? this.ownGlobals;
    const sets = new AttributeSets();
    const kinds = this.literal ? undefined : limitsOf(this.release).attributeKinds;
    this.attributes = new AttributeTable(this.release, (id) => this.types[id], sets, kinds);
    // Made before anything is read: records of functions ask for their attribute lists as they are read.
    this.fitted = new FittedAttributes(this.attributes, sets, this.release, this.literal);
    this.summaries = new SummaryReader(problems, this.release, (offset, length) => this.string(offset, length));
    this.metadata = makeMetadata(this);
  }

  /** Whether bodies have told something that changes the text before them. */
  get isOutdated(): boolean {
    return this.findings.revision > this.applied && isHeldBack(this.place);
  }
  /** How many bytes the assembly of what has been read so far takes, at most. */
  protected get assemblyBytes(): number {
    return this.values.length * BYTES_PER_VALUE + this.metadata.extent().records * BYTES_PER_NODE;
  }
  /** The summary index (ThinLTO), if the module has one. */
  get summary(): SummaryIndex | undefined {
    return this.hasSummary ? this.summaries.index : undefined;
  }
  isSince(release: Release): boolean {
    return this.release >= release || this.literal || this.place.identification === undefined;
  }
  get mergesPhis(): boolean {
    return this.release >= MERGED_PHIS && !this.literal;
  }
  get takesUnwind(): boolean {
    return this.release < EXPLICIT_TYPES || this.literal;
  }
  get predicates(): number | undefined {
    if (this.release >= CHECKED_PREDICATES) return undefined;
    return this.release >= PACKED_PREDICATES ? 1 << 6 : 1 << 15;
  }
  get mostAlignment(): number {
    return this.release >= LARGE_ALIGNMENTS ? LARGE_ALIGNMENT : MOST_ALIGNMENT;
  }
  get castsSpacesByInteger(): boolean {
    return this.release >= SPACES_BY_INTEGER && !this.literal;
  }
  get dropsEmptyBundles(): boolean {
    return this.release >= FILLED_BUNDLES && !this.literal;
  }
  private layout: Layout | undefined;
  naturalAlignment(type: Type, which: "abi" | "preferred"): number {
    if (this.release < NATURAL_ALIGNMENTS || this.literal) return 0;
    this.layout ??= new Layout(this.dataLayout, this.release);
    return this.layout.alignmentOf(type, which);
  }
  storeAlignment(type: Type): number {
    if (this.release < NATURAL_ALIGNMENTS || this.literal) return 0;
    this.layout ??= new Layout(this.dataLayout, this.release);
    return this.layout.storeAlignmentOf(type);
  }
  get relative(): boolean {
    return this.version >= 1;
  }

  /** The version of the module's summary index; 0 if it has none. */
  get summaryVersion(): number {
    return this.summaries.index.version;
  }
  /** Whether the summary index keeps stacks in a radix tree. */
  get contextTree(): boolean {
    return this.summaries.hasContextTree;
  }
  /** The name in a SECTIONNAME record by index, from 0. */
  sectionName(index: number): string | undefined {
    return this.sections[index];
  }
  /** The name in a GCNAME record by index, from 0. */
  collectorName(index: number): string | undefined {
    return this.collectors[index];
  }

  /** All types by their serial numbers. */
  get serialTypes(): readonly Type[] {
    return this.interner.types;
  }

  /** A slice of STRTAB as a byte string. */
  string(offset: number, length: number): string {
    const range = this.stringRange(offset, length);
    if (!range) return "";
    const { startByte, endByte } = this.place.strings ?? range;
    this.nameLength += length;
    if (this.nameLength > NAMES_READ_ALONE * (endByte - startByte)) {
      this.table ??= byteString(this.window.view(startByte, endByte));
      return this.table.slice(offset, offset + length);
    }
    return byteString(this.window.view(range.startByte, range.endByte));
  }
  /** Total length of the names read so far. */
  private nameLength = 0;
  /** All of STRTAB, once many of its names have been read. */
  private table: string | undefined;
  /**
   * The byte range of a slice of STRTAB; undefined if it is empty. @throws {RecordFault} if it passes the table's end
   */
  protected stringRange(offset: number, length: number): ByteRange | undefined {
    const { strings, endBit } = this.place;
    if (!strings) {
      // Without a table, all names are wrong for one reason.
      const message = "Invalid record: a name in a string table that is missing";
      if (offset + length > 0)
        this.problems.add({ code: "bad-reference", message, startBit: endBit, endBit, path: ["module"] });
      return undefined;
    }
    const startByte = strings.startByte + offset;
    if (startByte + length > strings.endByte)
      throw new RecordFault("bad-reference", "Invalid record: a name past the string table's end");
    return length === 0 ? undefined : { startByte, endByte: startByte + length };
  }

  dependsOnArguments(list: AttributeList, from: number): boolean {
    return this.fitted.dependsOnArguments(list, from);
  }
  callAttributes(
    list: AttributeList | undefined,
    type: FunctionType,
    called: FunctionType,
    callee: ValueId,
  ): AttributeList | undefined {
    // The number of a function's own constant means another value in another function.
    const id = callee >= 0 && callee < this.moduleValues ? callee : undefined;
    const before = id === undefined || called !== type ? undefined : this.fitted.again(list, type, id);
    if (before) return before.fitted;
    return this.fitted.ofCall(list, { type, called, callee: this.values.at(callee), id, typed: !this.opaque });
  }

  /** Whether the release prints pointers without their pointees. */
  get opaquePrinted(): boolean {
    return this.opaque || (this.release >= OPAQUE_PRINTING && !this.keepsTyped);
  }

  /** The type with this index, which may be one that the reference's reader appends to the table. */
  readonly typeAt = (index: number): Type | undefined => {
    const { length } = this.types;
    return index < length ? this.types[index] : (this.added ??= addedTypes(this))[index - length];
  };
  private added: readonly Type[] | undefined;
  /** Sets the type table, which determines whether pointers are opaque. */
  protected setTypes(types: readonly Type[]): void {
    this.types = types;
    const first = types.find((t) => t.kind === "pointer");
    this.opaque = this.release >= OPAQUE_POINTERS && first?.pointee === undefined;
    this.values.hasPointees = first?.pointee !== undefined;
    this.values.erasesPointees = !this.literal && this.opaquePrinted && !this.opaque;
  }

  protected oldTypes: OldTypeTableReader | undefined;
  /** The names of types, if they are a table of their own (before LLVM 3.0). */
  get typeNames(): readonly TypeName[] | undefined {
    return this.oldTypes?.names;
  }
}
