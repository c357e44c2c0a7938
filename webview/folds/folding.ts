/** Which arrangement an editor shows, which sections are folded in each, and which noise is left out. */
import type { ArrangementName } from "../../extension/document/arrangement";
import type { NoiseKind } from "../../extension/document/token";
import type { FoldMemory } from "../../extension/session/protocol/hostApi";
import type { Folds, Row } from "../../extension/session/protocol";

/** The folds of one arrangement. */
interface State {
  base: Folds["base"];
  toggled: Set<number>;
  detail: boolean;
}

/** The folds of one editor. */
export class Folding {
  private readonly states: Readonly<Record<ArrangementName, State>>;
  private made: Folds | undefined;

  constructor(
    private shown: ArrangementName,
    preamble: boolean,
    private noise: readonly NoiseKind[],
  ) {
    const state = (): State => ({ base: preamble ? "preamble" : "none", toggled: new Set(), detail: false });
    this.states = { records: state(), assembly: state() };
  }
  /** The arrangement that is shown. */
  get arrangement(): ArrangementName {
    return this.shown;
  }
  /** Goes over to an arrangement. */
  use(arrangement: ArrangementName): void {
    this.shown = arrangement;
    this.made = undefined;
  }
  /** As the protocol has it; the same object until something changes. */
  readonly now = (): Folds => {
    const { base, toggled, detail } = this.state;
    this.made ??= { arrangement: this.shown, base, toggled: [...toggled], detail, hidden: this.noise };
    return this.made;
  };
  /** What outlives the session that named the sections. `bitOf` gives where a section begins, if that is known. */
  memory(bitOf: (section: number) => number | undefined): FoldMemory {
    const { base, toggled, detail } = this.state;
    return { base, detail, toggledBits: [...toggled].map(bitOf).filter((bit) => bit !== undefined) };
  }
  /** Takes over remembered folds of the arrangement that is shown, with the sections as they are named now. */
  restore({ base, detail }: FoldMemory, toggled: readonly (number | undefined)[]): void {
    Object.assign(this.state, { base, detail, toggled: new Set(toggled.filter((section) => section !== undefined)) });
    this.made = undefined;
  }
  /** Folds or unfolds a section by its head's row. */
  toggle(row: Row): void {
    this.flip([row.section]);
  }
  /** Takes over that these sections are now the other way. */
  flip(sections: readonly number[]): void {
    if (sections.length === 0) return;
    const { toggled } = this.state;
    for (const section of sections) if (!toggled.delete(section)) toggled.add(section);
    this.made = undefined;
  }
  setAll(base: Folds["base"]): void {
    this.state.base = base;
    this.state.toggled.clear();
    this.made = undefined;
  }
  toggleDetail(): void {
    this.state.detail = !this.state.detail;
    this.made = undefined;
  }
  /** The noise that is left out. */
  get hidden(): readonly NoiseKind[] {
    return this.noise;
  }
  /** Leaves noise of these kinds out, and no other. */
  hide(kinds: readonly NoiseKind[]): void {
    this.noise = kinds;
    this.made = undefined;
  }
  /** Takes over that noise of these kinds is shown. */
  unhide(kinds: readonly NoiseKind[]): void {
    if (kinds.length === 0) return;
    this.noise = this.noise.filter((kind) => !kinds.includes(kind));
    this.made = undefined;
  }
  private get state(): State {
    return this.states[this.shown];
  }
}
