/** The attributes and properties of an op as names and values, independent of version and release. */
import type { Container } from "../container/container";
import { OpReferences } from "../ir/references";
import type { Numbering } from "../ir/numbering";
import { UNDEFINED_USE } from "../ir/numbering";
import type { NumberList, Op } from "../ir/op";
import type { RegionFrame } from "../ir/walker";
import type { LeafRecorder } from "../model/cursor";
import { MlirCursor, silent } from "../model/cursor";
import { Damage } from "../model/damage";
import { isReleased, RECORDS } from "../model/release";
import { SlotCache } from "../model/slots";
import type { NamedValue, OpName, PropertyCodec } from "../model/module";
import { isDialectOfMlir, sorted } from "../properties";
import { SectionKind, sectionPath } from "../container/sections";
import { branchFault, isBranch } from "../verify/branches";
import { DefinitionCheck } from "../verify/check";
import { PlaceCheck } from "../verify/nested";
import { PassedValues } from "../verify/passed";
import { StructureCheck } from "../verify/structure";
import { BodyCheck } from "./bodies";
import { integersOf } from "./integers";
import { LoneCheck } from "./loneCheck";
import { MemoizedMaps } from "./memoizedMaps";
import type { OpProperties, OpValues } from "./opValues";
import { SymbolCheck } from "./symbols";

const NOTHING: OpProperties = { kind: "named", values: [] };
/** Records of properties that are kept, as a power of two. */
const KEPT_RECORDS = 4;
const NO_NAME: OpName = { dialect: "", name: "", registered: false };

/** Looks up the attributes and properties of ops. */
export class OpReader {
  readonly definitions: DefinitionCheck;
  /** By op name: whether it opens a symbol table. */
  private readonly symbolTables: boolean[] = [];
  /** Records read last, by record and op name. */
  private readonly records = new SlotCache<OpProperties>(KEPT_RECORDS);
  /** The sizes in records of branches, by record and op name. */
  private readonly branchSizes = new SlotCache<readonly bigint[]>(KEPT_RECORDS);
  /** The printed numbers of all values, once they are known. */
  numbering: Numbering | undefined;
  /** Checks the entries that ops refer to. */
  readonly references: OpReferences;
  private readonly maps: MemoizedMaps;
  private readonly alone: LoneCheck;
  private readonly bodies: BodyCheck;
  private readonly symbols: SymbolCheck;
  constructor(
    readonly container: Container,
    readonly codec: PropertyCodec,
  ) {
    this.references = new OpReferences(container);
    this.maps = new MemoizedMaps(container, (op) => codec.knows(op));
    this.bodies = new BodyCheck(container);
    this.definitions = new DefinitionCheck(
      container,
      (op) => {
        const { properties } = this.values(op);
        // Which attributes an op has is not known if its record cannot be read.
        return properties.kind === "named" ? properties.values : undefined;
      },
      (value) => integersOf(value, container),
    );
    const { definitions } = this;
    const values = (op: Op): OpValues => this.values(op);
    const report = (op: Pick<Op, "startByte" | "endByte">, fault: string | undefined): void => {
      this.report(op, fault);
    };
    this.alone = new LoneCheck(container, { codec, definitions, values }, report);
    this.symbols = new SymbolCheck(container, values, report);
  }
  /** A visitor that checks the structure of the IR in one walk over it. */
  structureCheck(): StructureCheck {
    const { container, definitions } = this;
    return new StructureCheck(container, { definitions, isKnown: this.isKnown });
  }
  /**
   * A visitor that checks ops by their place, in one walk over the IR.
   * @param numbering the values, as far as they are known when an op is visited
   */
  placeCheck(numbering: Numbering): PlaceCheck {
    const { container, definitions, isKnown } = this;
    const isTable = (name: number): boolean => this.isSymbolTable(name);
    return new PlaceCheck(container, { definitions, numbering, isKnown, isTable, named: (op) => this.named(op) });
  }
  /** Whether the release knows ops of that name. */
  private readonly isKnown = (name: number): boolean =>
    this.codec.knows(this.container.dialects.opNames[name] ?? NO_NAME);
  /** Whether an op opens a symbol table in which the release's verifier finds names that are given twice. */
  private isSymbolTable(name: number): boolean {
    if (!this.definitions.known || name < 0) return false;
    return (this.symbolTables[name] ??= this.codec.isSymbolTable(this.container.dialects.opNames[name] ?? NO_NAME));
  }

