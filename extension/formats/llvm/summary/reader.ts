/**
 * Reads GLOBALVAL_SUMMARY, FULL_LTO_GLOBALVAL_SUMMARY and MODULE_STRTAB blocks. Format: docs/formats/llvm.md,
 * "Summaries"; the reference's ModuleSummaryIndexBitcodeReader.
 */
import type { BitstreamReader } from "../../bitstream/reader";
import type { BitRecord } from "../../bitstream/record";
import type { ProblemList } from "../stream/blocks";
import { readBlock, RecordFault } from "../stream/blocks";
import type { CallEdge, Reference, Summary, SummaryFlags, SummaryIndex } from "./model";
import { PendingFunction } from "./pending";
import { readTypeId, readVtables } from "./typeIds";

/** Record codes of the summary blocks (LLVMBitCodes.h, GlobalValueSummarySymtabCodes). */
const Fs = {
  PERMODULE: 1,
  PERMODULE_PROFILE: 2,
  PERMODULE_GLOBALVAR: 3,
  COMBINED: 4,
  COMBINED_PROFILE: 5,
  COMBINED_GLOBALVAR: 6,
  ALIAS: 7,
  COMBINED_ALIAS: 8,
  VERSION: 10,
  VALUE_GUID: 16,
  PERMODULE_RELBF: 19,
  FLAGS: 20,
  TYPE_ID: 21,
  TYPE_ID_METADATA: 22,
  PERMODULE_VTABLE: 23,
  BLOCK_COUNT: 24,
} as const;
const NEWEST_VERSION = 14;
/** The version since which the memory profile of a function comes after it, not before. */
const PROFILE_AFTER = 13;

/** Record codes of MODULE_STRTAB. */
const MST_ENTRY = 1;
const MST_HASH = 2;

/** Reads the summary blocks of one MODULE_BLOCK. */
export class SummaryReader {
  readonly index: SummaryIndex = {
    version: 0,
    flags: 0,
    blockCount: 0n,
    modules: [],
    guids: new Map(),
    summaries: [],
    typeIds: [],
    vtables: new Map(),
  };
  private readonly pending = new PendingFunction(() => this.index.version);

  constructor(
    private readonly problems: ProblemList,
    private readonly string: (offset: number, length: number) => string,
  ) {}

  /** Reads a summary block that was just entered. */
  readSummaries(reader: BitstreamReader): void {
    readBlock(reader, this.problems, {
      path: ["module", "summary"],
      record: (record) => {
        this.readRecord(record);
      },
    });
  }

  /** Reads MODULE_STRTAB: ENTRY [id, characters], HASH [5 words] of the entry before it. */
  readModules(reader: BitstreamReader): void {
    const { modules } = this.index;
    readBlock(reader, this.problems, {
      path: ["module", "module paths"],
      record: (record) => {
        if (record.code === MST_ENTRY)
          modules.push({ id: record.value(0), path: record.text(1), hash: [0, 0, 0, 0, 0] });
        else if (record.code === MST_HASH) {
          const last = modules[modules.length - 1];
          if (record.length !== 5 || !last) throw new RecordFault("bad-record", "Invalid hash length");
          last.hash = Array.from(record.values.subarray(0, 5));
        }
      },
    });
  }

  private readRecord(record: BitRecord): void {
    const { index } = this;
    switch (record.code) {
      case Fs.VERSION:
        index.version = record.value(0);
        if (index.version < 1 || index.version > NEWEST_VERSION) {
          throw new RecordFault("unsupported", `Invalid summary version ${index.version}`);
        }
        return;
      case Fs.FLAGS:
        index.flags = record.value(0);
        return;
      case Fs.BLOCK_COUNT:
        index.blockCount += record.big(0);
        return;
      case Fs.VALUE_GUID: {
        const halves = index.version >= 11 && record.length >= 3;
        index.guids.set(record.value(0), halves ? (record.big(1) << 32n) | record.big(2) : record.big(1));
        return;
      }
      case Fs.TYPE_ID:
        index.typeIds.push(readTypeId(record, this.string));
        return;
      case Fs.TYPE_ID_METADATA:
        readVtables(record, this.string, index.vtables);
        return;
      default: {
        const summary = this.readSummary(record);
        if (summary) {
          index.summaries.push(summary);
          this.pending.last = index.version >= PROFILE_AFTER && summary.kind === "function" ? summary : undefined;
        } else this.pending.read(record);
      }
    }
  }

  private readSummary(record: BitRecord): Summary | undefined {
    switch (record.code) {
      case Fs.PERMODULE:
      case Fs.PERMODULE_PROFILE:
      case Fs.PERMODULE_RELBF:
        return this.readFunction(record, false);
      case Fs.COMBINED:
      case Fs.COMBINED_PROFILE:
        return this.readFunction(record, true);
      case Fs.PERMODULE_GLOBALVAR:
        return this.readVariable(record, false);
      case Fs.COMBINED_GLOBALVAR:
        return this.readVariable(record, true);
      case Fs.PERMODULE_VTABLE:
        return this.readVtable(record);
      case Fs.ALIAS:
      case Fs.COMBINED_ALIAS: {
        const combined = record.code === Fs.COMBINED_ALIAS;
        const at = combined ? 2 : 1;
        const module = combined ? record.value(1) : undefined;
        const flags = this.flagsOf(record.value(at));
        return { kind: "alias", value: record.value(0), module, flags, references: [], aliasee: record.value(at + 1) };
      }
      default:
        return undefined;
    }
  }

