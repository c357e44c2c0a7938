/**
 * Reads GLOBALVAL_SUMMARY, FULL_LTO_GLOBALVAL_SUMMARY and MODULE_STRTAB blocks by their specification
 * (`spec/summary.ts`). Format: docs/formats/llvm.md, "Summaries"; the reference's ModuleSummaryIndexBitcodeReader.
 */
import type { BitstreamReader } from "../../bitstream/reader";
import type { BitRecord } from "../../bitstream/record";
import type { Release } from "../ir/releases";
import { NEWEST } from "../ir/releases";
import { FieldReader, readersByCode } from "../spec/fieldReader";
import type { BlockSpecification } from "../spec/form";
import { plainSurroundings } from "../spec/layout";
import { MODULE_STRTAB } from "../spec/module";
import { SUMMARY } from "../spec/summary";
import type { ProblemList } from "../stream/blocks";
import { readBlock, RecordFault } from "../stream/blocks";
import type { CallEdge, Reference, Summary, SummaryFlags, SummaryIndex } from "./model";
import { PendingFunction, READERS_OF_PENDING } from "./pending";
import { readTypeId, readVtables } from "./typeIds";

/** The newest version of an index that each release reads. */
const NEWEST_VERSIONS: Readonly<Record<Release, number>> = {
  3: 0,
  9: 7,
  11: 9,
  13: 9,
  14: 9,
  15: 9,
  16: 9,
  17: 9,
  18: 9,
  19: 10,
  21: 12,
  22: 12,
  23: 14,
  24: 14,
};
/** The version since which the memory profile of a function comes after it, not before. */
const PROFILE_AFTER = 13;
/** A module's hash has five words of 32 bits. */
const HASH_WORDS = 5;
/** The hash of a module that no HASH record follows. */
const NO_HASH: readonly number[] = [0, 0, 0, 0, 0];

/** What most summaries have: one list for all of them. */
const NO_REFERENCES: readonly Reference[] = [];
const NO_CALLS: readonly CallEdge[] = [];

/** Records whose missing operands the reference does not take for zero, with what we say of them. */
const TOO_SHORT: Readonly<Record<string, string>> = {
  TYPE_ID: "Invalid record: a type id's summary ends too early",
};

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
  readonly pending = new PendingFunction();
  /** The flags of summaries, by their values. */
  readonly flags = new Map<number, SummaryFlags>();

  /** @param string reads a slice of STRTAB: offset and length in bytes */
  constructor(
    private readonly problems: ProblemList,
    private readonly release: Release,
    readonly string: (offset: number, length: number) => string,
  ) {}

  /** Whether no release that we know is newer. */
  get isNewest(): boolean {
    return this.release === NEWEST;
  }
  /** The newest version of an index that is read. */
  get newestVersion(): number {
    return NEWEST_VERSIONS[this.release];
  }
  /** Whether the stacks of allocations are in a radix tree. */
  get hasContextTree(): boolean {
    return this.pending.radixTree.length > 0;
  }

  /** Reads a summary block that was just entered. */
  readSummaries(reader: BitstreamReader): void {
    let isFirst = true;
    readBlock(reader, this.problems, {
      path: ["module", "summary"],
      record: (record) => {
        if (isFirst && SUMMARY[record.code]?.name !== "VERSION")
          throw new RecordFault("bad-record", "Invalid Summary Block: version expected");
        isFirst = false;
        const read = READERS[record.code];
        if (read) read(this, this.fields(SUMMARY, record));
        else READERS_OF_PENDING[record.code]?.(this.pending, this.fields(SUMMARY, record));
      },
    });
  }

  /** Reads MODULE_STRTAB: a record for each module, and its hash after it. */
  readModules(reader: BitstreamReader): void {
    readBlock(reader, this.problems, {
      path: ["module", "module paths"],
      record: (record) => {
        MODULE_READERS[record.code]?.(this.index.modules, this.fields(MODULE_STRTAB, record));
      },
    });
  }

  private fields(block: BlockSpecification, record: BitRecord): FieldReader {
    const specification = block[record.code];
    if (!specification) throw new Error(`a reader for code ${record.code}, which is not specified`);
    const surroundings = plainSurroundings(this.release, this.index.version, this.hasContextTree);
    return new FieldReader(record, specification, surroundings, TOO_SHORT[specification.name]);
  }

  /** Whether the last summary may still get the name that it had in its module. */
  private awaitsName = false;
  /** Takes the name of the summary before it. @throws {RecordFault} if there is none */
  nameLast(): void {
    if (!this.awaitsName) throw new RecordFault("bad-record", "Name attachment that does not follow a combined record");
    this.awaitsName = false;
  }
  add(summary: Summary): void {
    const { index, pending } = this;
    index.summaries.push(summary);
    this.awaitsName = true;
    pending.last = index.version >= PROFILE_AFTER && summary.kind === "function" ? summary : undefined;
  }
}

