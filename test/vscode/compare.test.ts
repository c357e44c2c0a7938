/** Compares files in a real VS Code: from Source Control, from the Explorer, by the picker. */
import * as assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { cpSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { poll } from "../../tools/vscode/server";
import type { Workbench } from "../../tools/vscode/workbench";
import { largePexe } from "../support/largePexe";
import { inVsCode } from "./subject";
import { changedFactorial } from "./workspace";

function git(folder: string, ...args: string[]): void {
  const who = ["-c", "user.name=A", "-c", "user.email=a@example.org"];
  const done = spawnSync("git", [...who, ...args], { cwd: folder, encoding: "utf8" });
  assert.equal(done.status, 0, done.stderr);
}

/** A repository with two commits, the second of which changes a file, and with uncommitted changes to two others. */
function makeRepository(folder: string): void {
  git(folder, "init", "--quiet");
  cpSync(join(folder, "factorial.pexe"), join(folder, "history.pexe"));
  writeFileSync(join(folder, "long.pexe"), largePexe(1e5, 4).file);
  git(folder, "add", ".");
  git(folder, "commit", "--quiet", "--message", "first");
  writeFileSync(join(folder, "history.pexe"), changedFactorial());
  git(folder, "commit", "--quiet", "--all", "--message", "second");
  writeFileSync(join(folder, "reloaded.pexe"), changedFactorial());
  writeFileSync(join(folder, "long.pexe"), largePexe(1e5, 3).file);
}

inVsCode(
  "comparing in VS Code",
  (subject) => {
    let workbench: Workbench;
    beforeEach(() => {
      ({ workbench } = subject());
    });
    beforeEach(() => workbench.command("View: Close All Editors"));

    /** The lines of a side that are marked as changed; none before the diff editor has opened. */
    function marked(side: "original" | "modified"): Promise<string[]> {
      // Marks and lines are read together, since they move while the editor is laid out.
      return workbench.page.evaluate(
        ([editor, mark]) => {
          const of = (what: string): Element[] => [...document.querySelectorAll(`${editor} ${what}`)];
          const tops = of(`.view-overlays ${mark}`).map((element) => element.getBoundingClientRect().top);
          return of(".view-line")
            .filter((line) => tops.some((top) => Math.abs(line.getBoundingClientRect().top - top) < 2))
            .map((line) => (line.textContent ?? "").replaceAll("\u00a0", " ").trim());
        },
        [`.monaco-diff-editor .editor.${side}`, side === "original" ? ".line-delete" : ".line-insert"] as const,
      );
    }
    const bothMarked = async (): Promise<string> =>
      [(await marked("original")).join(), (await marked("modified")).join()].join(" | ");
    async function differsInTheConstant(): Promise<void> {
      const differs = async (): Promise<boolean> => (await bothMarked()) === "%c0 = i32 1; | %c0 = i32 2;";
      await poll("the changed line", differs);
      const summary = workbench.page.locator(".editor.modified .view-line", { hasText: "1 of 1 functions" });
      await summary.waitFor();
    }
    async function compareWithChanged(): Promise<void> {
      await workbench.openFile("factorial.pexe");
      await workbench.command("Bitscope: Compare With");
      await workbench.page.locator(".quick-input-list .monaco-list-row", { hasText: "changed.pexe" }).first().click();
      await differsInTheConstant();
    }
    /** Chooses an item of the context menu that has just opened: it mistakes a click for the end of the one that opened it. */
    async function choose(item: RegExp): Promise<void> {
      const { page } = workbench;
      const found = page.locator(".context-view .action-item", { hasText: item }).first();
      await found.waitFor();
      await poll("the menu to close", async () => {
        if (await found.isVisible()) await found.click({ timeout: 1000 });
        await page.waitForTimeout(200);
        return !(await found.isVisible());
      });
    }
    const tabs = (): Promise<string[]> => workbench.page.locator(".tabs-container .tab").allInnerTexts();

    it("the first file that is ever read, as a change in Source Control, does not lead away from there", async () => {
      const { page } = workbench;
      await page.keyboard.press("Control+Shift+g");
      const resource = page.locator(".scm-view .monaco-list-row", { hasText: "reloaded.pexe" }).first();
      await resource.click();
      await differsInTheConstant();
      assert.ok(await resource.isVisible());
      await page.keyboard.press("Control+Shift+e");
      // It does where the file has an editor of its own.
      assert.equal(await workbench.outlineHeader.getAttribute("aria-expanded"), "false");
      await workbench.openFile("factorial.pexe");
      const expanded = async (): Promise<boolean> =>
        (await workbench.outlineHeader.getAttribute("aria-expanded")) === "true";
      await poll("the outline", expanded);
    });

    it("a change in Source Control shows the assembly of both sides, and marks only the differences", async () => {
      const { page } = workbench;
      await page.keyboard.press("Control+Shift+g");
      const resource = page.locator(".scm-view .monaco-list-row", { hasText: "reloaded.pexe" }).first();
      await resource.waitFor();
      await resource.click();
      await differsInTheConstant();
      if (process.env.BITSCOPE_SHOTS) await page.screenshot({ path: join(process.env.BITSCOPE_SHOTS, "compare.png") });
      await poll("one tab", async () => (await tabs()).length === 1);
      assert.match((await tabs())[0] ?? "", /reloaded\.pexe/);
      await page.keyboard.press("Control+Shift+e");
    });

    it("what was before is on the left, also if the file's own editor is open and so is the first to be ready", async () => {
      const { page } = workbench;
      await workbench.openFile("reloaded.pexe");
      await workbench.command("View: Keep Editor");
      await page.keyboard.press("Control+Shift+g");
      await page.locator(".scm-view .monaco-list-row", { hasText: "reloaded.pexe" }).first().click();
      await differsInTheConstant();
      await page.keyboard.press("Control+Shift+e");
    });

    it("while a comparison is made, neither side shows its own rows", async () => {
      const { page } = workbench;
      await page.keyboard.press("Control+Shift+g");
      await page.locator(".scm-view .monaco-list-row", { hasText: "long.pexe" }).first().click();
      let rows = 0;
      const isThere = async (): Promise<boolean> => {
        if (await workbench.frameWith(".row")) rows++;
        return page.locator(".editor.modified .view-line", { hasText: "of 4 functions" }).isVisible();
      };
      await poll("the comparison", isThere);
      assert.equal(rows, 0);
      await page.keyboard.press("Control+Shift+e");
    });

    it("both sides scroll together", async () => {
      const { page } = workbench;
      const size = page.viewportSize() ?? { width: 1280, height: 1100 };
      await workbench.openFile("factorial.pexe");
      await workbench.command("Bitscope: Compare With");
      const item = page.locator(".quick-input-list .monaco-list-row", { hasText: "changed.pexe" }).first();
      await item.click();
      await differsInTheConstant();
      try {
        await page.setViewportSize({ width: 1280, height: 420 });
        const top = (side: "original" | "modified"): Promise<number> =>
          page
            .locator(`.monaco-diff-editor .editor.${side} .lines-content`)
            .first()
            .evaluate((lines) => lines.getBoundingClientRect().top);
        const before = await top("modified");
        await page.locator(".monaco-diff-editor .editor.original .view-lines").first().hover();
        await page.mouse.wheel(0, 80);
        await poll("the scrolled side", async () => before - (await top("original")) > 20);
        await poll("the other side", async () => (await top("original")) === (await top("modified")));
      } finally {
        await page.setViewportSize(size);
      }
    });

    it("Compare Selected in the Explorer does the same", async () => {
      const { page } = workbench;
      await workbench.openFile("factorial.pexe");
      const row = (name: string) => page.locator(".explorer-folders-view .monaco-list-row", { hasText: name }).first();
      await row("changed.pexe").click({ modifiers: ["Control"] });
      await row("changed.pexe").click({ button: "right" });
      await choose(/^Compare Selected/);
      // VS Code decides which of the two is on the left.
      const differs = async (): Promise<boolean> =>
        (await bothMarked()).split(" | ").sort().join(" | ") === "%c0 = i32 1; | %c0 = i32 2;";
      await poll("the changed line", differs);
    });

    it("a commit in the Timeline shows the assembly before and after it", async () => {
      const { page } = workbench;
      await workbench.openFile("history.pexe");
      const header = page.locator(".pane-header", { hasText: "Timeline" });
      if ((await header.getAttribute("aria-expanded")) !== "true") await header.click();
      const entry = page.locator(".timeline-tree-view .monaco-list-row", { hasText: "second" }).first();
      await entry.waitFor();
      await entry.click();
      await differsInTheConstant();
      await header.click();
    });

    it("Compare With… offers files that are open, were read, or are in the workspace", async () => {
      const { page } = workbench;
      await workbench.openFile("factorial.pexe");
      await workbench.command("Bitscope: Compare With");
      const items = page.locator(".quick-input-list .monaco-list-row");
      const item = items.filter({ hasText: "changed.pexe" }).first();
      await item.waitFor();
      await items.filter({ hasText: "Browse…" }).waitFor();
      // VS Code's list keeps its rows in the order in which it has made them.
      const texts = await items.evaluateAll((rows: HTMLElement[]) =>
        rows
          .sort((a, b) => Number(a.getAttribute("data-index")) - Number(b.getAttribute("data-index")))
          .map((row) => row.innerText),
      );
      const endings = texts.map((text) => /\.(\w+)/.exec(text)?.[1]);
      // Files of another kind come last, and each kind is told by its name.
      const firstOther = endings.findIndex((ending) => ending !== "pexe");
      assert.ok(firstOther > 1 && !endings.slice(firstOther).includes("pexe"), endings.join());
      await item.click();
      await differsInTheConstant();
      const language = page.locator("#status\\.editor\\.mode");
      await poll("the language", async () => /Bitscope Assembly/.test((await language.textContent()) ?? ""));
    });

    it("F12 on a name leads to the line that defines it, which a hover shows", async () => {
      const { page } = workbench;
      await compareWithChanged();
      const side = page.locator(".monaco-diff-editor .editor.modified");
      const use = side.locator(".view-line span span", { hasText: /^%c0$/ }).last();
      const hover = page.locator(".monaco-hover", { hasText: "%c0 = i32 2;" }).first();
      const isHovered = async (): Promise<boolean> => {
        await use.hover();
        await page.waitForTimeout(1000);
        return hover.isVisible();
      };
      await poll("the hover", isHovered);
      await use.click();
      await page.keyboard.press("F12");
      const current = side.locator(".view-overlays .current-line").first();
      const defined = side.locator(".view-line", { hasText: "%c0 = i32 2;" }).first();
      const top = async (what: typeof current): Promise<number> => (await what.boundingBox())?.y ?? -1;
      await poll("the defining line", async () => Math.abs((await top(current)) - (await top(defined))) < 2);
    });

    it("Show in Bitscope leads from a line to its record, in the editor of that side's file", async () => {
      const { page } = workbench;
      await compareWithChanged();
      const line = page.locator(".monaco-diff-editor .editor.modified .view-line", { hasText: "%c0 = i32 2;" }).first();
      await line.click({ button: "right" });
      await choose(/^Show in Bitscope/);
      const listing = await workbench.listing("changed.pexe");
      await listing.cursorOn("%c0 = i32 2;");
    });

    it("the outline lists the functions that differ, and goes to them; so does Go to Changed Function", async () => {
      const { page } = workbench;
      await compareWithChanged();
      const rows = await workbench.outline();
      // Until the comparison is made, the outline lists the functions of the file.
      const changed = rows.filter({ hasText: /^fact.*2 lines differ/ }).first();
      await changed.waitFor();
      const line = page.locator("#status\\.editor\\.selection");
      const isAt = async (): Promise<boolean> => /Ln 6,/.test((await line.textContent()) ?? "");
      await page.locator(".editor.modified .view-line", { hasText: "1 of 1 functions" }).click();
      await poll("the first line", async () => !(await isAt()));
      await changed.click();
      await poll("the function", isAt);
      await page.locator(".editor.modified .view-line").first().click();
      await workbench.command("Bitscope: Go to Changed Function");
      const pick = page.locator(".quick-input-list .monaco-list-row", { hasText: "fact" }).first();
      await pick.click();
      await poll("the function again", isAt);
      await workbench.command("View: Close All Editors");
      await changed.waitFor({ state: "detached" });
    });
  },
  { settings: { "git.enabled": true, "git.openRepositoryInParentFolders": "always" }, prepare: makeRepository },
);
