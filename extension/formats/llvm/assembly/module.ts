/** The text of a module as sections and entries, printed on demand. */
import type { Body } from "../ir/module";
import type { ValueId } from "../ir/ids";
import type { BitRange } from "../../../document/bits";
import type { FunctionCalls, FunctionFacts } from "../../../document/hover";
import type { SourceAnswer, SourceFile, SourceFrame } from "../../../document/sourceLocation";
import type { SymbolId } from "../../../document/token";
import type { FunctionValue, GlobalValue } from "../ir/values";
import { printAttributesComment } from "../print/functions";
import { comdatOf, comdatSymbol } from "../print/globals";
import { typeDefinitions } from "../print/order";
import { Slots } from "../print/slots";
import type { TypeDefinition } from "../print/typeFinder";
import type { LoadedModule } from "../read/module";
import type { BodyCalls } from "./calls";
import { CallIndex, factsOf } from "./calls";
import { AssemblyFunction, scopeOf } from "./function";
import type { Item, Later, ModuleEntry, Part } from "./items";
import { FIRST_FUNCTION, GLOBALS, GROUPS, MODULE, ModuleItems, NODES, TYPES } from "./items";
import { Mentions } from "./mentions";
import type { EntryOutput } from "./output";
import { RecordPlaces } from "./places";
import { AssemblyPrinting } from "./printing";
import type { LinesEntry, Run } from "./run";
import { runEntry } from "./run";
import type { RunSource } from "./runs";
import type { LinesSink } from "./sink";
import { AssemblySink } from "./sink";
import { fileOfNode, LineMatcher, sourceOfNode } from "./source";

/** How many nodes are visited in one step. */
const STEP = 256;

/** The text of one module. Numbers of the whole module are final after {@link number} has run. */
export class AssemblyModule {
  private readonly context: AssemblyPrinting;
  private readonly source: RunSource;
  private readonly slots: Slots;
  private readonly calls: CallIndex;
  private readonly mentions: Mentions;
  /**
   * Keys of the sections that begin with a function, by the function's number (negative for functions made by
   * upgrades).
   */
  private readonly keys = new Map<ValueId, number>();
  private recordPlaces: RecordPlaces | undefined;
  private open_: AssemblyFunction | undefined;
  /** The type definitions in the order of the text, once everything is numbered. */
  private definitions: readonly TypeDefinition[] | undefined;
  private items: ModuleItems;

  /** @param spaced whether there is an empty line between this module and the one before it */
  constructor(
    readonly module: LoadedModule,
    private readonly fileName: string,
    private readonly spaced: boolean,
  ) {
    this.context = new AssemblyPrinting(module);
    this.context.nameGlobals();
    for (const [index, { id }] of module.globals.entries()) this.keys.set(id, FIRST_FUNCTION + index);
    this.slots = new Slots(module, this.context.numbering, (set) => {
      this.context.numberGroup(set);
    });
    this.mentions = new Mentions(module);
    this.calls = new CallIndex((id) => module.values.at(id)?.kind === "function");
    this.source = { module, context: this.context, places: () => (this.recordPlaces ??= new RecordPlaces(module)) };
    this.items = this.arranged();
  }
  private arranged(): ModuleItems {
    const { source, fileName, spaced, definitions } = this;
    this.close();
    return new ModuleItems({ source, fileName, spaced, definitions, keyOf: (global) => this.keyOf(global) });
  }

  get place(): BitRange {
    return this.module.place;
  }
  /**
   * Finds the order of types and assigns all numbers, in the order of the reference. Yields the share of work done,
   * after each function and during large parts.
   */
  *number(): Generator<number, void, undefined> {
    yield* atBeginning(this.slots.inSteps());
    const definitions = yield* atBeginning(this.types());
    let bodies = 0;
    for (const global of this.module.globals) {
      if (global.kind !== "function") continue;
      const body = this.module.bodies.ofGlobal(global);
      if (!body) this.slots.attached(global);
      else {
        const { body: read } = this.open(body);
        this.slots.body(read);
        this.calls.note(body, read);
        this.mentions.note(read);
        yield ++bodies / this.module.bodies.length;
      }
    }
    this.context.final = true;
    this.definitions = definitions;
    this.items = this.arranged();
  }

