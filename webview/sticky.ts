/** The sticky header: the sections around the first row in view; a click goes to a section's head. */
import type { SectionInfo } from "../extension/session/protocol";
import { make } from "./dom";
import { t } from "./l10n";

/** The header above the listing. */
export class StickyHeader {
  readonly element = make("nav", "sticky");
  private shown = "";
  constructor(private readonly goTo: (section: SectionInfo) => void) {
    this.element.setAttribute("aria-label", t("Sections"));
  }
  /** Shows a path, outermost first. */
  update(path: readonly SectionInfo[]): void {
    const key = path.map((section) => `${section.id} ${section.title}`).join("\n");
    if (key === this.shown) return;
    this.shown = key;
    const parts: Node[] = [];
    for (const section of path) {
      if (parts.length > 0) parts.push(make("span", "separator", "›"));
      const button = make("button", "section", section.title);
      button.type = "button";
      button.title = section.title;
      button.addEventListener("click", () => this.goTo(section));
      parts.push(button);
    }
    this.element.replaceChildren(...parts);
  }
}
