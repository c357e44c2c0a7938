/** The keyboard in the listing. Keys that mean the same elsewhere in VS Code are commands in package.json, not here. */
import { sameEntry } from "./rows/buffer";
import { selectedOutside } from "./cursor/clipboard";
import type { Editor } from "./editor";
import type { Action } from "./base/queue";

/** Keys that a browser would handle itself, and that are commands of ours. */
const OURS = /^(?:F3|F12|F4|F7|F8|Control\+[dfgDFGL])$/;

/** Listens until the page closes. */
export function listenToKeys(editor: Editor): void {
  listenToTyping(editor);
  editor.listing.rowsElement.addEventListener("keydown", (event) => {
    // A box between the rows has keys of its own; what it leaves is the workbench's.
    const isOurs = !event.defaultPrevented && !(event.target as Element).closest(".inset");
    const action = isOurs ? actionOf(editor, event) : undefined;
    if (!action) return;
    event.preventDefault();
    void editor.queue.push(action);
  });
  // The workbench's "Select All" arrives as a selection in the page.
  document.addEventListener("selectionchange", () => {
    const selection = getSelection();
    if (!selection || selection.isCollapsed || !selection.containsNode(editor.listing.rowsElement, true)) return;
    if (isInBox(selection)) return;
    // In an empty input box the browser selects the page.
    if (document.activeElement instanceof HTMLInputElement) return document.activeElement.select();
    selection.removeAllRanges();
    void editor.queue.push(() => selectAll(editor));
  });
  document.addEventListener("copy", (event) => copied(editor, event));
  document.addEventListener("keydown", (event) => {
    const name = event.ctrlKey || event.metaKey ? `Control+${event.key}` : event.key;
    if (OURS.test(name)) event.preventDefault();
    if (event.key === "Escape" && !event.defaultPrevented) escape(editor);
  });
}

/**
 * Handles the browser's copy event: copies the selection in one of our boxes, otherwise the selection in the listing.
 */
function copied(editor: Editor, event: ClipboardEvent): void {
  if ((event.target as Element | null)?.closest?.("input")) return;
  event.preventDefault();
  const text = selectedOutside(editor.listing.rowsElement);
  if (text === "") void editor.queue.push(() => editor.copy("selection"));
  else event.clipboardData?.setData("text/plain", text);
}

/** Keeps what is typed while the host opens an input box, unless the focused element takes text itself. */
function listenToTyping({ typedAhead, host }: Editor): void {
  const takesText = (target: EventTarget | null): boolean =>
    target instanceof Element && target.closest("input, select") !== null;
  document.addEventListener(
    "keydown",
    (event) => {
      // VS Code still sees the key: it may be the second key of a chord.
      if (!takesText(event.target) && typedAhead.take(event)) event.preventDefault();
    },
    true,
  );
  document.addEventListener("pointerdown", () => typedAhead.forget(), true);
  window.addEventListener("blur", () => {
    const typed = typedAhead.hand();
    if (typed !== "") void host.typed(typed);
  });
}

/** Whether the browser's selection is in a box between the rows. */
function isInBox({ anchorNode, focusNode }: globalThis.Selection): boolean {
  const box = (node: Node | null): Element | null | undefined => node?.parentElement?.closest(".inset");
  return box(anchorNode) !== null && box(anchorNode) === box(focusNode);
}

/** Closes what is in front: the hover, the peek, find, the list, the selection; also what only the pointer has left. */
function escape(editor: Editor): void {
  editor.notice.hide();
  editor.cursor.pointed = undefined;
  editor.listing.rowsElement.classList.remove("following");
  getSelection()?.removeAllRanges();
  if (editor.help.close()) return;
  const closed = editor.hover.hide() || editor.expansion.close() || editor.peek.close() || editor.find.close();
  if (closed) editor.focus();
  else if (editor.list.isOpen) editor.list.close();
  else editor.selection.clear();
  editor.listing.draw();
}

/** The action of a key; undefined if it is not one of ours. */
function actionOf(editor: Editor, event: KeyboardEvent): Action | undefined {
  const { key, shiftKey: extend } = event;
  const control = event.ctrlKey || event.metaKey;
  if (control && event.altKey && extend) return boxKey(editor, key);
  if (event.altKey) return undefined;
  return movingKey(editor, key, control, extend) ?? (control ? controlKey(editor, key) : plainKey(editor, key, extend));
}

