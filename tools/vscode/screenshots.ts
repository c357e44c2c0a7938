/** Takes the README's screenshots from the running product: `node tools/vscode/screenshots.mjs`. */
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
const SIZE = { width: 1180, height: 640 };

/** Each picture: what is done before it is taken. */
const PICTURES: Readonly<Record<string, (listing: Listing, workbench: Workbench) => Promise<void>>> = {
  listing: async (listing) => {
    await listing.token("%v2", "%v3 = mul").click();
    await listing.locate(".t.use.definition").first().waitFor();
  },
  hover: async (listing) => {
    await listing.token("%p0", "%v3 = mul").hover();
    await listing.locate("#hover:not(.hidden) .uses button").waitFor();
  },
  references: async (listing) => {
    await listing.token("%p0", "%v3 = mul").click();
    await listing.press("Shift+F12");
    await listing.locate(".hits .title", "4 references").waitFor();
    await listing.press("F4");
    await listing.press("F4");
    await listing.cursorOn("%v0 = icmp");
  },
  find: async (listing) => {
    await listing.press("Control+f");
    await listing.locate(".find input").fill("i32 %p0");
    await listing.locate(".find .count", "of 4").waitFor();
  },
  outline: async (listing, workbench) => {
    const rows = await workbench.outline();
    await rows.first().waitFor();
    await listing.token("%v1", "%v1 = sub").click();
    await rows.and(workbench.page.locator(".selected")).filter({ hasText: "%b2" }).waitFor();
  },
};

async function main(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "bitscope-samples-"));
  mkdirSync(TO, { recursive: true });
  cpSync(join(ROOT, "samples", FILE), join(folder, FILE));
  cpSync(join(ROOT, "samples", MODULE), join(folder, MODULE));
  writeFileSync(join(folder, "damaged.pexe"), readFileSync(join(folder, FILE)).subarray(0, 140));
  const server = await startServer(installHost(join(ROOT, ".cache/vscode")));
  const browser = await startBrowser();
  try {
    const workbench = await Workbench.open(browser, server, folder, ROOT);
    await workbench.page.setViewportSize(SIZE);
    const take = (name: string): Promise<unknown> => workbench.page.screenshot({ path: join(TO, `${name}.png`) });
    const module = await workbench.openFile(MODULE);
    await module.locate(".overview-function").first().waitFor();
    await module.token("%3", "br i1 %3").click();
    await module.locate(".t.use.definition").first().waitFor();
    await take("assembly");
    for (const [name, prepare] of Object.entries(PICTURES)) {
      await workbench.command("View: Close All Editors");
      const listing = await workbench.openFile(FILE);
      await listing.locate(".row.cursor").first().waitFor();
      await listing.locate(".rows").focus();
      await listing.press("Control+End");
      await prepare(listing, workbench);
      await take(name);
    }
    await workbench.command("View: Close All Editors");
    const damaged = await workbench.openFile("damaged.pexe");
    await damaged.locate(".rows").focus();
    await damaged.press("Control+End");
    await damaged.locate(".row.message, .row.faulty").first().waitFor();
    await workbench.status(/problem/);
    await take("damaged");
    await workbench.close();
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