  /**
   * Decodes flags: linkage 4 bits; not eligible to import, live, dso_local, auto-hide 1 each; visibility 2; import
   * type, no renaming 1 each.
   */
  private flagsOf(raw: number): SummaryFlags {
    const old = this.index.version < 3;
    return {
      linkage: raw & 15,
      notEligibleToImport: old || ((raw >> 4) & 1) !== 0,
      live: old || ((raw >> 5) & 1) !== 0,
      dsoLocal: ((raw >> 6) & 1) !== 0,
      canAutoHide: ((raw >> 7) & 1) !== 0,
      visibility: (raw >> 8) & 3,
      declaration: ((raw >> 10) & 1) !== 0,
      noRenameOnPromotion: ((raw >> 11) & 1) !== 0,
    };
  }

  /** Reads references. The last ones are write-only; the ones before those are read-only. */
  private references(record: BitRecord, from: number, to: number, readOnly = 0, writeOnly = 0): readonly Reference[] {
    const references: Reference[] = [];
    for (let i = from; i < Math.min(to, record.length); i++) {
      const left = to - i;
      const access = left <= writeOnly ? "writeonly " : left <= writeOnly + readOnly ? "readonly " : "";
      references.push({ value: record.value(i), access });
    }
    return references;
  }

  /**
   * Reads [value, (module), flags, instructions, (function flags since 4), (entry count in combined ones since 6),
   * references, (read-only ones since 5), (write-only ones since 7), references…, (callee, profile)…]
   */
  private readFunction(record: BitRecord, combined: boolean): Summary {
    const { version } = this.index;
    let at = combined ? 2 : 1;
    const module = combined ? record.value(1) : undefined;
    const flags = this.flagsOf(record.value(at++));
    const instructions = record.value(at++);
    const functionFlags = version >= 4 ? record.value(at++) : 0;
    if (combined && version >= 6) at++;
    const count = record.value(at++);
    const readOnly = version >= 5 ? record.value(at++) : 0;
    const writeOnly = version >= 7 ? record.value(at++) : 0;
    if (at + count > record.length) {
      throw new RecordFault("bad-record", "Record size inconsistent with number of references");
    }
    const references = this.references(record, at, at + count, readOnly, writeOnly);
    const calls = this.calls(record, at + count);
    return {
      kind: "function",
      value: record.value(0),
      module,
      flags,
      references,
      instructions,
      functionFlags,
      calls,
      ...this.pending.take(),
    };
  }

  private calls(record: BitRecord, from: number): readonly CallEdge[] {
    const { code } = record;
    const profiled = code === Fs.PERMODULE_PROFILE || code === Fs.COMBINED_PROFILE;
    const relative = code === Fs.PERMODULE_RELBF;
    const calls: CallEdge[] = [];
    for (let i = from; i < record.length; i++) {
      const callee = record.value(i);
      let hotness = 0;
      let relativeFrequency = 0;
      let tail = false;
      // Version 1 had numbers of call sites and profile counts, which are ignored.
      if (this.index.version === 1) i += profiled ? 2 : 1;
      else if (profiled) {
        const info = record.value(++i);
        hotness = info & 7;
        tail = (info & 8) !== 0;
      } else if (relative) {
        const info = record.value(++i);
        relativeFrequency = info % FREQUENCIES;
        tail = Math.floor(info / FREQUENCIES) % 2 !== 0;
      }
      calls.push({ callee, hotness, relativeFrequency, tail });
    }
    return calls;
  }

  private readVariable(record: BitRecord, combined: boolean): Summary {
    let at = combined ? 2 : 1;
    const module = combined ? record.value(1) : undefined;
    const flags = this.flagsOf(record.value(at++));
    const variableFlags = this.index.version >= 5 ? record.value(at++) : 0;
    const references = this.references(record, at, record.length);
    return { kind: "variable", value: record.value(0), module, flags, references, variableFlags, virtualFunctions: [] };
  }

  /** Reads [value, flags, variable flags, references, references…, (function, offset)…] */
  private readVtable(record: BitRecord): Summary {
    const count = record.value(3);
    const virtualFunctions = [];
    for (let i = 4 + count; i + 1 < record.length; i += 2) {
      virtualFunctions.push({ function: record.value(i), offset: record.big(i + 1) });
    }
    const flags = this.flagsOf(record.value(1));
    const references = this.references(record, 4, 4 + count);
    const variableFlags = record.value(2);
    const value = record.value(0);
    return { kind: "variable", value, module: undefined, flags, references, variableFlags, virtualFunctions };
  }
}

/** A relative block frequency has 28 bits; the bit above marks tail calls. */
const FREQUENCIES = 2 ** 28;
