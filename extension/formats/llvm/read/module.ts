/** Reads a module: MODULE_BLOCK, then what needs all of it, and bodies when they are asked for. */
import type { ProblemCode } from "../../../document/problem";
import { allSteps, yielding } from "../../../kit/steps";
import type { BlockInfo } from "../../bitstream/reader";
import { BitstreamReader } from "../../bitstream/reader";
import { Waymarks } from "../../bitstream/waymarks";
import type { BlockHandler } from "../stream/blocks";
import { blockInSteps } from "../stream/blocks";
import type { FunctionBody } from "../ir/function";
import { BodyChecks } from "./bodyChecks";
import { functionInSteps, readFunction } from "./function";
import type { ValueId } from "../ir/ids";
import type { FunctionMetadata } from "../ir/tables";
import type { SetAside } from "../ir/valueTable";
import { dataLayoutFault } from "../upgrade/dataLayoutFault";
import { GoneConstants } from "../upgrade/constantExpressions";
import { ModuleUpgrades } from "../upgrade/module";
import type { Body } from "../ir/module";
import type { GlobalValue } from "../ir/values";
import { changed } from "../ir/values";
import { Global } from "./globalValues";
import type { ModuleSource } from "./moduleTables";
import { isHeldBack } from "./moduleParts";
import { FIRST_CHECKED, ModuleBlocks } from "./moduleBlocks";
import { TooMany } from "./moduleTables";
import { symbolsFault } from "./symbolsOffset";
import { FIXED_BUNDLES, scopesNamed } from "./numberedNames";
import { TakenNames } from "./takenNames";

/** Globals whose names are read in one step. */
const NAMES_AT_ONCE = 64;
/** Steps of a body that are one for others: they take a few milliseconds. */
const STEPS_AT_ONCE = 8;

/** What has been read of a body between two steps, if it was set aside. */
interface Begun {
  values?: SetAside;
  metadata?: FunctionMetadata;
}

/** The containers around what a body contains, for problems. */
function pathOf({ function: { name, id } }: Body): readonly string[] {
  return ["module", `function ${name === "" ? `#${id}` : `@${name}`}`];
}

/** A module with its tables, filled in file order; names are complete at the end. */
export class LoadedModule extends ModuleBlocks {
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
    this.pause();
    return this.upgraded(readFunction(this, body, pathOf(body)), body);
  }
  /**
   * The same, in steps. Between them, {@link pause} sets aside what it has read. Before each, any other body must have
   * been left.
   */
  *enterInSteps(body: Body): Generator<void, FunctionBody, undefined> {
    this.pause();
    const steps = functionInSteps(this, body, pathOf(body));
    for (let count = 1; ; count++) {
      const step = steps.next();
      if (step.done) return this.upgraded(step.value, body);
      if (count % STEPS_AT_ONCE !== 0) continue;
      const begun: Begun = {};
      this.begun = begun;
      yield;
      this.begun = undefined;
      if (begun.values) this.values.putBack(begun.values);
      if (begun.metadata) this.metadata.enterAgain(begun.metadata);
    }
  }
  private upgraded(read: FunctionBody, body: Body): FunctionBody {
    this.upgrades?.upgradeBody(read);
    this.checks?.check(read, body);
    return read;
  }
  /** The body that is being read in steps, if it is in the tables. */
  private begun: Begun | undefined;
  /** Sets aside a body that is being read in steps: something else needs the tables as the module has them. */
  pause(): void {
    const { begun } = this;
    if (!begun) return;
    this.begun = undefined;
    begun.values = this.values.takeFrom(this.moduleValues, this.moduleExtra);
    begun.metadata = this.metadata.leaveFunction();
  }
  private checks: BodyChecks | undefined;
  /** Whether bodies are checked for what changes the text before them: only if that text is held back. */
  private get isChecked(): boolean {
    return !this.literal && this.release >= FIRST_CHECKED && isHeldBack(this.place);
  }
  /** Reads a body for its names only, even while another one is open. Its value numbers are valid only in itself. */
  peek(body: Body): FunctionBody {
    this.pause();
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
      record: ({ code }) => {
        if (this.isLeftOut("record", code)) this.isHeadRead = true;
        else this.readRecord(reader);
      },
      // The block's header is an entry too.
      reached: (count) => this.waymarks.note(count + 1, reader),
      block: this.namesOnly ? (id) => this.readNames(id, reader) : (id) => this.readNested(id, reader),
    };
    const steps = blockInSteps(reader, this.problems, handler, (id) => this.nestedInSteps(id, reader));
    for (let done = false; !done && !this.isHeadRead;) {
      done = steps.next().done === true;
      if (this.assemblyBytes > this.maxMemory) throw new TooMany();
      if (!done) yield reader.position;
    }
    this.blockInfo = reader.blockInfo;
    if (this.known) this.checkRecalled();
    yield* yielding(reader.position, this.finish());
  }

  /**
   * Names are at the module's end (VALUE_SYMTAB, or STRTAB after it), so everything that depends on names is done here.
   */
  private *finish(): Generator<void, void, undefined> {
    this.metadata.endModule();
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
    if (names.size > 0)
      for (const global of this.ownGlobals) this.rename(global, names.get(global.id)?.name ?? global.name);
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
    const taken = new TakenNames();
    const separator = this.triple.startsWith("nvptx") ? "" : ".";
    let last = 0;
    for (const [index, global] of this.ownGlobals.entries()) {
      if (index % NAMES_AT_ONCE === 0) yield;
      const { name } = global;
      if (name === "") continue;
      let suffix = "";
      while (!taken.take(name, suffix)) suffix = `${separator}${++last}`;
      if (!(global instanceof Global)) this.rename(global, name + suffix);
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
}
