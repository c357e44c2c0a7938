/** Files with other names than ours, and files with our names in other formats. */
import * as assert from "node:assert/strict";
import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { poll } from "../../tools/vscode/server";
import type { Workbench } from "../../tools/vscode/workbench";
import { encodeCompressed } from "../support/bytecode";
import { sampleModule } from "../support/bytecodeSample";
import { inVsCode } from "./subject";
import { ROOT } from "./workspace";

/** An archive with one member. */
function archive(name: string, content: Uint8Array): Uint8Array {
  const header = `${`${name}/`.padEnd(16)}${"0".padEnd(12)}${"0".padEnd(6)}${"0".padEnd(6)}${"644".padEnd(8)}${String(content.length).padEnd(10)}\`\n`;
  return Buffer.concat([Buffer.from(`!<arch>\n${header}`), content, Buffer.alloc(content.length % 2, "\n")]);
}

const SWIFT_MAGIC = [0xe2, 0x9c, 0xa8, 0x0e];

function makeFiles(folder: string): void {
  writeFileSync(join(folder, "assembly.bc"), "; ModuleID = 'x'\ndefine void @f() {\n  ret void\n}\n");
  cpSync(process.execPath, join(folder, "elf.bc"), { dereference: true });
  const bitcode = readFileSync(join(ROOT, "samples/factorial.bc"));
  writeFileSync(join(folder, "lib.a"), archive("factorial.o", bitcode));
  writeFileSync(join(folder, "other.a"), archive("factorial.o", bitcode));
  writeFileSync(join(folder, "library.x86_64"), archive("factorial.o", bitcode));
  writeFileSync(join(folder, "packed.bc.gz"), gzipSync(bitcode));
  writeFileSync(join(folder, "compressed.bc"), encodeCompressed(sampleModule));
  // A stream of Swift's, with an empty BLOCKINFO.
  writeFileSync(
    join(folder, "Library.swiftmodule"),
    Uint8Array.from([...SWIFT_MAGIC, 1, 8, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0]),
  );
  cpSync(join(ROOT, "samples/sampler.mlirbc"), join(folder, "bytecode.mlir"));
  // A file in no format of ours with a module somewhere in it, as JAX exports are.
  const module = readFileSync(join(ROOT, "samples/sampler.mlirbc"));
  writeFileSync(
    join(folder, "model.jax"),
    Buffer.concat([Buffer.alloc(256, "head"), module, Buffer.alloc(64, "tail")]),
  );
  writeFileSync(join(folder, "words.gz"), gzipSync("nothing but words"));
  cpSync(join(ROOT, "test/fixtures/iree/elementwise-hip.vmfb"), join(folder, "hip.vmfb"));
}

