/** The zoom of the font in all our editors of the window: what Ctrl with the wheel sets for VS Code's own (`editor.mouseWheelZoom`). */
import * as vscode from "vscode";

/** How much a step changes the size, and the least and the most steps, as in VS Code. */
const STEP = 0.1;
const [LEAST, MOST] = [-5, 20];

const changed = new vscode.EventEmitter<void>();
let steps = 0;

/** Fires when the zoom has changed. */
export const onFontZoom = changed.event;

/** The factor of the font's size. */
export function fontZoom(): number {
  return 1 + steps * STEP;
}

/** Makes the font larger or smaller by steps, within VS Code's limits. */
export function zoomFont(by: number): void {
  steps = Math.max(LEAST, Math.min(MOST, steps + by));
  changed.fire();
}
