/**
 * Where the keyboard goes when a command of the host has taken its time: whoever has left the page meanwhile, for a box of
 * the workbench such as Quick Open, is not brought back.
 */

import type { Host } from "./connection";

/** A key that opens a box of the workbench takes the keyboard out of the page within this time (ms). */
const AT_ONCE = 300;

/** What this asks of a window. */
interface Page {
  addEventListener(
    name: "keydown" | "pointerdown" | "blur" | "focus",
    listener: (event: { readonly key?: string; readonly timeStamp: number }) => void,
    capture?: boolean,
  ): void;
}

let wasHere = false;
let leftByKey = false;

/**
 * Notes by what users leave the page. A click outside of it may be on a button for a command of ours: that is no leaving.
 * @param rows gets the keyboard of users who come back if what had it was closed meanwhile
 */
export function listenToLeaving(page: Page, rows: Pick<HTMLElement, "focus">): void {
  let lastKey = -Infinity;
  page.addEventListener(
    "keydown",
    ({ key = "", timeStamp }) => {
      if (!/^(?:Shift|Control|Alt|Meta)$/.test(key)) lastKey = timeStamp;
    },
    true,
  );
  // A click in the page is no command of the host; Alt may have taken the keyboard to the menu bar before it.
  page.addEventListener(
    "pointerdown",
    () => {
      wasHere = leftByKey = false;
      lastKey = -Infinity;
    },
    true,
  );
  page.addEventListener("blur", ({ timeStamp }) => (leftByKey = timeStamp - lastKey < AT_ONCE));
  page.addEventListener("focus", () => {
    leftByKey = false;
    if (document.activeElement === document.body) rows.focus({ preventScroll: true });
  });
}

/** Tells the host whether the page has the keyboard, now and whenever that changes. */
export function tellFocus(page: Page, host: Pick<Host, "focused">): void {
  const tell = (isFocused: boolean): void => void host.focused(isFocused);
  page.addEventListener("focus", () => tell(true));
  page.addEventListener("blur", () => tell(false));
  if (document.hasFocus()) tell(true);
}

/** A command begins. */
export function beginCommand(): void {
  wasHere = document.hasFocus();
}

/** Moves the keyboard to an element, unless the user has left the page by a key, or since the last command began. */
export function takeKeyboard(element: Pick<HTMLElement, "focus">): void {
  if (document.hasFocus() || !(wasHere || leftByKey)) element.focus({ preventScroll: true });
}
