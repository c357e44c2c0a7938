/**
 * The values of a module as positions of their records, from which they are made when they are asked for: a large module
 * has millions of globals and constants, of which a view shows a few.
 */
import type { ByteWindow } from "../../../document/window";
import { BitPositions, Words } from "../../../kit/numbers";
import type { PackedReader, PackedWriter } from "../../../kit/packed";
import { Unfitting } from "../../../kit/packed";
import { Slots } from "../../../kit/slots";
import { countBefore } from "../../../kit/sortedSearch";
import type { Checkpoint } from "../../bitstream/reader";
import { BitstreamReader } from "../../bitstream/reader";
import type { ValueId } from "../ir/ids";
import type { GlobalList } from "../ir/module";
import type { Type } from "../ir/types";
import type { GlobalValue, Value } from "../ir/values";
import type { StoredValues, ValueTable } from "../ir/valueTable";
import type { StreamRange } from "../stream/modules";
import { constantOf } from "./constants/readers";
import { GlobalRecord } from "./globalRecords";
import { globalType, makeGlobal } from "./globals";
import type { GlobalScope } from "./globalValues";
import type { TypeNumbers } from "./moduleIndex";
import { PACKED_AT_ONCE } from "./moduleIndex";
import { KnownValues } from "./knownValues";

/** Bytes of records whose values are kept as objects. */
const KEPT_BYTES = 32 << 20;
/** The most of them. */
const KEPT = 1 << 18;
/** The bytes that a value counts at least: its object takes about as many. */
const LEAST_BYTES = 128;

/** What the store needs from the module. */
interface Host {
  readonly window: ByteWindow;
  readonly stream: StreamRange;
  /** All types by their serial numbers. */
  readonly serialTypes: readonly Type[];
  /** The types of the file by their numbers. */
  readonly types: readonly Type[];
  readonly values: ValueTable;
}

/** Consecutive values whose records are in the same block and state of it. */
interface Run {
  /** The number of the first value. */
  readonly from: ValueId;
  /** The state of the reader there. */
  readonly checkpoint: Checkpoint;
  /** What the records refer to, if they are those of globals; constants have none. */
  readonly scope: GlobalScope | undefined;
  /** How many globals there are before it. */
  readonly globals: number;
}

/** Values between whose records there is nothing that a later reading must read. */
interface Stretch {
  /** The number of the first value. */
  readonly from: ValueId;
  /** Where the record of the last one ends. */
  endBit: number;
}

/** Globals and constants in the order of their numbers, and so of their records. */
export class StoredModule implements StoredValues {
  /** The first bit of each value's record. */
  private readonly bits = new BitPositions();
  /** The serial number of each value's type as operands see it. */
  private readonly types = new Words();
  private readonly runs: Run[] = [];
  private readonly stretches: Stretch[] = [];
  /** What an earlier reading has found, if there was one. */
  private known: KnownValues | undefined;
  /** How many of the values are globals. */
  globalCount = 0;
  /** The numbers of globals whose record has no name. */
  private readonly nameless = new Words();
  /** Names from VALUE_SYMTAB (before LLVM 5), by value number. */
  private readonly names = new Map<ValueId, string>();
  private readonly made = new Slots<Value>(KEPT_BYTES, KEPT);
  /** The value that {@link idAt} has found last. */
  private found = -1;
  /** The readers of globals and of constants, which are far from each other in the file. */
  private readonly readers: { globals?: BitstreamReader; constants?: BitstreamReader } = {};
  /** The globals in the order of their records. */
  readonly globals: GlobalList = new StoredGlobals(this);

  constructor(private readonly host: Host) {}

