/** "Compare Disassembly": two assembly texts in VS Code's own diff editor. */
import * as vscode from "vscode";
import type { Documents } from "../editor/documents";
import { nameOf, textUri } from "./uris";

/** Compares a file with another one that the user picks, or that was selected with it in the explorer. */
export async function compareDisassembly(
  uri: vscode.Uri,
  selected: readonly vscode.Uri[],
  documents: Documents,
): Promise<void> {
  const other = selected.find((u) => u.toString() !== uri.toString()) ?? (await pickOther(uri));
  if (!other) return;
  const [left, right] = await Promise.all([uri, other].map((u) => assemblyOf(u, documents)));
  const title = `${nameOf(uri)} ↔ ${nameOf(other)}`;
  await vscode.commands.executeCommand("vscode.diff", left, right, title);
}

async function assemblyOf(uri: vscode.Uri, documents: Documents): Promise<vscode.Uri> {
  const use = documents.use(uri);
  try {
    return textUri({ uri, what: "text" }, (await use.document.opened).format);
  } finally {
    use.dispose();
  }
}

/** Another open editor of ours, or any file. */
async function pickOther(uri: vscode.Uri): Promise<vscode.Uri | undefined> {
  const open = vscode.window.tabGroups.all
    .flatMap((group) => group.tabs)
    .map((tab) => (tab.input instanceof vscode.TabInputCustom ? tab.input.uri : undefined))
    .filter((u): u is vscode.Uri => u !== undefined && u.toString() !== uri.toString());
  const browse = { label: vscode.l10n.t("$(folder-opened) Browse…"), uri: undefined };
  const picks = [...open.map((u) => ({ label: nameOf(u), description: u.fsPath, uri: u })), browse];
  const placeHolder = vscode.l10n.t("Compare the disassembly of {0} with", nameOf(uri));
  const chosen = open.length === 0 ? browse : await vscode.window.showQuickPick(picks, { placeHolder });
  if (!chosen) return undefined;
  return chosen.uri ?? (await vscode.window.showOpenDialog({ canSelectMany: false }))?.[0];
}
