/** The pointer in the listing: clicks, selection by mouse, hovers, Ctrl+click. */
import { formatPosition } from "../extension/document/bits";
import type { Editor } from "./editor";
import type { Spot } from "./listing";
import { t } from "./l10n";

/** How near to an edge a drag scrolls (pixels), and how often (ms). */
const EDGE = 24;
const SCROLL_EVERY = 50;

/** Listens until the page ends. */
export function listenToPointer(editor: Editor): void {
  const rows = editor.listing.rowsElement;
  rows.addEventListener("mousedown", (event) => press(editor, event));
  rows.addEventListener("click", (event) => click(editor, event));
  rows.addEventListener("mousemove", (event) => over(editor, event));
  rows.addEventListener("mouseleave", () => {
    editor.hover.leave();
    point(editor, undefined);
  });
  rows.addEventListener("contextmenu", (event) => {
    const spot = editor.listing.spot(event.target);
    if (spot && spot.column !== "fold" && editor.cursor.selection?.count === 1) editor.cursor.setFromSpot(spot, false);
  });
  // The modifier underlines what a click would follow, as in VS Code.
  const modifier = (event: KeyboardEvent): void => {
    rows.classList.toggle("following", event.ctrlKey || event.metaKey);
  };
  document.addEventListener("keydown", modifier);
  document.addEventListener("keyup", modifier);
  scrollWhileSelecting(editor);
}

function press(editor: Editor, event: MouseEvent): void {
  if (event.button !== 0) return;
  const spot = editor.listing.spot(event.target);
  if (!spot) return;
  editor.hover.hide();
  if (spot.column === "fold") {
    event.preventDefault();
    if (!spot.row.fold) return;
    editor.folding.toggle(spot.row);
    void editor.refold(spot.row);
    return;
  }
  // Text is selected within one column: the others cannot be selected while the button is down.
  editor.listing.rowsElement.dataset.selecting = spot.column;
  if (event.shiftKey) event.preventDefault();
  editor.cursor.setFromSpot(spot, event.shiftKey);
  editor.focus();
}

function click(editor: Editor, event: MouseEvent): void {
  const spot = editor.listing.spot(event.target);
  if (!spot) return;
  if (event.ctrlKey || event.metaKey) {
    void editor.navigation.goToDefinition();
  } else if (
    spot.column === "position" &&
    spot.row.positionBit !== undefined &&
    getSelection()?.isCollapsed !== false
  ) {
    const text = formatPosition(spot.row.positionBit);
    void editor.host.writeClipboard(text);
    editor.notice.show(t("Copied {0}", text), 1200);
  } else if (
    spot.element.querySelector(".folded") &&
    event.target instanceof Element &&
    event.target.matches(".folded")
  ) {
    editor.folding.toggle(spot.row);
    void editor.refold(spot.row);
  }
}

function over(editor: Editor, event: MouseEvent): void {
  editor.listing.rowsElement.classList.toggle("following", event.ctrlKey || event.metaKey);
  if (event.buttons !== 0) return;
  const spot = editor.listing.spot(event.target);
  if (!spot || spot.column === "fold") {
    editor.hover.leave();
    return point(editor, undefined);
  }
  point(editor, spot);
  const onPosition = spot.column === "position" && spot.row.positionBit !== undefined;
  if (spot.token < 0 && !onPosition) return editor.hover.leave();
  const { section, entry, line } = spot.row;
  const target = { column: spot.column, line, token: Math.max(0, spot.token) };
  const element =
    spot.token < 0 ? (spot.element.querySelector<HTMLElement>(".position") ?? spot.element) : spot.element;
  editor.hover.ask({ section, entry, target }, element, editor.settings.hoverDelay);
}

/** Notes what is under the pointer, for the outline of its partner in the other column. */
function point(editor: Editor, spot: Spot | undefined): void {
  const before = editor.cursor.pointed;
  if (before?.element === spot?.element) return;
  editor.cursor.pointed = spot;
  editor.listing.draw();
}

function scrollWhileSelecting(editor: Editor): void {
  const rows = editor.listing.rowsElement;
  let timer: ReturnType<typeof setInterval> | undefined;
  let by = 0;
  document.addEventListener("mousemove", (event) => {
    if (event.buttons !== 1 || rows.dataset.selecting === undefined) return;
    const { top, bottom } = rows.getBoundingClientRect();
    by = event.clientY < top + EDGE ? -1 : event.clientY > bottom - EDGE ? 1 : 0;
    timer ??= setInterval(() => by !== 0 && editor.listing.scrollBy(by), SCROLL_EVERY);
  });
  document.addEventListener("mouseup", () => {
    clearInterval(timer);
    timer = undefined;
  });
}
