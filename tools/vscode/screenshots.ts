/**
 * Takes the README's screenshots from the running product: `node tools/vscode/screenshots.mjs [NAME…]`. Four of them are in the
 * .vsix, so they are committed in 64 colours (`pngquant --nofs --ext .png --force 64 docs/*.png`, or any similar
 * tool) and as lossless WebP (`cwebp -lossless -z 9 docs/NAME.png -o docs/NAME.webp`): a quarter of the size, without
 * visible difference.
 */
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { installHost } from "./install";
import { poll, startServer } from "./server";
import type { Listing } from "./workbench";
import { startBrowser, Workbench } from "./workbench";

const ROOT = resolve(__dirname, "../../..");
const TO = join(ROOT, "docs");
const FILE = "factorial.pexe";
const MODULE = "factorial.bc";
const CHANGED = "changed.bc";
const MLIR = "sampler.mlirbc";
const DAMAGED = "damaged.pexe";
const SIZE = { width: 1180, height: 720 };
/** For two editors. */
const WIDE = { width: 1440, height: 720 };
const LIGHT = "Light Modern";
const DARK = "Dark Modern";
/** What only this host shows, and no user's VS Code. */
const HOST = "#status\\.workbench\\.keyboardLayout, #status\\.forwardedPorts, .window-title { display: none }";

/** A picture: its file, its theme, and what to do before it is taken. */
interface Picture {
  readonly file: string;
  readonly theme: typeof LIGHT | typeof DARK;
  readonly size?: typeof SIZE;
  readonly prepare: (listing: Listing, workbench: Workbench) => Promise<void>;
}

/** A line of the module's first function, which the pictures show. */
const LINE = "%13 = icmp slt";

const PICTURES: Readonly<Record<string, Picture>> = {
  assembly: {
    file: MODULE,
    theme: LIGHT,
    prepare: async (listing) => {
      await listing.token("%3", "br i1 %3").click();
      await listing.locate(".t.use.definition").first().waitFor();
    },
  },
  listing: {
    file: FILE,
    theme: LIGHT,
    prepare: async (listing) => {
      await listing.press("Control+End");
      await listing.token("%v2", "%v3 = mul").click();
      await listing.locate(".t.use.definition").first().waitFor();
    },
  },
  hover: {
    file: MODULE,
    theme: DARK,
    prepare: async (listing) => {
      await listing.press("PageDown");
      await listing.token("slt", LINE).hover();
      await listing.locate("#hover:not(.hidden) .words").waitFor();
    },
  },
  references: {
    file: MODULE,
    theme: LIGHT,
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
    theme: DARK,
    prepare: async (listing) => {
      await listing.press("Control+f");
      await listing.locate(".find input").fill("icmp");
      await listing.locate(".find .count", /^1 of \d+$/).waitFor();
    },
  },
  outline: {
    file: MODULE,
    theme: LIGHT,
    prepare: async (listing, workbench) => {
      const rows = await workbench.outline();
      await rows.first().waitFor();
      await listing.press("PageDown");
      await listing.token("%13", LINE).click();
      await rows.and(workbench.page.locator(".selected")).first().waitFor();
    },
  },
  mlir: {
    file: MLIR,
    theme: DARK,
    prepare: async (listing) => {
      await listing.token("%23#1").click();
      await listing.locate(".t.use.definition").first().waitFor();
    },
  },
  beside: {
    file: MODULE,
    theme: LIGHT,
    size: WIDE,
    prepare: async (listing, workbench) => {
      await listing.goTo(LINE);
      await listing.press("Control+k");
      await listing.press("v");
      const records = await poll("the records", () => workbench.frameWith(".listing:not(.no-record) .row"), 20000);
      await records.locator(".row.cursor", { hasText: "<28, " }).waitFor();
      await listing.token("%12", LINE).click();
      await workbench.page.mouse.move(0, 0);
    },
  },
  graph: {
    file: MODULE,
    theme: DARK,
    size: WIDE,
    prepare: async (listing, workbench) => {
      await listing.goTo(LINE);
      await listing.press("Control+k");
      await workbench.page.keyboard.press("g");
      await listing.locate(".block.current .row").first().waitFor();
      await workbench.page.waitForTimeout(1000);
    },
  },
  compare: {
    file: MODULE,
    theme: DARK,
    size: WIDE,
    prepare: async (_listing, workbench) => {
      await workbench.command("Bitscope: Compare With");
      await workbench.page.locator(".quick-input-list .monaco-list-row", { hasText: CHANGED }).first().click();
      await workbench.page.locator(".editor.modified .line-insert").first().waitFor();
    },
  },
  damaged: {
    file: DAMAGED,
    theme: DARK,
    prepare: async (listing, workbench) => {
      await workbench.status(/problem/);
      await listing.press("F8");
      await listing.locate(".row.cursor:is(.message, .faulty)").first().waitFor();
    },
  },
};

/** Takes a picture in a fresh window, with the file and the outline as they open. */
async function take(
  name: string,
  picture: Picture,
  open: () => Promise<Workbench>,
  look: (theme?: string) => void,
): Promise<void> {
  const { file, theme, size = SIZE, prepare } = picture;
  // A theme that is set before a window opens is not always used.
  look();
  const workbench = await open();
  await workbench.page.setViewportSize(size);
  await workbench.page.addStyleTag({ content: HOST });
  look(theme);
  await workbench.page.locator(`.monaco-workbench.${theme === DARK ? "vs-dark" : "vs"}`).waitFor();
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

/** The module with another comparison and another constant. */
function changedModule(): Uint8Array {
  const bytes = new Uint8Array(readFileSync(join(ROOT, "samples", MODULE)));
  // `%13 = icmp slt` has its predicate at 4033:4, fixed(6), lowest bit first: 40 is slt, 41 is sle.
  bytes[4033] = (bytes[4033] ?? 0) | 0x10;
  // `i32 9` has its value at 3707:0, vbr(8), doubled because of its sign.
  bytes[3707] = 26;
  return bytes;
}

async function main(): Promise<void> {
  const data = mkdtempSync(join(tmpdir(), "bitscope-screenshots-"));
  const folder = join(data, "samples");
  mkdirSync(folder);
  mkdirSync(TO, { recursive: true });
  cpSync(join(ROOT, "samples", FILE), join(folder, FILE));
  cpSync(join(ROOT, "samples", MODULE), join(folder, MODULE));
  cpSync(join(ROOT, "samples", MLIR), join(folder, MLIR));
  writeFileSync(join(folder, CHANGED), changedModule());
  writeFileSync(join(folder, DAMAGED), readFileSync(join(folder, FILE)).subarray(0, 140));
  const server = await startServer(installHost(process.env.BITSCOPE_VSCODE_CACHE ?? join(ROOT, ".cache/vscode")));
  const settings = JSON.parse(readFileSync(server.settingsFile, "utf8")) as object;
  const look = (theme?: string): void =>
    writeFileSync(
      server.settingsFile,
      JSON.stringify({ ...settings, "window.commandCenter": false, "workbench.colorTheme": theme }),
    );
  const wanted = process.argv.slice(2);
  const browser = await startBrowser();
  try {
    for (const [name, picture] of Object.entries(PICTURES)) {
      if (wanted.length > 0 && !wanted.includes(name)) continue;
      await take(name, picture, () => Workbench.open(browser, server, folder, ROOT), look);
    }
  } finally {
    await browser.close();
    await server.stop();
    rmSync(data, { recursive: true, force: true });
  }
}

main().catch((error: unknown) => {
  console.error(String(error));
  process.exit(1);
});
