/** The assembly of a file: its modules one after another, each a section. Its lines, unfolded, are the text. */
import type { Arrangement } from "../../../document/arrangement";
import type { BitRange } from "../../../document/bits";
import type { FunctionCalls, FunctionFacts } from "../../../document/hover";
import type { NameTaker } from "../../../document/nameTaker";
import type { RowWriter, WrittenPage } from "../../../document/rowWriter";
import type { Entry, EntryPage, ListingOptions, Place, Section, SectionId } from "../../../document/section";
import { NoSection } from "../../../document/section";
import type { SourceAnswer, SourceFile, SourceFrame } from "../../../document/sourceLocation";
import type { SymbolId } from "../../../document/token";
import { LeastRecent } from "../../../kit/leastRecent";
import type { ModuleEntry } from "./places";
import type { HeadLine } from "../print/head";
import { headEntry } from "./headEntry";
import type { AssemblyModule } from "./module";
import type { EntryOutput } from "./output";
import { NamesOutput, QuietOutput, TextOutput } from "./output";

/** The range of section ids of one module: its keys are less than this. */
const STRIDE = 2 ** 32;
/** Estimated bits per entry of a function, used until the function is read. */
const BITS_PER_ENTRY = 64;

/** Estimated bits per item of a module, used until the module is opened. */
const BITS_PER_ITEM = 1024;
/** The share of reading tables in the background work on a large module. */
const READING = 0.2;
/** The last line of a module's head while the rest is being read, and if it takes too much memory. */
const COMING = "; the rest is being read";
const TOO_LARGE = "; the rest would take more memory than bitscope.maxMemory allows; the records can be shown";
/** How many modules of a file stay open: the most recently used. */
const KEPT = 4;

/** The modules of a file, opened on demand. */
export interface AssemblyModules {
  readonly count: number;
  place(index: number): BitRange;
  /** Reads the module's tables. */
  open(index: number): AssemblyModule;
  /**
   * Like {@link open}, in steps, each of which yields the bit reached. Undefined for a module that takes too much memory:
   * it shows only its head.
   */
  openInSteps(index: number): Generator<number, AssemblyModule | undefined, undefined>;
  /**
   * The lines that a large module shows until its tables have been read in the background; undefined for a module that
   * is read at once.
   */
  readonly head: ((index: number) => readonly HeadLine[] | undefined) | undefined;
  /** Prepares what hover cards need, in steps; undefined if nobody asks for cards. */
  readonly explanations: (() => Generator<void, void, undefined>) | undefined;
}

/** The assembly of a file as an arrangement. */
export class LlvmAssembly implements Arrangement {
  readonly noisy = true;
  private readonly opened = new LeastRecent<number, AssemblyModule>(KEPT);
  /** Modules whose numbers have been found; if one is opened again, it is numbered again. */
  private readonly numbered = new Set<number>();
  constructor(private readonly modules: AssemblyModules) {}

  private module(index: number): AssemblyModule {
    return this.opened.of(index, () => {
      const module = this.modules.open(index);
      const numbers = this.numbered.has(index) ? module.number() : undefined;
      while (numbers?.next().done === false);
      return module;
    });
  }

  /** The head of a module, if only that is shown because its tables have not been read. */
  private headOf(index: number): readonly HeadLine[] | undefined {
    if (this.read.has(index)) return undefined;
    const head = this.heads.get(index) ?? this.modules.head?.(index);
    if (head) this.heads.set(index, head);
    else this.read.add(index);
    return head;
  }
  private readonly heads = new Map<number, readonly HeadLine[]>();
  /** Modules whose tables have been read, or that never show only their head. */
  private readonly read = new Set<number>();
  /** Modules that take too much memory to show more than their head. */
  private readonly tooLarge = new Set<number>();
  private headEntries(head: readonly HeadLine[], index: number, from: number, count: number): EntryPage {
    const { startBit } = this.modules.place(index);
    const last = this.tooLarge.has(index) ? TOO_LARGE : COMING;
    const lines: readonly HeadLine[] = [...head, { text: "" }, { text: last }];
    const entries = lines.slice(from, from + count).map((line) => headEntry(line, startBit));
    return { from, entries, end: from + count >= lines.length };
  }
  private headSection(head: readonly HeadLine[], index: number): Section {
    return { ...this.unopened(index), entryCount: head.length + 2, exact: true };
  }

  /** The module of a section. @throws NoSection */
  private indexOf(id: SectionId): number {
    const index = Math.floor(id / STRIDE);
    if (index >= this.modules.count) throw new NoSection(id);
    return index;
  }
  private split(id: SectionId): { module: AssemblyModule; index: number; key: number } {
    const index = this.indexOf(id);
    return { module: this.module(index), index, key: id % STRIDE };
  }
  private place(index: number, found: ModuleEntry | undefined): Place | undefined {
    return found && { section: index * STRIDE + found.key, entry: found.entry };
  }

