/** Reads the records of MODULE_BLOCK itself: what holds for the whole module, comdats, and the globals. */
import type { BitRange } from "../../../document/bits";
import { rangeOf } from "../../../document/bits";
import { Words } from "../../../kit/numbers";
import { PackedReader, PackedWriter } from "../../../kit/packed";
import type { BitstreamReader } from "../../bitstream/reader";
import type { BitRecord } from "../../bitstream/record";
import { SINCE } from "../attributes/upgrade";
import { BLOCK, MODULE } from "../codes";
import { addressSpaceOf } from "../ir/dataLayout";
import { ASSEMBLY_FRAGMENTS, ASSEMBLY_PROPERTIES } from "../ir/module";
import type { Release } from "../ir/releases";
import type { Type } from "../ir/types";
import type { FunctionValue, GlobalKind, GlobalValue } from "../ir/values";
import { kindOf } from "../ir/values";
import { RecordFault } from "../stream/blocks";
import { parseTriple } from "../ir/triple";
import { BodyPlaces } from "./bodyPlaces";
import { GlobalRecords } from "./globalRecords";
import { globalType, makeGlobal, readComdat } from "./globals";
import type { GlobalScope } from "./globalValues";
import { joinIndex, partsOf, TypeNumbers, unpackTypes } from "./moduleIndex";
import { ModuleTables } from "./moduleTables";

/** The first release whose reader takes the DLL storage class from globals with local linkage. */
const UNEXPORTED_LOCALS: Release = 16;
/** The first release that refuses a triple or a data layout after the first function. */
const EARLY_HEAD: Release = 11;
/** The first release that adds a further DATALAYOUT to the one before it; older ones replace it. */
const ONE_LAYOUT: Release = 16;

/** The words of a module's hash. */
const HASH_WORDS = 5;

/** The order in which an index counts globals. */
const KINDS: readonly GlobalKind[] = ["declaration", "global", "alias"];

/** The tables of a module that its own records fill. */
export abstract class ModuleRecords extends ModuleTables {
  /** The numbers of functions that have a body, in the order of their records. */
  protected readonly awaited = new Words();
  /** These functions as they were declared, unless they are made when they are asked for. */
  private readonly functions: FunctionValue[] = [];
  protected readonly bodyPlaces = new BodyPlaces(
    this.place.originBit,
    { ids: this.awaited, at: (index) => this.functionAt(index) },
    this.problems,
  );
  /** How many globals of each kind the file declares. */
  readonly kinds: Record<GlobalKind, number> = { declaration: 0, global: 0, alias: 0 };
  /** Where a HASH is that has not its five words: what reads summaries refuses it. */
  protected wrongHash: BitRange | undefined;
  /** Properties from ASM_PROPERTY records, for the ASM record that follows them. */
  private assemblyProperties = new Map<string, string>();

