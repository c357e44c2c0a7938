/** The rows on a touch screen. */
import * as assert from "node:assert/strict";
import { poll } from "../../tools/vscode/server";
import type { Listing } from "../../tools/vscode/workbench";
import { inVsCode, openedAlone } from "./subject";

/** How far a finger moves to the left and up (pixels), and how long it then rests (ms). */
interface Way {
  readonly left?: number;
  readonly up?: number;
  readonly rests?: number;
}

/** Fingers at the middle of the rows. */
async function fingersOn(listing: Listing): Promise<{ drag(way: Way): Promise<void>; readonly y: number }> {
  const page = listing.frame.page();
  const cdp = await page.context().newCDPSession(page);
  const box = await listing.locate(".rows").boundingBox();
  assert.ok(box);
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  const send = (type: "touchStart" | "touchMove" | "touchEnd", ...touchPoints: { x: number; y: number }[]) =>
    cdp.send("Input.dispatchTouchEvent", { type, touchPoints });
  const drag = async ({ left = 0, up = 0, rests = 0 }: Way): Promise<void> => {
    await send("touchStart", { x, y });
    for (let part = 0.1; part < 1; part += 0.1) await send("touchMove", { x: x - left * part, y: y - up * part });
    await page.waitForTimeout(rests);
    await send("touchEnd");
  };
  return { drag, y };
}

inVsCode("a touch screen in VS Code", (subject) => {
  const first = async (listing: Listing): Promise<string | null> =>
    listing.locate(".rows > .row").first().textContent();
  const across = (listing: Listing): Promise<number> =>
    listing
      .locate(".rows > .row .line-text")
      .first()
      .evaluate((text) => -new DOMMatrix(getComputedStyle(text).transform).e);

  it("a finger scrolls the rows down or across, and lets them run on", async () => {
    const listing = await openedAlone(subject().workbench, "factorial.bc");
    await listing.settled();
    const { drag } = await fingersOn(listing);
    const atFirst = await first(listing);
    // A finger that has rested lets nothing run on.
    await drag({ up: 150, rests: 300 });
    await poll("rows further down", async () => (await first(listing)) !== atFirst);
    await listing.settled();
    assert.equal(Math.abs(await across(listing)), 0);
    // On a busy machine the finger may be lifted so late that it has rested.
    let up = 60;
    await poll("rows that run on", async () => {
      await drag({ up: (up = -up) });
      await listing.drawn();
      const lifted = await first(listing);
      await listing.settled();
      return (await first(listing)) !== lifted;
    });
    const there = await first(listing);
    await drag({ left: 100, up: 5, rests: 300 });
    await poll("the ends of lines", async () => (await across(listing)) > 50);
    assert.equal(await first(listing), there);
  });

  it("a tap sets the cursor", async () => {
    const listing = await openedAlone(subject().workbench, "factorial.bc");
    await listing.settled();
    const { drag, y } = await fingersOn(listing);
    await drag({});
    await poll("the cursor under the finger", async () => {
      // A row may have several lines.
      const lines = await listing.locate(".row.cursor").all();
      const boxes = await Promise.all(lines.map((line) => line.boundingBox()));
      return boxes.some((box) => box !== null && box.y <= y && box.y + box.height > y);
    });
  });
});
