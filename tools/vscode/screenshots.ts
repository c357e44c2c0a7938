/**
 * Takes the README's screenshots from the running product: `node tools/vscode/screenshots.mjs`. Four of them are in the
 * .vsix, so they are committed in 256 colours (`pngquant --nofs --ext .png --force 256 docs/*.png`, or any similar
 * tool): a third of the size, without visible difference.
 */
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { installHost } from "./install";
import { startServer } from "./server";
import type { Listing } from "./workbench";
import { startBrowser, Workbench } from "./workbench";

const ROOT = resolve(__dirname, "../../..");
const TO = join(ROOT, "docs");
const FILE = "factorial.pexe";
const MODULE = "factorial.bc";
const DAMAGED = "damaged.pexe";
const SIZE = { width: 1180, height: 720 };

/** A picture: its file, and what to do before it is taken. */
interface Picture {
  readonly file: string;
  readonly prepare: (listing: Listing, workbench: Workbench) => Promise<void>;
}

/** A line of the module's first function, which the pictures show. */
const LINE = "%13 = icmp slt";

const PICTURES: Readonly<Record<string, Picture>> = {
  assembly: {
    file: MODULE,
    prepare: async (listing) => {
      await listing.token("%3", "br i1 %3").click();
      await listing.locate(".t.use.definition").first().waitFor();
    },
  },
  listing: {
    file: FILE,
    prepare: async (listing) => {
      await listing.press("Control+End");
      await listing.token("%v2", "%v3 = mul").click();
      await listing.locate(".t.use.definition").first().waitFor();
    },
  },
  hover: {
    file: MODULE,
    prepare: async (listing) => {
      await listing.press("PageDown");
      await listing.token("%12", LINE).hover();
      await listing.locate("#hover:not(.hidden) .uses button").waitFor();
    },
  },
  references: {
    file: MODULE,
    prepare: async (listing) => {
      await listing.press("PageDown");
      await listing.token("%12", LINE).click();
      await listing.press("Shift+F12");
      await listing.locate(".hits .title", /^\d+ references/).waitFor();
      await listing.press("F4");
      await listing.cursorOn("%12 = load");
    },
  },
  find: {
    file: MODULE,
    prepare: async (listing) => {
      await listing.press("Control+f");
      await listing.locate(".find input").fill("icmp");
      await listing.locate(".find .count", /^1 of \d+$/).waitFor();
    },
  },
  outline: {
    file: MODULE,
    prepare: async (listing, workbench) => {
      const rows = await workbench.outline();
      await rows.first().waitFor();
      await listing.press("PageDown");
      await listing.token("%13", LINE).click();
      await rows.and(workbench.page.locator(".selected")).first().waitFor();
    },
  },
  damaged: {
    file: DAMAGED,
    prepare: async (listing, workbench) => {
      await workbench.status(/problem/);
      await listing.press("F8");
      await listing.locate(".row.cursor:is(.message, .faulty)").first().waitFor();
    },
  },
};

/** Takes a picture in a fresh window, with the file and the outline as they open. */
async function take(name: string, { file, prepare }: Picture, open: () => Promise<Workbench>): Promise<void> {
  const workbench = await open();
  await workbench.page.setViewportSize(SIZE);
  const listing = await workbench.openFile(file);
  await listing.locate(".row.cursor").first().waitFor();
  await listing.locate(".overview:not([aria-busy])").waitFor();
  // The outline opens by itself the first time, and numbers arrive.
  await workbench.page.waitForTimeout(3000);
  await listing.locate(".rows").focus();
  await prepare(listing, workbench);
  await workbench.page.waitForTimeout(500);
  await workbench.page.screenshot({ path: join(TO, `${name}.png`) });
  await workbench.close();
}

async function main(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "bitscope-samples-"));
  mkdirSync(TO, { recursive: true });
  cpSync(join(ROOT, "samples", FILE), join(folder, FILE));
  cpSync(join(ROOT, "samples", MODULE), join(folder, MODULE));
  writeFileSync(join(folder, DAMAGED), readFileSync(join(folder, FILE)).subarray(0, 140));
  const server = await startServer(installHost(process.env.BITSCOPE_VSCODE_CACHE ?? join(ROOT, ".cache/vscode")));
  const browser = await startBrowser();
  try {
    for (const [name, picture] of Object.entries(PICTURES))
      await take(name, picture, () => Workbench.open(browser, server, folder, ROOT));
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
