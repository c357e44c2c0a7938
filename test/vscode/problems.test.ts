/** Problems of damaged files of each format in a real VS Code: listed once, in file order, and each at its row. */
import * as assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { poll } from "../../tools/vscode/server";
import type { Listing, Workbench } from "../../tools/vscode/workbench";
import { inVsCode, openedAlone } from "./subject";
import { ROOT } from "./workspace";

/** A sample with some of its bytes inverted. */
function damaged(sample: string, from: number, to: number): Uint8Array {
  return readFileSync(join(ROOT, "samples", sample)).map((byte, at) => (at >= from && at < to ? byte ^ 0x55 : byte));
}

/** Files with damage in the middle of a function. */
function makeFiles(folder: string): void {
  writeFileSync(join(folder, "broken.bc"), damaged("factorial.bc", 4970, 4990));
  writeFileSync(join(folder, "emptied.bc"), damaged("factorial.bc", 4970, 4990));
  writeFileSync(join(folder, "broken.vmfb"), damaged("factorial.vmfb", 1200, 1210));
  writeFileSync(join(folder, "broken.mlirbc"), damaged("sampler.mlirbc", 1100, 1110));
}

inVsCode(
  "problems in VS Code",
  (subject) => {
    let workbench: Workbench;
    beforeEach(() => {
      ({ workbench } = subject());
    });

    async function opened(name: string): Promise<Listing> {
      const listing = await openedAlone(workbench, name);
      await poll("its problems", async () => /[1-9]\d* problem/.test(await workbench.status(/problem/)));
      return listing;
    }
    /** The message of F8, and the position of the row that it leads to. */
    async function next(listing: Listing): Promise<{ readonly said: string; readonly position: string }> {
      await listing.press("F8");
      const said = ((await listing.locate(".notice:not(.hidden)", /^⊘/).textContent()) ?? "").slice(2);
      await listing.drawn();
      const position = await listing.locate(".row.cursor .position").first().textContent();
      return { said, position: (position ?? "").trim() };
    }
    /** A file's entries in the Problems panel, in order. */
    async function panel(name: string): Promise<readonly { readonly text: string; readonly at: string }[]> {
      await workbench.command("Problems: Focus on Problems View");
      const rows = workbench.page.locator(".markers-panel .monaco-list-row");
      await rows.filter({ hasText: name }).first().waitFor();
      const all = await rows.allInnerTexts();
      await workbench.command("View: Hide Panel");
      const below = all.slice(all.findIndex((text) => text.includes(name)) + 1);
      const end = below.findIndex((text) => !/\d+:[0-7]: /.test(text));
      const texts = end < 0 ? below : below.slice(0, end);
      return texts.map((text) => ({ text, at: /(\d+):[0-7]: /.exec(text)?.[1] ?? "" }));
    }

    it("the overview begins with the problems, which can be read completely; the status bar names the format once", async () => {
      const listing = await opened("broken.vmfb");
      const problem = listing.locate(".overview-facts dd").first();
      await problem.locator(".overview-problem").waitFor();
      await listing.settled();
      const [high, seen] = await problem.evaluate((shown) => [shown.scrollHeight, shown.clientHeight]);
      const [across, width] = await problem.evaluate((shown) => [shown.scrollWidth, shown.clientWidth]);
      assert.ok(high! <= seen! && across! <= width!, `${high} of ${seen} px, ${across} of ${width} px`);
      assert.match(await listing.locate(".overview-head .has-problems").innerText(), /problem/);
      const bars = await workbench.page.locator(".statusbar-item", { hasText: "IREE VM module" }).allTextContents();
      assert.equal(bars.length, 1, bars.join(" | "));
      // What was found while it was read is known when it is opened again, though nothing is read then.
      await opened("broken.vmfb");
    });

    it("a damaged file that is emptied has no problems any more, neither in the panel nor in the status bar", async () => {
      await opened("emptied.bc");
      assert.ok((await panel("emptied.bc")).length > 0);
      writeFileSync(join(subject().folder, "emptied.bc"), "");
      const page = await poll("the page", () => workbench.frameWith(".not-ours"));
      await page.locator("h1", { hasText: "emptied.bc is empty" }).waitFor();
      await workbench.status(/^Unknown format$/);
      const told = workbench.page.locator(".statusbar-item", { hasText: /\bproblems?\b/ });
      await poll("no problems in the status bar", async () => (await told.count()) === 0);
      await workbench.command("Problems: Focus on Problems View");
      const listed = workbench.page.locator(".markers-panel .monaco-list-row", { hasText: "emptied.bc" });
      await listed.first().waitFor({ state: "detached" });
      await workbench.command("View: Hide Panel");
    });

    it("the assembly marks the rows at which something could not be read, and their tooltip says what", async () => {
      const listing = await opened("broken.bc");
      await listing.locate(".overview-function", /@main/).click();
      const marked = listing.locate(".row.damaged");
      await marked.first().waitFor();
      assert.match((await marked.first().getAttribute("title")) ?? "", /\w/);
      const sound = await openedAlone(workbench, "factorial.bc");
      await sound.row("define").waitFor();
      assert.equal(await sound.locate(".row.damaged").count(), 0);
    });
    it("the note of F8 does not cover the row that it is about, however few rows there are", async () => {
      const { page } = workbench;
      const size = page.viewportSize() ?? { width: 1280, height: 1100 };
      const listing = await opened("damaged.pexe");
      try {
        for (let height = 360; height <= 560; height += 20) {
          await page.setViewportSize({ width: 1000, height });
          await listing.press("Control+Home");
          await listing.settled();
          await next(listing);
          await listing.locate(".row.cursor:is(.message, .faulty)").first().waitFor();
          const [note, row] = await Promise.all(
            [".notice:not(.hidden)", ".row.cursor"].map((part) => listing.locate(part).first().boundingBox()),
          );
          assert.ok(note && row);
          assert.ok(note.y >= row.y + row.height || note.y + note.height <= row.y, JSON.stringify([height, note, row]));
        }
      } finally {
        await page.setViewportSize(size);
      }
    });

    for (const name of ["broken.bc", "broken.vmfb", "broken.mlirbc", "damaged.pexe"])
      it(`F8 leads to the row of the damage in ${name}; the panel lists each problem once, with its position, in file order`, async () => {
        const listing = await opened(name);
        const listed = await panel(name);
        assert.equal(new Set(listed.map(({ text }) => text)).size, listed.length);
        const bytes = listed.map(({ at }) => Number(at));
        assert.deepEqual(
          bytes,
          [...bytes].sort((a, b) => a - b),
        );
        for (const { text, at } of listed) assert.match(text, new RegExp(`Ln ${Math.max(1, Number(at))}, Col`));
        await listing.locate(".rows").focus();
        // The first problem is the first from the top, also if the first row is its own.
        await listing.press("Control+Home");
        const { said, position } = await next(listing);
        const problem = listed[0]?.text.includes(said) ? listed[0] : undefined;
        assert.ok(problem, `${said} is in ${listed.map(({ text }) => text).join("\n")}`);
        const cursor = listing.locate(".row.cursor");
        const marked =
          (await cursor.locator(".t.k-problem").count()) + (await cursor.and(listing.locate(".message")).count());
        assert.ok(
          marked > 0 || Math.abs(Number(position.split(":")[0]) - Number(problem.at)) < 2,
          `${position}: ${said}`,
        );
      });
  },
  { prepare: makeFiles },
);
