/** What a module's tables hold, and what the release makes of it: filled by the reader of its blocks (`module.ts`). */
import type { BitstreamReader } from "../../bitstream/reader";
import { byteString } from "../../../document/byteText";
import type { ByteRange, ByteWindow } from "../../../document/window";
import { AttributeTable } from "../attributes/reader";
import { AttributeSets } from "../attributes/set";
import type { AttributeList } from "../ir/attributes";
import type { ValueId } from "../ir/ids";
import { TypeInterner } from "../ir/interner";
import type { AssemblyFragment, Body, Comdat } from "../ir/module";
import type { Release } from "../ir/releases";
import type { MetadataReader } from "../ir/tables";
import type { FunctionType, Type } from "../ir/types";
import type { GlobalValue } from "../ir/values";
import { ValueTable } from "../ir/valueTable";
import { inferRelease } from "../release/infer";
import type { ProblemList } from "../stream/blocks";
import { RecordFault } from "../stream/blocks";
import type { ModulePlace, StreamRange } from "../stream/modules";
import type { SummaryIndex } from "../summary/model";
import { SummaryReader } from "../summary/reader";
import { FittedAttributes } from "../upgrade/fittedAttributes";
import type { InstructionTables } from "./instructions/context";
import { Layout } from "./layout";
import type { OldTypeTableReader, TypeName } from "./oldTypes";

/** How a module is to be read. */
export interface Reading {
  /** As this release reads it; the file's own where absent. */
  readonly release?: Release | undefined;
  /** Without upgrades. */
  readonly literal?: boolean;
  /** Only what names things: types, globals, comdats, named metadata. Literal, too: upgrades look at everything. */
  readonly namesOnly?: boolean;
}

/** How many times as long as STRTAB the names that were asked for may be before it is one string, of which they are parts. */
const OVERLAPS = 8;

/** Since when the first pointer of the table decides for all; before, globals' pointers have a pointee at any rate. */
const OPAQUE_POINTERS: Release = 15;
/** Since when pointers are printed opaque even where the file has pointees. */
const OPAQUE_PRINTING: Release = 16;

/** Since when loads, stores and allocas always have an alignment. */
const NATURAL_ALIGNMENTS: Release = 11;
/** Since when a phi's block gives one value, however often it is named. */
const MERGED_PHIS: Release = 15;
/** Since when a bundle that has to have an operand is dropped without one. */
const FILLED_BUNDLES: Release = 15;

/** Where a module's metadata goes: made before anything is read, as metadata and functions refer to each other. */
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

/** The tables of one module; names are complete when all has been read. */
export abstract class ModuleTables implements InstructionTables {
  readonly release: Release;
  /** Whether what the file holds is wanted, without what reading changes. */
  readonly literal: boolean;
  protected readonly namesOnly: boolean;
  private readonly keepsTyped: boolean;
  /** Where each type is defined, by its index: the first bit of its record. */
  readonly typeBits: number[] = [];
  /** The same of comdats. */
  readonly comdatBits: number[] = [];
  /** IDENTIFICATION_BLOCK's STRING: who wrote the file. */
  readonly identification: string | undefined;
  /** MODULE's VERSION record; files of before LLVM 3.3 have none. */
  version = 0;
  triple = "";
  dataLayout = "";
  readonly assembly: AssemblyFragment[] = [];
  sourceFileName: string | undefined;
  readonly interner = new TypeInterner();
  /** TYPE_BLOCK's types by index: what every record with a type refers to. */
  types: readonly Type[] = [];
  /** Whether pointers carry no pointee in this file. */
  opaque = false;
  readonly values = new ValueTable();
  readonly globals: GlobalValue[] = [];
  /** The globals as the file declares them, those too that reading removes. */
  declared: readonly GlobalValue[] = [];
  /** Of the module's bitcode, for incremental ThinLTO; all zero where the file has none. */
  hash: readonly number[] = [0, 0, 0, 0, 0];
  hasSummary = false;
  protected readonly summaries: SummaryReader;
  /** 1-based in the records that refer to them. */
  readonly comdats: Comdat[] = [];
  readonly bodies: Body[] = [];
  /** Readers of bodies that are done: the next body takes one. */
  readonly idleReaders: BitstreamReader[] = [];
  readonly attributes: AttributeTable;
  readonly fitted: FittedAttributes;
  readonly metadata: MetadataReader;
  /** Names that OPERAND_BUNDLE and atomics refer to by number. */
  bundleTags: string[] = [];
  syncScopes: string[] = [];
  /** `A5` of the data layout: where allocas live that do not say so (before LLVM 14). */
  allocaAddressSpace = 0;
  /** SECTIONNAME and GCNAME records, 1-based in those that refer to them. */
  protected readonly sections: string[] = [];
  protected readonly collectors: string[] = [];

