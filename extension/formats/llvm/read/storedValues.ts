/**
 * The values of a module as positions of their records, from which they are made when they are asked for: a large module
 * has millions of globals and constants, of which a view shows a few.
 */
import type { ByteWindow } from "../../../document/window";
import { Bits, Words } from "../../../kit/numbers";
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

/** Globals and constants in the order of their numbers, and so of their records. */
export class StoredModule implements StoredValues {
  /** The first bit of each value's record. */
  private readonly bits = new Bits();
  /** The serial number of each value's type as operands see it. */
  private readonly types = new Words();
  private readonly runs: Run[] = [];
  /** How many of the values are globals. */
  globalCount = 0;
  /** The numbers of globals whose record has no name. */
  private readonly nameless = new Words();
  /** Names from VALUE_SYMTAB (before LLVM 5), by value number. */
  private readonly names = new Map<ValueId, string>();
  private readonly made = new Slots<Value>(KEPT_BYTES, KEPT);
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
    const { runs, globalCount: globals } = this;
    const last = runs[runs.length - 1];
    if (last?.checkpoint.block !== reader.block || last?.scope !== scope)
      runs.push({ from: this.bits.length, checkpoint: reader.checkpoint(), scope, globals });
    this.bits.push(reader.record.startBit);
    this.types.push(type.serial);
    this.host.values.grow();
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
    const id = countBefore(this.bits.length, (at) => (this.bits.data[at] as number) >= bit);
    return id < this.bits.length && this.bits.data[id] === bit ? id : undefined;
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
    const bit = this.bits.data[id] as number;
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
