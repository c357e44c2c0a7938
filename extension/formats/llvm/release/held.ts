/** Skims a module for what tells releases apart: its tables, and its functions up to their instructions. */
import type { ByteWindow } from "../../../document/window";
import type { Abbreviation } from "../../bitstream/abbreviation";
import type { BitEvent } from "../../bitstream/reader";
import { BitstreamReader, BLOCKINFO } from "../../bitstream/reader";
import type { BitRecord } from "../../bitstream/record";
import { highestAttributeKind } from "../attributes/skim";
import { BLOCK, FUNCTION_CODE, isFixedKind, TYPE } from "../codes";
import type { ModulePlace, StreamRange } from "../stream/modules";

/** What a summary index reveals about its writer. */
export interface HeldSummary {
  version: number;
  /** The width of its abbreviation ids. */
  readonly width: number;
  /** The record code of the first abbreviation. */
  firstAbbreviation: number | undefined;
  blockCount: boolean;
  /** All flags of functions, or-ed together. */
  functionFlags: number;
  /** All flags of values, or-ed together. */
  flags: number;
  /** The flags of the index itself. */
  indexFlags: number;
}

/** The highest codes and kinds found; 0 if there were none. */
export interface Held {
  attributeKind: number;
  /** How many fixed metadata kinds the file names, from 0 on without a gap; undefined without a METADATA_KIND block. */
  metadataKinds: number | undefined;
  type: number;
  typedPointers: boolean;
  constant: number;
  instruction: number;
  metadata: number;
  module: number;
  /** The most operands of METADATA records, by code. */
  readonly operands: Map<number, number>;
  summary: HeldSummary | undefined;
}

/**
 * Codes of combined summary records, which have function flags in operand 4 (LLVMBitCodes.h,
 * GlobalValueSummarySymtabCodes).
 */
const COMBINED: readonly number[] = [4, 5];
const SUMMARY_VERSION = 10;
const SUMMARY_FLAGS = 20;
const SUMMARY_BLOCK_COUNT = 24;

function emptyHeld(): Held {
  return {
    attributeKind: 0,
    metadataKinds: undefined,
    type: 0,
    typedPointers: false,
    constant: 0,
    instruction: 0,
    metadata: 0,
    module: 0,
    operands: new Map(),
    summary: undefined,
  };
}

/**
 * Skims a module.
 * @param typesOnly whether to read only its type table
 * @returns what was found up to the module's end, or up to the first fault
 */
export function heldBy(window: ByteWindow, stream: StreamRange, place: ModulePlace, typesOnly = false): Held {
  const reader = new BitstreamReader(window, stream);
  reader.restore(place.checkpoint);
  return new Skim(reader, typesOnly).run();
}

class Skim {
  private readonly held = emptyHeld();

  constructor(
    private readonly reader: BitstreamReader,
    private readonly typesOnly: boolean,
  ) {}

  run(): Held {
    const { reader } = this;
    const depth = reader.depth;
    for (let event = reader.next(); event !== "end" && event !== "fault"; event = reader.next()) {
      if (event === "endBlock" && reader.depth < depth) break;
      if (this.typesOnly && event === "endBlock" && reader.ended?.id === BLOCK.TYPE) break;
      this.take(event);
      // All pointers of a file are of one kind, so the first one tells which.
      if (this.typesOnly && (this.held.typedPointers || this.held.type === TYPE.OPAQUE_POINTER)) break;
    }
    return this.held;
  }

  private take(event: BitEvent): void {
    const { reader } = this;
    if (event === "enterBlock") {
      const id = reader.block?.id ?? 0;
      if (!READ.has(id) || (this.typesOnly && id !== BLOCK.TYPE && id !== BLOCKINFO)) reader.skipBlock();
      else this.enter(id);
    } else if (event === "defineAbbrev" && reader.abbreviation) this.define(reader.abbreviation);
    else if (event === "record") this.record(reader.block?.id, reader.record);
  }

  private enter(id: number): void {
    if (id === BLOCK.METADATA_KIND) this.held.metadataKinds ??= 0;
    if (id !== BLOCK.GLOBALVAL_SUMMARY) return;
    const width = this.reader.block?.width ?? 0;
    this.held.summary = {
      version: 0,
      width,
      firstAbbreviation: undefined,
      blockCount: false,
      functionFlags: 0,
      flags: 0,
      indexFlags: 0,
    };
  }

  /** An abbreviation shows what its writer knows, even if no record uses it. */
  private define({ operands }: Abbreviation): void {
    const [first] = operands;
    if (first?.kind !== "literal") return;
    const id = this.reader.block?.id === BLOCKINFO ? this.reader.setBlock : this.reader.block?.id;
    const { held } = this;
    if (id === BLOCK.FUNCTION) held.instruction = Math.max(held.instruction, first.value);
    else if (id === BLOCK.CONSTANTS) held.constant = Math.max(held.constant, first.value);
    else if (id === BLOCK.GLOBALVAL_SUMMARY && held.summary) held.summary.firstAbbreviation ??= first.value;
  }

  private record(block: number | undefined, record: BitRecord): void {
    const { held } = this;
    const { code } = record;
    switch (block) {
      case BLOCK.FUNCTION:
        // Constants and metadata of the function come before its instructions.
        if (code !== FUNCTION_CODE.DECLAREBLOCKS) this.reader.skipBlock();
        return;
      case BLOCK.MODULE:
        held.module = Math.max(held.module, code);
        return;
      case BLOCK.TYPE:
        held.type = Math.max(held.type, code);
        if (code === TYPE.POINTER) held.typedPointers = true;
        return;
      case BLOCK.PARAMATTR_GROUP:
        held.attributeKind = Math.max(held.attributeKind, highestAttributeKind(record));
        return;
      case BLOCK.CONSTANTS:
        held.constant = Math.max(held.constant, code);
        return;
      case BLOCK.METADATA:
        held.metadata = Math.max(held.metadata, code);
        if (record.length > (held.operands.get(code) ?? 0)) held.operands.set(code, record.length);
        return;
      case BLOCK.METADATA_KIND:
        this.kind(record);
        return;
      case BLOCK.GLOBALVAL_SUMMARY:
        if (held.summary) summarize(held.summary, record);
        return;
      default:
    }
  }

  private kind(record: BitRecord): void {
    const number = record.value(0);
    if (number === this.held.metadataKinds && isFixedKind(number, record.text(1))) this.held.metadataKinds++;
  }
}

const READ: ReadonlySet<number> = new Set([
  BLOCKINFO,
  BLOCK.TYPE,
  BLOCK.PARAMATTR_GROUP,
  BLOCK.CONSTANTS,
  BLOCK.FUNCTION,
  BLOCK.METADATA,
  BLOCK.METADATA_KIND,
  BLOCK.GLOBALVAL_SUMMARY,
]);

function summarize(summary: HeldSummary, record: BitRecord): void {
  if (record.code === SUMMARY_VERSION) summary.version = record.value(0);
  else if (record.code === SUMMARY_FLAGS) summary.indexFlags |= record.value(0);
  else if (record.code === SUMMARY_BLOCK_COUNT) summary.blockCount = true;
  else if (COMBINED.includes(record.code)) {
    summary.flags |= record.value(2);
    summary.functionFlags |= record.value(4);
  }
}
