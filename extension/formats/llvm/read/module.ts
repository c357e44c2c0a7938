/** Reads MODULE_BLOCK and the blocks in it: the module's tables completely; its functions are noted and skipped. */
import type { ProblemCode } from "../../../document/problem";
import { allSteps, yielding } from "../../../kit/steps";
import type { BlockInfo } from "../../bitstream/reader";
import { BitstreamReader } from "../../bitstream/reader";
import type { BitRecord } from "../../bitstream/record";
import { Waymarks } from "../../bitstream/waymarks";
import { BLOCK } from "../codes";
import type { BlockHandler } from "../stream/blocks";
import { blockInSteps, RecordFault } from "../stream/blocks";
import { ConstantsReader } from "./constants/block";
import type { FunctionBody } from "../ir/function";
import { BodyChecks } from "./bodyChecks";
import { readFunction } from "./function";
import type { ValueId } from "../ir/ids";
import { OldTypeTableReader } from "./oldTypes";
import { dataLayoutFault } from "../upgrade/dataLayoutFault";
import { GoneConstants } from "../upgrade/constantExpressions";
import { ModuleUpgrades } from "../upgrade/module";
import { TypeTableReader } from "./types";
import type { Body } from "../ir/module";
import type { Release } from "../ir/releases";
import type { GlobalValue } from "../ir/values";
import { changed } from "../ir/values";
import { Global } from "./globalValues";
import type { ModuleSource } from "./moduleTables";
import { AFTER_HEAD, isHeldBack, NAMING, PAST_HEAD } from "./moduleParts";
import { ModuleRecords } from "./moduleRecords";
import { TooMany } from "./moduleTables";
import { readModuleSymbols } from "./moduleSymbols";
import { symbolsFault } from "./symbolsOffset";
import { FIXED_BUNDLES, readNumberedNames, scopesNamed } from "./numberedNames";

/** Globals whose names are read in one step. */
const NAMES_AT_ONCE = 64;

/** The first release whose reader checks what it has read. */
const FIRST_CHECKED: Release = 9;

/** A module with its tables, filled in file order; names are complete at the end. */
export class LoadedModule extends ModuleRecords {
  /** The upgrades of the module; undefined if it is read literally. */
  private upgrades: ModuleUpgrades | undefined;
  /** How many values with negative ids belong to the module itself. */
  private moduleExtra = 0;
  /** Positions in the module's block from which reading can resume. */
  readonly waymarks = new Waymarks();

  /** Reads a module's tables. */
  static read(...source: ModuleSource): LoadedModule {
    return allSteps(LoadedModule.inSteps(...source));
  }
  /**
   * Like {@link read}, in steps, each of which yields the bit reached. Anything thrown, MissingBytes too, ends the
   * generator.
   */
  static *inSteps(...source: ModuleSource): Generator<number, LoadedModule, undefined> {
    const module = new LoadedModule(...source);
    yield* module.read();
    return module;
  }

