/**
 * Many opens, closes and keys in one VS Code, with files that change meanwhile: it keeps answering, reports no failure,
 * and frees the memory of documents. Seeded: the same number repeats the same actions. A long run:
 * `BITSCOPE_ACTIONS=10000 BITSCOPE_SEED=7 npm run test:vscode -- out/test/vscode/endurance.test.js`.
 */
import * as assert from "node:assert/strict";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { poll } from "../../tools/vscode/server";
import type { Workbench } from "../../tools/vscode/workbench";
import { seeded } from "../support/mutate";
import { inVsCode } from "./subject";
import { ROOT } from "./workspace";

const ACTIONS = Number(process.env["BITSCOPE_ACTIONS"] ?? 24);
const SEED = Number(process.env["BITSCOPE_SEED"] ?? 1);
/** Time limit for a document to end after its last editor, on a busy machine (ms). */
const SOON = 60000;
/** How many threads the extension host may start for its own work, and by how many bytes it may grow. */
const LOOSE_THREADS = 4;
const GROWTH = 300 * 2 ** 20;
const FILES = ["factorial.bc", "factorial.pexe", "sampler.mlirbc", "mangled.bc", "damaged.pexe", "changing.bc"];
const KEYS = ["End", "Home", "PageDown", "PageUp", "ArrowDown", "Alt+a", "F12", "F8", "Escape", "Alt+ArrowLeft", "Tab"];
/** Signs of an error in Bitscope in the extension host's log and the page's console. */
const FAULT = /bitscope.*(?:error|unhandled|rejected)|unhandled.*bitscope/i;

/** The extension host's threads and memory, from the system; `undefined` if there is no /proc. */
function hostOf(log: string): { readonly threads: number; readonly bytes: number } | undefined {
  const pid = [...log.matchAll(/<(\d+)> Launched Extension Host/g)].at(-1)?.[1];
  const file = `/proc/${pid ?? ""}/status`;
  if (pid === undefined || !existsSync(file)) return undefined;
  const status = readFileSync(file, "utf8");
  const figure = (name: string): number => Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1]);
  return { threads: figure("Threads"), bytes: figure("VmRSS") * 1024 };
}

inVsCode("endurance in VS Code", (subject) => {
  let workbench: Workbench;
  const said: string[] = [];
  before(() => {
    ({ workbench } = subject());
    workbench.page.on("console", (message) => {
      if (message.type() === "error") said.push(message.text());
    });
  });
  const path = (name: string): string => join(subject().folder, name);
  const sample = readFileSync(join(ROOT, "samples/factorial.bc"));

  /** Changes the file: another one, shorter, longer, deleted, or the original. */
  function change(how: number): void {
    const file = path("changing.bc");
    if (how === 0) rmSync(file, { force: true });
    else if (how === 1) writeFileSync(file, sample.subarray(0, sample.length / 2));
    else if (how === 2) writeFileSync(file, Buffer.concat([sample, sample]));
    else if (how === 3) writeFileSync(file, readFileSync(path("factorial.pexe")));
    else writeFileSync(file, sample);
  }
  async function act(random: (below: number) => number): Promise<void> {
    const { keyboard } = workbench.page;
    switch (random(8)) {
      case 0:
      case 1:
      case 2: {
        const name = FILES[random(FILES.length)] ?? "factorial.bc";
        if (existsSync(path(name))) await workbench.clickFile(name);
        return;
      }
      case 3:
        change(random(5));
        return;
      case 4:
        await workbench.command("View: Close All Editors");
        return;
      default:
        for (let i = 1 + random(8); i > 0; i--) await keyboard.press(KEYS[random(KEYS.length)] ?? "End");
    }
  }

  it(`answers after ${ACTIONS} actions, and frees the memory that they used`, async function () {
    this.timeout(120000 + ACTIONS * 10000);
    change(4);
    await (await workbench.openFile("factorial.bc")).row("define").waitFor({ timeout: SOON });
    await workbench.command("View: Close All Editors");
    await workbench.page.waitForTimeout(5000);
    const before = hostOf(subject().server.log());
    const random = seeded(SEED);
    for (let i = 0; i < ACTIONS; i++) await act(random);
    await workbench.command("View: Close All Editors");
    // The file is the original again, and every request is answered.
    change(4);
    const listing = await workbench.openFile("changing.bc");
    await listing.row("define").waitFor({ timeout: SOON });
    await workbench.command("View: Close All Editors");
    if (before) {
      const threads = (): number => hostOf(subject().server.log())?.threads ?? 0;
      await poll("the workers' end", () => Promise.resolve(threads() <= before.threads + LOOSE_THREADS), SOON);
      const grown = (hostOf(subject().server.log())?.bytes ?? 0) - before.bytes;
      const mega = (bytes: number): number => Math.round(bytes / 2 ** 20);
      console.log(
        `      ${before.threads} threads, then ${threads()}; ${mega(before.bytes)} MB, then ${mega(grown)} more`,
      );
      assert.ok(grown < GROWTH, `the extension host has grown by ${mega(grown)} MB`);
    }
    assert.deepEqual(
      said.filter((text) => FAULT.test(text)),
      [],
    );
    assert.doesNotMatch(subject().server.log(), FAULT);
  });
});
