/** Reads MLIR bytecode in a real VS Code like a compiler engineer. */
import * as assert from "node:assert/strict";
import { poll } from "../../tools/vscode/server";
import type { Listing, Workbench } from "../../tools/vscode/workbench";
import { inVsCode } from "./subject";

/** Text of a row that occurs once: an op of the sampler at which each test starts. */
const LOAD = '"memref.load"(';

/** The pointer's cards come, and go, within this time (ms). */
const LONGER_THAN_HOVERS = 1500;

inVsCode("MLIR in VS Code", (subject) => {
  let workbench: Workbench;
  beforeEach(() => {
    ({ workbench } = subject());
  });

  /** Opens the sampler in a fresh editor, in its records. */
  async function inRecords(): Promise<Listing> {
    await workbench.command("View: Close All Editors");
    const listing = await workbench.openFile("sampler.mlirbc");
    // The view returns to its last place, which need not show the cursor.
    await listing.locate(".rows").focus();
    await listing.press("Control+Home");
    await listing.locate(".row.cursor").first().waitFor();
    // It opens in its assembly, or in what it was shown in last.
    if ((await listing.locate(".listing.no-record").count()) > 0) await listing.press("Alt+a");
    await listing.locate(".row.cursor .record .t").first().waitFor();
    return listing;
  }
  /** … with everything unfolded, at the load in its loop. */
  async function sampler(): Promise<Listing> {
    const listing = await inRecords();
    await toLoad(listing);
    return listing;
  }
  async function toLoad(listing: Listing): Promise<void> {
    await listing.locate(".rows").focus();
    await listing.press("Control+Home");
    await listing.press("Control+f");
    await listing.locate(".find input").fill(LOAD);
    await listing.cursorOn(LOAD);
    await listing.press("Escape");
  }
  const recordToken = (listing: Listing, row: string, text: RegExp) =>
    listing.row(row).locator(".record .t").filter({ hasText: text }).first();
  /** Hovers over a token and returns the card as label → text. */
  async function card(listing: Listing, token: ReturnType<Listing["token"]>): Promise<Map<string, string>> {
    await token.hover();
    const element = listing.locate("#hover:not(.hidden)");
    await element.waitFor();
    const labels = await element.locator("dt").allInnerTexts();
    const texts = await element.locator("dd").allInnerTexts();
    const facts = new Map(labels.map((label, i) => [label, texts[i] ?? ""]));
    facts.set("title", await element.locator(".title").innerText());
    await listing.press("Escape");
    await listing.locate("#hover.hidden").waitFor({ state: "attached" });
    await workbench.page.mouse.move(5, 5);
    return facts;
  }

  it("opens in its assembly, at the module", async () => {
    const listing = await workbench.openFile("sampler.mlirbc");
    await listing.locate(".listing.no-record").waitFor();
    await listing.row(/^[\d: ]*"builtin\.module"\(\)/).waitFor();
    await listing.row('"memref.global"() <{constant').waitFor();
    const outline = await workbench.outline();
    await outline.filter({ hasText: "sampler" }).and(workbench.page.locator('[aria-expanded="true"]')).waitFor();
    assert.ok((await listing.rows()).every(({ assembly }) => !assembly.includes("Dialect section")));
  });

  it("the overview shows all of its facts, which are more than those of other formats", async () => {
    await workbench.command("View: Close All Editors");
    const listing = await workbench.openFile("sampler.mlirbc");
    const space = listing.locate(".overview-facts dd").last();
    await space.waitFor();
    const bottom = async (part: typeof space): Promise<number> => {
      const box = await part.boundingBox();
      return box ? box.y + box.height : NaN;
    };
    const facts = listing.locate(".overview-facts");
    await poll("the last fact in view", async () => (await bottom(space)) <= (await bottom(facts)));
  });

  it("in its records, the tables are folded", async () => {
    const listing = await inRecords();
    await listing.press("Control+Home");
    await listing.row("Dialect section").waitFor();
    const rows = (await listing.rows()).map((row) => row.assembly.trim());
    for (const section of ["Dialect section", "AttrType section"])
      assert.ok(
        rows.some((text) => text.startsWith(section) && text.endsWith("⋯")),
        section,
      );
    for (const op of ["memref.load", "scf.for", "linalg.matmul", "func.call"])
      assert.ok(
        rows.some((text) => text.includes(`"${op}"`)),
        op,
      );
  });

  it("F12 goes to arguments, results, one of several results, blocks and symbols; Alt+Left goes back", async () => {
    const listing = await sampler();
    const follow = async (name: string, row: string, to: string | RegExp): Promise<void> => {
      await listing.token(name, row).click();
      await listing.press("F12");
      await listing.cursorOn(to);
      await listing.press("Alt+ArrowLeft");
      await listing.cursorOn(row);
    };
    await follow("%arg1", LOAD, /^.*\^bb0\(%arg0: index, %arg1: memref/);
    await follow("%arg3", LOAD, "^bb0(%arg3: index, %arg4: f32):");
    await follow("%1", LOAD, '%1 = "arith.constant"');
    await follow("%7#1", '"arith.sitofp"(', "%7:2 =");
    await follow("^bb2", '"cf.br"(', "^bb2(%5: f32):");
    await follow("^bb1", "2 preds", /\^bb1:\s+\/\/ pred/);
    await follow("@scale", "%7:2 =", 'sym_name = "scale"');
  });

  it("F12 goes from an index in the bytes, and from a type, to its entry; its references lead back", async () => {
    const listing = await sampler();
    await recordToken(listing, LOAD, /^#\d+$/).click();
    await listing.press("F12");
    await listing.cursorOn('= loc("sampler.mlir":12:12)');
    await listing.press("Shift+F12");
    await listing.locate(".hits .line", "op 5 mask=70 loc=#100").waitFor();
    await listing.press("Escape");
    await toLoad(listing);
    await listing.row(LOAD).locator(".assembly .t.k-type").last().click();
    await listing.press("F12");
    await listing.cursorOn(/!\d+ = f32$/);
    await toLoad(listing);
    await recordToken(listing, LOAD, /^8$/).click();
    await listing.press("F12");
    await listing.cursorOn(/props 8 size=2/);
    await toLoad(listing);
    await listing.token('"memref.load"', LOAD).click();
    await listing.press("F12");
    await listing.cursorOn(/^[^(]*"memref.load"$/);
  });

  it("Shift+F12 lists the uses of a value, of a symbol, and all ops of a name", async () => {
    const listing = await sampler();
    const title = listing.locate(".hits .title");
    const references = async (name: string, row: string, count: number): Promise<void> => {
      await listing.token(name, row).click();
      await listing.press("Shift+F12");
      // The title counts the hits as they arrive, and is the previous one until there are any.
      const wanted = `${count} references to ${name}`;
      await poll(wanted, async () => (await title.textContent()) === wanted);
      await poll("the rows", async () => (await listing.locate(".hits .line").count()) === count);
      await listing.press("Escape");
      await listing.cursorOn(row);
    };
    await references("%arg1", LOAD, 2);
    await references("%7#1", '"arith.sitofp"(', 3);
    await references("@scale", "%7:2 =", 3);
    await references('"func.call"', "%7:2 =", 4);
  });

  it("hovers show what an op, an operand, a result, an attribute and a type are", async () => {
    const listing = await sampler();
    const op = await card(listing, listing.token('"memref.load"', LOAD));
    assert.match(op.get("title") ?? "", /op name of memref\.load$/);
    assert.equal(op.get("location"), 'loc("sampler.mlir":12:12)');
    const operand = await card(listing, listing.token("%arg3", LOAD));
    assert.deepEqual([operand.get("means"), operand.get("type")], ["%arg3 (value 9)", "index"]);
    assert.equal(operand.get("encoding"), "PrefixVarInt");
    const second = await card(listing, listing.token("%7#1", '"arith.sitofp"('));
    assert.deepEqual([second.get("type"), second.get("in text")], ["i32", "%23#1"]);
    const pack = await card(listing, listing.token("%7", "%7:2 ="));
    assert.deepEqual([pack.get("type"), pack.get("in text")], ["f32, i32", "%23:2"]);
    assert.match(pack.get("title") ?? "", /^\d+ — result type of func\.call$/);
    const callee = await card(listing, listing.token("@scale", "%7:2 ="));
    assert.equal(callee.get("callee"), "@scale");
    const type = await card(listing, listing.token("f32", "^bb2(%5"));
    assert.match(type.get("means") ?? "", /^type \d+: f32$/);
    const mask = await card(listing, recordToken(listing, LOAD, /^70$/));
    assert.equal(mask.get("means"), "results, operands, properties");
  });

  it("a card opened by key stays while the pointer is over other rows, until Escape", async () => {
    const listing = await sampler();
    await listing.token("%arg3", LOAD).click();
    await listing.press("Control+k");
    await listing.press("Control+i");
    const title = listing.locate("#hover:not(.hidden) .title");
    await title.waitFor();
    const text = await title.innerText();
    await listing.token("%7#1", '"arith.sitofp"(').hover({ force: true });
    await workbench.page.waitForTimeout(LONGER_THAN_HOVERS);
    assert.equal(await title.innerText(), text);
    await listing.press("Escape");
    await listing.locate("#hover.hidden").waitFor({ state: "attached" });
    await workbench.page.mouse.move(5, 5);
    const other = await card(listing, listing.token("%7#1", '"arith.sitofp"('));
    assert.notEqual(other.get("title"), text);
  });

  it("Alt+F12 shows the op of a result in place, with the result marked", async () => {
    const listing = await sampler();
    await listing.token("%7#1", '"arith.sitofp"(').click();
    await listing.press("Alt+F12");
    await listing.locate(".peek .row.cursor", "%7:2 =").waitFor();
    assert.equal(await listing.locate(".peek .target-token").innerText(), "%7");
    await listing.press("Escape");
    await listing.locate(".peek").waitFor({ state: "detached" });
  });

  it("the outline nests ops, regions and blocks, lists the tables, and goes there", async () => {
    const listing = await sampler();
    const rows = await workbench.outline();
    // Without the file list the view is taller.
    const files = workbench.page.locator(".pane-header").first();
    await files.click();
    const names = (): Promise<string[]> => rows.allInnerTexts();
    const open = async (name: RegExp): Promise<void> => {
      const row = rows.filter({ hasText: name }).first();
      if ((await row.getAttribute("aria-expanded")) === "false") await row.locator(".monaco-tl-twistie").click();
      await poll(String(name), async () => (await row.getAttribute("aria-expanded")) === "true");
    };
    const shown = async (...wanted: RegExp[]): Promise<void> => {
      for (const name of wanted)
        await poll(
          String(name),
          async () => (await names()).some((text) => name.test(text.replace(/\s+/g, " "))),
          10000,
        );
    };
    // Earlier tests have led to entries of tables, which have opened them.
    const pane = workbench.page.locator(".pane", { has: workbench.outlineHeader });
    await pane.hover();
    await pane.locator('.action-label[aria-label^="Collapse All"]').click();
    await open(/^\s*sampler/);
    await shown(/^ ?lookup/, /^ ?scale/, /^ ?sum/, /^ ?product/, /^ ?main/, /^ ?inner/);
    await open(/^\s*product/);
    await open(/scf\.if/);
    await shown(/linalg\.matmul/, /region 0/, /region 1/);
    await open(/^\s*sum/);
    await shown(/\^bb0/, /\^bb1/, /\^bb2/);
    await open(/^\s*resources/);
    await shown(/weights ?builtin, \d+ bytes/);
    await shown(/dialects ?9/, /types ?\d+/, /attributes ?\d+/);
    await rows.filter({ hasText: "linalg.matmul" }).first().click();
    await listing.cursorOn('"linalg.matmul"');
    await rows.filter({ hasText: "weights" }).first().click();
    await listing.cursorOn("builtin.weights");
    await files.click();
  });

  it("regions fold", async () => {
    const listing = await sampler();
    await listing.row('"scf.for"(').locator(".fold").click();
    await listing.locate('.row[aria-expanded="false"]', '"scf.for"(').waitFor();
    assert.ok(!(await listing.rows()).some((row) => row.assembly.includes(LOAD)));
    await listing.row('"scf.for"(').locator(".assembly").click();
    await listing.press("Space");
    await listing.row(LOAD).waitFor();
    await workbench.command("Bitscope: Fold All");
    await poll("everything folded", async () => (await listing.rows()).length < 14);
    await workbench.command("Bitscope: Unfold All");
    await listing.row(LOAD).waitFor();
  });

  it("find searches all sections", async () => {
    const listing = await sampler();
    await listing.press("Control+f");
    await listing.locate(".find input").fill("linalg.");
    const count = listing.locate(".find .count");
    await poll("the count", async () => /^\d+ of \d\d$/.test((await count.textContent()) ?? ""));
    await listing.press("Alt+Enter");
    await listing.locate(".hits .line", '"linalg.generic"').first().waitFor();
    await listing.press("Escape");
    await listing.press("Escape");
  });

  // After the test of the outline, in which this opens groups.
  it("in the assembly, a result's card says what defines it; F12 on a type leads to its record, and Alt+← back", async () => {
    const listing = await inRecords();
    await listing.press("Alt+a");
    await listing.locate(".listing.no-record").waitFor();
    await listing.goTo(LOAD);
    const token = listing.row(LOAD).locator(".t.k-local").first();
    const name = ((await token.textContent()) ?? "").trim();
    assert.equal((await card(listing, token)).get("title"), `${name} — defined by memref.load`);
    await listing.row(LOAD).locator(".t.k-type", { hasText: /^f32$/ }).last().click();
    await listing.press("F12");
    await listing.locate(".listing:not(.no-record)").waitFor();
    await listing.cursorOn(/!\d+ = f32/);
    await listing.locate(".notice:not(.hidden)", "spelled out where it is used").waitFor();
    await listing.press("Alt+ArrowLeft");
    await listing.locate(".listing.no-record").waitFor();
    await listing.cursorOn(LOAD);
    // Nothing was asked of one arrangement with places of the other, which would be reported as a fault.
    assert.equal(await listing.locate(".overview-problem").count(), 0);
  });

  it("in the assembly as text, F12 on an alias goes to its definition", async () => {
    await sampler();
    await workbench.command("Bitscope: Open Assembly");
    const { page } = workbench;
    const line = page.locator(".view-line", { hasText: "memref.load" }).first();
    await line.waitFor();
    // The text's language features start a moment after the text.
    const alias = line.getByText("#map", { exact: false }).last();
    const atDefinition = page.locator(".statusbar-item", { hasText: /Ln 1, Col 1\b/ });
    await poll("the alias's definition", async () => {
      await alias.click({ timeout: 2000 });
      await page.keyboard.press("F12");
      await atDefinition.first().waitFor({ timeout: 3000 });
      return true;
    });
  });
});
