/** An opened file: its frame and its tables, each read when first needed. */
import type { ProblemCode } from "../../../document/problem";
import type { ByteWindow } from "../../../document/window";
import type { Blob, LeafRecorder, TableSizes } from "../model/cursor";
import { MlirCursor } from "../model/cursor";
import { Damage, guarded } from "../model/damage";
import type { EntryCodec, OpName, Release, Tables } from "../model/module";
import { isReleased, releaseOf } from "../model/release";
import { SlotCache } from "../model/slots";
import type { AssemblyNode, AttributeNode, OpaqueNode, TypeNode } from "../model/node";
import { wrongClass } from "../properties/kinds";
import { quoted } from "../model/spelling";
import { EntryWriter } from "../model/entryWriter";
import type { WrongKind } from "./codes";
import { EntryCodes, kindDamage } from "./codes";
import type { DialectTable } from "./dialects";
import { noDialects, readDialects } from "./dialects";
import type { EntryTables } from "./entries";
import { EntryTable, readEntryOffsets } from "./entries";
import { isNewer, NoticeList } from "./notices";
import { ProblemList } from "./problems";
import { PropertyTable, readProperties } from "./properties";
import type { Resource, ResourceGroup } from "./resources";
import { readResources } from "./resources";
import type { Frame, SectionFrame } from "./sections";
import { readFrame, SectionKind, sectionPath } from "./sections";
import { readStrings, StringTable } from "./strings";

/** Most characters of an entry in a message. */
const MESSAGE_LENGTH = 200;
/** Decoded entries that are kept, as a power of two; the others are decoded again. */
const KEPT_NODES = 9;
/** Names of source files that are kept as literals, as a power of two. */
const KEPT_LITERALS = 6;

/** Reads an entry in its dialect's own encoding. */
type EntryReader<Node> = (cursor: MlirCursor, dialect: string, tables: Tables) => Node;

/** The tables of a file. Nothing here throws Damage: damage is collected in `problems`. */
export class Container implements Tables {
  readonly problems: ProblemList;
  readonly notices = new NoticeList();
  readonly frame: Frame;
  readonly strings: StringTable;
  readonly dialects: DialectTable = noDialects();
  private entryTables: EntryTables | undefined;
  private propertyTable: PropertyTable | undefined;
  private groups: readonly ResourceGroup[] | undefined;
  private entryCodes: EntryCodes | undefined;
  private handles: readonly Resource[] | undefined;
  private knownSizes: TableSizes | undefined;
  private knownRelease: Release | undefined;
  /** Whether the writer knew a dialect, by its name. */
  private readonly registered = new Map<string, boolean>();
  private readonly textScopes = new Map<string, number>();
  private readonly attributes = new SlotCache<AttributeNode>(KEPT_NODES);
  private readonly types = new SlotCache<TypeNode>(KEPT_NODES);
  private readonly literals = new SlotCache<string>(KEPT_LITERALS);
  /** First byte of the entries' data. */
  private readonly entriesByte: number;

  constructor(
    readonly window: ByteWindow,
    readonly codec: EntryCodec,
    private readonly hasDialect: (
      dialect: string,
      release: Release,
      producer: string,
      opNames: readonly OpName[],
    ) => boolean,
  ) {
    this.problems = new ProblemList(window.length, this.notices);
    this.frame = readFrame(window, this.problems);
    this.problems.newer = isNewer(this.frame.producer, this.frame.version);
    this.entriesByte = this.section(SectionKind.entries)?.dataByte ?? 0;
    this.strings = new StringTable(window);
    this.read(SectionKind.strings, (cursor) => {
      readStrings(cursor, this.strings);
    });
    this.read(SectionKind.dialects, (cursor) => {
      readDialects(cursor, this, this.dialects);
    });
  }

  get version(): number {
    return this.frame.version;
  }
  get producer(): string {
    return this.frame.producer;
  }
  get release(): Release {
    this.knownRelease ??= releaseOf(this.frame.producer, () => this.codes.newest);
    return this.knownRelease;
  }
  get sizes(): TableSizes {
    if (this.knownSizes) return this.knownSizes;
    const { attributes, types } = this.entries;
    this.knownSizes = { strings: this.strings.count, attributes: attributes.count, types: types.count };
    return this.knownSizes;
  }
  /** The section with this id; the first one if there are several. */
  section(id: number): SectionFrame | undefined {
    return this.frame.sections.find((s) => s.id === id && !s.ignored);
  }

  /** Runs a reader over a section's data; reports damage under the section's name. */
  private read(id: number, reader: (cursor: MlirCursor) => void): void {
    const section = this.section(id);
    if (!section) return;
    guarded(
      () => {
        const sizes = { strings: this.strings.count, attributes: 0, types: 0 };
        reader(new MlirCursor(this.window, section.dataByte, section.endByte, sizes));
      },
      (damage) => {
        this.problems.damage(damage, [sectionPath(id)]);
      },
    );
  }

