/** AIX big archives. Format: docs/formats/boxes.md, "AIX big archive". */
import type { ByteWindow } from "../../document/window";
import { ArchiveSymbols } from "./archiveSymbols";
import { HeaderBytes } from "./bytes";
import type { Fault, HeaderField, Layout, Part } from "./layout";
import { bytes, cutHeader } from "./layout";

const MAGIC = "<bigaf>\n";
/** Between a member's name and its bytes. */
const END = "`\n";
/** Characters of an offset or a size, in decimal. */
const DIGITS = 20;
const FILE_HEADER: readonly HeaderField[] = [
  bytes("magic", 8),
  bytes("member table", DIGITS),
  bytes("32-bit symbol table", DIGITS),
  bytes("64-bit symbol table", DIGITS),
  bytes("first member", DIGITS),
  bytes("last member", DIGITS),
  bytes("first free member", DIGITS),
];
const FILE_HEADER_BYTES = 128;
const MEMBER_HEADER: readonly HeaderField[] = [
  bytes("size", DIGITS),
  bytes("next member", DIGITS),
  bytes("previous member", DIGITS),
  bytes("date", 12),
  bytes("uid", 12),
  bytes("gid", 12),
  bytes("mode", 12),
  bytes("name length", 4),
];
const MEMBER_HEADER_BYTES = 112;

/** Reads one archive. */
class BigArchiveReader {
  private readonly parts: Part[] = [
    { kind: "header", name: "magic", startByte: 0, endByte: FILE_HEADER_BYTES, fields: FILE_HEADER },
  ];
  private readonly faults: Fault[] = [];
  private readonly bytes: HeaderBytes;
  private readonly symbols: ArchiveSymbols;

  constructor(private readonly window: ByteWindow) {
    this.bytes = new HeaderBytes(window);
    this.symbols = new ArchiveSymbols(window);
  }

  read(): Layout {
    const { parts, faults, window } = this;
    if (window.length < FILE_HEADER_BYTES) faults.push(cutHeader(window, 0, "the archive"));
    else {
      this.member(this.number(8, DIGITS), "member table");
      this.member(this.number(28, DIGITS), "32-bit symbol table");
      this.member(this.number(48, DIGITS), "64-bit symbol table");
      this.members();
    }
    return { title: "AIX big archive", parts, faults };
  }

  /** The members are a list; each names the next one. A damaged list may come back to a member. */
  private members(): void {
    const seen = new Set<number>();
    const last = this.number(88, DIGITS);
    for (let at = this.number(68, DIGITS); at !== 0; at = at === last ? 0 : this.number(at + DIGITS, DIGITS)) {
      if (seen.has(at)) {
        this.fault(at, "the list of members comes back to this one");
        return;
      }
      seen.add(at);
      if (!this.member(at)) return;
    }
  }

  /** Adds a member, or the table `table`, whose header is at `at`; nothing at 0. Returns whether it has a header. */
  private member(at: number, table?: string): boolean {
    if (at === 0) return true;
    const { bytes: header, window, parts } = this;
    const nameSize = this.number(at + MEMBER_HEADER_BYTES - 4, 4);
    const padded = nameSize + (nameSize % 2);
    const startByte = at + MEMBER_HEADER_BYTES + padded + END.length;
    if (startByte > window.length || header.text(startByte - END.length, END.length) !== END) {
      this.fault(at, "truncated or malformed archive: a member's header is expected here");
      return false;
    }
    const name = table ?? header.text(at + MEMBER_HEADER_BYTES, nameSize);
    const endByte = startByte + this.number(at, DIGITS);
    const fields = [...MEMBER_HEADER, ...(padded > 0 ? [bytes("name", padded)] : []), bytes("end", END.length)];
    parts.push({ kind: "header", name: `member ${name}`, startByte: at, endByte: startByte, fields });
    if (table === undefined) {
      if (endByte > startByte) parts.push(this.symbols.member(name, at, startByte, endByte));
      return true;
    }
    parts.push({ kind: "table", name, startByte, endByte });
    if (table !== "member table") this.symbols.readOffsets(startByte, endByte, 8);
    return true;
  }

  private fault(at: number, message: string): void {
    const startByte = Math.min(at, this.window.length);
    this.faults.push({ startByte, endByte: this.window.length, message });
  }

  /** A number in decimal, padded with blanks; 0 if there is none. */
  private number(at: number, size: number): number {
    const digits = /^\d+/.exec(this.bytes.text(at, size))?.[0] ?? "0";
    return Math.min(Number(digits), Number.MAX_SAFE_INTEGER / 16);
  }
}

/** The parts of an AIX big archive; undefined for any other file. */
export function readBigArchive(window: ByteWindow): Layout | undefined {
  if (new HeaderBytes(window).text(0, MAGIC.length) !== MAGIC) return undefined;
  return new BigArchiveReader(window).read();
}
