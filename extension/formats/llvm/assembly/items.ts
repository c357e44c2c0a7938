/** The arrangement of a module's text: head, runs and functions, each with the key of its section. */
import type { Body } from "../ir/module";
import type { BitRange } from "../../../document/bits";
import { TextSink } from "../../../document/sink";
import type { Line, SymbolId } from "../../../document/token";
import { assemblyLine } from "../../../kit/lineSink";
import type { FunctionValue, GlobalVariable, IndirectGlobal } from "../ir/values";
import { comdatSymbol } from "../print/globals";
import { headLines } from "../print/head";
import { usedComdats } from "../print/order";
import type { TypeDefinition } from "../print/moduleTypes";
import { printSummaryIndex } from "../summary/print";
import { headEntry } from "./headEntry";
import type { ModuleEntry } from "./places";
import { BitIndex } from "./places";
import type { LinesEntry, Run } from "./run";
import { MIN_COUNTED } from "../../../kit/chunks";
import { allSteps } from "../../../kit/steps";
import type { RunSource } from "./runs";
import { assemblyRun, comdatRun, declarationRun, globalRun, groupRun, namedRun, nodeRun, typeRun } from "./runs";

/** A section of a module: the module itself, a run that can be folded, or a function's definition. */
export type Part = { readonly kind: "module" } | { readonly kind: "run"; readonly run: Run } | DefinitionPart;
interface DefinitionPart {
  readonly kind: "definition";
  readonly place: Body;
}

/** An item of the module's own section. */
export type Item = LinesEntry | { readonly kind: "part"; readonly key: number };

/**
 * Lines that are printed only when they are shown: those before a definition, or an item of a run that is too short to
 * fold.
 */
export type Later =
  | { readonly kind: "before"; readonly place: Body }
  | { readonly kind: "ofRun"; readonly run: Run; readonly index: number };

/** Keys of sections: the module, the runs that occur once, then functions by their index among the globals. */
export const MODULE = 0;
/** The run of the identified types. */
export const TYPES = 1;
const COMDATS = 2;
/** The key of the global variables; aliases and ifuncs follow. */
export const GLOBALS = 3;
/** The run of the attribute groups. */
export const GROUPS = 6;
const NAMED = 7;
/** The run of the numbered metadata nodes. */
export const NODES = 8;
const ASSEMBLY = 9;
/** The first key of a function. */
export const FIRST_FUNCTION = 16;

/** What is shown of the types until the functions that use them have been read. */
const COMING_TYPES = "; the types are being read";
/** Globals that are arranged in one step. */
const STEP = 256;

/** What the items are made from. */
export interface ItemSource {
  readonly source: RunSource;
  readonly fileName: string;
  /** The key of the section whose first function this is. */
  keyOf(function_: FunctionValue): number;
  /** The types in the text's order; undefined until all numbers are assigned. Several runs depend on them. */
  readonly definitions: readonly TypeDefinition[] | undefined;
}

/** The items of a module, first without those that depend on numbering, later with them. */
export class ModuleItems {
  private readonly parts = new Map<number, Part>();
  private readonly items: (Item | Later)[] = [];
  private readonly holders = new Map<number, number>();
  private indexes: { readonly own: BitIndex; readonly inBodies: BitIndex } | undefined;

  /** There are no items until {@link arrange} has run. */
  constructor(private readonly of: ItemSource) {}

  get count(): number {
    return this.items.length;
  }
  at(index: number): Item | Later | undefined {
    return this.items[index];
  }
  part(key: number): Part {
    return this.parts.get(key) ?? { kind: "module" };
  }
  /** The index of the item that shows a section, or the first item of a run that is too short to be a section. */
  holder(key: number): number | undefined {
    return this.holders.get(key);
  }
  /** The entry of item `index` of a run, which is a section or a part of the module's own items. */
  entryOf(key: number, index: number): ModuleEntry | undefined {
    if (this.parts.has(key)) return { key, entry: index };
    const from = this.holders.get(key);
    return from === undefined ? undefined : { key: MODULE, entry: from + index };
  }
  /** The entry that defines a comdat. */
  comdatEntry(symbol: SymbolId): ModuleEntry | undefined {
    const { module, context } = this.of.source;
    const index = usedComdats(module).findIndex((at) => {
      const comdat = module.comdats[at];
      return comdat !== undefined && comdatSymbol(comdat, context) === symbol;
    });
    return index < 0 ? undefined : this.entryOf(COMDATS, index);
  }
  /** The item of a run that an entry shows; undefined if it shows something else. */
  itemOf(run: number, { key, entry }: ModuleEntry): number | undefined {
    if (key === run) return entry;
    const first = key === MODULE && !this.parts.has(run) ? this.holders.get(run) : undefined;
    return first === undefined || entry < first ? undefined : entry - first;
  }
  /** The entry that shows the module's own record at a bit, or the last one before it. */
  entryAt(bit: number): ModuleEntry {
    return this.indexed().own.at(bit) ?? { key: MODULE, entry: 0 };
  }
  /**
   * The entry that shows the node of a function whose record starts last between two bits (both included); undefined if
   * none does.
   */
  nodeBetween(from: number, bit: number): ModuleEntry | undefined {
    return this.indexed().inBodies.at(bit, from);
  }
  /** The entries by their records: the module's own, and those of functions (their nodes). */
  private indexed(): { readonly own: BitIndex; readonly inBodies: BitIndex } {
    if (this.indexes) return this.indexes;
    const { bodies } = this.of.source.module;
    const indexes = { own: new BitIndex(), inBodies: new BitIndex() };
    for (const { startBit, ...entry } of this.positioned())
      (bodies.around(startBit) ? indexes.inBodies : indexes.own).add(startBit, entry);
    return (this.indexes = indexes);
  }
  private *positioned(): Generator<ModuleEntry & { startBit: number }, void, undefined> {
    for (const [index, item] of this.items.entries()) {
      const part = item.kind === "part" ? this.part(item.key) : undefined;
      const range = rangeOfItem(item);
      if (range) yield { startBit: range.startBit, key: MODULE, entry: index };
      else if (item.kind === "part" && part?.kind === "run") yield* positionedRun(part.run, item.key);
    }
  }

