/** The files of `bitscope.dialects`: definitions of MLIR's ops that the user brings. */
import * as vscode from "vscode";
import type { DialectDefinitions } from "../document/definitions";
import { readDefinitions } from "../document/definitions";

/** What the setting names for a file; a relative path counts from the file's workspace folder. A file that cannot be read is said so. */
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

/** Where a path of the setting leads. */
function place(name: string, file: vscode.Uri): vscode.Uri {
  const absolute = /^(?:\/|[A-Za-z]:[\\/])/.test(name);
  const folder = vscode.workspace.getWorkspaceFolder(file);
  if (absolute || !folder) return file.with({ path: vscode.Uri.file(name).path, query: "", fragment: "" });
  return vscode.Uri.joinPath(folder.uri, name);
}
