/** Long lines of MLIR in a real VS Code: they wrap at their attributes, which fold, as regions do. */
import * as assert from "node:assert/strict";
import { join } from "node:path";
import type { Locator } from "playwright-core";
import { poll } from "../../tools/vscode/server";
import type { Listing, Workbench } from "../../tools/vscode/workbench";
import { inVsCode, openedAlone } from "./subject";

/** A row whose dictionary has several attributes, one of them the function's name. */
const FUNCTION = 'sym_name = "product"';
const LINE = 19;

inVsCode("attributes of MLIR in VS Code", (subject) => {
  let workbench: Workbench;
  beforeEach(async () => {
    ({ workbench } = subject());
    await workbench.page.setViewportSize({ width: 1000, height: 900 });
  });

  async function shot(name: string): Promise<void> {
    const { BITSCOPE_SHOTS: to } = process.env;
    if (to) await workbench.page.screenshot({ path: join(to, `${name}.png`) });
  }
  const textOf = async (listing: Listing, row: string): Promise<string> =>
    (await listing.row(row).locator(".line-text").textContent()) ?? "";
  const heightOf = async (listing: Listing, row: string): Promise<number> =>
    (await listing.row(row).boundingBox())?.height ?? 0;
  /** Whether an element is above the lower edge of the window's editor. */
  const inView = async (element: Locator): Promise<boolean> => {
    const [box, size] = [await element.boundingBox(), workbench.page.viewportSize()];
    return box !== null && size !== null && box.y + box.height < size.height - 24;
  };
  /** Opens the sampler at a text in it. */
  async function openedAt(text: string): Promise<Listing> {
    const listing = await openedAlone(workbench, "sampler.mlirbc");
    await listing.goTo(text);
    return listing;
  }

  it("Alt+Z puts each attribute of a long line on a line of its own; the text stays the same", async () => {
    const listing = await openedAt(FUNCTION);
    const before = await textOf(listing, FUNCTION);
    await listing.press("Alt+z");
    await poll("lines that go on", async () => (await heightOf(listing, FUNCTION)) > 3 * LINE);
    await shot("attributes-wrapped");
    await listing.settled();
    assert.equal(await textOf(listing, FUNCTION), before);
    const row = listing.row(FUNCTION);
    const lefts = await row
      .locator(".t.k-attribute")
      .evaluateAll((tokens) =>
        tokens
          .filter((token) => /^(function_type|sym_name|sym_visibility)/.test(token.textContent))
          .map((token) => Math.round(token.getBoundingClientRect().left)),
      );
    assert.ok(lefts.length >= 2);
    assert.deepEqual(new Set(lefts).size, 1, "attributes begin below one another");
    await listing.press("Alt+z");
    await poll("one line", async () => (await heightOf(listing, FUNCTION)) <= LINE + 1);
  });

  it("a single attribute that does not fit begins a line, and is not torn", async () => {
    const { page } = workbench;
    const size = page.viewportSize() ?? { width: 1280, height: 1100 };
    const op = '"arith.addf"(';
    const listing = await openedAt(op);
    try {
      await page.setViewportSize({ width: 1100, height: 800 });
      await listing.press("Alt+z");
      const row = listing.row(op);
      await row.locator(".goes-on.attribute").waitFor({ state: "attached" });
      const tops = await row
        .locator(".t.k-attribute")
        .evaluateAll((tokens) =>
          tokens
            .filter((token) => /fastmath/.test(token.textContent))
            .map((token) => Math.round(token.getBoundingClientRect().top)),
        );
      const first = await row.evaluate((element) => element.getBoundingClientRect().top);
      assert.equal(new Set(tops).size, 1, tops.join(" "));
      assert.ok((tops[0] ?? 0) > first + LINE / 2, "it is in the second line");
      // Wrapped rows are higher, so fewer are in view: a hit below the last of them is brought into view.
      for (const hit of ["iterator_types", "cf.cond_br", "linalg.matmul"]) {
        await listing.press("Control+f");
        await listing.locate(".find input").fill(hit);
        await listing.locate("mark.hit.current", hit).waitFor();
        await poll("the hit in view", () => inView(listing.locate("mark.hit.current").first()));
        await listing.press("Escape");
        await listing.locate(".rows").focus();
      }
    } finally {
      if ((await listing.locate(".listing.wraps").count()) > 0) await listing.press("Alt+z");
      await page.setViewportSize(size);
      await listing.settled();
    }
  });

  it("a click folds the attributes of an op to its name; copying takes the complete line", async () => {
    const listing = await openedAt(FUNCTION);
    // The view may have been scrolled to the text found.
    await listing.press("Home");
    const row = listing.row(FUNCTION);
    const before = (await textOf(listing, FUNCTION)).trim();
    await row.locator(".dictionary-mark").click();
    await row.locator(".folded.dictionary").first().waitFor();
    await row.locator(".t", { hasText: "function_type" }).waitFor({ state: "hidden" });
    assert.ok(await row.locator(".t", { hasText: "sym_name" }).isVisible());
    await shot("attributes-folded");
    await row.locator(".t.k-keyword").click();
    await listing.press("Control+c");
    await poll("the whole line", async () => (await workbench.clipboard()).trim() === before);
    await row.locator(".folded.dictionary").first().click();
    await row.locator(".t", { hasText: "function_type" }).waitFor();
  });

  it("all attributes fold by key; find opens those with a hit inside", async () => {
    const listing = await openedAt(FUNCTION);
    await listing.press("Control+k");
    await listing.press("Control+d");
    await listing.locate(".folded.dictionary").nth(3).waitFor();
    await listing.press("Control+f");
    await listing.locate(".find input").fill("iterator_types");
    await listing.locate("mark.hit.current").waitFor();
    assert.ok(await listing.locate("mark.hit.current").isVisible());
    await listing.press("Escape");
    await listing.locate(".rows").focus();
    await listing.press("Control+k");
    await listing.press("Control+d");
    await listing.locate(".folded.dictionary").first().waitFor({ state: "detached" });
  });

  it("attributes fold in the records too: by a click, by key, all of them", async () => {
    const { page } = workbench;
    const size = page.viewportSize() ?? { width: 1000, height: 900 };
    // Makes room for the records.
    await page.setViewportSize({ width: 1500, height: 900 });
    const listing = await openedAt(FUNCTION);
    await listing.press("Alt+a");
    await listing.locate(".row.cursor:has(.record .t)", FUNCTION).first().waitFor();
    const row = listing.row(FUNCTION);
    const before = await textOf(listing, FUNCTION);
    await row.locator(".dictionary-mark").click();
    await row.locator(".folded.dictionary").first().waitFor();
    await shot("attributes-records");
    await row.locator(".t.k-keyword").first().click();
    await listing.press("Control+k");
    await listing.press("Control+l");
    await row.locator(".folded.dictionary").first().waitFor({ state: "detached" });
    assert.equal(await textOf(listing, FUNCTION), before);
    await listing.press("Control+k");
    await listing.press("Control+d");
    await listing.locate(".folded.dictionary").nth(1).waitFor();
    await listing.press("Control+k");
    await listing.press("Control+d");
    await listing.locate(".folded.dictionary").first().waitFor({ state: "detached" });
    await listing.press("Alt+a");
    await listing.locate(".listing.no-record").waitFor();
    await page.setViewportSize(size);
  });

  it("nested regions fold in the assembly", async () => {
    const inner = '"memref.load"(';
    const listing = await openedAt(inner);
    await listing.row('"scf.for"(').locator(".fold").click();
    await listing.locate('.row[aria-expanded="false"]', '"scf.for"(').waitFor();
    await listing.row(inner).waitFor({ state: "detached" });
    await listing.row('"scf.for"(').locator(".assembly").click();
    await listing.press("Space");
    await listing.row(inner).waitFor();
    // Going to a folded name unfolds what it is in.
    await listing.row('"scf.for"(').locator(".fold").click();
    await listing.row(inner).waitFor({ state: "detached" });
    await listing.goTo(inner);
    await listing.row(inner).waitFor();
  });
});
