/** Real workers from the built bundle: what one that dies leaves, and what one says about a file that changes. */
import assert from "node:assert/strict";
import { copyFileSync, existsSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import Module from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";
import type { OpenQuery, WorkerApi, WorkerEvent } from "../../../extension/session/protocol";
import type { SessionWorker } from "../../../extension/session/transport/connection";
import { Connection } from "../../../extension/session/transport/connection";
import { client } from "../../../extension/session/transport/rpc";
import { startNodeWorker } from "../../../extension/session/worker/start";

const WORKER = path.resolve("dist/worker.js");
/** Megabytes: enough for everything, and too few to load the code. */
const [ENOUGH, TOO_FEW] = [512, 4];
const FOLDS = { arrangement: "assembly", base: "none", toggled: [], detail: false } as const;

/** All connections, so that no worker outlives its test. */
const connections: Connection[] = [];

/** A document as the extension opens it, in workers with these limits, one after another. */
function opened(file: string, limits: readonly number[], codeFolder?: string) {
  const workers: SessionWorker[] = [];
  const said: string[] = [];
  const query: OpenQuery = { path: file, fileName: path.basename(file), members: [], maxMemory: 1 << 18 };
  const api = client<WorkerApi>({ call: (...call) => connection.callNow(...call) });
  const connection: Connection = new Connection({
    startWorker: () => {
      const worker = startNodeWorker(WORKER, limits[workers.length] ?? ENOUGH, codeFolder);
      workers.push(worker);
      return Promise.resolve(worker);
    },
    event: (event) => {
      const { kind } = event as WorkerEvent;
      said.push(kind);
      if (kind === "mangled") void api.demangler({ wasm: null });
    },
    reopen: (reason) => {
      said.push(`reopened: ${reason}`);
      return api.open(query);
    },
    lost: (reason) => void said.push(`lost: ${reason}`),
  });
  connections.push(connection);
  connection.waitFor(api.open(query));
  return { workers, said, api: client<WorkerApi>(connection), query };
}

describe("a real worker", function () {
  this.timeout(60_000);
  let folder: string;
  let file: string;
  before(() => {
    folder = mkdtempSync(path.join(tmpdir(), "bitscope-worker-"));
    file = path.join(folder, "factorial.bc");
  });
  beforeEach(() => copyFileSync("samples/factorial.bc", file));
  afterEach(() => {
    for (const connection of connections.splice(0)) connection.close("the test is over");
  });
  after(() => rmSync(folder, { recursive: true, force: true }));
  const firstRows = async (api: ReturnType<typeof opened>["api"]): Promise<number> =>
    (await api.rows({ anchor: { kind: "bit", bit: 0 }, before: 0, after: 20, folds: FOLDS })).rows.length;

  it("leaves its compiled code to the next one, if Node can keep it", async () => {
    const codeFolder = path.join(folder, "code", "1");
    for (let time = 0; time < 2; time++) {
      const { workers, api } = opened(file, [], codeFolder);
      assert.ok((await firstRows(api)) > 5);
      await new Promise<void>((ended) => {
        workers[0]?.onEnd(() => ended());
        workers[0]?.end();
      });
      const stored = existsSync(codeFolder) ? readdirSync(codeFolder, { recursive: true }) : [];
      assert.equal(stored.length > 0, "enableCompileCache" in Module);
    }
  });

  it("that ends without an error is restarted, its calls answered, the document open again", async () => {
    const { workers, said, api } = opened(file, []);
    const rows = await firstRows(api);
    assert.ok(rows > 5);
    const waiting = api.find({
      text: "zq",
      matchCase: false,
      wholeWord: false,
      regex: false,
      scope: "all",
      folds: FOLDS,
    });
    workers[0]?.end();
    await assert.rejects(waiting, /the worker has ended with status 1/);
    assert.equal(await firstRows(api), rows);
    assert.deepEqual(
      said.filter((what) => what.startsWith("reopened")),
      ["reopened: the worker has ended with status 1"],
    );
  });
  it("that runs out of memory while it opens the document is restarted; calls wait for the second one", async () => {
    const { said, api } = opened(file, [TOO_FEW]);
    assert.ok((await firstRows(api)) > 5);
    assert.match(said[0] ?? "", /^reopened: Worker terminated due to reaching memory limit/);
  });
  it("that runs out of memory again is not restarted: calls are answered with the reason", async () => {
    const { workers, said, api } = opened(file, [TOO_FEW, TOO_FEW]);
    await assert.rejects(firstRows(api), /memory limit/);
    await assert.rejects(api.opened(null), /memory limit/);
    assert.equal(workers.length, 2);
    assert.match(said.at(-1) ?? "", /^lost: .*memory limit/);
  });
  it("says that the file has changed, and shows the new one when it is opened again", async () => {
    writeFileSync(file, new Uint8Array(1 << 20));
    utimesSync(file, 1, 1);
    // Few pages are kept, so that the middle has to be read when it is asked for.
    const { said, api, query } = opened(file, []);
    const at = { startByte: 1 << 19, endByte: (1 << 19) + 4 };
    await api.opened(null);
    writeFileSync(file, new Uint8Array(1 << 20).fill(7));
    await assert.rejects(api.bytes(at), /the file has changed since it was opened/);
    assert.ok(said.includes("changed"));
    await api.open(query);
    assert.deepEqual([...(await api.bytes(at))], [7, 7, 7, 7]);
  });
});
