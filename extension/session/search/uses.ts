/**
 * Where symbols are named. One walk over a section, or over a whole arrangement, finds the places of all its symbols: whoever
 * asks for one of them has its places while they are found, and the next one has them at once. A walk that nobody waits for
 * any more stops, and goes on from there when somebody asks again.
 */
import type { Place, SectionId } from "../../document/section";
import type { SymbolId } from "../../document/token";
import { LeastRecent } from "../../kit/leastRecent";
import type { Arranged } from "../rows/arranged";
import type { LinesEntry } from "../rows/folds";
import { Cancelled } from "../transport/rpc";
import { Slice, turn } from "../transport/slices";

/** Walks that are kept: of the whole of an arrangement, and of the functions that were looked at last. */
const KEPT = 8;
/** Places that one walk notes at most; past them each question walks by itself. */
const MOST = 4_000_000;
/** Numbers of one place: section, entry, uses in it. */
const STRIDE = 3;

/** Takes a place of a symbol, and how often it is used there. */
export type Take = (place: Place, uses: number) => void | Promise<void>;

/** Who waits for a symbol's places. */
export interface Follower {
  readonly signal: AbortSignal;
  readonly take: Take;
  /** Called now and then. */
  readonly tick?: () => void;
}

/** How often each symbol is used in an entry: in its assembly, or in its record where the assembly does not name it; 0 for a mere definition. */
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

/** One walk and what it has found. */
class UseWalk {
  private readonly places = new Map<SymbolId, number[]>();
  /** Symbols of the section that is walked over whose names are all in a smaller one: who asks for them walks over that. */
  private readonly local = new Set<SymbolId>();
  private count = 0;
  private last: Place | undefined;
  private done = false;
  private queue: Promise<void> = Promise.resolve();

  /** @param scope the section that is walked over; undefined: everything */
  constructor(
    private readonly arranged: Arranged,
    private readonly scope: SectionId | undefined,
  ) {}

  /** Whether it has come to more than is kept. */
  get full(): boolean {
    return this.count > MOST;
  }

  /**
   * Gives the places of a symbol in order, those that are known first, then those that are found.
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
      // Those who wait for the same walk go on with it by turns.
      const step = this.queue.then(() => this.step());
      this.queue = step.catch(() => undefined);
      await step;
      await turn();
      tick?.();
      if (signal.aborted) throw new Cancelled();
    }
  }

  /** Goes on for one symbol alone, past what is kept. */
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

  /** Goes on for as long as a step may take. */
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
   * The places of a symbol in order, as {@link UseWalk.follow} gives them.
   * @param scope the section that all its names are in; undefined: everywhere
   * @throws {Cancelled}
   */
  async follow(arranged: Arranged, scope: SectionId | undefined, symbol: SymbolId, follower: Follower): Promise<void> {
    const key = `${arranged.name} ${arranged.revision} ${scope ?? ""}`;
    await this.walks.of(key, () => new UseWalk(arranged, scope)).follow(symbol, follower);
  }
}
