/** The editor's commands, by name. */
import type { EditorCommand } from "../extension/session/protocol/hostApi";
import type { Editor } from "./editor";
import { t } from "./base/l10n";
import type { Action } from "./base/queue";

/** Commands by name. */
export type Commands = Readonly<Record<EditorCommand, Action>>;

/** What each command does in an editor. */
export function commandsOf(editor: Editor): Commands {
  const { cursor, folding, columns } = editor;
  const fold = async (want: "open" | "closed"): Promise<void> => {
    const row = headOf(editor);
    if (row?.fold === undefined || row.fold === want) return;
    await editor.toggleFold(row);
  };
  const foldAll = (base: Parameters<typeof folding.setAll>[0]): Promise<void> => {
    folding.setAll(base);
    return editor.refold();
  };
  const step = (by: 1 | -1): void => editor.list.step(by);
  return {
    switchArrangement: () => editor.switchArrangement(),
    focusBreadcrumb: () => editor.breadcrumb.focus(),
    showAccessibilityHelp: () => editor.help.open(),
    focusOverview: () => editor.overview.focus(),
    toggleWrap: () => editor.options.toggleWrap(),
    goToDefinition: () => editor.navigation.goToDefinition(),
    peekDefinition: () => peekDefinition(editor),
    expandInPlace: async () => {
      if (!(await editor.expand())) editor.notice.show(t("There is nothing to expand at the cursor."), 3000);
    },
    findReferences: () => editor.navigation.findReferences(),
    goToNextUse: () => editor.navigation.goToUse(1),
    goToPreviousUse: () => editor.navigation.goToUse(-1),
    goToNextReference: () => step(1),
    goToPreviousReference: () => step(-1),
    goBack: () => editor.navigation.goBack(),
    goForward: () => editor.navigation.goForward(),
    goToNextProblem: () => editor.navigation.goToProblem(1),
    goToPreviousProblem: () => editor.navigation.goToProblem(-1),
    find: () => {
      const typed = editor.typedAhead.hand().replaceAll("\n", "");
      editor.find.open(editor.selection.seed || (cursor.token?.text.trim() ?? ""), typed);
    },
    findNext: () => editor.find.step(1),
    findPrevious: () => editor.find.step(-1),
    showHover: () => {
      const { tokenPlace, element } = cursor;
      if (tokenPlace && element) editor.hover.open(tokenPlace, () => cursor.element);
    },
    fold: () => fold("closed"),
    unfold: () => fold("open"),
    foldAll: () => foldAll("all"),
    unfoldAll: () => foldAll("none"),
    foldPreamble: () => foldAll("preamble"),
    toggleDetailRows: () => {
      folding.toggleDetail();
      return editor.refold();
    },
    chooseNoise: () => editor.noise.choose(),
    toggleDebugRecords: () => editor.noise.toggle("debugRecord"),
    toggleDebugLocations: () => editor.noise.toggle("location"),
    toggleAttachedMetadata: () => editor.noise.toggle("attachment"),
    toggleAttributes: () => editor.noise.toggle("attribute"),
    toggleLifetimeMarkers: () => editor.noise.toggle("lifetime"),
    toggleDeclarations: () => editor.noise.toggle("declaration"),
    toggleSourceBand: () => editor.options.toggleSourceBand(),
    toggleDictionaries: () => {
      const has = cursor.row && editor.options.toggleDictionaries(cursor.row);
      if (!has) editor.notice.show(t("This row has no attributes to fold."), 3000);
    },
    toggleAllDictionaries: () => editor.options.toggleAllDictionaries(),
    togglePositionColumn: () => columns.toggle("position"),
    toggleRecordColumn: () => columns.toggle("record"),
    toggleAssemblyColumn: () => columns.toggle("assembly"),
    copy: () => editor.copy("selection"),
    copyRows: () => editor.copy("rows"),
    copyText: () => editor.copy("text"),
    copyRecord: () => editor.copy("record"),
    copyPosition: () => editor.copy("position"),
    copyHex: () => editor.copy("hex"),
    copyJson: () => editor.copy("json"),
  };
}

/** The head of the cursor's section: the cursor's own row if it is a head. */
export function headOf(editor: Editor): Editor["cursor"]["row"] {
  const { buffer } = editor.listing;
  const { rows } = buffer;
  const { row: last } = editor.cursor;
  // The cursor has its row as it was when it came there: it may have been folded since.
  const row = last && (rows[buffer.indexOf(last)] ?? last);
  if (!row || row.fold !== undefined) return row;
  const head = rows.find((r) => r.section === row.section && r.fold !== undefined);
  return head ?? { ...row, entry: 0, line: 0, fold: "open" };
}

async function peekDefinition(editor: Editor): Promise<void> {
  const { cursor, peek, navigation } = editor;
  const { row } = cursor;
  const target = await navigation.target();
  if (!target || !row) return;
  editor.expansion.close();
  const { rows } = editor.listing.buffer;
  const last = rows.findLast((r) => r.section === row.section && r.entry === row.entry) ?? row;
  await peek.open(last, target, editor.folding.now(), editor.settings);
}
