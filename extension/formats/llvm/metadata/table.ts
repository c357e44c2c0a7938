/**
 * The metadata of a module: reads METADATA, METADATA_KIND and attachment records, and returns nodes by id, decoded and
 * upgraded for the printing release. Format: docs/formats/llvm.md, "Metadata".
 */
import { MergedNodes } from "./mergedNodes";
import type { MetadataId, ValueId } from "../ir/ids";
import type { BitstreamReader } from "../../bitstream/reader";
import type { BitRecord } from "../../bitstream/record";
import type { Attachment, BranchProtection, DeviceAnnotation, Metadata, NamedMetadata } from "../ir/metadata";
import type { FunctionBody } from "../ir/function";
import type { Release } from "../ir/releases";
import type { FunctionMetadata, Location, MetadataExtent, MetadataReader } from "../ir/tables";
import { blockInSteps, readBlock, RecordFault } from "../stream/blocks";
import { Code } from "../spec/metadataCodes";
import type { MetadataModule } from "./moduleFacts";
import type { MetadataRecordView } from "./plan";
import { BodyDebugInfo } from "./bodyDebugInfo";
import { GlobalAttachments, NamedNodes } from "./gathered";
import { KindTable, MdKind } from "./kinds";
import { Layers } from "./layers";
import { FIRST_LOCATION } from "./locations";
import { isMadeLocation, UniquedLocations } from "./uniquedLocations";
import { NodeDecoder } from "./nodes";
import type { Layer } from "./store";
import { isNumbered, isTuple, isUnnumbered } from "./numbered";
import { OpenRecords } from "./openRecords";
import { OwnBlocks } from "./ownBlocks";
import { MetadataRecords } from "./records";
import { MetadataStore } from "./store";
import { upgradeModule } from "./moduleUpgrades";
import { NodeUpgrades } from "./upgrades";
import { allSteps } from "../../../kit/steps";

/** Metadata made by upgrades has odd negative ids; locations have even negative ids. */
const FIRST_EXTRA = -1;

/** The metadata table of one module. Its parts: numbers (layers), records (store), decoding (nodes), upgrades. */
export class MetadataTable implements MetadataReader {
  /** Named nodes in the order of the file and the text. Upgrades add and remove some. */
  readonly named: NamedMetadata[] = [];
  /**
   * Attachments from GLOBAL_DECL_ATTACHMENT records, and from upgrades (in old files, debug info refers to its variable
   * instead).
   */
  readonly globalAttachments = new Map<ValueId, readonly Attachment[]>();
  private readonly gathered = new NamedNodes(this.named);
  private readonly attached = new GlobalAttachments(this.globalAttachments);
  readonly store: MetadataStore;
  readonly upgrades: NodeUpgrades;
  private readonly kinds: KindTable;
  /** Metadata made by upgrades. It has no record, so it is stored decoded. */
  private readonly extra: Metadata[] = [];
  private readonly locations: UniquedLocations;
  private readonly layers = new Layers();
  private readonly decoder: NodeDecoder;
  private readonly records: MetadataRecords;
  private readonly merged: MergedNodes;

  constructor(private readonly host: MetadataModule) {
    this.merged = new MergedNodes(host);
    this.store = new MetadataStore(host.window);
    this.locations = new UniquedLocations(this.store, (id) => this.view(id));
    this.kinds = new KindTable(host.release);
    this.upgrades = new NodeUpgrades(this, host.release, host);
    this.records = new MetadataRecords(host, {
      store: this.store,
      kinds: this.kinds,
      named: this.gathered,
      attached: this.attached,
      noteOldLoopTag: () => {
        this.upgrades.loopHints.hasOldNames = true;
      },
      noteExpression: (version) => {
        this.upgrades.noteExpression(version);
      },
    });
    this.decoder = new NodeDecoder({
      release: host.release,
      store: this.store,
      typeOf: (id) => host.typeOf(id),
      resolve: (id, index) => this.resolve(id, index),
      make: (metadata) => this.make(metadata),
      typeReference: (id) => this.upgrades.typeReference(id),
      typeArray: (id) => this.upgrades.typeArray(id),
    });
  }

  private bodyDebugInfo: BodyDebugInfo | undefined;
  isInvalidIn(body: FunctionBody): boolean {
    const values = { at: (id: ValueId) => this.host.valueAt(id) };
    this.bodyDebugInfo ??= new BodyDebugInfo(this, values);
    return this.bodyDebugInfo.isInvalid(body);
  }
  isLocation(id: MetadataId): boolean {
    return this.locations.has(id);
  }
  /** The records by file index while a function is open. */
  get openRecords(): OpenRecords {
    return new OpenRecords(this.store, this.layers);
  }