  /** Reads a body into the tables; {@link leave} removes it. */
  enter(body: Body): FunctionBody {
    const name = body.function.name === "" ? `#${body.function.id}` : `@${body.function.name}`;
    const read = readFunction(this, body, ["module", `function ${name}`]);
    this.upgrades?.upgradeBody(read);
    this.checks?.check(read, body);
    return read;
  }
  private checks: BodyChecks | undefined;
  /** Whether bodies are checked for what changes the text before them: only if that text is held back. */
  private get isChecked(): boolean {
    return !this.literal && this.release >= FIRST_CHECKED && isHeldBack(this.place);
  }
  /** Reads a body for its names only, even while another one is open. Its value numbers are valid only in itself. */
  peek(body: Body): FunctionBody {
    // The open function's values have the numbers that this one's will get: set them aside until it has been read.
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
  /** Does work as if a body that was entered were not there. */
  without<T>({ firstLocal }: FunctionBody, work: () => T): T {
    const { values, metadata } = this;
    const function_ = metadata.leaveFunction();
    try {
      return values.within(firstLocal, work);
    } finally {
      metadata.enterAgain(function_);
    }
  }
  /** Removes a body's values and metadata from the tables. */
  leave(body: FunctionBody): void {
    this.values.truncate(body.firstLocal, this.moduleExtra);
    this.metadata.leaveFunction();
  }

  /** Blocks are read in any order, because writers of different releases ordered them differently. */
  private *read(): Generator<number, void, undefined> {
    // The skim of the stream has stored the module's start and the abbreviations in force there.
    const reader = new BitstreamReader(this.window, this.stream);
    reader.restore(this.place.checkpoint);
    if (this.known) this.recall(this.known);
    const handler: BlockHandler = {
      path: ["module"],
      ...(this.known && { pass: () => this.pass(reader) }),
      record: ({ code, startBit }) => {
        if (this.headOnly && (this.headEnd !== undefined || PAST_HEAD.has(code))) this.headEnd ??= startBit;
        else this.readRecord(reader);
      },
      // The block's header is an entry too.
      reached: (count) => this.waymarks.note(count + 1, reader),
      block: this.namesOnly ? (id) => this.readNames(id, reader) : (id) => this.readNested(id, reader),
    };
    const steps = blockInSteps(reader, this.problems, handler, (id) => this.nestedInSteps(id, reader));
    for (let done = false; !done && this.headEnd === undefined;) {
      done = steps.next().done === true;
      if (this.assemblyBytes > this.maxMemory) throw new TooMany();
      if (!done) yield reader.position;
    }
    this.blockInfo = reader.blockInfo;
    if (this.known) this.checkRecalled();
    yield* yielding(reader.position, this.finish());
  }

  /** The first bit that was not read of a module of which only the head is read. */
  private headEnd: number | undefined;
  private isPastHead(block: number): boolean {
    return this.headOnly && (this.headEnd !== undefined || AFTER_HEAD.has(block));
  }
  /** Whether an entry that starts at a bit of the module has been read, if it is one that tells the tables something. */
  hasRead(bit: number): boolean {
    return !this.headOnly || this.headEnd === undefined || bit < this.headEnd;
  }

  /**
   * Names are at the module's end (VALUE_SYMTAB, or STRTAB after it), so everything that depends on names is done here.
   */
  private *finish(): Generator<void, void, undefined> {
    // A reference to a value makes room for it, even if it is never defined: the values of functions come after that.
    if (!this.literal) this.values.skipTo(this.metadata.furthestValue + 1);
    this.moduleValues = this.values.length;
    this.stored?.settle();
    if (this.bundleTags.length === 0) this.bundleTags = [...FIXED_BUNDLES];
    this.syncScopes = scopesNamed(this.syncScopes);
    this.bodies = this.bodyPlaces.paired();
    if (!this.literal) yield* this.makeNamesUnique();
    if (!this.stored) this.declared = [...this.ownGlobals];
    if (!this.literal) this.upgrades = yield* ModuleUpgrades.inSteps(this);
    if (this.isChecked) this.checks = new BodyChecks(this);
    const { names } = this.findings;
    if (names.size > 0) for (const global of this.ownGlobals) this.rename(global, names.get(global.id) ?? global.name);
    // A summary index refers to the names in the file.
    if (this.fileNames.size > 0 && this.hasSummary)
      this.declared = [...this.declared].map((global) => {
        const name = this.fileNames.get(global.id);
        return name === undefined ? global : changed(global, { name });
      });
    this.moduleExtra = this.values.extraLength;
    this.checkLayout();
    if (this.wrongHash && this.hasSummary)
      this.problems.add({ code: "bad-record", message: "Invalid hash length", ...this.wrongHash, path: ["module"] });
    this.checkInitializers();
    this.checkSymbolsOffset();
    this.checks?.verifyTables();
    // Upgrades of calls may add functions to the module, and the text must know their declarations from the start.
    if (this.upgrades?.needsBodies)
      for (const body of this.bodies) {
        yield;
        this.peek(body);
      }
    // The reference reports this only when a missing body is asked for.
    if (this.awaited.length > this.bodies.length) {
      const { endBit } = this.place;
      const message = "Trying to materialize functions before seeing function blocks";
      this.problems.add({ code: "bad-block", message, startBit: endBit, endBit, path: ["module"] });
    }
  }

  /** The names in the file of globals that have another one. */
  private readonly fileNames = new Map<ValueId, string>();
  private rename(global: GlobalValue, name: string): void {
    if (global.name === name) return;
    if (!this.fileNames.has(global.id)) this.fileNames.set(global.id, global.name);
    global.name = name;
  }
  /** Gives each further global of a name a number (ValueSymbolTable::makeUniqueName). */
  private *makeNamesUnique(): Generator<void, void, undefined> {
    const taken = new Set<string>();
    const separator = this.triple.startsWith("nvptx") ? "" : ".";
    let last = 0;
    for (const [index, global] of this.ownGlobals.entries()) {
      if (index % NAMES_AT_ONCE === 0) yield;
      const { name } = global;
      if (name === "") continue;
      let [unique, suffix] = [name, ""];
      while (taken.has(unique)) unique = name + (suffix = `${separator}${++last}`);
      taken.add(unique);
      if (!(global instanceof Global)) this.rename(global, unique);
      else if (suffix !== "") {
        this.fileNames.set(global.id, name);
        global.suffix = suffix;
      }
    }
  }

  private checkLayout(): void {
    const { dataLayout: range } = this.headRanges;
    const message = range && dataLayoutFault(this.dataLayout, this.release);
    if (!range || message === undefined) return;
    const { startBit, endBit } = range;
    this.problems.add({ code: "bad-value", message, startBit, endBit, path: ["module"] });
  }

  /**
   * Initializers and aliasees must be values that come before the first body. Of a module that is cut off, only the first
   * that is missing is reported: what is wrong with the others is that the module is cut off.
   */
  private checkInitializers(): void {
    const { hasGoneConstants } = this.values;
    if (this.namesOnly || (this.mentioned < this.moduleValues && this.kinds.alias === 0 && !hasGoneConstants)) return;
    const gone = new GoneConstants(this.values, this.release);
    const isCut = (this.place.checkpoint.block?.endBit ?? 0) > this.stream.endByte * 8;
    let missing = 0;
    for (const global of this.declared) {
      const value =
        global.kind === "variable" ? global.initializer : global.kind === "function" ? undefined : global.target;
      if (value === undefined) continue;
      const { startBit, endBit } = global;
      const add = (code: ProblemCode, message: string): void =>
        this.problems.add({ code, message, startBit, endBit, path: ["module"] });
      if (value >= this.moduleValues) {
        if (!isCut || missing++ === 0) add("bad-reference", "Malformed global initializer set");
      } else if (global.kind === "alias" && !this.isAliasOf(global.id, value))
        add("bad-type", "Alias and aliasee types don't match");
      else if (hasGoneConstants && !this.literal && gone.has(value))
        add("unsupported", "Value referenced by initializer is an unsupported constant expression");
    }
  }
  /** Whether a value has the type of an alias. */
  private isAliasOf(alias: ValueId, value: ValueId): boolean {
    return this.values.isSameType(this.values.typeOf(alias), this.values.typeOf(value));
  }

  /** The symbol table must be where VSTOFFSET leads. */
  private checkSymbolsOffset(): void {
    const symbols = this.bodyPlaces.symbolsAt;
    if (!symbols || this.release < FIRST_CHECKED) return;
    const { bit, startBit, endBit } = symbols;
    const { window, stream, release, blockInfo } = this;
    const message = symbolsFault({ window, stream, release, start: this.place.checkpoint, blockInfo }, bit);
    if (message === undefined) return;
    this.problems.add({ code: "bad-reference", message, startBit, endBit, path: ["module"] });
  }
  /** The abbreviations that the module defines for blocks in it. */
  private blockInfo: BlockInfo = new Map();

  /** Like {@link readNested}, for the blocks that contain names. */
  private readNames(id: number, reader: BitstreamReader): boolean {
    if (id === BLOCK.METADATA) {
      this.metadata.readNames(reader, ["module"]);
      return true;
    }
    return NAMING.has(id) && (id !== BLOCK.PARAMATTR_GROUP || this.place.oldTypeTable) && this.readNested(id, reader);
  }

  /** Reads the blocks that are large in a large module in steps; undefined for other blocks. */
  private nestedInSteps(id: number, reader: BitstreamReader): Generator<void, void, undefined> | undefined {
    if (this.isPastHead(id) || this.isRepeated(id, reader)) return undefined;
    if (id === BLOCK.TYPE) return this.readTypes(reader);
    // Of a module with an index, this table of positions says the same as the order of the bodies.
    const said = this.known !== undefined && this.version >= 2;
    if (id === BLOCK.VALUE_SYMTAB) return said ? undefined : this.readSymbols(reader);
    if (this.namesOnly) return undefined;
    if (id === BLOCK.PARAMATTR)
      return this.readAttributes(reader, (code, record) => this.attributes.readList(code, record));
    if (id === BLOCK.PARAMATTR_GROUP && !this.place.oldTypeTable)
      return this.readAttributes(reader, (code, record) => this.attributes.readGroup(code, record));
    if (id === BLOCK.METADATA) return this.metadata.inSteps(reader, ["module"]);
    return id === BLOCK.CONSTANTS ? this.constants().inSteps(reader, ["module"]) : undefined;
  }
  private constants(): ConstantsReader {
    const { types, values, interner, problems, release, literal, stored } = this;
    return new ConstantsReader(types, values, interner, problems, release, literal, stored);
  }

  /** Reads a nested block; false for a block that the text does not need, which is then skipped. */
  private readNested(id: number, reader: BitstreamReader): boolean {
    if (this.isPastHead(id)) {
      this.headEnd ??= reader.startBit;
      return false;
    }
    if (this.isRepeated(id, reader)) return false;
    switch (id) {
      case BLOCK.PARAMATTR_GROUP:
        // Others are read in steps.
        this.readOldTypes(reader);
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
      case BLOCK.OPERAND_BUNDLE_TAGS:
        readNumberedNames(reader, this.problems, this.bundleTags, "operand bundle");
        return true;
      case BLOCK.SYNC_SCOPE_NAMES:
        readNumberedNames(reader, this.problems, this.syncScopes, "sync scope");
        return true;
      case BLOCK.FUNCTION:
        this.noteBody(reader);
        return true;
      default:
        return false;
    }
  }

  private *readTypes(reader: BitstreamReader): Generator<void, void, undefined> {
    const table = new TypeTableReader(this.interner, this.release);
    yield* table.inSteps(reader, this.problems, (index, record) => {
      this.typeBits[index] = record.startBit;
    });
    this.setTypes(table.types);
  }

  private readOldTypes(reader: BitstreamReader): void {
    this.oldTypes = new OldTypeTableReader(this.interner, this.problems, this.release);
    this.oldTypes.read(reader);
    this.setTypes(this.oldTypes.types);
  }
  private readOldTypeNames(reader: BitstreamReader): boolean {
    this.oldTypes?.readNames(reader);
    return true;
  }

  /** Reads PARAMATTR_GROUP_BLOCK or PARAMATTR_BLOCK, whose records go to the attribute table. */
  private readAttributes(
    reader: BitstreamReader,
    read: (code: number, record: BitRecord) => string | undefined,
  ): Generator<void, void, undefined> {
    return blockInSteps(reader, this.problems, {
      path: ["module", "attributes"],
      record: (record) => {
        const fault = read(record.code, record);
        if (fault === undefined) return;
        const unknown = this.attributes.unknownKind !== undefined && fault.includes("attribute kind");
        throw new RecordFault(unknown ? "unsupported" : "bad-record", fault);
      },
    });
  }

  private readSymbols(reader: BitstreamReader): Generator<void, void, undefined> {
    return readModuleSymbols(reader, {
      problems: this.problems,
      release: this.release,
      version: this.version,
      isMet: !this.literal && this.release >= FIRST_CHECKED && !this.bodyPlaces.isLedToSymbols,
      globals: this.globals.length,
      values: this.values.length,
      isFunction: (index) => this.isFunction(index),
      notePlace: (index, words, range) => {
        this.bodyPlaces.noteEntry(this.idOfGlobal(index), words, range);
      },
      setName: (index, name) => {
        this.setName(index, name);
      },
      noteGuid: (value, guid) => void this.summaries.index.guids.set(value, guid),
    });
  }
  /** The number of a global by its index among the globals. */
  private idOfGlobal(index: number): ValueId {
    return this.stored?.idOfGlobal(index) ?? this.ownGlobals[index]?.id ?? index;
  }
  /** Whether the global with this index is a function. */
  private isFunction(index: number): boolean {
    const id = this.idOfGlobal(index);
    return this.bodyPlaces.isDefined(id) || this.values.at(id)?.kind === "function";
  }
  /** Sets the name of a global by its index among the globals. */
  private setName(index: number, name: string): void {
    const global = this.ownGlobals[index];
    if (global) global.name = name;
    else this.stored?.setName(index, name);
  }

  /** Notes a body, and skips it. */
  private noteBody(reader: BitstreamReader): void {
    this.isPastLayout = true;
    const block = reader.block;
    const checkpoint = reader.checkpoint();
    const startBit = reader.startBit;
    reader.skipBlock();
    const endBit = Math.min(block?.endBit ?? startBit, reader.cursor.endBit);
    this.bodyPlaces.noteBlock(checkpoint, { startBit, endBit });
  }
}