/** The keys that move the cursor. */
function movingKey(editor: Editor, key: string, control: boolean, extend: boolean): Action | undefined {
  const { cursor, listing } = editor;
  switch (key) {
    case "ArrowDown":
    case "ArrowUp": {
      const by = key === "ArrowDown" ? 1 : -1;
      return () => (control ? listing.scrollBy(by) : cursor.moveRows(by, extend));
    }
    case "ArrowRight":
    case "ArrowLeft":
      return control || extend ? undefined : () => cursor.moveToken(key === "ArrowRight" ? 1 : -1);
    case "PageDown":
    case "PageUp":
      return control ? undefined : () => cursor.movePage(key === "PageDown" ? 1 : -1, extend);
    case "Home":
    case "End":
      return () => (control ? toEnd(editor, key === "End", extend) : cursor.moveToEnd(key === "End" ? 1 : -1));
    default:
      return undefined;
  }
}

function controlKey(editor: Editor, key: string): Action | undefined {
  return key === "a" ? () => selectAll(editor) : undefined;
}

function plainKey(editor: Editor, key: string, shift: boolean): Action | undefined {
  const { cursor } = editor;
  switch (key) {
    case "Tab":
      // Past the last column the key leaves the listing, so that keyboard users are not trapped.
      return cursor.hasColumn(shift ? -1 : 1) ? () => cursor.moveColumn(shift ? -1 : 1) : undefined;
    case "Enter":
      return async () => {
        if (cursor.token) await editor.navigation.goToDefinition();
        else if (!(await editor.navigation.openInside())) await toggle(editor);
      };
    case " ":
      if (shift) return undefined;
      return async () => void ((await editor.expand()) || (await toggle(editor)) || toggleDictionaries(editor));
    default:
      return undefined;
  }
}

/** Selects a box with the arrow keys, as VS Code does with these modifiers. */
function boxKey({ cursor, listing }: Editor, key: string): Action | undefined {
  const [down, right] = { ArrowDown: [1, 0], ArrowUp: [-1, 0], ArrowRight: [0, 1], ArrowLeft: [0, -1] }[key] ?? [];
  if (down === undefined || right === undefined) return undefined;
  return () => {
    const { selection } = cursor;
    const focus = selection.boxFocus(cursor.char);
    if (!focus) return;
    const cell = selection.column ?? cursor.column;
    if (!selection.isBox) selection.extendBox(cell, focus);
    const { buffer } = listing;
    const index = Math.max(0, Math.min(buffer.rows.length - 1, focus.at - buffer.line + down));
    const row = buffer.rows[index];
    if (!row) return;
    const { section, entry, line } = row;
    const column = Math.max(0, focus.column + right);
    selection.extendBox(cell, { section, entry, line, at: buffer.line + index, column });
    listing.scrollIntoView(index);
  };
}

/** Folds or unfolds the section whose head is the cursor's row; returns whether it is a head. */
async function toggle(editor: Editor): Promise<boolean> {
  const { row } = editor.cursor;
  if (row?.fold === undefined) return false;
  await editor.toggleFold(row);
  return true;
}
/** Folds or unfolds the attributes in the cursor's rows. */
function toggleDictionaries({ cursor, listing, options }: Editor): boolean {
  return listing.buffer.rows
    .filter((row) => sameEntry(row, cursor.row))
    .map((row) => options.toggleDictionaries(row))
    .some((has) => has);
}

/** @param extend whether to select the records from the cursor on */
async function toEnd(editor: Editor, last: boolean, extend: boolean): Promise<void> {
  // The cursor's row may not be among those that are loaded then.
  if (extend) editor.selection.extendRows();
  editor.navigation.leave();
  const shown = await editor.listing.show(last ? { kind: "end" } : { kind: "line", line: 0 });
  if (!shown) return;
  editor.cursor.set(shown.row, undefined, undefined, extend);
  editor.listing.scrollIntoView(editor.listing.buffer.indexOfRow(shown.row));
}

/** Selects all records, though only few are loaded; the view stays where it is. */
async function selectAll(editor: Editor): Promise<void> {
  const { rows } = editor.host;
  const end = await rows({ anchor: { kind: "end" }, before: 0, after: 0, folds: editor.folding.now() });
  editor.selection.all(end.total);
}
