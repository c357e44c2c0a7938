/** The walkthrough on VS Code's welcome page: what its buttons do, and when a step counts as done. */
import { poll } from "../../tools/vscode/server";
import type { Workbench } from "../../tools/vscode/workbench";
import { inVsCode } from "./subject";

inVsCode("the walkthrough in VS Code", (subject) => {
  let workbench: Workbench;
  beforeEach(() => {
    ({ workbench } = subject());
  });

  const step = (title: string) => workbench.page.locator(".getting-started-step", { hasText: title });
  async function openWalkthrough(): Promise<void> {
    await workbench.command("Welcome: Open Walkthrough");
    await workbench.page.locator(".quick-input-list .monaco-list-row", { hasText: "Read a bitcode file" }).click();
    await step("Open a file").waitFor();
  }
  async function press(title: string, button: string): Promise<void> {
    await step(title).click();
    await step(title).locator(".monaco-button", { hasText: button }).click();
  }

  it("its buttons mean the file behind it; a step is done when the reader has done what it is about", async () => {
    await workbench.command("View: Close All Editors");
    await openWalkthrough();
    await press("See the records", "Switch");
    // No file is open: the message is in the list of messages, as this host shows none beside it.
    await workbench.page.locator("#status\\.notifications").click();
    await workbench.page.locator(".notifications-center", { hasText: "No bitcode file is open yet." }).waitFor();
    await workbench.page.keyboard.press("Escape");
    const done = (title: string) => step(title).locator(".codicon.complete").isVisible();
    if (await done("See the records")) throw new Error("nothing was switched");
    await workbench.openFile("factorial.bc");
    await workbench.command("View: Keep Editor");
    await openWalkthrough();
    await poll("a file that was opened", () => done("Open a file"));
    await press("See the records", "Switch");
    await poll("the records", () => workbench.frameWith(".listing:not(.no-record) .row"));
    await openWalkthrough();
    await poll("records that were seen", () => done("See the records"));
    await press("Read it as text", "Open Assembly");
    await workbench.page.locator(".monaco-editor .view-line", { hasText: "ModuleID" }).first().waitFor();
  });
});
