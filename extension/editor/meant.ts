/** Which editor a command means that a page of the workbench offers. */
import * as vscode from "vscode";
import type { EditorPanel } from "./panel";
import type { Editors } from "./provider";

/**
 * The active editor. The walkthrough's buttons are pressed while its page is active: they mean the editor that was used last, which
 * is brought to the front. Without one, a message offers to open a file; the result is then undefined.
 */
export async function meantEditor(editors: Editors): Promise<EditorPanel | undefined> {
  const last = editors.active ?? editors.all[0];
  if (last) {
    if (last !== editors.active) last.panel.reveal();
    return last;
  }
  // An editor that is being opened is not among them yet.
  if (vscode.window.tabGroups.activeTabGroup.activeTab?.input instanceof vscode.TabInputCustom) return undefined;
  const open = vscode.l10n.t("Open File…");
  const chosen = await vscode.window.showInformationMessage(vscode.l10n.t("No bitcode file is open yet."), open);
  if (chosen === open) await vscode.commands.executeCommand("workbench.action.files.openFile");
  return undefined;
}
