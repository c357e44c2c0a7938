/** Handles the host's events. */
import type { SymbolId } from "../extension/document/token";
import type { HostEvent, ViewSettings } from "../extension/session/protocol/hostApi";
import type { Commands } from "./commands";
import type { Editor } from "./editor";
import { comeBack, whereabouts } from "./memory";
import { beginCommand } from "./base/keyboard";
import { t } from "./base/l10n";

/** How long a note is shown (ms). */
const NOTE = 2000;

/** Carries out an event with the editor's own commands. */
export function take(editor: Editor, commands: Commands, event: HostEvent): void {
  switch (event.kind) {
    case "command":
      beginCommand();
      return editor.later(() => commands[event.command]());
    case "show":
    case "showLine":
    case "showProblem":
    case "showSource":
    case "endPreview":
    case "follow":
      beginCommand();
      newest = event;
      return editor.later(() => go(editor, event));
    case "settings":
      return set(editor, event.settings);
    case "indexing":
      return void counted(editor, event.share);
    case "renumbered":
      return event.arrangement === editor.folding.arrangement ? editor.later(() => again(editor)) : undefined;
    case "bookmarks":
      editor.bookmarks.take(event.bookmarks);
      return editor.later(() => editor.ruler.updateBookmarks());
    case "reloaded":
      return editor.later(() => reloaded(editor));
    case "gone":
      return editor.notice.show(t("The file was deleted from disk. What was already read is still shown."));
    case "mangled":
      // Only the host handles this: it gives the worker the demangler.
      return;
  }
}

function set(editor: Editor, settings: ViewSettings): void {
  const before = editor.settings;
  editor.settings = settings;
  editor.columns.apply();
  editor.sticky.forget();
  editor.listing.applySettings(settings);
  const { foldPreamble, demangle } = settings;
  if (demangle !== before.demangle) {
    editor.report();
    editor.list.again();
    editor.later(() => editor.overview.update());
  }
  if (foldPreamble !== before.foldPreamble)
    editor.later(() => {
      editor.folding.foldPreamble(foldPreamble);
      return editor.refold();
    });
  editor.later(() => editor.graph.again());
}

/** The events that ask for another place. */
type Going = Extract<
  HostEvent,
  { readonly kind: "show" | "showLine" | "showProblem" | "showSource" | "endPreview" | "follow" }
>;

/** The last of them. */
let newest: Going | undefined;

/** Goes there; a preview whose turn comes after another place was asked for is left out. */
async function go(editor: Editor, event: Going): Promise<unknown> {
  if (event !== newest && "preview" in event && event.preview) return;
  const { navigation } = editor;
  // The rows move away from below a card.
  editor.hover.hide();
  switch (event.kind) {
    case "show":
      return show(editor, event, event.preview, event.toName);
    case "showLine":
      return show(editor, { line: event.line }, event.preview);
    case "showProblem":
      return navigation.goToProblemRow(event).then(editor.focus);
    case "showSource":
      return editor.showSource(event);
    case "endPreview":
      return navigation.preview.end(true);
    case "follow":
      return navigation.follow(event.bit);
  }
}

/** Shows a position that the host asks for; a preview leaves the focus in the host's box. */
async function show(
  editor: Editor,
  at: { bit: number; symbol?: SymbolId | undefined } | { line: number },
  preview: boolean,
  toName = false,
): Promise<void> {
  if (preview) return editor.navigation.preview.show(at);
  await ("bit" in at ? editor.navigation.goToBit(at.bit, at.symbol) : editor.navigation.goToLine(at.line));
  if (toName) editor.cursor.toName();
  editor.focus();
}

/** More lines were counted: scrollbar and ruler become more exact. */
async function counted(editor: Editor, share: number): Promise<void> {
  const { listing, folding } = editor;
  const top = listing.topRow;
  if (!top || listing.buffer.isOutdated) return;
  const query = { anchor: { kind: "place", place: top } as const, before: 0, after: 0, folds: folding.now() };
  const answer = await editor.host.rows(query);
  const { buffer } = listing;
  buffer.recount(answer, buffer.indexOfRow(top));
  listing.draw();
  if (share === 1) await editor.updateOverview();
}

/** Requests all rows again and shows the same section and row as before, if they still exist. */
async function again(editor: Editor): Promise<void> {
  // The place to keep is the one that the reader is on the way to.
  await editor.listing.arrived();
  const place = whereabouts(editor);
  await (place ? comeBack(editor, place) : editor.showFirst());
  editor.report();
  editor.find.again();
  await editor.updateOverview();
}

async function reloaded(editor: Editor): Promise<void> {
  // What cards say of the old content may be wrong now.
  editor.hover.hide();
  editor.expansion.hide();
  editor.peek.close();
  await again(editor);
  await editor.graph.again();
  editor.notice.show(t("The file has changed on disk and was read again."), NOTE);
}
