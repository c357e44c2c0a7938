/** Reads the records of METADATA_BLOCK and METADATA_KIND_BLOCK into the parts of a table. */
import { OLD_PREFIX } from "./loopHints";
import type { ByteWindow } from "../../../document/window";
import type { BitRecord } from "../../bitstream/record";
import type { ValueId } from "../ir/ids";
import type { Attachment } from "../ir/metadata";
import type { Release } from "../ir/releases";
import { limitsOf } from "../release/limits";
import type { Type, TypeId } from "../ir/types";
import type { Value } from "../ir/values";
import { Code, codeOfToday, definesNode } from "../spec/metadataCodes";
import type { ProblemList } from "../stream/blocks";
import { RecordFault } from "../stream/blocks";
import type { GlobalAttachments, NamedNodes } from "./gathered";
import type { KindTable } from "./kinds";
import { isOfWrongLength } from "./lengths";
import type { Layer, MetadataStore } from "./store";
import { operandsOf } from "./operands";
import { readStrings } from "./strings";

/** The module whose records are read. */
interface Host {
  readonly release: Release;
  readonly literal: boolean;
  readonly window: ByteWindow;
  readonly problems: ProblemList;
  /**
   * Whether a value has the type with a number, or may still get it; undefined if no value can have that type. In a
   * function, a value that comes later must then get it.
   */
  hasType(value: ValueId, type: TypeId, inFunction: boolean): boolean | undefined;
  valueAt(value: ValueId): Value | undefined;
  typeOf(type: TypeId): Type | undefined;
}

/** What receives the records. */
interface Parts {
  readonly store: MetadataStore;
  readonly kinds: KindTable;
  readonly named: NamedNodes;
  readonly attached: GlobalAttachments;
  /** Is told the version of each expression. */
  noteExpression(version: number): void;
  /** Is told that the file has an old name of a loop's option, in a record of its own. */
  noteOldLoopTag(): void;
}

/** Whether a string's record is an old name of a loop's option (mayBeOldLoopAttachmentTag). */
function isOldLoopTag(record: BitRecord): boolean {
  for (let i = 0; i < OLD_PREFIX.length; i++) {
    if (i >= record.length || record.value(i) !== OLD_PREFIX.charCodeAt(i)) return false;
  }
  return true;
}

/** Reads records one after another. */
export class MetadataRecords {
  /** The greatest number of a value that the module's entries refer to; -1 if there is none. */
  furthestValue = -1;
  /** The name from a NAME record, for the NAMED_NODE that follows it; the reference skips one that follows none. */
  private pendingName: string | undefined;
  constructor(
    private readonly host: Host,
    private readonly parts: Parts,
  ) {
    this.highestCode = host.literal ? Infinity : limitsOf(host.release).metadata;
  }
  /** The highest code of a record that the release knows. */
  private readonly highestCode: number;

  /** The code of a record, as writers number it today. */
  codeOf(record: BitRecord): number {
    return this.host.release === 3 ? codeOfToday(record.code) : record.code;
  }

  /** Reads a record of METADATA_BLOCK; one that defines an entry adds it to the store. @throws {RecordFault} */
  read(record: BitRecord): void {
    const code = this.codeOf(record);
    if (this.pendingName !== undefined && code !== Code.NAMED_NODE) throw this.nameAlone();
    switch (code) {
      case Code.STRINGS:
        readStrings(record, this.host.window, (startByte, length) => {
          this.parts.store.addString(Code.STRING_OLD, record.startBit, startByte, length);
        });
        break;
      case Code.STRING_OLD:
        this.parts.store.addCharacters(code, record);
        if (isOldLoopTag(record)) this.parts.noteOldLoopTag();
        break;
      case Code.NAME:
        this.name(record);
        break;
      case Code.NAMED_NODE:
        this.namedNode(record);
        break;
      case Code.KIND:
        this.kind(record);
        break;
      case Code.GLOBAL_DECL_ATTACHMENT:
        this.globalAttachment(record);
        break;
      default:
        // Codes that the release does not know define no entry: the reference skips them.
        if (definesNode(code) && code <= this.highestCode) this.parts.store.add(code, record);
        else if (this.host.problems.newer && code > Code.LAYER_LOC_LIST)
          throw new RecordFault("unsupported", `unknown metadata code ${code}`);
        if (code === Code.EXPRESSION) this.parts.noteExpression(record.value(0));
    }
  }

  /** Refuses records that are too short or too long for their code, or of another version. @throws {RecordFault} */
  checkLength(record: BitRecord): void {
    const code = this.codeOf(record);
    const { problems, release } = this.host;
    if (isOfWrongLength(code, record.length, release))
      throw new RecordFault(problems.newer ? "unsupported" : "bad-record", "Invalid record");
    if (isUnknown(code, record)) throw new RecordFault("bad-record", "Invalid record");
    if (code === Code.ASSIGN_ID && record.value(0) % 2 === 0)
      throw new RecordFault("bad-record", "Invalid DIAssignID record. Must be distinct");
  }

  /** What is wrong when a block ends; undefined if nothing. */
  endBlock(): string | undefined {
    return this.pendingName === undefined ? undefined : this.nameAlone().message;
  }