  get furthestValue(): number {
    return this.records.furthestValue;
  }
  get isVerified(): boolean {
    return this.upgrades.isVerified;
  }
  get dropsDebugInfo(): boolean {
    return this.upgrades.dropsDebugInfo;
  }
  get hasChangedNodes(): boolean {
    return this.upgrades.hasChangedNodes;
  }
  get upgradesDeclares(): boolean {
    return this.upgrades.upgradesDeclares;
  }
  get hadRuntimeMarker(): boolean {
    return this.upgrades.hadRuntimeMarker;
  }
  get deviceAnnotations(): readonly DeviceAnnotation[] {
    return this.upgrades.deviceAnnotations;
  }
  get branchProtection(): BranchProtection | undefined {
    return this.upgrades.branchProtection;
  }
  get dropsSignatures(): boolean {
    return this.upgrades.dropsSignatures;
  }
  get release(): Release {
    return this.host.release;
  }

  /**
   * Reads a METADATA_BLOCK. A module has one, a function any number; only the module's is followed by upgrades of the
   * whole table, since these use named nodes and attachments of globals.
   */
  readBlock(reader: BitstreamReader, path: readonly string[]): void {
    allSteps(this.inSteps(reader, path));
  }
  *inSteps(reader: BitstreamReader, path: readonly string[]): Generator<void, void, undefined> {
    const { block } = reader;
    const start = block?.startBit ?? reader.startBit;
    const inFunction = path.length > 1;
    const known = this.layers.again(start, inFunction);
    if (known) {
      // Reading a function again must not change its metadata.
      if (known.resumeAt) reader.restore(known.resumeAt);
      else reader.skipBlock();
      if (inFunction) this.records.expectAgain(known);
      return;
    }
    const layer = this.layers.begin(start, this.store.size, inFunction);
    yield* blockInSteps(reader, this.host.problems, {
      path: [...path, "metadata"],
      record: (record) => {
        this.readRecord(record, layer, inFunction);
      },
    });
    const fault = this.records.endBlock();
    const { position } = reader;
    if (fault !== undefined)
      this.host.problems.add({ code: "bad-record", message: fault, startBit: position, endBit: position, path });
    this.attached.settle();
    if (reader.position !== block?.endBit || reader.depth !== block.depth - 1) layer.resumeAt = reader.checkpoint();
    if (inFunction) {
      this.upgrades.noteRead(layer.firstId);
      this.merged.findInFunction(layer.firstId, this.store.size);
      if (!this.host.literal) this.merged.add(this.locations.repeatedFrom(layer.firstId));
    } else {
      this.store.settle();
      this.ownBlocks.endBlock({ firstId: layer.firstId, position, path });
    }
  }
  private readonly ownBlocks = new OwnBlocks(({ firstId, position, path }) => {
    this.gathered.settle();
    this.dropMissing(position, path);
    if (this.store.size === firstId) return;
    this.merged.find({ store: this.store, decode: (id) => this.decode(id) }, this.named, this.globalAttachments);
    upgradeModule(this.upgrades, this.named, this.globalAttachments, firstId, this.host.findings);
    this.gathered.settle();
  });
  endModule(): void {
    this.ownBlocks.endModule();
  }

  /** Drops the nodes that a module's block names but does not define. The reference reads no body after one. */
  private dropMissing(bit: number, path: readonly string[]): void {
    const { moduleCount } = this.layers;
    const isMissing = [this.gathered, this.attached].map((lists) => lists.dropMissing(moduleCount)).includes(true);
    if (!isMissing || this.host.bodies() === 0) return;
    const message = "Invalid function metadata: incoming forward refs";
    this.host.problems.add({ code: "bad-reference", message, startBit: bit, endBit: bit, path });
  }

  /**
   * Reads only the named nodes of a module's METADATA_BLOCK. They come after all other nodes. METADATA_INDEX_OFFSET
   * [low 32 bits, high 32 bits] gives the bits from its own end to METADATA_INDEX, which is past those nodes.
   */
  readNames(reader: BitstreamReader, path: readonly string[]): void {
    readBlock(reader, this.host.problems, {
      path: [...path, "metadata"],
      record: (record) => {
        const code = this.records.codeOf(record);
        if (code === Code.NAME) this.records.name(record);
        else if (code === Code.NAMED_NODE) this.records.namedNode(record);
        else if (code === Code.INDEX_OFFSET)
          skipTo(reader, record.endBit + record.value(0) + record.value(1) * 2 ** 32);
      },
    });
  }

