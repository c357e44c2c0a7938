/** Reads the blocks in MODULE_BLOCK into the module's tables; its functions are noted and skipped. */
import type { BitstreamReader } from "../../bitstream/reader";
import type { BitRecord } from "../../bitstream/record";
import { BLOCK } from "../codes";
import type { Release } from "../ir/releases";
import type { ValueId } from "../ir/ids";
import { blockInSteps, RecordFault } from "../stream/blocks";
import { ConstantsReader } from "./constants/block";
import { isPastHead, NAMING } from "./moduleParts";
import { ModuleRecords } from "./moduleRecords";
import { readModuleSymbols } from "./moduleSymbols";
import { readNumberedNames } from "./numberedNames";
import { OldTypeTableReader } from "./oldTypes";
import { TypeTableReader } from "./types";

/** The first release whose reader checks what it has read. */
export const FIRST_CHECKED: Release = 9;

/** The tables of a module that its records and the blocks in it fill. */
export abstract class ModuleBlocks extends ModuleRecords {
  /** Whether the head of a module has been read of which only that is read. */
  protected isHeadRead = false;
  /** Whether only the head is read, and a record or block is not in it. @param id as for {@link isPastHead} */
  protected isLeftOut(event: "record" | "enterBlock", id: number): boolean {
    return this.headOnly && (this.isHeadRead || isPastHead(event, id));
  }

  /** Like {@link readNested}, for the blocks that contain names. */
  protected readNames(id: number, reader: BitstreamReader): boolean {
    if (id === BLOCK.METADATA) {
      this.metadata.readNames(reader, ["module"]);
      return true;
    }
    return NAMING.has(id) && (id !== BLOCK.PARAMATTR_GROUP || this.place.oldTypeTable) && this.readNested(id, reader);
  }

  /** Reads the blocks that are large in a large module in steps; undefined for other blocks. */
  protected nestedInSteps(id: number, reader: BitstreamReader): Generator<void, void, undefined> | undefined {
    if (this.isLeftOut("enterBlock", id) || this.isRepeated(id, reader)) return undefined;
    if (id === BLOCK.TYPE) return this.readTypes(reader);
    // Of a module with an index, this table of positions says the same as the order of the bodies.
    const said = this.known !== undefined && this.version >= 2;
    if (id === BLOCK.VALUE_SYMTAB) return said ? undefined : this.readSymbols(reader);
    if (this.namesOnly) return undefined;
    if (id === BLOCK.PARAMATTR)
      return this.readAttributes(reader, (code, record) => this.attributes.readList(code, record));
    if (id === BLOCK.PARAMATTR_GROUP && !this.place.oldTypeTable)
      return this.readAttributes(reader, (code, record) => this.attributes.readGroup(code, record));
    if (id === BLOCK.METADATA) return this.metadata.inSteps(reader, ["module"]);
    return id === BLOCK.CONSTANTS ? this.constants().inSteps(reader, ["module"]) : undefined;
  }
  private constants(): ConstantsReader {
    const { types, values, interner, problems, release, literal, stored } = this;
    return new ConstantsReader(types, values, interner, problems, release, literal, this.typeAt, stored);
  }

