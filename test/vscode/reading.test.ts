/** Reading in a real VS Code: arrangements, selection, columns, the overview, names, find. */
import * as assert from "node:assert/strict";
import { poll } from "../../tools/vscode/server";
import type { Listing, Workbench } from "../../tools/vscode/workbench";
import { inVsCode, openedAlone } from "./subject";

inVsCode("reading in VS Code", (subject) => {
  let workbench: Workbench;
  beforeEach(() => {
    ({ workbench } = subject());
  });

  const opened = (name: string): Promise<Listing> => openedAlone(workbench, name);
  async function clipboard(text: string): Promise<void> {
    await workbench.page.evaluate((value) => navigator.clipboard.writeText(value), text);
  }
  async function becomes(expected: RegExp): Promise<string> {
    return poll(
      `a clipboard like ${expected}`,
      async () => expected.test(await workbench.clipboard()) && workbench.clipboard(),
    );
  }

  it("Ctrl+A, Ctrl+C copies the assembly, and nothing else", async () => {
    const listing = await opened("mangled.bc");
    await clipboard("before");
    await listing.press("Control+a");
    await listing.locate(".row.selected").first().waitFor();
    await listing.press("Control+c");
    const text = await becomes(/^; ModuleID/);
    assert.match(text, /\n\}\n/);
    assert.doesNotMatch(text, /⋯/);
  });

  it("dragging after a double click selects words, after a triple click rows", async () => {
    const listing = await opened("factorial.bc");
    await listing.settled();
    const { mouse } = workbench.page;
    const drag = async (presses: number): Promise<void> => {
      const from = await listing.row("source_filename").locator(".line-text").boundingBox();
      const to = await listing.row("target triple").locator(".line-text").boundingBox();
      if (!from || !to) assert.fail("the rows are not drawn");
      await mouse.move(from.x + from.height, from.y + from.height / 2);
      for (let count = 1; count < presses; count++) {
        await mouse.down({ clickCount: count });
        await mouse.up({ clickCount: count });
      }
      await mouse.down({ clickCount: presses });
      await mouse.move(to.x + to.height, to.y + to.height / 2, { steps: 4 });
      await mouse.up({ clickCount: presses });
      await listing.press("Control+c");
    };
    await clipboard("before");
    await drag(2);
    await becomes(/^source_filename = [^\n]+\ntarget datalayout [^\n]+\ntarget$/);
    await drag(3);
    await becomes(/^source_filename = [^\n]+\ntarget datalayout [^\n]+\ntarget triple = "[^"]+"$/);
  });

  it("several lines pasted into find look for the first: no hit goes beyond its row", async () => {
    const listing = await opened("factorial.bc");
    await clipboard("\ntarget triple\nsomething else\n");
    await listing.press("Control+f");
    const input = listing.locate(".find input");
    // In the empty box, "Select All" selects no row.
    await input.fill("");
    await input.press("Control+a");
    await input.press("Control+v");
    await listing.cursorOn("target triple");
    assert.equal(await input.inputValue(), "target triple");
    assert.equal(await listing.locate(".row.selected").count(), 0);
  });

  it("a click on a position selects it and leaves the clipboard alone", async () => {
    const listing = await opened("factorial.pexe");
    await clipboard("mine");
    await listing.row("%v3 = mul").locator(".position").click();
    assert.equal(await workbench.clipboard(), "mine");
    await listing.press("Control+c");
    await becomes(/^\d+:\d$/);
  });

  it("Alt+Z turns wrapping on, and off again", async () => {
    const listing = await opened("mangled.bc");
    await listing.press("Alt+z");
    await listing.locate(".listing.wraps").waitFor();
    await listing.press("Alt+z");
    await listing.locate(".listing:not(.wraps)").waitFor();
  });

  it("names are shown demangled, found in this form, and shown as in the file on demand", async () => {
    const listing = await opened("mangled.bc");
    await listing.row("@shape::Circle::area(int)").waitFor();
    await listing.press("Control+f");
    await listing.locate(".find input").fill("Circle::area");
    const count = listing.locate(".find .count");
    await poll("hits", async () => / of [1-9]/.test((await count.textContent()) ?? ""));
    // What was looked for is marked, not all of the name.
    await poll("the mark", async () => (await listing.locate("mark.current").textContent()) === "Circle::area");
    await listing.press("Escape");
    const named = async (name: string): Promise<void> => {
      await listing.row(`@${name}`).waitFor();
      await listing.locate(".overview-function", name).waitFor({ state: "attached" });
      await listing.locate(".breadcrumb .crumb", name).waitFor();
      await listing.locate(".hits .line", name).first().waitFor();
      await listing.locate(`.hits [role=listbox][aria-label$="@${name}"]`).waitFor();
      await listing.locate(".hits .title", name).waitFor();
    };
    await listing.focused();
    await listing.press("Shift+F12");
    await named("shape::Circle::area(int)");
    await workbench.command("Bitscope: Toggle Mangled Names");
    await named("_ZN5shape6Circle4areaEi");
    await workbench.command("Bitscope: Toggle Mangled Names");
    await named("shape::Circle::area(int)");
  });

  it("the overview describes the file; Enter on a function goes there; folded, it stays folded", async () => {
    const listing = await opened("mangled.bc");
    await workbench.command("Bitscope: Focus Overview");
    await listing.locate(".overview-function:focus").waitFor();
    await listing.press("Enter");
    await listing.cursorOn(/define/);
    await listing.locate(".overview-head").click();
    await listing.locate(".overview.folded").waitFor();
    const again = await opened("mangled.bc");
    await again.locate(".overview.folded").waitFor();
    await again.locate(".overview-head").click();
    await again.locate(".overview:not(.folded)").waitFor();
  });

  it("however low and narrow the page is, the overview's last line is complete", async () => {
    const { page } = workbench;
    const size = page.viewportSize();
    const listing = await opened("factorial.bc");
    await listing.locate(".overview-function").first().waitFor();
    const facts = listing.locate(".overview-facts");
    try {
      for (const [width, height] of [
        [1280, 400],
        [1280, 445],
        [1280, 490],
        [640, 400],
        [640, 500],
      ] as const) {
        await page.setViewportSize({ width, height });
        await listing.settled();
        const [top, bottom] = await facts.evaluate((list) => {
          const body = list.parentElement?.getBoundingClientRect();
          // In a narrow page the body scrolls, in a wide one its parts do.
          return [
            list.getBoundingClientRect().top,
            Math.min(list.getBoundingClientRect().bottom, (body?.bottom ?? 0) - 5),
          ];
        });
        const lines = (bottom! - top!) / 20;
        assert.ok(lines >= 1 && Math.abs(lines - Math.round(lines)) < 0.01, `${lines} lines in ${width} × ${height}`);
      }
    } finally {
      if (size) await page.setViewportSize(size);
    }
  });

  it("the breadcrumb names what the cursor is in, and can be reached by keyboard", async () => {
    const listing = await opened("mangled.bc");
    await listing
      .row(/^[\d: ]*define/)
      .locator(".assembly")
      .click();
    await listing
      .locate(".breadcrumb .crumb", /area|scale/)
      .first()
      .waitFor();
    await listing.press("Control+Shift+.");
    await listing.locate(".breadcrumb .crumb:focus").waitFor();
    await listing.press("ArrowLeft");
    await listing.press("Escape");
    await listing.focused();
  });

  it("in the records, the breadcrumb says in words what the cursor is in, and does not repeat the title", async () => {
    const listing = await opened("mangled.bc");
    await listing
      .row(/^[\d: ]*define/)
      .locator(".assembly")
      .click();
    await listing.press("Alt+a");
    await listing.locate(".row.cursor .record .t").first().waitFor();
    const crumbs = listing.locate(".breadcrumb .crumb");
    await crumbs.filter({ hasText: /^function / }).waitFor();
    assert.deepEqual((await crumbs.allTextContents()).slice(0, 2), ["file", "module"]);
    await listing.press("Alt+a");
  });

  it("in a small window, find's widget hides no hit that it leads to", async () => {
    const { page } = workbench;
    const size = page.viewportSize();
    const listing = await opened("mangled.bc");
    try {
      await page.setViewportSize({ width: 700, height: 480 });
      await listing.settled();
      await listing.press("Control+f");
      await listing.locate(".find input").fill("ret");
      const count = listing.locate(".find .count");
      await count.filter({ hasText: /^\d+ of \d+$/ }).waitFor();
      const hits = Number(/\d+$/.exec((await count.textContent()) ?? "")?.[0]);
      assert.ok(hits > 1);
      for (let step = 0; step < hits; step++) {
        const said = await count.textContent();
        await listing.press("F3");
        await poll("the next hit", async () => (await count.textContent()) !== said);
        const bottom = await listing.locate(".find").evaluate((widget) => widget.getBoundingClientRect().bottom);
        const mark = listing.locate("mark.current").first();
        const isBelow = (): Promise<boolean> =>
          mark.evaluate((shown, edge) => shown.getBoundingClientRect().top >= edge, bottom);
        await poll(`hit ${step} below the widget`, isBelow, 10000);
      }
      await listing.press("Escape");
    } finally {
      if (size) await page.setViewportSize(size);
    }
  });

  it("in a wide window, the rows stay where they are for a hit beside find's widget", async () => {
    const listing = await opened("factorial.bc");
    await listing.goTo("%18 = and");
    const offset = async (): Promise<number> => {
      const [row, rows] = [await listing.row("%18 = and").boundingBox(), await listing.locate(".rows").boundingBox()];
      return (row?.y ?? NaN) - (rows?.y ?? NaN);
    };
    const widget = listing.locate(".find:not(.hidden)");
    await listing.press("Control+f");
    await widget.waitFor();
    const covered = (await widget.boundingBox())?.height ?? NaN;
    await widget.locator("input").fill("%18 = and");
    await listing.cursorOn("%18 = and");
    await listing.locate(".rows").focus();
    // The row is the first below the head of its function, which covers less than the widget does.
    while ((await offset()) >= covered) {
      await listing.press("Control+ArrowDown");
      await listing.settled();
    }
    const before = await offset();
    assert.ok(before > 0);
    await listing.press("F3");
    await listing.settled();
    assert.equal(await offset(), before);
    await listing.press("Escape");
  });

  it("find opens beside the row of the cursor, and its list shows each hit in a narrow window", async () => {
    const { page } = workbench;
    const size = page.viewportSize();
    const listing = await opened("factorial.bc");
    try {
      await page.setViewportSize({ width: 760, height: 420 });
      await listing.goTo("%9 = phi");
      await listing.press("End");
      const place = async (selector: string): Promise<{ y: number; height: number }> => {
        const box = await listing.locate(selector).boundingBox();
        return box ?? { y: NaN, height: NaN };
      };
      while ((await place(".row.cursor")).y > (await place(".rows")).y + 30) {
        await listing.press("Control+ArrowDown");
        await listing.settled();
      }
      await listing.press("Control+f");
      const widget = listing.locate(".find:not(.hidden)");
      await widget.locator(".count", { hasText: "of 10" }).waitFor();
      const isBelow = async (): Promise<boolean> => {
        const { y, height } = await place(".find");
        return (await place(".row.cursor")).y >= y + height - 1;
      };
      await poll("the row below the widget", isBelow, 10000);
      await listing.press("Alt+Enter");
      await listing.locate(".hits .title", /^10 hits/).waitFor();
      const marks = listing.locate(".hits .line mark");
      const right = await listing.locate(".hits .body").evaluate((body) => body.getBoundingClientRect().right);
      const inView = (): Promise<boolean> =>
        marks.evaluateAll(
          (all, edge) =>
            all.length > 2 &&
            all.every((mark) => {
              const { left, width } = mark.getBoundingClientRect();
              const code = mark.parentElement?.getBoundingClientRect();
              return left + width <= Math.min(edge, code?.right ?? 0) + 1;
            }),
          right,
        );
      await poll("hits that are not cut", inView, 10000);
      // A page key passes over the lines in view but one, and goes no further than the last.
      const chosen = listing.locate(".hits [aria-selected=true]");
      await listing.press("PageDown");
      await chosen.and(listing.locate(':not([aria-posinset="1"])')).waitFor();
      for (let page = 0; page < 10; page++) await listing.press("PageDown");
      await chosen.and(listing.locate('[aria-posinset="10"]')).waitFor();
      for (let page = 0; page < 10; page++) await listing.press("PageUp");
      await chosen.and(listing.locate('[aria-posinset="1"]')).waitFor();
      await listing.press("Escape");
      await listing.press("Escape");
    } finally {
      if (size) await page.setViewportSize(size);
    }
  });

  it("a list at the bottom, and a peek, leave the row of the cursor in view", async () => {
    const { page } = workbench;
    const size = page.viewportSize();
    const listing = await opened("factorial.bc");
    /** Whether the cursor's row is between the heads of what it is in and the end of the rows' room. */
    const isInView = (): Promise<boolean> =>
      listing.locate(".rows > .row.cursor").evaluate((row) => {
        const edge = (name: string): DOMRect | undefined => document.querySelector(name)?.getBoundingClientRect();
        const { top, bottom } = row.getBoundingClientRect();
        const room = edge(".rows");
        return top >= (edge(".sticky")?.bottom ?? 0) - 1 && bottom <= (room?.bottom ?? 0) + 1;
      });
    try {
      await page.setViewportSize({ width: 900, height: 560 });
      await listing.goTo("%13 = icmp slt");
      await listing.press("End");
      const { y: rows = NaN, height = NaN } = (await listing.locate(".rows").boundingBox()) ?? {};
      // It is the last row but one in view.
      const bottom = async (): Promise<number> => (await listing.locate(".rows > .row.cursor").boundingBox())?.y ?? NaN;
      while ((await bottom()) < rows + height - 60) {
        await listing.press("Control+ArrowUp");
        await listing.settled();
      }
      await listing.press("Shift+F12");
      await listing.locate(".hits .line").first().waitFor();
      await poll("the row above the list", isInView, 10000);
      await listing.press("Escape");
      await listing.focused();
      await page.setViewportSize({ width: 900, height: 420 });
      await listing.settled();
      await listing.press("Alt+F12");
      await listing.locate(".peek .row").first().waitFor();
      await poll("the row above the peek", isInView, 10000);
      await listing.press("Escape");
    } finally {
      if (size) await page.setViewportSize(size);
    }
  });

  it("an invalid expression is explained, and old hits vanish while typing", async () => {
    const listing = await opened("factorial.pexe");
    await listing.press("Control+f");
    await listing.locate(".find input").fill("%v2");
    await listing.locate("mark.hit").first().waitFor();
    await listing.press("Alt+r");
    await listing.locate(".find input").fill("(");
    await listing.locate(".find.invalid .count", /[a-z]/i).waitFor();
    assert.equal(await listing.locate("mark.hit").count(), 0);
    assert.doesNotMatch((await listing.locate(".find .count").textContent()) ?? "", /No results/);
    await listing.press("Alt+r");
    await listing.press("Escape");
  });
});
