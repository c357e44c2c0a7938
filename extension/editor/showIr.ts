/** "Show IR of This Line": leads from a source line to the IR compiled from it, in the open editors. */
import * as vscode from "vscode";
import { baseName } from "../document/paths";
import type { SourceFile } from "../document/sourceLocation";
import type { EditorPanel } from "./panel";
import type { Editors } from "./provider";
import type { SourceMap } from "./sourceMap";
import { filesAt } from "./sourceMap";

/** An editor whose file was compiled from the source file. */
interface Compiled {
  readonly panel: EditorPanel;
  readonly files: readonly SourceFile[];
}

/** Shows the IR of the line that the cursor is on in the active text editor. */
export async function showIrOfLine(editors: Editors): Promise<void> {
  const editor = vscode.window.activeTextEditor;
  if (!editor) return;
  const { uri } = editor.document;
  const name = baseName(uri.path);
  const compiled = await compiledFrom(uri, editors);
  const chosen = compiled.length > 1 ? await pick(compiled) : compiled[0];
  if (compiled.length === 0) {
    const text = vscode.l10n.t(
      "No open IR file names {0} in its debug information. Open one that was compiled with -g.",
      name,
    );
    void vscode.window.showInformationMessage(text);
  }
  if (!chosen) return;
  const line = editor.selection.active.line + 1;
  const { panel, files } = chosen;
  panel.panel.reveal(panel.panel.viewColumn);
  panel.tell({ kind: "showSource", name, files, line });
}

async function compiledFrom(uri: vscode.Uri, editors: Editors): Promise<readonly Compiled[]> {
  const map = vscode.workspace.getConfiguration("bitscope").get<SourceMap>("sourceMap", {});
  const seen = new Set<string>();
  const found: Compiled[] = [];
  for (const panel of editors.all) {
    const key = panel.uri.toString();
    if (seen.has(key)) continue;
    seen.add(key);
    const named = await panel.document.api.sourceFiles(null).catch((): readonly SourceFile[] => []);
    const files = filesAt(uri.scheme === "file" ? uri.path : uri.toString(true), named, map);
    if (files.length > 0) found.push({ panel, files });
  }
  return found;
}

async function pick(compiled: readonly Compiled[]): Promise<Compiled | undefined> {
  const items = compiled.map((one) => ({ label: vscode.workspace.asRelativePath(one.panel.uri), one }));
  const placeHolder = vscode.l10n.t("Show the IR of which file?");
  return (await vscode.window.showQuickPick(items, { placeHolder }))?.one;
}
