/**
 * Reads PARAMATTR_GROUP_BLOCK and PARAMATTR_BLOCK of all eras into attribute lists, upgraded for the printing release.
 * Format: docs/formats/llvm.md, "Attributes"; the reference's parseAttributeGroupBlock and parseAttributeBlock.
 */
import type { AttributeList, AttributeSet, ConstantRange } from "../ir/attributes";
import type { Release } from "../ir/releases";
import type { AttributeTables } from "../ir/tables";
import type { Type, TypeId } from "../ir/types";
import { PARAMATTR_GROUP } from "../spec/attributes";
import { FieldReader } from "../spec/fieldReader";
import type { LayoutSurroundings, RecordOperands } from "../spec/layout";
import { plainSurroundings, wordOf } from "../spec/layout";
import { RecordFault } from "../stream/blocks";
import type { AttributeForm } from "./kinds";
import { isUnread, Kind, mayHaveForm } from "./kinds";
import { addLegacyMask, moveLegacyFunctionAttributes } from "./legacy";
import { readRange } from "./range";
import { AttributeBuilder, attributeOf, AttributeSets } from "./set";
import {
  addFlag,
  addTargetMemory,
  foldMemory,
  isOnlyFolded,
  lacksTargetMemory,
  memoryValue,
  upgradeStrings,
} from "./upgrade";

/** The record code of PARAMATTR_GROUP_BLOCK. */
export const GROUP_ENTRY = 3;
/** Record codes of PARAMATTR_BLOCK: lists of before LLVM 3.3, and of groups. */
export const LIST_ENTRY_OLD = 1;
/** See {@link LIST_ENTRY_OLD}. */
export const LIST_ENTRY = 2;

/** The index of a group of function attributes; 0 is the return value, 1 the first parameter. */
export const FUNCTION_INDEX = 0xffffffff;

/** A record, as the bitstream reader provides it. */
export interface AttributeRecord extends RecordOperands {
  readonly startBit: number;
}

/** A group: a set of attributes and the place they belong to. */
interface Group {
  /** Where its record starts; bits. */
  readonly startBit: number;
  readonly index: number;
  readonly set: AttributeSet | undefined;
}

/** What the reference says of an attribute in a form that its kind does not have. */
const NOT_OF_FORM: Readonly<Record<AttributeForm, string>> = {
  flag: "Not an enum attribute",
  number: "Not an int attribute",
  type: "Not a type attribute",
  range: "Not a ConstantRange attribute",
  rangeList: "Not a constant range list attribute",
};

const TOO_SHORT = "the record ends within an attribute";

/** A fault in a group's record. */
function bad(message: string): RecordFault {
  return new RecordFault("bad-record", message);
}

/** The attribute lists of a module: filled by records in file order, retrieved by 1-based number. */
export class AttributeTable implements AttributeTables {
  private readonly groups = new Map<number, Group>();
  private readonly lists: AttributeList[] = [];
  /** An attribute kind in the most recent group that the release does not read. */
  unknownKind: number | undefined;
  /** Function sets with a memory(…) that was stored before it told effects on a target's memory apart on AArch64. */
  private readonly withoutTargetMemory = new Set<AttributeSet>();
  private readonly surroundings: LayoutSurroundings;

  /** @param highestKind the highest attribute kind that the release knows */
  constructor(
    private readonly release: Release,
    private readonly typeOf: (id: TypeId) => Type | undefined,
    private readonly sets: AttributeSets = new AttributeSets(),
    private readonly highestKind = Infinity,
  ) {
    this.surroundings = plainSurroundings(release);
  }

  /** A group by its number in the file: its set, and the place it belongs to. */
  group(number: number): { readonly index: number; readonly set: AttributeSet | undefined } | undefined {
    return this.groups.get(number);
  }
  /**
   * The first bit of the group that assigns this set to the function (`place` {@link FUNCTION_INDEX}), the return value
   * (0) or a parameter (1 and up).
   */
  bitOf(set: AttributeSet, place: number): number | undefined {
    for (const group of this.groups.values()) if (group.set === set && group.index === place) return group.startBit;
    return undefined;
  }
  /** The number of lists read so far. */
  get length(): number {
    return this.lists.length;
  }
  /** List `number` (1-based); undefined for 0 and for a number that the module does not have. */
  list(number: number): AttributeList | undefined {
    return number > 0 ? this.lists[number - 1] : undefined;
  }
  /** Whether any group of the module has an attribute of this kind. */
  mentions(kind: number): boolean {
    return [...this.groups.values()].some(({ set }) => attributeOf(set, kind) !== undefined);
  }
  /** The set of these attributes, one object for equal sets; undefined for none. */
  intern(builder: AttributeBuilder): AttributeSet | undefined {
    return this.sets.of(builder);
  }

