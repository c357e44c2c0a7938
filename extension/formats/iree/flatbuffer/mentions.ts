/**
 * Limits what the tables of a module take in memory and in any text. Offsets of a FlatBuffer may share strings and
 * tables, so that what they spell out could grow with the square of the file.
 */
import type { TableView } from "./table";

/** Characters that mentions of long strings and tables may take in any module, and how many more for each byte of it. */
const ALWAYS = 1 << 20;
const PER_BYTE = 8;
/** A string no longer than this is read at every mention; of longer ones so many characters are left. */
const SHORT = 64;
/**
 * Characters that mentions of a name in code or exports may take, and how many more for each byte of the module; a name
 * no longer than `NAME` is never cut for that. There is at most one mention in `BYTES` bytes.
 */
const NAMED = 1 << 22;
const NAMED_PER_BYTE = 128;
const NAME = 1024;
const BYTES = 4;
const ELLIPSIS = "\xE2\x80\xA6";

/** Reads strings and tables of one module that others may mention too. */
export class Mentions {
  private left: number;
  private readonly known = new Map<number, { readonly value: object; readonly cost: number }>();
  /** The first byte of the table from which on long mentions are cut; undefined if all are whole. */
  cutAt: number | undefined;

  /** Characters that mentions of names may take. */
  private readonly named: number;

  constructor(moduleBytes: number) {
    this.left = ALWAYS + PER_BYTE * moduleBytes;
    this.named = NAMED + NAMED_PER_BYTE * moduleBytes;
  }

  /** A table's string, or its beginning if there is no room for it; undefined if it is absent. */
  string(table: TableView | undefined, field: string): string | undefined {
    const text = table?.string(field);
    if (table === undefined || text === undefined || text.length <= SHORT) return text;
    return this.take(text.length, table.at) ? text : text.slice(0, SHORT) + ELLIPSIS;
  }
  /** A name as code or an export mentions it, `at` bytes after the first that may do so. */
  name(text: string, at: number): string {
    return this.fits(text, at) ? text : text.slice(0, SHORT) + ELLIPSIS;
  }
  /** Whether there is room for all mentions of the name up to there. */
  fits({ length }: string, at: number): boolean {
    return length <= NAME || (length * at) / BYTES <= this.named;
  }

  /**
   * What a table contains, made once however often it is mentioned; undefined if there is no room for another mention.
   * @param make reads the table; what it takes is taken again at each further mention
   */
  table<T extends object>(table: TableView, make: () => T): T | undefined {
    const found = this.known.get(table.at);
    if (found) return this.take(found.cost, table.at) ? (found.value as T) : undefined;
    const before = this.left;
    const value = make();
    this.known.set(table.at, { value, cost: before - this.left });
    return value;
  }

  /** Takes room for a part of the table at byte `at`; false if there is not enough. */
  take(cost: number, at: number): boolean {
    if (this.left >= cost) this.left -= cost;
    else this.cutAt ??= at;
    return this.cutAt === undefined;
  }
}
