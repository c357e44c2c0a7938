/** Ctrl with the wheel changes the size of the font, if it does in the user's editors (`editor.mouseWheelZoom`). */
import type { ViewSettings } from "../../extension/session/protocol/hostApi";

/** So many pixels are a step: a notch of a wheel has as many or more, and is one step; two fingers have fewer. */
const STEP = 50;

/** Whether a turn of the wheel zooms instead of scrolling. */
export function zooms(
  { ctrlKey, metaKey, shiftKey, altKey }: Pick<WheelEvent, "ctrlKey" | "metaKey" | "shiftKey" | "altKey">,
  { wheelZooms }: Pick<ViewSettings, "wheelZooms">,
): boolean {
  return wheelZooms && (ctrlKey || metaKey) && !shiftKey && !altKey;
}

/** A function that takes the wheel's turns (pixels, down is positive), and calls `zoom` with complete steps. */
export function stepper(zoom: (steps: 1 | -1) => void): (deltaY: number) => void {
  let turned = 0;
  return (deltaY) => {
    turned += Math.max(-STEP, Math.min(STEP, deltaY));
    if (Math.abs(turned) < STEP) return;
    zoom(turned > 0 ? -1 : 1);
    turned = 0;
  };
}