  /**
   * Reads a record of PARAMATTR_GROUP_BLOCK.
   * @returns what is wrong with it; undefined if nothing is
   */
  readGroup(code: number, record: AttributeRecord): string | undefined {
    const specification = PARAMATTR_GROUP[code];
    if (!specification) return undefined;
    if (record.length < 3) return "Invalid grp record";
    const fields = new FieldReader(record, specification, this.surroundings, TOO_SHORT);
    const number = fields.word("grpid");
    const index = fields.word("paramidx");
    const builder = new AttributeBuilder();
    let fault: string | undefined;
    this.unknownKind = undefined;
    this.ofFunction = index === FUNCTION_INDEX;
    this.lacksTargetMemory = false;
    try {
      while (fields.left > 0) this.readAttribute(fields, builder);
    } catch (thrown) {
      if (!(thrown instanceof RecordFault)) throw thrown;
      fault = thrown.message;
    }
    if (this.ofFunction) foldMemory(builder, this.release);
    upgradeStrings(builder, this.release);
    const { startBit } = record;
    const set = this.sets.of(builder);
    this.groups.set(number, { startBit, index, set });
    if (set && this.lacksTargetMemory) this.withoutTargetMemory.add(set);
    if (fault === undefined && this.unknownKind !== undefined) return `Unknown attribute kind (${this.unknownKind})`;
    return fault;
  }

  /** Whether the group being read is a function's. */
  private ofFunction = false;
  /** Whether the group being read has such a memory(…). */
  private lacksTargetMemory = false;

  /** Changes what was read so far: an older memory(…) of an AArch64 module counts a target's memory as inaccessible. */
  tellTargetMemoryApart(): void {
    const changed = new Map<AttributeSet, AttributeSet | undefined>();
    for (const set of this.withoutTargetMemory) {
      const builder = new AttributeBuilder(set.attributes);
      const memory = builder.get(Kind.memory);
      if (memory?.form === "int") builder.number(Kind.memory, addTargetMemory(memory.value));
      changed.set(set, this.sets.of(builder));
    }
    const upgraded = (set: AttributeSet | undefined): AttributeSet | undefined =>
      set && changed.has(set) ? changed.get(set) : set;
    this.withoutTargetMemory.clear();
    for (const [number, group] of this.groups) this.groups.set(number, { ...group, set: upgraded(group.set) });
    this.lists.forEach((list, i) => (this.lists[i] = { ...list, functionSet: upgraded(list.functionSet) }));
  }

  /**
   * Reads a record of PARAMATTR_BLOCK.
   * @returns what is wrong with it; undefined if nothing is
   */
  readList(code: number, record: AttributeRecord): string | undefined {
    if (code === LIST_ENTRY_OLD) return this.readOldList(record);
    if (code !== LIST_ENTRY) return undefined;
    const groups: Group[] = [];
    if (record.length > 0) this.refersToGroups = true;
    // The reference takes a group that there is none of for an empty one.
    for (let i = 0; i < record.length; i++) {
      const group = this.groups.get(wordOf(record, i));
      if (group) groups.push(group);
    }
    this.lists.push(this.listOf(groups));
    return undefined;
  }

  /** Groups for the same place add up. */
  private listOf(groups: readonly Group[]): AttributeList {
    let functionSet: AttributeSet | undefined;
    let returnSet: AttributeSet | undefined;
    const paramSets: (AttributeSet | undefined)[] = [];
    for (const { index, set } of groups) {
      if (index === FUNCTION_INDEX) functionSet = this.merged(functionSet, set);
      else if (index === 0) returnSet = this.merged(returnSet, set);
      else if (index <= MAX_PARAMS) paramSets[index - 1] = this.merged(paramSets[index - 1], set);
    }
    return { functionSet, returnSet, paramSets: Array.from(paramSets) };
  }
  /** Both sets' attributes; of one that both have, the second's. */
  private merged(first: AttributeSet | undefined, second: AttributeSet | undefined): AttributeSet | undefined {
    if (!first || !second) return first ?? second;
    return this.sets.of(new AttributeBuilder([...first.attributes, ...second.attributes]));
  }

