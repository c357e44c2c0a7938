/** The text of a module as sections and entries, printed on demand. */
import type { FunctionBody } from "../ir/function";
import type { Body } from "../ir/module";
import type { ValueId } from "../ir/ids";
import type { BitRange } from "../../../document/bits";
import type { FunctionCalls, FunctionFacts } from "../../../document/hover";
import type { SourceAnswer, SourceFile, SourceFrame } from "../../../document/sourceLocation";
import type { SymbolId } from "../../../document/token";
import { allSteps, yielding } from "../../../kit/steps";
import type { FunctionValue } from "../ir/values";
import { printAttributesComment } from "../print/functions";
import { DefinitionSearch } from "../print/order";
import { Slots } from "../print/slots";
import type { TypeDefinition } from "../print/moduleTypes";
import type { LoadedModule } from "../read/module";
import type { BodyCalls } from "./calls";
import { CallIndex, factsOf } from "./calls";
import { AssemblyFunction, scopeOf } from "./function";
import type { Item, Later, Part } from "./items";
import { FIRST_FUNCTION, MODULE, ModuleItems, NODES } from "./items";
import { Mentions } from "./mentions";
import type { EntryOutput } from "./output";
import type { ModuleEntry } from "./places";
import { RecordPlaces } from "./places";
import { AssemblyPrinting } from "./printing";
import type { LinesEntry, Run } from "./run";
import { runEntry } from "./run";
import type { RunSource } from "./runs";
import type { LinesSink } from "./sink";
import { AssemblySink } from "./sink";
import { AssemblySymbols } from "./symbols";
import { fileOfNode, LineMatcher, sourceOfNode } from "./source";

/** How many nodes are visited in one step. */
const STEP = 256;
/** Bits of a body that is read in steps. */
const LONG = 1 << 19;

