/** The sections of a `.pexe`: found when a walk reaches them, and remembered by their first bit. */
import type { SectionId } from "../../document/section";
import type { ByteWindow } from "../../document/window";
import { BitCursor } from "../bitstream/cursor";
import type { Block, BlockInfo, Checkpoint } from "../bitstream/reader";
import { BitstreamReader } from "../bitstream/reader";
import type { BlockPrinter } from "./blocks/printer";
import type { Header } from "./header";
import { BESIDE_RECORDS } from "./layout";
import type { Scope } from "./module";
import { EMPTY_SCOPE, ModuleTables } from "./module";
import type { Item } from "./output";
import { faultsOf, ItemWriter } from "./output";
import { SectionPages } from "./pages";
import type { BlockKind, Outcome } from "./section";
import { kindOf, SectionNode } from "./section";
import { BLOCK, BLOCK_NAMES, GLOBALVAR } from "./tables";
import type { WalkedSections } from "./walk";
import { Walk } from "./walk";

/** The section of the complete file: header, module, and bits after the module. */
export const FILE_SECTION = 0;
/** Bytes of functions' tables that are kept of any file, how many more for each of its bytes, and the most. */
const KEPT_ALWAYS = 4 << 20;
const KEPT_TIMES = 4;
const KEPT_MOST = 64 << 20;

/** The sections of a file, the walks over them, and the memory that their tables take. */
export class Sections implements WalkedSections {
  readonly tables = new ModuleTables();
  /** The module, if the file has one. */
  readonly module: SectionNode | undefined;
  /** The reference's message if the file does not begin with a module. */
  readonly fault: string | undefined;
  /** The abbreviations of the first BLOCKINFO, once a walk has passed it. */
  blockInfo: BlockInfo = new Map();
  /** The first bit of the first BLOCKINFO. */
  private infoBit: number | undefined;
  private readonly nodes: SectionNode[] = [];
  /**
   * Functions whose tables are kept, least recently walked first, with their bytes when another function was walked
   * next.
   */
  private readonly recent = new Map<SectionNode, number>();
  /** The function that was walked last. */
  private latest: SectionNode | undefined;
  /** The bytes of all kept tables. */
  private keptBytes = 0;
  /** The section whose faults were reported last, and its path. */
  private faulty: { readonly section: SectionNode; readonly path: readonly string[] } | undefined;
  /** Pages of the sections' items. */
  readonly pages = new SectionPages(this);

  constructor(
    readonly window: ByteWindow,
    readonly header: Header,
  ) {
    const reader = this.reader();
    const event = reader.position < this.endOfFile ? reader.next() : "end";
    const block = reader.block;
    if (event === "enterBlock" && block?.id === BLOCK.MODULE) {
      this.module = this.add(undefined, block, EMPTY_SCOPE, undefined, 0);
      this.module.endBit = this.endOfModule(block);
    } else if (event === "enterBlock") this.fault = "Module block expected at top-level, but not found";
    else if (event === "end") this.fault = "Expected 1 top level block in bitcode: Found:0";
    else this.fault = "Expected block, but not found";
  }

  /** Bits of the file. */
  get endOfFile(): number {
    return this.window.length * 8;
  }
  /** A section by its id; undefined for the file's own. */
  node(id: SectionId): SectionNode | undefined {
    return this.nodes[id - 1];
  }
  /** Titles of the sections around a section, outermost first, and its own. */
  pathOf(section: SectionNode): readonly string[] {
    const path: string[] = [];
    for (let at: SectionNode | undefined = section; at; at = at.parent) path.unshift(this.titleOf(at));
    return path;
  }
  /** A section's title: `function void @f0(i32 %p0)`. */
  titleOf(section: SectionNode): string {
    if (section.kind !== "function") return section.kind === "skipped" ? "abbreviations" : section.kind;
    const { functionId } = section;
    const type = functionId === undefined ? undefined : this.tables.functions[functionId]?.type;
    if (!type) return "function";
    const params = type.params.map((p, i) => `${p.name} %p${i}`).join(", ");
    return `function ${type.result.name} @f${functionId}(${params})`;
  }

