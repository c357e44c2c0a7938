/** What an editor shows when one comes back to its tab, in a real VS Code: what a text editor would show. */
import * as assert from "node:assert/strict";
import { poll } from "../../tools/vscode/server";
import type { Workbench } from "../../tools/vscode/workbench";
import { Listing } from "../../tools/vscode/workbench";
import { inVsCode } from "./subject";

inVsCode("coming back to a tab in VS Code", (subject) => {
  let workbench: Workbench;
  beforeEach(() => {
    ({ workbench } = subject());
  });
  /** Opens a file in a tab that stays. */
  const opened = async (name: string): Promise<Listing> => {
    await workbench.page.locator(".explorer-folders-view .monaco-list-row", { hasText: name }).first().dblclick();
    const listing = await workbench.listing(name);
    await listing.row("").waitFor();
    await listing.focused();
    await listing.settled();
    return listing;
  };
  /** Leaves a file's tab and comes back to it. */
  const left = async (name: string): Promise<Listing> => {
    await opened("factorial.pexe");
    return opened(name);
  };

  it("a view at the end of a file is there again", async () => {
    let listing = await opened("factorial.bc");
    await listing.press("Control+End");
    const last = listing.locate(".rows > .row").last();
    const isEnd = async (): Promise<boolean> =>
      (await last.getAttribute("aria-posinset")) === (await last.getAttribute("aria-setsize"));
    await poll("the last row", isEnd);
    await listing.settled();
    const before = await listing.rows();
    listing = await left("factorial.bc");
    assert.deepEqual(await listing.rows(), before);
  });

  it("find shows the same hit, and F3 goes on from it", async () => {
    let listing = await opened("factorial.bc");
    await listing.press("Control+Home");
    await listing.press("Control+f");
    await listing.locate(".find input").fill("%1[0-3] = ");
    await listing.press("Alt+r");
    const becomes = async (expected: string): Promise<void> => {
      const count = listing.locate(".find .count");
      await poll(`the count ${expected}`, async () => (await count.textContent()) === expected);
    };
    await becomes("1 of 7");
    await listing.press("Enter");
    await becomes("2 of 7");
    await listing.settled();
    listing = await left("factorial.bc");
    await becomes("2 of 7");
    await listing.press("F3");
    await becomes("3 of 7");
    await listing.press("Escape");
    await listing.locate(".find.hidden").waitFor({ state: "attached" });
  });

  it("what was selected is selected, in rows and in a text", async () => {
    let listing = await opened("factorial.bc");
    await listing.goTo("%13 = icmp slt");
    await listing.press("Shift+ArrowDown");
    const selected = (): Promise<string[]> => listing.locate(".row.selected .line-text").allTextContents();
    await poll("two rows", async () => (await selected()).length === 2);
    const rows = await selected();
    await listing.settled();
    listing = await left("factorial.bc");
    assert.deepEqual(await selected(), rows);
    await listing.token("%12", "%13 = icmp slt").dblclick();
    await listing.settled();
    listing = await left("factorial.bc");
    await listing.press("Control+c");
    await poll("the text", async () => (await workbench.clipboard()) === "%12");
    // The cursor is on its token again.
    await listing.locate(".row.cursor .t.at", "%12").waitFor();
  });

  it("Alt+Left goes through this file's positions, then to the editor before; Alt+Right comes back the same way", async () => {
    await workbench.command("View: Close All Editors");
    await opened("factorial.pexe");
    let listing = await opened("mangled.bc");
    await listing.press("Control+Home");
    await listing.cursorOn("ModuleID");
    await listing.goTo("%square = mul");
    await listing.settled();
    listing = await left("mangled.bc");
    await listing.cursorOn("%square = mul");
    await listing.press("Alt+ArrowLeft");
    await listing.cursorOn("ModuleID");
    const tab = workbench.page.locator(".tab.active");
    const goes = async (key: string, name: string): Promise<void> => {
      await listing.press(key);
      await poll(name, async () => (await tab.getAttribute("data-resource-name")) === name);
      listing = await workbench.listing(name);
      await listing.focused();
    };
    await goes("Alt+ArrowLeft", "factorial.pexe");
    await goes("Alt+ArrowRight", "mangled.bc");
    await listing.cursorOn("ModuleID");
    await listing.press("Alt+ArrowRight");
    await listing.cursorOn("%square = mul");
  });

  it("an editor that is split off by its name in the palette shows what was in view, away from the cursor", async () => {
    const { page } = workbench;
    await workbench.command("View: Close All Editors");
    const listing = await opened("factorial.bc");
    await listing.press("Control+Home");
    await listing.locate(".rows").hover();
    await page.mouse.wheel(0, 1500);
    await listing.settled();
    const [before] = await listing.rows();
    await workbench.command("View: Split Editor Right");
    const shown = async (): Promise<string[]> => {
      const frames = page.frames().filter((frame) => frame.url().includes("/fake.html"));
      const rows = await Promise.all(frames.map((frame) => frame.locator(".rows > .row .position").allTextContents()));
      return rows.flatMap(([first]) => first ?? []);
    };
    await poll("two editors", async () => (await shown()).length === 2);
    const other = await poll("the other's rows", async () => {
      const frame = page.frames().findLast((one) => one !== listing.frame && one.url().includes("/fake.html"));
      return frame && (await frame.locator(".rows > .row").count()) > 0 ? frame : undefined;
    });
    await new Listing(other, page).settled();
    assert.deepEqual(await shown(), [before?.position, before?.position]);
    await workbench.command("View: Close All Editors");
  });

  it("an editor is where the reader was when the window is reloaded, and when that is done again", async () => {
    await workbench.command("View: Close All Editors");
    let listing = await opened("factorial.bc");
    for (const row of ["%13 = icmp slt", "ModuleID", "%12 = load"]) {
      await listing.goTo(row);
      await listing.cursorOn(row);
      await listing.settled();
      await workbench.reload();
      listing = await opened("factorial.bc");
      await listing.cursorOn(row);
    }
  });
});
