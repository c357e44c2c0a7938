/** Accessibility: names, contrast, and operation by keyboard. */
import * as assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import type { Frame } from "playwright-core";
import { poll } from "../../tools/vscode/server";
import type { Listing, Workbench } from "../../tools/vscode/workbench";
import { inVsCode, openedAlone, setInWorkspace } from "./subject";
import { ROOT } from "./workspace";

/** Themes by their name, and the class that a webview has under them. */
const THEMES = [
  ["Light Modern", "vscode-light"],
  ["Dark Modern", "vscode-dark"],
  ["Default High Contrast", "vscode-high-contrast"],
  ["Default High Contrast Light", "vscode-high-contrast-light"],
] as const;

/** A finding of axe. */
interface Finding {
  readonly id: string;
  readonly impact: string;
  readonly nodes: readonly { readonly html: string; readonly failureSummary: string }[];
}

const AXE = readFileSync(createRequire(join(ROOT, "package.json")).resolve("axe-core/axe.min.js"), "utf8");

/** The serious findings in a webview, in words. */
async function findings(frame: Frame): Promise<readonly string[]> {
  await frame.evaluate(AXE);
  const violations = await frame.evaluate(
    async () =>
      (
        await (
          globalThis as unknown as {
            axe: { run(root: unknown, options: object): Promise<{ violations: Finding[] }> };
          }
        ).axe.run(document, { resultTypes: ["violations"] })
      ).violations,
  );
  return violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .map(({ id, nodes }) => `${id}: ${nodes[0]?.html.slice(0, 200) ?? ""} ${nodes[0]?.failureSummary ?? ""}`);
}

/** How far the lines that stand for coming rows are from the background, from 0 to 255. */
function skeletonContrast(frame: Frame): Promise<number> {
  return frame.evaluate(() => {
    const canvas = document.createElement("canvas").getContext("2d");
    const coming = document.querySelector(".coming");
    if (!canvas || !coming) return 0;
    const background = getComputedStyle(document.body).backgroundColor;
    const { backgroundImage, opacity } = getComputedStyle(coming);
    const shades = [background, ...(backgroundImage.match(/(?:color|rgba?)\([^)]*\)/g) ?? [])].map((colour) => {
      canvas.globalAlpha = 1;
      canvas.fillStyle = background;
      canvas.fillRect(0, 0, 1, 1);
      canvas.globalAlpha = Number(opacity);
      canvas.fillStyle = colour;
      canvas.fillRect(0, 0, 1, 1);
      return canvas.getImageData(0, 0, 1, 1).data[1] ?? 0;
    });
    return Math.max(...shades) - Math.min(...shades);
  });
}

