/** The top level of an IR file: identification, modules and the string tables that follow them. */
import type { BitRange } from "../../../document/bits";
import type { ByteRange, ByteWindow } from "../../../document/window";
import type { StreamHeader } from "../../bitstream/header";
import { MAGIC_BYTES } from "../../bitstream/header";
import type { Block, Checkpoint } from "../../bitstream/reader";
import { BitstreamReader } from "../../bitstream/reader";
import { differOnlyInPlace } from "../ir/bodyTable";
import { BLOCK, IDENTIFICATION_EPOCH, IDENTIFICATION_STRING, STRTAB_BLOB } from "../codes";
import type { ProblemList } from "./blocks";
import { readBlock, RecordFault, reportFault } from "./blocks";

/** Where a module is, found without reading it. */
export interface ModulePlace extends BitRange {
  readonly identification: string | undefined;
  /** Where it starts with its identification; bits. Offsets in the module count from one word before. */
  readonly originBit: number;
  /** The position inside MODULE_BLOCK, before its first entry. */
  readonly checkpoint: Checkpoint;
  /** Whether its type table has the form used before LLVM 3.0. */
  readonly oldTypeTable: boolean;
  /** The STRTAB blob that follows it, as a byte range of the window. */
  strings: ByteRange | undefined;
}

/** Blocks that the reference reads to their end as it reaches them, whatever their length field states. */
const READ_AT_ONCE: ReadonlySet<number> = new Set([BLOCK.STRTAB, BLOCK.SYMTAB]);

/** The range of the stream in its window, in bytes. */
export interface StreamRange {
  readonly originByte: number;
  readonly endByte: number;
}

/** Finds the modules of a stream. A module's strings are those of the next STRTAB after it. */
export function findModules(window: ByteWindow, header: StreamHeader, problems: ProblemList): readonly ModulePlace[] {
  return new StreamSkim(window, header, problems).run();
}

/** A module of a stream, which may have very many: what these have in common is kept once. */
class PlacedModule implements ModulePlace {
  readonly startBit: number;
  private readonly bodyBit: number;
  private readonly statedEnd: number;
  strings: ByteRange | undefined;

  /**
   * @param checkpoint the position inside the module's block, before its first entry
   * @param like the checkpoint of an earlier module, from which this one differs at most in positions
   */
  constructor(
    readonly endBit: number,
    readonly identification: string | undefined,
    readonly originBit: number,
    readonly oldTypeTable: boolean,
    { bit, startBit, endBit: statedEnd }: { readonly bit: number; readonly startBit: number; readonly endBit: number },
    private readonly like: Checkpoint,
  ) {
    this.startBit = startBit;
    this.bodyBit = bit;
    this.statedEnd = statedEnd;
  }
  get checkpoint(): Checkpoint {
    const { bodyBit: bit, startBit, statedEnd: endBit } = this;
    const { block, blockInfo, setBlock } = this.like;
    return { bit, block: block && { ...block, startBit, bodyBit: bit, endBit }, blockInfo, setBlock };
  }
}

/** Whether two checkpoints in blocks differ in nothing but positions. */
function isLike(one: Checkpoint, other: Checkpoint, block: Block): boolean {
  if (one.blockInfo !== other.blockInfo || one.setBlock !== other.setBlock) return false;
  return one.block !== undefined && differOnlyInPlace(one.block, block);
}

class StreamSkim {
  private readonly modules: ModulePlace[] = [];
  /** How many of the modules have their strings. */
  private named = 0;
  private like: Checkpoint | undefined;
  private readonly reader: BitstreamReader;
  private identification: string | undefined;
  private identificationBit: number | undefined;

  constructor(
    window: ByteWindow,
    private readonly header: StreamHeader,
    private readonly problems: ProblemList,
  ) {
    const { startByte: originByte, endByte } = header;
    this.reader = new BitstreamReader(window, { originByte, endByte, startBit: (originByte + MAGIC_BYTES) * 8 });
  }

  run(): readonly ModulePlace[] {
    for (;;) {
      const event = this.reader.next();
      if (event === "end") return this.finish();
      if (event === "enterBlock") this.enter(this.reader.block as Block);
      else if (event === "fault") {
        reportFault(this.reader, this.problems, []);
        if (this.reader.recover() === undefined) return this.modules;
      } else this.misplaced();
    }
  }

  private finish(): readonly ModulePlace[] {
    if (this.isIdentified) this.misplaced();
    const { startByte, endByte } = this.header;
    const at = { startBit: startByte * 8, endBit: endByte * 8, path: [] };
    if ((endByte - startByte) % 4 !== 0) {
      const message = "Invalid bitcode signature: the stream is no whole number of 32-bit words";
      this.problems.add({ ...at, code: "bad-container", message });
    }
    if (this.modules.length === 0) this.problems.add({ ...at, code: "bad-container", message: "Expected a module" });
    return this.modules;
  }

