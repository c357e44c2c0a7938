/** Shows the problems of open files in the Problems panel. */
import * as vscode from "vscode";
import { formatPosition } from "../document/bits";
import type { Problem } from "../document/problem";
import type { Documents, OpenDocument } from "./documents";

/** Most problems shown for one file. */
const MOST = 500;

/** Keeps the Problems panel up to date with all open documents. */
export function reportProblems(documents: Documents): vscode.Disposable {
  const collection = vscode.languages.createDiagnosticCollection("bitscope");
  const report = async (document: OpenDocument): Promise<void> => {
    const problems = await document.api.problems({ from: 0, count: MOST }).catch(() => []);
    // A file of an unknown format is not damaged: its page tells what it is, and the Explorer need not show it in red.
    const isUnknown = problems.some(({ code }) => code === "unknown-format");
    collection.set(document.uri, isUnknown ? [] : problems.map((problem) => diagnosticOf(document.uri, problem)));
  };
  const follow = (document: OpenDocument): void => {
    let reported = -1;
    document.opened.then(
      () => void report(document),
      () => undefined,
    );
    document.onEvent((event) => {
      if (event.kind === "reloaded" || (event.kind === "indexing" && event.problems !== reported))
        void report(document);
      if (event.kind === "indexing") reported = event.problems;
    });
  };
  return vscode.Disposable.from(
    collection,
    documents.onOpened(follow),
    documents.onClosed((uri) => collection.delete(uri)),
  );
}

/**
 * A problem as the panel shows it. VS Code does not tell a custom editor which entry was chosen (an entry's range is
 * for text editors), so the problem's code is a link that goes to the bit.
 */
function diagnosticOf(uri: vscode.Uri, { startBit, endBit, message, code }: Problem): vscode.Diagnostic {
  const text = `${formatPosition(startBit)}: ${message}`;
  // The panel writes line and column, counted from 1, after each entry, and sorts by them: here they are byte and bit.
  const at = new vscode.Position(Math.max(0, Math.floor(startBit / 8) - 1), Math.max(0, (startBit % 8) - 1));
  const range = new vscode.Range(at, at);
  const diagnostic = new vscode.Diagnostic(range, text, vscode.DiagnosticSeverity.Error);
  const query = encodeURIComponent(JSON.stringify([uri.toString(), startBit, endBit]));
  diagnostic.source = "Bitscope";
  diagnostic.code = { value: code, target: vscode.Uri.parse(`command:bitscope.showProblem?${query}`) };
  return diagnostic;
}
