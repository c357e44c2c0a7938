/** The symbol tables of archives: which member defines which names. Formats: docs/formats/boxes.md, "ar archive". */
import { byteString } from "../../document/byteText";
import type { ByteWindow } from "../../document/window";
import { Allowance } from "./allowance";
import { HeaderBytes } from "./bytes";
import type { Part } from "./layout";

/** Larger tables are not read; bytes. */
const LARGEST = 64 << 20;
/** So many names of a member are listed. */
const LISTED = 4;
/** Longer names are cut; characters. */
const LONGEST_NAME = 1024;

/** The names that a member defines: the first ones, and how many there are. */
interface Defined {
  readonly first: string[];
  count: number;
}

/** The names that the members of an archive define, by the byte at which a member's header starts. */
export class ArchiveSymbols {
  private readonly byMember = new Map<number, Defined>();
  private readonly text: Allowance;
  constructor(private readonly window: ByteWindow) {
    this.text = new Allowance(window.length);
  }

  /** The names that the member whose header is at this byte defines; empty if the archive does not tell. */
  definedBy(header: number): Pick<Part, "defines"> {
    const defined = this.byMember.get(header);
    if (!defined) return {};
    const more = defined.count - defined.first.length;
    if (defined.first.length === 0) return { defines: more === 1 ? "1 name" : `${more} names` };
    return { defines: `${defined.first.join(", ")}${more === 0 ? "" : ` and ${more} more`}` };
  }
  /** The member `name`, whose header is at byte `header`, as a part that opens. */
  member(name: string, header: number, startByte: number, endByte: number): Part {
    return { kind: "member", name, startByte, endByte, derived: name, ...this.definedBy(header) };
  }

  /** GNU, COFF and AIX: a big-endian count, as many offsets of `size` bytes, then as many names. */
  readOffsets(startByte: number, endByte: number, size: 4 | 8): void {
    if (!this.isReadable(startByte, endByte)) return;
    const table = new HeaderBytes(this.window, true);
    const count = table.number(startByte, size);
    const names = startByte + size * (count + 1);
    if (names > endByte) return;
    const text = this.window.view(names, endByte);
    let at = 0;
    for (let i = 1; i <= count && at < text.length; i++) {
      this.note(table.number(startByte + size * i, size), text, at);
      const zero = text.indexOf(0, at);
      at = zero < 0 ? text.length : zero + 1;
    }
  }

  /** BSD: the size of the entries, [offset of the name, offset of the member] each, the size of the names, names. */
  readEntries(startByte: number, endByte: number, size: 4 | 8): void {
    if (!this.isReadable(startByte, endByte)) return;
    const table = new HeaderBytes(this.window);
    const entriesSize = table.number(startByte, size);
    const names = startByte + size + entriesSize + size;
    if (names > endByte) return;
    const text = this.window.view(names, endByte);
    for (let at = startByte + size; at + 2 * size <= names - size; at += 2 * size) {
      const name = table.number(at, size);
      if (name < text.length) this.note(table.number(at + size, size), text, name);
    }
  }

  private isReadable(startByte: number, endByte: number): boolean {
    return endByte <= this.window.length && endByte - startByte <= LARGEST;
  }

  /** Notes that a member defines the name that starts at `at` in `text`. */
  private note(member: number, text: Uint8Array, at: number): void {
    const defined = this.byMember.get(member) ?? { first: [], count: 0 };
    this.byMember.set(member, defined);
    // What is not listed is counted, also where entries share names that are too long together.
    if (defined.count++ !== defined.first.length || defined.first.length === LISTED) return;
    const shown = text.subarray(at, at + LONGEST_NAME);
    const zero = shown.indexOf(0);
    const length = zero < 0 ? shown.length : zero;
    if (this.text.room(length) === length) defined.first.push(byteString(shown, 0, length));
  }
}
