/** MODULE_BLOCK: a module's tables are read whole, its functions are noted and skipped. */
import type { ValueId } from "../ir/ids";
import { byteString } from "../../../document/byteText";
import type { BitRange } from "../../../document/bits";
import type { ByteRange, ByteWindow } from "../../../document/window";
import { FittedAttributes } from "../upgrade/fittedAttributes";
import { AttributeTable } from "../attributes/reader";
import { AttributeSets } from "../attributes/set";
import { BitstreamReader } from "../../bitstream/reader";
import type { BitRecord } from "../../bitstream/record";
import { BLOCK, MODULE, VST } from "../codes";
import type { AssemblyFragment, Body, Comdat } from "../ir/module";
import type { Release } from "../ir/releases";
import { inferRelease } from "../release/infer";
import type { MetadataReader } from "../ir/tables";
import type { AttributeList } from "../ir/attributes";
import type { FunctionType, Type } from "../ir/types";
import type { FunctionValue, GlobalValue } from "../ir/values";
import type { BlockHandler, ProblemList } from "../stream/blocks";
import { blockInSteps, readBlock, RecordFault } from "../stream/blocks";
import { ConstantsReader } from "./constants";
import type { FunctionBody } from "../ir/function";
import { readFunction } from "./function";
import { GlobalRecords } from "./globalRecords";
import type { GlobalScope } from "./globalValues";
import { readComdat, readGlobal } from "./globals";
import type { InstructionTables } from "./instructions/context";
import type { TypeName } from "./oldTypes";
import { OldTypeTableReader } from "./oldTypes";
import { Layout } from "./layout";
import type { ModulePlace, StreamRange } from "../stream/modules";
import { dataLayoutFault } from "../upgrade/dataLayoutFault";
import { ModuleUpgrades } from "../upgrade/module";
import type { SummaryIndex } from "../summary/model";
import { SummaryReader } from "../summary/reader";
import { TypeTableReader } from "./types";
import { TypeInterner } from "../ir/interner";
import { ValueTable } from "../ir/valueTable";

/** The one code of the blocks that name bundles and scopes. */
const NAME = 1;
/** Bundles and scopes that need no table (LLVMContext's fixed ids). */
/** Before LLVM 5 (bundles) and 6 (scopes) files had no tables of their names. */
const FIXED_SCOPES = ["singlethread", ""];
const FIXED_BUNDLES = ["deopt", "funclet", "gc-transition"];

/** Blocks of a module that say what things are called, or where functions are. The oldest types have PARAMATTR_GROUP's id. */
const NAMING: ReadonlySet<number> = new Set([
  BLOCK.PARAMATTR_GROUP,
  BLOCK.IDENTIFICATION,
  BLOCK.VALUE_SYMTAB,
  BLOCK.FUNCTION,
]);

/** Where a module's metadata goes: made before anything is read, as metadata and functions refer to each other. */
export type MetadataFactory = (module: LoadedModule) => MetadataReader;

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

/** What a module is read from, and how. */
type ModuleSource = [
  window: ByteWindow,
  stream: StreamRange,
  place: ModulePlace,
  problems: ProblemList,
  reading: Reading,
  makeMetadata: MetadataFactory,
];

/** A module's tables, filled in file order; names are complete at the end. */
export class LoadedModule implements InstructionTables {
  readonly release: Release;
  /** Whether what the file holds is wanted, without what reading changes. */
  readonly literal: boolean;
  private readonly namesOnly: boolean;
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
  /** What ASM_PROPERTY records say of the ASM record that they stand before. */
  private assemblyProperties = new Map<string, string>();
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
  private readonly summaries: SummaryReader;
  /** 1-based in the records that refer to them. */
  readonly comdats: Comdat[] = [];
  readonly bodies: Body[] = [];
  /** Readers of bodies that are done: the next body takes one. */
  readonly idleReaders: BitstreamReader[] = [];
  readonly attributes: AttributeTable;
  readonly fitted: FittedAttributes;
  /** What reading changes; absent where the file is wanted as it is. */
  private upgrades: ModuleUpgrades | undefined;
  readonly metadata: MetadataReader;
  /** Names that OPERAND_BUNDLE and atomics refer to by number. */
  bundleTags: string[] = [];
  syncScopes: string[] = [];
  /** `A5` of the data layout: where allocas live that do not say so (before LLVM 14). */
  allocaAddressSpace = 0;
  /** SECTIONNAME and GCNAME records, 1-based in those that refer to them. */
  private readonly sections: string[] = [];
  private readonly collectors: string[] = [];
  /** Functions that have a body, in the order of their records: their bodies come in the same order. */
  private readonly awaited: FunctionValue[] = [];

