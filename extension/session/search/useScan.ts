/**
 * Reads entry after entry for the symbols that it uses: from the names that an arrangement reports, otherwise from
 * tokens.
 */
import type { Place, SectionId } from "../../document/section";
import type { SymbolId } from "../../document/token";
import type { Arranged } from "../rows/arranged";
import type { LinesEntry } from "../rows/folds";
import type { WrittenWalk } from "../rows/listing";
import { PageNames } from "./pageNames";

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

/** Receives an entry, and how often it uses each symbol. The map is valid until the next entry. */
export type VisitUses = (place: Place, uses: ReadonlyMap<SymbolId, number>) => void;

/** A position in a section, or in a complete arrangement, from which entries are read in order. */
export interface UseScan {
  /**
   * Continues until `isEnough`, which is called between entries, or to the end.
   * @returns whether the end was reached
   * @throws {Cancelled}
   */
  go(signal: AbortSignal, visit: VisitUses, isEnough: () => boolean): Promise<boolean>;
  /** A separate scan at the same position. */
  copy(): UseScan;
}

/** Where a symbol may be used. */
export interface Where {
  /** The section that contains all uses; undefined: anywhere. */
  readonly scope: SectionId | undefined;
  /** A test whether a section may contain a use; undefined: any section may. */
  readonly isNaming?: ((section: SectionId) => boolean) | undefined;
}

/** A scan from the start. */
export function useScan(arranged: Arranged, where: Where): UseScan {
  return arranged.tellsNames ? new NameScan(arranged, where) : new TokenScan(arranged, where.scope);
}

class TokenScan implements UseScan {
  constructor(
    private readonly arranged: Arranged,
    private readonly scope: SectionId | undefined,
    private last?: Place,
  ) {}
  async go(signal: AbortSignal, visit: VisitUses, isEnough: () => boolean): Promise<boolean> {
    let stopped = false;
    const take = (place: Place, entry: LinesEntry): boolean => {
      visit(place, usesIn(entry));
      this.last = place;
      stopped = isEnough();
      return !stopped;
    };
    await this.arranged.scan(signal, take, this.scope, this.last);
    return !stopped;
  }
  copy(): UseScan {
    return new TokenScan(this.arranged, this.scope, this.last);
  }
}

class NameScan implements UseScan {
  private readonly names: PageNames;
  constructor(
    private readonly arranged: Arranged,
    private readonly where: Where,
    private walk?: WrittenWalk,
  ) {
    this.names = new PageNames(where.scope !== undefined);
  }
  async go(signal: AbortSignal, visit: VisitUses, isEnough: () => boolean): Promise<boolean> {
    this.walk ??= await this.arranged.walk(signal, this.where.scope, this.where.isNaming);
    let stopped = false;
    const take = (): boolean => {
      this.names.forEach(visit);
      stopped = isEnough();
      return !stopped;
    };
    await this.arranged.scanNames(signal, this.walk, this.names, take);
    return !stopped;
  }
  copy(): UseScan {
    return new NameScan(this.arranged, this.where, this.walk?.copy());
  }
}
