/** The tabs of custom editors. */
import * as vscode from "vscode";

/** A tab that shows a file in a custom editor; undefined if none does, as for the sides of a diff. */
export function tabOf(uri: vscode.Uri, groups = vscode.window.tabGroups.all): vscode.Tab | undefined {
  const tabs = groups.flatMap((group) => group.tabs);
  return tabs.find(({ input }) => input instanceof vscode.TabInputCustom && input.uri.toString() === uri.toString());
}