  /**
   * A record of properties, as the op with that name reads it. Reports damage in it.
   * @param checked whether to check the attributes' classes; that can wait until they are printed
   * @param leaves records the record's fields; it is then read again
   */
  record(name: number, properties: number, checked = true, leaves?: LeafRecorder): OpProperties {
    // A record is read once for its fields, for the check of its op, and for its text.
    const known = leaves ? undefined : this.records.get(properties, name);
    if (known) return known;
    const read = this.readRecord(name, properties, checked, leaves);
    if (checked) this.records.set(read, properties, name);
    return read;
  }
  private readRecord(name: number, properties: number, checked: boolean, leaves?: LeafRecorder): OpProperties {
    const { container } = this;
    const op = container.dialects.opNames[name] ?? NO_NAME;
    const { startByte, endByte } = container.properties.at(properties);
    const unknown: OpProperties = { kind: "unknown", startByte, endByte };
    try {
      const cursor = new MlirCursor(container.window, startByte, endByte, container.sizes, leaves);
      const read = this.read(op, cursor, checked);
      if (!read) container.notices.add("properties", op.name, startByte, endByte);
      else if (read.kind === "attribute" && op.registered === true)
        container.notices.add("foreign", op.name, startByte, endByte);
      else if (read.kind === "named" && op.registered === false)
        container.notices.add("unregistered", op.name, startByte, endByte);
      else if (read.kind === "named" && read.values.length > 0 && this.codec.source.guessed)
        container.notices.add("guess", op.dialect, startByte, endByte);
      return read ?? unknown;
    } catch (thrown) {
      if (!(thrown instanceof Damage)) throw thrown;
      container.problems.damage(thrown, [sectionPath(SectionKind.properties), op.name]);
      return unknown;
    }
  }

  /**
   * The fields of a record. The record of an unregistered op, or of one that its dialect does not have, is one
   * attribute. Undefined: no table describes it. @throws Damage
   */
  read(op: OpName, cursor: MlirCursor, checked = true): OpProperties | undefined {
    const values = this.codec.decode(op, cursor, checked);
    if (values) return { kind: "named", values };
    const { codec, container } = this;
    if (op.registered === true && isReleased(container.producer))
      return codec.knows(op) ? undefined : foreign(cursor, this.isOpen(op.dialect));
    if (op.registered === false || (!codec.source.guessed && container.isRegistered(op.dialect)))
      return { kind: "attribute", index: cursor.attribute("properties", "Attribute") };
    return undefined;
  }

  /** Whether a compiler that is built on the file's release may add ops to a dialect. */
  private isOpen(dialect: string): boolean {
    return dialect === "transform" || !isDialectOfMlir(dialect, this.container.release);
  }

  /** The entries of a DictionaryAttr, sorted by name as reading does. */
  dictionary(index: number): readonly NamedValue[] {
    const node = index < 0 ? undefined : this.container.attribute(index);
    if (node?.kind !== "dictionary") return [];
    const entries = node.names.map((name, i): NamedValue => {
      return { name: this.container.stringValue(name), value: { kind: "attribute", index: node.values[i] ?? 0 } };
    });
    return sorted(entries);
  }

  /** An op's name. Reports it if its dialect has no such op. */
  name(index: number): string {
    const op = this.container.dialects.opNames[index];
    if (!op) return "";
    const fault = this.codec.fault(op);
    const section = this.container.section(SectionKind.dialects);
    if (fault !== undefined)
      this.container.problems.add("bad-value", fault, section?.dataByte ?? 0, section?.endByte ?? 0, [op.name]);
    return op.name;
  }

