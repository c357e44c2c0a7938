/**
 * Measures response times in a real VS Code: `npm run bench:editor -- FILE…` prints a row for each file, by default for
 * the samples. Times are milliseconds in the page, from the key or click (the event's own time) to the first frame with
 * the result; medians of several runs. Opening counts from the click in the Explorer, so it includes VS Code's own
 * creation of an editor.
 */
import { cpSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join, resolve } from "node:path";
import { installHost } from "./install";
import { poll, startServer } from "./server";
import type { Listing } from "./workbench";
import { startBrowser, Workbench } from "./workbench";

const ROOT = resolve(__dirname, "../../..");
/** Runs of each step. */
const TIMES = Number(process.env.BITSCOPE_BENCH_TIMES ?? 5);
/** Time limit of each step (ms). */
const PATIENCE = 180000;
/** The background work has ended if it has not been shown for this long (ms); its parts follow each other. */
const QUIET = 4000;
/** The text to search for; every kind of file contains it. */
const WANTED = process.env.BITSCOPE_BENCH_FIND ?? "add";

/** An action of a reader: returns its time (ms), undefined if it is not possible in the file. */
type Step = (listing: Listing, workbench: Workbench) => Promise<number | undefined>;
/** A JavaScript expression for the page. */
type Condition = string;

const CURSOR = "document.querySelector('.rows > .row.cursor')?.id";
const TOP = "document.querySelector('.rows > .row')?.id";
/** The view has rows, and none is still being loaded. */
const ARE_THERE = "document.querySelector('.rows > .row') && !document.querySelector('.rows.late')";
const COUNT = "(document.querySelector('.find .count')?.textContent ?? '')";

function median(times: readonly number[]): number {
  return [...times].sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0;
}

/** The time from the last key or click in the page to the first frame in which a condition holds. */
async function watched({ frame }: Listing, act: () => Promise<unknown>, isSo: Condition): Promise<number> {
  await frame.evaluate(`(() => {
    let from;
    const note = (event) => (from = event.timeStamp);
    const events = ["keydown", "pointerdown", "input"];
    for (const event of events) addEventListener(event, note, true);
    globalThis.watch = new Promise((resolve) => {
      const look = () => {
        if (from === undefined || !(${isSo})) return requestAnimationFrame(look);
        for (const event of events) removeEventListener(event, note, true);
        resolve(performance.now() - from);
      };
      requestAnimationFrame(look);
    });
  })()`);
  await act();
  const late = new Promise<never>((_resolve, reject) =>
    setTimeout(() => reject(new Error(`never came to be so: ${isSo}`)), PATIENCE).unref(),
  );
  return Number(await Promise.race([frame.evaluate("globalThis.watch"), late]));
}

/** The median of several runs; `between` restores the state for the next one. */
async function several(
  listing: Listing,
  act: () => Promise<unknown>,
  isSo: Condition,
  between: () => Promise<unknown>,
): Promise<number> {
  const times: number[] = [];
  for (let time = 0; time < TIMES; time++) {
    times.push(await watched(listing, act, isSo));
    await between();
    await listing.frame.waitForTimeout(200);
  }
  return median(times);
}

const shown = (listing: Listing, expression: string): Promise<unknown> => listing.frame.evaluate(expression);
const toRows = (listing: Listing): Promise<void> => listing.locate(".rows").focus();

/** An action without host and worker: it shows how busy the machine is, as a basis for the others. */
const nextRow: Step = async (listing) => {
  await toRows(listing);
  const note = (): Promise<unknown> => shown(listing, `globalThis.row = ${CURSOR}`);
  await note();
  return several(listing, () => listing.press("ArrowDown"), `${CURSOR} !== globalThis.row`, note);
};

