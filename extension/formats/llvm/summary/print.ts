/** Prints a summary index as llvm-dis does, `^0 = module: (…)`. Source: AssemblyWriter::printModuleSummaryIndex. */
import type { ValueId } from "../ir/ids";
import type { Sink } from "../../../document/sink";
import { escaped } from "../ir/escape";
import type { Release } from "../ir/releases";
import { limitsOf } from "../release/limits";
import type { GlobalValue } from "../ir/values";
import { md5Low64 } from "../ir/md5";
import type { Summary, SummaryIndex } from "./model";
import { SummaryText } from "./text";
import { typeIdText } from "./typeIdText";

/** The module whose summaries are printed. */
export interface SummarizedSource {
  readonly release: Release;
  readonly declared: Iterable<GlobalValue> & { readonly length: number };
  readonly sourceFileName: string | undefined;
  /** The HASH of MODULE_BLOCK. */
  readonly hash: readonly number[];
  /** The GUIDs of GUIDLIST, by value; 0 where the file assigns none. */
  readonly assignedGuids: readonly bigint[];
  /** Undefined if the module has no index. */
  readonly summary: SummaryIndex | undefined;
}

/** A value of the index: its GUID, and its name if the module has it. */
interface Entry {
  readonly guid: bigint;
  readonly name: string;
  readonly summaries: Summary[];
}

const LOCAL = new Set(["internal", "private"]);

/**
 * The identifier whose digest is a value's GUID; for local values it includes the source file
 * (GlobalValue::getGlobalIdentifier).
 */
export function globalIdentifier(name: string, local: boolean, sourceFileName: string, release: Release): string {
  const plain = name.startsWith("\x01") ? name.slice(1) : name;
  if (!local) return plain;
  return `${sourceFileName === "" ? "<unknown>" : sourceFileName}${release >= 18 ? ";" : ":"}${plain}`;
}

/** The first release that reads the GUIDs which a file assigns. */
const ASSIGNED_GUIDS: Release = 23;

/** Numbers modules, values and type ids, then prints them. */
class IndexPrinter {
  private readonly entries = new Map<bigint, Entry>();
  private readonly guids: Map<ValueId, bigint>;
  private readonly moduleSlots = new Map<number | undefined, number>();
  private readonly guidSlots = new Map<bigint, number>();
  private readonly typeIdSlots = new Map<string, number>();
  private readonly typeIdSlotsByGuid = new Map<bigint, number[]>();
  private readonly text: SummaryText;
  private readonly modules: readonly {
    readonly id: number | undefined;
    readonly path: string;
    readonly hash: readonly number[];
  }[];

  constructor(
    private readonly sink: Sink,
    private readonly source: SummarizedSource,
    private readonly index: SummaryIndex,
    fileName: string,
  ) {
    const { declared: globals } = source;
    this.guids = new Map(index.guids);
    for (const global of globals) this.addGlobal(global);
    for (const guid of index.guids.values()) this.entry(guid, "");
    for (const summary of index.summaries) this.entry(this.guid(summary.value), "").summaries.push(summary);
    const own = globals.length > 0 || source.sourceFileName !== undefined;
    const listed = index.modules.map(({ id, path, hash }) => ({ id, path, hash }));
    this.modules = own ? [...listed, { id: undefined, path: fileName, hash: source.hash }] : listed;
    this.text = new SummaryText({
      release: source.release,
      slotOf: (value) => this.guidSlots.get(this.guid(value)),
      moduleSlot: (module) => this.moduleSlots.get(module) ?? -1,
      typeIdSlots: (guid) => this.typeIdsOf(guid),
      hasSummary: (value, module) => this.entry(this.guid(value), "").summaries.some((s) => s.module === module),
    });
  }

  private addGlobal(global: GlobalValue): void {
    if (global.kind === "ifunc") return;
    const { sourceFileName, release } = this.source;
    const identifier = globalIdentifier(global.name, LOCAL.has(global.linkage), sourceFileName ?? "", release);
    const assigned = release >= ASSIGNED_GUIDS ? this.source.assignedGuids[global.id] : undefined;
    const guid = assigned === undefined || assigned === 0n ? md5Low64(identifier) : assigned;
    this.guids.set(global.id, guid);
    this.entry(guid, global.name);
  }
  private entry(guid: bigint, name: string): Entry {
    let entry = this.entries.get(guid);
    if (!entry) this.entries.set(guid, (entry = { guid, name, summaries: [] }));
    return entry;
  }
  private guid(value: ValueId): bigint {
    return this.guids.get(value) ?? 0n;
  }
  private typeIdsOf(guid: bigint): readonly number[] {
    return this.typeIdSlotsByGuid.get(guid) ?? [];
  }

