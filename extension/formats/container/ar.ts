/** ar archives: GNU, BSD and COFF (lib.exe), plain and thin. Source: llvm/Object/Archive; ar(5). */
import { byteString } from "../../document/byteText";
import type { ByteWindow } from "../../document/window";
import { Allowance } from "./allowance";
import { ArchiveSymbols } from "./archiveSymbols";
import { HeaderBytes } from "./bytes";
import type { HeaderField, Layout, Note, Part } from "./layout";
import { bytes } from "./layout";

const PLAIN = "!<arch>\n";
const THIN = "!<thin>\n";
const HEADER_BYTES = 60;
const HEADER: readonly HeaderField[] = [
  bytes("name", 16),
  bytes("mtime", 12),
  bytes("uid", 6),
  bytes("gid", 6),
  bytes("mode", 8),
  bytes("size", 10),
  bytes("end", 2),
];
/** BSD: the name is at the beginning of the member's bytes, and its length is in the header. */
const BSD_NAME = /^#1\/(\d+)\s*$/;
/** Symbol tables, which are not members: how they are read, and the size of their numbers in bytes. */
const TABLES: ReadonlyMap<string, readonly [form: "offsets" | "entries" | "unread", size: 4 | 8]> = new Map([
  ["/", ["offsets", 4]],
  ["/SYM64/", ["offsets", 8]],
  ["/EC SYMBOLS/", ["unread", 4]],
  ["__.SYMDEF", ["entries", 4]],
  ["__.SYMDEF SORTED", ["entries", 4]],
  ["__.SYMDEF_64", ["entries", 8]],
  ["__.SYMDEF_64 SORTED", ["entries", 8]],
]);
const LONG_NAMES = "//";
/** Ends a long name. */
const NEWLINE = 10;
/** Longer names are cut; bytes. */
const LONGEST_NAME = 4096;
/** A message lists so many names. */
const LISTED_NAMES = 8;

/** Reads one archive. */
class ArchiveReader {
  private readonly parts: Part[] = [];
  private readonly faults: Layout["faults"][number][] = [];
  private readonly bytes: HeaderBytes;
  private readonly symbols: ArchiveSymbols;
  /** Whether a symbol table has been read: COFF has a second one of the same name, which tells the same. */
  private hasSymbols = false;
  private longNames = { start: 0, size: 0 };
  private readonly names: Allowance;

  constructor(
    private readonly window: ByteWindow,
    private readonly thin: boolean,
  ) {
    this.bytes = new HeaderBytes(window);
    this.symbols = new ArchiveSymbols(window);
    this.names = new Allowance(window.length);
  }

  read(): Layout {
    const { parts, faults, window } = this;
    parts.push({ kind: "header", name: "magic", startByte: 0, endByte: 8, fields: [bytes("magic", 8)] });
    for (let at = 8; at < window.length;) {
      const next = at + HEADER_BYTES <= window.length ? this.member(at) : undefined;
      if (next === undefined) {
        const message = "truncated or malformed archive: a member's header is expected here";
        faults.push({ startByte: at, endByte: window.length, message });
        break;
      }
      at = next + (next % 2);
    }
    if (this.names.spent) {
      const { start, size } = this.longNames;
      const message = "members share long names; some are cut to the first characters";
      faults.push({ startByte: start, endByte: Math.min(start + size, window.length), message, code: "limit" });
    }
    if (!this.thin) return { title: "ar archive", parts, faults };
    return { title: "thin ar archive", parts, faults, notes: this.elsewhere() };
  }

  /** Tells where the members of a thin archive are. */
  private elsewhere(): readonly Note[] {
    const members = this.parts.filter(({ kind }) => kind === "member");
    const [first] = members;
    if (!first) return [];
    const shown = members
      .slice(0, LISTED_NAMES)
      .map(({ name }) => name)
      .join(", ");
    const more = members.length > LISTED_NAMES ? ` and ${members.length - LISTED_NAMES} more` : "";
    const message = `a thin archive has only the names of its members; open the files themselves: ${shown}${more}`;
    return [{ startByte: first.startByte, endByte: this.window.length, message }];
  }

  /** Adds the member whose header is at `at`. Returns where the next one starts; undefined if there is no header. */
  private member(at: number): number | undefined {
    const { bytes: header, parts } = this;
    const field = header.text(at, 16);
    const sizeText = header.text(at + 48, 10).trim();
    if (header.text(at + 58, 2) !== "`\n" || !/^\d+$/.test(sizeText)) return undefined;
    const size = Number(sizeText);
    const bsd = BSD_NAME.exec(field);
    const nameSize = bsd ? Number(bsd[1]) : 0;
    const name = bsd ? header.cString(at + HEADER_BYTES, nameSize) : this.name(field);
    const start = at + HEADER_BYTES + nameSize;
    const table = TABLES.get(name);
    const isNames = name === LONG_NAMES;
    const here = table !== undefined || isNames || !this.thin;
    const end = here ? at + HEADER_BYTES + size : start;
    parts.push({
      kind: here ? "header" : "member",
      name: here ? `member ${name}` : name,
      startByte: at,
      endByte: start,
      fields: nameSize > 0 ? [...HEADER, bytes("long name", nameSize)] : HEADER,
      ...(here ? {} : { meaning: "its bytes are in the file of that name", ...this.symbols.definedBy(at) }),
    });
    if (isNames) this.longNames = { start, size };
    if (end > this.window.length) {
      const message = `truncated or malformed archive: member ${name} ends past the file's end`;
      this.faults.push({ startByte: at, endByte: this.window.length, message });
    }
    if (table || isNames)
      parts.push({ kind: "table", name: isNames ? "long names" : "symbol table", startByte: start, endByte: end });
    else if (end > start) parts.push(this.symbols.member(name, at, start, Math.min(end, this.window.length)));
    if (table) this.readSymbols(table, start, end);
    return end;
  }

  private readSymbols(
    [form, size]: readonly ["offsets" | "entries" | "unread", 4 | 8],
    start: number,
    end: number,
  ): void {
    if (this.hasSymbols || form === "unread") return;
    this.hasSymbols = true;
    if (form === "offsets") this.symbols.readOffsets(start, end, size);
    else this.symbols.readEntries(start, end, size);
  }

  /** GNU and COFF: `name/`, or `/12`, an offset into the long names. */
  private name(field: string): string {
    const trimmed = field.trimEnd();
    const offset = /^\/(\d+)$/.exec(trimmed)?.[1];
    if (offset === undefined || this.longNames.size === 0) {
      return trimmed.startsWith("/") ? trimmed : trimmed.replace(/\/$/, "");
    }
    const start = Math.min(Number(offset), this.longNames.size);
    return this.longName(this.longNames.start + start, this.longNames.start + this.longNames.size);
  }
  /** The name that starts at a byte of the long names. */
  private longName(startByte: number, endByte: number): string {
    const rest = this.window.view(startByte, Math.min(endByte, startByte + LONGEST_NAME));
    const end = rest.findIndex((byte) => byte === NEWLINE || byte === 0);
    const length = end < 0 ? rest.length : end;
    return byteString(rest, 0, this.names.room(length)).replace(/\/$/, "");
  }
}

/** The parts of an archive; undefined for any other file. */
export function readArchive(window: ByteWindow): Layout | undefined {
  const magic = new HeaderBytes(window).text(0, 8);
  if (magic !== PLAIN && magic !== THIN) return undefined;
  return new ArchiveReader(window, magic === THIN).read();
}
