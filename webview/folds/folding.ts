/** The arrangement that an editor shows, the folded sections in each arrangement, and the hidden noise. */
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
    const state = (): State => ({ base: baseOf(preamble), toggled: new Set(), detail: false });
    this.states = { records: state(), assembly: state() };
  }
  /** Folds the preamble and nothing else, or nothing, in both arrangements: the user has set it so. */
  foldPreamble(preamble: boolean): void {
    for (const state of Object.values(this.states)) {
      state.base = baseOf(preamble);
      state.toggled.clear();
    }
    this.made = undefined;
  }
  /** The arrangement shown. */
  get arrangement(): ArrangementName {
    return this.shown;
  }
  /** Switches to an arrangement. */
  use(arrangement: ArrangementName): void {
    this.shown = arrangement;
    this.made = undefined;
  }
  /** The folds as the protocol has them; the same object until something changes. */
  readonly now = (): Folds => {
    const { base, toggled, detail } = this.state;
    this.made ??= { arrangement: this.shown, base, toggled: [...toggled], detail, hidden: this.noise };
    return this.made;
  };
  /** The folds without section ids, which end with the session. `bitOf` returns where a section begins, if known. */
  memory(bitOf: (section: number) => number | undefined): FoldMemory {
    const { base, toggled, detail } = this.state;
    return { base, detail, toggledBits: [...toggled].map(bitOf).filter((bit) => bit !== undefined) };
  }
  /** Restores remembered folds of the present arrangement; `toggled` has the present ids of the sections. */
  restore({ base, detail }: FoldMemory, toggled: readonly (number | undefined)[]): void {
    Object.assign(this.state, { base, detail, toggled: new Set(toggled.filter((section) => section !== undefined)) });
    this.made = undefined;
  }
  /** Folds or unfolds a section by its head's row. */
  toggle(row: Row): void {
    this.flip([row.section]);
  }
  /** Records that these sections have changed between folded and unfolded. */
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
  /** The hidden kinds of noise. */
  get hidden(): readonly NoiseKind[] {
    return this.noise;
  }
  /** Hides noise of these kinds and of no others. */
  hide(kinds: readonly NoiseKind[]): void {
    this.noise = kinds;
    this.made = undefined;
  }
  /** Records that noise of these kinds is shown. */
  unhide(kinds: readonly NoiseKind[]): void {
    if (kinds.length === 0) return;
    this.noise = this.noise.filter((kind) => !kinds.includes(kind));
    this.made = undefined;
  }
  private get state(): State {
    return this.states[this.shown];
  }
}

function baseOf(preamble: boolean): Folds["base"] {
  return preamble ? "preamble" : "none";
}
