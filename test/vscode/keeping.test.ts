/** What stays where it is while something else changes: the place, the keyboard, the colours of a selection. */
import * as assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { poll } from "../../tools/vscode/server";
import type { Listing, Workbench } from "../../tools/vscode/workbench";
import { largeModule } from "../support/largeLlvm";
import { largeMlir } from "../support/largeMlir";
import { inVsCode, openedAlone, setInWorkspace } from "./subject";
import { changedFactorial } from "./workspace";

/** Time limit for rows to appear on a busy machine (ms). */
const SOON = 20000;
/** Enough ops for a thumb of the smallest size. */
const OPS = 4000;

inVsCode(
  "keeping things in place in VS Code",
  (subject) => {
    let workbench: Workbench;
    before(() => {
      ({ workbench } = subject());
    });
    after(() => setInWorkspace(subject().folder, {}));
    const opened = (name: string): Promise<Listing> => openedAlone(workbench, name);
    const first = async (listing: Listing): Promise<number> =>
      Number(await listing.locate(".rows > .row").first().getAttribute("aria-posinset"));

    it("a card opened by key closes when the file is read again, and the keyboard is back in the rows", async () => {
      const listing = await opened("reloaded.pexe");
      await listing.row("%v2 = call").locator(".assembly").click();
      await listing.press("ArrowRight");
      await listing.press("Control+k");
      await listing.press("Control+i");
      await listing.locate(".hover:not(.hidden):focus").waitFor({ timeout: SOON });
      writeFileSync(join(subject().folder, "reloaded.pexe"), changedFactorial());
      await listing.row("%c0 = i32 2").waitFor({ timeout: SOON });
      await listing.locate(".rows:focus").waitFor({ timeout: SOON });
      await listing.cursorOn("%v2 = call");
      await listing.press("ArrowDown");
      await listing.cursorOn("%v3 = mul");
    });

    it("a function chosen while a large module is being read is shown, and stays", async () => {
      const listing = await opened("large.bc");
      await listing.locate(".overview-function", "sum").first().click();
      await listing.cursorOn(/^.*define .*sum/);
      await listing.settled();
      await listing.cursorOn(/^.*define .*sum/);
      // The numbers of the whole file are known, and the row has been read again with them.
      await listing.row(/define .*sum.* #\d/).waitFor({ timeout: SOON });
      await listing.cursorOn(/^.*define .*sum/);
    });

    it("the thumb goes where it is dragged, and its rows stay", async () => {
      const listing = await opened("large.mlirbc");
      const total = async (): Promise<number> =>
        Number(await listing.locate(".rows > .row").last().getAttribute("aria-setsize"));
      await poll("all lines counted", async () => (await total()) > OPS, SOON);
      const bar = await listing.locate(".scrollbar.vertical").boundingBox();
      const thumb = await listing.locate(".scrollbar.vertical .thumb").boundingBox();
      assert.ok(bar && thumb);
      const { mouse } = workbench.page;
      const x = thumb.x + thumb.width / 2;
      await mouse.move(x, thumb.y + thumb.height / 2);
      await mouse.down();
      for (const share of [0.1, 0.2, 0.3, 0.4]) await mouse.move(x, bar.y + bar.height * share);
      const share = async (): Promise<number> => (await first(listing)) / (await total());
      await poll("the rows of the thumb", async () => Math.abs((await share()) - 0.4) < 0.1, SOON);
      await mouse.up();
      const there = await first(listing);
      await listing.settled();
      assert.equal(await first(listing), there);
    });

    for (const [theme, name] of [
      ["Default High Contrast", "vscode-high-contrast"],
      ["Default High Contrast Light", "vscode-high-contrast-light"],
    ] as const)
      it(`selected text has a colour of its own in ${theme}`, async () => {
        setInWorkspace(subject().folder, { "workbench.colorTheme": theme });
        const listing = await opened("factorial.pexe");
        await listing.locate(`body.${name}`).waitFor({ timeout: SOON });
        await listing.press("Shift+ArrowDown");
        const colours = await listing.frame.evaluate(() => {
          const token = document.querySelector(".row .assembly .t") ?? document.body;
          const selected = getComputedStyle(token, "::highlight(bitscope-selection)");
          return [selected.color, selected.backgroundColor, getComputedStyle(document.body).backgroundColor];
        });
        assert.equal(new Set(colours).size >= 2 && colours[0] !== colours[1], true, colours.join(" on "));
        assert.notEqual(colours[1], "rgba(0, 0, 0, 0)");
      });
  },
  {
    prepare: (folder) => {
      writeFileSync(join(folder, "large.mlirbc"), largeMlir(OPS));
      writeFileSync(join(folder, "large.bc"), largeModule());
    },
  },
);
