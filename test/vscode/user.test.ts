/** Opens real files in a real VS Code and checks what a user sees. */
import * as assert from "node:assert/strict";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { poll } from "../../tools/vscode/server";
import type { Listing, Workbench } from "../../tools/vscode/workbench";
import { runInHost } from "../../tools/vscode/workbench";
import { inVsCode } from "./subject";
import { changedFactorial, expectedRows, ROOT } from "./workspace";

inVsCode("in VS Code", (subject) => {
  let workbench: Workbench;
  let folder: string;
  beforeEach(() => {
    ({ workbench, folder } = subject());
  });

  /** Opens the factorial in a fresh editor, with everything unfolded. */
  async function factorial(): Promise<Listing> {
    await workbench.command("View: Close All Editors");
    const listing = await workbench.openFile("factorial.pexe");
    await listing.locate(".row.cursor").first().waitFor();
    await listing.locate(".rows").focus();
    await listing.press("Control+k");
    await listing.press("Control+j");
    await listing.row("@t0 = i32;").waitFor();
    return listing;
  }

  it("a click on a file shows its rows, with the preamble folded", async () => {
    const listing = await workbench.openFile("factorial.pexe");
    await listing.row("// BlockID = 17").waitFor();
    const rows = (await listing.rows()).map((row) => row.assembly);
    assert.ok(rows.some((text) => text.includes("types {") && text.endsWith("⋯")));
    assert.ok(!rows.some((text) => text.includes("@t0 = i32;")));
    assert.ok(rows.includes("    %v3 = mul i32 %p0, %v2;"));
  });

  it("when unfolded, the rows are those that the command line prints", async () => {
    const listing = await factorial();
    const expected = expectedRows();
    const rows = await poll(
      "all rows",
      async () => {
        const now = await listing.rows();
        return now.length >= Math.min(expected.length, 30) && now;
      },
      10000,
    );
    const trimmed = expected.map((row) => ({ ...row, assembly: row.assembly.trimEnd() }));
    const shown = rows.map((row) => ({ ...row, assembly: row.assembly.trimEnd() }));
    assert.deepEqual(shown, trimmed.slice(0, shown.length));
  });

  it("a hover shows what an operand is, where its bits are, and how often it is used", async () => {
    const listing = await factorial();
    await listing.token("%v2", "%v3 = mul").hover();
    const card = listing.locate("#hover:not(.hidden)");
    await card.waitFor();
    await card.locator("dd", { hasText: "once (list)" }).waitFor();
    const text = await card.innerText();
    for (const part of ["150:4 … 151:1   (6 bits, from bit 1204)", "vbr(6), unabbreviated", "%v2", "143:2"])
      assert.ok(text.includes(part), `${part} in:\n${text}`);
    await listing.press("Escape");
    await listing.locate("#hover.hidden").waitFor({ state: "attached" });
  });

  it("F12 goes to the definition, Alt+Left back, Alt+Right forward", async () => {
    const listing = await factorial();
    await listing.token("%v2", "%v3 = mul").click();
    await listing.press("F12");
    await listing.cursorOn("%v2 = call i32 @f0");
    await listing.press("Alt+ArrowLeft");
    await listing.cursorOn("%v3 = mul");
    await listing.press("Alt+ArrowRight");
    await listing.cursorOn("%v2 = call");
  });

  it("F12 on an operand of the record goes where its name in the assembly goes", async () => {
    const listing = await factorial();
    const operand = listing.row("%v3 = mul").locator(".record .t").filter({ hasText: "1" }).first();
    await operand.click();
    await listing.press("F12");
    await listing.cursorOn("%v2 = call i32 @f0");
  });

  it("Ctrl+click and Enter follow a name too", async () => {
    const listing = await factorial();
    await listing.token("%b2", "br i1").click({ modifiers: ["Control"] });
    await listing.cursorOn("%b2:");
    await listing.token("@f0", "%v2 = call").click();
    await listing.press("Enter");
    await listing.cursorOn("@f0(i32");
  });

  it("Shift+F12 lists all references; F4 steps, Escape goes back", async () => {
    const listing = await factorial();
    await listing.token("%p0", "%v3 = mul").click();
    await listing.press("Shift+F12");
    const title = listing.locate(".hits .title");
    await poll("the count", async () => /^4 references to %p0/.test((await title.textContent()) ?? ""));
    await poll("its lines", async () => (await listing.locate(".hits .line").count()) === 4);
    await listing.press("F4");
    await listing.cursorOn("function i32 @f0");
    await listing.press("F4");
    await listing.cursorOn("%v0 = icmp");
    await listing.press("Shift+F4");
    await listing.cursorOn("function i32 @f0");
    await listing.press("Escape");
    await listing.cursorOn("%v3 = mul");
    assert.equal(await listing.locate(".hits:not(.hidden)").count(), 0);
  });

  it("Escape goes back from the hits of find too; Enter stays", async () => {
    const listing = await factorial();
    await listing.token("%p0", "%v3 = mul").click();
    const listHits = async (): Promise<void> => {
      await listing.press("Control+f");
      await listing.locate(".find input").fill("%p0");
      await listing.cursorOn("%v3 = mul");
      await listing.locate(".find .count", /^\d+ of \d+$/).waitFor();
      await listing.press("Alt+Enter");
      await listing.locate(".hits .title", /hits of/).waitFor();
      // The list begins at the current hit, and find's count follows it.
      await listing.locate(".hits .line.current", "%v3 = mul").waitFor();
      await listing.press("Home");
      await listing.cursorOn("function i32 @f0");
      await listing.locate(".find .count", /^1 of \d+$/).waitFor();
    };
    await listHits();
    await listing.press("Escape");
    await listing.cursorOn("%v3 = mul");
    await listing.locate(".find .count", /^[2-9] of \d+$/).waitFor();
    await listHits();
    await listing.press("Enter");
    await listing.focused();
    await listing.cursorOn("function i32 @f0");
    await listing.press("Escape");
  });

  it("the list names what its lines are in once", async () => {
    const listing = await factorial();
    await listing.token("%p0", "%v3 = mul").click();
    await listing.press("Shift+F12");
    const lines = listing.locate(".hits .line");
    await poll("its lines", async () => (await lines.count()) === 4);
    const names = (): Promise<string[]> => listing.locate(".hits .container").allTextContents();
    const container = "function i32 @f0(i32 %p0)";
    await poll("one name", async () => (await names()).join() === `${container},,,`);
    assert.equal(await lines.nth(3).getAttribute("aria-description"), container);
    await listing.press("Escape");
  });

  it("the other names of a symbol and its operand in the record are marked", async () => {
    const listing = await factorial();
    await listing.token("%v2", "%v3 = mul").click();
    await listing.locate(".t.use.definition", "%v2").waitFor();
    assert.equal(await listing.row("%v3 = mul").locator(".record .t.paired").count(), 1);
  });

  it("Alt+F12 shows the definition in place", async () => {
    const listing = await factorial();
    await listing.token("%v2", "%v3 = mul").click();
    await listing.press("Alt+F12");
    await listing.locate(".peek .row.cursor", "%v2 = call").waitFor();
    await listing.press("Escape");
    await listing.locate(".peek").waitFor({ state: "detached" });
  });

  it("Alt+F12 in the last row of the view scrolls until the definition is in view", async () => {
    const { page } = workbench;
    const size = page.viewportSize() ?? { width: 1280, height: 1100 };
    const listing = await factorial();
    try {
      await page.setViewportSize({ width: 1280, height: 700 });
      await listing.goTo("%v3 = mul");
      await listing.settled();
      const bottom = async (element: ReturnType<Listing["row"]>): Promise<number> => {
        const box = await element.boundingBox();
        return (box?.y ?? 0) + (box?.height ?? 0);
      };
      const view = await bottom(listing.locate(".rows"));
      await listing.token("%v2", "%v3 = mul").click();
      const top = (await listing.row("%v3 = mul").boundingBox())?.y ?? 0;
      await page.mouse.move(700, top);
      await page.mouse.wheel(0, top - view + 30);
      await listing.settled();
      await listing.press("Alt+F12");
      await listing.locate(".peek .row.cursor", "%v2 = call").waitFor();
      await listing.settled();
      assert.ok((await bottom(listing.locate(".peek"))) <= view + 1);
      assert.ok(await listing.row("%v3 = mul").isVisible());
      await listing.press("Escape");
    } finally {
      await page.setViewportSize(size);
    }
  });

  it("Ctrl+F searches the complete file, counts, and wraps around", async () => {
    const listing = await factorial();
    await listing.locate(".rows").focus();
    await listing.press("Control+Home");
    await listing.press("Control+f");
    await listing.locate(".find input").fill("i32 %p0");
    const count = listing.locate(".find .count");
    await poll("the count", async () => /^1 of 4$/.test((await count.textContent()) ?? ""));
    await listing.press("F3");
    await listing.press("Enter");
    await listing.press("Enter");
    await poll("the last hit", async () => (await count.textContent()) === "4 of 4");
    await listing.cursorOn("%v3 = mul");
    await listing.press("Enter");
    await poll("the first hit", async () => (await count.textContent()) === "1 of 4");
    await listing.press("Escape");
    await listing.cursorOn("function i32 @f0");
  });

  it("find accepts whole words, regular expressions and bytes, and reports when there is no hit", async () => {
    const listing = await factorial();
    await listing.press("Control+f");
    const count = listing.locate(".find .count");
    const is = (text: string): Promise<boolean> =>
      poll(text, async () => (await count.textContent())?.endsWith(text) ?? false);
    await listing.locate(".find input").fill("%v\\d = \\w+ eq");
    await is("No results");
    await listing.press("Alt+r");
    await is(" of 1");
    await listing.locate(".find select").selectOption("bytes");
    await listing.locate(".find input").fill("50 45 ?? 45");
    await is(" of 1");
    await listing.locate(".find select").selectOption("all");
    await listing.press("Escape");
  });

  it("Ctrl+G goes to a position, and the listing follows what is typed", async () => {
    const listing = await factorial();
    await listing.locate(".rows").focus();
    await listing.press("Control+g");
    const input = workbench.page.locator(".quick-input-widget input").first();
    await input.fill("139:5");
    await listing.locate(".row.preview", "%v1 = sub").waitFor();
    await listing.press("Enter");
    await listing.cursorOn("%v1 = sub");
    assert.match(await workbench.status(/139:2/), /139:2 \(bit 1114\), 32 bits/);
  });

  it("Ctrl+Shift+O goes to a symbol", async () => {
    const listing = await factorial();
    await listing.locate(".rows").focus();
    await listing.press("Control+Shift+o");
    const item = workbench.page.locator(".quick-input-list .monaco-list-row", { hasText: "fact" }).first();
    await item.waitFor();
    await item.click();
    await poll("the function", async () => /@f0/.test(await listing.cursor()));
  });

  it("the outline shows functions first, goes to one on a click, and follows the cursor", async () => {
    const listing = await factorial();
    const rows = await workbench.outline();
    await rows.first().waitFor();
    assert.match((await rows.first().textContent()) ?? "", /functions/i);
    await listing.token("%v1", "%v1 = sub").click();
    const selected = (await workbench.outline()).and(workbench.page.locator(".selected"));
    await selected.filter({ hasText: "%b2" }).waitFor();
    await (await workbench.outline()).filter({ hasText: "%b1" }).first().click();
    await listing.cursorOn("ret i32 %c0");
  });

  it("everything works by keyboard: rows, tokens, columns, folds", async () => {
    const listing = await factorial();
    await listing.locate(".rows").focus();
    // From the other end, so that seeing the first row proves that the key has worked.
    await listing.press("Control+End");
    await poll("the last row", async () => (await listing.cursor()).trimEnd() === "}");
    await listing.press("Control+Home");
    await listing.cursorOn("Magic Number");
    await listing.press("ArrowDown");
    await listing.cursorOn("module {");
    await listing.press("Space");
    await listing.locate('.row[aria-expanded="false"]', "module {").waitFor();
    await listing.press("Space");
    await listing.row("version 1").waitFor();
    await listing.press("Control+Shift+[");
    await listing.locate('.row[aria-expanded="false"]', "module {").waitFor();
    await listing.press("Control+Shift+]");
    await listing.row("version 1").waitFor();
    await listing.press("Control+End");
    await poll("the last row", async () => (await listing.cursor()).trimEnd() === "}");
    for (let i = 0; i < 2; i++) await listing.press("ArrowUp");
    await listing.cursorOn("ret i32 %v3");
    await listing.press("End");
    await listing.locate(".t.at", "%v3").waitFor();
    await listing.press("Shift+Tab");
    await listing.locate(".record .t.at").waitFor();
  });

  it("keys pressed in quick succession act on the state that the previous one has reached", async () => {
    const listing = await factorial();
    await listing.locate(".rows").focus();
    for (const key of ["Control+End", "ArrowUp", "Control+Home", "ArrowDown", "Space", "Space", "ArrowDown"])
      await listing.press(key);
    await listing.cursorOn("version 1;");
    for (const key of ["Control+End", "ArrowUp", "ArrowUp", "End", "Enter", "ArrowUp"]) await listing.press(key);
    await listing.cursorOn("%v2 = call");
    for (const key of ["Control+Home", "PageDown", "Control+End", "Shift+ArrowUp", "Control+c"])
      await listing.press(key);
    const lastTwo = /^\d+:\d\t[^\n]*\n156:0\t0: <65534>\t\}\n$/;
    await poll("the last two records", async () => lastTwo.test(await workbench.clipboard()));
  });

  it("rows are copied with tabs between the columns", async () => {
    const listing = await factorial();
    await listing.row("%v1 = sub").locator(".assembly").click();
    await listing.press("Shift+ArrowDown");
    await listing.press("Control+c");
    const expected =
      "139:2\t    3: <2, 3, 2, 1>\t    %v1 = sub i32 %p0, %c0;\n143:2\t    3: <34, 0, 5, 1>\t    %v2 = call i32 @f0(i32 %v1);\n";
    await poll("the clipboard", async () => (await workbench.clipboard()).includes("%v1"));
    assert.equal(await workbench.clipboard(), expected);
  });

  it("Ctrl+Shift+End and Ctrl+Shift+Home select up to the end and to the beginning", async () => {
    const listing = await factorial();
    await listing.row("%v1 = sub").locator(".assembly").click();
    await listing.press("Control+Shift+End");
    await listing.press("Control+c");
    const toEnd = /^139:2\t[^]*\n156:0\t0: <65534>\t\}\n$/;
    await poll("up to the end", async () => toEnd.test(await workbench.clipboard()));
    await listing.row("%v1 = sub").locator(".assembly").click();
    await listing.press("Control+Shift+Home");
    await listing.press("Control+c");
    const toStart = /^\s*0:0\t[^]*\n139:2\t[^\n]*\n$/;
    await poll("from the beginning", async () => toStart.test(await workbench.clipboard()));
  });

  it("columns can be hidden", async () => {
    const listing = await factorial();
    await workbench.command("Bitscope: Toggle Record Column");
    await listing.locate(".listing.no-record").waitFor();
    assert.equal(await listing.locate(".cell.record").first().isVisible(), false);
    await workbench.command("Bitscope: Toggle Record Column");
    await listing.locate(".listing:not(.no-record)").waitFor();
  });

  it("rows have roles, levels and positions for screen readers", async () => {
    const listing = await factorial();
    const row = listing.row("%v3 = mul");
    const line = expectedRows().findIndex((expected) => expected.assembly.includes("%v3 = mul"));
    assert.equal(await row.getAttribute("role"), "treeitem");
    assert.equal(await row.getAttribute("aria-setsize"), String(expectedRows().length));
    assert.equal(await row.getAttribute("aria-posinset"), String(line + 1));

    await listing.token("%v2", "%v3 = mul").click();
    const isActive = async (): Promise<boolean> =>
      (await listing.locate(".rows").getAttribute("aria-activedescendant")) === (await row.getAttribute("id"));
    await poll("the active row", isActive);
    await poll("the live region", async () => /bits/.test((await listing.locate(".live").textContent()) ?? ""));
  });

  it("a file that changes on disk is read again, and the place is kept", async () => {
    await workbench.command("View: Close All Editors");
    const listing = await workbench.openFile("reloaded.pexe");
    await listing.row("%v2 = call").locator(".assembly").click();
    await listing.cursorOn("%v2 = call");
    writeFileSync(join(folder, "reloaded.pexe"), changedFactorial());
    await listing.row("%c0 = i32 2").waitFor();
    await listing.cursorOn("%v2 = call");
    rmSync(join(folder, "reloaded.pexe"));
    await listing.locate(".notice", "deleted from disk").waitFor();
    await listing.row("%v2 = call").waitFor();
  });

  it("a damaged file shows what could be read, and the fault in its position; F8 goes to it", async () => {
    await workbench.command("View: Close All Editors");
    const listing = await workbench.openFile("damaged.pexe");
    await listing.row("%v0 = icmp").waitFor();
    const fault = listing.locate(".row.message, .row.faulty").first();
    await fault.waitFor();
    await workbench.status(/problem/);
    await listing.locate(".rows").focus();
    await listing.press("F8");
    await listing.locate(".notice", "⊘").waitFor();
  });

  it("the code of a problem in the Problems panel goes to its bit, even if its editor is hidden", async () => {
    await workbench.command("View: Close All Editors");
    const listing = await workbench.openFile("damaged.pexe");
    await workbench.status(/problem/);
    await workbench.command("Problems: Focus on Problems View");
    const link = workbench.page.locator(".markers-panel .monaco-list-row a.monaco-link").first();
    await link.waitFor();
    // The view returns to the last place in this file.
    await listing.locate(".rows").focus();
    await listing.press("Control+Home");
    await listing.cursorOn("Magic Number");
    const goes = async (): Promise<void> => {
      await link.click();
      const atFault = async (): Promise<boolean> => {
        const now = await workbench.listing("damaged.pexe");
        return !/^$|Magic Number/.test(await now.cursor());
      };
      await poll("the fault", atFault);
    };
    await goes();
    await workbench.openFile("factorial.pexe");
    await goes();
    assert.equal(await workbench.page.locator(".tab", { hasText: "damaged.pexe" }).count(), 1);
    await workbench.command("View: Hide Panel");
  });

  it("the outline and Go to Symbol show demangled C++ and Rust names", async () => {
    await workbench.command("View: Close All Editors");
    const listing = await workbench.openFile("mangled.bc");
    const rows = await workbench.outline();
    // The functions are open at first.
    const row = rows.filter({ hasText: "shape::Circle::area(int)" });
    await row.filter({ hasText: "@_ZN5shape6Circle4areaEi" }).waitFor();
    await listing.locate(".rows").focus();
    await listing.press("Control+Shift+o");
    await workbench.page.locator(".quick-input-widget input").first().fill("num::scale");
    const item = workbench.page.locator(".quick-input-list .monaco-list-row", { hasText: "core::num::scale" }).first();
    await item.click();
    await listing.cursorOn("@core::num::scale");
  });

  it("Go to Symbol in the assembly's text finds names demangled and as they are in the file", async () => {
    const { page } = workbench;
    await workbench.openFile("mangled.bc");
    await workbench.command("Bitscope: Open Assembly");
    await page.locator(".tab.active", { hasText: "mangled.bc.ll" }).waitFor();
    for (const name of ["Circle::area(int)", "_ZN5shape6Circle4areaEi"]) {
      await page.keyboard.press("Control+Shift+o");
      const items = page.locator(".quick-input-list .monaco-list-row");
      await items.first().waitFor();
      await page.keyboard.type(name);
      await items.filter({ hasText: "@shape::Circle::area(int) @_ZN5shape6Circle4areaEi" }).waitFor();
      await page.keyboard.press("Escape");
    }
  });

  it("a file in an unknown format is named for what it is, with what can be done", async () => {
    await workbench.clickFile("text.bc");
    const page = await poll("the page", () => workbench.frameWith(".not-ours"));
    await page.locator("h1", { hasText: "text.bc is in no format that Bitscope knows" }).waitFor();
    assert.match(await page.locator("pre").innerText(), /^00000000 {2}54 68 69 73 /);
    await workbench.clickFile("pointer.bc");
    await poll(
      "the other page",
      async () => {
        const frame = await workbench.frameWith(".not-ours");
        return frame && /Git LFS pointer/.test(await frame.locator("h1").innerText());
      },
      30000,
    );
  });

  it("the suite of the extension host passes", async () => {
    const suite = join(ROOT, "out/test/vscode/suite/index.js");
    const { browser, server } = subject();
    assert.equal(await runInHost(browser, server, folder, ROOT, suite), 0);
  });
});
