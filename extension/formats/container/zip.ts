/**
 * Zip archives (`.zip`, `.jar`, `.whl`, `.vsix`), by the directory at their end, or without it from header to header.
 * docs/formats/boxes.md describes the format.
 */
import type { ByteWindow } from "../../document/window";
import { crc32 } from "../../kit/crc32";
import { decompressBzip2 } from "../compression/bzip2";
import { inflate } from "../compression/deflate";
import { decompressXz } from "../compression/xz";
import { decompressZstd } from "../compression/zstd";
import type { ZipHeader, ZipMember } from "../zip/directory";
import {
  CENTRAL_BYTES,
  centralHeader,
  END,
  END_BYTES,
  LOCAL_HEADER,
  localHeader,
  LONGEST_COMMENT,
  readZipEnd,
} from "../zip/directory";
import { zipFields } from "../zip/fields";
import { HeaderBytes } from "./bytes";
import type { Fault, HeaderField, Layout, Part, Unpacked } from "./layout";
import { bytes, heldTo, number } from "./layout";

/** Larger archives are not unpacked just to find out what they contain. */
const LARGEST_INPUT = 256 * 1024 * 1024;
const MAGICS: ReadonlySet<number> = new Set([LOCAL_HEADER, END]);
/** Flags of a header: the member is encrypted; its sizes are in a descriptor after it. */
const ENCRYPTED = 1;
const DESCRIBED = 8;
const STORED = 0;
/** The compression methods that can be undone. */
const METHODS: ReadonlyMap<number, (input: Uint8Array, limit: number) => Unpacked> = new Map([
  [8, inflate],
  [12, decompressBzip2],
  [93, decompressZstd],
  [95, decompressXz],
]);
const DESCRIPTOR = 0x08074b50;
/** Most headers have one of a few forms; they differ in the length of the name. */
const MOST_FORMS = 1024;

/** The unpacked content of a member, which must have the size and the CRC-32 of its header. */
function unpacked(
  input: Uint8Array,
  { header, method, unpackedBytes, crc32: sum }: ZipMember,
  limit: number,
): Unpacked {
  if (unpackedBytes > limit) {
    const message = `${header.name} is said to grow to ${unpackedBytes} bytes, more than ${limit}`;
    return { data: new Uint8Array(), problem: { code: "limit", message } };
  }
  const result = METHODS.get(method)?.(input, unpackedBytes) ?? { data: input };
  if (result.problem?.code === "limit") {
    const message = `unpacked, ${header.name} has more than the ${unpackedBytes} bytes that its header says`;
    return { data: result.data, problem: { code: "bad-compression", message } };
  }
  const { data, problem } = heldTo(header.name, unpackedBytes, result);
  if (problem || crc32(data) === sum) return problem ? { data, problem } : { data };
  const message = `${header.name} does not match its CRC-32`;
  return { data, problem: { code: "bad-compression", message } };
}

/** Reads one archive. */
class ZipReader {
  private readonly parts: Part[] = [];
  private readonly faults: Fault[] = [];
  /** The bytes of local headers that members have claimed. */
  private readonly taken = new Set<number>();
  /** The fields of headers, by what they are and their sizes. */
  private readonly fields = new Map<string, readonly HeaderField[]>();
  private readonly bytes: HeaderBytes;

  constructor(private readonly window: ByteWindow) {
    this.bytes = new HeaderBytes(window);
  }

  read(): Layout {
    const end = readZipEnd(this.window, LONGEST_COMMENT);
    if (end) {
      for (const header of end.headers) this.header(header);
      this.directory(end.directory, end.entries);
    } else this.inOrder();
    return { title: "zip archive", parts: this.parts, faults: this.faults };
  }

  /** Takes the members from the central directory at byte `start`. */
  private directory(start: number, entries: number): void {
    let at = start;
    for (let i = 0; i < entries; i++) {
      const central = centralHeader(this.window, at);
      if (!central) {
        const message = `the archive's directory has ${entries} entries, entry ${i} is not a central header`;
        const startByte = Math.min(at, this.window.length - END_BYTES);
        this.faults.push({ startByte, endByte: startByte + 4, message });
        return;
      }
      this.header(central.header);
      this.listed(central);
      at = central.header.end;
    }
  }