  /** Reads a module's tables. */
  static read(...source: ModuleSource): LoadedModule {
    const steps = LoadedModule.inSteps(...source);
    for (;;) {
      const step = steps.next();
      if (step.done) return step.value;
    }
  }
  /** The same in steps, each of which tells the bit that reading has come to. What is thrown, MissingBytes too, ends it. */
  static *inSteps(...source: ModuleSource): Generator<number, LoadedModule, undefined> {
    const module = new LoadedModule(...source);
    yield* module.read();
    return module;
  }

  private constructor(
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

  /** Reads a body onto the tables; {@link leave} takes it off again. */
  enter(body: Body): FunctionBody {
    const name = body.function.name === "" ? `#${body.function.id}` : `@${body.function.name}`;
    const read = readFunction(this, body, ["module", `function ${name}`]);
    this.upgrades?.upgradeBody(read);
    return read;
  }
  /** Reads a body for its names alone, also while another one is open. Numbers of values are its own. */
  peek(body: Body): FunctionBody {
    // The open function's values stand where this one's will: they are set aside until it has been read.
    const outer = this.values.takeFrom(this.moduleValues, this.moduleExtra);
    const outerMetadata = this.metadata.leaveFunction();
    try {
      return this.enter(body);
    } finally {
      this.values.truncate(this.moduleValues, this.moduleExtra);
      this.values.putBack(outer);
      this.metadata.enterAgain(outerMetadata);
    }
  }
  /** Takes a body's values and metadata off the tables again. */
  leave(body: FunctionBody): void {
    this.values.truncate(body.firstLocal, this.moduleExtra);
    this.metadata.leaveFunction();
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
  private stringRange(offset: number, length: number): ByteRange | undefined {
    const { strings } = this.place;
    // An unnamed global has length 0, at any offset.
    if (!strings || length === 0) return undefined;
    const startByte = strings.startByte + offset;
    if (startByte + length > strings.endByte)
      throw new RecordFault("bad-reference", "Invalid record: a name past the string table's end");
    return { startByte, endByte: startByte + length };
  }

  /** Values that are the module's own; those behind are the open function's. */
  /** Values of the module itself: those from this number on are an open function's. */
  moduleValues = 0;
  private moduleExtra = 0;

  /** Blocks are taken as they come: writers of all ages have put them in other orders. */
  private *read(): Generator<number, void, undefined> {
    // The skim of the stream has noted where the module starts, and the abbreviations in force there.
    const reader = new BitstreamReader(this.window, this.stream);
    reader.restore(this.place.checkpoint);
    const handler: BlockHandler = {
      path: ["module"],
      record: (record) => {
        this.readRecord(record);
      },
      block: this.namesOnly ? (id) => this.readNames(id, reader) : (id) => this.readNested(id, reader),
    };
    const steps = blockInSteps(reader, this.problems, handler, (id) => this.nestedInSteps(id, reader));
    while (steps.next().done === false) yield reader.position;
    this.finish();
  }

  /** Names stand at the module's end (VALUE_SYMTAB, or STRTAB behind it), so what goes by names waits for it. */
  private finish(): void {
    this.moduleValues = this.values.length;
    if (this.bundleTags.length === 0) this.bundleTags = [...FIXED_BUNDLES];
    if (this.syncScopes.length === 0) this.syncScopes = [...FIXED_SCOPES];
    // A summary index speaks of the names in the file.
    this.declared = [...this.globals];
    if (!this.literal) this.upgrades = new ModuleUpgrades(this);
    this.moduleExtra = this.values.extraLength;
    this.checkLayout();
    // Calls in bodies may add functions to the module, whose declarations the text has to know from the start.
    if (this.upgrades?.needsBodies) for (const body of this.bodies) this.peek(body);
    // The reference only finds out when somebody asks for the missing body.
    if (this.awaited.length > this.bodies.length) {
      const { endBit } = this.place;
      const message = "Trying to materialize functions before seeing function blocks";
      this.problems.add({ code: "bad-block", message, startBit: endBit, endBit, path: ["module"] });
    }
  }

  /** Where the data layout stands, for what is wrong with it. */
  private layoutRange: BitRange | undefined;
  private checkLayout(): void {
    const message = this.layoutRange && dataLayoutFault(this.dataLayout, this.release);
    if (!this.layoutRange || message === undefined) return;
    const { startBit, endBit } = this.layoutRange;
    this.problems.add({ code: "bad-value", message, startBit, endBit, path: ["module"] });
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

  private readRecord(record: BitRecord): void {
    switch (record.code) {
      // Operands of these records: docs/formats/llvm.md, "The file".
      case MODULE.VERSION:
        this.version = record.value(0);
        if (this.version > 2) throw new RecordFault("unsupported", "Invalid value: module version");
        return;
      case MODULE.TRIPLE:
        this.triple = record.text();
        return;
      case MODULE.DATALAYOUT:
        this.dataLayout = record.text();
        this.layoutRange = { startBit: record.startBit, endBit: record.endBit };
        this.allocaAddressSpace = Number(/(?:^|-)A(\d+)/.exec(this.dataLayout)?.[1] ?? 0);
        return;
      case MODULE.ASM:
        this.assembly.push({ text: record.text(), properties: this.assemblyProperties });
        this.assemblyProperties = new Map();
        return;
      case MODULE.ASM_PROPERTY: {
        const [key = "", value = ""] = record.text().split("\0");
        this.assemblyProperties.set(key, value);
        return;
      }
      case MODULE.SECTIONNAME:
        this.sections.push(record.text());
        return;
      case MODULE.GCNAME:
        this.collectors.push(record.text());
        return;
      case MODULE.SOURCE_FILENAME:
        this.sourceFileName = record.text();
        return;
      case MODULE.HASH:
        this.hash = Array.from(record.values.subarray(0, record.length));
        return;
      case MODULE.COMDAT:
        this.comdatBits.push(record.startBit);
        this.comdats.push(readComdat(record, this.scope));
        return;
      default:
        this.readGlobal(record);
    }
  }

  /** What globals refer to, as far as it has been read: their records see no more of it. */
  private get scope(): GlobalScope {
    const { version, types } = this;
    if (this.lastScope?.version !== version || this.lastScope.types !== types)
      this.lastScope = {
        version,
        types,
        sections: this.sections,
        collectors: this.collectors,
        comdats: this.comdats,
        string: (offset, length) => this.string(offset, length),
        checkString: (offset, length) => void this.stringRange(offset, length),
        attributes: (number) => this.attributes.list(number),
      };
    return this.lastScope;
  }
  private lastScope: GlobalScope | undefined;
  private readonly globalRecords = new GlobalRecords();

  /** GLOBALVAR, FUNCTION, ALIAS, IFUNC: each takes the next value number; what refers to it sees a pointer. */
  private readGlobal(record: BitRecord): void {
    if (record.code > MODULE.GUIDLIST && this.problems.newer)
      throw new RecordFault("unsupported", `unknown module record code ${record.code}`);
    // Records of other codes (VSTOFFSET, DEPLIB) say nothing that the text needs.
    const global = readGlobal(record, this.scope, this.globalRecords, this.values.length);
    if (!global) return;
    const pointee = this.opaque ? undefined : global.valueType;
    this.values.push(global, this.interner.pointer(pointee, global.addressSpace));
    this.globals.push(global);
    if (global.kind === "function" && !global.declaration) this.awaited.push(global);
  }

  /** As {@link readNested}, of the blocks that name something. */
  private readNames(id: number, reader: BitstreamReader): boolean {
    if (id === BLOCK.METADATA) {
      this.metadata.readNames(reader, ["module"]);
      return true;
    }
    return NAMING.has(id) && (id !== BLOCK.PARAMATTR_GROUP || this.place.oldTypeTable) && this.readNested(id, reader);
  }

  /** The blocks that are large in a large module, read in steps; undefined for the others. */
  private nestedInSteps(id: number, reader: BitstreamReader): Generator<void, void, undefined> | undefined {
    if (id === BLOCK.TYPE) return this.readTypes(reader);
    if (this.namesOnly) return undefined;
    if (id === BLOCK.METADATA) return this.metadata.inSteps(reader, ["module"]);
    return id === BLOCK.CONSTANTS ? this.constants().inSteps(reader, ["module"]) : undefined;
  }
  private constants(): ConstantsReader {
    return new ConstantsReader(this.types, this.values, this.interner, this.problems, this.release, this.literal);
  }

  /** Reads a block of the module, or says that it is not one that matters for the text (false: it is skipped). */
  private readNested(id: number, reader: BitstreamReader): boolean {
    switch (id) {
      case BLOCK.PARAMATTR_GROUP:
        if (this.place.oldTypeTable) this.readOldTypes(reader);
        else this.readAttributes(reader, (code, record) => this.attributes.readGroup(code, record));
        return true;
      case BLOCK.PARAMATTR:
        this.readAttributes(reader, (code, record) => this.attributes.readList(code, record));
        return true;
      case BLOCK.IDENTIFICATION:
        return this.oldTypes !== undefined && this.readOldTypeNames(reader);
      case BLOCK.METADATA_KIND:
        this.metadata.readKinds(reader, ["module"]);
        return true;
      case BLOCK.GLOBALVAL_SUMMARY:
      case BLOCK.FULL_LTO_GLOBALVAL_SUMMARY:
        this.summaries.readSummaries(reader);
        this.hasSummary = true;
        return true;
      case BLOCK.MODULE_STRTAB:
        this.summaries.readModules(reader);
        return true;
      case BLOCK.VALUE_SYMTAB:
        if (this.version >= 2 && this.namesOnly) return false;
        this.readSymbols(reader);
        return true;
      case BLOCK.OPERAND_BUNDLE_TAGS:
        this.readStrings(reader, this.bundleTags, "operand bundle");
        return true;
      case BLOCK.SYNC_SCOPE_NAMES:
        this.readStrings(reader, this.syncScopes, "sync scope");
        return true;
      case BLOCK.FUNCTION:
        this.noteBody(reader);
        return true;
      default:
        return false;
    }
  }

  private *readTypes(reader: BitstreamReader): Generator<void, void, undefined> {
    const table = new TypeTableReader(this.interner);
    yield* table.inSteps(reader, this.problems, (index, record) => {
      this.typeBits[index] = record.startBit;
    });
    this.setTypes(table.types);
  }

  /** Whether the release prints pointers without their pointees. */
  get opaquePrinted(): boolean {
    return this.opaque || (this.release >= OPAQUE_PRINTING && !this.keepsTyped);
  }

  /** Takes a table of types; whether pointers are opaque shows in it. */
  private setTypes(types: readonly Type[]): void {
    this.types = types;
    const first = types.find((t) => t.kind === "pointer");
    this.opaque = this.release >= OPAQUE_POINTERS && first?.pointee === undefined;
  }

  private oldTypes: OldTypeTableReader | undefined;
  private readOldTypes(reader: BitstreamReader): void {
    this.oldTypes = new OldTypeTableReader(this.interner);
    this.oldTypes.read(reader, this.problems);
    this.setTypes(this.oldTypes.types);
  }
  /** Names of types where they are a table of their own (before LLVM 3.0). */
  get typeNames(): readonly TypeName[] | undefined {
    return this.oldTypes?.names;
  }
  private readOldTypeNames(reader: BitstreamReader): boolean {
    this.oldTypes?.readNames(reader, this.problems);
    return true;
  }

  /** PARAMATTR_GROUP_BLOCK or PARAMATTR_BLOCK: both are records that the attribute table reads. */
  private readAttributes(reader: BitstreamReader, read: (code: number, record: BitRecord) => string | undefined): void {
    readBlock(reader, this.problems, {
      path: ["module", "attributes"],
      record: (record) => {
        const fault = read(record.code, record);
        if (fault === undefined) return;
        const unknown = this.attributes.unknownKind !== undefined && fault.includes("attribute kind");
        throw new RecordFault(unknown ? "unsupported" : "bad-record", fault);
      },
    });
  }

  /** A block whose records are names, numbered as they come. */
  private readStrings(reader: BitstreamReader, into: string[], what: string): void {
    readBlock(reader, this.problems, {
      path: ["module"],
      record: (record) => {
        if (record.code !== NAME) throw new RecordFault("bad-record", `Invalid ${what} record`);
        into.push(record.text());
      },
    });
  }

  /**
   * Names of before version 2: ENTRY [value, characters], FNENTRY [value, offset, characters]. Later names are in STRTAB, and
   * this block has where the functions are.
   */
  private readSymbols(reader: BitstreamReader): void {
    readBlock(reader, this.problems, {
      path: ["module", "symbols"],
      record: (record) => {
        const global = this.globals[record.value(0)];
        if (this.version >= 2) {
          if (record.code !== VST.FNENTRY || global) return;
          throw new RecordFault("bad-reference", "Invalid value reference in symbol table");
        }
        if (record.code === VST.COMBINED_ENTRY) {
          this.summaries.index.guids.set(record.value(0), record.big(1));
          return;
        }
        if (!global) throw new RecordFault("bad-reference", "Invalid record: no such value");
        if (record.code === VST.ENTRY) global.name = record.text(1);
        else if (record.code === VST.FNENTRY) global.name = record.text(2);
      },
    });
  }

  /** Bodies come in the order of the FUNCTION records that have one. */
  private noteBody(reader: BitstreamReader): void {
    const block = reader.block;
    const function_ = this.awaited[this.bodies.length];
    const checkpoint = reader.checkpoint();
    const startBit = reader.startBit;
    reader.skipBlock();
    const endBit = Math.min(block?.endBit ?? startBit, reader.cursor.endBit);
    if (function_) this.bodies.push({ function: function_, checkpoint, startBit, endBit });
    else {
      this.problems.add({
        code: "bad-block",
        message: "Insufficient function protos",
        startBit,
        endBit,
        path: ["module"],
      });
    }
  }
}
