/**
 * Names of blocks and records as llvm-bcanalyzer prints them: from the file's own BLOCKINFO, else from LLVM's tables.
 * data/names.json: those of llvm-bcanalyzer 23 by block id and record code (GetBlockName, GetCodeName of
 * BitcodeAnalyzer.cpp). data/otherNames.json: the names in which an older llvm-bcanalyzer differs from the next newer
 * one (`BLOCK/CODE`; null: it has no name), by release, newest first; found by dumping a stream with every code of
 * every block.
 */
import type { NameTable, StreamType } from "./header";
import table from "./data/names.json";
import otherNames from "./data/otherNames.json";
import type { BitEvent, BitstreamReader } from "./reader";
import { BLOCKINFO } from "./reader";
import type { BitRecord } from "./record";

/** Block ids below this are reserved for the container itself (llvm::bitc::FIRST_APPLICATION_BLOCKID). */
const FIRST_APPLICATION_BLOCK = 8;
/** BLOCKINFO's records. */
const BLOCKNAME = 2;
const SETRECORDNAME = 3;
const BLOCKINFO_CODES: Readonly<Record<number, string>> = { 1: "SETBID", 2: "BLOCKNAME", 3: "SETRECORDNAME" };

const LLVM_IR: NameTable = table;
const OLDER: readonly (readonly [number, Readonly<Record<string, string | null>>])[] = Object.entries(otherNames)
  .map(([release, names]) => [Number(release), names] as const)
  .sort(([a], [b]) => b - a);

/** The names in which llvm-bcanalyzer of a release differs from the newest, by `BLOCK/CODE`; null: it has no name. */
function namesOfRelease(release: number): ReadonlyMap<string, string | null> {
  const names = new Map<string, string | null>();
  for (const [older, changes] of OLDER) {
    if (older < release) break;
    for (const [key, name] of Object.entries(changes)) names.set(key, name);
  }
  return names;
}

/** The text up to the first NUL, as llvm-bcanalyzer prints a name. */
function cString(text: string): string {
  const end = text.indexOf("\0");
  return end < 0 ? text : text.slice(0, end);
}

/**
 * The names that apply in one file. Each BLOCKINFO block replaces those of the one before, as it does the
 * abbreviations.
 */
export class BlockNames {
  private blockNames = new Map<number, string>();
  private recordNames = new Map<string, string>();

  private readonly table: NameTable;
  private readonly more: NameTable;
  private readonly others: ReadonlyMap<string, string | null>;

  /**
   * @param more the names of what llvm-bcanalyzer does not know
   * @param release the release whose llvm-bcanalyzer's names apply; by default the newest
   */
  constructor(type: StreamType, more: NameTable = {}, release = Infinity) {
    this.table = type === "LLVM IR" ? LLVM_IR : {};
    this.more = more;
    this.others = type === "LLVM IR" ? namesOfRelease(release) : new Map();
  }

  /** Call when a BLOCKINFO block begins. */
  clear(): void {
    this.blockNames = new Map();
    this.recordNames = new Map();
  }
  /** Takes a record of BLOCKINFO, with the block id that the last SETBID selected. */
  learn(record: BitRecord, setBlock: number | undefined): void {
    if (setBlock === undefined) return;
    if (record.code === BLOCKNAME) this.blockNames.set(setBlock, cString(record.text()));
    else if (record.code === SETRECORDNAME) {
      // If a code is named twice, the first name counts: llvm-bcanalyzer searches its list from the front.
      const key = `${setBlock}/${record.value(0)}`;
      if (!this.recordNames.has(key)) this.recordNames.set(key, cString(record.text(1)));
    }
  }

  /** Takes an event of a reader. */
  follow(event: BitEvent, reader: BitstreamReader): void {
    if (reader.block?.id !== BLOCKINFO) return;
    if (event === "enterBlock") this.clear();
    else if (event === "record") this.learn(reader.record, reader.setBlock);
  }

  /** A block's name; undefined if it has none. */
  block(id: number): string | undefined {
    if (id < FIRST_APPLICATION_BLOCK) return id === BLOCKINFO ? "BLOCKINFO_BLOCK" : undefined;
    const own = this.blockNames.get(id);
    if (own !== undefined && own !== "") return own;
    return this.table[id]?.name ?? this.more[id]?.name;
  }
  /** A record's name; undefined if it has none. */
  record(blockId: number, code: number): string | undefined {
    if (blockId < FIRST_APPLICATION_BLOCK) return blockId === BLOCKINFO ? BLOCKINFO_CODES[code] : undefined;
    const key = `${blockId}/${code}`;
    const own = this.recordNames.get(key);
    if (own !== undefined) return own;
    const other = this.others.get(key);
    const known = other === undefined ? this.table[blockId]?.codes[code] : other;
    return known ?? this.more[blockId]?.codes[code];
  }
  /** The block's name, or what llvm-bcanalyzer prints instead. */
  blockOrUnknown(id: number): string {
    return this.block(id) ?? `UnknownBlock${id}`;
  }
  /** The block's name as a word, with which its row begins: `identification` for `IDENTIFICATION_BLOCK_ID`. */
  blockWord(id: number): string {
    const name = this.block(id);
    return name === undefined ? this.blockOrUnknown(id) : name.toLowerCase().replace(/_block(_id)?$/, "");
  }
  /** The record's name, or what llvm-bcanalyzer prints instead. */
  recordOrUnknown(blockId: number, code: number): string {
    return this.record(blockId, code) ?? `UnknownCode${code}`;
  }
}
