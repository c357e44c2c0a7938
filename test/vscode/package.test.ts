/** The package that users install: it is made, installed and used as they do. */
import * as assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inVsCode } from "./subject";
import { ROOT } from "./workspace";

/** Whoever installs it downloads this much at most (bytes). */
const MOST = 1_550_000;
const made = mkdtempSync(join(tmpdir(), "bitscope-package-"));
const file = join(made, "bitscope.vsix");

/** Makes the package as `npm run package` does. */
function pack(): string {
  const done = spawnSync("npm", ["run", "package", "--", "--out", file], { cwd: ROOT, encoding: "utf8" });
  assert.equal(done.status, 0, done.stdout + done.stderr);
  return file;
}

inVsCode(
  "the package in VS Code",
  (subject) => {
    after(() => rmSync(made, { recursive: true, force: true }));

    it("is small", () => {
      assert.ok(statSync(file).size < MOST, `${statSync(file).size} bytes`);
    });
    for (const [name, text] of [
      ["factorial.bc", "define"],
      ["factorial.pexe", "%v3 = mul"],
      ["sampler.mlirbc", "builtin.module"],
    ] as const)
      it(`opens ${name} with a click`, async () => {
        const listing = await subject().workbench.openFile(name);
        await listing.row(text).waitFor();
      });
    it("has its texts and the demangler", async () => {
      const listing = await subject().workbench.openFile("mangled.bc");
      await listing.locate(".overview-head", /no problems/).waitFor();
      await listing.row(/@\w+::/).waitFor();
    });
  },
  { pack },
);