  /** The global whose record a reader has just read; {@link addGlobal} must follow. Valid until the next is read. */
  globalOfRecord({ record }: BitstreamReader, scope: GlobalScope, valueType: Type): GlobalValue {
    return makeGlobal(new GlobalRecord(record, record.values), scope, 0, this.bits.length, valueType);
  }
  /** Stores a global whose record a reader has just read. `type` is as operands see it. */
  addGlobal(reader: BitstreamReader, scope: GlobalScope, type: Type, isNamed: boolean): void {
    if (!isNamed) this.nameless.push(this.bits.length);
    this.add(reader, type, scope);
    this.globalCount++;
  }
  /** Stores a constant whose record a reader has just read. */
  addConstant(reader: BitstreamReader, type: Type): void {
    this.add(reader, type, undefined);
  }
  private add(reader: BitstreamReader, type: Type, scope: GlobalScope | undefined): void {
    const { startBit, endBit } = reader.record;
    const stretch = this.stretches[this.stretches.length - 1];
    // Between constants there are only records that set their type.
    if (this.beginRun(reader, scope) || !stretch || (scope && stretch.endBit !== startBit))
      this.stretches.push({ from: this.bits.length, endBit });
    else stretch.endBit = endBit;
    this.bits.push(startBit);
    this.types.push(type.serial);
    this.host.values.grow();
  }
  /** Begins a run where a reader is, or with the record that it has just read, unless the last run goes on there. */
  private beginRun(reader: BitstreamReader, scope: GlobalScope | undefined): boolean {
    const { runs, globalCount: globals } = this;
    const last = runs[runs.length - 1];
    if (last?.checkpoint.block === reader.block && last?.scope === scope) return false;
    runs.push({ from: this.bits.length, checkpoint: reader.checkpoint(), scope, globals });
    return true;
  }

  /** Writes where the values are, for {@link recall}, in steps. */
  *pack(to: PackedWriter, numbers: TypeNumbers): Generator<void, void, undefined> {
    to.number(this.bits.length);
    to.ascending(this.nameless.data, this.nameless.length);
    let bit = 0;
    for (const [index, { from, endBit }] of this.stretches.entries()) {
      const end = this.stretches[index + 1]?.from ?? this.bits.length;
      to.number(end - from);
      to.number(this.bits.at(from) - bit);
      for (let id = from; id < end; id++) {
        to.number(numbers.of(this.types.data[id] as number));
        bit = id + 1 < end ? this.bits.at(id + 1) : endBit;
        to.number(bit - this.bits.at(id));
        if (id % PACKED_AT_ONCE === 0) yield;
      }
    }
  }
  /** Takes what {@link pack} has written, before the first value is read. `types`: by the numbers given to them there. */
  recall(from: PackedReader, types: () => readonly Type[]): void {
    const count = from.number();
    this.bits.reserve(count);
    this.types.reserve(count);
    for (const id of from.ascending()) this.nameless.push(id);
    this.known = new KnownValues(from, types);
  }
  /**
   * If an earlier reading has found values from where a reader is, adds them, not too many, and moves the reader to where
   * they end. `scope`: that of globals; constants have none. Returns how many there were.
   */
  pass(reader: BitstreamReader, scope?: GlobalScope): number {
    const { known, bits } = this;
    if (known?.bit !== reader.position) return 0;
    this.beginRun(reader, scope);
    const before = bits.length;
    const endBit = known.take(bits, this.types);
    const count = bits.length - before;
    if (scope) this.globalCount += count;
    this.host.values.grow(count);
    reader.restore({ ...reader.checkpoint(), bit: endBit });
    return count;
  }
  /** To be called when all values have been read: gives back the memory that was reserved for more. */
  settle(): void {
    for (const numbers of [this.bits, this.types, this.nameless]) numbers.settle();
  }
  /** Checks that the reading has passed over all that an earlier one found. @throws {Unfitting} if not */
  checkRecalled(): void {
    if (this.known && this.known.bit >= 0) throw new Unfitting("there are fewer values than listed");
  }
  /** Sets the name of a global by its index among the globals. */
  setName(index: number, name: string): void {
    const id = this.idOfGlobal(index);
    this.names.set(id, name);
    this.made.delete(id);
  }

