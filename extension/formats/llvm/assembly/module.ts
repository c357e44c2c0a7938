/** A module's text as sections and entries, printed where somebody looks. */
import type { MetadataId, ValueId } from "../ir/ids";
import type { BitRange } from "../../../document/bits";
import type { FunctionCalls, FunctionFacts } from "../../../document/hover";
import type { ByteText } from "../../../document/byteText";
import type { RowWriter } from "../../../document/rowWriter";
import { beginRows, endRows, writeLines } from "../../../document/rowWriter";
import type { SourceAnswer, SourceFile, SourceFrame } from "../../../document/sourceLocation";
import { TextSink } from "../../../document/sink";
import type { Line, SymbolId } from "../../../document/token";
import { assemblyLine } from "../../../kit/lineSink";
import type { FunctionValue, GlobalVariable, IndirectGlobal } from "../ir/values";
import { printAttributesComment } from "../print/functions";
import { headLines } from "../print/head";
import { typeDefinitions, usedComdats } from "../print/order";
import { Slots } from "../print/slots";
import type { TypeDefinition } from "../print/typeFinder";
import type { Body, LoadedModule } from "../read/module";
import { printSummaryIndex } from "../summary/print";
import type { BodyCalls } from "./calls";
import { CallIndex, factsOf } from "./calls";
import { AssemblyFunction } from "./function";
import { BitIndex, RecordPlaces } from "./places";
import { AssemblyPrinting } from "./printing";
import type { LinesEntry, Run } from "./run";
import { LEAST, runEntry } from "./run";
import type { RunSource } from "./runs";
import { comdatRun, declarationRun, globalRun, groupRun, namedRun, nodeRun, typeRun } from "./runs";
import type { LinesSink } from "./sink";
import { AssemblySink, PlainLinesSink } from "./sink";
import { fileOfNode, LineMatcher, sourceOfNode } from "./source";

/** A section within a module: the module itself, a run that folds, or a definition by its function's number. */
export type Part = { readonly kind: "module" } | { readonly kind: "run"; readonly run: Run } | DefinitionPart;
interface DefinitionPart {
  readonly kind: "definition";
  readonly place: Body;
}

/** An item of the module's own section. */
export type Item = LinesEntry | { readonly kind: "part"; readonly key: number };

/** Lines that are printed where somebody looks: what comes before a definition, an item of a run that is too short to fold. */
type Later =
  | { readonly kind: "before"; readonly place: Body }
  | { readonly kind: "ofRun"; readonly run: Run; readonly index: number };

/** An entry of a module: the section's key and the entry's index in it. */
export interface ModuleEntry {
  readonly key: number;
  readonly entry: number;
}

/** Keys of sections: the module, the runs that there is one of, then by the functions' places among the globals. */
const MODULE = 0;
const TYPES = 1;
const COMDATS = 2;
const GLOBALS = 3;
const GROUPS = 6;
const NAMED = 7;
const NODES = 8;
const FIRST_FUNCTION = 16;

/** Nodes that are looked at in one step. */
const STEP = 256;

/** One module's text. Numbers of the whole module are final once {@link number} has run. */
export class AssemblyModule {
  private readonly context: AssemblyPrinting;
  private readonly source: RunSource;
  private readonly slots: Slots;
  private readonly calls: CallIndex;
  private readonly bodies: ReadonlyMap<FunctionValue, Body>;
  /** Keys of the sections that begin with a function, by its number (reading gives those below zero that it adds). */
  private readonly keys = new Map<ValueId, number>();
  private recordPlaces: RecordPlaces | undefined;
  private open_: AssemblyFunction | undefined;
  private definitions: readonly TypeDefinition[] = [];
  private numbered = false;
  private parts = new Map<number, Part>();
  private items: (Item | Later)[] = [];
  private holders = new Map<number, number>();
  private index: BitIndex<ModuleEntry> | undefined;

  /** @param spaced whether an empty line is between this module and the one before it */
  constructor(
    readonly module: LoadedModule,
    private readonly fileName: string,
    private readonly spaced: boolean,
  ) {
    this.context = new AssemblyPrinting(module);
    this.context.nameGlobals();
    this.bodies = new Map(module.bodies.map((body) => [body.function, body]));
    module.globals.forEach(({ id }, index) => this.keys.set(id, FIRST_FUNCTION + index));
    this.slots = new Slots(module, this.context.numbering, (set) => {
      this.context.numberGroup(set);
    });
    this.calls = new CallIndex((id) => module.values.at(id)?.kind === "function");
    this.source = { module, context: this.context, places: () => (this.recordPlaces ??= new RecordPlaces(module)) };
    this.arrange();
  }

