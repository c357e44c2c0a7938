/** The commands that the active editor's webview carries out, each named `bitscope.NAME`. */
import * as vscode from "vscode";
import type { EditorCommand } from "../session/protocol/hostApi";
import { EDITOR_COMMANDS } from "../session/protocol/hostApi";
import { meantEditor } from "./meant";
import type { Editors } from "./provider";

/** The forms of "Copy As…". */
const COPIES: readonly { command: EditorCommand; label: () => string }[] = [
  { command: "copyRows", label: () => vscode.l10n.t("Rows (position, record, assembly)") },
  { command: "copyText", label: () => vscode.l10n.t("Assembly") },
  { command: "copyRecord", label: () => vscode.l10n.t("Record") },
  { command: "copyPosition", label: () => vscode.l10n.t("Position") },
  { command: "copyHex", label: () => vscode.l10n.t("Bytes in Hex") },
  { command: "copyJson", label: () => vscode.l10n.t("JSON") },
];

/** Switches between names as programmers write them and names as they are in the file. */
async function toggleMangledNames(): Promise<void> {
  const settings = vscode.workspace.getConfiguration("bitscope");
  await settings.update("demangle", !settings.get("demangle", true), vscode.ConfigurationTarget.Global);
}

/** Registers the editor's commands. */
export function registerEditorCommands(editors: Editors): vscode.Disposable {
  const one = (command: EditorCommand): vscode.Disposable =>
    vscode.commands.registerCommand(`bitscope.${command}`, () => editors.active?.command(command));
  const copyAs = async (): Promise<void> => {
    const picks = COPIES.map(({ command, label }) => ({ label: label(), command }));
    const chosen = await vscode.window.showQuickPick(picks, { placeHolder: vscode.l10n.t("Copy the selection as") });
    if (chosen) editors.active?.command(chosen.command);
  };
  const switchArrangement = async (): Promise<void> => (await meantEditor(editors))?.command("switchArrangement");
  return vscode.Disposable.from(
    ...EDITOR_COMMANDS.filter((command) => command !== "switchArrangement").map(one),
    vscode.commands.registerCommand("bitscope.switchArrangement", switchArrangement),
    vscode.commands.registerCommand("bitscope.copyAs", copyAs),
    vscode.commands.registerCommand("bitscope.toggleMangledNames", toggleMangledNames),
    vscode.commands.registerCommand("bitscope.openArrangementBeside", () => editors.openBeside()),
  );
}
