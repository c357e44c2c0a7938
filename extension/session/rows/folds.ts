/** The order of entries as shown: which sections are folded, and which entry comes before and after another. */
import type { Place, Section, SectionId } from "../../document/section";
import type { Entry } from "../../document/section";
import type { Line } from "../../document/token";
import { isNoise } from "./noise";
import type { EntryPages } from "./pages";
import { Inherited } from "./inherited";
import { ROOT } from "./pages";
import type { Folds, RowPlace } from "../protocol";

/** An entry that has lines of its own. */
export type LinesEntry = Entry & { readonly kind: "lines" };

/** Nothing folded, nothing left out: the order in which find and references walk a document. */
export const UNFOLDED: Folds = { base: "none", toggled: [], detail: true };

/** When a section is folded unless the reader toggles it: by either base rule, only by "fold all", or by neither. */
export type FoldRule = "atFirst" | "withAll" | "never";

/** The rule of a section. The outermost section stays open; otherwise a single row would be left. */
export function foldRule({ foldedAtFirst, parent }: Section): FoldRule {
  if (foldedAtFirst) return "atFirst";
  return parent === undefined ? "never" : "withAll";
}

/** Whether folds leave a line in, provided that its section is open. */
export function isLeftIn(line: Line, folds: Pick<Folds, "detail" | "hidden">): boolean {
  return (folds.detail || !line.detail) && !isNoise(line, folds.hidden ?? []);
}

/** The entries of a document under given folds. Methods may throw MissingBytes and can then be called again. */
export class FoldedView {
  /** Sections for which the opposite of their rule holds. */
  readonly toggled: ReadonlySet<SectionId>;
  private readonly canFold = new Map<SectionId, boolean>();
  /** The outermost folded section around a section or the section itself; {@link ROOT} for none. */
  private readonly outermost = new Inherited<SectionId>(
    ROOT,
    ROOT,
    (section) => this.pages.around(section),
    (section, outer) => (outer === ROOT && this.folded(section) ? section : outer),
  );

  constructor(
    readonly pages: EntryPages,
    readonly folds: Folds,
  ) {
    this.toggled = new Set(folds.toggled);
  }

  /** The indexes of the visible lines of an entry. */
  lines(entry: LinesEntry, place: Place): readonly number[] {
    return this.linesWhen(entry, place.entry === 0 && this.folded(place.section));
  }
  private linesWhen(entry: LinesEntry, folded: boolean): readonly number[] {
    const shown: number[] = [];
    const hidden = folded ? "open" : "folded";
    entry.lines.forEach((line, index) => {
      if (isLeftIn(line, this.folds) && line.when !== hidden) shown.push(index);
    });
    return shown;
  }

  /** Whether only a section's head is shown. A section without a visible head is never folded. */
  folded(section: SectionId): boolean {
    if (section === ROOT || (this.folds.base === "none" && this.toggled.size === 0)) return false;
    return this.meantFolded(section) && this.foldable(section);
  }
  /** Whether the folds ask for a section to be folded, even if it cannot be. `rule`: the section's own, if known. */
  meantFolded(section: SectionId, rule?: FoldRule): boolean {
    return this.byRule(section, rule) !== this.toggled.has(section);
  }
  /** Whether a section has a visible head, and something below it. */
  foldable(section: SectionId): boolean {
    const known = this.canFold.get(section);
    if (known !== undefined) return known;
    const head = this.pages.entry(section, 0);
    const can =
      head?.kind === "lines" && this.linesWhen(head, true).length > 0 && this.pages.entry(section, 1) !== undefined;
    this.canFold.set(section, can);
    return can;
  }
  private byRule(section: SectionId, known: FoldRule | undefined): boolean {
    if (this.folds.base === "none") return false;
    const info = known ? undefined : this.pages.section(section);
    return this.foldsBy(known ?? (info && foldRule(info)) ?? "never");
  }
  /** Whether sections of a rule are folded. */
  foldsBy(rule: FoldRule): boolean {
    const { base } = this.folds;
    return base !== "none" && (rule === "atFirst" || (base === "all" && rule === "withAll"));
  }

  /** The folded sections around a place, innermost first (a folded section's own head is not inside it). */
  hiding(place: Place): readonly SectionId[] {
    const found: SectionId[] = [];
    let entry = place.entry;
    for (let section = place.section; section !== ROOT; section = this.pages.section(section)?.parent ?? ROOT) {
      if (entry > 0 && this.folded(section)) found.push(section);
      entry = 1;
    }
    return found;
  }

  /** The head of the outermost folded section that hides a place, otherwise the place itself. */
  unhidden<P extends Place>(place: P): P | Place {
    const { section, entry } = place;
    if (section === ROOT) return place;
    const outermost = this.outermost.of(entry > 0 ? section : this.pages.around(section));
    return outermost === ROOT ? place : { section: outermost, entry: 0 };
  }

  /** The folded sections that hide a row: also its own, if the row is part of the head only while the section is open. */
  hidingRow(row: RowPlace): readonly SectionId[] {
    const around = this.hiding(row);
    const isOwn = row.entry === 0 && this.folded(row.section) && this.entry(row)?.lines[row.line]?.when === "open";
    return isOwn ? [row.section, ...around] : around;
  }

  entry(place: Place): LinesEntry | undefined {
    const entry = this.pages.entry(place.section, place.entry);
    return entry?.kind === "lines" ? entry : undefined;
  }
  first(): Place | undefined {
    return this.settle(ROOT, 0);
  }
  last(): Place | undefined {
    return this.settleBack(ROOT, this.pages.count(ROOT) - 1);
  }
  /** The visible entry after a place. */
  next(place: Place): Place | undefined {
    return this.folded(place.section) ? this.behind(place.section) : this.settle(place.section, place.entry + 1);
  }
  /** The visible entry before a place. */
  previous(place: Place): Place | undefined {
    if (!this.folded(place.section)) return this.settleBack(place.section, place.entry - 1);
    const holder = this.pages.holder(place.section);
    return holder && this.settleBack(holder.section, holder.entry - 1);
  }

  private behind(section: SectionId): Place | undefined {
    const holder = this.pages.holder(section);
    return holder && this.settle(holder.section, holder.entry + 1);
  }
  /** The first entry with lines at or after entry `entry` of a section, down into sections and up out of them. */
  private settle(section: SectionId, entry: number): Place | undefined {
    for (;;) {
      const found = this.pages.entry(section, entry);
      if (found?.kind === "lines") return { section, entry };
      if (found) {
        section = found.section;
        entry = 0;
      } else {
        const holder = this.pages.holder(section);
        if (!holder) return undefined;
        section = holder.section;
        entry = holder.entry + 1;
      }
    }
  }
  private settleBack(section: SectionId, entry: number): Place | undefined {
    for (;;) {
      const found = this.pages.entry(section, entry);
      if (found?.kind === "lines") return { section, entry };
      if (found) {
        section = found.section;
        entry = this.folded(section) ? 0 : this.pages.count(section) - 1;
      } else {
        const holder = this.pages.holder(section);
        if (!holder) return undefined;
        section = holder.section;
        entry = holder.entry - 1;
      }
    }
  }
}