  get entries(): EntryTables {
    if (this.entryTables) return this.entryTables;
    const tables = { attributes: new EntryTable(), types: new EntryTable() };
    const data = this.section(SectionKind.entries);
    const size = data ? data.endByte - data.dataByte : 0;
    this.read(SectionKind.entryOffsets, (cursor) => {
      readEntryOffsets(cursor, this.dialects.dialects.length, size, tables);
    });
    this.entryTables = tables;
    return tables;
  }
  get properties(): PropertyTable {
    if (this.propertyTable) return this.propertyTable;
    const table = new PropertyTable();
    this.read(SectionKind.properties, (cursor) => {
      readProperties(cursor, table);
    });
    this.propertyTable = table;
    return table;
  }
  get resources(): readonly ResourceGroup[] {
    if (this.groups) return this.groups;
    const groups: ResourceGroup[] = [];
    const data = this.section(SectionKind.resources);
    const context = {
      dialects: this.dialects.dialects.map((d) => d.name),
      producer: this.producer,
      string: (index: number) => this.string(index),
      report: (damage: Damage) => {
        this.problems.damage(damage, [sectionPath(SectionKind.resources)]);
      },
    };
    if (data)
      this.read(SectionKind.resourceOffsets, (cursor) => {
        readResources(cursor, { startByte: data.dataByte, endByte: data.endByte }, context, groups);
      });
    this.groups = groups;
    return groups;
  }

  /** The resources that DenseResource attributes number: those of dialects, in file order. */
  private get dialectResources(): readonly Resource[] {
    this.handles ??= this.resources.filter((g) => !g.external).flatMap((g) => g.entries);
    return this.handles;
  }
  /** A resource by its index over all dialect groups. */
  resource(resource: number): Resource | undefined {
    return this.dialectResources[resource];
  }
  resourceKey(resource: number): string {
    return this.resource(resource)?.key ?? "";
  }
  get resourceCount(): number {
    return this.dialectResources.length;
  }

  string(index: number): string {
    return this.strings.at(index);
  }
  stringValue(attribute: number): string {
    const node = this.attribute(attribute);
    return node.kind === "string" ? this.string(node.string) : "";
  }

  literal(attribute: number): string {
    const known = this.literals.get(attribute);
    if (known !== undefined) return known;
    const text = quoted(this.stringValue(attribute));
    if (text.length <= MESSAGE_LENGTH) this.literals.set(text, attribute);
    return text;
  }

  /** The position of an entry: bytes from the file's first byte. */
  entryPlace(table: EntryTable, index: number): Blob {
    return { startByte: this.entryStart(table, index), endByte: this.entryStart(table, index + 1) };
  }
  /** An entry's first byte; after the last entry, the end of the entries. */
  entryStart(table: EntryTable, index: number): number {
    return this.entriesByte + (table.starts[index] ?? 0);
  }
  dialectOf(table: EntryTable, index: number): string {
    return this.dialects.dialects[table.dialect(index)]?.name ?? "";
  }

  /** @param leaves records the entry's fields; the entry is then read again */
  attribute(index: number, leaves?: LeafRecorder): AttributeNode {
    const known = leaves ? undefined : this.attributes.get(index);
    if (known) return known;
    const node = this.decode("attribute", index, this.codec.decodeAttribute, leaves);
    this.attributes.set(node, index);
    this.checkKinds("attribute", index, this.codes.wrongInAttribute(node) ?? this.wrongIndices(node));
    this.checkAssembly("attribute", index, node);
    return node;
  }
  /** @param leaves records the entry's fields; the entry is then read again */
  type(index: number, leaves?: LeafRecorder): TypeNode {
    const known = leaves ? undefined : this.types.get(index);
    if (known) return known;
    const node = this.decode("type", index, this.codec.decodeType, leaves);
    this.types.set(node, index);
    this.checkKinds("type", index, this.codes.wrongInType(node, this.release));
    this.checkAssembly("type", index, node);
    return node;
  }

  isAtom(attribute: number): boolean {
    return this.codes.isAtom(attribute);
  }

  /** The codes of the entries. */
  get codes(): EntryCodes {
    this.entryCodes ??= new EntryCodes(this);
    return this.entryCodes;
  }

