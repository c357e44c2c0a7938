/** Applies the font of the user's editor to the rows. */
import type { ViewSettings } from "../../extension/session/protocol/hostApi";

/** Gives an element the editor's line height, spacing and ligatures. @returns the line height in pixels */
export function takeOverFont(
  element: HTMLElement,
  { lineHeight: own, letterSpacing, fontLigatures }: ViewSettings,
): number {
  const size = parseFloat(getComputedStyle(document.body).getPropertyValue("--vscode-editor-font-size")) || 14;
  // VS Code's rule: 0 means from the font size; less than 8 is a factor of the font size.
  const golden = navigator.platform.startsWith("Mac") ? 1.5 : 1.35;
  const height = Math.max(8, Math.round(own === 0 ? size * golden : own < 8 ? own * size : own));
  element.style.setProperty("--line-height", `${height}px`);
  element.style.setProperty("--letter-spacing", `${letterSpacing}px`);
  element.style.setProperty("--ligatures", fontLigatures ? "normal" : "none");
  return height;
}
