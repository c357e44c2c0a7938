/** Moving about in a real VS Code: the beginnings of lines, returning to a place, and the display of positions. */
import * as assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import type { Locator } from "playwright-core";
import { poll } from "../../tools/vscode/server";
import type { Listing, Workbench } from "../../tools/vscode/workbench";
import { inVsCode, openedAlone, setInWorkspace } from "./subject";
import { ROOT } from "./workspace";

/** A row that is longer than the editor is wide. */
const LONG = "define dso_local noundef i32 @main";

inVsCode("moving about in VS Code", (subject) => {
  let workbench: Workbench;
  beforeEach(() => {
    ({ workbench } = subject());
  });

  const opened = (name: string): Promise<Listing> => openedAlone(workbench, name);
  /** How far lines are scrolled horizontally. */
  const across = (listing: Listing): Promise<number> =>
    listing
      .locate(".rows > .row .line-text")
      .first()
      .evaluate((text) => -new DOMMatrix(getComputedStyle(text).transform).e);
  async function scrolledAcross(listing: Listing, is: (pixels: number) => boolean): Promise<void> {
    await poll("the lines scrolled across", async () => is(await across(listing)));
  }
  async function atLongLine(): Promise<Listing> {
    const listing = await opened("factorial.bc");
    await listing.press("Control+f");
    await listing.locate(".find input").fill("define dso_local noundef i32 @main");
    await listing.cursorOn(LONG);
    await listing.press("Escape");
    await listing.locate(".rows").focus();
    return listing;
  }

  it("End shows a line's end; Home shows its beginning, including the margin", async () => {
    const listing = await atLongLine();
    await listing.press("End");
    await scrolledAcross(listing, (pixels) => pixels > 100);
    await listing.press("Home");
    await scrolledAcross(listing, (pixels) => pixels === 0);
  });

  it("End shows a line's end also right after the view has got another size, before the next frame is drawn", async () => {
    const listing = await atLongLine();
    await listing.settled();
    await listing.locate(".rows").evaluate(
      (rows: HTMLElement) =>
        new Promise<void>((resolve) => {
          // Observers are called one after another: the view's own knows the size already.
          new ResizeObserver((_sizes, observer) => {
            if (rows.style.maxHeight === "") return;
            observer.disconnect();
            rows.dispatchEvent(new KeyboardEvent("keydown", { key: "End", bubbles: true }));
            resolve();
          }).observe(rows);
          requestAnimationFrame(() => (rows.style.maxHeight = "300px"));
        }),
    );
    await scrolledAcross(listing, (pixels) => pixels > 100);
  });

  it("End shows a line's end even if its last name or number is wider than the view", async () => {
    const { page } = workbench;
    const size = page.viewportSize();
    assert.ok(size);
    const listing = await opened("factorial.bc");
    await listing.goTo("target datalayout");
    await page.setViewportSize({ ...size, width: 900 });
    await listing.settled();
    try {
      await listing.press("End");
      const text = listing.row("target datalayout").locator(".line-text > span").last();
      const right = async (part: Locator): Promise<number> => {
        const { x, width } = (await part.boundingBox()) ?? { x: NaN, width: NaN };
        return x + width;
      };
      await poll("the end in view", async () => (await right(text)) <= (await right(listing.locate(".rows"))));
    } finally {
      await page.setViewportSize(size);
    }
  });

  it("the other arrangement shows the beginnings of lines, however far the view was scrolled horizontally", async () => {
    const listing = await atLongLine();
    await listing.press("End");
    await scrolledAcross(listing, (pixels) => pixels > 100);
    await listing.press("Alt+a");
    await listing.locate(".row.cursor .record .t").first().waitFor();
    await scrolledAcross(listing, (pixels) => pixels === 0);
    await listing.press("Alt+a");
    await listing.locate(".listing.no-record").waitFor();
    await scrolledAcross(listing, (pixels) => pixels === 0);
  });

  it("what is typed right after Ctrl+F and Ctrl+G goes into the box, to the last letter", async () => {
    const { keyboard } = workbench.page;
    const listing = await opened("factorial.bc");
    await listing.press("Control+f");
    await keyboard.type("icmp slt");
    await poll("the text", async () => (await listing.locate(".find input").inputValue()) === "icmp slt");
    await listing.cursorOn("icmp slt");
    await listing.press("Escape");
    await listing.locate(".rows").focus();
    await listing.press("Control+g");
    await keyboard.type("2");
    await keyboard.press("Enter");
    await listing.cursorOn("source_filename");
    await listing.focused();
  });

  it("Alt+Left returns from where find, or Ctrl+End, has led", async () => {
    const listing = await opened("factorial.bc");
    await listing.row("%3 = icmp").locator(".assembly").click();
    await listing.cursorOn("%3 = icmp");
    await listing.goTo("ret i32 %7");
    await listing.press("Control+End");
    await listing.cursorOn("metadata");
    await listing.press("Alt+ArrowLeft");
    await listing.cursorOn("ret i32 %7");
    await listing.press("Alt+ArrowLeft");
    await listing.cursorOn("%3 = icmp");
  });

  it("Escape cancels a search that has not begun yet: nothing is marked afterwards", async () => {
    const listing = await atLongLine();
    await listing.press("Control+f");
    await listing.locate(".find input").fill("icmp");
    await listing.press("Escape");
    await workbench.page.waitForTimeout(1000);
    assert.equal(await listing.locate("mark.hit").count(), 0);
    await listing.cursorOn(LONG);
  });

  it("a jump shows the beginnings of lines", async () => {
    const listing = await atLongLine();
    await listing.press("End");
    await scrolledAcross(listing, (pixels) => pixels > 100);
    await listing.press("Control+g");
    await workbench.page.locator(".quick-input-widget input").first().fill("1");
    await listing.press("Enter");
    await listing.cursorOn("; ModuleID");
    await scrolledAcross(listing, (pixels) => pixels === 0);
  });

  it("Ctrl+G past the last line shows the last line, with a note", async () => {
    const listing = await opened("factorial.bc");
    await listing.press("Control+g");
    await workbench.page.locator(".quick-input-widget input").first().fill("15000");
    await listing.locate(".notice:not(.hidden)", /^The text has \d+ lines; this is the last one\.$/).waitFor();
    await listing.press("Enter");
    await poll("the last row", async () =>
      (await listing.locate(".row").last().getAttribute("class"))?.includes("cursor"),
    );
  });

  it("Ctrl+G counts the lines of the whole text; the preview leaves folded what is folded, Enter unfolds it", async () => {
    const text = execFileSync(process.execPath, [
      join(ROOT, "dist/cli.js"),
      "text",
      join(ROOT, "samples/factorial.bc"),
    ]);
    const line =
      text
        .toString("latin1")
        .split("\n")
        .findIndex((l) => l.startsWith("!0 = ")) + 1;
    const listing = await opened("factorial.bc");
    await workbench.command("Bitscope: Fold Preamble Only");
    await listing.focused();
    await listing.press("Control+g");
    await workbench.page.locator(".quick-input-widget input").first().fill(`${line}`);
    await listing.locate(".row.preview", "107 metadata").waitFor();
    await listing.press("Enter");
    await listing.cursorOn("!0 = distinct !DICompileUnit(");
    await listing.focused();
    await listing.press("Control+g");
    await workbench.page.locator(".quick-input-widget input").first().fill("1");
    await listing.press("Enter");
    await listing.cursorOn("; ModuleID");
  });

  it("what is no position any more returns to the view before, and marks no row", async () => {
    const listing = await opened("factorial.bc");
    await listing.press("Control+Home");
    await listing.cursorOn("; ModuleID");
    await listing.settled();
    await listing.press("Control+g");
    const input = workbench.page.locator(".quick-input-widget input").first();
    await input.fill("150");
    await listing.locate(".row.preview").waitFor();
    await input.fill("150 nonsense");
    await listing.locate(".row.cursor", "; ModuleID").waitFor();
    assert.equal(await listing.locate(".row.preview").count(), 0);
    await listing.press("Escape");
  });

  it("a position that the assembly has no row for is shown in the records, with a note; Alt+Left leads back", async () => {
    const listing = await opened("factorial.bc");
    await listing.press("Control+Home");
    await listing.cursorOn("; ModuleID");
    await listing.press("Control+g");
    await workbench.page.locator(".quick-input-widget input").first().fill("8:0");
    await listing.press("Enter");
    await listing.locate(".notice:not(.hidden)", "The assembly has no row for this").waitFor();
    await listing.locate(".row.cursor .position", "4:0").waitFor();
    await listing.focused();
    await listing.press("Alt+ArrowLeft");
    await listing.cursorOn("; ModuleID");
    await listing.locate(".listing.no-record").waitFor();
  });

  it("a click on a group of the outline opens it, and leaves the cursor where it is", async () => {
    const listing = await opened("factorial.bc");
    await listing.token("ret", /^[\d: ]*ret/).click();
    await listing.cursorOn("ret i32");
    const outline = await workbench.outline();
    // The outline opens what the cursor is in, some time after the cursor is there.
    const block = outline.filter({ hasText: /^%6/ }).first();
    await poll("the cursor's block", async () => (await block.getAttribute("aria-selected")) === "true");
    const group = outline.filter({ hasText: /^functions/ }).first();
    const before = await group.getAttribute("aria-expanded");
    // Where the tree is scrolled, the group sticks at its top, and a click there only leads to it.
    await block.hover();
    await workbench.page.mouse.wheel(0, -1000);
    await group.click();
    await poll("the group", async () => (await group.getAttribute("aria-expanded")) !== before);
    await group.click();
    await listing.cursorOn("ret i32");
  });

  it("F12 on what has no definition shows a note beside the cursor, until the cursor moves", async () => {
    const listing = await opened("factorial.bc");
    await listing.row("source_filename").locator("span", { hasText: "=" }).first().click();
    await listing.cursorOn("source_filename");
    await listing.press("F12");
    const note = listing.locate(".notice.at-cursor:not(.hidden)", "No definition found");
    await note.waitFor();
    const [over, row] = await Promise.all([note.boundingBox(), listing.locate(".row.cursor").first().boundingBox()]);
    assert.ok(over && row, "the note and the row are drawn");
    const [above, below] = [row.y - (over.y + over.height), over.y - (row.y + row.height)];
    assert.ok(Math.min(Math.abs(above), Math.abs(below)) < 5, `${above} above or ${below} below the row`);
    await listing.press("ArrowDown");
    await note.waitFor({ state: "detached" });
  });

  it("the note that a line does not exist vanishes when what is typed becomes a position", async () => {
    const listing = await opened("factorial.bc");
    const { keyboard } = workbench.page;
    await listing.press("Control+g");
    await workbench.page.locator(".quick-input-widget input").first().waitFor();
    await keyboard.type("2000");
    const note = listing.locate(".notice:not(.hidden)", /this is the last one/);
    await note.waitFor();
    await keyboard.type(":0");
    await listing.locate(".row.preview").waitFor();
    await note.waitFor({ state: "detached" });
    await listing.press("Escape");
  });

  it("the status bar shows what a row means: nothing for a row without a record", async () => {
    const listing = await opened("factorial.bc");
    await listing.press("Control+Home");
    await listing.cursorOn("; ModuleID");
    assert.equal(await workbench.status(/no record/), "no record");
    assert.match(await workbench.status(/bitcode/), /^LLVM [\d.]+ bitcode$/);
    await listing.token("ret", /^[\d: ]*ret/).click();
    await listing.cursorOn("ret ");
    const position = ((await listing.locate(".row.cursor .position").first().textContent()) ?? "").trim();
    assert.ok((await workbench.status(new RegExp(`^${position} \\(bit`))).includes(" bits"));
    // The head of a function has a place, but is no record.
    await listing.goTo(LONG);
    const head = ((await listing.locate(".row.cursor .position").first().textContent()) ?? "").trim();
    assert.match(await workbench.status(new RegExp(`^${head} `)), /^\d+:\d \(bit \d+\)/);
  });

  it("the status bar of a narrow window has the format and the position", async () => {
    const listing = await opened("factorial.bc");
    const { page } = workbench;
    await listing.goTo("ret i32");
    const [wide, narrow] = [page.viewportSize(), { width: 700, height: 800 }];
    await page.setViewportSize(narrow);
    /** What does not fit is wrapped to a line below the window. */
    const isShown = async (text: RegExp): Promise<boolean> => {
      const box = await page.locator(".statusbar-item", { hasText: text }).first().boundingBox();
      return box !== null && box.y + box.height <= narrow.height;
    };
    try {
      for (const text of [/\(bit \d+\), \d+ bits/, /^LLVM [\d.]+ bitcode$/])
        await poll(`${String(text)} in the status bar`, () => isShown(text));
    } finally {
      if (wide) await page.setViewportSize(wide);
    }
  });

  it("a file that is opened again is at its cursor, with its folds", async () => {
    const listing = await opened("sampler.mlirbc");
    await listing.press("Control+f");
    await listing.locate(".find input").fill("memref.load");
    await listing.cursorOn("memref.load");
    await listing.press("Escape");
    await listing.locate(".rows").focus();
    const row = await listing.cursor();
    // The place is stored a moment after the view has come to rest.
    await workbench.page.waitForTimeout(1500);
    const again = await opened("sampler.mlirbc");
    await again.cursorOn("memref.load");
    assert.equal(await again.cursor(), row);
    assert.ok(await again.locate(".row.cursor").first().isVisible());
  });

  it("F12 on what a folded run begins with unfolds the run, and Alt+Left leads back", async () => {
    const listing = await openedAlone(workbench, "factorial.bc");
    await listing.goTo("!llvm.dbg.cu");
    const folded = listing.row("107 metadata").and(listing.locate('[aria-expanded="false"]'));
    await folded.waitFor();
    await listing.token("!0", "!llvm.dbg.cu").click();
    await listing.press("F12");
    await listing.cursorOn("!0 = distinct !DICompileUnit(");
    await folded.waitFor({ state: "detached" });
    await listing.press("Alt+ArrowLeft");
    await listing.cursorOn("!llvm.dbg.cu");
  });

  it("in a damaged file, the outline selects what the cursor is in, not the problem there", async () => {
    const listing = await opened("damaged.pexe");
    await workbench.status(/problem/);
    await listing.press("Control+Home");
    await listing.press("ArrowDown");
    await workbench.page.waitForTimeout(500);
    const selected = (await workbench.outline()).and(workbench.page.locator(".selected"));
    for (const text of await selected.allTextContents()) assert.doesNotMatch(text, /past the end|truncated|needs/);
  });

  it("the overview counts a single item in the singular", async () => {
    const listing = await opened("factorial.bc");
    await listing.locate(".overview-head", /\b1 global\b/).waitFor();
    assert.doesNotMatch(await listing.locate(".overview").innerText(), /\b1 \w+s\b/);
  });

  it("F7 goes to the next use of a name, wrapping at the ends, Shift+F7 back; Ctrl+Shift+L lists them all", async () => {
    const listing = await opened("factorial.pexe");
    await listing.token("%p0", "%v3 = mul").click();
    await listing.press("F7");
    await listing.cursorOn("function i32 @f0");
    await listing.press("F7");
    await listing.cursorOn("%v0 = icmp");
    await listing.press("Control+d");
    await listing.cursorOn("%v1 = sub");
    await listing.press("Shift+F7");
    await listing.cursorOn("%v0 = icmp");
    await listing.press("Control+Shift+l");
    await listing.locate(".hits .title", /^4 references to %p0/).waitFor();
    await listing.press("Escape");
  });

  it("Down on the breadcrumb lists the siblings; Enter goes there", async () => {
    const listing = await opened("factorial.bc");
    await listing.locate(".overview-function", "main").click();
    await listing.cursorOn(LONG);
    await listing.locate(".breadcrumb .crumb", "main").waitFor();
    await listing.press("Control+Shift+.");
    await listing.locate(".breadcrumb .crumb:focus", "main").waitFor();
    await listing.press("ArrowDown");
    const item = workbench.page.locator(".quick-input-list .monaco-list-row", { hasText: "sample::sum" }).first();
    await item.waitFor();
    await workbench.page.keyboard.type("sample::sum");
    await workbench.page.keyboard.press("Enter");
    await listing.cursorOn("@sample::sum");
  });

  it("with wrapped lines the page keys leave no row out, and the cursor is in view", async () => {
    const listing = await opened("factorial.bc");
    /** The numbers of the first and last row in view. */
    const range = (): Promise<readonly number[]> =>
      listing.locate(".rows > .row").evaluateAll((rows) => {
        const numbers = rows.map((row) => Number(row.getAttribute("aria-posinset")));
        return [Math.min(...numbers), Math.max(...numbers)];
      });
    await workbench.page.setViewportSize({ width: 560, height: 700 });
    await listing.press("Alt+z");
    try {
      await listing.press("Control+Home");
      await listing.settled();
      let [first = 0, last = 0] = await range();
      for (const key of ["PageDown", "PageUp"])
        for (let page = 1; page <= 12; page++) {
          await listing.press(key);
          await listing.locate(".row.cursor").first().waitFor();
          await listing.settled();
          const [from = 0, to = 0] = await range();
          const adjoins = key === "PageDown" ? from <= last + 1 : to >= first - 1;
          assert.ok(adjoins, `${key} from rows ${first} to ${last} to rows ${from} to ${to}`);
          [first, last] = [from, to];
        }
      assert.equal(first, 1, "as far back as forth");
    } finally {
      await listing.press("Alt+z");
      await workbench.page.setViewportSize({ width: 1280, height: 1100 });
    }
  });

  it("the head of a function stays at the top while its rows are scrolled; a click goes to it", async () => {
    const listing = await atLongLine();
    await listing.locate(".rows").hover({ position: { x: 300, y: 200 } });
    const heads = listing.locate(".sticky .head");
    const scrolled = async (head: string): Promise<void> => {
      await poll(`${head} at the top`, async () => {
        const isAbove = (await listing.locate(".rows > .row", head).count()) === 0;
        if (isAbove && (await heads.filter({ hasText: head }).count()) === 1) return true;
        await workbench.page.mouse.wheel(0, 80);
        return false;
      });
    };
    await scrolled(LONG);
    // What the cursor moves to is not below it.
    await listing.press("PageDown");
    await listing.press("PageUp");
    await listing.press("ArrowUp");
    const [above, cursor] = await Promise.all([
      heads.last().boundingBox(),
      listing.locate(".row.cursor").first().boundingBox(),
    ]);
    assert.ok(!above || (cursor && cursor.y >= above.y + above.height - 1), "the cursor is covered");
    await scrolled(LONG);
    await heads.filter({ hasText: LONG }).click();
    await listing.cursorOn(LONG);
    // The head that was clicked is a row now; only one that is drawn shows when the setting arrives.
    await scrolled(LONG);
    setInWorkspace(subject().folder, { "editor.stickyScroll.enabled": false });
    try {
      await poll("no heads at the top", async () => (await heads.count()) === 0);
      await workbench.page.mouse.wheel(0, 2000);
      await listing.settled();
      assert.equal(await heads.count(), 0);
    } finally {
      setInWorkspace(subject().folder, {});
    }
  });

  it("with editor.mouseWheelZoom, Ctrl with the wheel changes the size of the font, in all editors of the window", async () => {
    const { page } = workbench;
    let listing = await opened("factorial.bc");
    const style = (): Promise<{ readonly size: string; readonly spacing: string }> =>
      listing
        .locate(".row")
        .first()
        .evaluate((row) => {
          const { fontSize: size, letterSpacing: spacing } = getComputedStyle(row);
          return { size, spacing };
        });
    const becomes = (size: string): Promise<true> =>
      poll(`a font of ${size}`, async () => (await style()).size === size);
    const turn = async (deltaY: number): Promise<void> => {
      await listing.locate(".row .assembly").nth(3).hover();
      await page.keyboard.down("Control");
      await page.mouse.wheel(0, deltaY);
      await page.keyboard.up("Control");
    };
    await becomes("14px");
    setInWorkspace(subject().folder, { "editor.mouseWheelZoom": true, "editor.letterSpacing": 1 });
    try {
      // Settings arrive together: the one that shows tells that the other is there.
      await poll("the settings", async () => (await style()).spacing === "1px");
      await turn(-120);
      await becomes("15.4px");
      listing = await opened("factorial.pexe");
      await becomes("15.4px");
      await turn(120);
      await becomes("14px");
    } finally {
      setInWorkspace(subject().folder, {});
    }
  });

  it("with a small editor.lineHeight, letters reach out of their row and are not cut", async () => {
    setInWorkspace(subject().folder, { "editor.lineHeight": 1 });
    try {
      const listing = await opened("factorial.bc");
      const cell = listing.locate(".row .assembly").first();
      await poll("lines of one em", async () => (await cell.boundingBox())?.height === 14);
      assert.deepEqual(
        await cell.evaluate((element) => [getComputedStyle(element).overflowX, getComputedStyle(element).overflowY]),
        ["clip", "visible"],
      );
    } finally {
      setInWorkspace(subject().folder, {});
    }
  });

  it("columns follow the setting while a file is open", async () => {
    const listing = await opened("factorial.pexe");
    await listing.locate(".listing:not(.no-record)").waitFor();
    setInWorkspace(subject().folder, { "bitscope.columns": ["assembly"] });
    try {
      await listing.locate(".listing.no-record.no-position").waitFor();
    } finally {
      setInWorkspace(subject().folder, {});
    }
    await listing.locate(".listing:not(.no-record):not(.no-position)").waitFor();
  });

  it("the folds of the preamble follow the setting while a file is open", async () => {
    const listing = await opened("factorial.bc");
    const run = listing.row(/^\d+ metadata nodes/);
    await listing.press("Control+End");
    await run.waitFor();
    setInWorkspace(subject().folder, { "bitscope.foldPreamble": false });
    await run.waitFor({ state: "detached" });
    setInWorkspace(subject().folder, {});
    await run.waitFor();
  });

  it("positions follow the setting, or are hidden", async () => {
    const listing = await opened("factorial.pexe");
    const position = listing.row("%v3 = mul").locator(".position");
    const set = (value: string): void => setInWorkspace(subject().folder, { "bitscope.positionFormat": value });
    try {
      set("hex");
      await poll("hex", async () => /^0x[\da-f]+(\.\d)?$/.test((await position.textContent()) ?? ""));
      set("bits");
      await poll("bits", async () => /^#\d+$/.test((await position.textContent()) ?? ""));
      set("none");
      await listing.locate(".listing.no-position").waitFor();
    } finally {
      setInWorkspace(subject().folder, {});
    }
    await poll("byte:bit", async () => /^\d+:[0-7]$/.test((await position.textContent()) ?? ""));
  });
});
