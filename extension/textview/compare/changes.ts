/** The functions that differ in the comparison that is shown: for the outline, and to go to one of them. */
import * as vscode from "vscode";
import { nameOf } from "../../editor/members";
import type { Change, Changes } from "../../outline/changes";
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
    // A document is only closed some time after its last tab.
    vscode.window.tabGroups.onDidChangeTabs(({ closed }) => {
      if (!closed.some(({ input }) => comparisonIn(input) === shown) || isOpen(shown)) return;
      shown = undefined;
      show(undefined);
    }),
  );
}
/** The key of the comparison that a tab shows; undefined if it shows none. */
function comparisonIn(input: unknown): string | undefined {
  const isOne = input instanceof vscode.TabInputTextDiff && input.modified.scheme === COMPARE_SCHEME;
  return isOne ? keyOf(input.modified) : undefined;
}
function isOpen(key: string | undefined): boolean {
  const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs);
  return key !== undefined && tabs.some(({ input }) => comparisonIn(input) === key);
}
function keyOf(uri: vscode.Uri): string {
  const { left, right } = comparedOf(uri);
  return `${left.toString()} ${right.toString()}`;
}

/** A function that differs, and its index in the summary. */
interface Differing {
  readonly of: Changed;
  readonly index: number;
}

async function changesOf(comparisons: Comparisons, uri: vscode.Uri): Promise<readonly Change[]> {
  const differing = await differingFunctions(comparisons, uri);
  return differing.map(({ of, index }) => ({
    name: of.title,
    detail: detailOf(of),
    icon: ICONS[of.state],
    go: () => void goTo(comparisons, uri, { of, index }),
  }));
}
async function differingFunctions(comparisons: Comparisons, uri: vscode.Uri): Promise<readonly Differing[]> {
  const { functions = [] } = (await comparisons.summaryOf(uri)) ?? {};
  return functions.map((of, index) => ({ of, index })).filter(({ of }) => of.state !== "same");
}

/** Lets the user pick a function that differs and goes to it. */
export async function goToChange(comparisons: Comparisons): Promise<void> {
  const uri = vscode.window.activeTextEditor?.document.uri;
  if (uri?.scheme !== COMPARE_SCHEME) return;
  const differing = await differingFunctions(comparisons, uri);
  if (differing.length === 0) {
    void vscode.window.showInformationMessage(vscode.l10n.t("No function differs."));
    return;
  }
  const picks = differing.map((one) => ({ label: one.of.title, description: detailOf(one.of), one }));
  const placeHolder = vscode.l10n.t("Functions of {0} that differ", nameOf(comparedOf(uri).right));
  const chosen = await vscode.window.showQuickPick(picks, { placeHolder, matchOnDescription: true });
  if (chosen) await goTo(comparisons, uri, chosen.one);
}

/** Goes to a function: in the side that has it, or in that of `uri`. */
async function goTo(comparisons: Comparisons, uri: vscode.Uri, { of, index }: Differing): Promise<void> {
  const side = of.state === "left" || of.state === "right" ? of.state : comparedOf(uri).side;
  const editor = vscode.window.visibleTextEditors.find(({ document }) => {
    if (document.uri.scheme !== COMPARE_SCHEME || keyOf(document.uri) !== keyOf(uri)) return false;
    return comparedOf(document.uri).side === side;
  });
  const line = editor && (await comparisons.lineOf(editor.document.uri, index));
  if (!editor || line === undefined || line === null) return;
  const position = new vscode.Position(line, 0);
  editor.selection = new vscode.Selection(position, position);
  editor.revealRange(new vscode.Range(position, position), vscode.TextEditorRevealType.AtTop);
}
