/**
 * Names of blocks and records as llvm-bcanalyzer gives them: from the file's own BLOCKINFO, else LLVM's tables.
 * data/names.json: those of llvm-bcanalyzer 22 by block id and record code (GetBlockName, GetCodeName of BitcodeAnalyzer.cpp).
 */
import type { NameTable, StreamType } from "./header";
import table from "./data/names.json";
import type { BitEvent, BitstreamReader } from "./reader";
import { BLOCKINFO } from "./reader";
import type { BitRecord } from "./record";

/** Block ids below this belong to the format itself (llvm::bitc::FIRST_APPLICATION_BLOCKID). */
const FIRST_APPLICATION_BLOCK = 8;
/** BLOCKINFO's records. */
const BLOCKNAME = 2;
const SETRECORDNAME = 3;
const BLOCKINFO_CODES: Readonly<Record<number, string>> = { 1: "SETBID", 2: "BLOCKNAME", 3: "SETRECORDNAME" };

const LLVM_IR: NameTable = table;

/** Up to the first NUL, as llvm-bcanalyzer prints a name. */
function cString(text: string): string {
  const end = text.indexOf("\0");
  return end < 0 ? text : text.slice(0, end);
}

/** The names that hold in one file. Those of BLOCKINFO are replaced by each new BLOCKINFO block, as the abbreviations are. */
export class BlockNames {
  private blockNames = new Map<number, string>();
  private recordNames = new Map<string, string>();

  private readonly table: NameTable;

  /** @param own the names of a format that llvm-bcanalyzer does not know */
  constructor(type: StreamType, own: NameTable = {}) {
    this.table = type === "LLVM IR" ? LLVM_IR : own;
  }

  /** A BLOCKINFO block begins. */
  clear(): void {
    this.blockNames = new Map();
    this.recordNames = new Map();
  }
  /** A record of BLOCKINFO, with the block id that SETBID chose. */
  learn(record: BitRecord, setBlock: number | undefined): void {
    if (setBlock === undefined) return;
    if (record.code === BLOCKNAME) this.blockNames.set(setBlock, cString(record.text()));
    else if (record.code === SETRECORDNAME) {
      this.recordNames.set(`${setBlock}/${record.value(0)}`, cString(record.text(1)));
    }
  }

  /** Follows a reader's events. */
  follow(event: BitEvent, reader: BitstreamReader): void {
    if (reader.block?.id !== BLOCKINFO) return;
    if (event === "enterBlock") this.clear();
    else if (event === "record") this.learn(reader.record, reader.setBlock);
  }

  block(id: number): string | undefined {
    if (id < FIRST_APPLICATION_BLOCK) return id === BLOCKINFO ? "BLOCKINFO_BLOCK" : undefined;
    const own = this.blockNames.get(id);
    if (own !== undefined && own !== "") return own;
    return this.table[id]?.name;
  }
  record(blockId: number, code: number): string | undefined {
    if (blockId < FIRST_APPLICATION_BLOCK) return blockId === BLOCKINFO ? BLOCKINFO_CODES[code] : undefined;
    const own = this.recordNames.get(`${blockId}/${code}`);
    if (own !== undefined) return own;
    return this.table[blockId]?.codes[code];
  }
  /** The block's name, or llvm-bcanalyzer's stand-in. */
  blockOrUnknown(id: number): string {
    return this.block(id) ?? `UnknownBlock${id}`;
  }
  recordOrUnknown(blockId: number, code: number): string {
    return this.record(blockId, code) ?? `UnknownCode${code}`;
  }
}