  get place(): BitRange {
    return this.module.place;
  }
  /**
   * Finds the types' order and gives all numbers, in the order of the reference; yields the share that is done, after each
   * function and within what is large.
   */
  *number(): Generator<number, void, undefined> {
    yield* atBeginning(this.slots.inSteps());
    this.definitions = yield* atBeginning(this.types());
    let bodies = 0;
    for (const global of this.module.globals) {
      if (global.kind !== "function") continue;
      const body = this.bodies.get(global);
      if (!body) this.slots.attached(global);
      else {
        const { body: read } = this.open(body);
        this.slots.body(read);
        this.calls.note(body, read);
        yield ++bodies / this.bodies.size;
      }
    }
    this.numbered = this.context.final = true;
    this.arrange();
  }

  /** The types' definitions. Rows that were asked for meanwhile have left a function open, whose values are in the way. */
  private *types(): Generator<void, readonly TypeDefinition[], undefined> {
    const walk = typeDefinitions(this.module, this.context);
    for (;;) {
      this.close();
      const step = walk.next();
      if (step.done) return step.value;
      yield;
    }
  }

  /** The function of a body, opened: the one that was open is closed. */
  open(place: Body): AssemblyFunction {
    if (this.open_?.place === place) return this.open_;
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
    return key === MODULE ? { kind: "module" } : (this.parts.get(key) ?? { kind: "module" });
  }
  itemCount(): number {
    return this.items.length;
  }
  /** An item as it is kept: what is printed later has no lines. */
  itemAt(index: number): Item | Later | undefined {
    return this.items[index];
  }
  item(index: number): Item | undefined {
    const item = this.items[index];
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
  /** Writes entry `index` of a section; of the module itself, an item that is no section. */
  write(key: number, index: number, writer: RowWriter): void {
    if (this.plain?.text !== writer.text) this.plain = { text: writer.text, sink: new PlainLinesSink(writer.text) };
    const { sink } = this.plain;
    const part = this.part(key);
    switch (part.kind) {
      case "module":
        this.writeItem(index, writer, sink);
        return;
      case "run":
        this.writeOfRun(part.run, index, writer, sink);
        return;
      case "definition": {
        const open = this.open(part.place);
        beginRows(open.startOf(index), writer);
        open.write(index, sink);
        endRows(writer);
      }
    }
  }
  /** The sink of the text that was written to last. */
  private plain: { readonly text: ByteText; readonly sink: PlainLinesSink } | undefined;

  private writeItem(index: number, writer: RowWriter, sink: PlainLinesSink): void {
    const item = this.items[index];
    switch (item?.kind) {
      case "before":
        beginRows(item.place.startBit, writer);
        this.writeBefore(item.place, sink);
        endRows(writer);
        return;
      case "ofRun":
        this.writeOfRun(item.run, item.index, writer, sink);
        return;
      case "lines":
        writeLines(item.startBit, item.lines, writer);
        return;
      case "part":
      case undefined:
        return;
    }
  }
  private writeOfRun(run: Run, index: number, writer: RowWriter, sink: PlainLinesSink): void {
    // What is outside of functions must not see the values of one that is open.
    this.close();
    beginRows(run.rangeOf(index)?.startBit ?? this.place.startBit, writer);
    run.write(index, sink);
    endRows(writer);
  }
  /** Where a section is among the module's items. */
  holder(key: number): number | undefined {
    return this.holders.get(key);
  }
  title(place: Body): string {
    return `define ${this.context.typeText(place.function.valueType)} ${this.context.globalName(place.function.id)}`;
  }

  /** Lays the items out: at first without what only numbering tells, then with it. */
  private arrange(): void {
    this.close();
    this.items = [];
    this.parts = new Map();
    this.holders = new Map();
    this.index = undefined;
    const { module } = this;
    if (this.spaced) this.blank();
    this.addLines(headLines(module, this.fileName).map((text) => headLine(text)));
    if (this.numbered) this.addRun(TYPES, typeRun(this.source, this.definitions), true);
    this.addRun(COMDATS, comdatRun(this.source, usedComdats(module)), false);
    this.arrangeGlobals();
    this.arrangeFunctions();
    if (!this.numbered) return;
    this.addRun(GROUPS, groupRun(this.source), true);
    this.addRun(NAMED, namedRun(this.source), true);
    this.addRun(NODES, nodeRun(this.source), true);
    this.addLines(this.summaryLines());
  }

  private arrangeGlobals(): void {
    const titles = { variable: "globals", alias: "aliases", ifunc: "ifuncs" } as const;
    for (const [index, kind] of (["variable", "alias", "ifunc"] as const).entries()) {
      const globals = this.module.globals.filter((g): g is GlobalVariable | IndirectGlobal => g.kind === kind);
      this.addRun(GLOBALS + index, globalRun(this.source, titles[kind], globals), true);
    }
  }

  /** Functions in the module's order: neighbouring declarations are a run. */
  private arrangeFunctions(): void {
    let declared: FunctionValue[] = [];
    const flush = (): void => {
      const [first] = declared;
      if (first) this.addRun(this.keyOf(first), declarationRun(this.source, declared), false);
      declared = [];
    };
    for (const global of this.module.globals) {
      if (global.kind !== "function") continue;
      const place = this.bodies.get(global);
      if (!place) {
        declared.push(global);
        continue;
      }
      flush();
      this.addDefinition(place);
    }
    flush();
  }
  private addDefinition(place: Body): void {
    this.items.push({ kind: "before", place });
    this.addPart(this.keyOf(place.function), { kind: "definition", place });
  }

  /** Adds a run: as a section that folds, or, if it is short, item by item. */
  private addRun(key: number, run: Run, spaced: boolean): void {
    if (run.count === 0) return;
    if (spaced) this.blank();
    if (run.count >= LEAST) this.addPart(key, { kind: "run", run });
    else {
      this.holders.set(key, this.items.length);
      for (let i = 0; i < run.count; i++) this.items.push({ kind: "ofRun", run, index: i });
    }
  }
  private addPart(key: number, part: Part): void {
    this.holders.set(key, this.items.length);
    this.parts.set(key, part);
    this.items.push({ kind: "part", key });
  }
  private blank(): void {
    this.addLines([assemblyLine([])]);
  }
  private addLines(lines: readonly Line[]): void {
    const { startBit } = this.place;
    for (const line of lines) this.items.push({ kind: "lines", startBit, endBit: startBit, lines: [line] });
  }
  private summaryLines(): readonly Line[] {
    const { summary: index, release, declared: globals, sourceFileName, hash } = this.module;
    if (!index) return [];
    const sink = new TextSink();
    printSummaryIndex(sink, { release, globals, sourceFileName, hash, index }, this.fileName);
    const lines = sink.take().split("\n").slice(0, -1);
    return lines.map((text) => assemblyLine(text === "" ? [] : [{ kind: "metadata", text }]));
  }

  /** Entries of a section; of a definition only once it is open. */
  count(key: number): number {
    const part = this.part(key);
    if (part.kind === "module") return this.items.length;
    return part.kind === "run" ? part.run.count : this.open(part.place).count;
  }
  /** @param paired whether tokens say which operand they show */
  entry(key: number, index: number, paired: boolean): LinesEntry | undefined {
    const part = this.part(key);
    switch (part.kind) {
      case "module":
        return undefined;
      case "run":
        // What is outside of functions must not see the values of one that is open.
        this.close();
        return index < part.run.count ? runEntry(part.run, index) : undefined;
      case "definition":
        return this.open(part.place).entry(index, paired);
    }
  }

  /** The entry that shows a bit of this module, or the nearest before it. */
  entryAt(bit: number): ModuleEntry {
    const body = this.module.bodyAround(bit);
    if (body) return { key: this.keyOf(body.function), entry: this.open(body).entryAt(bit) };
    this.index ??= new BitIndex(this.positioned());
    return this.index.at(bit) ?? { key: MODULE, entry: 0 };
  }
  /** The source of the instruction that a bit belongs to. */
  sourceAt(bit: number): SourceAnswer {
    const body = this.module.bodyAround(bit);
    const frames = body ? this.open(body).source(bit) : [];
    if (frames.length > 0) return { kind: "frames", frames };
    const described = this.module.metadata.named.some(({ name, nodes }) => name === "llvm.dbg.cu" && nodes.length > 0);
    return { kind: "none", why: described ? "instruction" : "module" };
  }
  /** The source of what an entry shows: an instruction, a function's head, or a node that has a line. */
  sourceOf({ key, entry }: ModuleEntry): readonly SourceFrame[] {
    const part = this.part(key);
    if (part.kind === "definition") return this.open(part.place).sourceOf(entry);
    const node = this.nodeAt(key, entry);
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
      const place = global.kind === "function" ? this.bodies.get(global) : undefined;
      if (!place) continue;
      const key = this.keyOf(place.function);
      for (const entry of this.open(place).entriesOf(matcher)) yield { key, entry };
      yield undefined;
    }
  }
  /** The metadata node that an entry defines. */
  private nodeAt(key: number, entry: number): MetadataId | undefined {
    if (key === NODES) return this.context.numbering.order[entry];
    const first = key === MODULE && !this.parts.has(NODES) ? this.holders.get(NODES) : undefined;
    return first === undefined || entry < first ? undefined : this.context.numbering.order[entry - first];
  }
  /** What the module's sections and items show of the module's own records. */
  private *positioned(): Generator<{ range: BitRange; place: ModuleEntry }, void, undefined> {
    for (const [index, item] of this.items.entries()) {
      const part = item.kind === "part" ? this.part(item.key) : undefined;
      const range = item.kind === "ofRun" ? item.run.rangeOf(item.index) : undefined;
      if (range) yield { range, place: { key: MODULE, entry: index } };
      else if (item.kind === "part" && part?.kind === "run") yield* positionedRun(part.run, item.key);
    }
  }