  /** Reads the record that a reader has just read. */
  protected readRecord(reader: BitstreamReader): void {
    const { record } = reader;
    switch (record.code) {
      // Operands of these records: docs/formats/llvm.md, "The file".
      case MODULE.VERSION:
        if (record.length === 0) throw new RecordFault("bad-record", "Invalid version record");
        this.version = record.word(0);
        if (this.version > 2) throw new RecordFault("unsupported", "Invalid value: module version");
        return;
      case MODULE.TRIPLE:
        this.checkHead("target triple");
        this.triple = record.text();
        this.headRanges = { ...this.headRanges, triple: rangeOf(record) };
        if (this.release >= SINCE.targetMemory && parseTriple(this.triple).arch.startsWith("aarch64"))
          this.attributes.tellTargetMemoryApart();
        return;
      case MODULE.DATALAYOUT:
        this.checkHead("datalayout");
        this.dataLayout = this.release >= ONE_LAYOUT ? this.dataLayout + record.text() : record.text();
        this.headRanges = { ...this.headRanges, dataLayout: rangeOf(record) };
        this.allocaAddressSpace = addressSpaceOf("allocas", this.dataLayout);
        return;
      case MODULE.ASM:
        if (this.release < ASSEMBLY_FRAGMENTS) this.assembly.length = 0;
        this.assembly.push({ text: record.text(), properties: this.assemblyProperties, range: rangeOf(record) });
        this.assemblyProperties = new Map();
        return;
      case MODULE.ASM_PROPERTY:
        this.readAssemblyProperty(record);
        return;
      case MODULE.SECTIONNAME:
        this.sections.push(record.text());
        return;
      case MODULE.GCNAME:
        this.collectors.push(record.text());
        return;
      case MODULE.SOURCE_FILENAME:
        this.sourceFileName = record.text();
        this.headRanges = { ...this.headRanges, sourceFileName: rangeOf(record) };
        return;
      case MODULE.HASH:
        this.hash = Array.from({ length: record.length }, (_, i) => record.word(i));
        if (record.length !== HASH_WORDS) this.wrongHash = rangeOf(record);
        return;
      case MODULE.GUIDLIST:
        for (let i = 0; i + 1 < record.length; i += 2)
          this.assignedGuids.push((BigInt(record.word(i)) << 32n) | BigInt(record.word(i + 1)));
        return;
      case MODULE.VSTOFFSET:
        if (record.length === 0) throw new RecordFault("bad-record", "Invalid record: no offset");
        this.bodyPlaces.noteOffset(record.value(0), record);
        return;
      case MODULE.COMDAT:
        this.comdatBits.push(record.startBit);
        this.comdats.push(readComdat(record, this.scope));
        return;
      default:
        this.readGlobal(reader);
    }
  }

  /** [name, 0, value] in characters. @throws {RecordFault} */
  private readAssemblyProperty(record: BitRecord): void {
    const [key = "", value = ""] = record.text().split("\0");
    if (this.release >= ASSEMBLY_FRAGMENTS && !ASSEMBLY_PROPERTIES.includes(key))
      throw new RecordFault("unsupported", "Unknown module asm property");
    this.assemblyProperties.set(key, value);
  }

  /** Whether a function, or a body, has been read: the reference then needs what is in the module's head. */
  protected isPastLayout = false;
  /** @throws {RecordFault} if a record comes too late in the module */
  private checkHead(what: string): void {
    if (this.isPastLayout && this.release >= EARLY_HEAD)
      throw new RecordFault("bad-record", `${what} too late in module`);
  }

  /** What records of globals refer to, as far as it has been read. */
  private get scope(): GlobalScope {
    const { version, types } = this;
    const { strings } = this.place;
    if (this.lastScope?.version !== version || this.lastScope.types !== types)
      this.lastScope = {
        version,
        types,
        sections: this.sections,
        collectors: this.collectors,
        comdats: this.comdats,
        mostAlignment: this.mostAlignment,
        stringsLength: strings ? strings.endByte - strings.startByte : 0,
        isSince: (release) => this.isSince(release),
        exportsNoLocals: this.release >= UNEXPORTED_LOCALS && !this.literal,
        string: (offset, length) => this.string(offset, length),
        checkString: (offset, length) => void this.stringRange(offset, length),
        attributes: (number) => this.attributes.list(number),
      };
    return this.lastScope;
  }
  private lastScope: GlobalScope | undefined;
  private readonly globalRecords = new GlobalRecords();
  private functionAt(index: number): FunctionValue {
    return this.functions[index] ?? (this.stored?.at(this.awaited.data[index] as number) as FunctionValue);
  }

  /** Reads GLOBALVAR, FUNCTION, ALIAS, IFUNC: each gets the next value number, and operands see it as a pointer. */
  private readGlobal(reader: BitstreamReader): void {
    const { record } = reader;
    if (record.code === MODULE.FUNCTION) this.isPastLayout = true;
    if (record.code > MODULE.GUIDLIST && this.problems.newer)
      throw new RecordFault("unsupported", `unknown module record code ${record.code}`);
    // Records of other codes (VSTOFFSET, DEPLIB) have nothing that the text needs.
    const valueType = globalType(record, this.scope);
    if (!valueType) return;
    const global = this.addGlobal(reader, valueType);
    const kind = kindOf(global);
    if (kind) this.kinds[kind]++;
    if (global.kind === "variable") this.mentioned = Math.max(this.mentioned, global.initializer ?? 0);
    else if (global.kind !== "function") this.mentioned = Math.max(this.mentioned, global.target);
    else if (!global.declaration) {
      this.awaited.push(global.id);
      if (!this.stored) this.functions.push(global);
    }
  }
  /** Passes over globals and bodies that are known from where a reader is; returns how many there were. */
  protected pass(reader: BitstreamReader): number {
    return (this.stored?.pass(reader, this.scope) ?? 0) || this.bodyPlaces.pass(reader);
  }

