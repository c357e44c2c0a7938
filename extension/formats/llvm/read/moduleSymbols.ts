/**
 * Reads VALUE_SYMTAB of a module: before version 2 the names of globals, ENTRY [value, characters] and FNENTRY [value,
 * offset, characters]. Later names are in STRTAB, and this block has the positions of functions.
 */
import type { BitRange } from "../../../document/bits";
import type { BitstreamReader } from "../../bitstream/reader";
import type { BitRecord } from "../../bitstream/record";
import { VST } from "../codes";
import type { Release } from "../ir/releases";
import type { ProblemList } from "../stream/blocks";
import { blockInSteps, RecordFault } from "../stream/blocks";
import { CHECKED_SYMBOLS } from "./symbolsOffset";

/** The module that has the table. Globals are given by their index among the globals. */
export interface ModuleSymbols {
  readonly problems: ProblemList;
  readonly release: Release;
  /** MODULE's VERSION. */
  readonly version: number;
  /** Whether the reference meets the table, instead of going to it because of VSTOFFSET. */
  readonly isMet: boolean;
  /** How many globals, and how many values, come before the table. */
  readonly globals: number;
  readonly values: number;
  isFunction(index: number): boolean;
  /** Takes the position of a function's body, in words. */
  notePlace(index: number, words: number, range: BitRange): void;
  setName(index: number, name: string): void;
  /** Takes the hash of a value's name, in an index of several modules. */
  noteGuid(value: number, guid: bigint): void;
}

/** Reads the block that was just entered, in steps. Damage becomes problems. */
export function readModuleSymbols(reader: BitstreamReader, module: ModuleSymbols): Generator<void, void, undefined> {
  return blockInSteps(reader, module.problems, {
    path: ["module", "symbols"],
    record: (record) => {
      const isPlace = record.code === VST.FNENTRY;
      if (module.isMet && (isPlace || module.version >= 2)) readMet(record, module);
      else if (module.version >= 2) readPlace(record, module);
      else readName(record, module);
    },
  });
}

/** The position of a function. */
function readPlace(record: BitRecord, module: ModuleSymbols): void {
  if (record.code !== VST.FNENTRY) return;
  const index = record.word(0);
  if (index < module.globals && module.isFunction(index)) module.notePlace(index, record.value(1), record);
  if (index >= module.values && module.release >= CHECKED_SYMBOLS)
    throw new RecordFault("bad-reference", "Invalid value reference in symbol table");
}

/** A name, in a module of a version before 2. */
function readName(record: BitRecord, module: ModuleSymbols): void {
  const index = record.word(0);
  if (record.code === VST.COMBINED_ENTRY) {
    module.noteGuid(record.value(0), record.big(1));
    return;
  }
  if (index >= module.globals) throw noValue();
  if (record.code === VST.FNENTRY && module.isFunction(index)) module.notePlace(index, record.value(1), record);
  if (record.code !== VST.ENTRY && record.code !== VST.FNENTRY) return;
  if (record.length < nameAt(record)) throw noValue();
  const name = record.text(nameAt(record));
  if (name.includes("\0")) throw new RecordFault("bad-string", "Invalid value name");
  module.setName(index, name);
}

/**
 * A record of a table that the reference meets: it then names values, with an empty name if the record has none. If it has
 * the position of a function, the reference goes on there after the module's end, and fails.
 */
function readMet(record: BitRecord, module: ModuleSymbols): void {
  if (record.code !== VST.FNENTRY && record.code !== VST.ENTRY) return;
  const index = record.word(0);
  if (record.length < nameAt(record) || index >= module.values) throw noValue();
  if (index >= module.globals) return;
  module.setName(index, record.text(nameAt(record)));
  if (record.code === VST.FNENTRY && module.isFunction(index)) throw new RecordFault("bad-block", "Malformed block");
}

/** The index of a record's first character. */
function nameAt({ code }: BitRecord): number {
  return code === VST.FNENTRY ? 2 : 1;
}
function noValue(): RecordFault {
  return new RecordFault("bad-reference", "Invalid record: no such value");
}
