/** The text made by several threads equals that of one, byte for byte, whatever happens to the others. */
import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { pieceText } from "../../../extension/document/byteText";
import type { Helper, Threads } from "../../../extension/document/threads";
import type { SharedBytes } from "../../../extension/document/window";
import { ResidentWindow } from "../../../extension/document/window";
import { tasks } from "../../../extension/formats/tasks";
import type { TextPage } from "../../../extension/session/protocol";
import { Session } from "../../../extension/session/session";
import { turn } from "../../../extension/session/transport/slices";
import { MemorySource } from "../../../extension/session/bytes/source";
import { nodeThreads } from "../../../extension/session/worker/threads";
import { mutated, seeded } from "../../support/mutate";
import { opened } from "../../support/tiling";

const FOLDERS = ["test/fixtures/llvm", "samples"];
const FILES = FOLDERS.flatMap((folder) => readdirSync(folder).map((name) => path.join(folder, name))).filter((file) =>
  file.endsWith(".bc"),
);

interface Printed {
  readonly text: string;
  readonly problems: readonly unknown[];
}

async function printed(bytes: Uint8Array, threads?: Threads, style: { release?: string } = {}): Promise<Printed> {
  const document = opened(bytes);
  let text = "";
  for (const piece of document.text({ fileName: "x", whole: true, ...style, ...(threads ? { threads } : {}) })) {
    text += pieceText(piece);
    if (piece.length === 0) await turn();
  }
  return { text, problems: [...document.problems(), ...(document.notices?.() ?? [])] };
}

function memoryOf({ of }: SharedBytes): ResidentWindow {
  assert.ok("memory" in of);
  return new ResidentWindow(new Uint8Array(of.memory));
}

/**
 * A helper in the same thread: it handles a message when its own messages are read, so that it takes all the work. One that
 * hesitates leaves some to others.
 */
class NearHelper implements Helper {
  hasEnded = false;
  isStopped = false;
  taken = 0;
  private readonly inbox: unknown[] = [];
  private readonly outbox: unknown[] = [];
  private listener: (message: unknown) => void = () => undefined;
  /** @param lifetime number of messages after which it ends silently */
  constructor(
    task: string,
    private readonly lifetime: number,
    private readonly hesitates = 0,
  ) {
    const post = (message: unknown): void => void this.outbox.push(structuredClone(message));
    tasks[task]?.({ post, listen: (take) => (this.listener = take) }, memoryOf);
  }
  post(message: unknown): void {
    this.inbox.push(structuredClone(message));
  }
  private asked = 0;
  take(): unknown {
    if (this.asked++ < this.hesitates) return undefined;
    while (this.outbox.length === 0 && this.inbox.length > 0) this.listener(this.inbox.shift());
    this.hasEnded = this.taken >= this.lifetime;
    if (this.hasEnded || this.outbox.length === 0) return undefined;
    this.taken++;
    return this.outbox.shift();
  }
  end(): void {
    this.isStopped = true;
  }
}

/** One helper in the same thread. */
class NearThreads implements Threads {
  readonly count = 1;
  readonly always = true;
  readonly helpers: NearHelper[] = [];
  constructor(
    private readonly lifetime = Infinity,
    private readonly hesitates = 0,
  ) {}
  start(task: string): Helper {
    const helper = new NearHelper(task, this.lifetime, this.hesitates);
    this.helpers.push(helper);
    return helper;
  }
}

describe("the text of an LLVM file by several threads", () => {
  for (const file of FILES) {
    it(`is the same as with one thread: ${file}`, async () => {
      const bytes = new Uint8Array(readFileSync(file));
      const threads = new NearThreads();
      assert.deepEqual(await printed(bytes, threads), await printed(bytes));
      assert.ok(threads.helpers.every((helper) => helper.isStopped));
    });
  }

  it("is the same if a release changes nodes that several functions refer to", async () => {
    const bytes = new Uint8Array(readFileSync("test/fixtures/llvm/sharedScopes.bc"));
    const newest = { release: "24" };
    const alone = await printed(bytes, undefined, newest);
    for (let hesitates = 0; hesitates < 40; hesitates++)
      assert.deepEqual(await printed(bytes, new NearThreads(Infinity, hesitates), newest), alone, `${hesitates} times`);
  });

  it("is made by helpers, if there are any", async () => {
    const threads = new NearThreads();
    await printed(new Uint8Array(readFileSync("test/fixtures/llvm/inlined.bc")), threads);
    const [helper] = threads.helpers;
    assert.ok((helper?.taken ?? 0) > 4, "functions, and nodes of functions, in several parts");
  });

  it("is the same for damaged functions, with the same problems in the same order", async function () {
    this.timeout(120_000);
    const random = seeded(7);
    for (const name of ["inlined", "debug", "instructions"]) {
      const whole = new Uint8Array(readFileSync(`test/fixtures/llvm/${name}.bc`));
      for (let i = 0; i < 20; i++) {
        const bytes = mutated(whole, random);
        assert.deepEqual(await printed(bytes, new NearThreads()), await printed(bytes), `${name}, ${i}`);
      }
    }
  });

  it("continues alone when a helper ends, wherever that is", async function () {
    this.timeout(120_000);
    const bytes = new Uint8Array(readFileSync("test/fixtures/llvm/inlined.bc"));
    const alone = await printed(bytes);
    const threads = new NearThreads();
    await printed(bytes, threads);
    const parts = threads.helpers[0]?.taken ?? 0;
    for (let lifetime = 0; lifetime <= parts; lifetime++)
      assert.deepEqual(await printed(bytes, new NearThreads(lifetime)), alone, `after ${lifetime} messages`);
  });

  it("is made by Node's threads, or by one if there are none", async function () {
    this.timeout(120_000);
    assert.ok(existsSync("dist/worker.js"), "node esbuild.mjs has to be run first");
    const bytes = new Uint8Array(readFileSync("test/fixtures/llvm/inlined.bc"));
    const alone = await printed(bytes);
    assert.deepEqual(await printed(bytes, nodeThreads("dist", 3)), alone);
    assert.deepEqual(await printed(bytes, nodeThreads("no such folder", 3)), alone);
  });

  it("continues alone when one of Node's threads ends with an error", async function () {
    this.timeout(120_000);
    const bytes = new Uint8Array(readFileSync("test/fixtures/llvm/inlined.bc"));
    const node = nodeThreads("dist", 2);
    const ending: Threads = { ...node, start: () => node.start("no such task") };
    assert.deepEqual(await printed(bytes, ending), await printed(bytes));
  });

  it("is written to a file by a session, which then ends its threads", async function () {
    this.timeout(120_000);
    const bytes = new Uint8Array(readFileSync("test/fixtures/llvm/instructions.bc"));
    const threads = new NearThreads();
    const session = await Session.open(new MemorySource(bytes), {}, () => undefined, { threads });
    const call = { signal: new AbortController().signal, progress: () => undefined };
    let text = "";
    for (let cursor: number | undefined = 0; cursor !== undefined;) {
      const page: TextPage = await session.api.text({ what: "text", fileName: "x", cursor, raw: true }, call);
      text += page.text;
      cursor = page.next;
    }
    assert.equal(text, (await printed(bytes)).text);
    assert.deepEqual(
      threads.helpers.map((helper) => helper.isStopped),
      [true],
    );
    session.dispose();
  });
});
