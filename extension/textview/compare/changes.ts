/** The functions that differ in the comparison that is shown: for the outline, and to go to one of them. */
import * as vscode from "vscode";
import { nameOf } from "../../editor/members";
import type { Change, Changes } from "../../outline/changes";
import { onClosed } from "../closed";
import type { Comparisons, CompareSummary } from "./provider";
import { COMPARE_SCHEME, comparedOf } from "./uris";

type Changed = CompareSummary["functions"][number];

/** The icons of changed functions, as in Source Control. */
const ICONS = {
  same: "symbol-function",
  changed: "diff-modified",
  renamed: "diff-renamed",
  left: "diff-removed",
  right: "diff-added",
} as const;

function detailOf({ state, differing }: Changed): string {
  if (state === "left") return vscode.l10n.t("only on the left");
  if (state === "right") return vscode.l10n.t("only on the right");
  return differing === 1 ? vscode.l10n.t("1 line differs") : vscode.l10n.t("{0} lines differ", differing);
}

/** Tells the outline which comparison is shown: that of the active editor, until it is closed. */
export function followComparisons(
  comparisons: Comparisons,
  show: (changes: Changes | undefined) => void,
): vscode.Disposable {
  let shown: string | undefined;
  const follow = (editor: vscode.TextEditor | undefined): void => {
    const uri = editor?.document.uri;
    if (uri?.scheme !== COMPARE_SCHEME) return;
    shown = keyOf(uri);
    show({ key: shown, list: () => changesOf(comparisons, uri) });
  };
  follow(vscode.window.activeTextEditor);
  return vscode.Disposable.from(
    vscode.window.onDidChangeActiveTextEditor(follow),
    onClosed(COMPARE_SCHEME, (uri) => {
      if (keyOf(uri) !== shown) return;
      shown = undefined;
      show(undefined);
    }),
  );
}
function keyOf(uri: vscode.Uri): string {
  const { left, right } = comparedOf(uri);
  return `${left.toString()} ${right.toString()}`;
}

async function changesOf(comparisons: Comparisons, uri: vscode.Uri): Promise<readonly Change[]> {
  const changed = await changedFunctions(comparisons, uri);
  return changed.map((of) => ({
    name: of.title,
    detail: detailOf(of),
    icon: ICONS[of.state],
    go: () => void goTo(uri, of),
  }));
}
async function changedFunctions(comparisons: Comparisons, uri: vscode.Uri): Promise<readonly Changed[]> {
  const summary = await comparisons.summaryOf(uri);
  return summary?.functions.filter(({ state }) => state !== "same") ?? [];
}

/** Lets the user pick a function that differs and goes to it. */
export async function goToChange(comparisons: Comparisons): Promise<void> {
  const uri = vscode.window.activeTextEditor?.document.uri;
  if (uri?.scheme !== COMPARE_SCHEME) return;
  const changed = await changedFunctions(comparisons, uri);
  if (changed.length === 0) {
    void vscode.window.showInformationMessage(vscode.l10n.t("No function differs."));
    return;
  }
  const picks = changed.map((of) => ({ label: of.title, description: detailOf(of), of }));
  const placeHolder = vscode.l10n.t("Functions of {0} that differ", nameOf(comparedOf(uri).right));
  const chosen = await vscode.window.showQuickPick(picks, { placeHolder, matchOnDescription: true });
  if (chosen) await goTo(uri, chosen.of);
}

/** Goes to a function: in the side that has it, or in that of `uri`. */
async function goTo(uri: vscode.Uri, of: Changed): Promise<void> {
  const compared = comparedOf(uri);
  const side = of.state === "left" || of.state === "right" ? of.state : compared.side;
  const isMeant = ({ document }: vscode.TextEditor): boolean => {
    if (document.uri.scheme !== COMPARE_SCHEME || keyOf(document.uri) !== keyOf(uri)) return false;
    return comparedOf(document.uri).side === side;
  };
  const editor = vscode.window.visibleTextEditors.find(isMeant);
  if (editor) reveal(editor, side === "right" ? (of.rightName ?? of.name) : of.name);
}

/** Goes to the head of a function: the first line after the summary that names it and is not a comment. */
function reveal(editor: vscode.TextEditor, name: string): void {
  const { document } = editor;
  for (let line = 0; line < document.lineCount; line++) {
    const { text } = document.lineAt(line);
    const at = text.indexOf(name);
    if (at < 0 || /^(?:;|\/\/)/.test(text) || !/\{\s*(?:\/\/.*)?$/.test(text)) continue;
    const position = new vscode.Position(line, at);
    editor.selection = new vscode.Selection(position, position);
    editor.revealRange(new vscode.Range(position, position), vscode.TextEditorRevealType.AtTop);
    return;
  }
}
