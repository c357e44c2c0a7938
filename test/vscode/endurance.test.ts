/**
 * Many opens, closes and user actions in one VS Code, with files that change meanwhile: it keeps answering, reports no
 * failure, and frees the memory and workers of documents. Seeded: the same number repeats the same actions. A long run:
 * `npm run endurance`.
 */
import * as assert from "node:assert/strict";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { poll } from "../../tools/vscode/server";
import type { Workbench } from "../../tools/vscode/workbench";
import { seeded } from "../support/mutate";
import { inVsCode } from "./subject";
import { ROOT } from "./workspace";

const OPENS = Number(process.env["BITSCOPE_OPENS"] ?? 6);
const ACTIONS = Number(process.env["BITSCOPE_ACTIONS"] ?? 24);
const SEED = Number(process.env["BITSCOPE_SEED"] ?? 1);
/** How many threads the extension host may start for its own work, and by how many bytes it may grow. */
const LOOSE_THREADS = 4;
const GROWTH = 300 * 2 ** 20;
/** After this many opens or actions, VS Code must still answer, and memory is printed. */
const LOOK_EVERY = 100;
/** How many of the last actions are printed if it does not answer. */
const LAST = 40;
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

inVsCode(
  "endurance in VS Code",
  (subject) => {
    let workbench: Workbench;
    const said: string[] = [];
    beforeEach(() => {
      ({ workbench } = subject());
      workbench.page.removeAllListeners("console");
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
    /** Performs a random action; returns what it did. */
    async function act(random: (below: number) => number): Promise<string> {
      const { keyboard } = workbench.page;
      switch (random(8)) {
        case 0:
        case 1:
        case 2: {
          const name = FILES[random(FILES.length)] ?? "factorial.bc";
          if (existsSync(path(name))) await workbench.clickFile(name);
          return `open ${name}`;
        }
        case 3: {
          const how = random(5);
          change(how);
          return `change ${how}`;
        }
        case 4:
          await workbench.command("View: Close All Editors");
          return "close all";
        default: {
          const keys = Array.from({ length: 1 + random(8) }, () => KEYS[random(KEYS.length)] ?? "End");
          for (const key of keys) await keyboard.press(key);
          return keys.join(" ");
        }
      }
    }
    const mega = (bytes: number): number => Math.round(bytes / 2 ** 20);
    function tell(done: string): void {
      const host = hostOf(subject().server.log());
      if (host) console.log(`      ${done}: ${host.threads} threads, ${mega(host.bytes)} MB`);
    }
    /** The changing file is the original again, and opens: every request is answered. */
    async function answers(): Promise<void> {
      await workbench.command("View: Close All Editors");
      change(4);
      const listing = await workbench.openFile("changing.bc");
      // The view returns to its last place, where there may be no function's first line.
      await listing.locate(".rows").focus();
      await listing.press("Control+Home");
      await listing.row("define").waitFor();
      await workbench.command("View: Close All Editors");
    }
    /** Does something many times; afterwards VS Code has the threads and memory of before, and has logged no error. */
    async function endures(count: number, what: string, once: (i: number) => Promise<string>): Promise<void> {
      await answers();
      await workbench.page.waitForTimeout(5000);
      const before = hostOf(subject().server.log());
      const last: string[] = [];
      try {
        for (let i = 0; i < count; i++) {
          last.push(await once(i));
          if (last.length > LAST) last.shift();
          if (i % LOOK_EVERY !== LOOK_EVERY - 1) continue;
          await answers();
          tell(`${i + 1} ${what}`);
        }
        await answers();
      } catch (error) {
        console.log(`      seed ${SEED}, the last ${what}:\n        ${last.join("\n        ")}`);
        throw error;
      }
      if (before) {
        const threads = (): number => hostOf(subject().server.log())?.threads ?? 0;
        await poll("the workers' end", () => Promise.resolve(threads() <= before.threads + LOOSE_THREADS));
        const grown = (hostOf(subject().server.log())?.bytes ?? 0) - before.bytes;
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
    }

    it(`opens and closes ${OPENS} files`, async function () {
      this.timeout(120000 + OPENS * 10000);
      change(4);
      const random = seeded(SEED);
      await endures(OPENS, "opens", async () => {
        const name = FILES[random(FILES.length)] ?? "factorial.bc";
        const listing = await workbench.openFile(name);
        await listing.locate(".rows > .row").first().waitFor();
        await workbench.command("View: Close Editor");
        return name;
      });
    });
    it(`answers after ${ACTIONS} actions, and frees the memory that they used`, async function () {
      this.timeout(120000 + ACTIONS * 10000);
      change(4);
      const random = seeded(SEED);
      await endures(ACTIONS, "actions", () => act(random));
    });
  },
  {
    // VS Code does not always notice a file that is made while it opens the folder.
    prepare: (folder) => {
      writeFileSync(join(folder, "changing.bc"), readFileSync(join(ROOT, "samples/factorial.bc")));
    },
  },
);