  /** Reads METADATA_KIND_BLOCK (LLVM 3.9); before, KIND records were in METADATA_BLOCK itself. */
  readKinds(reader: BitstreamReader, path: readonly string[]): void {
    readBlock(reader, this.host.problems, {
      path: [...path, "metadata kinds"],
      record: (record) => {
        this.records.kind(record);
      },
    });
  }

  /** Reads pairs [kind, node]. Leaves out an attachment that upgrades drop (such as a range without values). */
  readAttachments(record: BitRecord, from: number): readonly Attachment[] {
    const attachments: Attachment[] = [];
    for (let i = from; i + 1 < record.length; i += 2) {
      const kind = this.kinds.number(record.word(i));
      if (kind === undefined) throw new RecordFault("bad-record", "Invalid ID");
      const node = this.nodeOf(record.value(i + 1));
      if (node === undefined) throw new RecordFault("bad-reference", "Invalid metadata attachment");
      if (kind === MdKind.tbaa && this.host.findings.accessTagsAreInvalid) continue;
      const upgraded = this.upgrades.attachment(kind, node);
      if (upgraded !== undefined) attachments.push({ kind, node: upgraded });
    }
    return attachments;
  }

  firstIndexOf(blockBit: number): number | undefined {
    return this.layers.firstIndexOf(blockBit);
  }
  fileIndexOf(id: MetadataId): number | undefined {
    return id < 0 ? undefined : this.layers.indexOf(id);
  }
  bitOf(fileIndex: number): number | undefined {
    const id = fileIndex < this.layers.moduleCount ? fileIndex : this.layers.local(fileIndex);
    return id === undefined ? undefined : this.store.bitOf(id);
  }
  recordBitOf(id: MetadataId): number | undefined {
    return this.store.bitOf(id);
  }
  leaveFunction(): FunctionMetadata {
    return this.layers.leaveFunction();
  }
  enterAgain(function_: FunctionMetadata): void {
    this.layers.enterAgain(function_);
  }

  /** The module's entries come first, and their indices are their ids; most look-ups end here. */
  idOf(fileIndex: number): MetadataId | undefined {
    if (fileIndex < this.layers.moduleCount) return this.merged.of(fileIndex);
    const id = this.layers.local(fileIndex);
    return id === undefined ? undefined : this.functionNode(id);
  }
  operandOf(fileIndex: number): MetadataId | undefined {
    const id = fileIndex < this.host.window.length ? this.idOf(fileIndex) : this.tuple([]);
    return id === undefined || this.host.literal ? id : this.canonicalOperand(id);
  }
  private canonicalOperand(id: MetadataId): MetadataId {
    if (!isTuple(this.store.code(id)) || this.store.length(id) !== 1) return id;
    if (this.store.operand(id, 0) === 0) return this.tuple([]);
    const only = this.operandsOf(id)?.[0];
    const value = only === undefined ? undefined : this.node(only);
    return only !== undefined && value?.kind === "value" && this.host.isConstant(value.value) ? only : id;
  }
  nodeOf(fileIndex: number): MetadataId | undefined {
    const id = this.idOf(fileIndex);
    return id === undefined || this.store.isLeaf(id) ? undefined : id;
  }
  /** The node that an index means in the record of `id`: one of the module, or of the record's function. */
  private resolve(id: MetadataId, index: number): MetadataId | undefined {
    if (index < this.layers.moduleCount) return this.merged.of(index);
    const target = id < this.layers.moduleCount ? undefined : this.layers.localOf(id, index);
    return target !== undefined && target < this.store.size ? this.oneOf(target) : undefined;
  }

  /** The node of a function's entry. Those of LLVM 3.5 that contain no value are all the same empty tuple. */
  private functionNode(id: MetadataId): MetadataId {
    const dropped = this.store.code(id) === Code.OLD_FN_NODE && this.decode(id)?.kind === "tuple";
    return dropped ? this.upgrades.tuple([]) : this.oneOf(id);
  }
  /** The node that stands for a function's node. */
  private oneOf(id: MetadataId): MetadataId {
    return this.upgrades.canonical(this.merged.of(id));
  }

  location(location: Location): MetadataId | undefined {
    // With the debug info, all locations are dropped.
    return this.upgrades.dropsDebugInfo ? undefined : this.locations.idOf(location);
  }
  uniquedLocation(id: MetadataId): Location | undefined {
    return this.locations.of(id);
  }

