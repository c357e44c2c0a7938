/**
 * Finds where symbols are used. One walk over a section, or over a complete arrangement, finds the places of all its
 * symbols: the first caller receives places while they are found, a later caller at once. A walk stops when nobody
 * waits for it, and continues from there when somebody asks again.
 */
import type { Place, SectionId } from "../../document/section";
import type { SymbolId } from "../../document/token";
import { LeastRecent } from "../../kit/leastRecent";
import type { Arranged } from "../rows/arranged";
import { Cancelled } from "../transport/rpc";
import { Slice, turn } from "../transport/slices";
import { SymbolPlaces } from "./symbolPlaces";
import type { UseScan, Where } from "./useScan";
import { useScan } from "./useScan";

/** Walks that are kept: the one over a complete arrangement, and those over the functions looked at last. */
const KEPT = 8;
/** Most places that one walk notes; beyond that each question walks by itself. */
const MOST = 4_000_000;

const never = (): boolean => false;

/** Receives a place of a symbol, and how often it is used there. */
export type Take = (place: Place, uses: number) => void | Promise<void>;

/** A caller that waits for a symbol's places. */
export interface Follower {
  readonly signal: AbortSignal;
  readonly take: Take;
  /** Called now and then. */
  readonly tick?: () => void;
  /** Whether the caller wants no more places, asked now and then. */
  readonly isEnough?: () => boolean;
}

/** One walk and its results. */
class UseWalk {
  private readonly places = new SymbolPlaces();
  /** Symbols whose uses are all in a smaller section: questions about them walk only that section. */
  private readonly local = new Set<SymbolId>();
  private readonly scan: UseScan;
  private section: SectionId | undefined;
  private done = false;
  private queue: Promise<void> = Promise.resolve();

  /** @param only the symbol to find, if the walk skips sections without it; undefined: all symbols */
  constructor(
    private readonly arranged: Arranged,
    private readonly where: Where,
    private readonly only?: SymbolId,
  ) {
    this.scan = useScan(arranged, where);
  }

  /** Whether it has reached the end. */
  get isDone(): boolean {
    return this.done;
  }
  /** Whether it has found more than is kept. */
  get full(): boolean {
    return this.places.length > MOST;
  }

  /**
   * Passes on the places of a symbol in order: first those already known, then each as it is found.
   * @returns whether these are all; false if it was enough before
   * @throws {Cancelled}
   */
  async follow(symbol: SymbolId, { signal, take, tick, isEnough = never }: Follower): Promise<boolean> {
    const { places } = this;
    const slice = new Slice(signal);
    let given: number | undefined;
    for (;;) {
      for (let at = places.after(symbol, given); at !== undefined; at = places.after(symbol, at)) {
        given = at;
        await take(places.place(at), places.uses(at));
        if (signal.aborted) throw new Cancelled();
        if (isEnough()) return false;
        // The places of a known symbol come one after another: nothing else would let others in.
        if (slice.over) {
          await slice.pause();
          tick?.();
        }
      }
      if (this.full) await this.alone(symbol, signal, take);
      if (this.done || this.full) return true;
      if (isEnough()) return false;
      // Callers that wait for the same walk take turns in continuing it.
      const step = this.queue.then(() => this.step());
      this.queue = step.catch(() => undefined);
      await step;
      await turn();
      tick?.();
      if (signal.aborted) throw new Cancelled();
    }
  }

  /** Continues for one symbol only, beyond what is kept. */
  private async alone(symbol: SymbolId, signal: AbortSignal, take: Take): Promise<void> {
    const found: { place: Place; uses: number }[] = [];
    const visit = (place: Place, all: ReadonlyMap<SymbolId, number>): void => {
      const uses = all.get(symbol);
      if (uses !== undefined) found.push({ place, uses });
    };
    await this.scan.copy().go(signal, visit, () => false);
    const slice = new Slice(signal);
    for (const { place, uses } of found) {
      await take(place, uses);
      if (slice.over) await slice.pause();
    }
  }

  /** Continues for one step of at most {@link STEP} ms. */
  private async step(): Promise<void> {
    if (this.done || this.full) return;
    const slice = new Slice(undefined);
    const isEnough = (): boolean => slice.over || this.full;
    this.done = await this.scan.go(new AbortController().signal, this.note, isEnough);
  }

  private readonly note = (place: Place, found: ReadonlyMap<SymbolId, number>): void => {
    if (this.section !== place.section) this.local.clear();
    this.section = place.section;
    for (const [symbol, uses] of found) {
      if (this.local.has(symbol) || (this.only !== undefined && symbol !== this.only)) continue;
      if (this.where.scope === undefined && !this.places.has(symbol) && this.isLocal(symbol)) this.local.add(symbol);
      else this.places.add(symbol, place, uses);
    }
  };
  private isLocal(symbol: SymbolId): boolean {
    return this.arranged.arrangement.scope?.(symbol) !== undefined;
  }
}

/** The walks of one session. */
export class Uses {
  private readonly walks = new LeastRecent<string, UseWalk>(KEPT);

  /**
   * The places of a symbol in order, as in {@link UseWalk.follow}.
   * @throws {Cancelled}
   */
  async follow(arranged: Arranged, where: Where, symbol: SymbolId, follower: Follower): Promise<boolean> {
    const key = `${arranged.name} ${arranged.revision} ${where.scope ?? ""}`;
    const known = this.walks.get(key);
    const walk =
      where.isNaming && !known?.isDone
        ? this.walks.of(`${key} ${symbol}`, () => new UseWalk(arranged, where, symbol))
        : this.walks.of(key, () => new UseWalk(arranged, where));
    return walk.follow(symbol, follower);
  }
}
