/** Options for all files, which are remembered: wrapped lines, the band of source lines, folded dictionaries. */
import type { ViewState } from "../../extension/session/protocol/hostApi";
import type { Row } from "../../extension/session/protocol";
import type { Host } from "../base/connection";
import type { DictionaryFolds } from "../rows/dictionaries";
import type { Listing } from "../rows/listing";

/** The options of one editor. */
export class ViewOptions {
  constructor(
    private readonly host: Host,
    private readonly listing: Listing,
    private readonly dictionaries: DictionaryFolds,
    private view: ViewState,
    /** The cursor's row. */
    private readonly current: () => Row | undefined,
  ) {}

  /** Applies the options to the listing. */
  apply(): void {
    this.listing.wrap(this.view.wraps);
    this.applyBand();
  }
  /** Stores a change. */
  save(change: Partial<ViewState>): void {
    this.view = { ...this.view, ...change };
    void this.host.saveView(this.view);
  }
  /** Turns wrapping on or off; the cursor's row stays in view. */
  toggleWrap(): void {
    const row = this.current();
    const isInView = row !== undefined && this.listing.viewOf(row) !== undefined;
    this.save({ wraps: !this.view.wraps });
    this.listing.wrap(this.view.wraps);
    if (isInView) this.listing.scrollIntoView(this.listing.buffer.indexOfRow(row));
  }
  /** Shows or hides the band that tells source lines apart. */
  toggleSourceBand(): void {
    this.save({ bandless: !this.view.bandless });
    this.applyBand();
  }
  /** Folds or unfolds the dictionaries of a row; returns whether it has any. */
  toggleDictionaries(row: Row): boolean {
    const has = this.dictionaries.toggleRow(row);
    this.listing.relaid();
    return has;
  }
  toggleDictionary(row: Row, index: number): void {
    this.dictionaries.toggle(row, index);
    this.listing.relaid();
  }
  toggleAllDictionaries(): void {
    this.dictionaries.toggleAll();
    this.save({ dictionariesFolded: this.dictionaries.foldsAll });
    this.listing.relaid();
  }
  /** Unfolds the dictionary that hides a character of a row's assembly. */
  revealCharacter(row: Row, char: number): void {
    if (this.dictionaries.reveal(row, char)) this.listing.relaid();
  }
  private applyBand(): void {
    this.listing.element.classList.toggle("bandless", this.view.bandless ?? false);
  }
}