  /** Whether a list has referred to a group: the reference then has an empty one of that number. */
  private refersToGroups = false;
  /** Whether there are groups. */
  get hasGroups(): boolean {
    return this.groups.size > 0 || this.refersToGroups;
  }

  private readOldList(record: AttributeRecord): string | undefined {
    const entries: { index: number; mask: bigint }[] = [];
    for (let i = 0; i + 1 < record.length; i += 2) {
      entries.push({ index: record.value(i), mask: record.big(i + 1) });
    }
    const groups = moveLegacyFunctionAttributes(entries, this.release).map(({ index, mask }) => {
      const builder = new AttributeBuilder();
      addLegacyMask(builder, mask, this.release);
      if (index === FUNCTION_INDEX) foldMemory(builder, this.release);
      return { startBit: record.startBit, index, set: this.sets.of(builder) };
    });
    this.lists.push(this.listOf(groups));
    return record.length % 2 === 0 ? undefined : "Invalid parameter attribute record";
  }

  private readAttribute(fields: FieldReader, builder: AttributeBuilder): void {
    const form = fields.number("attr form");
    switch (form) {
      case 0:
        return addFlag(builder, this.kind(fields, "flag"), this.release);
      case 1:
        return this.readNumber(fields, builder);
      case 3:
        return builder.add({ form: "string", key: fields.string("key char"), value: undefined });
      case 4: {
        const key = fields.string("key char");
        return builder.add({ form: "string", key, value: fields.string("value char") });
      }
      case 5:
        return builder.add({ form: "type", kind: this.kind(fields, "type"), type: undefined });
      case 6: {
        const kind = this.kind(fields, "type");
        return builder.add({ form: "type", kind, type: this.typeOf(fields.number("attr type")) });
      }
      case 7: {
        const kind = this.kind(fields, "range");
        return builder.add({ form: "range", kind, range: readRange(fields, fields.number("bitwidth")) });
      }
      case 8: {
        const kind = this.kind(fields, "rangeList");
        const count = fields.number("count");
        const bits = fields.number("bitwidth");
        const ranges: ConstantRange[] = [];
        for (let i = 0; i < count; i++) ranges.push(readRange(fields, bits));
        return builder.add({ form: "rangeList", kind, ranges });
      }
      default:
        throw bad("Invalid attribute group entry");
    }
  }

  /**
   * Reads an attribute kind and checks that attributes of it may have this form. An unknown one is recorded and kept: its form
   * tells where it ends.
   */
  private kind(fields: FieldReader, form: AttributeForm): number {
    const kind = fields.number("attr kind");
    const isFolded = form === "flag" && this.ofFunction;
    const isUnknown = isUnread(kind, this.release) || (isOnlyFolded(kind, this.release) && !isFolded);
    if (kind > this.highestKind || isUnknown) this.unknownKind = kind;
    else if (!mayHaveForm(kind, form, this.release)) throw bad(NOT_OF_FORM[form]);
    return kind;
  }

  private readNumber(fields: FieldReader, builder: AttributeBuilder): void {
    const kind = this.kind(fields, "number");
    const value = fields.big("attr value");
    if (kind === Kind.memory) {
      this.lacksTargetMemory = lacksTargetMemory(value);
      builder.number(kind, memoryValue(value, this.release));
    } else if (kind === Kind.captures || kind === Kind.allockind || kind === Kind.denormalFpEnv)
      builder.number(kind, value);
    else {
      const held = heldBits(kind, value);
      // For these, zero has no effect, and the reference drops it (AttrBuilder's adders).
      if (held !== 0n) builder.number(kind, held);
    }
  }
}

/**
 * The bits of a number that an attribute of this kind can store: alignments have 32 bits, so 2^32 means none, and only the
 * highest bit that is set counts.
 */
function heldBits(kind: number, value: bigint): bigint {
  if (kind === Kind.align || kind === Kind.alignstack) return highestBit(value & 0xffff_ffffn);
  return kind === Kind.nofpclass ? value & 1023n : value;
}

function highestBit(value: bigint): bigint {
  return value === 0n ? 0n : 1n << BigInt(value.toString(2).length - 1);
}

/** The most parameters of a list: a damaged index must not make a huge array. */
const MAX_PARAMS = 1 << 16;