  /** Takes the member that a central header lists. */
  private listed(central: ZipMember): void {
    const { offset, header } = central;
    const local = localHeader(this.window, offset);
    const fault = (message: string): void => {
      this.faults.push({ startByte: header.start, endByte: header.start + CENTRAL_BYTES, message });
    };
    if (!local) return fault(`the archive's directory places ${header.name} at ${offset}, where there is no header`);
    if (this.taken.has(offset)) return fault(`${header.name} is at ${offset}, as another member is`);
    this.member(local.header, { ...central, flags: central.flags | local.flags });
  }

  /** Takes the members from header to header, in an archive that has lost its end. */
  private inOrder(): void {
    let at = 0;
    for (let next = localHeader(this.window, at); next; next = localHeader(this.window, at)) {
      this.member(next.header, next);
      at = next.header.end + next.packedBytes;
      // The size is after the member, whose end is not known then.
      if (next.flags & DESCRIBED && next.packedBytes === 0) break;
    }
    const startByte = Math.min(at, this.window.length);
    const message = "the archive is cut: it has no central directory";
    this.faults.push({ startByte, endByte: this.window.length, message, code: "truncated" });
  }

  private header(header: ZipHeader): void {
    const { start, end, kind, name } = header;
    const fields = this.fieldsOf(header);
    const title = name === "" ? kind : `${kind} of ${name}`;
    this.parts.push({ kind: "header", name: title, startByte: start, endByte: end, fields });
  }

  /** The fields of a header; those of headers of the same form are kept once. */
  private fieldsOf(header: ZipHeader): readonly HeaderField[] {
    const fields = zipFields(this.window, header, header.end);
    const form = `${header.kind} ${fields.map(({ name, size }) => `${name} ${size}`).join()}`;
    const known = this.fields.get(form);
    if (known) return known;
    const made = fields.map(({ name, form: as, size }) => (as === "number" ? number(name, size) : bytes(name, size)));
    if (this.fields.size < MOST_FORMS) this.fields.set(form, made);
    return made;
  }

  /** Adds a member after its local header. */
  private member(local: ZipHeader, member: ZipMember): void {
    const { name } = member.header;
    this.taken.add(local.start);
    this.header({ ...local, name });
    const startByte = local.end;
    const endByte = startByte + member.packedBytes;
    if (endByte > startByte) this.parts.push(this.content(member, startByte, endByte));
    if (member.flags & DESCRIBED) this.descriptor(name, endByte);
  }

  private content(member: ZipMember, startByte: number, endByte: number): Part {
    const { flags, method, header } = member;
    const part = { kind: "member", name: header.name, startByte, endByte };
    if (flags & ENCRYPTED) return { ...part, meaning: "encrypted" };
    if (method === STORED) return { ...part, derived: header.name };
    if (!METHODS.has(method)) return { ...part, meaning: `compressed by method ${method}` };
    let known = 0;
    const unpack = (limit: number): Unpacked => {
      // What was unpacked once may be unpacked again, though others have used the room meanwhile.
      const result = unpacked(this.window.view(startByte, endByte), member, Math.max(limit, known));
      known = Math.max(known, result.data.length);
      return result;
    };
    return { ...part, derived: header.name, unpack };
  }

  /** The sizes after a member, with a signature or without. */
  private descriptor(name: string, startByte: number): void {
    if (this.bytes.u32(startByte) !== DESCRIPTOR) return;
    const next = [16, 24].find((size) => this.startsHeader(startByte + size));
    if (next === undefined) return;
    const size = (next - 8) / 2;
    const fields = [
      number("signature", 4),
      number("crc32", 4),
      number("compressed size", size),
      number("uncompressed size", size),
    ];
    const endByte = startByte + next;
    this.parts.push({ kind: "header", name: `descriptor of ${name}`, startByte, endByte, fields });
  }
  /** Whether any header starts at `at`: its signature begins with `PK`. */
  private startsHeader(at: number): boolean {
    return this.bytes.text(at, 2) === "PK";
  }
}

/** The parts of a zip archive; undefined for any other file. */
export function readZip(window: ByteWindow): Layout | undefined {
  if (window.length > LARGEST_INPUT || !MAGICS.has(new HeaderBytes(window).u32(0))) return undefined;
  return new ZipReader(window).read();
}
