/** Uses of names that are out of sight, in a real VS Code: folded, hidden, or far away. */
import * as assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { poll } from "../../tools/vscode/server";
import type { Listing, Workbench } from "../../tools/vscode/workbench";
import { largeMlir } from "../support/largeMlir";
import { inVsCode, openedAlone } from "./subject";

/** Number of ops in a module that is not loaded at once. */
const OPS = 60000;

inVsCode(
  "uses that are not in sight in VS Code",
  (subject) => {
    let workbench: Workbench;
    beforeEach(() => {
      ({ workbench } = subject());
    });
    const opened = (name: string): Promise<Listing> => openedAlone(workbench, name);

    it("F7 opens the folded table that the next use is in", async () => {
      const listing = await opened("factorial.pexe");
      await listing.row("valuesymtab {").and(listing.locate('[aria-expanded="false"]')).waitFor();
      await listing.token("@f0", "define external").click();
      await listing.press("F7");
      await listing.cursorOn('@f0 : "fact"');
      await listing.row("valuesymtab {").and(listing.locate('[aria-expanded="true"]')).waitFor();
    });

    it("a name that is only declared is not called defined", async () => {
      const listing = await opened("factorial.bc");
      await listing.goTo("declare");
      await listing.row("declare").locator(".t.k-global").first().click();
      await listing.press("Shift+F12");
      await listing.locate(".hits .badge", /^declaration$/).waitFor();
      await listing.press("Escape");
      await listing.press("Control+k");
      await listing.press("Control+i");
      await listing.locate("#hover:not(.hidden) dt", /^declared$/).waitFor();
      await listing.press("Escape");
    });

    it("the long rows of a peek can be read: the box scrolls, and with wrapped lines the target is in view", async () => {
      const listing = await opened("factorial.bc");
      await listing.goTo("#0 ");
      const body = listing.locate(".peek .body");
      const inView = async (): Promise<boolean> => {
        const [target, box] = [await body.locator(".row.cursor").boundingBox(), await body.boundingBox()];
        return target !== null && box !== null && target.y >= box.y && target.y + 20 < box.y + box.height;
      };
      await listing.press("Alt+F12");
      await body.locator(".row.cursor", { hasText: "attributes #0" }).waitFor();
      assert.ok(await body.evaluate((box) => box.scrollWidth > box.clientWidth));
      assert.ok(await inView());
      await listing.press("Escape");
      await listing.press("Alt+z");
      await listing.press("Alt+F12");
      await body.locator(".row.cursor", { hasText: "attributes #0" }).waitFor();
      assert.ok(await body.evaluate((box) => box.scrollWidth === box.clientWidth));
      assert.ok(await inView());
      await listing.press("Escape");
      await listing.press("Alt+z");
    });

    it("the hover of a flag says what it means", async () => {
      const listing = await opened("factorial.bc");
      await listing.goTo("%11 = getelementptr");
      await listing.token("inbounds nuw", "%11 = getelementptr").hover();
      const words = listing.locate("#hover:not(.hidden) .words");
      await words.locator("dd", { hasText: /^no unsigned wrap: / }).waitFor();
      assert.deepEqual(await words.locator("dt").allTextContents(), ["inbounds", "nuw"]);
    });
    it("the hover of a value names it and quotes the row that defines it", async () => {
      const listing = await opened("factorial.bc");
      await listing.goTo("%13 = icmp slt");
      await listing.token("%12", "%13 = icmp slt").hover();
      const hover = listing.locate("#hover:not(.hidden)");
      await hover.locator(".title", { hasText: /^%12 — first operand of/ }).waitFor();
      await hover.locator(".defining", { hasText: "%12 = load i32" }).waitFor();
      // The rows move away from below it.
      await listing.press("Control+g");
      await workbench.page.keyboard.type("1");
      await hover.waitFor({ state: "detached" });
      await workbench.page.keyboard.press("Escape");
    });

    for (const [typed, name] of [
      ["sample::sum", "@sample::sum"],
      // The record of a declaration begins with an empty line.
      ["usub.sat", "@llvm.usub.sat.i32"],
    ] as const) {
      it(`Go to Symbol leads to the name, and Shift+F12 lists its uses: ${name}`, async () => {
        const listing = await opened("factorial.bc");
        await listing.press("Control+Shift+o");
        const box = workbench.page.locator(".quick-input-widget .quick-input-box input");
        await box.fill(typed);
        // Enter chooses among the symbols that match, though it comes before they are found.
        await box.press("Enter");
        await listing.cursorOn(name);
        await listing.focused();
        await listing.locate(".t.at", name).waitFor();
        // What has the keyboard for a screen reader is the row that names it.
        const active = await listing.locate(".rows").getAttribute("aria-activedescendant");
        assert.match((await listing.locate(`[id="${active}"]`).textContent()) ?? "", /define|declare/);
        await listing.press("Shift+F12");
        await listing.locate(".hits .title", new RegExp(`references? to ${name}`)).waitFor();
        await listing.press("Escape");
      });
    }

    it("the list of references has its first row chosen: Enter goes there, and an arrow to the next", async () => {
      const listing = await opened("factorial.pexe");
      await listing.token("%p0", "%v0 = icmp").click();
      const list = listing.locate(".hits .body");
      const isChosen = async (number: string): Promise<void> => {
        await list.locator(`[aria-selected=true][aria-posinset="${number}"]`).waitFor();
        const named = await list.getAttribute("aria-activedescendant");
        assert.equal(named, await list.locator("[aria-selected=true]").getAttribute("id"));
      };
      await listing.press("Shift+F12");
      await isChosen("1");
      await listing.cursorOn("%v0 = icmp");
      await listing.press("Enter");
      await listing.cursorOn("function i32 @f0");
      await listing.focused();
      await listing.press("Shift+F12");
      await isChosen("1");
      await listing.press("ArrowDown");
      await isChosen("2");
      await listing.cursorOn("%v0 = icmp");
      await listing.press("End");
      await isChosen("4");
      await listing.press("Home");
      await isChosen("1");
      await listing.press("Escape");
    });

    it("F7 goes into a folded region, and so does the list of references", async () => {
      const listing = await opened("sampler.mlirbc");
      const inner = '"memref.load"(';
      const loop = '"scf.for"(';
      await listing.goTo(inner);
      const matrix = (await listing.row(inner).locator(".t.k-local.target").nth(1).textContent()) ?? "";
      const fold = async (): Promise<void> => {
        await listing.row(loop).locator(".fold").click();
        await listing.row(inner).waitFor({ state: "detached" });
      };
      await fold();
      await listing.token(matrix, "^bb0(").click();
      await listing.press("F7");
      await listing.cursorOn(inner);
      await fold();
      await listing.token(matrix, "^bb0(").click();
      await listing.press("Shift+F12");
      await listing.locate(".hits .line", inner).click();
      await listing.cursorOn(inner);
      await listing.press("Escape");
    });

    it("F7 shows noise again if the next use is inside it", async () => {
      const listing = await opened("factorial.bc");
      const record = "#dbg_value(ptr %0";
      await listing.goTo(record);
      await workbench.command("Bitscope: Toggle Debug Records");
      await listing.row(record).waitFor({ state: "detached" });
      await listing.locate(".hidden-mark", "debug records").waitFor();
      await listing.token("%0", "define dso_local noundef i32").click();
      await listing.press("F7");
      await listing.cursorOn(record);
      await listing.locate(".hidden-mark.hidden").waitFor({ state: "attached" });
    });

    it("a large module of MLIR opens in its assembly, and its end is one key away", async () => {
      const listing = await opened("large.mlirbc");
      await listing.locate(".listing.no-record").waitFor();
      await listing.row("x.add").waitFor();
      await listing.press("Control+End");
      await listing.row('"x.end"').waitFor();
      const total = async (): Promise<number> =>
        Number(await listing.locate(".rows > .row").last().getAttribute("aria-setsize"));
      await poll("all lines counted", async () => (await total()) > OPS);
      const bar = await listing.locate(".scrollbar.vertical").boundingBox();
      assert.ok(bar);
      await workbench.page.mouse.click(bar.x + bar.width / 2, bar.y + bar.height / 2);
      const middle = async (): Promise<number> =>
        Number(await listing.locate(".rows > .row").first().getAttribute("aria-posinset"));
      await poll("the middle", async () => Math.abs((await middle()) / (await total()) - 0.5) < 0.1);
    });
  },
  { prepare: (folder) => writeFileSync(join(folder, "large.mlirbc"), largeMlir(OPS)) },
);
