/** The control flow graph beside the rows, in a real VS Code. */
import * as assert from "node:assert/strict";
import { cpSync } from "node:fs";
import { join } from "node:path";
import type { Locator } from "playwright-core";
import { poll } from "../../tools/vscode/server";
import type { Listing, Workbench } from "../../tools/vscode/workbench";
import { inVsCode, openedAlone } from "./subject";
import { ROOT } from "./workspace";

/** Puts the samples of the other formats into the folder. */
function prepare(folder: string): void {
  for (const name of ["factorial.vmfb", "llvm-1.9.bc"]) cpSync(join(ROOT, "samples", name), join(folder, name));
  cpSync(join(ROOT, "test/fixtures/llvm/cases.bc"), join(folder, "cases.bc"));
}

inVsCode(
  "the control flow graph in VS Code",
  (subject) => {
    let workbench: Workbench;
    let listing: Listing;
    beforeEach(() => {
      ({ workbench } = subject());
    });
    const opened = async (name: string): Promise<void> => {
      listing = await openedAlone(workbench, name);
    };
    const toggle = async (): Promise<void> => {
      await listing.press("Control+k");
      await workbench.page.keyboard.press("g");
    };
    /** Opens a file, with the graph of the function that a text is in. */
    const openedAt = async (name: string, text: string): Promise<void> => {
      await opened(name);
      await listing.goTo(text);
      await toggle();
    };
    const current = (text: string | RegExp): Locator => listing.locate(".block.current", text);
    const title = (text: string): Promise<void> => listing.locate(".graph .title", text).waitFor();

    it("shows the function of the cursor, and follows the cursor from block to block", async () => {
      await openedAt("factorial.bc", "%13 = icmp slt");
      await title("11 blocks · define i32 (ptr, i32) @sample::sum(int const*, int)");
      await current("%13 = icmp slt").waitFor();
      assert.equal(await listing.locate(".graph .block").count(), 11);
      await listing.goTo("%7 = phi i32");
      await current("ret i32 %7").waitFor();
      // Locations and debug records are left out.
      assert.doesNotMatch((await listing.locate(".graph-view").textContent()) ?? "", /!dbg|#dbg_value/);
      // No line is drawn over a condition.
      assert.match(
        await listing
          .locate(".graph svg")
          .evaluate((svg) => Array.from(svg.children, ({ tagName }) => tagName).join(" ")),
        /^(?:g )+(?:text ?)+$/,
      );
      await listing.locate(".rows").focus();
      await toggle();
      await listing.locate(".graph.hidden").waitFor({ state: "attached" });
    });

    it("a click on a row goes there, and another function's row shows that function", async () => {
      await openedAt("factorial.bc", "%13 = icmp slt");
      await current("%13 = icmp slt").waitFor();
      await listing.locate(".block .row", "zext nneg").click();
      await listing.cursorOn("zext nneg i32 %1");
      await current("zext nneg").waitFor();
      await listing.goTo("@main(");
      await title("@main");
      await toggle();
      await listing.locate(".graph.hidden").waitFor({ state: "attached" });
    });

    it("is used with the keyboard alone", async () => {
      await openedAt("factorial.bc", "%3 = icmp sgt i32 %1");
      await title("@sample::sum");
      const { keyboard } = workbench.page;
      await keyboard.press("ArrowDown");
      await current("zext nneg").waitFor();
      await keyboard.press("ArrowDown");
      await current("%9 = phi i64").waitFor();
      await keyboard.press("Home");
      await current("%3 = icmp sgt").waitFor();
      const view = listing.locate(".graph-view");
      const described = await view.getAttribute("aria-activedescendant");
      assert.equal(
        await listing.locate(`#${described} .unseen`).textContent(),
        "entry block, leads to block 4, block 6. ",
      );
      await keyboard.press("ArrowDown");
      await keyboard.press("Control+c");
      const block = /^4:\n {2}%5 = zext nneg i32 %1 to i64\n {2}br label %8$/;
      await poll("the block in the clipboard", async () => block.test(await workbench.clipboard()));
      await keyboard.press("Enter");
      await listing.cursorOn("4:");
      await view.focus();
      await keyboard.press("Escape");
      await listing.locate(".graph.hidden").waitFor({ state: "attached" });
    });

    it("leaves the keyboard to whoever has gone on to Quick Open before it is drawn or closed", async () => {
      const { keyboard } = workbench.page;
      const input = workbench.page.locator(".quick-input-widget input:focus");
      await opened("factorial.bc");
      await listing.goTo("%13 = icmp slt");
      await toggle();
      await keyboard.press("Control+p");
      await title("@sample::sum");
      await input.waitFor();
      await keyboard.press("Escape");
      // The workbench gives the keyboard back a moment after its box is closed.
      await listing.focused();
      await listing.locate(".graph-view").focus();
      await toggle();
      await keyboard.press("Control+p");
      await listing.locate(".graph.hidden").waitFor({ state: "attached" });
      await input.waitFor();
      await keyboard.press("Escape");
      await listing.focused();
    });

    it("opens from the box of find too, which does not take the second key of a chord for text", async () => {
      await opened("factorial.bc");
      await listing.goTo("%13 = icmp slt");
      await listing.press("Control+f");
      const input = listing.locate(".find input");
      await input.fill("icmp");
      await toggle();
      await title("@sample::sum");
      assert.equal(await input.inputValue(), "icmp");
      await listing.locate(".graph-view:focus").waitFor();
      await toggle();
      await listing.locate(".graph.hidden").waitFor({ state: "attached" });
    });

    it("leaves find its room, and keeps the current block in view when the window becomes smaller", async () => {
      const { page } = workbench;
      const size = page.viewportSize();
      assert.ok(size);
      await openedAt("factorial.bc", "%13 = icmp slt");
      await current("%13 = icmp slt").waitFor();
      await page.setViewportSize({ width: 900, height: 700 });
      const isIn = (inner: Locator, outer: Locator): Promise<boolean> =>
        poll("it in view", async () => {
          const [a, b] = [await inner.boundingBox(), await outer.boundingBox()];
          return (
            a !== null &&
            b !== null &&
            a.x >= b.x &&
            a.x + a.width <= b.x + b.width &&
            a.y >= b.y - 1 &&
            a.y < b.y + b.height
          );
        });
      await isIn(current("%13 = icmp slt").locator(".row", { hasText: "%13 = icmp" }), listing.locate(".graph-view"));
      await page.setViewportSize(size);
      await listing.press("Control+f");
      await isIn(listing.locate(".find input"), listing.locate(".listing"));
      await listing.press("Escape");
      await toggle();
    });

    it("a graph that is too large to be shown as a whole is shown around the current block", async () => {
      await openedAt("cases.bc", "switch i32");
      await title("122 blocks");
      const view = listing.locate(".graph-view");
      await view.focus();
      await listing.press("0");
      await listing.locate(".graph-view.far").waitFor();
      const isInView = async (): Promise<boolean> => {
        const [block, around] = [await listing.locate(".block.current").boundingBox(), await view.boundingBox()];
        return !!block && !!around && block.x >= around.x && block.x + block.width <= around.x + around.width;
      };
      await poll("the current block in view", isInView);
      assert.ok(await view.evaluate(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth));
      await toggle();
    });

    it("is open again when its editor is shown again", async () => {
      await openedAt("factorial.bc", "%13 = icmp slt");
      await title("@sample::sum");
      await workbench.openFile("sampler.mlirbc");
      listing = await workbench.openFile("factorial.bc");
      await title("@sample::sum");
      await toggle();
    });

    for (const [name, row, block] of [
      ["factorial.pexe", "br i1 %v0", "%b0:"],
      ["factorial.vmfb", "vm.cmp.lt.i32", "vm.cond_br"],
      ["llvm-1.9.bc", "seteq", "br bool"],
      ["sampler.mlirbc", "cf.cond_br", "cf.cond_br"],
    ] as const)
      it(`shows the blocks of ${name}`, async () => {
        await openedAt(name, row);
        await current(block).waitFor();
        await toggle();
      });
  },
  { prepare },
);
