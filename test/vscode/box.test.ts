/** Selecting a rectangle in a real VS Code: by mouse and by keys, as in its own editor. */
import { strict as assert } from "node:assert";
import { join } from "node:path";
import { poll } from "../../tools/vscode/server";
import type { Workbench } from "../../tools/vscode/workbench";
import { inVsCode, openedAlone } from "./subject";

inVsCode("a box of characters in VS Code", (subject) => {
  let workbench: Workbench;
  beforeEach(() => {
    ({ workbench } = subject());
  });

  it("Shift+Alt+drag selects it, Ctrl+C copies it, the arrow keys with all modifiers change it, Escape clears it", async () => {
    const { page } = workbench;
    const listing = await openedAlone(workbench, "factorial.bc");
    const place = async (token: string, row: string) => {
      const box = await poll(token, async () => (await listing.token(token, row).boundingBox()) ?? undefined);
      return { x: box.x + 1, y: box.y + box.height / 2, character: box.width / token.length };
    };
    const copied = async (text: string): Promise<void> => {
      await listing.press("Control+c");
      let last = "";
      const same = async (): Promise<boolean> => (last = await workbench.clipboard()) === text;
      await poll(JSON.stringify(text), same).catch(() => assert.equal(last, text));
    };
    await listing.row("%5 = zext").waitFor();
    await listing.token("%3", "%3 = icmp").click({ position: { x: 1, y: 8 } });
    await listing.settled();
    const from = await place("%3", "%3 = icmp");
    const to = await place("%8", "br label %8");
    // Moves the pointer away, so that no hover card is in the way.
    await page.mouse.move(5, 5);
    await listing.locate("#hover.hidden").waitFor({ state: "attached" });
    await page.keyboard.down("Shift");
    await page.keyboard.down("Alt");
    await page.mouse.move(from.x + 40, from.y);
    await page.mouse.down();
    await page.mouse.move(from.x + "%3 = ".length * from.character, to.y, { steps: 5 });
    await page.mouse.up();
    await page.keyboard.up("Alt");
    await page.keyboard.up("Shift");
    if (process.env.BITSCOPE_SHOTS) await page.screenshot({ path: join(process.env.BITSCOPE_SHOTS, "box.png") });
    await copied("%3 = \nbr i1\n\n     \n%5 = \nbr la");
    await listing.press("Control+Shift+Alt+ArrowUp");
    await listing.press("Control+Shift+Alt+ArrowLeft");
    await copied("%3 =\nbr i\n\n    \n%5 =");
    await listing.press("Escape");
    // Without a selection, the cursor's row is copied.
    await listing.press("Control+c");
    await poll("one row", async () => !(await workbench.clipboard()).includes("\n"));
  });
});