  at(id: ValueId): Value | undefined {
    if (id >= this.bits.length) return undefined;
    const known = this.made.get(id);
    if (known) return known;
    const value = this.make(id);
    this.made.set(id, value, LEAST_BYTES + ("endBit" in value ? (value.endBit - value.startBit) >>> 3 : 0));
    return value;
  }
  typeOf(id: ValueId): Type | undefined {
    return id < this.bits.length ? this.host.serialTypes[this.types.data[id] as number] : undefined;
  }
  /** The value that is defined by the record at a bit. */
  idAt(bit: number): ValueId | undefined {
    const { bits } = this;
    const next = this.found + 1;
    // Usually it is the one after the last that was asked for.
    const isNext = next < bits.length && bits.at(next) === bit;
    const id = isNext ? next : countBefore(bits.length, (at) => bits.at(at) >= bit);
    if (id >= bits.length || bits.at(id) !== bit) return undefined;
    return (this.found = id);
  }
  /** Whether a value is a global. */
  isGlobal(id: ValueId): boolean {
    return this.runOf(id).scope !== undefined;
  }
  /** The globals without a name. */
  *unnamed(): Generator<GlobalValue, void, undefined> {
    for (let i = 0; i < this.nameless.length; i++) {
      const id = this.nameless.data[i] as number;
      if ((this.names.get(id) ?? "") === "") yield this.make(id) as GlobalValue;
    }
  }
  /** The globals, made for this use only. */
  *eachGlobal(): Generator<GlobalValue, void, undefined> {
    for (const [index, { from, scope }] of this.runs.entries()) {
      if (!scope) continue;
      const end = this.runs[index + 1]?.from ?? this.bits.length;
      for (let id = from; id < end; id++) yield this.make(id) as GlobalValue;
    }
  }

  /** The last run that begins at or before a value. */
  private runOf(id: ValueId): Run {
    const { runs } = this;
    return runs[countBefore(runs.length, (at) => (runs[at] as Run).from > id) - 1] as Run;
  }
  /** The number of a global by its index among the globals. */
  idOfGlobal(index: number): ValueId {
    const { runs } = this;
    const { from, globals } = runs[countBefore(runs.length, (at) => (runs[at] as Run).globals > index) - 1] as Run;
    return from + index - globals;
  }

  private make(id: ValueId): Value {
    const { host } = this;
    const { checkpoint, scope } = this.runOf(id);
    const reader = (this.readers[scope ? "globals" : "constants"] ??= new BitstreamReader(host.window, host.stream));
    const bit = this.bits.at(id);
    // Values are mostly asked for one after another: the reader is there then.
    if (reader.position !== bit || reader.block !== checkpoint.block) reader.restore({ ...checkpoint, bit });
    reader.next();
    const { record } = reader;
    if (scope === undefined) return constantOf({ record, type: this.typeOf(id) as Type, types: host.types });
    const global = makeGlobal(new GlobalRecord(record), scope, 0, id, globalType(record, scope) as Type);
    const name = this.names.get(id);
    if (name !== undefined) global.name = name;
    return global;
  }
}

/** The globals of a store. */
class StoredGlobals implements GlobalList {
  constructor(private readonly store: StoredModule) {}

  get length(): number {
    return this.store.globalCount;
  }
  [Symbol.iterator](): Generator<GlobalValue, void, undefined> {
    return this.store.eachGlobal();
  }
  *entries(): Generator<[number, GlobalValue], void, undefined> {
    let index = 0;
    for (const global of this) yield [index++, global];
  }
  filter(wanted: (global: GlobalValue) => boolean): GlobalValue[];
  filter<T extends GlobalValue>(wanted: (global: GlobalValue) => global is T): T[] {
    const found: T[] = [];
    for (const global of this) if (wanted(global)) found.push(global);
    return found;
  }
  find(wanted: (global: GlobalValue) => boolean): GlobalValue | undefined {
    for (const global of this) if (wanted(global)) return global;
    return undefined;
  }
}