  /** The nested section around a bit, if a walk has passed it and so knows its end. */
  passedAround(section: SectionNode, bit: number): SectionNode | undefined {
    const id = section.nestedUpTo(bit);
    const child = id === undefined ? undefined : this.node(id);
    return child?.outcome && bit < child.endBit ? child : undefined;
  }
  /** The section of a block that a walk has reached; always the same one. */
  child(parent: SectionNode, block: Block, printer: BlockPrinter): SectionNode {
    const known = parent.children.get(block.startBit);
    const found = known === undefined ? undefined : this.node(known);
    if (found) return found;
    const { scope } = printer;
    if (block.id === BLOCK.BLOCKINFO && parent.kind === "module") this.infoBit ??= block.startBit;
    const isBody = block.id === BLOCK.FUNCTION && parent.kind === "module";
    const body = scope.bodies < scope.definitions ? this.tables.definitions[scope.bodies] : undefined;
    return this.add(parent, block, scope, isBody ? body : parent.functionId, printer.constantCount);
  }
  private add(
    parent: SectionNode | undefined,
    block: Block,
    scope: Scope,
    functionId: number | undefined,
    constantsBefore: number,
  ): SectionNode {
    const kind: BlockKind = kindOf(parent, block, this.infoBit === block.startBit);
    const depth = parent ? parent.depth + 1 : 0;
    const id = this.nodes.length + 1;
    const node = new SectionNode(id, parent, kind, { ...block }, scope, depth, functionId, constantsBefore);
    this.nodes.push(node);
    parent?.nest(block.startBit, id);
    return node;
  }

  /** A reader at a checkpoint, with the abbreviations of BLOCKINFO. */
  readerAt(checkpoint: Checkpoint): BitstreamReader {
    const reader = this.reader();
    reader.restore({ ...checkpoint, blockInfo: this.blockInfo.size > 0 ? this.blockInfo : checkpoint.blockInfo });
    return reader;
  }
  private reader(): BitstreamReader {
    const { endByte, alignRecords } = this.header;
    return new BitstreamReader(this.window, { originByte: endByte, startBit: endByte * 8, alignRecords });
  }

  /** A walk from the last checkpoint up to an entry. */
  walk(section: SectionNode, out: ItemWriter, entry = 0): Walk {
    const from = section.lastWhere((checkpoint) => checkpoint.entry <= entry);
    if (section.kind === "function") this.keep(section);
    return new Walk(this, section, out, from);
  }
  /**
   * A silent walk from the last checkpoint up to a bit. Once it has stepped to a record, it knows what the record's
   * operands refer to.
   */
  beside(section: SectionNode, bit: number): Walk {
    const out = new ItemWriter(BESIDE_RECORDS, false);
    out.muted = true;
    return this.walk(section, out, section.lastWhere((c) => c.reader.bit <= bit).entry);
  }
  /** The section of a block; undefined if no walk has reached it. */
  of(block: Block): SectionNode | undefined {
    const { module } = this;
    if (block.startBit === module?.block.startBit) return module;
    const id = block.outer && this.of(block.outer)?.children.get(block.startBit);
    return id === undefined ? undefined : this.node(id);
  }
  /** A walk over a block that a reader has just entered, to find its outcome. */
  passing(section: SectionNode, reader: BitstreamReader): Walk {
    const out = new ItemWriter(BESIDE_RECORDS, false);
    out.muted = true;
    return new Walk(this, section, out, section.first, reader);
  }
  /**
   * Walks on to a section's end from the last walk's position, to find its definitions, messages and nested sections.
   */
  exhaust(section: SectionNode): void {
    const out = new ItemWriter(BESIDE_RECORDS, false);
    out.muted = true;
    this.walk(section, out, section.checked).finish();
  }
  /** Walks on without printing until `isFound`, or to the section's end. */
  seek(section: SectionNode, isFound: () => boolean): void {
    const out = new ItemWriter(BESIDE_RECORDS, false);
    out.isSkimming = true;
    const walk = this.walk(section, out, section.lastEntry);
    while (!isFound() && walk.step());
  }
  /** Reports the faults of the items that a walk has written, and returns the items. */
  report(section: SectionNode, out: ItemWriter): readonly Item[] {
    const items = out.take();
    if (out.index - items.length <= section.checked) section.checked = Math.max(section.checked, out.index);
    const faults = faultsOf(items);
    if (faults.length === 0) return items;
    // A section may have a fault in each of its records: all of them share its path.
    if (this.faulty?.section !== section) this.faulty = { section, path: this.pathOf(section) };
    for (const [bit, endBit, text] of faults) this.tables.report("invalid-ir", text, bit, endBit, this.faulty.path);
    return items;
  }