type Read = (to: SummaryReader, fields: FieldReader) => void;

const MODULE_READERS = readersByCode<(modules: SummaryIndex["modules"], fields: FieldReader) => void>(MODULE_STRTAB, {
  ENTRY: (modules, fields) => {
    modules.push({ id: fields.number("modid"), path: fields.text("namechar"), hash: NO_HASH });
  },
  HASH: (modules, fields) => {
    const last = modules[modules.length - 1];
    const hash = fields.bigs("hash").map((word) => Number(BigInt.asUintN(32, word)));
    if (hash.length !== HASH_WORDS) throw new RecordFault("bad-record", "Invalid hash length");
    if (!last || last.hash !== NO_HASH)
      throw new RecordFault("bad-record", "Invalid hash that does not follow a module path");
    last.hash = hash;
  },
});

const readFunction: Read = (to, fields) => {
  to.add(functionSummary(to, fields));
};
const readVariable: Read = (to, fields) => {
  to.add(variableSummary(to, fields));
};
const readAlias: Read = (to, fields) => {
  const head = headOf(to, fields);
  to.add({ kind: "alias", ...head, references: [], aliasee: fields.number("aliasee") });
};

const READERS = readersByCode<Read>(SUMMARY, {
  VERSION: ({ index, newestVersion, isNewest }, fields) => {
    index.version = fields.number("version");
    if (index.version >= 1 && index.version <= newestVersion) return;
    // A version that the newest release does not read is of a newer one.
    const code = isNewest ? "unsupported" : "bad-value";
    throw new RecordFault(code, `Invalid summary version ${index.version}`);
  },
  FLAGS: ({ index }, fields) => {
    index.flags = fields.number("flags");
  },
  BLOCK_COUNT: ({ index }, fields) => {
    index.blockCount += fields.big("count");
  },
  VALUE_GUID: ({ index }, fields) => {
    const value = fields.number("valueid");
    const upper = fields.big("guid high");
    index.guids.set(value, fields.has("guid low") ? (upper << 32n) | fields.big("guid low") : fields.big("guid"));
  },
  COMBINED_ORIGINAL_NAME: (to) => {
    to.nameLast();
  },
  TYPE_ID: ({ index, string }, fields) => {
    index.typeIds.push(readTypeId(fields, string));
  },
  TYPE_ID_METADATA: ({ index, string }, fields) => {
    readVtables(fields, string, index.vtables);
  },
  PERMODULE: readFunction,
  PERMODULE_PROFILE: readFunction,
  PERMODULE_RELBF: readFunction,
  COMBINED: readFunction,
  COMBINED_PROFILE: readFunction,
  PERMODULE_GLOBALVAR_INIT_REFS: readVariable,
  PERMODULE_VTABLE_GLOBALVAR_INIT_REFS: readVariable,
  COMBINED_GLOBALVAR_INIT_REFS: readVariable,
  ALIAS: readAlias,
  COMBINED_ALIAS: readAlias,
});

