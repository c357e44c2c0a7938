/** Shows a place while the user is still typing or choosing it, and returns to the view before it. */
import type { RowPlace } from "../extension/session/protocol";
import type { Host } from "./base/connection";
import type { Folding } from "./folds/folding";
import type { Listing } from "./rows/listing";
import type { Notice } from "./base/notice";
import { t } from "./base/l10n";

/** How long the note about a line that does not exist is shown (ms). */
const NOTE = 3000;

/** The parts of an editor that a preview uses. */
interface Previewed {
  readonly host: Host;
  readonly listing: Listing;
  readonly folding: Folding;
  readonly notice: Notice;
}

/** The preview of an editor. */
export class Preview {
  /** The row that was at the top before. */
  private before: RowPlace | undefined;
  /** The note that the requested line does not exist, while it may be shown. */
  private saidLast: string | undefined;

  constructor(private readonly parts: Previewed) {}

  /** Shows a bit or a line of the text; what is folded stays folded. */
  async show(at: { readonly bit: number } | { readonly line: number }): Promise<void> {
    const { host, listing, folding } = this.parts;
    this.before ??= listing.topRow;
    const found =
      "bit" in at
        ? { place: await host.placeOf(at), total: undefined }
        : await host.placeOfLine({ ...at, folds: folding.now(), wait: false });
    const shown = found?.place && (await listing.show({ kind: "shown", place: found.place }));
    if (!shown) return;
    if ("line" in at) this.sayLast(at.line, found.total);
    else this.sayLast();
    this.unmark();
    listing.viewOf(shown.row)?.element.classList.add("preview");
  }
  /** Ends it; `back`: returns to the view before it. */
  end(back = false): unknown {
    const { before } = this;
    this.before = undefined;
    this.sayLast();
    this.unmark();
    return back && before ? this.parts.listing.show({ kind: "place", place: before }, "top") : undefined;
  }
  private unmark(): void {
    this.parts.listing.rowsElement.querySelectorAll(".preview").forEach((row) => row.classList.remove("preview"));
  }
  /** Shows a note if there is no such line and the last one is shown instead; otherwise takes an earlier one back. */
  sayLast(line?: number, total?: number): void {
    const { notice } = this.parts;
    if (this.saidLast !== undefined) notice.hide(this.saidLast);
    this.saidLast = undefined;
    if (line === undefined || total === undefined || line < total) return;
    this.saidLast = t("The text has {0} lines; this is the last one.", total);
    notice.show(this.saidLast, NOTE);
  }
}
