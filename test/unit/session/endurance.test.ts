/** What stays after many openings and many random calls: nothing. */
import assert from "node:assert/strict";
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { FileSource } from "../../../extension/session/bytes/file";
import { Session } from "../../../extension/session/session";
import { calls } from "../../fuzz/calls";
import { bytesInUse, collect } from "../../support/heap";
import { mutated, seeded } from "../../support/mutate";
import { seeds } from "../../support/seeds";

const OPENINGS = 1000;
/** Openings after which tables and compiled code have been made. */
const WARM = 500;
const CALLS = 10_000;
/** Calls of a session before it is closed. */
const IN_ONE_SESSION = 25;
/** Sound and damaged files of every format, none of which takes long. */
const MOST_BYTES = 16_384;
/** Bytes by which the memory in use may differ after the caches have been filled once. */
const GROWTH = 12 * 2 ** 20;
const SEED = 20_261_125;

async function inUse(): Promise<number> {
  // Background work of sessions that were closed ends first.
  for (let round = 0; round < 2; round++) {
    await new Promise((resolve) => setTimeout(resolve, 100));
    collect();
  }
  return bytesInUse();
}
/** The open descriptors of this process, where the system tells. */
function descriptors(): number {
  return process.platform === "linux" ? readdirSync("/proc/self/fd").length : 0;
}
const call = () => ({ signal: new AbortController().signal, progress: () => undefined });

describe("endurance of sessions", function () {
  this.timeout(600_000);
  const files = seeds().flatMap(({ bytes }) => (bytes.length <= MOST_BYTES ? [bytes] : []));
  let folder: string;
  before(() => (folder = mkdtempSync(path.join(tmpdir(), "bitscope-endurance-"))));
  after(() => rmSync(folder, { recursive: true, force: true }));

  it(`returns the memory and the descriptors of ${OPENINGS} files that were opened and closed`, async () => {
    const paths = files.map((bytes, i) => {
      const file = path.join(folder, String(i));
      writeFileSync(file, bytes);
      return file;
    });
    const folds = { base: "none", toggled: [], detail: false } as const;
    const open = async (index: number): Promise<void> => {
      const session = await Session.open(new FileSource(paths[index % paths.length] ?? ""), { maxMemory: 1 << 26 });
      const { arrangements } = await session.api.opened(null, call());
      for (const arrangement of arrangements)
        await session.api.rows(
          { anchor: { kind: "bit", bit: 0 }, before: 0, after: 50, folds: { ...folds, arrangement } },
          call(),
        );
      session.dispose();
    };
    for (let i = 0; i < WARM; i++) await open(i);
    const before = { bytes: await inUse(), open: descriptors() };
    for (let i = 0; i < OPENINGS; i++) await open(i);
    const grown = (await inUse()) - before.bytes;
    assert.ok(grown < GROWTH, `${(grown / 2 ** 20).toFixed(1)} MiB more`);
    assert.equal(descriptors(), before.open);
  });
  it(`answers ${CALLS} random calls, and returns their memory`, async () => {
    const random = seeded(SEED);
    const pick = (): Uint8Array => {
      const bytes = files[random(files.length)] ?? new Uint8Array();
      return random(2) === 0 ? bytes : mutated(bytes, random);
    };
    let before = Infinity;
    for (let done = 0; done < CALLS; done += IN_ONE_SESSION) {
      // By then tables and compiled code have been made.
      if (before === Infinity && done >= CALLS / 4) before = await inUse();
      await calls(pick(), random, IN_ONE_SESSION);
    }
    const grown = (await inUse()) - before;
    assert.ok(grown < GROWTH, `${(grown / 2 ** 20).toFixed(1)} MiB more`);
  });
});