  /**
   * The type definitions. Between steps, showing rows may open a function, whose values would be in the way: it is
   * closed.
   */
  private *types(): Generator<void, readonly TypeDefinition[], undefined> {
    const walk = typeDefinitions(this.module, this.context);
    for (;;) {
      this.close();
      const step = walk.next();
      if (step.done) return step.value;
      yield;
    }
  }

  /** Opens the function of a body, after closing the one that was open. */
  open(place: Body): AssemblyFunction {
    if (this.open_?.place.startBit === place.startBit) return this.open_;
    this.close();
    const body = this.module.enter(place);
    this.context.enter(body);
    this.open_ = new AssemblyFunction(place, body, this.context);
    return this.open_;
  }
  private close(): void {
    const open = this.open_;
    if (!open) return;
    this.open_ = undefined;
    this.context.leave();
    this.module.leave(open.body);
  }

  part(key: number): Part {
    return this.items.part(key);
  }
  itemCount(): number {
    return this.items.count;
  }
  /** An item as stored: one that is printed on demand has no lines. */
  itemAt(index: number): Item | Later | undefined {
    return this.items.at(index);
  }
  item(index: number): Item | undefined {
    const item = this.items.at(index);
    switch (item?.kind) {
      case "before":
        return this.before(item.place);
      case "ofRun":
        return item.run.print(item.index);
      default:
        return item;
    }
  }
  private before(place: Body): LinesEntry {
    const sink = new AssemblySink();
    this.writeBefore(place, sink);
    const { startBit } = place;
    return { kind: "lines", startBit, endBit: startBit, lines: sink.takeLines() };
  }
  private writeBefore(place: Body, sink: LinesSink): void {
    sink.endLine();
    printAttributesComment(sink, place.function, this.context);
  }
  /** Writes entry `index` of a section; in the module's own section, an item that is no section. */
  write(key: number, index: number, output: EntryOutput): void {
    const part = this.part(key);
    switch (part.kind) {
      case "module":
        this.writeItem(index, output);
        return;
      case "run":
        this.writeOfRun(part.run, index, output);
        return;
      case "definition": {
        const open = this.open(part.place);
        open.write(index, output.begin(open.startOf(index), scopeOf(part.place.function.id)));
        output.end();
      }
    }
  }

  private writeItem(index: number, output: EntryOutput): void {
    const item = this.items.at(index);
    switch (item?.kind) {
      case "before":
        this.writeBefore(item.place, output.begin(item.place.startBit, ""));
        output.end();
        return;
      case "ofRun":
        this.writeOfRun(item.run, item.index, output);
        return;
      case "lines":
        output.lines(item.startBit, item.lines);
        return;
      case "part":
      case undefined:
        return;
    }
  }
  private writeOfRun(run: Run, index: number, output: EntryOutput): void {
    // What is outside functions must not use the values of an open function.
    this.close();
    run.write(index, output.begin(run.rangeOf(index)?.startBit ?? this.place.startBit, ""));
    output.end();
  }
  /** The index of a section among the module's items. */
  holder(key: number): number | undefined {
    return this.items.holder(key);
  }
  title(place: Body): string {
    return `define ${this.context.typeText(place.function.valueType)} ${this.context.globalName(place.function.id)}`;
  }

  /** The number of entries in a section; opens the function for a definition. */
  count(key: number): number {
    const part = this.part(key);
    if (part.kind === "module") return this.items.count;
    return part.kind === "run" ? part.run.count : this.open(part.place).count;
  }
  /**
   * An entry of a section other than the module itself.
   * @param paired whether tokens tell which operand they show
   */
  entry(key: number, index: number, paired: boolean): LinesEntry | undefined {
    const part = this.part(key);
    switch (part.kind) {
      case "module":
        return undefined;
      case "run":
        // What is outside functions must not use the values of an open function.
        this.close();
        return index < part.run.count ? runEntry(part.run, index) : undefined;
      case "definition":
        return this.open(part.place).entry(index, paired);
    }
  }

