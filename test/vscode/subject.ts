/** Shared by the suites of user actions: one VS Code with the extension, on a folder of files. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Browser } from "playwright-core";
import { installHost } from "../../tools/vscode/install";
import type { Server } from "../../tools/vscode/server";
import { startServer } from "../../tools/vscode/server";
import type { Listing } from "../../tools/vscode/workbench";
import { startBrowser, Workbench } from "../../tools/vscode/workbench";
import { makeWorkspace, ROOT } from "./workspace";

const CACHE = process.env.BITSCOPE_VSCODE_CACHE ?? join(ROOT, ".cache/vscode");
const SHOTS = join(ROOT, "out/vscode");

/** A running VS Code. */
export interface Subject {
  readonly server: Server;
  readonly browser: Browser;
  readonly workbench: Workbench;
  /** The folder that is open. */
  readonly folder: string;
}

/** Options of a suite. */
export interface SubjectOptions {
  /** User settings. */
  readonly settings?: object;
  /** Called with the folder before VS Code opens it. */
  readonly prepare?: (folder: string) => void;
  /** Makes a .vsix, which is installed then; otherwise the extension is the one under development. */
  readonly pack?: () => string;
}

/** Time limit for a start, and for another one (ms): VS Code may have to be installed first. */
const START = 600000;

/**
 * A suite in a VS Code of its own; a failed test leaves a picture and the server's log. A test that is tried again has a new
 * VS Code and a new folder, so that it does not meet what the failed attempt left: suites take both before each test.
 * Mocha does not try hooks again: a VS Code that does not come up is started once more.
 */
export function inVsCode(
  title: string,
  define: (subject: () => Subject) => void,
  { settings = {}, prepare, pack }: SubjectOptions = {},
): void {
  describe(title, () => {
    let server: Server | undefined;
    let browser: Browser | undefined;
    let workbench: Workbench | undefined;
    let workspace: ReturnType<typeof makeWorkspace> | undefined;

    const start = async (): Promise<void> => {
      workspace = makeWorkspace();
      prepare?.(workspace.folder);
      const packed = pack?.();
      server = await startServer(installHost(CACHE), settings, 0, packed === undefined ? [] : [packed]);
      browser = await startBrowser();
      workbench = await Workbench.open(browser, server, workspace.folder, packed === undefined ? ROOT : undefined);
    };
    const stop = async (): Promise<void> => {
      // A browser that has crashed cannot close what it showed.
      await workbench?.close().catch(() => undefined);
      await browser?.close().catch(() => undefined);
      await server?.stop();
      workspace?.dispose();
      workbench = browser = server = workspace = undefined;
    };
    const startPatiently = async (): Promise<void> => {
      try {
        await start();
      } catch (error) {
        console.log(`      did not start, is started again: ${String(error)}`);
        await stop();
        await start();
      }
    };
    before(async function () {
      this.timeout(START);
      mkdirSync(SHOTS, { recursive: true });
      await startPatiently();
    });
    after(stop);
    const tried = new Set<string>();
    beforeEach(async function () {
      this.timeout(START);
      const name = this.currentTest?.title ?? "";
      if (tried.has(name)) {
        await stop();
        await startPatiently();
      }
      tried.add(name);
    });
    afterEach(async function () {
      const test = this.currentTest;
      // One that is tried again has no state yet.
      if (!test || test.state === "passed" || test.state === "pending") return;
      const name = test.title.replace(/\W+/g, "-").slice(0, 60);
      await workbench?.page.screenshot({ path: join(SHOTS, `${name}.png`) }).catch(() => undefined);
      writeFileSync(join(SHOTS, "server.log"), server?.log() ?? "");
    });

    define(() => {
      if (!server || !browser || !workbench || !workspace) throw new Error("VS Code has not started");
      return { server, browser, workbench, folder: workspace.folder };
    });
  });
}

/** Changes settings while VS Code runs: those of the folder that is open. */
export function setInWorkspace(folder: string, settings: object): void {
  mkdirSync(join(folder, ".vscode"), { recursive: true });
  writeFileSync(join(folder, ".vscode/settings.json"), JSON.stringify(settings));
}

/** Opens a file with no other beside it; its rows have the focus. */
export async function openedAlone(workbench: Workbench, name: string): Promise<Listing> {
  await workbench.command("View: Close All Editors");
  const listing = await workbench.openFile(name);
  // The view returns to its last place; if the cursor is outside it, the breadcrumb tells where it is.
  await listing.locate(".row.cursor, .breadcrumb .crumb").first().waitFor();
  await listing.locate(".rows").focus();
  return listing;
}
