/** The assembly of a file: its modules one after another, each a section whose lines, unfolded, are the text. */
import type { Arrangement } from "../../../document/arrangement";
import type { BitRange } from "../../../document/bits";
import type { FunctionCalls, FunctionFacts } from "../../../document/hover";
import type { Entry, EntryPage, ListingOptions, Place, Section, SectionId } from "../../../document/section";
import type { SourceAnswer, SourceFile, SourceFrame } from "../../../document/sourceLocation";
import type { SymbolId } from "../../../document/token";
import { LeastRecent } from "../../../kit/leastRecent";
import type { AssemblyModule, ModuleEntry } from "./module";

/** Section ids of one module: its keys, which are less than this. */
const STRIDE = 2 ** 32;
/** About as many bits make an entry of a function: an estimate until it is read. */
const BITS_PER_ENTRY = 64;

/** About as many bits make an item of a module: an estimate until it is opened. */
const BITS_PER_ITEM = 1024;
/** Modules of a file that are kept open: those that were looked at last. */
const KEPT = 4;

/** The modules of a file, opened when somebody looks at one. */
export interface AssemblyModules {
  readonly count: number;
  place(index: number): BitRange;
  /** Reads the module's tables. */
  open(index: number): AssemblyModule;
}

export class LlvmAssembly implements Arrangement {
  private readonly opened = new LeastRecent<number, AssemblyModule>(KEPT);
  /** Modules whose numbers have been found: one that is opened again gets them again. */
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

  private split(id: SectionId): { module: AssemblyModule; index: number; key: number } {
    const index = Math.floor(id / STRIDE);
    return { module: this.module(index), index, key: id % STRIDE };
  }
  private place(index: number, found: ModuleEntry | undefined): Place | undefined {
    return found && { section: index * STRIDE + found.key, entry: found.entry };
  }

  roots(): readonly SectionId[] {
    return Array.from({ length: this.modules.count }, (_, index) => index * STRIDE);
  }

  /** A module that nobody has looked at is as large as its bits make likely. */
  private unopened(index: number): Section {
    const { startBit, endBit } = this.modules.place(index);
    const entryCount = Math.max(2, Math.ceil((endBit - startBit) / BITS_PER_ITEM));
    const what = { id: index * STRIDE, parent: undefined, kind: "module", title: this.title(index) };
    return { ...what, startBit, endBit, entryCount, exact: false, foldedAtFirst: false };
  }
  private title(index: number): string {
    return this.modules.count > 1 ? `module ${index}` : "module";
  }

  section(id: SectionId): Section {
    if (id % STRIDE === 0 && this.modules.count > KEPT && !this.opened.has(id / STRIDE))
      return this.unopened(id / STRIDE);
    const { module, index, key } = this.split(id);
    const part = module.part(key);
    const parent = key === 0 ? undefined : index * STRIDE;
    switch (part.kind) {
      case "module": {
        const { startBit, endBit } = module.place;
        const entryCount = module.itemCount();
        const title = this.title(index);
        return { id, parent, kind: "module", title, startBit, endBit, entryCount, exact: true, foldedAtFirst: false };
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
  private item(module: AssemblyModule, index: number, at: number): Entry | undefined {
    const item = module.item(at);
    if (item?.kind !== "part") return item;
    const section = index * STRIDE + item.key;
    const { startBit, endBit } = this.section(section);
    return { kind: "section", section, startBit, endBit };
  }

  holder(section: SectionId): Place | undefined {
    const { module, index, key } = this.split(section);
    const entry = key === 0 ? undefined : module.holder(key);
    return entry === undefined ? undefined : { section: index * STRIDE, entry };
  }

  /** The module that holds a bit, or the nearest before it. */
  private nearest(bit: number): number {
    let nearest = 0;
    for (let index = 0; index < this.modules.count; index++)
      if (this.modules.place(index).startBit <= bit) nearest = index;
    return nearest;
  }
  placeOf(bit: number): Place | undefined {
    const nearest = this.nearest(bit);
    return this.modules.count === 0 ? undefined : this.place(nearest, this.module(nearest).entryAt(bit));
  }
  source(bit: number): SourceAnswer {
    if (this.modules.count === 0) return { kind: "none", why: "module" };
    return this.module(this.nearest(bit)).sourceAt(bit);
  }
  *sourceFiles(): Generator<SourceFile | undefined, void, undefined> {
    for (let index = 0; index < this.modules.count; index++) yield* this.module(index).sourceFiles();
  }
  *entriesOfSource(isFile: (file: SourceFile) => boolean, line: number): Generator<Place | undefined, void, undefined> {
    for (let index = 0; index < this.modules.count; index++)
      for (const found of this.module(index).entriesOfSource(isFile, line)) yield this.place(index, found);
  }
  functionFacts(symbol: SymbolId): FunctionFacts | undefined {
    return this.firstOf((module) => module.functionFacts(symbol));
  }
  functionCalls(symbol: SymbolId): FunctionCalls | undefined {
    return this.firstOf((module) => module.functionCalls(symbol));
  }
  private firstOf<T>(ask: (module: AssemblyModule) => T | undefined): T | undefined {
    for (let index = 0; index < this.modules.count; index++) {
      const found = ask(this.module(index));
      if (found !== undefined) return found;
    }
    return undefined;
  }
  sourceOf({ section, entry }: Place): readonly SourceFrame[] {
    const { module, key } = this.split(section);
    return module.sourceOf({ key, entry });
  }
  locate(symbol: SymbolId): Place | undefined {
    for (let index = 0; index < this.modules.count; index++) {
      const found = this.module(index).locate(symbol);
      if (found) return this.place(index, found);
    }
    return undefined;
  }
  scope(symbol: SymbolId): SectionId | undefined {
    const key = this.modules.count === 1 ? this.module(0).scope(symbol) : undefined;
    return key === undefined ? undefined : key;
  }

  *background(): Generator<void, void, undefined> {
    for (let index = 0; index < this.modules.count; index++) {
      yield* this.module(index).number();
      this.numbered.add(index);
    }
  }
  revision(): number {
    return this.numbered.size;
  }
}