  /** Indices of sparse elements that are no integers. */
  private wrongIndices(node: AttributeNode | OpaqueNode): WrongKind | undefined {
    const isWrong = node.kind === "sparse" && wrongClass("n", node.indices, this) !== undefined;
    return isWrong ? { expected: "DenseIntElementsAttr", table: "attribute", index: node.indices } : undefined;
  }
  /** Reports a field that refers to an entry of the wrong kind; the entry is shown nevertheless. */
  private checkKinds(kind: "attribute" | "type", index: number, wrong: WrongKind | undefined): void {
    const key = index * 2 + (kind === "type" ? 1 : 0);
    if (!wrong || this.misfits.has(key)) return;
    this.misfits.add(key);
    // A message spells the entry referred to, which may have such a field too, and lead back to this one.
    this.unreported.push(() => {
      this.reportKind(kind, index, wrong);
    });
    if (this.isReporting) return;
    this.isReporting = true;
    try {
      for (let report = this.unreported.pop(); report; report = this.unreported.pop()) report();
    } finally {
      this.isReporting = false;
    }
  }
  /** Entries that refer to one of the wrong kind: twice the index, one more for a type. */
  private readonly misfits = new Set<number>();
  /** Reports that are still to be made. */
  private readonly unreported: (() => void)[] = [];
  private isReporting = false;
  private reportKind(kind: "attribute" | "type", index: number, wrong: WrongKind): void {
    const { startByte, endByte } = this.entryPlace(
      kind === "attribute" ? this.entries.attributes : this.entries.types,
      index,
    );
    const text = this.brief(wrong.table, wrong.index);
    const path = [sectionPath(SectionKind.entries), `${kind} ${index}`];
    this.problems.damage(kindDamage(wrong, text, startByte, endByte), path);
  }

  private brief(kind: "attribute" | "type", index: number): string {
    this.messages ??= new EntryWriter(this.codec, this);
    return this.messages.brief(kind, index, MESSAGE_LENGTH);
  }
  /** Spells entries for messages. */
  private messages: EntryWriter | undefined;
  isRegistered(dialect: string): boolean {
    let answer = this.registered.get(dialect);
    if (answer === undefined) {
      answer =
        !this.isForeign(dialect) && this.hasDialect(dialect, this.release, this.frame.producer, this.dialects.opNames);
      this.registered.set(dialect, answer);
    }
    return answer;
  }
  /** Whether the file marks all ops of a dialect as unknown to its writer. Official releases parse what they know. */
  private isForeign(dialect: string): boolean {
    if (isReleased(this.frame.producer)) return false;
    const ops = this.dialects.opNames.filter((op) => op.dialect === dialect);
    return ops.length > 0 && ops.every(({ registered }) => registered === false);
  }
  textScope(text: string, scope: number): number {
    const first = this.textScopes.get(text) ?? scope;
    this.textScopes.set(text, first);
    return first;
  }
  spelled(attribute: number): string {
    return this.brief("attribute", attribute);
  }

  /** Reports assembly that the reference would not accept; it is shown nevertheless. */
  private checkAssembly(kind: "attribute" | "type", index: number, node: AttributeNode | TypeNode): void {
    const fault = node.kind === "assembly" ? this.codec.assemblyFault(node, kind, this) : undefined;
    if (fault !== undefined) this.report(kind, index, fault);
  }

  report(kind: "attribute" | "type", index: number, message: string, code: ProblemCode = "bad-reference"): void {
    const { attributes, types } = this.entries;
    const { startByte, endByte } = this.entryPlace(kind === "attribute" ? attributes : types, index);
    this.problems.add(code, message, startByte, endByte, [sectionPath(SectionKind.entries), `${kind} ${index}`]);
  }

  private decode<Node extends AttributeNode | TypeNode>(
    kind: "attribute" | "type",
    index: number,
    read: EntryReader<Node>,
    leaves: LeafRecorder | undefined,
  ): Node | AssemblyNode | OpaqueNode {
    const table = kind === "attribute" ? this.entries.attributes : this.entries.types;
    const blob = this.entryPlace(table, index);
    try {
      const cursor = new MlirCursor(this.window, blob.startByte, blob.endByte, this.sizes, leaves);
      const node = this.readEntry(kind, index, cursor, read);
      if (node.kind === "opaque") this.notices.add("encoding", node.dialect, blob.startByte, blob.endByte);
      return node;
    } catch (thrown) {
      if (!(thrown instanceof Damage)) throw thrown;
      this.problems.damage(thrown, [sectionPath(SectionKind.entries), `${kind} ${index}`]);
      return { kind: "opaque", dialect: this.dialectOf(table, index), blob, damage: thrown.message };
    }
  }

  /**
   * Reads one entry with the codec's reader or as assembly; a recording cursor collects its fields.
   * @throws Damage also if bytes are left over
   */
  readEntry<Node extends AttributeNode | TypeNode>(
    kind: "attribute" | "type",
    index: number,
    cursor: MlirCursor,
    read: EntryReader<Node>,
  ): Node | AssemblyNode {
    const table = kind === "attribute" ? this.entries.attributes : this.entries.types;
    const dialect = this.dialectOf(table, index);
    const node =
      table.custom[index] === 1
        ? read(cursor, dialect, this)
        : { kind: "assembly" as const, dialect, text: cursor.cstring("assembly") };
    if (!cursor.atEnd) {
      const message = `unexpected trailing bytes after ${kind} entry`;
      throw new Damage("bad-encoding", message, cursor.position, cursor.endByte);
    }
    return node;
  }
}
