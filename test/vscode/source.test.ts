/** Noise, source locations, functions and expansions in a real VS Code: by mouse, keys, clipboard, from the source and back. */
import * as assert from "node:assert/strict";
import { cpSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Locator } from "playwright-core";
import { poll } from "../../tools/vscode/server";
import type { Listing, Workbench } from "../../tools/vscode/workbench";
import { inVsCode, openedAlone } from "./subject";
import { ROOT } from "./workspace";

const WIDE = { width: 1280, height: 1100 };

function prepare(folder: string): void {
  cpSync(join(ROOT, "samples/factorial.cpp"), join(folder, "factorial.cpp"));
  cpSync(join(ROOT, "samples/factorial.vmfb"), join(folder, "factorial.vmfb"));
  cpSync(join(ROOT, "test/fixtures/llvm/inlined.bc"), join(folder, "inlined.bc"));
  mkdirSync(join(folder, "src"));
  const lines = Array.from({ length: 40 }, (_, index) => `/* line ${index + 1} */`);
  writeFileSync(join(folder, "src/outer.c"), lines.join("\n"));
}

inVsCode(
  "noise and source in VS Code",
  (subject) => {
    let workbench: Workbench;
    beforeEach(() => {
      ({ workbench } = subject());
    });

    const opened = (name: string): Promise<Listing> => openedAlone(workbench, name);
    async function assembly(listing: Listing): Promise<string> {
      return (await listing.rows()).map((row) => row.assembly).join("\n");
    }
    /** The head of the function that is shown first. */
    async function atSum(): Promise<Listing> {
      const listing = await opened("factorial.bc");
      await listing.press("Control+Home");
      await listing.row("define dso_local").waitFor();
      return listing;
    }
    const isGone = (listing: Listing, pattern: RegExp): Promise<unknown> =>
      poll(`no ${pattern}`, async () => !pattern.test(await assembly(listing)));
    const isThere = (listing: Listing, pattern: RegExp): Promise<unknown> =>
      poll(`${pattern}`, async () => pattern.test(await assembly(listing)));
    async function activeFile(name: string): Promise<void> {
      await workbench.page.locator(".tab.active", { hasText: name }).first().waitFor();
    }
    async function textCursor(pattern: RegExp): Promise<void> {
      await workbench.status(pattern);
    }

    for (const [title, word, pattern] of [
      ["Toggle Debug Records", "debug records", /#dbg_value/],
      ["Toggle Debug Locations", "debug locations", /!dbg !\d/],
      ["Toggle Attached Metadata", "attached metadata", /!tbaa !\d/],
      ["Toggle Attributes", "attributes", /noundef|; Function Attrs|\) local_unnamed_addr #\d/],
    ] as const) {
      it(`${title}: hidden, named, remembered, and back`, async () => {
        const listing = await atSum();
        await isThere(listing, pattern);
        await workbench.command(`Bitscope: ${title}`);
        await isGone(listing, pattern);
        await listing.locate(".hidden-mark", word).waitFor();
        const again = await atSum();
        await isGone(again, pattern);
        await workbench.command(`Bitscope: ${title}`);
        await isThere(again, pattern);
        await again.locate(".hidden-mark.hidden").waitFor({ state: "attached" });
      });
    }

    it("Alt+N chooses among all kinds; declarations and lifetime markers are among them", async () => {
      const listing = await atSum();
      const { page } = workbench;
      await listing.press("Alt+n");
      const items = page.locator(".quick-input-list .monaco-list-row");
      await items.filter({ hasText: "declarations" }).waitFor();
      assert.equal(await items.count(), 6);
      await items.filter({ hasText: "declarations" }).click();
      await items.filter({ hasText: "lifetime markers" }).click();
      await page.keyboard.press("Enter");
      await listing.locate(".hidden-mark", "lifetime markers, declarations").waitFor();
      await listing.focused();
      await listing.press("Control+End");
      await isGone(listing, /^declare |declarations/m);
      await listing.locate(".hidden-mark").click();
      await items.filter({ hasText: "declarations" }).click();
      await items.filter({ hasText: "lifetime markers" }).click();
      await page.keyboard.press("Enter");
      await listing.locate(".hidden-mark.hidden").waitFor({ state: "attached" });
    });

    it("what is hidden is neither found nor copied, and going to a use in it shows it", async () => {
      const listing = await atSum();
      await workbench.command("Bitscope: Toggle Debug Locations");
      await isGone(listing, /!dbg !\d/);
      await listing.focused();
      await listing.press("Control+a");
      await listing.press("Control+c");
      const text = await poll(
        "the assembly",
        async () => /^; ModuleID/.test(await workbench.clipboard()) && workbench.clipboard(),
      );
      assert.doesNotMatch(text, /!dbg|factorial\.cpp:\d/);
      assert.match(text, /\n {2}%3 = icmp sgt i32 %1, 0\n/);
      await listing.press("Control+f");
      await listing.locate(".find input").fill("!dbg");
      await listing.locate(".find .count", "No results").waitFor();
      await listing.press("Escape");
      await listing.locate(".rows").focus();
      await listing.press("Control+End");
      await listing.row(/!llvm\.dbg\.cu/).waitFor();
      await workbench.command("Bitscope: Toggle Debug Locations");
    });

    it("the source is at the row's end, with its calls in the hover, whether locations are shown or hidden", async () => {
      const listing = await opened("inlined.bc");
      await isThere(listing, /%b = mul .*!dbg !\d/);
      const end = listing.row("%b = mul").locator(".source");
      await end.waitFor();
      assert.equal(await end.textContent(), "tiny.h:5:16");
      await workbench.command("Bitscope: Toggle Debug Locations");
      await isGone(listing, /%b = mul .*!dbg !\d/);
      assert.equal(await end.textContent(), "tiny.h:5:16");
      await end.hover();
      const card = listing.locate("#hover:not(.hidden)");
      await card.locator("dt", { hasText: "inlined at" }).first().waitFor();
      const text = await card.innerText();
      for (const part of ["tiny.h:5:16", "outer.c:11:14", "middle", "outer.c:22:10", "outer"])
        assert.ok(text.includes(part), `${part} in:\n${text}`);
      await listing.press("Escape");
      await workbench.command("Bitscope: Toggle Debug Locations");
      await isThere(listing, /!dbg !\d/);
    });

    it("the source at a row's end is not in the copied row", async () => {
      const listing = await opened("inlined.bc");
      await listing.row("%b = mul").locator(".source").waitFor();
      await listing.token("mul", "%b = mul").click();
      await listing.press("Control+c");
      const copied = await poll("a copied row", async () => /.*%b = mul.*/.exec(await workbench.clipboard())?.[0]);
      assert.match(copied, /^ *%b = mul \S+ .*!dbg !\d+$/);
    });

    it("Ctrl+click on the source at a row's end opens the line, wherever the compiler was", async () => {
      const listing = await opened("inlined.bc");
      await listing
        .row("%a = add")
        .locator(".source")
        .click({ modifiers: ["Control"] });
      await activeFile("outer.c");
      await textCursor(/Ln 21, Col 12/);
    });

    it("Ctrl+F12 goes to the source of the cursor's row, Ctrl+click on a DILocation to its line", async () => {
      const listing = await opened("inlined.bc");
      await listing.row("%a = add").locator(".t").first().click();
      await workbench.status(/1868:0/);
      await listing.press("Control+F12");
      await activeFile("outer.c");
      await textCursor(/Ln 21, Col 12/);
      const again = await opened("inlined.bc");
      await again.press("Control+k");
      await again.press("Control+j");
      await again.row("!0 = distinct").waitFor();
      await again.press("Control+End");
      const node = again.row("!DILocation(line: 22, column: 10");
      await node.locator(".t", { hasText: "22" }).click({ modifiers: ["Control"] });
      await activeFile("outer.c");
      await textCursor(/Ln 22, Col 10/);
    });

    it("Show IR of This Line lists the rows of a line of source, marks them and goes to the first", async () => {
      const first = await opened("inlined.bc");
      await first.row("%b = mul").waitFor();
      await workbench.command("View: Keep Editor");
      const { page } = workbench;
      const file = (name: string): Locator =>
        page.locator(".explorer-folders-view .monaco-list-row", { hasText: name }).first();
      if ((await file("outer.c").count()) === 0) await file("src").click();
      await file("outer.c").dblclick();
      await activeFile("outer.c");
      await workbench.command("Go to Line/Column");
      const box = page.locator(".quick-input-widget .quick-input-box input");
      await box.fill(":22");
      await box.press("Enter");
      await textCursor(/Ln 22/);
      await workbench.command("Bitscope: Show IR of This Line");
      const listing = await workbench.listing("inlined.bc");
      await listing.locate(".hits .title", "1 row of IR of outer.c:22").waitFor();
      await listing.locate(".row.of-source", "%b = mul").waitFor();
      await listing.cursorOn("%b = mul");
      await listing.press("Escape");
      await poll("no row that is marked", async () => (await listing.locate(".row.of-source").count()) === 0);
    });

    it("rows of the cursor's source line have a wider band; the band can be hidden", async () => {
      const listing = await atSum();
      await listing.row("%16 = icmp ult").locator(".t").first().click();
      await listing.locate(".row.same-source", "%15 = add nsw").waitFor();
      const band = listing.row("%15 = add nsw").locator(".band");
      await poll("a band of 4 px", async () => (await band.boundingBox())?.width === 4);
      await workbench.command("Bitscope: Toggle Source Band");
      await band.waitFor({ state: "hidden" });
      await workbench.command("Bitscope: Toggle Source Band");
      await band.waitFor();
    });

    it("hovering over a function shows what it is, its callers and its callees, each a link", async () => {
      const listing = await atSum();
      await listing.token("@sample::sum(int const*, int)", "define dso_local").hover();
      const card = listing.locate("#hover:not(.hidden)");
      const callees = card.locator(".callees .link");
      await callees.first().waitFor();
      const text = await card.innerText();
      for (const part of [
        "_ZN6sample3sumEPKii",
        "i32 (ptr, i32)",
        "local_unnamed_addr",
        "memory(argmem: read)",
        '"target-cpu"="x86-64"',
        "factorial.cpp:9",
        "instructions, ",
        "no function",
      ])
        assert.ok(text.includes(part), `${part} in:\n${text}`);
      assert.equal(await callees.first().evaluate((link) => getComputedStyle(link).textAlign), "start");
      await callees.first().click();
      await listing.cursorOn(/declare .*@llvm\.vector\.reduce\.mul/);
    });

    it("Space, Alt+click and Ctrl+Shift+Space expand the definition of a name; Escape closes it", async () => {
      const listing = await atSum();
      const box = listing.locate(".expansion");
      await listing.token("!14", "define dso_local").click();
      await listing.press("Space");
      await box.locator("li", { hasText: '!DISubprogram(name: "sum"' }).first().waitFor();
      await listing.press("ArrowDown");
      await box.locator("button.name:focus").waitFor();
      await listing.press("Enter");
      await box.locator('button.name[aria-expanded="true"]').waitFor();
      assert.equal(await box.locator("li").count(), 2);
      await listing.press("Escape");
      await box.waitFor({ state: "detached" });
      await listing.focused();
      await listing.token("#0", "define dso_local").click({ modifiers: ["Alt"] });
      await box.locator("li", { hasText: "attributes #0 = {" }).waitFor();
      await listing.press("Space");
      await box.waitFor({ state: "detached" });
      await listing.press("Control+Shift+Space");
      await box.locator("li", { hasText: "attributes #0 = {" }).waitFor();
      // The workbench has its keys also while the box has the keyboard.
      await listing.press("F1");
      await workbench.page.locator(".quick-input-widget input:focus").waitFor();
      await listing.press("Escape");
      await listing.focused();
      await listing.press("Escape");
      await box.waitFor({ state: "detached" });
    });

    it("MLIR's aliases expand too, and its functions list their callers; so do IREE's", async () => {
      const mlir = await opened("sampler.mlirbc");
      const alias = mlir.token("#map", 'sym_name = "sum"');
      await alias.click();
      await mlir.press("Space");
      await mlir.locate(".expansion li", "affine_map<(d0, d1) -> (d1, d0)>").waitFor();
      await mlir.press("Escape");
      const hover = async (listing: Listing, token: Locator, caller: string): Promise<void> => {
        await token.hover();
        await listing.locate("#hover:not(.hidden) .callers .link", caller).first().waitFor();
        await listing.press("Escape");
      };
      await hover(mlir, mlir.token('"sum"', 'sym_name = "sum"'), "main");
      const iree = await opened("factorial.vmfb");
      await hover(iree, iree.token("@factorial", "vm.func @factorial"), "run");
    });

    it("in the records, too, the source of code is at the row's end", async () => {
      const listing = await opened("inlined.bc");
      await listing.row("%b = mul").locator(".t.k-keyword").first().click();
      await listing.press("Alt+a");
      await listing.locate(".row.cursor .record .t").first().waitFor();
      const source = listing.row("%b = mul").locator(".source");
      await source.waitFor();
      assert.match((await source.textContent()) ?? "", /^[\w.]+:\d+:\d+$/);
      assert.equal(await listing.row("debug location").locator(".source").count(), 0);
      await listing.press("Alt+a");
      await listing.locate(".listing.no-record").waitFor();
    });

    it("in a narrow window only the line is at the row's end, and in a very narrow one nothing but the assembly", async () => {
      const listing = await opened("inlined.bc");
      const row = listing.row("%b = mul");
      await row.locator(".source").waitFor();
      try {
        await workbench.page.setViewportSize({ width: 1000, height: 900 });
        await row.locator(".source .file").waitFor({ state: "hidden" });
        await row.locator(".source .line").waitFor();
        const widthOf = async (cell: string): Promise<number> => (await row.locator(cell).boundingBox())?.width ?? 0;
        const isMost = async (): Promise<boolean> => (await widthOf(".assembly")) > (await widthOf(".source")) * 2;
        await poll("an assembly of most of the room", isMost);
        await workbench.page.setViewportSize({ width: 700, height: 900 });
        await row.locator(".source").waitFor({ state: "hidden" });
        // So it is in a peek.
        await listing.token("%a", "%b = mul").click();
        await listing.press("Alt+F12");
        const peeked = listing.locate(".peek .row", "%b = mul");
        await peeked.waitFor();
        assert.equal(await peeked.locator(".source").count(), 1);
        assert.ok(!(await peeked.locator(".source").isVisible()));
        await listing.press("Escape");
      } finally {
        await workbench.page.setViewportSize(WIDE);
      }
      await row.locator(".source .file").waitFor();
    });

    it("a .pexe has no such noise: its rows stay, whatever is hidden", async () => {
      const listing = await opened("factorial.pexe");
      const before = await assembly(listing);
      await workbench.command("Bitscope: Toggle Attributes");
      await listing.locate(".notice", "Hidden: attributes").waitFor();
      assert.equal(await assembly(listing), before);
      // Where nothing is left out, nothing says so.
      await listing.locate(".hidden-mark.hidden").waitFor({ state: "attached" });
      await workbench.command("Bitscope: Toggle Attributes");
    });
  },
  { prepare },
);