  roots(): readonly SectionId[] {
    return Array.from({ length: this.modules.count }, (_, index) => index * STRIDE);
  }

  /** A module that has not been opened; its size is estimated from its bits. */
  private unopened(index: number): Section {
    const { startBit, endBit } = this.modules.place(index);
    const entryCount = Math.max(2, Math.ceil((endBit - startBit) / BITS_PER_ITEM));
    const common = { id: index * STRIDE, parent: undefined, kind: "module", title: this.title(index) };
    return { ...common, startBit, endBit, entryCount, exact: false, foldedAtFirst: false };
  }
  private title(index: number): string {
    return this.modules.count > 1 ? `module ${index}` : "module";
  }

  section(id: SectionId): Section {
    const head = this.headOf(this.indexOf(id));
    if (head) return this.headSection(head, this.indexOf(id));
    if (id % STRIDE === 0 && this.modules.count > KEPT && !this.opened.has(id / STRIDE))
      return this.unopened(id / STRIDE);
    const { module, index, key } = this.split(id);
    const part = module.part(key);
    const parent = key === 0 ? undefined : index * STRIDE;
    switch (part.kind) {
      case "module": {
        const { startBit, endBit } = module.place;
        const entryCount = module.itemCount();
        const rowCount = Math.max(entryCount, Math.ceil((endBit - startBit) / BITS_PER_ENTRY));
        const common = { id, parent, kind: "module", title: this.title(index), startBit, endBit };
        return { ...common, entryCount, rowCount, exact: true, foldedAtFirst: false };
      }
      case "run": {
        const { title, count: entryCount, startBit, endBit } = part.run;
        return { id, parent, kind: title, title, startBit, endBit, entryCount, exact: true, foldedAtFirst: true };
      }
      case "definition": {
        const { startBit, endBit } = part.place;
        const entryCount = Math.max(2, Math.ceil((endBit - startBit) / BITS_PER_ENTRY));
        const title = module.title(part.place);
        return {
          id,
          parent,
          kind: "function",
          title,
          startBit,
          endBit,
          entryCount,
          exact: false,
          foldedAtFirst: false,
        };
      }
    }
  }

  entries(id: SectionId, from: number, count: number, { unpaired = false }: ListingOptions): EntryPage {
    const head = this.headOf(this.indexOf(id));
    if (head) return this.headEntries(head, this.indexOf(id), from, count);
    const { module, index, key } = this.split(id);
    const total = module.count(key);
    const to = Math.min(total, from + count);
    const entries: Entry[] = [];
    for (let i = from; i < to; i++) {
      const entry = key === 0 ? this.item(module, index, i) : module.entry(key, i, !unpaired);
      if (entry) entries.push(entry);
    }
    return { from, entries, end: to >= total };
  }
  readonly writesWithoutNoise = true;
  write(id: SectionId, from: number, count: number, options: ListingOptions, writer: RowWriter): WrittenPage {
    const { hidden = [] } = options;
    const output = hidden.length === 0 ? new TextOutput(writer) : new QuietOutput(writer, new Set(hidden));
    return this.output(id, from, count, output);
  }
  tellNames(id: SectionId, from: number, count: number, taker: NameTaker): WrittenPage {
    // With several modules, a name may be used in more than one of them and so has no scope.
    return this.output(id, from, count, new NamesOutput(taker, taker.locals || this.modules.count > 1));
  }
  private output(id: SectionId, from: number, count: number, output: EntryOutput): WrittenPage {
    const head = this.headOf(this.indexOf(id));
    if (head) return outputPage(this.headEntries(head, this.indexOf(id), from, count), output);
    const { module, index, key } = this.split(id);
    const total = module.count(key);
    for (let at = from; at < Math.min(total, from + count); at++) {
      const item = key === 0 ? module.itemAt(at) : undefined;
      if (item?.kind === "part")
        return { entries: at + 1 - from, section: index * STRIDE + item.key, end: at + 1 >= total };
      module.write(key, at, output);
      if (output.isFull) return { entries: at + 1 - from, section: undefined, end: at + 1 >= total };
    }
    return { entries: Math.max(0, Math.min(total - from, count)), section: undefined, end: from + count >= total };
  }
  private item(module: AssemblyModule, index: number, at: number): Entry | undefined {
    const item = module.item(at);
    if (item?.kind !== "part") return item;
    const section = index * STRIDE + item.key;
    const { startBit, endBit } = this.section(section);
    return { kind: "section", section, startBit, endBit };
  }

  holder(section: SectionId): Place | undefined {
    if (this.headOf(this.indexOf(section))) return undefined;
    const { module, index, key } = this.split(section);
    const entry = key === 0 ? undefined : module.holder(key);
    return entry === undefined ? undefined : { section: index * STRIDE, entry };
  }