inVsCode(
  "files of other names in VS Code",
  (subject) => {
    let workbench: Workbench;
    beforeEach(() => {
      ({ workbench } = subject());
    });
    const message = (text: RegExp) => workbench.page.locator(".notification-list-item", { hasText: text });
    /**
     * Waits for a message in VS Code's list of them: it disappears from the screen after a while, and the list is empty
     * before it appears.
     */
    async function told(text: RegExp): Promise<ReturnType<typeof message>> {
      const inList = async (): Promise<boolean> => {
        await workbench.command("Notifications: Show Notifications");
        await workbench.page.waitForTimeout(500);
        return message(text).first().isVisible();
      };
      await poll(String(text), inList);
      return message(text).first();
    }

    it("the outline is open when the first file is read", async () => {
      assert.equal(await workbench.outlineHeader.getAttribute("aria-expanded"), "false");
      await workbench.openFile("factorial.pexe");
      const expanded = async (): Promise<boolean> =>
        (await workbench.outlineHeader.getAttribute("aria-expanded")) === "true";
      await poll("the outline", expanded);
      await workbench.page.locator(".customview-tree .monaco-list-row", { hasText: "functions" }).first().waitFor();
    });

    it("assembly text with a bitcode name is shown as text, with a message", async () => {
      await workbench.clickFile("assembly.bc");
      await poll("the text", async () => /Text Editor|Ln 1/.test(await workbench.status(/Ln \d+, Col/)));
      await told(/assembly\.bc is not bitcode but LLVM assembly text/);
      await workbench.page.locator(".view-line", { hasText: "define" }).first().waitFor();
      await workbench.page.locator("#status\\.editor\\.mode", { hasText: "Bitscope Assembly" }).waitFor();
      await workbench.command("Notifications: Clear All Notifications");
    });

    it("an executable is named for what it is, and is not marked as an error in the Explorer", async () => {
      await workbench.clickFile("elf.bc");
      const page = await poll("the page", () => workbench.frameWith(".not-ours h1"));
      await page.locator("h1", { hasText: /^elf\.bc: ELF .* without bitcode$/ }).waitFor();
      // There is nothing to search, to switch or to fold.
      const title = workbench.page.locator(".editor-actions .action-label");
      const find = title.and(workbench.page.locator('[aria-label^="Find"]'));
      await find.waitFor({ state: "detached" });
      await workbench.openFile("changed.pexe");
      await find.waitFor();
      await workbench.clickFile("elf.bc");
      await find.waitFor({ state: "detached" });
      const row = workbench.page.locator(".explorer-folders-view .monaco-list-row", { hasText: "elf.bc" }).first();
      const label = row.locator(".label-name").first();
      const color = (element: Element): string => getComputedStyle(element).color;
      const sound = workbench.page.locator(".explorer-folders-view .monaco-list-row", { hasText: "changed.pexe" });
      assert.equal(await label.evaluate(color), await sound.first().locator(".label-name").first().evaluate(color));
    });

    it("the executable in a module can be exported from its page, as bytes", async () => {
      // What it offers is known once it is shown.
      await (await workbench.openFile("hip.vmfb")).settled();
      await workbench.command("Bitscope: Open Document Inside…");
      const items = workbench.page.locator(".quick-input-list .monaco-list-row");
      await items.filter({ hasText: "image 0" }).click();
      const page = await poll("the page", () => workbench.frameWith(".not-ours h1"));
      await page.locator("h1", { hasText: "ELF" }).waitFor();
      await page.locator("button", { hasText: "Export…" }).click();
      await items.filter({ hasText: "Bytes" }).waitFor();
      await workbench.page.keyboard.press("Escape");
    });

    it("the outline does not speak of a file that is closed", async () => {
      await workbench.outline();
      await workbench.clickFile("pointer.bc");
      const pane = workbench.page.locator(".pane", { has: workbench.outlineHeader });
      await pane.getByText("There is nothing in this file that Bitscope can read").waitFor();
      await workbench.clickFile("notes.txt");
      await pane.getByText("Open a bitcode file to see its outline").waitFor();
    });

    it("an archive with bitcode in it is announced, and opens; its overview and rows lead to its members", async () => {
      await workbench.clickFile("lib.a");
      const hint = await told(/lib\.a contains compiler IR/);
      await hint.locator(".monaco-button", { hasText: "Open with Bitscope" }).click();
      const listing = await workbench.listing("lib.a");
      await listing.row("factorial.o").waitFor();
      await listing.locate(".overview-sort", "1 module").waitFor();
      await listing.locate(".overview-function", "factorial.o").click();
      const member = await workbench.listing("factorial.o");
      await member.row(/define/).waitFor();
      await workbench.command("View: Close Editor");
      const again = await workbench.listing("lib.a");
      assert.equal(await workbench.page.locator(".tab", { hasText: "lib.a" }).count(), 1);
      await again.row("opens as a document").locator(".assembly").click();
      await again.press("Enter");
      await (await workbench.listing("factorial.o")).row(/define/).waitFor();
    });

    it("the offer stays while the archive is shown as text: in the title, the status bar and the outline", async () => {
      const { page } = workbench;
      await workbench.command("View: Close All Editors");
      await workbench.clickFile("other.a");
      const item = page.locator(".statusbar-item", { hasText: "Open with Bitscope" });
      await item.waitFor();
      await workbench.command("Notifications: Clear All Notifications");
      await page.locator('.editor-actions [aria-label="Open with Bitscope"]').waitFor();
      const pane = page.locator(".pane", { has: workbench.outlineHeader });
      const button = pane.locator(".monaco-button", { hasText: "Open with Bitscope" });
      await button.waitFor();
      await workbench.clickFile("notes.txt");
      await item.waitFor({ state: "detached" });
      await button.waitFor({ state: "detached" });
      await workbench.clickFile("other.a");
      await page.locator('.editor-actions [aria-label="Open with Bitscope"]').click();
      const listing = await workbench.listing("other.a");
      await listing.row("factorial.o").waitFor();
      await item.waitFor({ state: "detached" });
    });

    it("the outline offers to open an archive that another editor shows", async () => {
      await workbench.command("View: Close All Editors");
      await workbench.clickFile("other.a");
      const pane = workbench.page.locator(".pane", { has: workbench.outlineHeader });
      await pane.locator(".monaco-button", { hasText: "Open with Bitscope" }).click();
      await (await workbench.listing("other.a")).row("factorial.o").waitFor();
    });

    it("the offer takes the place of the items of another file that is still open", async () => {
      await workbench.openFile("factorial.bc");
      const rows = await workbench.outline();
      await rows.filter({ hasText: "functions" }).waitFor();
      await workbench.clickFile("other.a");
      const pane = workbench.page.locator(".pane", { has: workbench.outlineHeader });
      await pane.locator(".monaco-button", { hasText: "Open with Bitscope" }).waitFor();
      await workbench.openFile("factorial.bc");
      await rows.filter({ hasText: "functions" }).waitFor();
    });

    it("so does a compressed file; one with other content is not announced", async () => {
      await workbench.clickFile("words.gz");
      await workbench.clickFile("words.gz");
      await workbench.clickFile("packed.bc.gz");
      const hint = await told(/packed\.bc\.gz contains compiler IR/);
      assert.equal(await message(/words\.gz/).count(), 0);
      await hint.locator(".monaco-button", { hasText: "Open with Bitscope" }).click();
      const listing = await workbench.listing("packed.bc.gz");
      await listing.row("compressed data").waitFor();
    });

    it("so does a file of any name that is no text", async () => {
      await workbench.clickFile("library.x86_64");
      await workbench.clickFile("library.x86_64");
      const hint = await told(/library\.x86_64 contains compiler IR/);
      await hint.locator(".monaco-button", { hasText: "Open with Bitscope" }).click();
      await (await workbench.listing("library.x86_64")).row("factorial.o").waitFor();
      assert.equal(await workbench.page.locator(".tab", { hasText: "library.x86_64" }).count(), 1);
    });

    it("so does an export of JAX, which has its module among other bytes", async () => {
      await workbench.clickFile("model.jax");
      const hint = await told(/model\.jax contains compiler IR/);
      await hint.locator(".monaco-button", { hasText: "Open with Bitscope" }).click();
      const listing = await workbench.listing("model.jax");
      await listing.row("0x100.mlirbc").waitFor();
      await listing.locate(".overview-function", "0x100.mlirbc").click();
      await (await workbench.listing("0x100.mlirbc")).row(/func/).waitFor();
    });

    it("in a compressed file of LLVM 1.x, the overview and the outline lead to a function", async () => {
      const listing = await workbench.openFile("compressed.bc");
      const head = "int %sum(";
      await listing.row(head).waitFor();
      await listing.locate(".overview-function", "%sum").click();
      await listing.cursorOn(head);
      await listing.press("Control+Home");
      await listing.cursorOn("ModuleID");
      await (await workbench.outline()).filter({ hasText: "%sum" }).first().click();
      await listing.cursorOn(head);
    });

    it("a Swift module opens by a click; MLIR bytecode named like its text is announced", async () => {
      await workbench.clickFile("Library.swiftmodule");
      await (await workbench.listing("Library.swiftmodule")).row(/Swift module/).waitFor();
      await workbench.clickFile("bytecode.mlir");
      await told(/bytecode\.mlir contains compiler IR/);
    });

    it("only a file with documents inside offers to open them", async () => {
      const { page } = workbench;
      const command = (name: string) => page.locator(".quick-input-list .monaco-list-row", { hasText: name }).first();
      const search = async (name: string): Promise<void> => {
        await (await workbench.openFile(name)).settled();
        await page.keyboard.press("F1");
        await page.locator(".quick-input-widget input").fill(">Bitscope: Open");
        // Every file has this command.
        await command("Open Assembly").waitFor();
      };
      await search("hip.vmfb");
      await command("Open Document Inside").waitFor();
      await page.keyboard.press("Escape");
      await search("factorial.bc");
      assert.equal(await command("Open Document Inside").count(), 0);
      await page.keyboard.press("Escape");
    });
  },
  { prepare: makeFiles },
);
