/**
 * The assembly as numbered lines: line N of `text` is line N of the assembly arrangement, so that a text document can
 * ask by line and column and is answered with what its tokens name.
 */
import type { Token } from "../../document/token";
import type { Arranged } from "../rows/arranged";
import type { Core } from "../core";
import { withPlainNames } from "../names/demangle";
import { named } from "../names/named";
import { unicode } from "../names/unicode";
import type { FoldedView } from "../rows/folds";
import { UNFOLDED } from "../rows/folds";
import type { RowLayout } from "../rows/rowLayout";
import type { LinePlace, LineQuery, TextApi, TextLine, TextSection, TextToken } from "../protocol";
import { PAGE_ROWS } from "../protocol";
import { atBit } from "../rows/places";
import type { Methods } from "../transport/rpc";
import { Slice } from "../transport/slices";

/** The complete text, unfolded, without rows that are not part of it. */
const WHOLE = { ...UNFOLDED, detail: false } as const;
/** Most sections in the outline and folding of a text document. */
const MOST_SECTIONS = 20000;

/** An arrangement whose lines are all counted. */
interface Counted {
  readonly arranged: Arranged;
  readonly view: FoldedView;
  readonly layout: RowLayout;
}

/** Answers about the text of one document. */
export class TextLines {
  /** `prepare` completes the arrangement's background work, so that its lines no longer change. */
  constructor(
    private readonly core: Core,
    private readonly prepare: (arranged: Arranged, slice: Slice) => Promise<void>,
  ) {}

  readonly api: Methods<TextApi> = {
    textLines: async ({ from, count }, call) => {
      const counted = await this.counted(call.signal);
      if (!counted) return null;
      const lines: TextLine[] = [];
      for (let line = from; line < from + Math.min(count, PAGE_ROWS); line++) {
        const row = await this.core.step(() => textLine(counted, line), call.signal);
        if (!row) break;
        lines.push(row);
      }
      return lines;
    },
    linesOf: async ({ places }, call) => {
      const counted = await this.counted(call.signal);
      if (!counted) return places.map(() => null);
      const { layout, view } = counted;
      return this.core.step(() => places.map((place) => layout.lineOf(place, view)), call.signal);
    },
    lineOfBit: async ({ bit }, call) => {
      const counted = await this.counted(call.signal);
      if (!counted) return null;
      const { layout, view } = counted;
      return this.core.step(() => {
        const place = atBit(bit, view);
        return place ? layout.lineOf(place, view) : null;
      }, call.signal);
    },
    textSections: async (_query, call) => {
      const counted = await this.counted(call.signal);
      if (!counted) return [];
      const { layout, view, arranged } = counted;
      const sections = (): TextSection[] => {
        const heads = layout.heads(view).slice(0, MOST_SECTIONS);
        return heads.map(({ section, line, end }) => {
          const { kind, startBit, parent, ...known } = arranged.arrangement.section(section);
          const title = unicode(known.title);
          return { section, parent: parent ?? null, kind, title, ...namesIn(title), startBit, line, end };
        });
      };
      return named(this.core, sections, call.signal);
    },
  };

  /** The assembly with all lines counted; undefined if the document has none. @throws {Cancelled} */
  private async counted(signal: AbortSignal): Promise<Counted | undefined> {
    const arranged = await this.core.step(() => this.core.arranged("assembly"), signal);
    return arranged.name === "assembly" ? this.count(arranged, signal) : undefined;
  }
  private async count(arranged: Arranged, signal: AbortSignal): Promise<Counted> {
    const slice = new Slice(signal);
    await this.prepare(arranged, slice);
    const layout = arranged.layout(WHOLE);
    while (await this.core.step(() => layout.measurePage(), signal)) if (slice.due) await slice.pause();
    return { arranged, layout, view: arranged.view(WHOLE) };
  }

  /** The row of a line of the text, of either arrangement. @throws {Cancelled} */
  async placeOfLine({ line, folds, wait }: LineQuery, signal: AbortSignal): Promise<LinePlace | null> {
    const arranged = await this.core.step(() => this.core.arranged(folds.arrangement), signal);
    if (wait) await this.count(arranged, signal);
    return this.core.step(() => {
      const isCounted = arranged.layout(WHOLE).exact;
      // Until all lines are counted, those that the editor counts come nearest.
      const shown = isCounted ? WHOLE : { ...folds, ...WHOLE, hidden: folds.hidden ?? [] };
      const [layout, view] = [arranged.layout(shown), arranged.view(shown)];
      const place = layout.placeAt(line, view);
      return place ? { place, total: isCounted ? layout.total(view) : undefined } : null;
    }, signal);
  }
}

/** A name in a section's title: `@f0` in `define void @f0()`. */
const NAME = /[@%](?:"[^"]*"|[-\w$.]+)/;

/** The name in a section's title, and demangled if it is mangled. */
function namesIn(title: string): Pick<TextSection, "name" | "plain"> {
  const name = NAME.exec(title)?.[0] ?? title;
  const plain = withPlainNames(name);
  return plain === name ? { name } : { name, plain };
}

function textLine({ layout, view }: Counted, line: number): TextLine | undefined {
  const place = layout.placeAt(line, view);
  const entry = place && view.entry(place);
  if (!place || !entry || layout.lineOf(place, view) !== line) return undefined;
  const row = entry.lines[place.line];
  const bit = row?.positionBit ?? (place.line === 0 ? entry.startBit : undefined);
  return { place, ...(bit === undefined ? {} : { bit }), tokens: textTokens(row?.assembly ?? []) };
}

function textTokens(tokens: readonly Token[]): TextToken[] {
  let start = 0;
  return tokens.map((token) => {
    const { length } = unicode(token.text);
    const { kind, symbol, definition } = token;
    const at = { start, length, kind };
    start += length;
    return symbol === undefined ? at : { ...at, symbol, definition: definition ?? false };
  });
}
