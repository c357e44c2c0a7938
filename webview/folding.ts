/** Which sections are folded in this editor. */
import type { Folds, Row } from "../extension/session/protocol";

/** The folds of one editor; `changed` is called when they are others. */
export class Folding {
  private base: Folds["base"];
  private toggled = new Set<number>();
  private detail = false;
  private made: Folds | undefined;

  constructor(preamble: boolean) {
    this.base = preamble ? "preamble" : "none";
  }
  /** As the protocol has it; the same object until something changes. */
  readonly now = (): Folds => {
    this.made ??= { base: this.base, toggled: [...this.toggled], detail: this.detail };
    return this.made;
  };
  restore(folds: Folds): void {
    this.base = folds.base;
    this.toggled = new Set(folds.toggled);
    this.detail = folds.detail;
    this.made = undefined;
  }
  /** Folds or unfolds a section by its head's row. */
  toggle(row: Row): void {
    this.flip([row.section]);
  }
  /** Takes over that these sections are now the other way. */
  flip(sections: readonly number[]): void {
    for (const section of sections) if (!this.toggled.delete(section)) this.toggled.add(section);
    this.made = undefined;
  }
  setAll(base: Folds["base"]): void {
    this.base = base;
    this.toggled.clear();
    this.made = undefined;
  }
  toggleDetail(): void {
    this.detail = !this.detail;
    this.made = undefined;
  }
}