  /** Checks VALUE [type, value]. @throws {RecordFault} */
  checkValue(record: BitRecord, inFunction: boolean): void {
    const fits = record.length === 2 ? this.host.hasType(record.value(1), record.value(0), inFunction) : undefined;
    if (fits === undefined) throw new RecordFault("bad-record", "Invalid record");
    // The reference takes no number that is larger than the file has bytes.
    const isPossible = record.value(1) < this.host.window.length;
    if (!inFunction && isPossible) this.furthestValue = Math.max(this.furthestValue, record.value(1));
    if (!fits || !isPossible) throw new RecordFault("bad-reference", "Invalid value reference from metadata");
  }

  /** Checks OLD_NODE [(type, metadata or value)…]: void is for no operand. @throws {RecordFault} */
  checkOldNode(record: BitRecord): void {
    if (record.length % 2 === 1) throw new RecordFault("bad-record", "Invalid record");
    for (let at = 0; at < record.length; at += 2) {
      const [type, value] = [record.value(at), record.value(at + 1)];
      if (!this.host.typeOf(type)) throw new RecordFault("bad-record", "Invalid record");
      const fits = this.host.hasType(value, type, false);
      if (fits === false || (fits && value >= this.host.window.length))
        throw new RecordFault("bad-reference", "Invalid value reference from old metadata");
    }
  }

  /**
   * To be called when a function is read again: its values get the types that the VALUE records of a block say, as when
   * the block was read.
   */
  expectAgain({ firstId, count }: Layer): void {
    const { store } = this.parts;
    for (let id = firstId; id < firstId + count; id++)
      if (store.code(id) === Code.VALUE && store.length(id) === 2)
        this.host.hasType(store.operand(id, 1), store.operand(id, 0), true);
  }

  /** Reads KIND [number, name]. @throws {RecordFault} */
  kind(record: BitRecord): void {
    // Writers number kinds differently, so the name decides.
    if (record.code !== Code.KIND) return;
    if (record.length < 2) throw new RecordFault("bad-record", "Invalid record");
    if (!this.parts.kinds.add(record.word(0), record.text(1))) {
      throw new RecordFault("bad-record", "Conflicting METADATA_KIND records");
    }
  }

  /** Reads NAME [character…], for the NAMED_NODE that follows it. */
  name(record: BitRecord): void {
    this.pendingName = record.text();
  }
  /**
   * NAMED_NODE [node…]: indices in the module's table, which may come later. The name comes from the record before.
   * @throws {RecordFault}
   */
  namedNode(record: BitRecord): void {
    const name = this.pendingName;
    this.pendingName = undefined;
    if (name === undefined) return;
    const nodes = Array.from({ length: record.length }, (_, i) => record.word(i));
    this.parts.named.add(name, nodes, record);
    // The reference takes no number that is larger than the file has bytes.
    if (nodes.some((node) => this.parts.store.isLeaf(node) || node >= this.host.window.length))
      throw new RecordFault("bad-reference", "Invalid named metadata: expect fwd ref to MDNode");
  }

  /** The fault of a NAME that no NAMED_NODE follows. */
  private nameAlone(): RecordFault {
    this.pendingName = undefined;
    return new RecordFault("bad-record", "METADATA_NAME not followed by METADATA_NAMED_NODE");
  }

  /** [value, (kind, node)…]. Nodes may come later in the table: file indices of the module are the ids. */
  private globalAttachment(record: BitRecord): void {
    // One value and pairs, so the number of operands is odd.
    if (record.length % 2 === 0 || !this.host.valueAt(record.value(0)))
      throw new RecordFault("bad-record", "Invalid record");
    const attachments: Attachment[] = [];
    for (let i = 1; i + 1 < record.length; i += 2) {
      const kind = this.parts.kinds.number(record.word(i));
      if (kind === undefined) throw new RecordFault("bad-record", "Invalid ID");
      const node = record.value(i + 1);
      if (this.parts.store.isLeaf(node)) throw new RecordFault("bad-reference", "Invalid metadata attachment");
      attachments.push({ kind, node });
    }
    // Aliases have no attachments.
    if (this.host.valueAt(record.value(0))?.kind !== "alias") this.parts.attached.add(record.value(0), attachments);
  }
}

/** The operand of a compile unit with the dialect of its language, and the greatest dialect. */
const DIALECT = operandsOf(Code.COMPILE_UNIT, ["dialect"]).dialect;
const MOST_DIALECTS = 2;

/**
 * Whether a record has what no reader knows: a version, in its first operand's upper bits or in an operand of its own, a
 * dialect, or half of a pair.
 */
function isUnknown(code: number, record: BitRecord): boolean {
  switch (code) {
    case Code.GENERIC_DEBUG:
      return record.value(2) !== 0;
    case Code.SUBRANGE:
    case Code.GLOBAL_VAR:
      return Math.floor(record.value(0) / 2) > 2;
    case Code.EXPRESSION:
      return Math.floor(record.value(0) / 2) > 3;
    case Code.COMPILE_UNIT:
      return record.value(DIALECT) > MOST_DIALECTS;
    // Pairs of a type and a value.
    case Code.OLD_NODE:
    case Code.OLD_FN_NODE:
      return record.length % 2 !== 0;
    default:
      return false;
  }
}
