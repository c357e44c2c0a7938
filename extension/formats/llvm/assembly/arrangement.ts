/** The assembly of a file: its modules one after another, each a section whose lines, unfolded, are the text. */
import type { Arrangement } from "../../../document/arrangement";
import type { FunctionCalls, FunctionFacts } from "../../../document/hover";
import type { Entry, EntryPage, ListingOptions, Place, Section, SectionId } from "../../../document/section";
import type { SourceAnswer, SourceFile, SourceFrame } from "../../../document/sourceLocation";
import type { SymbolId } from "../../../document/token";
import type { AssemblyModule, ModuleEntry } from "./module";

/** Section ids of one module: its keys, which are less than this. */
const STRIDE = 2 ** 32;
/** About as many bits make an entry of a function: an estimate until it is read. */
const BITS_PER_ENTRY = 64;

/** Makes modules when they are asked for. */
export interface AssemblyModules {
  readonly count: number;
  module(index: number): AssemblyModule;
}

export class LlvmAssembly implements Arrangement {
  private numbered = 0;
  constructor(private readonly modules: AssemblyModules) {}

  private split(id: SectionId): { module: AssemblyModule; index: number; key: number } {
    const index = Math.floor(id / STRIDE);
    return { module: this.modules.module(index), index, key: id % STRIDE };
  }
  private place(index: number, found: ModuleEntry | undefined): Place | undefined {
    return found && { section: index * STRIDE + found.key, entry: found.entry };
  }

  roots(): readonly SectionId[] {
    return Array.from({ length: this.modules.count }, (_, index) => index * STRIDE);
  }

  section(id: SectionId): Section {
    const { module, index, key } = this.split(id);
    const part = module.part(key);
    const parent = key === 0 ? undefined : index * STRIDE;
    switch (part.kind) {
      case "module": {
        const { startBit, endBit } = module.place;
        const entryCount = module.itemCount();
        const title = this.modules.count > 1 ? `module ${index}` : "module";
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
      if (this.modules.module(index).place.startBit <= bit) nearest = index;
    return nearest;
  }
  placeOf(bit: number): Place | undefined {
    const nearest = this.nearest(bit);
    return this.modules.count === 0 ? undefined : this.place(nearest, this.modules.module(nearest).entryAt(bit));
  }
  source(bit: number): SourceAnswer {
    if (this.modules.count === 0) return { kind: "none", why: "module" };
    return this.modules.module(this.nearest(bit)).sourceAt(bit);
  }
  *sourceFiles(): Generator<SourceFile | undefined, void, undefined> {
    for (let index = 0; index < this.modules.count; index++) yield* this.modules.module(index).sourceFiles();
  }
  *entriesOfSource(isFile: (file: SourceFile) => boolean, line: number): Generator<Place | undefined, void, undefined> {
    for (let index = 0; index < this.modules.count; index++)
      for (const found of this.modules.module(index).entriesOfSource(isFile, line)) yield this.place(index, found);
  }
  functionFacts(symbol: SymbolId): FunctionFacts | undefined {
    return this.firstOf((module) => module.functionFacts(symbol));
  }
  functionCalls(symbol: SymbolId): FunctionCalls | undefined {
    return this.firstOf((module) => module.functionCalls(symbol));
  }
  private firstOf<T>(ask: (module: AssemblyModule) => T | undefined): T | undefined {
    for (let index = 0; index < this.modules.count; index++) {
      const found = ask(this.modules.module(index));
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
      const found = this.modules.module(index).locate(symbol);
      if (found) return this.place(index, found);
    }
    return undefined;
  }
  scope(symbol: SymbolId): SectionId | undefined {
    const key = this.modules.count === 1 ? this.modules.module(0).scope(symbol) : undefined;
    return key === undefined ? undefined : key;
  }

  *background(): Generator<void, void, undefined> {
    for (let index = 0; index < this.modules.count; index++) {
      yield* this.modules.module(index).number();
      this.numbered++;
    }
  }
  revision(): number {
    return this.numbered;
  }
}
