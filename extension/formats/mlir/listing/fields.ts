/** The fields of one row with their positions, read again for a hover and for what the row refers to. */
import type { Encoding, Leaf } from "../../../document/element";
import type { SymbolId } from "../../../document/token";
import type { LeafRecorder, Reference, TableName } from "../model/cursor";

/** A field of a record. Positions are bytes from the file's first byte. */
export interface Field {
  readonly name: string;
  readonly startByte: number;
  readonly endByte: number;
  /** Undefined for bytes that are skipped. */
  readonly raw: number | bigint | undefined;
  readonly encoding: string;
  readonly meaning: string | undefined;
  /** What an index refers to. */
  readonly reference: Reference | undefined;
}

/** Most fields kept of one record. */
const KEPT = 4096;

/** Thrown by a recorder that has kept its maximum of fields, when nothing else is wanted from the record. */
export class Enough {}

const encodings: Partial<Record<Encoding["kind"], string>> = { prefixVarint: "PrefixVarInt", fixed: "byte" };

/** Keeps the fields that a cursor reads; skipped bytes are not read. */
export class FieldRecorder implements LeafRecorder {
  readonly fields: Field[] = [];
  readonly skims = true;
  /** Whether there are more fields than were kept. */
  more = false;
  private pending: Field | undefined;

  /** @param stops whether to throw {@link Enough} when there are more fields than are kept */
  constructor(
    private readonly describe: (reference: Reference) => string,
    private readonly stops = false,
  ) {}

  leaf(name: string, startByte: number, endByte: number, encoding: Encoding, raw: Leaf["raw"]): void {
    this.finish();
    if (encoding.kind === "fill") return;
    if (this.fields.length >= KEPT) {
      this.more = true;
      if (this.stops) throw new Enough();
      return;
    }
    this.pending = {
      name,
      startByte,
      endByte,
      raw: typeof raw === "object" ? undefined : raw,
      encoding: encodings[encoding.kind] ?? encoding.kind,
      meaning: undefined,
      reference: undefined,
    };
  }
  note(meaning: string): void {
    if (this.pending) this.pending = { ...this.pending, meaning, reference: undefined };
  }
  refer(table: TableName, index: number): void {
    if (!this.pending) return;
    const reference: Reference = { table, index };
    this.pending = { ...this.pending, meaning: this.describe(reference), reference };
  }
  open(): void {
    // The fields of a row are a flat list.
  }
  close(): void {
    // As above.
  }
  /** Stores the last field. */
  finish(): void {
    if (this.pending) this.fields.push(this.pending);
    this.pending = undefined;
  }
}

/**
 * Keeps only what the fields of a record refer to: the field's index in the record, the table and the entry. One list
 * serves many records.
 */
export class ReferenceList implements LeafRecorder {
  readonly fields: number[] = [];
  readonly tables: TableName[] = [];
  readonly entries: number[] = [];
  /** The number of references; what the arrays hold beyond it belongs to earlier records. */
  length = 0;
  readonly skims = true;
  /** Whether there are more fields than were examined. */
  more = false;
  private read = 0;

  /** Empties the list. */
  clear(): void {
    this.length = 0;
    this.more = false;
    this.read = 0;
  }

  leaf(_name: string, _startByte: number, _endByte: number, { kind }: Encoding): void {
    if (kind === "fill") return;
    if (this.read >= KEPT) this.more = true;
    else this.read++;
  }
  /** A later note on the same field replaces an earlier one. */
  note(): void {
    if (this.more || this.read === 0) return;
    if (this.length > 0 && this.fields[this.length - 1] === this.read - 1) this.length--;
  }
  refer(table: TableName, index: number): void {
    if (this.more || this.read === 0) return;
    this.note();
    const at = this.length++;
    this.fields[at] = this.read - 1;
    this.tables[at] = table;
    this.entries[at] = index;
  }
  open(): void {
    // The fields of a row are a flat list.
  }
  close(): void {
    // As above.
  }
}

/** A table whose entries are rows. */
export type EntryTable = Exclude<TableName, "value" | "block">;

/** The prefix of each table's symbols: `#7`, `!3`, `string 5`. Values and blocks get their names from their bodies. */
export const sigils: Readonly<Record<EntryTable, string>> = {
  attribute: "#",
  type: "!",
  string: "string ",
  dialect: "dialect ",
  opName: "op name ",
  property: "props ",
  resource: "resource ",
};

/** The symbol of a table's entry; references show it. */
export function tableSymbol(table: EntryTable, index: number): SymbolId {
  return `${sigils[table]}${index}`;
}
/** The symbol that a field refers to, if it is a table's entry. */
export function entrySymbol({ table, index }: Reference): SymbolId | undefined {
  return table === "value" || table === "block" ? undefined : tableSymbol(table, index);
}

/** The table's entry that a symbol means. */
export function symbolEntry(symbol: SymbolId): Reference | undefined {
  const [, sigil = "", digits = ""] = /^(\D+)(\d+)$/.exec(symbol) ?? [];
  const table = (Object.keys(sigils) as EntryTable[]).find((name) => sigils[name] === sigil);
  return table && { table, index: Number(digits) };
}
