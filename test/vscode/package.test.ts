/** The package that users install: it is made, installed and used as they do. */
import * as assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser } from "playwright-core";
import { installHost } from "../../tools/vscode/install";
import type { Server } from "../../tools/vscode/server";
import { startServer } from "../../tools/vscode/server";
import { startBrowser, Workbench } from "../../tools/vscode/workbench";
import { makeWorkspace, ROOT } from "./workspace";

/** Whoever installs it downloads this much at most (bytes). */
const MOST = 1_540_000;
const CACHE = process.env.BITSCOPE_VSCODE_CACHE ?? join(ROOT, ".cache/vscode");

describe("the package in VS Code", () => {
  const made = mkdtempSync(join(tmpdir(), "bitscope-package-"));
  const file = join(made, "bitscope.vsix");
  const workspace = makeWorkspace();
  let server: Server | undefined;
  let browser: Browser | undefined;
  let workbench: Workbench | undefined;

  before(async function () {
    this.timeout(600000);
    const args = ["run", "package", "--", "--out", file];
    const done = spawnSync("npm", args, { cwd: ROOT, encoding: "utf8" });
    assert.equal(done.status, 0, done.stdout + done.stderr);
    server = await startServer(installHost(CACHE), {}, 0, [file]);
    browser = await startBrowser();
    workbench = await Workbench.open(browser, server, workspace.folder, undefined);
  });
  after(async () => {
    await workbench?.close();
    await browser?.close();
    await server?.stop();
    workspace.dispose();
    rmSync(made, { recursive: true, force: true });
  });

  it("is small", () => {
    assert.ok(statSync(file).size < MOST, `${statSync(file).size} bytes`);
  });
  for (const [name, text] of [
    ["factorial.bc", "define"],
    ["factorial.pexe", "%v3 = mul"],
    ["sampler.mlirbc", "builtin.module"],
  ] as const)
    it(`opens ${name} with a click`, async () => {
      const listing = await workbench?.openFile(name);
      await listing?.row(text).waitFor();
    });
  it("has its texts and the demangler", async () => {
    const listing = await workbench?.openFile("mangled.bc");
    await listing?.locate(".overview-head", /no problems/).waitFor();
    await listing?.row(/@\w+::/).waitFor();
  });
});
