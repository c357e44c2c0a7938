/** The editor's commands, by name. */
import type { EditorCommand } from "../extension/session/protocol/hostApi";
import type { Editor } from "./editor";
import { t } from "./base/l10n";
import type { Action } from "./base/queue";

/** How long a note is shown (ms). */
const NOTE = 3000;

/** Commands by name. */
export type Commands = Readonly<Record<EditorCommand, Action>>;

/** What each command does in an editor. */
export function commandsOf(editor: Editor): Commands {
  return {
    ...goingCommands(editor),
    ...searchCommands(editor),
    ...detailCommands(editor),
    ...foldCommands(editor),
    ...viewCommands(editor),
    ...noiseCommands(editor),
    ...copyCommands(editor),
  };
}

/** Moving to another place, or to another part of the editor. */
function goingCommands(editor: Editor) {
  const { navigation, list, bookmarks } = editor;
  return {
    goToDefinition: () => navigation.goToDefinition(),
    goToNextUse: () => navigation.goToUse(1),
    goToPreviousUse: () => navigation.goToUse(-1),
    goToNextReference: () => list.step(1),
    goToPreviousReference: () => list.step(-1),
    goBack: () => navigation.goBack(),
    goForward: () => navigation.goForward(),
    goToNextProblem: () => navigation.goToProblem(1),
    goToPreviousProblem: () => navigation.goToProblem(-1),
    toggleBookmark: () => bookmarks.toggle(),
    goToNextBookmark: () => bookmarks.step(1),
    goToPreviousBookmark: () => bookmarks.step(-1),
    focusBreadcrumb: () => editor.breadcrumb.focus(),
    focusOverview: () => editor.overview.focus(),
    showAccessibilityHelp: () => editor.help.open(),
  };
}

function searchCommands(editor: Editor) {
  const { find, cursor } = editor;
  return {
    find: () => {
      const typed = editor.typedAhead.hand().replaceAll("\n", "");
      // Both are at the top.
      editor.notice.hide();
      find.open(editor.selection.seed || (cursor.token?.text.trim() ?? ""), typed);
    },
    findNext: () => find.step(1),
    findPrevious: () => find.step(-1),
    findReferences: () => editor.navigation.findReferences(),
  };
}

/** What something is, shown beside the row. */
function detailCommands(editor: Editor) {
  const { cursor } = editor;
  return {
    showHover: () => {
      const { tokenPlace, element } = cursor;
      if (tokenPlace && element) editor.hover.open(tokenPlace, () => cursor.element);
    },
    peekDefinition: () => peekDefinition(editor),
    toggleGraph: () =>
      editor.graph.isOpen ? editor.graph.close() : editor.graph.open().then(() => editor.graph.focus()),
    expandInPlace: async () => {
      if (!(await editor.expand())) editor.notice.showAtCursor(t("There is nothing to expand at the cursor."));
    },
  };
}

function foldCommands(editor: Editor) {
  const { folding, options } = editor;
  const fold = async (want: "open" | "closed"): Promise<void> => {
    const row = headOf(editor);
    if (row?.fold !== undefined && row.fold !== want) await editor.toggleFold(row);
  };
  const foldAll = (base: Parameters<typeof folding.setAll>[0]): Promise<void> => {
    folding.setAll(base);
    return editor.refold();
  };
  return {
    fold: () => fold("closed"),
    unfold: () => fold("open"),
    foldAll: () => foldAll("all"),
    unfoldAll: () => foldAll("none"),
    foldPreamble: () => foldAll("preamble"),
    toggleDictionaries: () => {
      const { row } = editor.cursor;
      if (!row || !options.toggleDictionaries(row))
        editor.notice.showAtCursor(t("This row has no attributes to fold."));
    },
    toggleAllDictionaries: () => options.toggleAllDictionaries(),
  };
}

function viewCommands(editor: Editor) {
  const { columns, options, folding } = editor;
  return {
    switchArrangement: () => editor.switchArrangement(),
    toggleWrap: () => options.toggleWrap(),
    toggleSourceBand: () => options.toggleSourceBand(),
    toggleDetailRows: () => {
      folding.toggleDetail();
      return editor.refold();
    },
    togglePositionColumn: () => columns.toggle("position"),
    toggleRecordColumn: () =>
      folding.arrangement === "records"
        ? columns.toggle("record")
        : editor.notice.show(t("The rows of the assembly have no records. Alt+A shows the records."), NOTE),
    toggleAssemblyColumn: () => columns.toggle("assembly"),
  };
}

function noiseCommands({ noise }: Editor) {
  return {
    chooseNoise: () => noise.choose(),
    toggleDebugRecords: () => noise.toggle("debugRecord"),
    toggleDebugLocations: () => noise.toggle("location"),
    toggleAttachedMetadata: () => noise.toggle("attachment"),
    toggleAttributes: () => noise.toggle("attribute"),
    toggleLifetimeMarkers: () => noise.toggle("lifetime"),
    toggleDeclarations: () => noise.toggle("declaration"),
  };
}

function copyCommands(editor: Editor) {
  return {
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
  editor.say(await peek.open(last, target, editor.folding.now(), editor.settings));
}
