/** When a text document is closed for good. */
import * as vscode from "vscode";

/**
 * Calls back when a document of a scheme is closed. VS Code reports a change of a document's language as closing and
 * opening it: that is not meant.
 */
export function onClosed(scheme: string, closed: (uri: vscode.Uri) => void): vscode.Disposable {
  return vscode.workspace.onDidCloseTextDocument(({ uri }) => {
    const isOpen = vscode.workspace.textDocuments.some((document) => document.uri.toString() === uri.toString());
    if (uri.scheme === scheme && !isOpen) closed(uri);
  });
}
