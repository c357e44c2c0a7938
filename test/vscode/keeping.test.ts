/** What stays where it is while something else changes: the place, the keyboard, the colours of a selection. */
import * as assert from "node:assert/strict";
import { cpSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { poll } from "../../tools/vscode/server";
import type { Listing, Workbench } from "../../tools/vscode/workbench";
import { largeModule } from "../support/largeLlvm";
import { largeMlir } from "../support/largeMlir";
import { inVsCode, openedAlone, setInWorkspace } from "./subject";
import { changedFactorial, ROOT } from "./workspace";

/** The sample in a wrapper with its bitcode at a byte. */
function wrapped(at: number): Uint8Array {
  const bitcode = readFileSync(join(ROOT, "samples/factorial.bc"));
  const [magic, version] = [0x0b17c0de, 0];
  const head = Buffer.alloc(at);
  [magic, version, at, bitcode.length].forEach((word, index) => head.writeUInt32LE(word, index * 4));
  return Buffer.concat([head, bitcode]);
}
/** Enough ops for a thumb of the smallest size. */
const OPS = 4000;

inVsCode(
  "keeping things in place in VS Code",
  (subject) => {
    let workbench: Workbench;
    beforeEach(() => {
      ({ workbench } = subject());
    });
    const opened = (name: string): Promise<Listing> => openedAlone(workbench, name);
    const first = async (listing: Listing): Promise<number> =>
      Number(await listing.locate(".rows > .row").first().getAttribute("aria-posinset"));

    it("a card opened by key closes when the file is read again, and the keyboard is back in the rows", async () => {
      const listing = await opened("reloaded.pexe");
      await listing.row("%v2 = call").locator(".assembly").click();
      await listing.press("ArrowRight");
      await listing.press("Control+k");
      await listing.press("Control+i");
      await listing.locate(".hover:not(.hidden):focus").waitFor();
      writeFileSync(join(subject().folder, "reloaded.pexe"), changedFactorial());
      await listing.row("%c0 = i32 2").waitFor();
      await listing.focused();
      await listing.cursorOn("%v2 = call");
      await listing.press("ArrowDown");
      await listing.cursorOn("%v3 = mul");
    });

    it("find counts from the same hit when the file is read again", async () => {
      const file = join(subject().folder, "found.bc");
      const listing = await opened("found.bc");
      await listing.press("Control+f");
      await listing.locate(".find input").fill("phi");
      const count = listing.locate(".find .count");
      const becomes = (expected: string): Promise<unknown> =>
        poll(`the count ${expected}`, async () => (await count.textContent()) === expected);
      await becomes("1 of 24");
      await listing.press("Enter");
      await becomes("2 of 24");
      const before = await listing.cursor();
      writeFileSync(file, wrapped(48));
      await listing.locate(".overview-head", "5,944 bytes").waitFor();
      await becomes("2 of 24");
      assert.equal(await listing.cursor(), before);
      await listing.press("Escape");
    });

    it("a file that is left right after a key is at that place when it is shown again", async () => {
      let listing = await opened("shown.bc");
      await listing.goTo("%13 = icmp slt");
      await listing.settled();
      await listing.press("ArrowDown");
      await listing.cursorOn("br i1 %13");
      const other = workbench.page.locator(".explorer-folders-view .monaco-list-row", { hasText: "found.bc" });
      // A hand holds the button for about this long.
      await other.first().click({ delay: 100 });
      await workbench.listing("found.bc");
      listing = await workbench.openFile("shown.bc");
      await listing.cursorOn("br i1 %13");
    });

    it("a definition shown in place closes when the file is read again, and the keyboard is back in the rows", async () => {
      const file = join(subject().folder, "shown.bc");
      const listing = await opened("shown.bc");
      await listing.goTo("%13 = icmp slt");
      await listing.token("%12", "%13 = icmp slt").click();
      await listing.press("Alt+F12");
      const peek = listing.locate(".peek .row");
      await peek.first().waitFor();
      writeFileSync(file, wrapped(64));
      await peek.first().waitFor({ state: "detached" });
      await listing.token("!53", "%13 = icmp slt").click();
      await listing.press("Space");
      await listing.locate(".expansion:focus").waitFor();
      writeFileSync(file, wrapped(20));
      await listing.locate(".expansion").waitFor({ state: "detached" });
      await listing.focused();
      await listing.cursorOn("%13 = icmp slt");
    });

    it("a file that is replaced by one of another format is shown as that format", async () => {
      const file = join(subject().folder, "replaced.bc");
      const pexe = readFileSync(file);
      const listing = await opened("replaced.bc");
      await listing.locate(".overview-head", `PNaCl 2 · ${pexe.length} bytes`).waitFor();
      await listing.goTo("%v2 = call");
      // The place is stored a moment after the view has come to rest.
      await listing.settled();
      const bitcode = readFileSync(join(ROOT, "samples/factorial.bc"));
      writeFileSync(file, bitcode);
      const isMade = (): Promise<unknown> => workbench.frameWith('[aria-label^="replaced.bc, LLVM"] .row');
      await poll("the page made anew", isMade);
      const other = await workbench.listing("replaced.bc");
      await other.row("define").waitFor();
      assert.match((await other.locate(".overview-head").textContent()) ?? "", /^LLVM 22.*\d bytes/);
      await other.cursorOn("; ModuleID");
      // What cannot be read says so, and what can be read again is shown.
      writeFileSync(file, "nothing that we know\n");
      await poll("the page of no format", () => workbench.frameWith(".not-ours"));
      writeFileSync(file, bitcode);
      await (await workbench.listing("replaced.bc")).row("define").waitFor();
      // The reader comes back to the place in the file that was there before, as after a visit to another branch.
      writeFileSync(file, pexe);
      await poll("the first page", () => workbench.frameWith('[aria-label^="replaced.bc, PNaCl"] .row'));
      await (await workbench.listing("replaced.bc")).cursorOn("%v2 = call");
    });

    it("the outline selects nothing that another file has in the place of what the cursor was in", async () => {
      const listing = await opened("rebuilt.bc");
      await listing.goTo("ret i32 %7");
      const selected = (await workbench.outline()).and(workbench.page.locator("[aria-selected=true]"));
      await selected.filter({ hasText: /^%6/ }).waitFor();
      cpSync(join(ROOT, "test/fixtures/llvm/cases.bc"), join(subject().folder, "rebuilt.bc"));
      await listing.row("@cases").waitFor();
      // What was selected is marked until the new items are there.
      await selected.filter({ hasText: /^%/ }).waitFor({ state: "detached" });
    });

    it("a file that was deleted and comes back unchanged is no longer called deleted", async () => {
      const { folder } = subject();
      const [file, away] = [join(folder, "away.pexe"), join(folder, "elsewhere")];
      const listing = await opened("away.pexe");
      await listing.settled();
      renameSync(file, away);
      const note = listing.locate(".notice:not(.hidden)", "deleted from disk");
      await note.waitFor();
      renameSync(away, file);
      await note.waitFor({ state: "detached" });
    });

    it("a file that is renamed is at its cursor, on the same name", async () => {
      const listing = await opened("before.bc");
      await listing.goTo("%13 = icmp slt");
      await listing.token("%12", "%13 = icmp slt").click();
      // The place is stored a moment after the view has come to rest.
      await listing.settled();
      const { page } = workbench;
      await workbench.clickFile("before.bc");
      await page.locator(".explorer-folders-view .monaco-list").focus();
      await page.keyboard.press("F2");
      const box = page.locator(".explorer-folders-view .monaco-inputbox input");
      await box.fill("after.bc");
      await box.press("Enter");
      const renamed = await workbench.listing("after.bc");
      await renamed.cursorOn("%13 = icmp slt");
      await renamed.locate(".row.cursor .t.at", "%12").waitFor();
    });

    it("bookmarks stay at their records: in both arrangements, and when the file is opened again", async () => {
      const name = "marked.bc";
      let listing = await opened(name);
      const { page } = workbench;
      const mark = async (text: string): Promise<void> => {
        await listing.goTo(text);
        await listing.press("Control+Alt+k");
        await listing.row(text).locator(".bookmark").waitFor();
      };
      await mark("%13 = icmp slt");
      // Where there is no room for positions it is not over the band.
      const size = page.viewportSize();
      await page.setViewportSize({ width: 560, height: 900 });
      await listing.locate(".listing.no-position").waitFor();
      await listing.goTo("%13 = icmp slt");
      // The row may be drawn anew between two questions.
      const row = listing.row("%13 = icmp slt");
      const isBeside = async (): Promise<boolean> => {
        const band = await row.locator(".band").boundingBox();
        const bookmark = await row.locator(".bookmark").boundingBox();
        return band !== null && bookmark !== null && bookmark.x + 1 >= band.x + band.width;
      };
      await poll("the bookmark beside the band", isBeside);
      if (size) await page.setViewportSize(size);
      // A label has no record: the first instruction after it is marked.
      await listing.goTo("preds = %47, %2");
      await listing.press("Control+Alt+k");
      await listing.row("%7 = phi i32").locator(".bookmark").waitFor();
      await listing.goTo("%7 = phi i32");
      await listing.press("Control+Alt+l");
      await listing.cursorOn("%13 = icmp slt");
      await listing.press("Control+Alt+j");
      await listing.cursorOn("%7 = phi i32");
      await listing.press("Alt+a");
      await listing.locate(".row.bookmarked .record").first().waitFor();
      listing = await opened(name);
      await listing.locate(".row.bookmarked").first().waitFor();
      await listing.press("Alt+a");
      // The list names them; a button removes one, and its row shows it no more.
      await workbench.command("Bitscope: Go to Bookmark");
      const item = page.locator(".quick-input-list .monaco-list-row", { hasText: "icmp slt" });
      await item.hover();
      await item.locator("[aria-label='Remove']").click();
      await item.waitFor({ state: "detached" });
      await page.locator(".quick-input-list .monaco-list-row", { hasText: "phi i32" }).click();
      // The cursor may have been there already: the keyboard comes back when the list is closed.
      await listing.focused();
      await listing.cursorOn("%7 = phi i32");
      assert.equal(await listing.locate(".row.bookmarked").count(), 1);
      await listing.press("Control+Alt+k");
      await listing.locate(".row.bookmarked").waitFor({ state: "detached" });
    });

    it("a bookmark follows its row when the file is built anew, also while it is closed", async () => {
      const file = join(subject().folder, "built.bc");
      const isMarked = async (listing: Listing, byte: number): Promise<void> => {
        const row = listing.locate(".row.bookmarked", "%13 = icmp slt");
        const position = async (): Promise<number> =>
          parseInt((await row.locator(".position").textContent()) ?? "", 10);
        await poll("the bookmark at its row", async () => (await position()) > byte);
        assert.equal(await listing.locate(".row.bookmarked").count(), 1);
      };
      const listing = await opened("built.bc");
      await listing.goTo("%13 = icmp slt");
      await listing.press("Control+Alt+k");
      await isMarked(listing, 20);
      writeFileSync(file, wrapped(20000));
      await isMarked(listing, 20000);
      await listing.cursorOn("%13 = icmp slt");
      await workbench.command("View: Close All Editors");
      writeFileSync(file, wrapped(40000));
      const again = await opened("built.bc");
      await isMarked(again, 40000);
      await again.cursorOn("%13 = icmp slt");
    });

    it("a function chosen while a large module is being read is shown, and stays", async () => {
      const listing = await opened("large.bc");
      await listing.locate(".overview-function", "sum").first().click();
      await listing.cursorOn(/^.*define .*sum/);
      await listing.settled();
      await listing.cursorOn(/^.*define .*sum/);
      // The numbers of the whole file are known, and the row has been read again with them.
      await listing.row(/define .*sum.* #\d/).waitFor();
      await listing.cursorOn(/^.*define .*sum/);
    });

    it("the thumb goes where it is dragged, and its rows stay", async () => {
      const listing = await opened("large.mlirbc");
      const total = async (): Promise<number> =>
        Number(await listing.locate(".rows > .row").last().getAttribute("aria-setsize"));
      await poll("all lines counted", async () => (await total()) > OPS);
      const bar = await listing.locate(".scrollbar.vertical").boundingBox();
      const thumb = await listing.locate(".scrollbar.vertical .thumb").boundingBox();
      assert.ok(bar && thumb);
      const { mouse } = workbench.page;
      const x = thumb.x + thumb.width / 2;
      await mouse.move(x, thumb.y + thumb.height / 2);
      await mouse.down();
      for (const share of [0.1, 0.2, 0.3, 0.4]) await mouse.move(x, bar.y + bar.height * share);
      const share = async (): Promise<number> => (await first(listing)) / (await total());
      await poll("the rows of the thumb", async () => Math.abs((await share()) - 0.4) < 0.1);
      await mouse.up();
      const there = await first(listing);
      await listing.settled();
      assert.equal(await first(listing), there);
    });

    for (const [theme, name] of [
      ["Default High Contrast", "vscode-high-contrast"],
      ["Default High Contrast Light", "vscode-high-contrast-light"],
    ] as const)
      it(`selected rows can be read in ${theme}, and the row that Ctrl+G shows is outlined`, async () => {
        setInWorkspace(subject().folder, { "workbench.colorTheme": theme });
        const listing = await opened("factorial.pexe");
        await listing.locate(`body.${name}`).waitFor();
        await listing.press("Shift+ArrowDown");
        await listing.locate(".row.selected").first().waitFor();
        const ratios = await listing.frame.evaluate(() => {
          /** A colour's relative luminance (WCAG 2). */
          const luminance = (colour: string): number => {
            const [r = 0, g = 0, b = 0] = (colour.match(/[\d.]+/g) ?? []).slice(0, 3).map((part) => {
              const c = Number(part) / 255;
              return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
            });
            return 0.2126 * r + 0.7152 * g + 0.0722 * b;
          };
          return [...document.querySelectorAll(".row.selected :is(.t, .position)")].map((part) => {
            const row = part.closest(".row") ?? part;
            const [a, b] = [getComputedStyle(part).color, getComputedStyle(row).backgroundColor].map(luminance);
            return (Math.max(a!, b!) + 0.05) / (Math.min(a!, b!) + 0.05);
          });
        });
        assert.ok(ratios.length > 4 && Math.min(...ratios) >= 7, ratios.map((ratio) => ratio.toFixed(1)).join(" "));
        await listing.press("Control+g");
        await subject().workbench.page.locator(".quick-input-widget input").first().fill("5");
        const preview = listing.locate(".row.preview").first();
        await preview.waitFor();
        assert.match(await preview.evaluate((row) => getComputedStyle(row).boxShadow), /^rgb\(.* inset$/);
        await listing.press("Escape");
      });
  },
  {
    prepare: (folder) => {
      // Made here: the Explorer may miss a file that is made while it opens.
      for (const name of ["before.bc", "marked.bc", "rebuilt.bc"])
        cpSync(join(ROOT, "samples/factorial.bc"), join(folder, name));
      for (const name of ["replaced.bc", "away.pexe"]) cpSync(join(ROOT, "samples/factorial.pexe"), join(folder, name));
      for (const name of ["built.bc", "shown.bc", "found.bc"]) writeFileSync(join(folder, name), wrapped(20));
      writeFileSync(join(folder, "large.mlirbc"), largeMlir(OPS));
      writeFileSync(join(folder, "large.bc"), largeModule());
    },
  },
);