/** Whether two bodies are the same of the same function: two functions may have one. */
function isSame(one: Body, other: Body): boolean {
  return one.startBit === other.startBit && one.function.id === other.function.id;
}

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
  private readonly symbols: AssemblySymbols;

  /** Arranges a module, in steps. */
  static *inSteps(module: LoadedModule, fileName: string): Generator<void, AssemblyModule, undefined> {
    const made = new AssemblyModule(module, fileName);
    yield;
    yield* made.closed(made.items.arrange());
    return made;
  }
  private constructor(
    readonly module: LoadedModule,
    private readonly fileName: string,
  ) {
    this.context = new AssemblyPrinting(module);
    for (const [index, { id }] of module.globals.entries()) this.keys.set(id, FIRST_FUNCTION + index);
    this.slots = new Slots(module, this.context.numbering, (set) => {
      this.context.numberGroup(set);
    });
    this.mentions = new Mentions(module);
    this.calls = new CallIndex((id) => module.values.at(id)?.kind === "function");
    this.source = { module, context: this.context, places: () => (this.recordPlaces ??= new RecordPlaces(module)) };
    this.items = this.unarranged();
    this.symbols = new AssemblySymbols({
      module,
      context: this.context,
      mentions: this.mentions,
      items: () => this.items,
      definitions: () => this.definitions,
      keyOf: (id) => this.keys.get(id) ?? MODULE,
      open: (body) => this.open(body),
    });
  }
  /** The items; with those that depend on the order of the types, once that is known. */
  private unarranged(definitions?: readonly TypeDefinition[]): ModuleItems {
    const { source, fileName } = this;
    const keyOf = (global: FunctionValue): number => this.keyOf(global);
    return new ModuleItems({ source, fileName, definitions, keyOf });
  }
  /**
   * Runs work in steps. Between them, showing rows may open a function, whose values would be in the way: it is closed.
   */
  private *closed<T>(work: Generator<void, T, undefined>): Generator<void, T, undefined> {
    for (;;) {
      this.close();
      const step = work.next();
      if (step.done) return step.value;
      yield;
    }
  }

  get place(): BitRange {
    return this.module.place;
  }
  /**
   * Finds the order of types and assigns all numbers, in the order of the reference. Yields the share of work done,
   * after each function and during large parts.
   */
  *number(): Generator<number, void, undefined> {
    const types = new DefinitionSearch(this.module, this.context);
    yield* yielding(0, this.slots.inSteps());
    yield* yielding(0, this.closed(types.begin()));
    yield* this.numberFunctions(types);
    const definitions = yield* yielding(1, this.closed(types.finish()));
    const items = this.unarranged(definitions);
    yield* yielding(1, this.closed(items.arrange()));
    yield* yielding(1, this.symbols.prepare());
    yield* yielding(1, this.context.room.prepare());
    this.context.final = true;
    this.definitions = definitions;
    this.items = items;
  }
  /** Numbers what functions refer to, and notes what else only their bodies tell: types, calls, mentions. */
  private *numberFunctions(types: DefinitionSearch): Generator<number, void, undefined> {
    const { bodies, globals } = this.module;
    let count = 0;
    for (const global of globals) {
      if (global.kind !== "function") continue;
      const place = bodies.ofGlobal(global);
      if (!place) {
        this.slots.attached(global);
        types.function(global, undefined);
        continue;
      }
      const { body } = yield* yielding(count / bodies.length, this.openInSteps(place));
      types.function(global, body);
      this.slots.body(body);
      this.calls.note(place, body);
      this.mentions.note(body);
      yield ++count / bodies.length;
    }
  }

  /** Opens the function of a body, after closing the one that was open. */
  open(place: Body): AssemblyFunction {
    if (this.open_ && isSame(this.open_.place, place)) return this.open_;
    if (this.opening && isSame(this.opening.place, place)) {
      this.leave();
      return this.opened(place, allSteps(this.opening.steps));
    }
    this.close();
    return this.opened(place, this.module.enter(place));
  }
  /** The body that is being read in steps. */
  private opening: { readonly place: Body; readonly steps: Generator<void, FunctionBody, undefined> } | undefined;
  /** The same, in steps if the body is long. Between them, whoever needs it at once opens it. */
  private *openInSteps(place: Body): Generator<void, AssemblyFunction, undefined> {
    if (place.endBit - place.startBit < LONG) return this.open(place);
    this.close();
    const steps = this.module.enterInSteps(place);
    this.opening = { place, steps };
    while (this.opening) {
      this.leave();
      const step = steps.next();
      if (step.done) return this.opened(place, step.value);
      yield;
    }
    return this.open(place);
  }
  private opened(place: Body, body: FunctionBody): AssemblyFunction {
    if (this.opening && isSame(this.opening.place, place)) this.opening = undefined;
    this.context.enter(body);
    this.open_ = new AssemblyFunction(place, body, this.context);
    return this.open_;
  }
  /** The values of the module are the only ones afterwards. */
  private close(): void {
    this.module.pause();
    this.leave();
  }
  private leave(): void {
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
        open.write(index, output.begin(open.startOf(index), scopeOf(part.place.function.id), true));
        output.end();
      }
    }
  }

  private writeItem(index: number, output: EntryOutput): void {
    const item = this.items.at(index);
    switch (item?.kind) {
      case "before":
        this.writeBefore(item.place, output.begin(item.place.startBit, "", false));
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
    const startBit = run.rangeOf(index)?.startBit ?? this.place.startBit;
    run.write(index, output.begin(startBit, "", run.attributesAreNoise));
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
    if (!body) return this.items.entryAt(bit);
    const entry = this.open(body).entryAt(bit);
    // The text has a function's nodes outside of it; their records follow its head, before the first instruction.
    const node = entry === 0 ? this.items.nodeBetween(body.startBit, bit) : undefined;
    return node ?? { key: this.keyOf(body.function), entry };
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
    return this.symbols.locate(symbol);
  }
  /** The section that contains all names of a symbol that is local to a function. */
  scope(symbol: SymbolId): number | undefined {
    return this.symbols.scope(symbol);
  }
  /** A test of the sections that may name a symbol; undefined if any may, or this is not known yet. */
  naming(symbol: SymbolId): ((key: number) => boolean) | undefined {
    return this.symbols.naming(symbol);
  }
  /** The facts of a function; reads its body. */
  functionFacts(symbol: SymbolId): FunctionFacts | undefined {
    const global = this.symbols.functionOf(symbol);
    return global && factsOf(global, this.context, this.noted(global));
  }
  /** The callers and callees of a function, as far as functions have been read. */
  functionCalls(symbol: SymbolId): FunctionCalls | undefined {
    const global = this.symbols.functionOf(symbol);
    if (!global) return undefined;
    const noted = this.noted(global);
    return {
      ...this.calls.named(global.id, noted, (id) => this.context.globalName(id)),
      complete: this.definitions !== undefined,
    };
  }
  private noted(global: FunctionValue): BodyCalls | undefined {
    const place = this.module.bodies.ofGlobal(global);
    return place && this.calls.note(place, this.open(place).body);
  }
  private keyOf({ id }: FunctionValue): number {
    return this.keys.get(id) ?? MODULE;
  }
}
