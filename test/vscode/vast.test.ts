/** A file of 100 MB: what its reading finds is kept on disk, and used when it is opened again. */
import * as assert from "node:assert/strict";
import { existsSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { poll } from "../../tools/vscode/server";
import type { Listing, Workbench } from "../../tools/vscode/workbench";
import { writeVastModule } from "../support/vastLlvm";
import { inVsCode, openedAlone } from "./subject";

/** Time limit for reading the whole file (ms): its thread may get a small part of a core. */
const READ = 300000;

inVsCode(
  "a file of 100 MB in VS Code",
  (subject) => {
    let workbench: Workbench;
    beforeEach(() => {
      ({ workbench } = subject());
    });
    /** What the extension keeps in a folder of its own. */
    const kept = (folder: string): readonly string[] => {
      const stored = join(dirname(subject().server.settingsFile), "globalStorage/bitscope.bitscope", folder);
      return existsSync(stored) ? readdirSync(stored, { recursive: true, encoding: "utf8" }) : [];
    };
    const indexes = (): readonly string[] => kept("indexes").filter((name) => name.endsWith(".index"));

    /** Opens the file alone, goes to the middle of its records, and returns the rows there. */
    async function middle(): Promise<{ listing: Listing; rows: readonly string[] }> {
      const listing = await openedAlone(workbench, "vast.bc");
      await listing.locate(".rows").focus();
      await listing.press("Control+g");
      const input = workbench.page.locator(".quick-input-widget .quick-input-box input");
      await input.fill("50000000:0");
      await input.press("Enter");
      const shown = async (): Promise<readonly string[] | false> => {
        const rows = await listing.rows();
        return rows.some(({ position }) => position.trim().startsWith("50000")) && rows.map(({ assembly }) => assembly);
      };
      const rows = await poll("rows in the middle", shown);
      return { listing, rows };
    }

    it("is searched while it is read, and where its editor has been moved to", async () => {
      /** Two readings of different functions at once hardly find a first hit: each closes what the other has opened. */
      const found = (editor: Listing): Promise<unknown> =>
        poll("hits", async () => /of (\d\d|[3-9])\+/.test(await editor.locate(".find").innerText()));
      const listing = await openedAlone(workbench, "vast.bc");
      await listing.press("Control+f");
      await listing.locate(".find input").fill("ret i32");
      await found(listing);
      const { frame } = listing;
      await workbench.command("View: Move Editor into Next Group");
      await poll("the end of the page before", () => Promise.resolve(frame.isDetached()));
      const moved = await workbench.listing("vast.bc");
      await found(moved);
    });

    it("is indexed once, and shows the same rows with its index; the worker leaves its compiled code", async function () {
      this.timeout(2 * READ);
      const first = await middle();
      assert.ok(first.rows.some((row) => row.includes("add")));
      await poll("an index on disk", () => Promise.resolve(indexes().length === 1), READ);
      await workbench.command("Close All Editors");
      // The document ends some seconds after its last editor.
      await workbench.page.waitForTimeout(6000);
      assert.ok(kept("code").length > 2, "the worker's compiled code is not kept");
      const again = await middle();
      assert.deepEqual(again.rows, first.rows);
      assert.equal(indexes().length, 1);
    });
  },
  { prepare: (folder) => writeVastModule(join(folder, "vast.bc")) },
);