  /** The module that contains a bit, or else the last one that starts before it. */
  private nearest(bit: number): number {
    let nearest = 0;
    for (let index = 0; index < this.modules.count; index++)
      if (this.modules.place(index).startBit <= bit) nearest = index;
    return nearest;
  }
  placeOf(bit: number): Place | undefined {
    const nearest = this.nearest(bit);
    if (this.modules.count > 0 && this.headOf(nearest)) return { section: nearest * STRIDE, entry: 0 };
    return this.modules.count === 0 ? undefined : this.place(nearest, this.module(nearest).entryAt(bit));
  }
  source(bit: number): SourceAnswer {
    if (this.modules.count === 0 || this.headOf(this.nearest(bit))) return { kind: "none", why: "module" };
    return this.module(this.nearest(bit)).sourceAt(bit);
  }
  *sourceFiles(): Generator<SourceFile | undefined, void, undefined> {
    for (let index = 0; index < this.modules.count; index++)
      if (!this.headOf(index)) yield* this.module(index).sourceFiles();
  }
  *entriesOfSource(isFile: (file: SourceFile) => boolean, line: number): Generator<Place | undefined, void, undefined> {
    for (let index = 0; index < this.modules.count; index++) {
      if (this.headOf(index)) continue;
      for (const found of this.module(index).entriesOfSource(isFile, line)) yield this.place(index, found);
    }
  }
  functionFacts(symbol: SymbolId): FunctionFacts | undefined {
    return this.firstOf((module) => module.functionFacts(symbol));
  }
  functionCalls(symbol: SymbolId): FunctionCalls | undefined {
    return this.firstOf((module) => module.functionCalls(symbol));
  }
  private firstOf<T>(ask: (module: AssemblyModule) => T | undefined): T | undefined {
    for (let index = 0; index < this.modules.count; index++) {
      const found = this.headOf(index) ? undefined : ask(this.module(index));
      if (found !== undefined) return found;
    }
    return undefined;
  }
  sourceOf({ section, entry }: Place): readonly SourceFrame[] {
    if (this.headOf(this.indexOf(section))) return [];
    const { module, key } = this.split(section);
    return module.sourceOf({ key, entry });
  }
  locate(symbol: SymbolId): Place | undefined {
    for (let index = 0; index < this.modules.count; index++) {
      const found = this.headOf(index) ? undefined : this.module(index).locate(symbol);
      if (found) return this.place(index, found);
    }
    return undefined;
  }
  scope(symbol: SymbolId): SectionId | undefined {
    const key = this.modules.count === 1 && !this.headOf(0) ? this.module(0).scope(symbol) : undefined;
    return key === undefined ? undefined : key;
  }

  naming(symbol: SymbolId): ((section: SectionId) => boolean) | undefined {
    // The only module, so that its keys are the ids of its sections.
    return this.modules.count === 1 && !this.headOf(0) ? this.module(0).naming(symbol) : undefined;
  }

  *background(): Generator<void, void, undefined> {
    for (let index = 0; index < this.modules.count; index++) {
      if (this.headOf(index)) yield* this.readInSteps(index);
      if (this.tooLarge.has(index)) continue;
      yield* this.numberInSteps(index);
      // Bodies may have told what changes the text before them: then the module is read again.
      if (this.module(index).module.isOutdated) {
        this.opened.set(index, this.modules.open(index));
        yield* this.numberInSteps(index);
      }
      this.numbered.add(index);
    }
    if (this.modules.explanations) yield* this.modules.explanations();
  }
  private *numberInSteps(index: number): Generator<void, void, undefined> {
    for (const share of this.module(index).number()) {
      this.done = READING + (1 - READING) * share;
      yield;
    }
  }
  private *readInSteps(index: number): Generator<void, void, undefined> {
    const { startBit, endBit } = this.modules.place(index);
    const work = this.modules.openInSteps(index);
    let step = work.next();
    for (; !step.done; step = work.next()) {
      this.done = (READING * (step.value - startBit)) / Math.max(1, endBit - startBit);
      yield;
    }
    if (step.value) {
      this.opened.set(index, step.value);
      this.read.add(index);
      this.heads.delete(index);
    } else this.tooLarge.add(index);
    this.readLater++;
    yield;
  }
  /** How many modules showed their heads first and have been read since, as far as they can be. */
  private readLater = 0;
  complete(): boolean {
    for (let index = 0; index < this.modules.count; index++)
      if (this.headOf(index) && !this.tooLarge.has(index)) return false;
    return true;
  }
  /** How much of the background work on the current module is done. */
  private done = 0;
  progress(): number {
    return Math.min(0.99, (this.numbered.size + this.done) / Math.max(1, this.modules.count));
  }
  revision(): number {
    return this.numbered.size + this.readLater;
  }
}

function outputPage({ entries, end }: EntryPage, output: EntryOutput): WrittenPage {
  for (const entry of entries) if (entry.kind === "lines") output.lines(entry.startBit, entry.lines);
  return { entries: entries.length, section: undefined, end };
}
