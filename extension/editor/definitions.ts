/** Reads the files of `bitscope.dialects`: the user's own definitions of MLIR ops. */
import * as vscode from "vscode";
import type { DialectDefinitions } from "../document/definitions";
import { readDefinitions } from "../document/definitions";

/**
 * The definitions that the setting names for a file; relative paths start at the file's workspace folder. Shows a
 * message for each file that cannot be read.
 */
export async function definitionsFor(file: vscode.Uri): Promise<readonly DialectDefinitions[]> {
  const names = vscode.workspace.getConfiguration("bitscope", file).get<string[]>("dialects", []);
  const read = await Promise.all(names.map((name) => definitionsIn(name, file)));
  return read.filter((definitions) => definitions !== undefined);
}

async function definitionsIn(name: string, file: vscode.Uri): Promise<DialectDefinitions | undefined> {
  try {
    const bytes = await vscode.workspace.fs.readFile(place(name, file));
    return readDefinitions(new TextDecoder().decode(bytes));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    void vscode.window.showWarningMessage(vscode.l10n.t("bitscope.dialects: {0}: {1}", name, reason));
    return undefined;
  }
}

/** The location that a path in the setting means. */
function place(name: string, file: vscode.Uri): vscode.Uri {
  const absolute = /^(?:\/|[A-Za-z]:[\\/])/.test(name);
  const folder = vscode.workspace.getWorkspaceFolder(file);
  if (absolute || !folder) return file.with({ path: vscode.Uri.file(name).path, query: "", fragment: "" });
  return vscode.Uri.joinPath(folder.uri, name);
}
