/** "Compare With…": compares this file with one that is open, was read lately, or is in the workspace. */
import * as vscode from "vscode";
import { recentFiles } from "../../editor/memory";
import { nameOf } from "../../editor/members";
import { showComparison } from "./provider";

/** Compares a file with one that the user picks, or that was selected with it in the Explorer. */
export async function compareDisassembly(
  uri: vscode.Uri,
  selected: readonly vscode.Uri[],
  memory: vscode.Memento,
): Promise<void> {
  const other = selected.find((u) => u.toString() !== uri.toString()) ?? (await pickOther(uri, memory));
  if (other) await showComparison({ left: uri, right: other, all: false });
}

interface FilePick extends vscode.QuickPickItem {
  readonly uri?: vscode.Uri;
}

async function pickOther(uri: vscode.Uri, memory: vscode.Memento): Promise<vscode.Uri | undefined> {
  const seen = new Set([uri.toString()]);
  const picks = (uris: readonly vscode.Uri[], label: string): FilePick[] => {
    const fresh = uris.filter((u) => !seen.has(u.toString()) && seen.add(u.toString()));
    const heading = { label, kind: vscode.QuickPickItemKind.Separator };
    return fresh.length === 0 ? [] : [heading, ...fresh.map((u) => pickOf(u))];
  };
  const browse: FilePick = { label: `$(folder-opened) ${vscode.l10n.t("Browse…")}`, alwaysShow: true };
  const items = [
    ...picks(openFiles(), vscode.l10n.t("open")),
    ...picks(recentFiles(memory), vscode.l10n.t("recent")),
    ...picks(await workspaceFiles(), vscode.l10n.t("in the workspace")),
    { label: "", kind: vscode.QuickPickItemKind.Separator },
    browse,
  ];
  const placeHolder = vscode.l10n.t("Compare {0} with", nameOf(uri));
  const chosen = await vscode.window.showQuickPick(items, { placeHolder, matchOnDescription: true });
  if (!chosen) return undefined;
  if (chosen.uri) return chosen.uri;
  const folder = uri.scheme === "file" ? { defaultUri: vscode.Uri.joinPath(uri, "..") } : {};
  return (await vscode.window.showOpenDialog({ ...folder, canSelectMany: false }))?.[0];
}

function pickOf(uri: vscode.Uri): FilePick {
  return { label: nameOf(uri), description: vscode.workspace.asRelativePath(vscode.Uri.joinPath(uri, "..")), uri };
}

function openFiles(): vscode.Uri[] {
  const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs);
  return tabs.flatMap(({ input }) =>
    input instanceof vscode.TabInputCustom && input.viewType.startsWith("bitscope.") ? [input.uri] : [],
  );
}

/** Files with our file names, the first that a search finds. */
async function workspaceFiles(): Promise<vscode.Uri[]> {
  return vscode.workspace.findFiles("**/*.{bc,pexe,mlirbc,vmfb}", undefined, 50);
}
