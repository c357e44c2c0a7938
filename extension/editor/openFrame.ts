/** Opens a source line. `bitscope.sourceMap`, or else the user, tells where the compiler's path is on this machine. */
import * as vscode from "vscode";
import { isAbsolutePath, sourcePath } from "../document/paths";
import type { SourceFrame } from "../document/sourceLocation";
import type { SourceMap } from "./sourceMap";
import { candidates, learned } from "./sourceMap";

const SETTING = "sourceMap";

/** A setting's value or a chosen file may be a URI. */
const URI = /^[A-Za-z][\w+.-]+:\/\//;

/** Opens the line of a frame; asks where its file is if it is not found. */
export async function openFrame({ directory, file, line, column }: SourceFrame): Promise<void> {
  const path = sourcePath(directory, file);
  const found = (await existing(path)) ?? (await ask(path));
  if (!found) return;
  const at = new vscode.Position(line - 1, Math.max(0, column - 1));
  await vscode.window.showTextDocument(found, { selection: new vscode.Range(at, at) });
}

async function existing(path: string): Promise<vscode.Uri | undefined> {
  const map = vscode.workspace.getConfiguration("bitscope").get<SourceMap>(SETTING, {});
  for (const uri of candidates(path, map).flatMap(urisOf)) {
    const stat = await vscode.workspace.fs.stat(uri).then(undefined, () => undefined);
    if (stat && stat.type & vscode.FileType.File) return uri;
  }
  return undefined;
}

/**
 * The files that a candidate path may mean. Never on another machine: looking for it there would send the user's name.
 */
function urisOf(candidate: string): readonly vscode.Uri[] {
  if (!URI.test(candidate) && !isAbsolutePath(candidate))
    return (vscode.workspace.workspaceFolders ?? []).map(({ uri }) => vscode.Uri.joinPath(uri, candidate));
  const uri = URI.test(candidate) ? vscode.Uri.parse(candidate) : vscode.Uri.file(candidate);
  return uri.scheme === "file" && uri.authority !== "" ? [] : [uri];
}

/** Asks where a file is, and stores how its path begins on this machine. */
async function ask(path: string): Promise<vscode.Uri | undefined> {
  const title = vscode.l10n.t("Where is {0}?", path);
  const [chosen] = (await vscode.window.showOpenDialog({ title, canSelectMany: false })) ?? [];
  if (!chosen) return undefined;
  const { prefix, replacement } = learned(path, chosen.scheme === "file" ? chosen.path : chosen.toString(true));
  const settings = vscode.workspace.getConfiguration("bitscope");
  const target = vscode.workspace.workspaceFolders
    ? vscode.ConfigurationTarget.Workspace
    : vscode.ConfigurationTarget.Global;
  const known = settings.inspect<SourceMap>(SETTING);
  const own = target === vscode.ConfigurationTarget.Workspace ? known?.workspaceValue : known?.globalValue;
  await settings.update(SETTING, { ...own, [prefix]: replacement }, target);
  return chosen;
}
