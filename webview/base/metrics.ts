/** Applies the font of the user's editor to the rows. */
import type { ViewSettings } from "../../extension/session/protocol/hostApi";

/** The size of the editor's font, as VS Code tells it. */
const FONT_SIZE = "--vscode-editor-font-size";

/** Lines of less than this many times the font's size are too low for some letters: those reach out of them. */
const LOW = 1.2;

/** Gives an element the editor's line height, spacing and ligatures. @returns the line height in pixels */
export function takeOverFont(
  element: HTMLElement,
  { lineHeight: own, letterSpacing, fontLigatures, fontZoom }: ViewSettings,
): number {
  const { body, documentElement } = document;
  const size = fontZoom * (parseFloat(getComputedStyle(documentElement).getPropertyValue(FONT_SIZE)) || 14);
  // VS Code sets the size for the document; all that has the editor's font is in the body.
  if (fontZoom === 1) body.style.removeProperty(FONT_SIZE);
  else body.style.setProperty(FONT_SIZE, `${size}px`);
  // VS Code's rule: 0 means from the font size; less than 8 is a factor of the font size.
  const golden = navigator.platform.startsWith("Mac") ? 1.5 : 1.35;
  const height = Math.max(8, Math.round(own === 0 ? size * golden : own < 8 ? own * size : own * fontZoom));
  element.style.setProperty("--line-height", `${height}px`);
  element.classList.toggle("low", height < LOW * size);
  element.style.setProperty("--letter-spacing", `${letterSpacing}px`);
  element.style.setProperty("--ligatures", fontLigatures ? "normal" : "none");
  return height;
}
