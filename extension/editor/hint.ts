/** Archives and objects are opened by whoever the user chose; where one holds IR, a hint says that it can be read. */
import * as vscode from "vscode";
import { baseName } from "../document/paths";
import type { Documents } from "./documents";
import { VIEW_TYPES } from "./provider";

/** Files that may hold IR and are not ours by their name (package.json lists them for the explorer's menu). */
const CARRIERS = /\.(?:a|rlib|o|obj|lo|lib|metallib|air|so|dylib|wasm|dxil|cubin|fatbin)$/i;

/** Watches files being opened. */
export function hintAtCarriers(documents: Documents): vscode.Disposable {
  const asked = new Set<string>();
  const consider = async (uri: vscode.Uri): Promise<void> => {
    if (!CARRIERS.test(uri.path) || asked.has(uri.toString())) return;
    asked.add(uri.toString());
    const use = documents.use(uri);
    try {
      const { format, derived } = await use.document.opened;
      if (format === "unknown" || (format === "container" && derived === 0)) return;
    } catch {
      return;
    } finally {
      use.dispose();
    }
    const name = baseName(uri.path);
    const open = vscode.l10n.t("Open with Bitscope");
    const answer = await vscode.window.showInformationMessage(
      vscode.l10n.t("{0} holds compiler IR that Bitscope can show.", name),
      open,
    );
    if (answer === open) await vscode.commands.executeCommand("vscode.openWith", uri, VIEW_TYPES[1]);
  };
  return vscode.window.tabGroups.onDidChangeTabs(({ opened, changed }) => {
    // A preview's tab is another file's from one click to the next.
    for (const { input } of [...opened, ...changed]) if (input instanceof vscode.TabInputText) void consider(input.uri);
  });
}
