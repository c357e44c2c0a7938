/** The arrangements in a real VS Code: which comes first, switching to the other and back, and narrow windows. */
import * as assert from "node:assert/strict";
import type { Frame, Locator } from "playwright-core";
import { poll } from "../../tools/vscode/server";
import type { Workbench } from "../../tools/vscode/workbench";
import { Listing } from "../../tools/vscode/workbench";
import { inVsCode, openedAlone } from "./subject";

const WIDE = { width: 1280, height: 1100 };

inVsCode("arrangements in VS Code", (subject) => {
  let workbench: Workbench;
  beforeEach(() => {
    ({ workbench } = subject());
  });

  const opened = (name: string): Promise<Listing> => openedAlone(workbench, name);
  async function inAssembly(listing: Listing): Promise<void> {
    await listing.locate(".listing.no-record").waitFor();
  }
  async function inRecords(listing: Listing): Promise<void> {
    await listing.locate(".listing:not(.no-record)").waitFor();
  }
  const cursorPosition = async (listing: Listing): Promise<string> =>
    ((await listing.locate(".row.cursor .position").first().textContent()) ?? "").trim();

  it("a module opens in its assembly, under an overview, with its first function in view", async () => {
    const listing = await opened("factorial.bc");
    await inAssembly(listing);
    await listing.locate(".overview-head").waitFor();
    await listing.row("define dso_local noundef i32 @sample::sum(int const*, int)").waitFor();
    const rows = await listing.rows();
    assert.ok(rows.every(({ record }) => record === ""));
    assert.ok(!rows.some(({ assembly }) => assembly.includes("FUNCTION_BLOCK")));
    assert.ok(!rows.some(({ assembly }) => assembly.startsWith("attributes #0")));
  });

  it("a .pexe opens in its records", async () => {
    const listing = await opened("factorial.pexe");
    await inRecords(listing);
    assert.ok(await listing.locate(".cell.record").first().isVisible());
    await listing.row("<65535, 8, 2>").waitFor();
  });

  it("Alt+A switches to the other arrangement at the same bit, and back", async () => {
    const listing = await opened("factorial.bc");
    await listing.press("Control+f");
    await listing.locate(".find input").fill("icmp slt");
    await listing.cursorOn("icmp slt");
    await listing.press("Escape");
    await listing.locate(".rows").focus();
    const position = await cursorPosition(listing);
    assert.match(position, /^\d+:[0-7]$/);
    await listing.press("Alt+a");
    await listing.locate(".row.cursor .record", /^\s*\d+: <28, /).waitFor();
    await listing.cursorOn("icmp slt");
    assert.equal(await cursorPosition(listing), position);
    await listing.press("Alt+a");
    await inAssembly(listing);
    await listing.locate(".row.cursor:not(:has(.record .t))", "icmp slt").waitFor();
    assert.equal(await cursorPosition(listing), position);
  });

  it("Alt+A leads to the row's record, though the type under the cursor has one elsewhere", async () => {
    const listing = await opened("factorial.bc");
    await listing.goTo("icmp slt");
    const type = listing.locate(".row.cursor .t.k-type").first();
    await type.click();
    await listing.locate(".row.cursor .t.k-type.at").waitFor();
    const position = await cursorPosition(listing);
    await listing.press("Alt+a");
    await inRecords(listing);
    await listing.cursorOn("icmp slt");
    assert.equal(await cursorPosition(listing), position);
    await listing.press("Alt+a");
    await inAssembly(listing);
  });

  it("Alt+A asks for the rows first, and not again for what is told of the whole file", async () => {
    const listing = await opened("factorial.bc");
    await listing.locate(".overview:not([aria-busy])").waitFor();
    await listing.settled();
    await listing.frame.evaluate(() => {
      const answers: string[][] = [];
      Object.assign(globalThis, { answers });
      addEventListener("message", ({ data }: MessageEvent<{ readonly ok?: object | null }>) => {
        if (data.ok) answers.push(Object.keys(data.ok));
      });
    });
    const answers = (): Promise<readonly string[][]> =>
      listing.frame.evaluate(() => (globalThis as unknown as { readonly answers: string[][] }).answers);
    await listing.press("Alt+a");
    await inRecords(listing);
    const has = async (part: string): Promise<boolean> => (await answers()).some((keys) => keys.includes(part));
    await poll("the marks", () => has("functions"));
    assert.ok((await answers())[0]?.includes("rows"), JSON.stringify(await answers()));
    assert.ok(!(await has("facts")), "the overview");
    await listing.press("Alt+a");
    await inAssembly(listing);
  });

  it("the status bar names what the cursor is in as the breadcrumb does, on a label as on an instruction", async () => {
    const listing = await opened("factorial.bc");
    const named = async (): Promise<string> => {
      const crumb = (await listing.locate(".crumb").last().textContent()) ?? "";
      await workbench.status(new RegExp(crumb.slice(0, 12).replace(/[()*]/g, "\\$&")));
      return crumb;
    };
    await listing.goTo("icmp slt");
    const inside = await named();
    const onLabel = async (): Promise<boolean> => {
      await listing.press("ArrowDown");
      return (await listing.cursor()).includes("; preds");
    };
    await poll("a label", onLabel);
    assert.equal(await named(), inside);
  });

  it("in the assembly, which has no records, the assembly cannot be hidden", async () => {
    const listing = await opened("factorial.bc");
    await workbench.command("Bitscope: Toggle Record Column");
    await listing.locate(".notice:not(.hidden)", "Alt+A").waitFor();
    await workbench.command("Bitscope: Toggle Assembly Column");
    await workbench.command("Bitscope: Toggle Position Column");
    await listing.locate(".listing.no-position.no-record:not(.no-assembly)").waitFor();
    await workbench.command("Bitscope: Toggle Position Column");
    await listing.locate(".listing:not(.no-position)").waitFor();
  });

  it("beside the assembly the records are shown, at 1280 px too, and follow the cursor", async () => {
    const { page } = workbench;
    await (await opened("factorial.bc")).goTo("icmp slt");
    await page.keyboard.press("Control+k");
    await page.keyboard.press("v");
    const other = await poll("the records", () => workbench.frameWith(".listing:not(.no-record) .row"));
    const records = other.locator(".listing.no-assembly .cell.record");
    await records.first().waitFor();
    assert.ok(((await records.first().boundingBox())?.width ?? 0) > 150);
    const assembly = await poll("the assembly", () => workbench.frameWith(".listing.no-record .row"));
    await new Listing(assembly, page).settled();
    await assembly.locator(".row.cursor").last().click();
    const place = (frame: Frame): Promise<string | null> => frame.locator(".row.cursor .position").last().textContent();
    const before = await place(assembly);
    await page.keyboard.press("ArrowDown");
    const follows = async (): Promise<boolean> => {
      const now = await place(assembly);
      return now !== before && (await place(other))?.trim() === now?.trim();
    };
    await poll("the records at the next place", follows);
    // A type under the cursor has its record elsewhere; the other editor stays with the row.
    await assembly.locator(".row.cursor .t.k-type").first().click();
    await assembly.locator(".row.cursor .t.k-type.at").waitFor();
    await page.waitForTimeout(1000);
    assert.equal((await place(other))?.trim(), (await place(assembly))?.trim());
    const overview = other.locator(".overview.folded");
    assert.equal(await overview.evaluate((part) => getComputedStyle(part).backgroundColor), "rgba(0, 0, 0, 0)");
    // What the cursor is on is visible: the arrow keys move along the record.
    await other.locator(".row.cursor .cell.record").first().click();
    await page.keyboard.press("Home");
    await page.keyboard.press("ArrowRight");
    await other.locator(".row.cursor .record .t.at").waitFor();
    // The assembly is on the same record already: it keeps its token.
    await page.waitForTimeout(1000);
    assert.equal(await assembly.locator(".row.cursor .t.at").count(), 1);
    // The place that was left last is remembered, with its arrangement.
    await assembly.locator(".row.cursor").last().click();
    await workbench.command("View: Close All Editors");
  });

  // The second is about the widest in which facts beside a list would be cut.
  for (const width of [700, 1040])
    it(`in a window ${width} px wide the overview shows all facts, and the first functions below them`, async () => {
      const { page } = workbench;
      const listing = await opened("factorial.bc");
      const overview = listing.locate(".overview:not([aria-busy])");
      await overview.waitFor();
      try {
        await page.setViewportSize({ width, height: 900 });
        const cut = (): Promise<readonly string[]> =>
          overview
            .locator("dd")
            .evaluateAll((facts) =>
              facts.filter((fact) => fact.scrollWidth > fact.clientWidth).map((fact) => fact.textContent ?? ""),
            );
        await poll("one column", async () => {
          const [facts, functions] = await Promise.all(
            [".overview-facts", ".overview-functions"].map((part) => overview.locator(part).boundingBox()),
          );
          return facts && functions && functions.y >= facts.y + facts.height;
        });
        assert.deepEqual(await cut(), []);
        // A name that was shortened fades out: the ellipsis in it is not followed by another.
        const ends = await overview
          .locator(".overview-function .name")
          .first()
          .evaluate((name) => getComputedStyle(name));
        assert.equal(ends.textOverflow, "clip");
        const [box, first] = await Promise.all(
          [overview, overview.locator(".overview-function").first()].map((part) => part.boundingBox()),
        );
        assert.ok(box && first && first.y + first.height <= box.y + box.height, JSON.stringify([box, first]));
      } finally {
        await page.setViewportSize(WIDE);
      }
    });

  it("in half of 1280 px, records and assembly share the room", async () => {
    const listing = await opened("factorial.bc");
    // The file comes back as one of two editors beside each other left it.
    if ((await listing.locate(".listing.no-record").count()) > 0) await listing.press("Alt+a");
    await listing.locate(".listing:not(.no-record)").waitFor();
    await workbench.command("View: Split Editor Right");
    const halves = workbench.page.locator(".editor-group-container");
    await poll("two editors", async () => (await halves.count()) === 2);
    for (const column of ["record", "assembly"]) {
      const width = async (): Promise<number> =>
        (await listing.locate(`.cell.${column}`).first().boundingBox())?.width ?? 0;
      await poll(`room for the ${column}`, async () => (await width()) > 100);
    }
    await workbench.command("View: Close All Editors");
  });

  it("in a narrow window a hover card shows its facts completely", async () => {
    const { page } = workbench;
    const listing = await opened("factorial.bc");
    // An earlier test may have left the records, where the card is that of an operand.
    if ((await listing.locate(".listing.no-record").count()) === 0) await listing.press("Alt+a");
    await inAssembly(listing);
    await listing.goTo("zext nneg i32 %0");
    try {
      await page.setViewportSize({ width: 600, height: 700 });
      await listing.focused();
      await listing.press("Control+k");
      await listing.press("Control+i");
      const card = listing.locate(".hover", /inlined at/);
      await card.waitFor();
      const [all, seen] = await card.evaluate((shown) => [shown.scrollWidth, shown.clientWidth]);
      assert.ok(all! <= seen!, `${all} of ${seen} px`);
    } finally {
      await listing.press("Escape");
      await page.setViewportSize(WIDE);
    }
  });

  it("in a narrow window the record column shrinks first, then the position, never the assembly", async () => {
    const { page } = workbench;
    const listing = await opened("factorial.pexe");
    const widthOf = async (cell: Locator): Promise<number> => (await cell.boundingBox())?.width ?? 0;
    const { record, assembly } = {
      record: listing.locate(".cell.record").first(),
      assembly: listing.row("%v3 = mul").locator(".assembly"),
    };
    try {
      assert.ok(await record.isVisible());
      await page.setViewportSize({ width: 700, height: 900 });
      await listing.locate(".listing.no-record").waitFor();
      assert.ok(!(await record.isVisible()));
      await poll(
        "an assembly column of half the view",
        async () => (await widthOf(assembly)) > (await widthOf(listing.locate(".rows"))) / 2,
      );
      await page.setViewportSize({ width: 500, height: 900 });
      await listing.locate(".listing.no-record.no-position:not(.no-assembly)").waitFor();
      assert.ok(await assembly.isVisible());
    } finally {
      await page.setViewportSize(WIDE);
    }
    await listing.locate(".listing:not(.no-record):not(.no-position)").waitFor();
    await record.waitFor();
  });

  it("beside the assembly the records can be read in a window of 700 px: their positions make room for them", async () => {
    const { page } = workbench;
    const size = page.viewportSize() ?? { width: 1280, height: 1100 };
    const listing = await opened("factorial.bc");
    // It is opened in the arrangement in which it was left.
    if ((await listing.locate(".listing.no-record").count()) === 0) await listing.press("Alt+a");
    await inAssembly(listing);
    await listing.focused();
    await listing.goTo("icmp slt");
    await page.keyboard.press("Control+k");
    await page.keyboard.press("v");
    await poll("the records", () => workbench.frameWith(".listing.no-assembly:not(.no-record) .row"));
    try {
      await page.setViewportSize({ width: 700, height: 800 });
      const narrow = ".listing.no-position.no-assembly:not(.no-record) .row .cell.record";
      const other = await poll("narrow records", () => workbench.frameWith(narrow));
      const width = async (): Promise<number> => (await other.locator(narrow).first().boundingBox())?.width ?? 0;
      await poll("their width", async () => (await width()) > 100);
    } finally {
      await page.setViewportSize(size);
      await workbench.command("View: Close All Editors");
    }
  });
});
