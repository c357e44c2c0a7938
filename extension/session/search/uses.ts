/**
 * Finds where symbols are used. One walk over a section, or over a complete arrangement, finds the places of all its
 * symbols: the first caller receives places while they are found, a later caller at once. A walk stops when nobody
 * waits for it, and continues from there when somebody asks again.
 */
import type { Place, SectionId } from "../../document/section";
import type { SymbolId } from "../../document/token";
import { LeastRecent } from "../../kit/leastRecent";
import type { Arranged } from "../rows/arranged";
import type { LinesEntry } from "../rows/folds";
import { Cancelled } from "../transport/rpc";
import { Slice, turn } from "../transport/slices";

/** Walks that are kept: the one over a complete arrangement, and those over the functions looked at last. */
const KEPT = 8;
/** Most places that one walk notes; beyond that each question walks by itself. */
const MOST = 4_000_000;
/** Numbers stored per place: section, entry, uses in it. */
const STRIDE = 3;

/** Receives a place of a symbol, and how often it is used there. */
export type Take = (place: Place, uses: number) => void | Promise<void>;

/** A caller that waits for a symbol's places. */
export interface Follower {
  readonly signal: AbortSignal;
  readonly take: Take;
  /** Called now and then. */
  readonly tick?: () => void;
}

/**
 * How often each symbol is used in an entry: in its assembly, or in its record if the assembly does not name it; 0 for
 * a definition only.
 */
export function usesIn(entry: LinesEntry): ReadonlyMap<SymbolId, number> {
  const found = new Map<SymbolId, number>();
  let named: ReadonlySet<SymbolId> = new Set();
  for (const column of ["assembly", "record"] as const) {
    for (const { [column]: tokens } of entry.lines)
      for (const { symbol, definition } of tokens)
        if (symbol !== undefined && !named.has(symbol))
          found.set(symbol, (found.get(symbol) ?? 0) + (definition ? 0 : 1));
    named = new Set(found.keys());
  }
  return found;
}

/** One walk and its results. */
class UseWalk {
  private readonly places = new Map<SymbolId, number[]>();
  /** Symbols whose uses are all in a smaller section: questions about them walk only that section. */
  private readonly local = new Set<SymbolId>();
  private count = 0;
  private last: Place | undefined;
  private done = false;
  private queue: Promise<void> = Promise.resolve();

  /** @param scope the section to walk; undefined: everything */
  constructor(
    private readonly arranged: Arranged,
    private readonly scope: SectionId | undefined,
  ) {}

  /** Whether it has found more than is kept. */
  get full(): boolean {
    return this.count > MOST;
  }

  /**
   * Passes on the places of a symbol in order: first those already known, then each as it is found.
   * @throws {Cancelled}
   */
  async follow(symbol: SymbolId, { signal, take, tick }: Follower): Promise<void> {
    for (let given = 0; ;) {
      for (const places = this.places.get(symbol) ?? []; given < places.length; given += STRIDE) {
        const [section = 0, entry = 0, uses = 0] = places.slice(given, given + STRIDE);
        await take({ section, entry }, uses);
        if (signal.aborted) throw new Cancelled();
      }
      if (this.full) await this.alone(symbol, signal, take);
      if (this.done || this.full) return;
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
    const visit = (place: Place, entry: LinesEntry): boolean => {
      const uses = usesIn(entry).get(symbol);
      if (uses !== undefined) found.push({ place, uses });
      return true;
    };
    await this.arranged.scan(signal, visit, this.scope, this.last);
    for (const { place, uses } of found) await take(place, uses);
  }

  /** Continues for one step of at most {@link STEP} ms. */
  private async step(): Promise<void> {
    if (this.done || this.full) return;
    const slice = new Slice(undefined);
    let stopped = false;
    const visit = (place: Place, entry: LinesEntry): boolean => {
      this.note(place, entry);
      this.last = place;
      stopped = slice.due || this.full;
      return !stopped;
    };
    await this.arranged.scan(new AbortController().signal, visit, this.scope, this.last);
    this.done = !stopped;
  }

  private note(place: Place, entry: LinesEntry): void {
    if (this.last?.section !== place.section) this.local.clear();
    for (const [symbol, uses] of usesIn(entry)) {
      if (this.local.has(symbol)) continue;
      let places = this.places.get(symbol);
      if (!places) {
        if (this.scope === undefined && this.arranged.arrangement.scope?.(symbol) !== undefined) {
          this.local.add(symbol);
          continue;
        }
        this.places.set(symbol, (places = []));
      }
      places.push(place.section, place.entry, uses);
      this.count++;
    }
  }
}

/** The walks of one session. */
export class Uses {
  private readonly walks = new LeastRecent<string, UseWalk>(KEPT);

  /**
   * The places of a symbol in order, as in {@link UseWalk.follow}.
   * @param scope the section that contains all its uses; undefined: anywhere
   * @throws {Cancelled}
   */
  async follow(arranged: Arranged, scope: SectionId | undefined, symbol: SymbolId, follower: Follower): Promise<void> {
    const key = `${arranged.name} ${arranged.revision} ${scope ?? ""}`;
    await this.walks.of(key, () => new UseWalk(arranged, scope)).follow(symbol, follower);
  }
}
