/** What fills the list at the bottom: references, the rows of a source line, the hits of find; and the way back from it. */
import type { SourceFile } from "../../extension/document/sourceLocation";
import type { SymbolId } from "../../extension/document/token";
import type { FindSummary, Hit } from "../../extension/session/protocol";
import type { Host } from "../base/connection";
import { t } from "../base/l10n";
import type { Left } from "../cursor/history";
import type { Folding } from "../folds/folding";
import type { HitList } from "./hitList";

/** The parts of an editor that lists use. */
interface Parts {
  readonly host: Host;
  readonly folding: Folding;
  readonly list: HitList;
}

/** How a list finds the place from which it was opened again. */
interface Way {
  here(): Left | undefined;
  /** Notes a position in the history. */
  leave(from: Left | undefined): void;
  returnTo(place: Left): Promise<void>;
  /** Makes a list grow, for which rows give up their place; the cursor's row stays in view if it was there. */
  inView(change: () => void): void;
}

/** A search whose hits are listed, and the texts of the list, with names as they are shown now. */
interface Listed {
  readonly searching: () => string;
  readonly none: () => string;
  readonly counted: (hits: number) => string;
  readonly failed: (error: string) => string;
  readonly search: (options: {
    readonly signal: AbortSignal;
    readonly progress: (hits: readonly Hit[]) => void;
  }) => Promise<FindSummary>;
}

/** The lists of one editor, of which one is open. */
export class Lists {
  /** Ends the search that fills the list. */
  private call: AbortController | undefined;
  /** The cursor's position when the list was opened. */
  private origin: Left | undefined;
  constructor(
    private readonly parts: Parts,
    private readonly way: Way,
  ) {}

  /** Lists all places that name a symbol; they stream in. @param name gives its name as it is shown now */
  async references(symbol: SymbolId, name: () => string): Promise<void> {
    const { host, folding } = this.parts;
    await this.listed({
      searching: () => t("References to {0}: searching…", name()),
      none: () => t("No references to {0}.", name()),
      counted: (hits) => (hits === 1 ? t("1 reference to {0}", name()) : t("{0} references to {1}", hits, name())),
      failed: (error) => t("References to {0}: {1}", name(), error),
      search: (options) => host.references({ symbol, folds: folding.now() }, options),
    });
  }
  /** Lists the rows of a source line, and goes to the first. */
  async source(text: string, of: { readonly files: readonly SourceFile[]; readonly line: number }): Promise<void> {
    const { host, folding, list } = this.parts;
    await this.listed({
      searching: () => t("IR of {0}: searching…", text),
      none: () => t("There is no IR for {0}: it was optimized away, or it is not code.", text),
      counted: (hits) => (hits === 1 ? t("1 row of IR of {0}", text) : t("{0} rows of IR of {1}", hits, text)),
      failed: (error) => t("IR of {0}: {1}", text, error),
      search: (options) => host.rowsOfSource({ ...of, folds: folding.now() }, options),
    });
    if (list.all.length > 0) list.step(1);
  }
  /**
   * Lists what find has found, from the hit on at which the reader is.
   * @returns what adds the hits that it finds later, as long as the list is that of this search
   */
  found(hits: readonly Hit[], text: string, current: Hit | undefined): (more: readonly Hit[]) => void {
    const { list } = this.parts;
    const title = (): string => {
      const { length } = list.all;
      return length === 1 ? t("1 hit of “{0}”", text) : t("{0} hits of “{1}”", length, text);
    };
    const { signal } = this.open(title);
    const add = (more: readonly Hit[]): void => {
      if (signal.aborted) return;
      this.way.inView(() => list.push(more));
      list.setTitle(title);
    };
    add(hits);
    if (current) list.startAt(current);
    return add;
  }
  /** Opens the list, from which one returns to where the cursor is now. @returns what ends the search that fills it */
  private open(title: () => string): AbortController {
    const { list } = this.parts;
    this.call?.abort();
    this.call = new AbortController();
    this.origin = this.way.here();
    list.open(title);
    list.focus();
    return this.call;
  }
  /** Fills the list with the hits of a search. */
  private async listed(what: Listed): Promise<void> {
    const { list } = this.parts;
    const call = this.open(what.searching);
    const progress = (hits: readonly Hit[]): void => this.way.inView(() => list.push(hits));
    try {
      const { hits, capped } = await what.search({ signal: call.signal, progress });
      const shown = capped ? ` ${t("(the first {0} are listed)", list.all.length)}` : "";
      if (call.signal.aborted) return;
      list.setTitle(() => (hits === 0 ? what.none() : `${what.counted(hits)}${shown}`));
    } catch (error) {
      if (!call.signal.aborted) list.setTitle(() => what.failed(String(error)));
    }
  }
  /** Stays at the hit that was chosen in the list. */
  stay(): void {
    this.call?.abort();
    this.way.leave(this.origin);
    this.origin = undefined;
  }
  /** The list was closed: ends the search and returns to the old position. */
  leave(): void {
    this.call?.abort();
    const origin = this.origin;
    this.origin = undefined;
    if (!origin) return;
    this.way.leave(this.way.here());
    void this.way.returnTo(origin);
  }
}
