/** "Compare With…": compares this file with one that is open, was read lately, or is in the workspace. */
import * as vscode from "vscode";
import { append } from "../../document/arrays";
import { placesOf } from "../../editor/memory";
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
  const others: vscode.Uri[] = [];
  const picks = (uris: readonly vscode.Uri[], label: string): FilePick[] => {
    const fresh = uris.filter((u) => !seen.has(u.toString()) && seen.add(u.toString()));
    const heading = { label, kind: vscode.QuickPickItemKind.Separator };
    return fresh.length === 0 ? [] : [heading, ...fresh.map((u) => pickOf(u))];
  };
  /** Of files whose names end like this one's: a file of another format has nothing in common with it. */
  const alike = (uris: readonly vscode.Uri[], label: string): FilePick[] => {
    append(
      others,
      uris.filter((u) => endingOf(u) !== endingOf(uri)),
    );
    return picks(
      uris.filter((u) => endingOf(u) === endingOf(uri)),
      label,
    );
  };
  const browse: FilePick = { label: `$(folder-opened) ${vscode.l10n.t("Browse…")}`, alwaysShow: true };
  const items = [
    ...alike(openFiles(), vscode.l10n.t("open")),
    ...alike(placesOf(memory).files(), vscode.l10n.t("recent")),
    ...alike(await workspaceFiles(uri), vscode.l10n.t("in the workspace")),
    ...picks(others, vscode.l10n.t("other kinds of files")),
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

/** A file, with the folder that it is in unless that is the workspace's. */
function pickOf(uri: vscode.Uri): FilePick {
  const path = vscode.workspace.asRelativePath(uri);
  return { label: nameOf(uri), description: path.slice(0, Math.max(0, path.lastIndexOf("/"))), uri };
}
/** The end of a file's name, from its last dot on. */
function endingOf(uri: vscode.Uri): string {
  return /\.[^./]*$/.exec(uri.path)?.[0] ?? "";
}

function openFiles(): vscode.Uri[] {
  const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs);
  return tabs.flatMap(({ input }) =>
    input instanceof vscode.TabInputCustom && input.viewType.startsWith("bitscope.") ? [input.uri] : [],
  );
}

/** Files with our file names, the first that a search finds; those whose paths begin like that of `uri` come first. */
async function workspaceFiles(uri: vscode.Uri): Promise<vscode.Uri[]> {
  const found = await vscode.workspace.findFiles("**/*.{bc,pexe,mlirbc,vmfb}", undefined, 50);
  const alike = ({ path }: vscode.Uri): number => {
    let length = 0;
    while (length < path.length && path[length] === uri.path[length]) length++;
    return length;
  };
  return found.sort((a, b) => alike(b) - alike(a) || (a.path < b.path ? -1 : 1));
}