  /**
   * Reports what an op's definition does not allow.
   * @param types the types of its operands, -1 for an unknown one
   * @param around the regions that it is in, if they are walked in order
   */
  check(op: Op, types: NumberList, around?: RegionFrame): void {
    if (around && this.isSymbolTable(around.opName)) this.symbols.define(op, around.opByte);
    this.alone.check(op, types);
    if (op.regions > 0)
      this.report(
        op,
        this.bodies.fault(op, (owner) => this.named(owner)),
      );
  }
  private nameOf(op: Op): string {
    return this.container.dialects.opNames[op.name]?.name ?? "";
  }
  /** What {@link open} and {@link checkEnd} note in one walk; another walk may begin before it ends. */
  passedValues(): PassedValues {
    return new PassedValues(this.definitions.entries);
  }
  /**
   * Notes an op whose regions follow, for the ops that end them.
   * @param types the types of its operands
   * @param depth how many ops are around it
   */
  open(op: Op, types: NumberList, depth: number, passed: PassedValues): void {
    if (!this.definitions.known) return;
    const name = this.nameOf(op);
    passed.enter({ name, op, depth }, types, () => this.sizes(op, "operandSegmentSizes"));
  }
  /**
   * Reports an op that ends a block and does not fit the op around.
   * @param types the types of its operands
   * @param depth how many ops are around it
   */
  checkEnd(op: Op, types: NumberList, { opByte }: RegionFrame, depth: number, passed: PassedValues): void {
    const name = this.nameOf(op);
    const around = { startByte: opByte, depth: depth - 1 };
    this.report(op, this.bodies.returnFault(op, types, opByte) ?? passed.fault(name, types, around));
  }
  /**
   * Reports a branch whose operands are not the arguments of the blocks.
   * @param types the types of its operands
   * @param region the region that it is in
   */
  checkBranch(op: Op, types: NumberList, numbering: Numbering, region: number): void {
    const { definitions } = this;
    const name = this.nameOf(op);
    if (!definitions.known || !isBranch(name)) return;
    const integers = (property: string): readonly bigint[] | undefined => this.sizes(op, property);
    const fault = branchFault({
      name,
      types,
      successors: op.successors,
      integers,
      isSame: definitions.isSame,
      argumentCount: (block) => numbering.argumentCount(region, block),
      argumentType: (block, index) => numbering.argumentType(region, block, index),
    });
    this.report(op, fault);
  }
  /** The numbers of a property of a branch, whose records repeat. */
  private sizes(op: Op, property: string): readonly bigint[] | undefined {
    const key = 2 * op.properties + (property === "operandSegmentSizes" ? 0 : 1);
    const known = op.properties < 0 ? undefined : this.branchSizes.get(key, op.name);
    if (known) return known;
    const value = this.named(op).find(({ name }) => name === property)?.value;
    const sizes = value && integersOf(value, this.container);
    if (sizes && op.properties >= 0) this.branchSizes.set(sizes, key, op.name);
    return sizes;
  }
  /** All properties and attributes of an op that have a name. */
  private named(op: Pick<Op, "name" | "attributes" | "properties">): readonly NamedValue[] {
    const { properties, attributes } = this.values(op);
    return properties.kind === "named" ? [...properties.values, ...attributes] : attributes;
  }
  /** Reports a use of a value that nothing defines, where the check of the structure does not. */
  undefinedUse({ startByte, endByte }: Op): void {
    if (!this.definitions.known)
      this.container.problems.add("bad-reference", UNDEFINED_USE, startByte, endByte, [sectionPath(SectionKind.ir)]);
  }
  private report(op: Pick<Op, "startByte" | "endByte">, fault: string | undefined): void {
    if (fault !== undefined)
      this.container.problems.add("bad-value", fault, op.startByte, op.endByte, [sectionPath(SectionKind.ir)]);
  }
  /** Whether ops of that name get an attribute that depends on more than their dictionary. */
  addsMaps(opName: number): boolean {
    return this.maps.has(opName);
  }
  /**
   * The attributes and properties of an op. Before version 5, properties are among the attributes. `checked`: as in
   * {@link record}.
   */
  values(op: Pick<Op, "name" | "attributes" | "properties">, checked = true): OpValues {
    const stored = this.stored(op, checked);
    const added = this.maps.added(op.name, stored);
    return added ? { ...stored, attributes: sorted([...stored.attributes, added]) } : stored;
  }
  private stored(op: Pick<Op, "name" | "attributes" | "properties">, checked: boolean): OpValues {
    const attributes = this.dictionary(op.attributes);
    if (op.properties >= 0) return { properties: this.record(op.name, op.properties, checked), attributes };
    // Since version 5 every op with properties has a record of them, even if all are absent; so without a record, a
    // guessed definition belongs to another op.
    if (this.container.version >= RECORDS && this.codec.source.guessed) return { properties: NOTHING, attributes };
    const name = this.container.dialects.opNames[op.name] ?? NO_NAME;
    const split = this.codec.split(name, attributes);
    this.noteGuess(name, op.attributes, split);
    if (split.properties.length === 0) return { properties: NOTHING, attributes: split.attributes };
    const values = this.definitions.taken(op.name, split.properties);
    return { properties: { kind: "named", values }, attributes: split.attributes };
  }

  /**
   * Notes that properties were guessed among a dictionary's attributes: those chosen, and those whose names have no
   * dialect.
   */
  private noteGuess(
    { dialect }: OpName,
    dictionary: number,
    {
      properties,
      attributes,
    }: { readonly properties: readonly NamedValue[]; readonly attributes: readonly NamedValue[] },
  ): void {
    const { container } = this;
    if (!this.codec.source.guessed || !container.isRegistered(dialect)) return;
    if (properties.length === 0 && attributes.every(({ name }) => name.includes("."))) return;
    const { startByte, endByte } = container.entryPlace(container.entries.attributes, Math.max(0, dictionary));
    container.notices.add("guess", dialect, startByte, endByte);
  }
}

/**
 * The first attribute of a record that only the writer knew, which is all that the release's mlir-opt reads of it.
 * @param isOpen whether a compiler may have added the op: if the record does not begin with an attribute, only that
 * compiler can read it, and the result is undefined
 * @throws Damage
 */
function foreign(cursor: MlirCursor, isOpen: boolean): OpProperties | undefined {
  if (isOpen && silent(cursor).varint("properties") >= cursor.sizes.attributes) return undefined;
  const index = cursor.attribute("properties", "Attribute");
  if (!cursor.atEnd) cursor.skip("rest", cursor.remaining, "opaque");
  return { kind: "attribute", index };
}