  private misplaced(): void {
    const { startBit, position } = this.reader;
    this.problems.add({ code: "bad-block", message: "Malformed block", startBit, endBit: position, path: [] });
  }

  /** Whether the last block was an identification, which only a module may follow. */
  private isIdentified = false;
  private enter(block: Block): void {
    if (this.isIdentified && block.id !== BLOCK.MODULE) this.misplaced();
    this.isIdentified = block.id === BLOCK.IDENTIFICATION;
    this.checkExtent(block);
    switch (block.id) {
      case BLOCK.IDENTIFICATION:
        this.identificationBit = block.startBit;
        this.readIdentification();
        return;
      case BLOCK.MODULE:
        this.addModule(block);
        return;
      case BLOCK.STRTAB:
        this.readStrings();
        return;
      case BLOCK.SYMTAB:
        // The text does not need it, but the reference refuses a file in which it is damaged.
        readBlock(this.reader, this.problems, { path: ["symbols"], record: () => undefined });
        return;
      default:
        this.reader.skipBlock();
    }
  }

  /**
   * Reports a block that ends past the stream. The reference skips through the blocks by their lengths before it reads
   * any but those two.
   */
  private checkExtent({ id, startBit, endBit }: Block): void {
    const end = this.reader.cursor.endBit;
    if (endBit <= end || READ_AT_ONCE.has(id)) return;
    const message = `block ${id} ends past the file's end`;
    const path = id === BLOCK.MODULE ? ["module"] : id === BLOCK.IDENTIFICATION ? ["identification"] : [];
    this.problems.add({ code: "truncated", message, startBit, endBit: end, path });
  }

  private readIdentification(): void {
    readBlock(this.reader, this.problems, {
      path: ["identification"],
      record: (record) => {
        if (record.code === IDENTIFICATION_STRING) this.identification = record.text();
        else if (record.code !== IDENTIFICATION_EPOCH)
          throw new RecordFault("bad-record", `Invalid value: identification record code ${record.code}`);
        else if (record.length === 0 || record.word(0) !== 0)
          throw new RecordFault("unsupported", `Incompatible epoch: Bitcode '${record.word(0)}' vs current: '0'`);
      },
    });
  }

  private addModule(block: Block): void {
    const { reader, identification } = this;
    const checkpoint = reader.checkpoint();
    const oldTypeTable = identification === undefined && this.hasOldTypeTable();
    reader.restore(checkpoint);
    reader.skipBlock();
    const endBit = Math.min(block.endBit, reader.cursor.endBit);
    const originBit = this.identificationBit ?? block.startBit;
    if (!this.like || !isLike(this.like, checkpoint, block)) this.like = checkpoint;
    const { startBit, endBit: statedEnd } = block;
    const entered = { bit: checkpoint.bit, startBit, endBit: statedEnd };
    this.modules.push(new PlacedModule(endBit, identification, originBit, oldTypeTable, entered, this.like));
  }

  /** Since LLVM 3.0 the type table is block 17, near the module's start; before, it was block 10. */
  private hasOldTypeTable(): boolean {
    for (;;) {
      const event = this.reader.next();
      if (event === "endBlock" || event === "end" || event === "fault") return false;
      if (event !== "enterBlock") continue;
      const id = this.reader.block?.id;
      if (id === BLOCK.TYPE || id === BLOCK.GLOBALVAL_SUMMARY) return false;
      if (id === BLOCK.PARAMATTR_GROUP && this.startsTypeTable()) return true;
      this.reader.skipBlock();
    }
  }
  /** A type table starts with its count (code 1), a table of attribute groups with a group (code 3). */
  private startsTypeTable(): boolean {
    const before = this.reader.checkpoint();
    let event = this.reader.next();
    while (event === "defineAbbrev") event = this.reader.next();
    const old = event === "record" && this.reader.record.code === 1;
    this.reader.restore(before);
    return old;
  }

  private readStrings(): void {
    let strings: ByteRange | undefined;
    readBlock(this.reader, this.problems, {
      path: ["strings"],
      record: (record) => {
        if (record.code === STRTAB_BLOB && record.blobStart >= 0) {
          strings = { startByte: record.blobStart, endByte: record.blobEnd };
        }
      },
    });
    if (!strings) return;
    for (; this.named < this.modules.length; this.named++) (this.modules[this.named] as ModulePlace).strings = strings;
  }
}
