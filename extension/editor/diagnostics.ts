/** What is wrong with open files, in the Problems panel. */
import * as vscode from "vscode";
import { formatPosition } from "../document/bits";
import type { Documents, OpenDocument } from "./documents";

/** Problems shown of one file. */
const MOST = 500;

/** Keeps the Problems panel up to date with all open documents. */
export function reportProblems(documents: Documents): vscode.Disposable {
  const collection = vscode.languages.createDiagnosticCollection("bitscope");
  const report = async (document: OpenDocument): Promise<void> => {
    const problems = await document.api.problems({ from: 0, count: MOST }).catch(() => []);
    const range = new vscode.Range(0, 0, 0, 0);
    const found = problems.map((problem) => {
      const text = `${formatPosition(problem.startBit)}: ${problem.message}`;
      const diagnostic = new vscode.Diagnostic(range, text, vscode.DiagnosticSeverity.Error);
      diagnostic.source = "Bitscope";
      diagnostic.code = problem.code;
      return diagnostic;
    });
    collection.set(document.uri, found);
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