  /**
   * The index of the module, for {@link recall}, made in steps; undefined if it was not read literally or without
   * problems, or if its bodies are not in the order of its functions.
   */
  *index(): Generator<void, Uint8Array | undefined, undefined> {
    const { stored, problems, serialTypes, types, awaited } = this;
    if (!stored || problems.newer || problems.list.length > 0) return undefined;
    const totals = new PackedWriter();
    const values = new PackedWriter();
    const typeList = new PackedWriter();
    const bodies = new PackedWriter();
    for (const kind of KINDS) totals.number(this.kinds[kind]);
    totals.number(this.mentioned);
    totals.ascending(awaited.data, awaited.length);
    const numbers = new TypeNumbers(serialTypes, types);
    yield* stored.pack(values, numbers);
    const isComplete = numbers.pack(typeList) && (yield* this.bodyPlaces.pack(bodies));
    return isComplete ? joinIndex(totals, typeList, values, bodies) : undefined;
  }
  /** Takes the index of the same module, before anything is read. @throws {Unfitting} */
  protected recall(index: Uint8Array): void {
    const { totals, types, values, bodies } = partsOf(new PackedReader(index));
    for (const kind of KINDS) this.kinds[kind] = totals.number();
    this.mentioned = totals.number();
    for (const id of totals.ascending()) this.awaited.push(id);
    this.stored?.recall(values, () => unpackTypes(types, this.types, this.interner));
    this.bodyPlaces.recall(bodies);
  }
  /** Checks that the index has been used to its end. @throws {Unfitting} if not */
  protected checkRecalled(): void {
    this.stored?.checkRecalled();
    this.bodyPlaces.checkRecalled();
  }

  /** Whether a block is the second of a kind of which a module has one; reports it. */
  protected isRepeated(id: number, { startBit, block }: BitstreamReader): boolean {
    if (!this.isFilled(id)) return false;
    const place = { startBit: block?.startBit ?? startBit, endBit: block?.bodyBit ?? startBit };
    this.problems.add({ code: "bad-block", message: "Invalid multiple blocks", ...place, path: ["module"] });
    return true;
  }
  /** Whether the table has entries that a block of this id fills, if a module has only one such block. */
  private isFilled(id: number): boolean {
    switch (id) {
      case BLOCK.TYPE:
        return this.types.length > 0;
      case BLOCK.PARAMATTR:
        return this.attributes.length > 0;
      case BLOCK.PARAMATTR_GROUP:
        return this.attributes.hasGroups;
      case BLOCK.OPERAND_BUNDLE_TAGS:
        return this.bundleTags.length > 0;
      case BLOCK.SYNC_SCOPE_NAMES:
        return this.syncScopes.length > 0;
      default:
        return false;
    }
  }

  private addGlobal(reader: BitstreamReader, valueType: Type): GlobalValue {
    const { stored, values, scope, globalRecords } = this;
    const { record } = reader;
    const global =
      stored?.globalOfRecord(reader, scope, valueType) ??
      makeGlobal(globalRecords, scope, globalRecords.add(record), values.length, valueType);
    const type = this.interner.pointer(this.opaque ? undefined : valueType, global.addressSpace);
    const isNamed = this.version >= 2 && record.value(1) > 0 && this.place.strings !== undefined;
    if (stored) stored.addGlobal(reader, scope, type, isNamed);
    else {
      values.push(global, type);
      this.ownGlobals.push(global);
    }
    return global;
  }
  /** The highest number of a value that a variable, alias or ifunc refers to. */
  protected mentioned = 0;
}