  /** Moves a reader to the end of a nested block, with `depth` blocks open. */
  leave(reader: BitstreamReader, child: SectionNode, depth: number): void {
    let { block } = reader;
    while (block && block.depth > depth) block = block.outer;
    reader.restore({ bit: child.endBit, block, blockInfo: this.blockInfo, setBlock: undefined });
  }

  /**
   * The bit after the end of a block that a reader has just entered. The reference ignores the length in the block's
   * header. We use it if what follows there confirms it, and read through the block otherwise.
   */
  endOf(reader: BitstreamReader, block: Block, limit: number, inModule: boolean): number {
    const start = reader.checkpoint();
    const depth = reader.depth - 1;
    const possible = block.endBit <= limit;
    let end = possible && (!inModule || this.isConfirmed(reader, limit)) ? block.endBit : undefined;
    reader.restore(start);
    if (end === undefined) {
      let event = reader.next();
      while (event !== "fault" && reader.depth > depth && reader.position <= limit) event = reader.next();
      if (event === "endBlock" && reader.depth === depth) end = reader.position;
    }
    return end ?? (possible && block.endBit > reader.startBit ? block.endBit : limit);
  }
  /** Whether what follows a block of the module can be there. */
  private isConfirmed(reader: BitstreamReader, limit: number): boolean {
    reader.skipBlock();
    switch (reader.next()) {
      case "endBlock":
        return reader.position === limit;
      case "enterBlock": {
        const next = reader.block;
        return next !== undefined && BLOCK_NAMES[next.id] !== undefined && next.endBit <= limit;
      }
      // Records come only before the functions, so a record after a skipped block confirms nothing.
      case "record":
      case "defineAbbrev":
      case "end":
      case "fault":
        return false;
    }
  }
  /** The module's end: where its header says if only zeros follow, else the file's end. */
  private endOfModule(block: Block): number {
    const end = this.endOfFile;
    if (block.endBit >= end || block.endBit + 2048 < end) return end;
    const rest = this.window.view(block.endBit / 8, end / 8);
    return rest.every((b) => b === 0) ? block.endBit : end;
  }

  /** The outcome of a long globals block, from its COUNT record. */
  countOnly(section: SectionNode): Outcome {
    const reader = this.readerAt(section.first.reader);
    for (let event = reader.next(); event === "record" || event === "defineAbbrev"; event = reader.next()) {
      if (event === "defineAbbrev") continue;
      const isCount = reader.record.code === GLOBALVAR.COUNT;
      const count = isCount ? reader.record.value(0) % 2 ** 32 : 0;
      return { globals: count, expectedGlobals: count };
    }
    return { globals: 0, expectedGlobals: 0 };
  }
  /** The abbreviation id at a bit; 0 past the end. */
  abbreviationIdAt(bit: number, width: number): number {
    const cursor = new BitCursor(this.window, this.header.endByte);
    cursor.seek(bit);
    return bit + width <= cursor.endBit ? cursor.fixed(width) : 0;
  }

  /** Bytes of the tables of all sections, about. */
  get residentBytes(): number {
    return this.nodes.reduce((sum, node) => sum + node.residentBytes, 0);
  }
  /** All sections found so far. */
  get all(): readonly SectionNode[] {
    return this.nodes;
  }
  /** Drops what walking can find again; a walk must then find the outcomes of nested blocks again. */
  private forget(node: SectionNode): void {
    node.forget();
    for (const id of node.children.values()) {
      const child = this.node(id);
      if (child) child.outcome = undefined;
    }
    this.recent.delete(node);
    this.pages.forget(node);
  }
  /** Keeps a function's tables, and drops those walked least recently if all together take too much. */
  private keep(section: SectionNode): void {
    // Tables grow during a walk: those of the previous function have their final size now.
    if (this.latest) this.count(this.latest);
    this.latest = section;
    this.count(section);
    const most = Math.min(KEPT_MOST, KEPT_ALWAYS + KEPT_TIMES * this.window.length);
    for (const [node, bytes] of this.recent) {
      if (this.keptBytes <= most || node === section) break;
      this.keptBytes -= bytes;
      this.forget(node);
    }
  }
  /** Makes a function the most recent one, with its present bytes. */
  private count(section: SectionNode): void {
    const bytes = section.residentBytes;
    this.keptBytes += bytes - (this.recent.get(section) ?? 0);
    this.recent.delete(section);
    this.recent.set(section, bytes);
  }
}
