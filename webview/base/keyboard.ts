/**
 * Where the keyboard goes when a command of the host has taken its time: whoever has left the page meanwhile, for a box of
 * the workbench such as Quick Open, is not brought back.
 */
let wasHere = false;

/** A command begins. */
export function beginCommand(): void {
  wasHere = document.hasFocus();
}

/** Moves the keyboard to an element, unless the user was in the page when the last command began and has left it since. */
export function takeKeyboard(element: HTMLElement): void {
  if (document.hasFocus() || !wasHere) element.focus({ preventScroll: true });
}
