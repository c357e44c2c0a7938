/**
 * Hides noise in the assembly: a toggle for each kind, a button that names what is hidden, and a list to choose from.
 */
import type { ArrangementName } from "../../extension/document/arrangement";
import type { NoiseKind } from "../../extension/document/token";
import type { Host } from "../base/connection";
import { make } from "../base/dom";
import type { Folding } from "./folding";
import { t } from "../base/l10n";
import type { Notice } from "../base/notice";

/** How long a note is shown (ms). */
const NOTE = 3000;

/** The kinds, in the order in which they are listed. */
const KINDS: readonly NoiseKind[] = ["debugRecord", "location", "attachment", "attribute", "lifetime", "declaration"];

/** The name of a kind, and an example. */
function words(kind: NoiseKind): { readonly name: string; readonly example: string } {
  switch (kind) {
    case "debugRecord":
      return { name: t("debug records"), example: "#dbg_value(…), call void @llvm.dbg.value(…)" };
    case "location":
      return { name: t("debug locations"), example: "!dbg !17" };
    case "attachment":
      return { name: t("attached metadata"), example: "!tbaa !9, !prof !30" };
    case "attribute":
      return { name: t("attributes"), example: "noundef, #4" };
    case "lifetime":
      return { name: t("lifetime markers"), example: "call void @llvm.lifetime.start(…)" };
    case "declaration":
      return { name: t("declarations"), example: "declare void @f()" };
  }
}

/** What the toggles need from the editor. */
export interface NoiseContext {
  readonly host: Host;
  readonly folding: Folding;
  readonly notice: Notice;
  /** The arrangements of the file that hold noise. */
  readonly noisy: readonly ArrangementName[];
  /** The user has chosen what is hidden: it is stored, and the rows are made again. */
  chosen(hidden: readonly NoiseKind[]): Promise<void>;
}

/** The toggles of one editor. */
export class Noise {
  /** Names what is hidden, if anything is; a click opens the list. */
  readonly mark = make("button", "hidden-mark hidden");

  constructor(private readonly context: NoiseContext) {
    this.mark.type = "button";
    this.mark.addEventListener("click", () => void this.choose());
    this.update();
  }

  /** Updates the button to what is hidden in the present arrangement. */
  update(): void {
    const { folding, noisy } = this.context;
    const hidden = noisy.includes(folding.arrangement) ? folding.hidden : [];
    const names = KINDS.filter((kind) => hidden.includes(kind)).map((kind) => words(kind).name);
    this.mark.classList.toggle("hidden", names.length === 0);
    this.mark.textContent = t("hidden: {0}", names.join(", "));
    this.mark.title = `${this.mark.textContent}\n${t("Find and copy leave these out. Click to choose what is shown (Alt+N).")}`;
  }
  /** Hides a kind of noise, or shows it again. */
  async toggle(kind: NoiseKind): Promise<void> {
    const { folding, notice } = this.context;
    const before = folding.hidden;
    const hidden = !before.includes(kind);
    await this.set(hidden ? [...before, kind] : before.filter((other) => other !== kind));
    const { name } = words(kind);
    notice.show(hidden ? t("Hidden: {0}", name) : t("Shown: {0}", name), NOTE);
  }
  /** Lets the user choose among all kinds. */
  async choose(): Promise<void> {
    const { host, folding } = this.context;
    const items = KINDS.map((kind) => {
      const { name, example } = words(kind);
      return { label: name, description: example, picked: !folding.hidden.includes(kind) };
    });
    const picked = await host.pick({ placeholder: t("What the assembly shows"), items });
    if (picked) await this.set(KINDS.filter((_, index) => !picked.includes(index)));
  }
  private async set(hidden: readonly NoiseKind[]): Promise<void> {
    this.context.folding.hide(hidden);
    this.update();
    await this.context.chosen(hidden);
  }
}