inVsCode("accessibility in VS Code", (subject) => {
  let workbench: Workbench;
  beforeEach(() => {
    ({ workbench } = subject());
  });

  const opened = (name: string): Promise<Listing> => openedAlone(workbench, name);
  async function sound(listing: Listing, what: string): Promise<void> {
    // Waits until what fades in is visible.
    await workbench.page.waitForTimeout(500);
    assert.deepEqual(await findings(listing.frame), [], what);
  }

  it("the lines that stand for coming rows can be seen in every theme, and are quiet", async () => {
    const listing = await opened("factorial.bc");
    // The theme that VS Code starts with is another one.
    for (const [theme, name] of [...THEMES, [undefined, "vscode-light"]] as const) {
      setInWorkspace(subject().folder, theme === undefined ? {} : { "workbench.colorTheme": theme });
      await listing.locate(`body.${name}`).first().waitFor();
      const contrast = await skeletonContrast(listing.frame);
      assert.ok(contrast >= 12 && contrast <= 60, `${theme ?? "the first theme"}: ${contrast}`);
    }
  });

  it("where the system forces its colours, rows have those of the theme of high contrast", async () => {
    const { page } = workbench;
    const listing = await opened("factorial.bc");
    // VS Code then has such a theme by itself.
    await page.emulateMedia({ forcedColors: "active" });
    try {
      await listing.locate("body.vscode-high-contrast-light").first().waitFor();
      await listing.press("Shift+ArrowDown");
      const row = listing.locate(".row.selected").first();
      await row.waitFor();
      // The style tells colours as they are before the system's replace them.
      assert.equal(await row.evaluate((selected) => getComputedStyle(selected).forcedColorAdjust), "none");
    } finally {
      await page.emulateMedia({ forcedColors: null });
    }
  });

  it("in a window zoomed to 200 %, rows are in view beside the overview and a list", async () => {
    const { page } = workbench;
    const size = page.viewportSize();
    const listing = await opened("factorial.bc");
    try {
      // 1280 × 800 pixels at twice their size.
      await page.setViewportSize({ width: 640, height: 400 });
      await listing.press("Control+f");
      await listing.locate(".find input").fill("icmp");
      await listing.cursorOn("icmp");
      await listing.press("Alt+Enter");
      await listing.locate(".hits .line").first().waitFor();
      const heightOf = async (part: string): Promise<number> => (await listing.locate(part).boundingBox())?.height ?? 0;
      const isInView = async (): Promise<boolean> =>
        (await heightOf(".rows")) >= (await heightOf(".find")) + 2 * (await heightOf(".row.cursor"));
      await poll("two rows below the box of find", isInView);
    } finally {
      await listing.press("Escape");
      if (size) await page.setViewportSize(size);
    }
  });

  for (const [theme, name] of THEMES)
    it(`axe finds nothing serious in ${theme}: rows, overview, find, references, hover, graph, peek`, async () => {
      setInWorkspace(subject().folder, { "workbench.colorTheme": theme });
      const listing = await opened("factorial.bc");
      await listing.locate(`body.${name}`).waitFor();
      await listing.locate(".overview-function").first().waitFor();
      await sound(listing, "the assembly");
      await listing.press("Control+f");
      await listing.locate(".find input").fill("icmp");
      await listing.cursorOn("icmp");
      await sound(listing, "find");
      await listing.press("Escape");
      await listing.locate(".rows").focus();
      await listing.press("End");
      await listing.press("Home");
      await listing.press("Shift+F12");
      await listing.locate(".hits .line").first().waitFor();
      await sound(listing, "references");
      await listing.press("Escape");
      await listing.press("Control+k");
      await listing.press("Control+i");
      await listing.locate("#hover:not(.hidden)").waitFor();
      await sound(listing, "the hover");
      await listing.press("Escape");
      await listing.press("Control+k");
      await workbench.page.keyboard.press("g");
      await listing.locate(".block-rows").first().waitFor();
      await sound(listing, "the graph");
      await listing.locate(".graph-view").press("Escape");
      const records = await opened("factorial.pexe");
      await records.locate(".cell.record .t").first().waitFor();
      await records.token("%v2", "%v3 = mul").click();
      await records.press("Alt+F12");
      await records.locate(".peek .row").first().waitFor();
      await sound(records, "the records and a peek");
      await records.press("Escape");
    });

  it("Tab goes through all parts in reading order, with a visible focus ring, and comes back", async () => {
    const listing = await opened("factorial.bc");
    await listing.locate(".overview-function").first().waitFor();
    await listing.locate(".crumb").first().waitFor();
    await listing.press("Control+Shift+.");
    await listing.locate(".crumb:focus").waitFor();
    const order: string[] = [];
    const stop = (): Promise<string> =>
      listing.frame.evaluate(() => {
        const at = document.activeElement;
        return at?.id ? `#${at.id}` : (at?.className.split(" ")[0] ?? "");
      });
    for (let step = 0; step < 12; step++) {
      order.push(await stop());
      const ring = await listing.frame.evaluate(
        () => getComputedStyle(document.activeElement ?? document.body).outlineStyle,
      );
      if (order.at(-1) === "#rows") break;
      assert.notEqual(ring, "none", order.at(-1));
      await listing.press("Tab");
    }
    assert.equal(order[0], "crumb");
    assert.equal(order.at(-1), "#rows");
    const [crumb, head, rows] = ["crumb", "overview-head", "#rows"].map((part) => order.indexOf(part));
    assert.ok(crumb! < head! && head! < rows!, order.join(" "));
    // Within the rows, Tab goes from column to column first.
    const before = async (): Promise<boolean> => {
      await listing.press("Shift+Tab");
      await workbench.page.waitForTimeout(200);
      return (await stop()) !== "#rows";
    };
    await poll("a part in front of the rows", before);
  });

  it("at 200 % zoom and 640 px nothing is cut off: the page does not scroll, the assembly is shown", async () => {
    const { page } = workbench;
    const size = page.viewportSize() ?? { width: 1280, height: 1100 };
    const listing = await opened("factorial.bc");
    try {
      await page.setViewportSize({ width: 640, height: 550 });
      await poll("the room", async () => (await listing.frame.evaluate(() => innerWidth)) < 500);
      await listing.locate(".row .assembly").first().waitFor();
      await listing.locate(".overview-head", /no problems/).waitFor();
      await listing.settled();
      const [wide, room] = await listing.frame.evaluate(() => [document.body.scrollWidth, innerWidth]);
      assert.ok(wide! <= room!, `${wide} of ${room}`);
      // The overview's line wraps, so its last fact is visible.
      const head = listing.locate(".overview-head", /no problems/);
      const [high, seen] = await head.evaluate((line) => [line.scrollHeight, line.clientHeight]);
      const [across, width] = await head.evaluate((line) => [line.scrollWidth, line.clientWidth]);
      assert.ok(high! <= seen! && across! <= width!, `${high} of ${seen} px, ${across} of ${width} px`);
      const rows = await listing.locate(".rows").boundingBox();
      assert.ok((rows?.height ?? 0) > 60, `${rows?.height ?? 0} px of rows`);
    } finally {
      await page.setViewportSize(size);
    }
  });

  it("Alt+F1 shows what can be done by keyboard; Escape leads back to the rows", async () => {
    const listing = await opened("factorial.bc");
    await listing.press("Alt+F1");
    const help = listing.locate(".help:focus");
    await help.waitFor();
    for (const key of ["F12", "Alt+A", "Ctrl+F", "Ctrl+K Ctrl+I", "Escape"])
      assert.ok((await help.innerText()).includes(key), key);
    await sound(listing, "the help");
    if (process.env.BITSCOPE_SHOTS)
      await workbench.page.screenshot({ path: join(process.env.BITSCOPE_SHOTS, "help.png") });
    await listing.press("Escape");
    await listing.locate(".help.hidden").waitFor({ state: "attached" });
    await listing.focused();
  });

  /** Notes what is announced from now on; returns a function that waits for a text in it. */
  async function announced(listing: Listing): Promise<(text: RegExp) => Promise<unknown>> {
    const live = listing.locate(".live");
    // On a slow machine the place comes as an announcement of its own: all of them are noted, one after another.
    await live.evaluate((region: HTMLElement) => {
      const note = (): void => void (region.dataset.said = `${region.dataset.said ?? ""}; ${region.textContent}`);
      new MutationObserver(note).observe(region, { childList: true });
    });
    return (text) => poll(String(text), async () => text.test((await live.getAttribute("data-said")) ?? ""));
  }

  it("what has led to a row is announced with its place: the row that find shows, the arrangement", async () => {
    const listing = await openedAlone(workbench, "factorial.bc");
    const says = await announced(listing);
    await listing.press("Control+f");
    await listing.locate(".find input").fill("zext nneg");
    await says(/zext nneg i32 %1 to i64.*; .*bits \d+ to \d+/);
    await listing.press("Escape");
    await listing.focused();
    await listing.press("Alt+a");
    await says(/; records; .*bits \d+ to \d+/);
    await listing.press("Alt+a");
    await says(/; assembly; .*bits \d+ to \d+/);
    // Within a row, the name that the cursor comes to; what the row is in has been said.
    await listing.press("Home");
    await listing.press("ArrowRight");
    await says(/; zext, bits \d+ to \d+/);
  });

  it("names are announced as the rows show them; a peek says what it shows", async () => {
    const listing = await openedAlone(workbench, "mangled.bc");
    const says = await announced(listing);
    await listing.press("Control+f");
    await listing.locate(".find input").fill("Circle::area");
    await says(/define .*@shape::Circle::area\(int\)/);
    await listing.press("Escape");
    await listing.focused();
    await listing.press("Alt+F12");
    await says(/Definition: define .*@shape::Circle::area\(int\)/);
    await listing.press("Escape");
  });

  it("F6 and Shift+F6 lead from the rows to the next and the previous part of the window, and back", async () => {
    const { page } = workbench;
    const listing = await openedAlone(workbench, "factorial.bc");
    const isIn = (part: string): Promise<unknown> =>
      poll(part, () => page.evaluate((id) => document.activeElement?.closest(".part")?.id === id, part));
    // That the rows have the keyboard is known a moment later; until then VS Code's own command leads back to them.
    const leave = (key: string): Promise<unknown> =>
      poll(`a way out with ${key}`, async () => {
        await listing.press(key);
        await page.waitForTimeout(500);
        return (
          (await listing.locate(".rows:focus").count()) === 0 ||
          !(await listing.frame.evaluate(() => document.hasFocus()))
        );
      });
    await leave("F6");
    await isIn("workbench.parts.statusbar");
    await listing.press("Shift+F6");
    await listing.focused();
    await leave("Shift+F6");
    await isIn("workbench.parts.sidebar");
    await listing.press("F6");
    await listing.focused();
  });

  it("a click in the Explorer leaves the keyboard there, as with every file; Enter moves it to the rows", async () => {
    const { page } = workbench;
    await workbench.command("View: Close All Editors");
    const listing = await workbench.openFile("factorial.bc");
    await listing.locate(".row.cursor, .breadcrumb .crumb").first().waitFor();
    const isInExplorer = (): Promise<boolean> =>
      page.evaluate(() => document.activeElement?.closest("#workbench\\.parts\\.sidebar") != null);
    assert.ok(await isInExplorer());
    await page.keyboard.press("Enter");
    await listing.focused();
    await page.keyboard.press("Control+Shift+e");
    await poll("the Explorer", isInExplorer);
  });

  it("keys in the panel are the panel's", async () => {
    const { page } = workbench;
    const listing = await openedAlone(workbench, "factorial.bc");
    await workbench.command("Output: Show Output Channels");
    await page.locator(".quick-input-list .monaco-list-row").first().click();
    await page.locator(".output-view .monaco-editor").first().click();
    await page.keyboard.press("Control+f");
    await page.locator(".output-view .find-widget.visible textarea:focus").waitFor();
    assert.equal(await listing.locate(".find:not(.hidden)").count(), 0);
    await page.keyboard.press("Escape");
    await workbench.command("View: Hide Panel");
  });

  it("nothing moves if the user wants reduced motion", async () => {
    await workbench.page.emulateMedia({ reducedMotion: "reduce" });
    const listing = await opened("factorial.pexe");
    const moving = await listing.frame.evaluate(
      () =>
        [...document.querySelectorAll("*")]
          .map((element) => getComputedStyle(element))
          .filter((style) => parseFloat(style.animationDuration) > 0 || parseFloat(style.transitionDuration) > 0.01)
          .length,
    );
    await workbench.page.emulateMedia({ reducedMotion: null });
    assert.equal(moving, 0);
  });
});