  /** Arranges the items, in steps. */
  *arrange(): Generator<void, void, undefined> {
    const { source, fileName, definitions } = this.of;
    const { module } = source;
    for (const line of headLines(module, fileName)) this.items.push(headEntry(line, module.place.startBit));
    this.addRun(ASSEMBLY, assemblyRun(source), true);
    if (definitions) this.addRun(TYPES, typeRun(source, definitions), true);
    else this.announceTypes();
    this.addRun(COMDATS, comdatRun(source, usedComdats(module)), false);
    yield;
    this.arrangeGlobals();
    yield* this.arrangeFunctions();
    if (!definitions) return;
    this.addRun(GROUPS, groupRun(source), true);
    this.addRun(NAMED, namedRun(source), true);
    this.addRun(NODES, nodeRun(source), true);
    this.addLines(this.summaryLines());
  }

  /** Adds a row in place of the folded types until their order is known, so that the rows after them do not move. */
  private announceTypes(): void {
    const { types, place } = this.of.source.module;
    const identified = types.filter((type) => type.kind === "struct" && type.identified);
    if (identified.length < MIN_COUNTED) return;
    this.blank();
    this.items.push(headEntry({ text: COMING_TYPES }, place.startBit));
  }
  private arrangeGlobals(): void {
    const { source } = this.of;
    const titles = { variable: "globals", alias: "aliases", ifunc: "ifuncs" } as const;
    for (const [index, kind] of (["variable", "alias", "ifunc"] as const).entries()) {
      const globals = source.module.globals.filter((g): g is GlobalVariable | IndirectGlobal => g.kind === kind);
      this.addRun(GLOBALS + index, globalRun(source, titles[kind], globals), true);
    }
  }

  /** Adds the functions in the module's order. Adjacent declarations form a run. */
  private *arrangeFunctions(): Generator<void, void, undefined> {
    const { source, keyOf } = this.of;
    const { bodies } = source.module;
    let declared: FunctionValue[] = [];
    const flush = (): void => {
      const [first] = declared;
      if (first) this.addRun(keyOf(first), declarationRun(source, declared), false);
      declared = [];
    };
    let passed = 0;
    for (const global of source.module.globals) {
      if (++passed % STEP === 0) yield;
      if (global.kind !== "function") continue;
      const place = bodies.ofGlobal(global);
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
    this.addPart(this.of.keyOf(place.function), { kind: "definition", place });
  }

  /** Adds a run, as a section that can be folded or, if it is short, item by item. */
  private addRun(key: number, run: Run, spaced: boolean): void {
    if (run.count === 0) return;
    if (spaced) this.blank();
    if (run.count >= MIN_COUNTED) this.addPart(key, { kind: "run", run });
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
    const { startBit } = this.of.source.module.place;
    for (const line of lines) this.items.push({ kind: "lines", startBit, endBit: startBit, lines: [line] });
  }
  private summaryLines(): readonly Line[] {
    const sink = new TextSink();
    allSteps(printSummaryIndex(sink, this.of.source.module, this.of.fileName));
    const lines = sink.take().split("\n").slice(0, -1);
    return lines.map((text) => assemblyLine(text === "" ? [] : [{ kind: "metadata", text }]));
  }
}

/** The record that an item shows alone. */
function rangeOfItem(item: Item | Later): BitRange | undefined {
  if (item.kind === "ofRun") return item.run.rangeOf(item.index);
  return item.kind === "lines" && item.lines[0]?.positionBit !== undefined ? item : undefined;
}

function* positionedRun(run: Run, key: number): Generator<ModuleEntry & { startBit: number }, void, undefined> {
  for (let entry = 0; entry < run.count; entry++) {
    const range = run.rangeOf(entry);
    if (range) yield { startBit: range.startBit, key, entry };
  }
}
