import * as assert from "node:assert/strict";
import { appendFileSync, mkdtempSync, renameSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { attempt, Replaced } from "../../../extension/document/window";
import type { FileOptions } from "../../../extension/session/bytes/file";
import { FileSource } from "../../../extension/session/bytes/file";
import type { ByteSource } from "../../../extension/session/bytes/source";
import { MemorySource } from "../../../extension/session/bytes/source";
import { PagedWindow } from "../../../extension/session/bytes/window";

describe("a file source", () => {
  let folder: string;
  let path: string;
  before(() => {
    folder = mkdtempSync(join(tmpdir(), "bitscope-source-"));
    path = join(folder, "file");
  });
  beforeEach(() =>
    writeFileSync(
      path,
      Uint8Array.from({ length: 1000 }, (_, i) => i & 255),
    ),
  );
  after(() => rmSync(folder, { recursive: true, force: true }));

  it("reads ranges and counts them", () => {
    const source = new FileSource(path);
    assert.deepEqual([...source.readNow(10, 13)], [10, 11, 12]);
    assert.equal(source.bytesRead, 3);
    source.close();
  });
  it("closes its descriptor when idle, and opens it again", async () => {
    const source = new FileSource(path);
    assert.equal(source.isOpen, true);
    await new Promise((resolve) => setTimeout(resolve, 1300));
    assert.equal(source.isOpen, false);
    assert.deepEqual([...source.readNow(0, 2)], [0, 1]);
    source.close();
    assert.equal(source.isOpen, false);
  });
  it("refuses a folder", () => {
    assert.throws(() => new FileSource(folder), /not a file/);
  });
  it("returns what is left of a file that became shorter", () => {
    const source = new FileSource(path);
    writeFileSync(`${path}.new`, "abc");
    source.close();
    renameSync(`${path}.new`, path);
    assert.deepEqual([...source.readNow(0, 1000)], [97, 98, 99]);
    const window = new PagedWindow(source);
    assert.throws(() => window.view(0, 10), /the file has become shorter: it ended at byte \d+ and now ends at byte 3/);
    source.close();
  });
  it("shows a file that grew as it was when it was opened, as far as it was read", () => {
    const source = new FileSource(path);
    const { length } = source;
    const window = new PagedWindow(source, 1 << 20, 64);
    window.view(0, length);
    appendFileSync(path, "more");
    assert.equal(window.view(0, length + 4).length, length);
    source.close();
  });
  /** Longer than the clock of a file system takes from one time to the next, in ms. */
  const TICK = 20;
  /** Changes of the file whose size stays the same. */
  const changes: Readonly<Record<string, (length: number) => void>> = {
    "was replaced by another": (length) => {
      writeFileSync(`${path}.new`, "x".repeat(length));
      renameSync(`${path}.new`, path);
    },
    "was written again": (length) => writeFileSync(path, "x".repeat(length)),
    "was replaced by another with the same time": (length) => {
      writeFileSync(`${path}.new`, "x".repeat(length));
      utimesSync(`${path}.new`, 1, 1);
      renameSync(`${path}.new`, path);
    },
    "was written again and has its old time": (length) => {
      writeFileSync(path, "x".repeat(length));
      utimesSync(path, 1, 1);
    },
  };
  for (const [what, change] of Object.entries(changes))
    it(`never shows bytes of two versions of a file that ${what}, and tells once that it has changed`, async () => {
      let told = 0;
      // So long ago that changing it again changes its times, however coarse they are.
      utimesSync(path, 1, 1);
      await sleep(TICK);
      const source = new FileSource(path, { changed: () => void told++ });
      const window = new PagedWindow(source, 1 << 20, 64);
      const parts = [0, 256].map((from) => [from, [...window.view(from, from + 64)]] as const);
      source.close();
      change(source.length);
      assert.throws(() => window.view(64, 128), Replaced);
      assert.throws(() => window.view(128, 256), Replaced);
      for (const [from, before] of parts) assert.deepEqual([...window.view(from, from + 64)], before);
      assert.equal(told, 1);
      source.close();
    });
  it("is opened by another thread only if it is still the same", () => {
    const source = new FileSource(path);
    const of = source.share() as FileOptions;
    new FileSource(path, of).close();
    utimesSync(path, 1, 1);
    assert.throws(() => new FileSource(path, of), Replaced);
    source.close();
  });
});

describe("a paged window", () => {
  const bytes = Uint8Array.from({ length: 1000 }, (_, i) => (i * 31) & 255);

  it("returns the same bytes for any page size", () => {
    for (const pageSize of [1, 7, 64, 1000, 4096]) {
      const window = new PagedWindow(new MemorySource(bytes), 1 << 20, pageSize);
      for (const [start, end] of [
        [0, 1000],
        [63, 65],
        [999, 2000],
        [-5, 3],
        [500, 400],
      ] as const) {
        const expected = bytes.slice(Math.max(0, start), Math.max(Math.max(0, start), Math.min(1000, end)));
        assert.deepEqual([...window.view(start, end)], [...expected]);
      }
    }
  });
  it("copies nothing of a file that it may keep as a whole, and reads each page once", () => {
    const long = Uint8Array.from({ length: 100_000 }, (_, i) => (i * 31) & 255);
    let bytesRead = 0;
    const readNow = (start: number, end: number): Uint8Array => {
      bytesRead += end - start;
      return long.slice(start, end);
    };
    const read = (start: number, end: number): Promise<Uint8Array> => Promise.resolve(readNow(start, end));
    const source: ByteSource = { length: long.length, bytesRead: 0, read, readNow, close: () => undefined };
    const window = new PagedWindow(source, 1 << 20, 64);
    const views = [1000, 5000, 63, 5000].map((from) => window.view(from, 99_000));
    views.push(window.view(64, 65), window.view(0, 100_000));
    for (const view of views) assert.equal(view.buffer, views[0]?.buffer);
    assert.deepEqual(Buffer.from(views.at(-1) as Uint8Array), Buffer.from(long));
    assert.equal(bytesRead, long.length);
    const inMemory = new PagedWindow(new MemorySource(long), 1 << 20, 64);
    assert.equal(inMemory.view(100, 9000).buffer, long.buffer);
  });
  it("keeps no more than its limit", () => {
    const window = new PagedWindow(new MemorySource(bytes), 256, 64);
    for (let at = 0; at < 1000; at += 10) window.view(at, at + 1);
    assert.ok(window.resident <= 256);
  });
  it("reports missing bytes if the source cannot be read at once, and has them after a load", async () => {
    const slow: ByteSource = {
      length: 1000,
      bytesRead: 0,
      read: (start, end) => Promise.resolve(bytes.slice(start, end)),
      close: () => undefined,
    };
    const window = new PagedWindow(slow, 1 << 20, 64);
    const first = attempt(() => window.view(100, 140));
    assert.ok("missing" in first);
    await window.load(first.missing);
    const second = attempt(() => window.view(100, 140));
    assert.ok("value" in second);
    assert.deepEqual([...second.value], [...bytes.slice(100, 140)]);
  });
});