  /** Values of the module itself: those from this number on are an open function's. */
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
    // LLVM 16 was told to keep typed pointers (-opaque-pointers=0) where a file of its own has them.
    this.keepsTyped = own === OPAQUE_PRINTING && this.release === own;
    this.namesOnly = reading.namesOnly ?? false;
    this.literal = this.namesOnly || (reading.literal ?? false);
    const sets = new AttributeSets();
    this.attributes = new AttributeTable(this.release, (id) => this.types[id], sets);
    // Made before reading: records of functions ask for their lists as they come.
    this.fitted = new FittedAttributes(this.attributes, sets, this.release, this.literal);
    this.summaries = new SummaryReader(problems, (offset, length) => this.string(offset, length));
    this.metadata = makeMetadata(this);
  }

  /** The summary index (ThinLTO), where the module has one. */
  get summary(): SummaryIndex | undefined {
    return this.hasSummary ? this.summaries.index : undefined;
  }
  get mergesPhis(): boolean {
    return this.release >= MERGED_PHIS && !this.literal;
  }
  get dropsEmptyBundles(): boolean {
    return this.release >= FILLED_BUNDLES && !this.literal;
  }
  private layout: Layout | undefined;
  naturalAlignment(type: Type, which: "abi" | "preferred"): number {
    if (this.release < NATURAL_ALIGNMENTS || this.literal) return 0;
    this.layout ??= new Layout(this.dataLayout);
    return this.layout.alignmentOf(type, which);
  }
  storeAlignment(type: Type): number {
    if (this.release < NATURAL_ALIGNMENTS || this.literal) return 0;
    this.layout ??= new Layout(this.dataLayout);
    return this.layout.storeAlignmentOf(type);
  }
  get relative(): boolean {
    return this.version >= 1;
  }

  /** The version of the module's summary index, 0 where it has none. */
  get summaryVersion(): number {
    return this.summaries.index.version;
  }
  /** A SECTIONNAME or GCNAME record by its index, from 0. */
  sectionName(index: number): string | undefined {
    return this.sections[index];
  }
  collectorName(index: number): string | undefined {
    return this.collectors[index];
  }

  /** The body that a bit is within. */
  bodyAround(bit: number): Body | undefined {
    return this.bodies.find((body) => body.startBit <= bit && bit < body.endBit);
  }

  /** A slice of STRTAB as a byte string. */
  string(offset: number, length: number): string {
    const range = this.stringRange(offset, length);
    if (!range) return "";
    const { startByte, endByte } = this.place.strings ?? range;
    this.given += length;
    // Where names overlap they may be any number of times as long as the table: each is then a part of one string, no copy.
    if (this.given > OVERLAPS * (endByte - startByte)) {
      this.table ??= byteString(this.window.view(startByte, endByte));
      return this.table.slice(offset, offset + length);
    }
    return byteString(this.window.view(range.startByte, range.endByte));
  }
  /** Characters of names that were given so far, and all of STRTAB where they are more than it accounts for. */
  private given = 0;
  private table: string | undefined;
  /** Where it is. @throws {RecordFault} where it goes past the table's end */
  protected stringRange(offset: number, length: number): ByteRange | undefined {
    const { strings } = this.place;
    // An unnamed global has length 0, at any offset.
    if (!strings || length === 0) return undefined;
    const startByte = strings.startByte + offset;
    if (startByte + length > strings.endByte)
      throw new RecordFault("bad-reference", "Invalid record: a name past the string table's end");
    return { startByte, endByte: startByte + length };
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
    // A function's own constants have numbers that another function's have too.
    const id = callee >= 0 && callee < this.moduleValues ? callee : undefined;
    const before = id === undefined || called !== type ? undefined : this.fitted.again(list, type, id);
    if (before) return before.fitted;
    return this.fitted.ofCall(list, { type, called, callee: this.values.at(callee), id, typed: !this.opaque });
  }

  /** Whether the release prints pointers without their pointees. */
  get opaquePrinted(): boolean {
    return this.opaque || (this.release >= OPAQUE_PRINTING && !this.keepsTyped);
  }

  /** Takes a table of types; whether pointers are opaque shows in it. */
  protected setTypes(types: readonly Type[]): void {
    this.types = types;
    const first = types.find((t) => t.kind === "pointer");
    this.opaque = this.release >= OPAQUE_POINTERS && first?.pointee === undefined;
  }

  protected oldTypes: OldTypeTableReader | undefined;
  /** Names of types where they are a table of their own (before LLVM 3.0). */
  get typeNames(): readonly TypeName[] | undefined {
    return this.oldTypes?.names;
  }
}
