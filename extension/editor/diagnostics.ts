/** What is wrong with open files, in the Problems panel. */
import * as vscode from "vscode";
import { formatPosition } from "../document/bits";
import type { Problem } from "../document/problem";
import type { Documents, OpenDocument } from "./documents";
import { bitUri } from "./provider";

/** Problems shown of one file. */
const MOST = 500;

/** Keeps the Problems panel up to date with all open documents. */
export function reportProblems(documents: Documents): vscode.Disposable {
  const collection = vscode.languages.createDiagnosticCollection("bitscope");
  // All that VS Code tells of a chosen problem is its URI: each has that of its bit. The panel groups them by file.
  const places = new Map<string, readonly vscode.Uri[]>();
  const clear = (uri: vscode.Uri): void => {
    collection.set((places.get(uri.toString()) ?? []).map((place) => [place, undefined]));
    places.delete(uri.toString());
  };
  const report = async (document: OpenDocument): Promise<void> => {
    const problems = await document.api.problems({ from: 0, count: MOST }).catch(() => []);
    const found = problems.map((problem): [vscode.Uri, vscode.Diagnostic[]] => [
      bitUri(document.uri, problem.startBit),
      [diagnosticOf(problem)],
    ]);
    clear(document.uri);
    places.set(
      document.uri.toString(),
      found.map(([place]) => place),
    );
    collection.set(found);
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
  return vscode.Disposable.from(collection, documents.onOpened(follow), documents.onClosed(clear));
}

function diagnosticOf(problem: Problem): vscode.Diagnostic {
  const text = `${formatPosition(problem.startBit)}: ${problem.message}`;
  const diagnostic = new vscode.Diagnostic(new vscode.Range(0, 0, 0, 0), text, vscode.DiagnosticSeverity.Error);
  diagnostic.source = "Bitscope";
  diagnostic.code = problem.code;
  return diagnostic;
}