const hover: Step = async (listing) => {
  await toRows(listing);
  await listing.press("ArrowRight");
  const open = "!document.querySelector('#hover').classList.contains('hidden')";
  const act = (): Promise<unknown> => listing.press("Control+k").then(() => listing.press("Control+i"));
  return several(listing, act, open, () => listing.press("Escape").then(() => toRows(listing)));
};

/** F12 on the first link in view, and the way back. */
const definition: Step = async (listing) => {
  const names = listing.locate(".rows > .row .assembly .t.target:is(.k-global, .k-local, .k-block, .k-metadata)");
  for (let index = 0; index < Math.min(40, await names.count()); index++) {
    const row = await names.nth(index).evaluate((name) => name.closest(".row")?.id ?? "");
    await names.nth(index).click();
    // Until the click has moved the cursor, its own move would seem to come from F12.
    await listing.locate(`.row.cursor[id="${row}"]`).waitFor({ timeout: PATIENCE });
    const here = await shown(listing, CURSOR);
    await listing.press("F12");
    const leads = poll("another row", async () => (await shown(listing, CURSOR)) !== here, 5000);
    if (!(await leads.catch(() => false))) continue;
    await listing.press("Alt+ArrowLeft");
    await poll("back", async () => (await shown(listing, CURSOR)) === here, PATIENCE);
    const away = `${CURSOR} !== ${JSON.stringify(here)} && ${ARE_THERE}`;
    const back = (): Promise<unknown> =>
      listing
        .press("Alt+ArrowLeft")
        .then(() => poll("back", async () => (await shown(listing, CURSOR)) === here, PATIENCE));
    return several(listing, () => listing.press("F12"), away, back);
  }
  return undefined;
};

const fold: Step = async (listing) => {
  await toRows(listing);
  const closed = "document.querySelectorAll('.row .fold.closed').length";
  const open = "document.querySelectorAll('.row .fold.open').length";
  const [before, others] = [await shown(listing, closed), await shown(listing, open)];
  if (others === 0) return undefined;
  const isClosed = `${closed} !== ${Number(before)} || ${open} !== ${Number(others)}`;
  const again = async (): Promise<void> => {
    await listing.press("Control+Shift+]");
    // What follows needs the rows again, however long they take.
    await poll("the unfolded rows", async () => !(await shown(listing, isClosed)), PATIENCE);
  };
  await listing.locate(".row:has(.fold.open) .assembly").first().click();
  return several(listing, () => listing.press("Control+Shift+["), isClosed, again);
};

const thumb: Step = async (listing, { page }) => {
  const bar = await listing.locate(".scrollbar.vertical").boundingBox();
  if (!bar) return undefined;
  const press = (share: number): Promise<void> =>
    page.mouse.click(bar.x + bar.width / 2, bar.y + bar.height * share, { delay: 5 });
  // The lines of what has not been seen are estimated: only the beginning is where it was.
  const toTop = (): Promise<void> => toRows(listing).then(() => listing.press("Control+Home"));
  await toTop();
  await listing.frame.waitForTimeout(1000);
  const before = JSON.stringify(await shown(listing, TOP));
  await press(0.5);
  const moved = poll("another row", async () => JSON.stringify(await shown(listing, TOP)) !== before, 5000);
  // A file that fits in the view cannot scroll.
  if (!(await moved.catch(() => false))) return undefined;
  const back = async (): Promise<void> => {
    await toTop();
    await poll("the top", async () => JSON.stringify(await shown(listing, TOP)) === before, PATIENCE);
  };
  await back();
  return several(listing, () => press(0.5), `${TOP} !== ${before} && ${ARE_THERE}`, back);
};

/** To the other arrangement; measured once in each direction. */
const arrangement: Step = async (listing) => {
  await toRows(listing);
  const records = "document.querySelector('.listing').classList.contains('no-record')";
  const now = await shown(listing, records);
  const back = async (): Promise<void> => {
    await listing.press("Alt+a");
    await poll("the arrangement", async () => (await shown(listing, records)) === now, PATIENCE);
  };
  return several(listing, () => listing.press("Alt+a"), `${records} !== ${String(now)} && ${ARE_THERE}`, back);
};