/** What all summaries start with. */
function headOf(to: SummaryReader, fields: FieldReader): Pick<Summary, "value" | "module" | "flags"> {
  const value = fields.number("valueid");
  const module = fields.has("modid") ? fields.number("modid") : undefined;
  return { value, module, flags: flagsOf(to, fields) };
}

/** The flags of a summary: one object for all with the same ones, of which there may be very many. */
function flagsOf(to: SummaryReader, fields: FieldReader): SummaryFlags {
  const bits = fields.packed("flags");
  // The reference takes these two for set in indexes of versions before 3.
  const old = to.index.version < 3;
  const flags = {
    linkage: bits.get("linkage"),
    notEligibleToImport: old || bits.has("notEligibleToImport"),
    live: old || bits.has("live"),
    dsoLocal: bits.has("dsoLocal"),
    canAutoHide: bits.has("canAutoHide"),
    visibility: bits.get("visibility"),
    declaration: bits.has("importType"),
    noRenameOnPromotion: bits.has("noRenameOnPromotion"),
  };
  const key = Object.values(flags).reduce<number>((sum, value) => sum * MOST_LINKAGES + Number(value), 0);
  const known = to.flags.get(key) ?? flags;
  to.flags.set(key, known);
  return known;
}
/** A linkage has four bits, the other flags have fewer. */
const MOST_LINKAGES = 16;

function functionSummary(to: SummaryReader, fields: FieldReader): Summary {
  const head = headOf(to, fields);
  const instructions = fields.number("instcount");
  const functionFlags = fields.number("fflags");
  fields.skip("entrycount");
  const count = fields.number("numrefs");
  const readOnly = fields.number("rorefcnt");
  const writeOnly = fields.number("worefcnt");
  if (count > fields.left) {
    throw new RecordFault("bad-record", "Record size inconsistent with number of references");
  }
  const references = referencesOf(fields.numbers("ref"), readOnly, writeOnly);
  const calls = callsOf(fields);
  return { kind: "function", ...head, references, instructions, functionFlags, calls, ...to.pending.take() };
}

/** The last references are write-only; the ones before those are read-only. */
function referencesOf(values: readonly number[], readOnly = 0, writeOnly = 0): readonly Reference[] {
  if (values.length === 0) return NO_REFERENCES;
  return values.map((value, i) => {
    const left = values.length - i;
    return { value, access: left <= writeOnly ? "writeonly " : left <= writeOnly + readOnly ? "readonly " : "" };
  });
}

/** The calls to the record's end; the number of call sites and the profile count of version 1 are not kept. */
function callsOf(fields: FieldReader): readonly CallEdge[] {
  if (!fields.has("callee")) return NO_CALLS;
  const calls: CallEdge[] = [];
  while (fields.has("callee")) {
    const callee = fields.number("callee");
    fields.skip("callsitecount");
    fields.skip("profilecount");
    const hot = fields.has("hotness") ? fields.packed("hotness") : undefined;
    const frequency = fields.has("relblockfreq") ? fields.packed("relblockfreq") : undefined;
    calls.push({
      callee,
      hotness: hot?.get("hotness") ?? 0,
      relativeFrequency: frequency?.get("relblockfreq") ?? 0,
      tail: (hot ?? frequency)?.has("hasTailCall") ?? false,
    });
  }
  return calls;
}

function variableSummary(to: SummaryReader, fields: FieldReader): Summary {
  const head = headOf(to, fields);
  const variableFlags = fields.number("varflags");
  fields.skip("numrefs");
  const references = referencesOf(fields.numbers("ref"));
  const virtualFunctions = [];
  while (fields.has("function")) {
    virtualFunctions.push({ function: fields.number("function"), offset: fields.big("offset") });
  }
  return { kind: "variable", ...head, references, variableFlags, virtualFunctions };
}
