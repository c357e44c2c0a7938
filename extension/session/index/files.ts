/**
 * Indexes as files in a folder of the extension's own, named by a hash of the content that they belong to. What the hash
 * of a file was is noted with its size and time of change, as git does, so that an unchanged file need not be hashed again.
 */
import { createHash } from "node:crypto";
import { createReadStream, readFileSync } from "node:fs";
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from "node:fs/promises";
import path from "node:path";
import type { IndexFolder } from "../protocol";
import type { IndexStore } from "./store";

/** Length of a digest, in bytes. */
const DIGEST = 32;
/** How much of a file is hashed at once, in bytes. */
const PIECE = 4 * 1024 * 1024;
/** A file that changed so recently may change again within the resolution of its time, in ms. */
const RECENT = 2000;
const [INDEX, NOTE] = [".index", ".json"];

/** What tells a file from its earlier versions without reading it. */
interface Stamp {
  readonly size: number;
  readonly mtimeMs: number;
  /** When its entry in the file system changed: a copy may have the time of its original, but not this one. */
  readonly ctimeMs: number;
}
/** What is noted of a file by its path. */
interface Note extends Stamp {
  readonly hash: string;
}

function sha256(data: string | Uint8Array): Buffer {
  return createHash("sha256").update(data).digest();
}
function hex(data: string | Uint8Array): string {
  return sha256(data).toString("hex");
}

/** The code that makes and reads indexes, as a hash of its file: those of other versions are not used. */
export function versionOf(codeFile: string): string {
  return hex(readFileSync(codeFile));
}

/** The index of one file. */
export class IndexFile implements IndexStore {
  /** The file as it was when it was opened. */
  private readonly opened: Promise<Stamp | undefined>;

  /** @param version of the code; see {@link versionOf} */
  constructor(
    private readonly file: string,
    private readonly kept: IndexFolder,
    private readonly version: () => string,
  ) {
    this.opened = this.stamp();
  }

  async find(): Promise<Uint8Array | undefined> {
    return unlessFailed(async () => {
      const stamp = await this.opened;
      if (!stamp) return undefined;
      const hash = (await this.notedHash(stamp)) ?? (await this.hashIfKept(stamp));
      if (hash === undefined) return undefined;
      const name = this.nameOf(stamp, hash);
      const bytes = new Uint8Array(await readFile(name));
      const index = bytes.subarray(DIGEST);
      if (!sha256(index).equals(bytes.subarray(0, DIGEST))) return undefined;
      const now = new Date();
      await utimes(name, now, now);
      return index;
    });
  }
  async keep(index: Uint8Array): Promise<void> {
    await unlessFailed(async () => {
      const stamp = await this.opened;
      if (!stamp || index.length > this.kept.mostBytes) return;
      await mkdir(this.kept.folder, { recursive: true });
      const hash = await this.hash();
      if (!isSame(stamp, await this.stamp())) return;
      await replace(this.nameOf(stamp, hash), Buffer.concat([sha256(index), index]));
      await this.note(stamp, hash);
      await this.prune();
    });
  }

  private async stamp(): Promise<Stamp | undefined> {
    const found = await stat(this.file).catch(() => undefined);
    return found && { size: found.size, mtimeMs: found.mtimeMs, ctimeMs: found.ctimeMs };
  }
  private nameOf({ size }: Stamp, hash: string): string {
    return path.join(this.kept.folder, `${size}-${hash}-${this.version()}${INDEX}`);
  }
  private get noteName(): string {
    return path.join(this.kept.folder, hex(this.file) + NOTE);
  }
  private async notedHash(stamp: Stamp): Promise<string | undefined> {
    const noted = await readFile(this.noteName, "utf8").then(parsedNote, () => undefined);
    return noted && isSame(noted, stamp) ? noted.hash : undefined;
  }
  private async note(stamp: Stamp, hash: string): Promise<void> {
    if (Date.now() - stamp.mtimeMs > RECENT) await replace(this.noteName, JSON.stringify({ ...stamp, hash }));
  }
  /** The hash of the content if an index of a file of this size is kept: the same file at another path, maybe. */
  private async hashIfKept(stamp: Stamp): Promise<string | undefined> {
    const names = await readdir(this.kept.folder);
    if (!names.some((name) => name.startsWith(`${stamp.size}-`) && name.endsWith(INDEX))) return undefined;
    const hash = await this.hash();
    if (!isSame(stamp, await this.stamp())) return undefined;
    await this.note(stamp, hash);
    return hash;
  }
  private async hash(): Promise<string> {
    const hash = createHash("sha256");
    for await (const piece of createReadStream(this.file, { highWaterMark: PIECE })) hash.update(piece as Uint8Array);
    return hash.digest("hex");
  }
  /** Removes what was used least recently, until the rest takes no more space than it may. */
  private async prune(): Promise<void> {
    const { folder, mostBytes } = this.kept;
    const files = await Promise.all(
      (await readdir(folder)).map(async (name) => {
        const file = path.join(folder, name);
        return { file, ...(await stat(file)) };
      }),
    );
    let left = mostBytes;
    for (const { file, size } of files.sort((a, b) => b.mtimeMs - a.mtimeMs)) {
      left -= size;
      if (left < 0) await rm(file, { force: true });
    }
  }
}

function isSame(a: Stamp, b: Stamp | undefined): boolean {
  return a.size === b?.size && a.mtimeMs === b.mtimeMs && a.ctimeMs === b.ctimeMs;
}
/** A note, if the text is one. */
function parsedNote(text: string): Note | undefined {
  const note = JSON.parse(text) as Partial<Note> | null;
  return typeof note?.hash === "string" ? (note as Note) : undefined;
}
/** Replaces a file at once, so that nobody reads half of it. If that fails, nothing is left, also on a full disk. */
async function replace(file: string, data: string | Uint8Array): Promise<void> {
  const written = `${file}.${process.pid}.${Date.now()}`;
  try {
    await writeFile(written, data);
    await rename(written, file);
  } catch (error) {
    await rm(written, { force: true });
    throw error;
  }
}
/** The result of work with files; undefined if it fails, for example because the disk is full. */
async function unlessFailed<T>(work: () => Promise<T>): Promise<T | undefined> {
  return work().catch(() => undefined);
}