  /** Where a symbol is defined. */
  locate(symbol: SymbolId): ModuleEntry | undefined {
    const local = /^f(-?\d+)\/(.*)$/s.exec(symbol);
    if (local) return this.locateLocal(Number(local[1]), local[2] ?? "");
    if (symbol.startsWith("!")) {
      const number = this.context.numbering.numberOf(Number(symbol.slice(1)));
      return number === undefined ? undefined : this.inRun(NODES, number);
    }
    if (symbol.startsWith("#")) return this.inRun(GROUPS, Number(symbol.slice(1)));
    if (symbol.startsWith("type ")) {
      const index = this.definitions.findIndex(({ name }) => `type ${name}` === symbol);
      return index < 0 ? undefined : this.inRun(TYPES, index);
    }
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
    const global = globals.find((g) => this.context.globalName(g.id) === symbol);
    if (!global) return undefined;
    if (global.kind === "function" && this.bodies.has(global)) return { key: this.keyOf(global), entry: 0 };
    if (global.kind === "function") return this.locateDeclaration(global);
    const kinds = ["variable", "alias", "ifunc"];
    const same = globals.filter((g) => g.kind === global.kind);
    return this.inRun(GLOBALS + kinds.indexOf(global.kind), same.indexOf(global));
  }
  /** A declaration is in the run that begins with the first one after the last definition before it. */
  private locateDeclaration(global: FunctionValue): ModuleEntry | undefined {
    const functions = this.module.globals.filter((g) => g.kind === "function");
    const at = functions.indexOf(global);
    let first = at;
    for (let before = functions[first - 1]; before && !this.bodies.has(before); before = functions[first - 1]) first--;
    const begin = functions[first];
    return begin && this.inRun(this.keyOf(begin), at - first);
  }
  /** Item `index` of a run, which is a section of its own or lies among the module's items. */
  private inRun(key: number, index: number): ModuleEntry | undefined {
    if (this.parts.has(key)) return { key, entry: index };
    const from = this.holders.get(key);
    return from === undefined ? undefined : { key: MODULE, entry: from + index };
  }
  private functionOf(symbol: SymbolId): FunctionValue | undefined {
    if (!symbol.startsWith("@")) return undefined;
    const global = this.module.globals.find((g) => this.context.globalName(g.id) === symbol);
    return global?.kind === "function" ? global : undefined;
  }
  /** What a function is; its body is read for that. */
  functionFacts(symbol: SymbolId): FunctionFacts | undefined {
    const global = this.functionOf(symbol);
    return global && factsOf(global, this.context, this.noted(global));
  }
  /** Calls of a function and from it, as far as functions have been read. */
  functionCalls(symbol: SymbolId): FunctionCalls | undefined {
    const global = this.functionOf(symbol);
    if (!global) return undefined;
    const noted = this.noted(global);
    return { ...this.calls.named(global.id, noted, (id) => this.context.globalName(id)), complete: this.numbered };
  }
  private noted(global: FunctionValue): BodyCalls | undefined {
    const place = this.bodies.get(global);
    return place && this.calls.note(place, this.open(place).body);
  }
  /** The section that all names of a symbol are in, where it is a function's. */
  scope(symbol: SymbolId): number | undefined {
    const local = /^f(-?\d+)\//.exec(symbol);
    return local ? this.keys.get(Number(local[1])) : undefined;
  }
  private keyOf({ id }: FunctionValue): number {
    return this.keys.get(id) ?? MODULE;
  }
}

/** Steps of work of which no share is told. */
function* atBeginning<T>(work: Generator<void, T, undefined>): Generator<number, T, undefined> {
  let step = work.next();
  for (; !step.done; step = work.next()) yield 0;
  return step.value;
}

/** A line of a module's head. */
export function headLine(text: string): Line {
  return assemblyLine(text === "" ? [] : [{ kind: text.startsWith(";") ? "comment" : "keyword", text }]);
}

function* positionedRun(run: Run, key: number): Generator<{ range: BitRange; place: ModuleEntry }, void, undefined> {
  for (let entry = 0; entry < run.count; entry++) {
    const range = run.rangeOf(entry);
    if (range) yield { range, place: { key, entry } };
  }
}
