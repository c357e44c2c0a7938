/** Tar archives: ustar, with the long names of GNU tar and pax. docs/formats/boxes.md describes the format. */
import type { ByteWindow } from "../../document/window";
import { HeaderBytes } from "./bytes";
import type { Fault, HeaderField, Layout, Part } from "./layout";
import { bytes } from "./layout";

const BLOCK = 512;
const HEADER: readonly HeaderField[] = [
  bytes("name", 100),
  bytes("mode", 8),
  bytes("uid", 8),
  bytes("gid", 8),
  bytes("size", 12),
  bytes("mtime", 12),
  bytes("checksum", 8),
  bytes("type", 1),
  bytes("link", 100),
  bytes("magic", 8),
  bytes("user", 32),
  bytes("group", 32),
  bytes("device major", 8),
  bytes("device minor", 8),
  bytes("prefix", 155),
  bytes("reserved", 12),
];
const SIZE = 124;
const CHECKSUM = 148;
const TYPE = 156;
const MAGIC = 257;
const PREFIX = 345;
/** Types of members: files, and those that tell something about the next member: its name, link and others. */
const FILES: ReadonlySet<string> = new Set(["0", "7", "\0"]);
const TELLERS: ReadonlySet<string> = new Set(["L", "K", "x", "g"]);
const [GNU_NAME, PAX] = ["L", "x"];
const LONGEST_NAME = 4096;

/** Reads one archive. */
class TarReader {
  private readonly parts: Part[] = [];
  private readonly faults: Fault[] = [];
  private readonly bytes: HeaderBytes;
  /** The name of the next member, if the one before it told it. */
  private longName: string | undefined;

  constructor(private readonly window: ByteWindow) {
    this.bytes = new HeaderBytes(window);
  }

  read(): Layout {
    const { window, faults } = this;
    for (let at = 0; at < window.length;) {
      if (this.bytes.u8(at) === 0) break; // Blocks of zeros end the archive.
      if (!hasChecksum(window, at)) {
        const message = "a member's header is expected here";
        faults.push({ startByte: at, endByte: window.length, message });
        break;
      }
      at = this.member(at);
    }
    return { title: "tar archive", parts: this.parts, faults };
  }

  /** Adds the member whose header is at `at`. Returns where the next one starts. */
  private member(at: number): number {
    const type = this.bytes.text(at + TYPE, 1);
    const tells = TELLERS.has(type);
    const name = (tells ? undefined : this.longName) ?? this.nameAt(at);
    const size = this.size(at + SIZE);
    const startByte = at + BLOCK;
    const endByte = startByte + size;
    this.parts.push({ kind: "header", name: `member ${name}`, startByte: at, endByte: startByte, fields: HEADER });
    if (!tells) this.longName = undefined;
    const part = { name, startByte, endByte };
    if (type === GNU_NAME) this.longName = this.bytes.cString(startByte, Math.min(size, LONGEST_NAME));
    if (type === PAX)
      this.longName = paxPath(this.bytes.text(startByte, Math.min(size, LONGEST_NAME))) ?? this.longName;
    if (size > 0 && FILES.has(type)) this.parts.push({ ...part, kind: "member", derived: name });
    else if (size > 0) this.parts.push({ ...part, kind: "table", name: "names and other properties" });
    return startByte + Math.ceil(size / BLOCK) * BLOCK;
  }

  private nameAt(at: number): string {
    const prefix = this.bytes.text(at + MAGIC, 6) === "ustar\0" ? this.bytes.cString(at + PREFIX, 155) : "";
    const name = this.bytes.cString(at, 100);
    return prefix === "" ? name : `${prefix}/${name}`;
  }
  /** Octal text, or a big-endian number marked by bit 7 of its first byte. */
  private size(at: number): number {
    if (this.bytes.u8(at) & 128) return new HeaderBytes(this.window, true).number(at + 4, 8);
    return octal(this.bytes.text(at, 12));
  }
}

function octal(text: string): number {
  return parseInt(/^[ \0]*([0-7]+)/.exec(text)?.[1] ?? "0", 8);
}

/** The path in a pax header: records `LENGTH KEY=VALUE\n`. */
function paxPath(records: string): string | undefined {
  return /(?:^|\n)\d+ path=([^\n]*)/.exec(records)?.[1];
}

/** Whether the header's checksum, the sum of its bytes with blanks in its own place, is right. */
function hasChecksum(window: ByteWindow, at: number): boolean {
  const header = window.view(at, at + BLOCK);
  if (header.length < BLOCK) return false;
  let sum = 0;
  for (const [i, byte] of header.entries()) sum += i >= CHECKSUM && i < CHECKSUM + 8 ? 32 : byte;
  return sum === octal(new HeaderBytes(window).text(at + CHECKSUM, 8));
}

/** The parts of a tar archive; undefined for any other file. */
export function readTar(window: ByteWindow): Layout | undefined {
  if (new HeaderBytes(window).text(MAGIC, 5) !== "ustar" || !hasChecksum(window, 0)) return undefined;
  return new TarReader(window).read();
}
