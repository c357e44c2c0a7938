/** The same extension in the browser's extension host, where there are no files and no Node. */
import * as assert from "node:assert/strict";
import { join } from "node:path";
import type { Browser } from "playwright-core";
import { installHost } from "../../tools/vscode/install";
import type { Server } from "../../tools/vscode/server";
import { startServer } from "../../tools/vscode/server";
import { runInHost, startBrowser, Workbench } from "../../tools/vscode/workbench";
import { makeWorkspace, ROOT } from "./workspace";

const CACHE = process.env.BITSCOPE_VSCODE_CACHE ?? join(ROOT, ".cache/vscode");

describe("in VS Code for the web", () => {
  let server: Server;
  let browser: Browser;
  let workspace: ReturnType<typeof makeWorkspace>;

  before(async function () {
    this.timeout(600000);
    workspace = makeWorkspace();
    server = await startServer(installHost(CACHE), { "remote.extensionKind": { "bitscope.bitscope": ["web"] } });
    browser = await startBrowser();
  });
  after(async () => {
    await browser?.close();
    await server?.stop();
    workspace?.dispose();
  });

  it("a click on a file shows its rows", async () => {
    const workbench = await Workbench.open(browser, server, workspace.folder, ROOT);
    const listing = await workbench.openFile("factorial.pexe");
    await listing.row("%v3 = mul i32 %p0, %v2;").waitFor();
    await workbench.close();
  });

  it("the suite of the extension host passes", async () => {
    const suite = join(ROOT, "out/test/vscode/suite/index.web.js");
    assert.equal(await runInHost(browser, server, workspace.folder, ROOT, suite), 0);
  });
});