  wrappedValues(): readonly ValueId[] | undefined {
    const found = this.extra.flatMap((made) => (made.kind === "value" ? [made.value] : []));
    for (let id = 0; id < this.store.size; id++) {
      const code = this.store.code(id);
      if (code === Code.OLD_NODE || code === Code.OLD_FN_NODE) return undefined;
      if (code === Code.VALUE) found.push(this.store.operand(id, 1));
    }
    return found;
  }
  extent(): MetadataExtent {
    return { records: this.store.size, made: this.extra.length, locations: this.locations.count };
  }
  isWithin({ records, made, locations }: MetadataExtent, id: MetadataId): boolean {
    if (id >= 0) return id < records;
    return isMadeLocation(id) ? FIRST_LOCATION - id < 2 * locations : FIRST_EXTRA - id < 2 * made;
  }

  /** The name of a kind by its number in the reference's context, to which a file's own numbers are mapped. */
  kindName(kind: number): string {
    return this.kinds.name(kind);
  }
  nameOfFileKind(number: number): string | undefined {
    const kind = this.kinds.number(number);
    return kind === undefined ? undefined : this.kinds.name(kind);
  }
  kindNumber(name: string): number {
    return this.kinds.numberNamed(name);
  }

  /** Nodes are decoded each time they are asked for: a large module has millions, of which a view shows a few. */
  node(id: MetadataId): Metadata | undefined {
    if (id >= 0) return id < this.store.size ? (this.upgrades.overridden(id) ?? this.decode(id)) : undefined;
    return isMadeLocation(id) ? this.locations.node(id) : this.extra[(FIRST_EXTRA - id) / 2];
  }

  operandsOf(id: MetadataId): readonly (MetadataId | undefined)[] | undefined {
    if (id >= 0 && id < this.store.size && !this.upgrades.overridden(id)) return this.decoder.operands(id);
    if (isMadeLocation(id)) return this.locations.operands(id);
    const node = this.node(id);
    return node?.kind === "tuple" || node?.kind === "record" ? node.operands : undefined;
  }

  has(id: MetadataId): boolean {
    return id < this.store.size;
  }
  isNode(id: MetadataId): boolean {
    if (id < 0) return isMadeLocation(id) || isNumbered(this.extra[(FIRST_EXTRA - id) / 2]);
    if (id >= this.store.size) return false;
    const overridden = this.upgrades.overridden(id);
    if (overridden) return isNumbered(overridden);
    const code = this.store.code(id);
    return code === Code.OLD_FN_NODE ? isNumbered(this.decode(id)) : !isUnnumbered(code);
  }

  /** Uniqued nodes with equal operands are the same, so the tuple that an upgrade needs may be one of the file. */
  tuple(operands: readonly (MetadataId | undefined)[]): MetadataId {
    return this.upgrades.tuple(operands);
  }
  /** Adds metadata that the file does not contain. */
  scopeList(id: MetadataId): MetadataId {
    return this.upgrades.scopeList(id);
  }
  make(metadata: Metadata): MetadataId {
    return FIRST_EXTRA - 2 * (this.extra.push(metadata) - 1);
  }

  /** A node as its record has it, without upgrades that replace nodes. */
  decode(id: MetadataId): Metadata | undefined {
    return this.decoder.decode(id);
  }
  /** The operands of a record, as decoders use them. */
  view(id: MetadataId): MetadataRecordView {
    return this.decoder.view(id);
  }

  /** Reads one record. A record that defines an entry gets the next id, even if it cannot be decoded later. */
  private readRecord(record: BitRecord, layer: Layer, inFunction: boolean): void {
    const before = this.store.size;
    this.records.read(record);
    this.layers.grow(layer, this.store.size - before, inFunction);
    this.records.checkLength(record);
    const code = this.records.codeOf(record);
    if (code === Code.VALUE) this.records.checkValue(record, inFunction);
    if (code === Code.OLD_NODE) this.records.checkOldNode(record);
    if (code === Code.ARG_LIST) this.checkArguments(record);
  }
  /** Checks that a list of arguments has nothing but values that are already defined. @throws {RecordFault} */
  private checkArguments(record: BitRecord): void {
    for (let i = 0; i < record.length; i++) {
      const id = this.idOf(record.word(i));
      if (id === undefined)
        throw new RecordFault("bad-reference", "Invalid record: DIArgList should not contain forward refs");
      if (this.store.code(id) !== Code.VALUE)
        throw new RecordFault("bad-reference", "Invalid record: an argument is no value");
    }
  }
}

/** Skips to METADATA_INDEX if it is at this bit. */
function skipTo(reader: BitstreamReader, bit: number): void {
  const before = reader.checkpoint();
  if (bit >= (before.block?.endBit ?? 0)) return;
  reader.restore({ ...before, bit });
  if (reader.next() !== "record" || reader.record.code !== Code.INDEX) reader.restore(before);
}
