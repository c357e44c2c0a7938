/** The index of a very large file: kept on disk by its content, and used when the same content is opened again. */
import assert from "node:assert/strict";
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { FileSource } from "../../../extension/session/bytes/file";
import { IndexFile, versionOf } from "../../../extension/session/index/files";
import type { IndexStore } from "../../../extension/session/index/store";
import type { RowsAnswer } from "../../../extension/session/protocol";
import { Session } from "../../../extension/session/session";
import { writeVastModule } from "../../support/vastLlvm";

const INDEX = Uint8Array.of(1, 2, 3);
/** A time at which no file was written, so that it tells one version of a file from another. */
const LONG_AGO = new Date("2020-01-01T00:00:00Z");

describe("the store of indexes", () => {
  let folder: string;
  let file: string;
  const write = (text: string): void => {
    writeFileSync(file, text);
    utimesSync(file, LONG_AGO, LONG_AGO);
  };
  const open = (name = file, mostBytes = 1000, version = "v1"): IndexFile =>
    new IndexFile(name, { folder: path.join(folder, "kept"), mostBytes }, () => version);
  const kept = (): readonly string[] => readdirSync(path.join(folder, "kept"));

  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), "bitscope-index-"));
    file = path.join(folder, "a.bc");
    write("content");
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it("finds what was kept, also after the file was copied, but not for another version of the code", async () => {
    assert.equal(await open().find(), undefined);
    await open().keep(INDEX);
    assert.deepEqual(await open().find(), INDEX);
    const copy = path.join(folder, "b.bc");
    copyFileSync(file, copy);
    assert.deepEqual(await open(copy).find(), INDEX);
    assert.equal(await open(file, 1000, "v2").find(), undefined);
  });
  it("does not find the index of other content", async () => {
    await open().keep(INDEX);
    write("CONTENT");
    assert.equal(await open().find(), undefined, "with the same time");
    utimesSync(file, new Date(), new Date());
    assert.equal(await open().find(), undefined);
    const other = path.join(folder, "c.bc");
    writeFileSync(other, "Content");
    assert.equal(await open(other).find(), undefined);
  });
  it("keeps nothing for a file that changed after it was opened, or is gone", async () => {
    const store = open();
    assert.equal(await store.find(), undefined);
    writeFileSync(file, "longer content");
    await store.keep(INDEX);
    assert.deepEqual(kept(), []);
    const gone = open(path.join(folder, "none.bc"));
    await gone.keep(INDEX);
    assert.equal(await gone.find(), undefined);
  });
  it("does not use an index that was damaged on disk", async () => {
    await open().keep(INDEX);
    const name = path.join(folder, "kept", kept().find((entry) => entry.endsWith(".index")) ?? "");
    const bytes = readFileSync(name);
    bytes[bytes.length - 1] = 99;
    writeFileSync(name, bytes);
    assert.equal(await open().find(), undefined);
  });
  it("removes what was used least recently if all takes too much space", async () => {
    const names = ["one", "two", "three"].map((name) => path.join(folder, name));
    for (const [at, name] of names.entries()) {
      writeFileSync(name, name);
      utimesSync(name, LONG_AGO, LONG_AGO);
      await open(name, 400).keep(new Uint8Array(100));
      for (const entry of kept()) {
        const time = new Date(LONG_AGO.getTime() + 1000 * at);
        if (entry.endsWith(".index")) utimesSync(path.join(folder, "kept", entry), time, time);
      }
    }
    const found = await Promise.all(names.map((name) => open(name, 400).find()));
    assert.ok(found[0] === undefined || found[1] === undefined, "at least one was removed");
    assert.ok(kept().filter((entry) => entry.endsWith(".index")).length < 3);
  });
  it("keeps nothing larger than all may be, and costs nothing where it cannot write", async () => {
    await open(file, 2).keep(INDEX);
    assert.equal(await open().find(), undefined);
    const nowhere = new IndexFile(file, { folder: path.join(file, "not a folder"), mostBytes: 1000 }, () => "v1");
    await nowhere.keep(INDEX);
    assert.equal(await nowhere.find(), undefined);
  });
  it("leaves no half of an index where the disk does not take it", async () => {
    await open().keep(INDEX);
    const [name = ""] = kept().filter((entry) => entry.endsWith(".index"));
    rmSync(path.join(folder, "kept"), { recursive: true });
    // A folder in its place: the index cannot be put there, as on a full disk.
    mkdirSync(path.join(folder, "kept", name, "inside"), { recursive: true });
    await open().keep(INDEX);
    assert.deepEqual(kept(), [name]);
  });
  it("tells versions of the code apart by its bytes", () => {
    const before = versionOf(file);
    write("other code");
    assert.notEqual(versionOf(file), before);
  });
});

describe("a session with a store of indexes", () => {
  let folder: string;
  let file: string;
  before(function () {
    this.timeout(60_000);
    folder = mkdtempSync(path.join(tmpdir(), "bitscope-index-"));
    file = path.join(folder, "vast.bc");
    writeVastModule(file);
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  /** Opens the file, asks for records in its middle, and waits until the background work is done. */
  async function middle(indexes: IndexStore): Promise<{ rows: RowsAnswer; bytesRead: number }> {
    let done = (): void => undefined;
    const indexed = new Promise<void>((resolve) => (done = resolve));
    const source = new FileSource(file);
    const tell = (event: { kind: string; share?: number }): void => void (event.share === 1 && done());
    const session = await Session.open(source, { maxMemory: 1 << 28 }, tell, { indexes });
    const call = { signal: new AbortController().signal, progress: () => undefined };
    const folds = { arrangement: "records" as const, base: "none" as const, toggled: [], detail: false };
    const anchor = { kind: "bit" as const, bit: source.length * 4 };
    const rows = await session.api.rows({ anchor, before: 20, after: 20, folds }, call);
    await indexed;
    const { bytesRead } = source;
    session.dispose();
    return { rows, bytesRead };
  }

  it("shows the same rows with the index that it kept, and reads no more for them", async function () {
    this.timeout(120_000);
    let keep: (index: Uint8Array) => void = () => undefined;
    const index = new Promise<Uint8Array>((resolve) => (keep = resolve));
    const first = await middle({
      find: () => Promise.resolve(undefined),
      keep: (bytes) => Promise.resolve(keep(bytes)),
    });
    const found = await index;
    let again = 0;
    const second = await middle({ find: () => Promise.resolve(found), keep: () => Promise.resolve(void again++) });
    assert.ok(first.rows.rows.length > 20);
    assert.deepEqual(second.rows, first.rows);
    assert.ok(second.bytesRead <= first.bytesRead, `${first.bytesRead} bytes, then ${second.bytesRead}`);
    assert.equal(again, 0, "an index that was found need not be kept again");
  });
});
