/** A workbench in a browser, operated like a user: by clicks and keys. */
import { format } from "node:util";
import type { Browser, BrowserContext, Frame, Locator, Page } from "playwright-core";
import { chromium } from "playwright-core";
import { findBrowser } from "./install";
import type { Server } from "./server";
import { poll, SOON, workbenchUrl } from "./server";

const FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];
/** What the workbench itself writes to the console. */
const NOISE = /^\[|socket|connection token|builtin extensions|Canceled/;
/** A cold start takes up to 18 s on two cores. */
const COLD = 90000;
/** Large enough for a complete sample. */
const VIEWPORT = { width: 1280, height: 1100 };
/** Limit for one step of what is tried again (ms). */
const BRIEF = 4000;
/** After this time, a menu takes clicks (ms): VS Code's waits 100, lest the button that opened it chooses at once. */
const MENU_READY = 200;
/** How many consecutive checks (50 ms apart or more) must see the rows unchanged before they count as still. */
const STILL = 6;

/** Starts the browser. */
export function startBrowser(headless = true): Promise<Browser> {
  return chromium.launch({ executablePath: findBrowser(), headless, args: FLAGS });
}

/** A row of the listing as it is on the screen. */
export interface ShownRow {
  readonly position: string;
  readonly record: string;
  readonly assembly: string;
}

/** One window. */
export class Workbench {
  private constructor(
    readonly page: Page,
    private readonly context: BrowserContext,
  ) {}

  /** Opens a folder (with a file in it) with the extension; ready when its view and its editors are there. */
  static async open(
    browser: Browser,
    server: Server,
    folder: string,
    extension: string | undefined,
  ): Promise<Workbench> {
    // A context of its own, since layout and open editors are stored in it.
    const context = await browser.newContext({ viewport: VIEWPORT });
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    context.setDefaultTimeout(SOON);
    const page = await context.newPage();
    await page.goto(workbenchUrl(server, folder, extension), { timeout: COLD });
    const workbench = new Workbench(page, context);
    await workbench.ready();
    return workbench;
  }
  /**
   * Loads the window anew, as F5 does in a browser; ready as after {@link open}. VS Code may not have stored yet which
   * editors are open.
   */
  async reload(): Promise<void> {
    await this.page.reload({ timeout: COLD });
    await this.ready();
  }
  private async ready(): Promise<void> {
    await this.outlineHeader.waitFor({ timeout: COLD });
    await poll("the editor among those for a file", () => this.offersEditor(), COLD);
  }
  /** Closes the window, after leaving the page, so that the server releases it. */
  async close(): Promise<void> {
    await this.page.goto("about:blank");
    await this.context.close();
  }

  /**
   * Whether our editor can be chosen for a file: VS Code registers the editors of an extension some time after its views,
   * and until then opens every file as text. Throws if the menu closes meanwhile, as it does when the Explorer refreshes.
   */
  private async offersEditor(): Promise<boolean> {
    const { page } = this;
    const timeout = BRIEF;
    // An attempt that failed may have left its menu, which covers everything, or its list open.
    if (await page.locator(".context-view-block").isVisible()) await page.mouse.click(1, 1);
    await page.keyboard.press("Escape");
    await page
      .locator(".explorer-folders-view .monaco-list-row:not([aria-expanded])")
      .first()
      .click({ button: "right", timeout });
    // A menu takes no click in the first tenth of a second: then the button is not released before.
    const item = page.locator(".monaco-menu .action-item", { hasText: /Open With/ });
    await item.click({ timeout, delay: MENU_READY });
    const box = page.locator(".quick-input-widget");
    await box.locator(".monaco-list-row").first().waitFor({ timeout });
    const isOffered = (await box.locator(".monaco-list-row", { hasText: "Bitscope" }).count()) > 0;
    await page.keyboard.press("Escape");
    await box.waitFor({ state: "hidden", timeout });
    return isOffered;
  }
  get outlineHeader(): Locator {
    return this.page.locator(".pane-header", { hasText: "Bitcode Outline" });
  }
  /** Opens the outline view (it starts collapsed) and returns its rows. */
  async outline(): Promise<Locator> {
    if ((await this.outlineHeader.getAttribute("aria-expanded")) !== "true") await this.outlineHeader.click();
    return this.page.locator(".pane", { has: this.outlineHeader }).locator(".monaco-list-row");
  }
  /** Clicks a file in the explorer. */
  async clickFile(name: string): Promise<void> {
    await this.page.locator(".explorer-folders-view .monaco-list-row", { hasText: name }).first().click();
  }
  /** Clicks a file and waits for its listing. */
  async openFile(name: string): Promise<Listing> {
    await this.clickFile(name);
    return this.listing(name);
  }
  /** The listing of the active editor. */
  async listing(name: string): Promise<Listing> {
    const frame = await poll(`the rows of ${name}`, () => this.frameWith(`[aria-label^="${name}, "] .row`), COLD);
    return new Listing(frame, this.page);
  }
  /** The webview frame that shows something now. */
  async frameWith(selector: string): Promise<Frame | undefined> {
    for (const frame of this.page.frames()) {
      if (!/\/fake\.html/.test(frame.url())) continue;
      const found = frame.locator(selector).first();
      if ((await found.count().catch(() => 0)) > 0 && (await found.isVisible().catch(() => false))) return frame;
    }
    return undefined;
  }
  /**
   * Runs a command by its title from the palette; repeats it, since an opening editor may take the focus. Afterwards the
   * palette is closed, or is the box that the command shows.
   */
  async command(title: string): Promise<void> {
    const input = this.page.locator(".quick-input-widget .quick-input-box input");
    const item = this.page.locator(".quick-input-list .monaco-list-row", { hasText: title }).first();
    const run = async (): Promise<boolean> => {
      await this.page.keyboard.press("F1");
      await input.fill(`>${title}`, { timeout: 3000 });
      await item.click({ timeout: 5000 });
      return true;
    };
    await poll(`the command ${title}`, run);
    const isOver = async (): Promise<boolean> =>
      !(await input.isVisible()) || (await input.inputValue()) !== `>${title}`;
    await poll("the palette's end", isOver);
  }
  /** The text of the clipboard. */
  async clipboard(): Promise<string> {
    return this.page.evaluate(() => navigator.clipboard.readText());
  }
  /** The text of the status bar. */
  async status(pattern: RegExp): Promise<string> {
    const item = this.page.locator(".statusbar-item", { hasText: pattern }).first();
    await item.waitFor();
    return (await item.textContent()) ?? "";
  }
}

/** The listing of one editor. */
export class Listing {
  constructor(
    readonly frame: Frame,
    private readonly page: Page,
  ) {}

  locate(selector: string, text?: string | RegExp): Locator {
    return this.frame.locator(selector, text === undefined ? {} : { hasText: text });
  }
  /** The rows in view. */
  rows(): Promise<ShownRow[]> {
    return this.frame.locator(".rows > .row").evaluateAll((rows) =>
      rows.map((row) => ({
        position: row.querySelector(".position")?.textContent ?? "",
        record: row.querySelector(".record")?.textContent?.trim() ?? "",
        assembly: row.querySelector(".assembly .line-text")?.textContent ?? "",
      })),
    );
  }
  /** A row by a text in it. */
  row(text: string | RegExp): Locator {
    return this.frame.locator(".rows > .row", { hasText: text }).first();
  }
  /** A token by its text; `within`: in the first row with this text. */
  token(text: string, within?: string | RegExp): Locator {
    const row = within === undefined ? this.frame.locator(".rows > .row") : this.row(within);
    return row
      .locator(".t")
      .filter({ hasText: new RegExp(`^\\s*${text.replace(/[$()*+.?[\\\]^{|}]/g, "\\$&")}\\s*$`) })
      .first();
  }
  /** Waits until the rows no longer move: the overview has its size, and all numbers are known. */
  async settled(): Promise<void> {
    let [seen, times] = ["", 0];
    const still = async (): Promise<boolean> => {
      const places = await this.frame
        .locator(".rows > .row")
        .evaluateAll((rows) => JSON.stringify(rows.map((row) => [row.getBoundingClientRect().top, row.textContent])));
      times = places === seen ? times + 1 : 0;
      seen = places;
      return times === STILL;
    };
    await poll("rows that stay where they are", still);
  }
  /** The rows of the record that the cursor is on. */
  async cursor(): Promise<string> {
    const texts = await this.frame.locator(".rows > .row.cursor .assembly .line-text").allTextContents();
    return texts.join("\n");
  }
  /** Waits until the cursor is on a record that holds a text. */
  async cursorOn(text: string | RegExp): Promise<void> {
    await this.frame.locator(".rows > .row.cursor", { hasText: text }).first().waitFor();
  }
  /** Waits until what has changed is drawn: a note appears at once, rows and the cursor with the next frame. */
  async drawn(): Promise<void> {
    const frames = (): Promise<void> =>
      new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve())));
    await this.frame.evaluate(frames);
  }
  /**
   * Waits until the rows have the keyboard. After a palette or menu of the workbench is closed, it gives the keyboard back a
   * moment later (a tenth of a second and more); keys pressed meanwhile are lost.
   */
  async focused(): Promise<void> {
    await this.locate(".rows:focus").waitFor();
  }
  /** Goes to a text with find, and closes find again. */
  async goTo(text: string): Promise<void> {
    await this.press("Control+f");
    await this.locate(".find input").fill(text);
    await this.cursorOn(text);
    await this.press("Escape");
    await this.locate(".rows").focus();
  }
  async press(key: string): Promise<void> {
    await this.page.keyboard.press(key);
  }
}

/** Runs a mocha suite inside the extension host; returns its exit status. */
export async function runInHost(
  browser: Browser,
  server: Server,
  folder: string,
  extension: string,
  suite: string,
  environment: Readonly<Record<string, string>> = {},
): Promise<number> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  let finish: (code: number) => void = () => undefined;
  const done = new Promise<number>((resolve) => (finish = resolve));
  await page.exposeFunction("codeAutomationExit", (code: number) => finish(code));
  await page.exposeFunction("codeAutomationLog", (_type: string, args: unknown[]) => {
    const text = format(...args);
    if (!NOISE.test(text)) console.log(text);
  });
  const late = setTimeout(() => finish(3), 240000);
  late.unref();
  await page.goto(
    workbenchUrl(server, folder, extension, [
      ["extensionTestsPath", suite],
      ["extensionEnvironment", JSON.stringify(environment)],
    ]),
  );
  const code = await done;
  clearTimeout(late);
  await page.goto("about:blank");
  await context.close();
  return code;
}