  /** Reads a nested block; false for a block that the text does not need, which is then skipped. */
  protected readNested(id: number, reader: BitstreamReader): boolean {
    if (this.isLeftOut("enterBlock", id)) {
      this.isHeadRead = true;
      return false;
    }
    if (this.isRepeated(id, reader)) return false;
    switch (id) {
      case BLOCK.PARAMATTR_GROUP:
        // Others are read in steps.
        this.readOldTypes(reader);
        return true;
      case BLOCK.IDENTIFICATION:
        return this.oldTypes !== undefined && this.readOldTypeNames(reader);
      case BLOCK.METADATA_KIND:
        this.metadata.readKinds(reader, ["module"]);
        return true;
      case BLOCK.GLOBALVAL_SUMMARY:
      case BLOCK.FULL_LTO_GLOBALVAL_SUMMARY:
        this.summaries.readSummaries(reader);
        this.hasSummary = true;
        return true;
      case BLOCK.MODULE_STRTAB:
        this.summaries.readModules(reader);
        return true;
      case BLOCK.OPERAND_BUNDLE_TAGS:
        readNumberedNames(reader, this.problems, this.bundleTags, "operand bundle");
        return true;
      case BLOCK.SYNC_SCOPE_NAMES:
        readNumberedNames(reader, this.problems, this.syncScopes, "sync scope");
        return true;
      case BLOCK.FUNCTION:
        this.noteBody(reader);
        return true;
      default:
        return false;
    }
  }

  private *readTypes(reader: BitstreamReader): Generator<void, void, undefined> {
    const table = new TypeTableReader(this.interner, this.release);
    yield* table.inSteps(reader, this.problems, (index, record) => {
      this.typeBits[index] = record.startBit;
    });
    this.setTypes(table.types);
  }

  private readOldTypes(reader: BitstreamReader): void {
    this.oldTypes = new OldTypeTableReader(this.interner, this.problems, this.release);
    this.oldTypes.read(reader);
    this.setTypes(this.oldTypes.types);
  }
  private readOldTypeNames(reader: BitstreamReader): boolean {
    this.oldTypes?.readNames(reader);
    return true;
  }

  /** Reads PARAMATTR_GROUP_BLOCK or PARAMATTR_BLOCK, whose records go to the attribute table. */
  private readAttributes(
    reader: BitstreamReader,
    read: (code: number, record: BitRecord) => string | undefined,
  ): Generator<void, void, undefined> {
    return blockInSteps(reader, this.problems, {
      path: ["module", "attributes"],
      record: (record) => {
        const fault = read(record.code, record);
        if (fault === undefined) return;
        const unknown = this.attributes.unknownKind !== undefined && fault.includes("attribute kind");
        throw new RecordFault(unknown ? "unsupported" : "bad-record", fault);
      },
    });
  }

  private readSymbols(reader: BitstreamReader): Generator<void, void, undefined> {
    return readModuleSymbols(reader, {
      problems: this.problems,
      release: this.release,
      version: this.version,
      isMet: !this.literal && this.release >= FIRST_CHECKED && !this.bodyPlaces.isLedToSymbols,
      globals: this.globals.length,
      values: this.values.length,
      isFunction: (index) => this.isFunction(index),
      notePlace: (index, words, range) => {
        this.bodyPlaces.noteEntry(this.idOfGlobal(index), words, range);
      },
      setName: (index, name) => {
        this.setName(index, name);
      },
      noteGuid: (value, guid) => void this.summaries.index.guids.set(value, guid),
    });
  }
  /** The number of a global by its index among the globals. */
  private idOfGlobal(index: number): ValueId {
    return this.stored?.idOfGlobal(index) ?? this.ownGlobals[index]?.id ?? index;
  }
  /** Whether the global with this index is a function. */
  private isFunction(index: number): boolean {
    const id = this.idOfGlobal(index);
    return this.bodyPlaces.isDefined(id) || this.values.at(id)?.kind === "function";
  }
  /** Sets the name of a global by its index among the globals. */
  private setName(index: number, name: string): void {
    const global = this.ownGlobals[index];
    if (global) global.name = name;
    else this.stored?.setName(index, name);
  }

  /** Notes a body, and skips it. */
  private noteBody(reader: BitstreamReader): void {
    this.isPastLayout = true;
    const block = reader.block;
    const checkpoint = reader.checkpoint();
    const startBit = reader.startBit;
    reader.skipBlock();
    const endBit = Math.min(block?.endBit ?? startBit, reader.cursor.endBit);
    this.bodyPlaces.noteBlock(checkpoint, { startBit, endBit });
  }
}