  /** The entry that shows a bit of this module, or the nearest before it. */
  entryAt(bit: number): ModuleEntry {
    const body = this.module.bodies.around(bit);
    if (body) return { key: this.keyOf(body.function), entry: this.open(body).entryAt(bit) };
    return this.items.entryAt(bit);
  }
  /** The source of the instruction that contains a bit. */
  sourceAt(bit: number): SourceAnswer {
    const body = this.module.bodies.around(bit);
    const frames = body ? this.open(body).source(bit) : [];
    if (frames.length > 0) return { kind: "frames", frames };
    const described = this.module.metadata.named.some(({ name, nodes }) => name === "llvm.dbg.cu" && nodes.length > 0);
    return { kind: "none", why: described ? "instruction" : "module" };
  }
  /** The source of what an entry shows: an instruction, a function's head, or a node that has a line. */
  sourceOf({ key, entry }: ModuleEntry): readonly SourceFrame[] {
    const part = this.part(key);
    if (part.kind === "definition") return this.open(part.place).sourceOf(entry);
    const index = this.items.itemOf(NODES, { key, entry });
    const node = index === undefined ? undefined : this.context.numbering.order[index];
    return node === undefined ? [] : sourceOfNode(this.module.metadata, node);
  }
  *sourceFiles(): Generator<SourceFile | undefined, void, undefined> {
    const { order } = this.context.numbering;
    for (const [index, id] of order.entries()) {
      const file = fileOfNode(this.module.metadata, id);
      if (file || index % STEP === 0) yield file;
    }
  }
  *entriesOfSource(
    isFile: (file: SourceFile) => boolean,
    line: number,
  ): Generator<ModuleEntry | undefined, void, undefined> {
    const matcher = new LineMatcher(this.module.metadata, isFile, line);
    for (const global of this.module.globals) {
      const place = global.kind === "function" ? this.module.bodies.ofGlobal(global) : undefined;
      if (!place) continue;
      const key = this.keyOf(place.function);
      for (const entry of this.open(place).entriesOf(matcher)) yield { key, entry };
      yield undefined;
    }
  }
  /** The entry that defines a symbol. */
  locate(symbol: SymbolId): ModuleEntry | undefined {
    const local = /^f(-?\d+)\/(.*)$/s.exec(symbol);
    if (local) return this.locateLocal(Number(local[1]), local[2] ?? "");
    if (symbol.startsWith("!")) {
      const number = this.context.numbering.numberOf(Number(symbol.slice(1)));
      return number === undefined ? undefined : this.items.entryOf(NODES, number);
    }
    if (symbol.startsWith("#")) return this.items.entryOf(GROUPS, Number(symbol.slice(1)));
    if (symbol.startsWith("type ")) {
      const index = (this.definitions ?? []).findIndex(({ name }) => `type ${name}` === symbol);
      return index < 0 ? undefined : this.items.entryOf(TYPES, index);
    }
    if (symbol.startsWith("$")) return this.items.comdatEntry(symbol);
    return symbol.startsWith("@") ? this.locateGlobal(symbol) : undefined;
  }
  private locateLocal(function_: number, name: string): ModuleEntry | undefined {
    const key = this.keys.get(function_) ?? MODULE;
    const part = this.part(key);
    const entry = part.kind === "definition" ? this.open(part.place).entryOf(name) : undefined;
    return entry === undefined ? undefined : { key, entry };
  }
  private locateGlobal(symbol: SymbolId): ModuleEntry | undefined {
    const { globals } = this.module;
    const global = this.globalOf(symbol);
    if (!global) return undefined;
    if (global.kind === "function" && this.hasBody(global)) return { key: this.keyOf(global), entry: 0 };
    if (global.kind === "function") return this.locateDeclaration(global);
    const kinds = ["variable", "alias", "ifunc"];
    const same = globals.filter((g) => g.kind === global.kind);
    return this.items.entryOf(GLOBALS + kinds.indexOf(global.kind), same.indexOf(global));
  }
  /**
   * The entry of a declaration: it is in the run of consecutive declarations, whose key is that of the first of them.
   */
  private locateDeclaration(global: FunctionValue): ModuleEntry | undefined {
    const functions = this.module.globals.filter((g) => g.kind === "function");
    const at = functions.indexOf(global);
    let first = at;
    for (let before = functions[first - 1]; before && !this.hasBody(before); before = functions[first - 1]) first--;
    const begin = functions[first];
    return begin && this.items.entryOf(this.keyOf(begin), at - first);
  }
  private globalOf(symbol: SymbolId): GlobalValue | undefined {
    const { globals } = this.module;
    // Reading bodies may add globals.
    if (this.named.count !== globals.length)
      this.named = { count: globals.length, byName: globalsByName(globals, (id) => this.context.globalName(id)) };
    return this.named.byName.get(symbol);
  }
  private named = { count: 0, byName: globalsByName([], () => "") };
  private functionOf(symbol: SymbolId): FunctionValue | undefined {
    const global = this.globalOf(symbol);
    return global?.kind === "function" ? global : undefined;
  }
  /** The facts of a function; reads its body. */
  functionFacts(symbol: SymbolId): FunctionFacts | undefined {
    const global = this.functionOf(symbol);
    return global && factsOf(global, this.context, this.noted(global));
  }
  /** The callers and callees of a function, as far as functions have been read. */
  functionCalls(symbol: SymbolId): FunctionCalls | undefined {
    const global = this.functionOf(symbol);
    if (!global) return undefined;
    const noted = this.noted(global);
    return {
      ...this.calls.named(global.id, noted, (id) => this.context.globalName(id)),
      complete: this.definitions !== undefined,
    };
  }
  private hasBody(global: FunctionValue): boolean {
    return this.module.bodies.ofGlobal(global) !== undefined;
  }
  private noted(global: FunctionValue): BodyCalls | undefined {
    const place = this.module.bodies.ofGlobal(global);
    return place && this.calls.note(place, this.open(place).body);
  }
  /** The section that contains all names of a symbol that is local to a function. */
  scope(symbol: SymbolId): number | undefined {
    const local = /^f(-?\d+)\//.exec(symbol);
    return local ? this.keys.get(Number(local[1])) : undefined;
  }
  /**
   * A test of the sections that may name a global or a comdat; undefined for other symbols, and for globals until all
   * bodies have been read.
   */
  naming(symbol: SymbolId): ((key: number) => boolean) | undefined {
    if (symbol.startsWith("$")) return (key) => key !== NODES && this.mayNameComdat(this.part(key), symbol);
    const global = this.definitions && symbol.startsWith("@") ? this.globalOf(symbol) : undefined;
    // In a damaged file, several globals may have one name.
    if (!global || this.named.byName.size < this.module.globals.length) return undefined;
    const isIn = this.mentions.of(global.id);
    const wrapped = this.module.metadata.wrappedValues();
    const isInNodes = !wrapped || this.mentions.anyNames(global.id, wrapped);
    return (key) => {
      const part = this.part(key);
      return part.kind === "definition" ? isIn(part.place.function.id) : key !== NODES || isInNodes;
    };
  }
  /** Instructions name no comdats, so of a function only its head counts. */
  private mayNameComdat(part: Part, symbol: SymbolId): boolean {
    const comdat = part.kind === "definition" ? comdatOf(part.place.function, this.context) : undefined;
    return part.kind !== "definition" || (comdat !== undefined && comdatSymbol(comdat, this.context) === symbol);
  }
  private keyOf({ id }: FunctionValue): number {
    return this.keys.get(id) ?? MODULE;
  }
}

/** Globals by name; in a damaged file, the first of several with the same name. */
function globalsByName(
  globals: Iterable<GlobalValue>,
  nameOf: (id: ValueId) => SymbolId,
): ReadonlyMap<SymbolId, GlobalValue> {
  const found = new Map<SymbolId, GlobalValue>();
  for (const global of globals) {
    const name = nameOf(global.id);
    if (!found.has(name)) found.set(name, global);
  }
  return found;
}

/** Yields 0, as the share done, during work whose share is negligible. */
function* atBeginning<T>(work: Generator<void, T, undefined>): Generator<number, T, undefined> {
  let step = work.next();
  for (; !step.done; step = work.next()) yield 0;
  return step.value;
}
