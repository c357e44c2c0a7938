/** The same extension in the browser's extension host, where there are no files and no Node. */
import * as assert from "node:assert/strict";
import { join } from "node:path";
import { runInHost } from "../../tools/vscode/workbench";
import { inVsCode } from "./subject";
import { ROOT } from "./workspace";

inVsCode(
  "in VS Code for the web",
  (subject) => {
    it("a click on a file shows its rows", async () => {
      const listing = await subject().workbench.openFile("factorial.pexe");
      await listing.row("%v3 = mul i32 %p0, %v2;").waitFor();
    });

    it("the suite of the extension host passes", async () => {
      const suite = join(ROOT, "out/test/vscode/suite/index.web.js");
      const { browser, server, folder } = subject();
      assert.equal(await runInHost(browser, server, folder, ROOT, suite), 0);
    });
  },
  { settings: { "remote.extensionKind": { "bitscope.bitscope": ["web"] } } },
);