  /** Prints all, and yields after each part. */
  *print(): Generator<void, void, undefined> {
    const { index, sink } = this;
    const { release } = this.source;
    const sorted = [...this.entries.values()].sort((a, b) => (a.guid < b.guid ? -1 : 1));
    const typeIds = index.typeIds
      .map((typeId) => ({ typeId, guid: md5Low64(typeId.name) }))
      .sort((a, b) => (a.guid < b.guid ? -1 : a.guid > b.guid ? 1 : 0));
    const vtables = [...index.vtables].sort(([a], [b]) => (a < b ? -1 : 1));
    const modules = [...this.modules].sort((a, b) =>
      release >= 18 ? (a.path < b.path ? -1 : 1) : (a.id ?? 0) - (b.id ?? 0),
    );
    modules.forEach(({ id }, slot) => this.moduleSlots.set(id, slot));
    let next = modules.length;
    for (const { guid } of sorted) this.guidSlots.set(guid, next++);
    const firstVtable = next;
    next += vtables.length;
    // Before LLVM 18, a vtable's number replaces that of a value with the same GUID; in LLVM 9 the numbers of type ids
    // start where those of vtables do.
    if (release < VTABLE_SLOTS) vtables.forEach(([id], i) => this.guidSlots.set(md5Low64(id), firstVtable + i));
    if (release < 11) next = firstVtable;
    for (const { typeId, guid } of typeIds) {
      const slots = this.typeIdSlotsByGuid.get(guid);
      if (slots) slots.push(next);
      else this.typeIdSlotsByGuid.set(guid, [next]);
      this.typeIdSlots.set(typeId.name, next++);
    }
    sink.put("text", "\n");
    modules.forEach(({ path, hash }, slot) => {
      const shown = path === "" ? "[Regular LTO]" : escaped(path, release);
      sink.put("text", `^${slot} = module: (path: "${shown}", hash: (${hash.join(", ")}))\n`);
    });
    for (const entry of sorted) yield* this.printEntry(entry);
    for (const { typeId, guid } of typeIds) {
      const slot = this.typeIdSlots.get(typeId.name) ?? 0;
      sink.put("text", `^${slot} = typeid: (name: "${typeId.name}", ${typeIdText(typeId)}) ; guid = ${guid}\n`);
    }
    vtables.forEach(([name, list], i) => {
      const parts = list.map(
        ({ offset, vtable }) => `(offset: ${offset}, ^${this.guidSlots.get(this.guid(vtable)) ?? -1})`,
      );
      const summary = `summary: (${parts.join(", ")})`;
      const head = `^${firstVtable + i} = typeidCompatibleVTable`;
      sink.put("text", `${head}: (name: "${name}", ${summary}) ; guid = ${md5Low64(name)}\n`);
    });
    this.printFlags(next);
  }

  /** Flags that are zero are omitted; before LLVM 10 neither flags nor a block count were printed. */
  private printFlags(slot: number): void {
    const { index } = this;
    const { release } = this.source;
    if (release < 11) return;
    let next = slot;
    const flags = index.flags & limitsOf(release).indexFlags;
    if (flags !== 0) this.sink.put("text", `^${next++} = flags: ${flags}\n`);
    this.sink.put("text", `^${next} = blockcount: ${index.blockCount}\n`);
  }

  private *printEntry({ guid, name, summaries }: Entry): Generator<void, void, undefined> {
    const { sink } = this;
    sink.put("text", `^${this.guidSlots.get(guid) ?? 0} = gv: (`);
    sink.put("text", name === "" ? `guid: ${guid}` : `name: "${name}"`);
    if (summaries.length > 0) sink.put("text", ", summaries: (");
    for (const [index, summary] of summaries.entries()) {
      if (index > 0) sink.put("text", ", ");
      sink.put("text", this.text.summary(summary));
      yield;
    }
    if (summaries.length > 0) sink.put("text", ")");
    sink.put("text", name === "" ? ")\n" : `) ; guid = ${guid}\n`);
  }
}

/** The first release in which the names of vtables have numbers of their own. */
const VTABLE_SLOTS = 18;

/**
 * Prints the index of a module that has one, preceded by an empty line, and yields now and then: one line may have all
 * summaries. `fileName` is printed as the path of the module itself.
 */
export function* printSummaryIndex(
  sink: Sink,
  source: SummarizedSource,
  fileName: string,
): Generator<void, void, undefined> {
  if (source.summary) yield* new IndexPrinter(sink, source, source.summary, fileName).print();
}
