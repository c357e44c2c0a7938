/** The keyboard in the listing. Keys with a meaning elsewhere in VS Code are commands (package.json), not here. */
import type { Editor } from "./editor";

/** Keys that a browser would take for itself, and that are commands of ours. */
const OURS = /^(?:F3|F12|F4|F8|Control\+[fgFG])$/;

/** Listens until the page ends. */
export function listenToKeys(editor: Editor): void {
  editor.listing.rowsElement.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || !moveOrAct(editor, event)) return;
    event.preventDefault();
  });
  document.addEventListener("keydown", (event) => {
    const name = event.ctrlKey || event.metaKey ? `Control+${event.key}` : event.key;
    if (OURS.test(name)) event.preventDefault();
    if (event.key === "Escape" && !event.defaultPrevented) escape(editor);
  });
}

/** Closes what is in front: the hover, the peek, find, the list, the selection. */
function escape(editor: Editor): void {
  const closed = editor.hover.hide() || editor.peek.close() || editor.find.close();
  if (closed) editor.focus();
  else if (editor.list.isOpen) editor.list.close();
  else editor.cursor.clearSelection();
}

/** Carries out a key; says whether it was one of ours. */
function moveOrAct(editor: Editor, event: KeyboardEvent): boolean {
  const { cursor, listing } = editor;
  const control = event.ctrlKey || event.metaKey;
  if (event.altKey) return false;
  switch (event.key) {
    case "ArrowDown":
    case "ArrowUp": {
      const by = event.key === "ArrowDown" ? 1 : -1;
      if (control) listing.scrollBy(by);
      else cursor.moveRows(by, event.shiftKey);
      return true;
    }
    case "ArrowRight":
    case "ArrowLeft":
      if (control || event.shiftKey) return false;
      cursor.moveToken(event.key === "ArrowRight" ? 1 : -1);
      return true;
    case "PageDown":
    case "PageUp":
      if (control) return false;
      cursor.movePage(event.key === "PageDown" ? 1 : -1, event.shiftKey);
      return true;
    case "Home":
    case "End":
      if (control) void toEnd(editor, event.key === "End");
      else cursor.moveToEnd(event.key === "End" ? 1 : -1);
      return true;
    case "Tab":
      // Past the last column the key leaves the listing: nobody is caught in it.
      return !control && cursor.moveColumn(event.shiftKey ? -1 : 1);
    case "Enter":
      if (cursor.token) editor.run("goToDefinition");
      else toggle(editor);
      return true;
    case " ":
      toggle(editor);
      return true;
    case "a":
      if (!control) return false;
      void selectAll(editor);
      return true;
    default:
      return false;
  }
}

function toggle(editor: Editor): void {
  const { row } = editor.cursor;
  if (row?.fold === undefined) return;
  editor.folding.toggle(row);
  void editor.refold(row);
}

async function toEnd(editor: Editor, last: boolean): Promise<void> {
  const line = last ? Math.max(0, editor.listing.buffer.total - 1) : 0;
  const shown = await editor.listing.show({ kind: "line", line });
  const { rows, atEnd } = editor.listing.buffer;
  const row = last && atEnd ? rows.at(-1) : shown?.row;
  if (!row) return;
  editor.cursor.set(row);
  editor.listing.scrollIntoView(editor.listing.buffer.indexOf(row));
}

/** All records are selected, though few of them are at hand; the view stays where it is. */
async function selectAll(editor: Editor): Promise<void> {
  const folds = editor.folding.now();
  const ask = async (line: number) => editor.host.rows({ anchor: { kind: "line", line }, before: 0, after: 1, folds });
  const { total } = editor.listing.buffer;
  const first = (await ask(0)).rows[0];
  const last = (await ask(Math.max(0, total - 1))).rows.at(-1);
  if (first && last) editor.cursor.selectAll(first, last, total);
}
