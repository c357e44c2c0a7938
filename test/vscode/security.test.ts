/** What a file's strings and other pages could do to the editor (SECURITY.md), tried in a real VS Code. */
import * as assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Frame } from "playwright-core";
import type { Listing, Workbench } from "../../tools/vscode/workbench";
import { irMagic } from "../support/bitWriter";
import { chars, member, MODULE } from "../support/boxes";
import { mlirModule, varint } from "../support/mlirWriter";
import { inVsCode, openedAlone } from "./subject";

/** How long to wait for something that must not happen (ms). */
const A_WHILE = 1000;
const HTML = `<img src=x onerror="window.owned=1"><script>window.owned=1</script>`;
/** Right-to-left override: what follows it would be drawn backwards. */
const BIDI = "safe\u202ecod.exe";
const utf8 = (text: string): number[] => [...new TextEncoder().encode(text)];

/** An LLVM module with such a function name, and such strings in its metadata. */
function llvmModule(): Uint8Array {
  const name = utf8(HTML);
  const bidi = utf8(BIDI);
  const out = irMagic().enter(8, 3).record(1, 2);
  out.enter(17, 4).record(1, 2).record(2).record(21, 0, 0).end();
  out.record(8, 0, name.length, 1, 0, 1, 0, 0, 0, 0, 0, 0);
  out.record(8, name.length, bidi.length, 1, 0, 1, 0, 0, 0, 0, 0, 0);
  out
    .enter(15, 4)
    .record(1, ...name)
    .record(3, 1)
    .record(4, ...utf8("named"))
    .record(10, 1)
    .end();
  out
    .end()
    .enter(23, 3)
    .define(1, "blob")
    .use(4)
    .vbr(name.length + bidi.length, 6)
    .align32();
  for (const byte of [...name, ...bidi]) out.fixed(byte, 8);
  return out.align32().end().done();
}
/** An MLIR module with an op of such a name. */
function mlirOp(): Uint8Array {
  const op = [...varint(1), 0x00, ...varint(0)];
  return mlirModule({ ops: [["builtin", ["module", HTML]]], ir: [...varint(2), ...op] });
}

function makeFiles(folder: string): void {
  writeFileSync(join(folder, "evil.bc"), llvmModule());
  writeFileSync(join(folder, "evil.mlirbc"), mlirOp());
  const named = member(`#1/${HTML.length}`, [...chars(HTML), ...MODULE]);
  writeFileSync(join(folder, "evil.metallib"), Uint8Array.from([...chars("!<arch>\n"), ...named]));
}

inVsCode(
  "a hostile file in VS Code",
  (subject) => {
    let workbench: Workbench;
    beforeEach(() => {
      ({ workbench } = subject());
    });
    const opened = (name: string): Promise<Listing> => openedAlone(workbench, name);
    const owned = (frame: Frame): Promise<unknown> => frame.evaluate(() => (globalThis as { owned?: unknown }).owned);
    async function isHarmless(listing: Listing): Promise<void> {
      await workbench.page.waitForTimeout(A_WHILE);
      assert.equal(await listing.locate("img, body script:not([src])").count(), 0);
      assert.equal(await owned(listing.frame), undefined);
    }

    for (const name of ["evil.bc", "evil.mlirbc", "evil.metallib"])
      it(`HTML in a name of ${name} is text, in the rows, the outline and the hover`, async () => {
        const listing = await opened(name);
        const row = listing.row("<img src=x");
        await row.waitFor();
        await row.locator(".t", { hasText: "<img" }).first().hover();
        await isHarmless(listing);
        assert.equal(await workbench.page.locator("img[src=x]").count(), 0);
      });

    it("a direction control is shown as its code", async () => {
      const listing = await opened("evil.bc");
      const row = listing.row("cod.exe");
      await row.waitFor();
      const text = (await row.textContent()) ?? "";
      assert.ok(!text.includes("\u202e"), text);
      assert.match(text, /U\+202E|\\E2\\80\\AE/);
    });

    it("the page's policy blocks foreign scripts, styles and addresses", async () => {
      const { frame } = await opened("factorial.bc");
      const done = await frame.evaluate(async () => {
        const failed: Record<string, boolean> = {};
        const fails = async (what: string, work: () => unknown): Promise<void> => {
          failed[what] = await Promise.resolve()
            .then(work)
            .then(
              () => false,
              () => true,
            );
        };
        await fails("markup", () => (document.createElement("div").innerHTML = "<b>x</b>"));
        await fails("script", () => (document.createElement("script").text = "window.owned=1"));
        const { trustedTypes } = window as unknown as {
          trustedTypes: { createPolicy(name: string, rules: object): unknown };
        };
        await fails("a policy", () => trustedTypes.createPolicy("x", { createHTML: (text: string) => text }));
        await fails("an address", () => fetch("https://example.org/"));
        return failed;
      });
      assert.deepEqual(done, { markup: true, script: true, "a policy": true, "an address": true });
      const tries = await frame.evaluate(() => {
        const style = document.createElement("style");
        style.textContent = "body { outline: 7px solid red }";
        document.head.append(style);
        const outline = getComputedStyle(document.body).outlineWidth;
        style.remove();
        const button = document.createElement("button");
        try {
          button.setAttribute("onclick", "window.owned=1");
        } catch {
          // Refused already, which is as good.
        }
        document.body.append(button);
        button.click();
        button.remove();
        return { outline, owned: (globalThis as { owned?: unknown }).owned };
      });
      assert.notEqual(tries.outline, "7px");
      assert.equal(tries.owned, undefined);
    });

    it("messages from anyone but the host are ignored", async () => {
      const listing = await opened("factorial.bc");
      await listing.locate(".listing.no-record").waitFor();
      const event = { type: "event", event: { kind: "command", command: "switchArrangement" } };
      await listing.frame.evaluate((data) => window.postMessage(data, "*"), event);
      await listing.frame.evaluate((data) => {
        const frame = document.createElement("iframe");
        document.body.append(frame);
        window.dispatchEvent(new MessageEvent("message", { data, source: frame.contentWindow, origin: "https://x.y" }));
        frame.remove();
      }, event);
      await listing.frame.evaluate(() => window.postMessage(null, "*"));
      await workbench.page.waitForTimeout(A_WHILE);
      assert.equal(await listing.locate(".listing.no-record").count(), 1);
    });
  },
  { prepare: makeFiles },
);