const firstHit: Step = async (listing) => {
  await toRows(listing);
  await listing.press("Control+f");
  const input = listing.locate(".find input");
  const one = await several(
    listing,
    () => input.fill(WANTED),
    `/\\d of \\d/.test(${COUNT})`,
    () => input.fill(""),
  );
  return one;
};
const allHits: Step = async (listing) => {
  const input = listing.locate(".find input");
  await input.fill("");
  // Only once: it reads the complete file.
  const all = `/^(\\d[\\d.,]* of [\\d.,]+\\+?|No results)$/.test(${COUNT})`;
  const time = await watched(listing, () => input.fill(WANTED), all);
  await listing.press("Escape");
  return time;
};

const STEPS: Readonly<Record<string, Step>> = {
  "next row": nextRow,
  hover,
  F12: definition,
  fold,
  "thumb to the middle": thumb,
  "other arrangement": arrangement,
  "first hit": firstHit,
  "all hits": allHits,
};

/** Goes to a row of code with names: the overview's largest function, otherwise the middle of the file. */
async function toCode(listing: Listing, { page }: Workbench): Promise<void> {
  await toRows(listing);
  // Waits for numbers that need the complete file, so that they do not disturb the measurement.
  await page.waitForTimeout(2000);
  const working = page.locator("#bitscope\\.work", { hasText: "%" });
  let quietSince = Date.now();
  const isQuiet = async (): Promise<boolean> => {
    if (await working.isVisible()) quietSince = Date.now();
    return Date.now() - quietSince > QUIET;
  };
  await poll("the end of the background work", isQuiet, PATIENCE);
  const largest = listing.locate(".overview-function").first();
  if ((await largest.count()) > 0) await largest.click();
  else await listing.press("Control+Home");
  await toRows(listing);
  for (let row = 0; row < 3; row++) await listing.press("ArrowDown");
  await page.waitForTimeout(500);
}

async function measure(workbench: Workbench, name: string): Promise<readonly string[]> {
  const opening = performance.now();
  await workbench.clickFile(name);
  const listing = await workbench.listing(name);
  const cells = [(performance.now() - opening).toFixed(0)];
  await toCode(listing, workbench);
  for (const [title, step] of Object.entries(STEPS)) {
    const time = await step(listing, workbench).catch((error: unknown) => {
      console.error(`${name}: ${title}: ${String(error).split("\n")[0] ?? ""}`);
      return NaN;
    });
    cells.push(time === undefined ? "" : time.toFixed(0));
  }
  return cells;
}

async function main(): Promise<void> {
  const samples = ["factorial.bc", "factorial.pexe", "sampler.mlirbc"].map((name) => join(ROOT, "samples", name));
  const files = process.argv.length > 2 ? process.argv.slice(2) : samples;
  const folder = mkdtempSync(join(tmpdir(), "bitscope-bench-"));
  for (const file of files) cpSync(file, join(folder, basename(file)));
  const server = await startServer(installHost(process.env.BITSCOPE_VSCODE_CACHE ?? join(ROOT, ".cache/vscode")));
  const browser = await startBrowser();
  try {
    const heads = ["file", "size", "click to rows", ...Object.keys(STEPS)];
    console.log(`| ${heads.join(" | ")} |\n| --- |${" --: |".repeat(heads.length - 1)}`);
    for (const file of files) {
      const workbench = await Workbench.open(browser, server, folder, ROOT);
      const cells = await measure(workbench, basename(file));
      await workbench.close();
      console.log(`| ${[basename(file), `${(statSync(file).size / 1e6).toFixed(2)} MB`, ...cells].join(" | ")} |`);
    }
  } finally {
    await browser.close();
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

main().catch((error: unknown) => {
  console.error(String(error));
  process.exit(1);
});
