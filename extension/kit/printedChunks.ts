/** The lines of chunks that have been printed: the most recently used are kept. */
import { ByteText } from "../document/byteText";
import type { ByteWindow } from "../document/window";
import type { Chunk } from "./chunk";
import { KeptChunks } from "./keptChunks";
import { LeastRecent } from "./leastRecent";
import type { Lines, NamedLines, TextLines } from "./lines";
import { MadeLines } from "./lines";
import { PrintingChunks } from "./printing";
import { Runs } from "./runs";

/** Number of chunks whose plain text is kept. */
const KEPT_TEXTS = 4;
/** A longer printed line counts as several, by its characters. */
const LONG_LINE = 200;

/** Lines for callers that need only their text, and their runs. */
export interface Written {
  readonly lines: TextLines;
  readonly runs: Runs;
}
/** Lines for callers that need only the names in them, and their runs. */
export interface Named {
  readonly lines: NamedLines;
  readonly runs: Runs;
}
const NO_LINES = new MadeLines([]);

function tells(lines: TextLines): lines is TextLines & NamedLines {
  return lines.tell !== undefined;
}

function* writtenBy(chunk: Chunk | undefined): Generator<unknown, Uint8Array, undefined> {
  const text = new ByteText();
  yield* chunk?.write?.(text) ?? [];
  return text.take();
}

/** Prints chunks when they are asked for. */
export class PrintedChunks {
  private readonly printed = new KeptChunks<Lines>((lines) =>
    Math.max(lines.length, Math.ceil((lines.characters ?? 0) / LONG_LINE)),
  );
  private readonly runsOf = new WeakMap<Lines, Runs>();
  private readonly texts = new LeastRecent<number, Written>(KEPT_TEXTS);
  /** By twice the chunk, plus one with locals. These may be tokens too. */
  private readonly named = new KeptChunks<Named>(({ lines }) => lines.length);
  /** By chunk, for those that have been printed: the number of items. */
  private readonly counts = new Map<number, number>();

  private readonly printing: PrintingChunks<Lines>;
  private readonly printingTexts: PrintingChunks<TextLines>;
  private readonly printingNames: PrintingChunks<NamedLines>;
  private readonly writing: PrintingChunks<Uint8Array>;

  /** @param window tells when long printing must be interrupted: a method that prints then throws Unfinished */
  constructor(
    private readonly chunkAt: (index: number) => Chunk | undefined,
    window: Pick<ByteWindow, "due">,
  ) {
    this.printing = new PrintingChunks(window);
    this.printingTexts = new PrintingChunks(window);
    this.printingNames = new PrintingChunks(window);
    this.writing = new PrintingChunks(window);
  }

  /** The number of a chunk's items, if it has been printed. */
  countOf(index: number): number | undefined {
    return this.counts.get(index);
  }

  /** The runs of a chunk's lines. */
  runs(index: number): Runs {
    const lines = this.lines(index);
    const known = this.runsOf.get(lines);
    if (known) return known;
    const runs = this.runsIn(index, lines);
    this.runsOf.set(lines, runs);
    this.counts.set(index, runs.count(0));
    return runs;
  }
  private runsIn(index: number, lines: TextLines | NamedLines): Runs {
    const { section, count } = this.chunkAt(index) ?? {};
    // A chunk's own section folds all of it; one whose lines are counted without printing them has no folds.
    const folds = lines.folds?.filter(({ from, to }) => !section || from > 0 || to < lines.length) ?? [];
    return new Runs(lines.length, count === undefined ? folds : []);
  }
  /** A chunk as plain text, made from its printed lines if they are kept. */
  text(index: number): Written {
    return this.texts.of(index, () => {
      const printed = this.printed.get(index);
      const { text } = this.chunkAt(index) ?? {};
      const lines = printed ?? (text ? this.printingTexts.run(index, text) : this.lines(index));
      const runs = this.runsIn(index, lines);
      this.counts.set(index, runs.count(0));
      return { lines, runs };
    });
  }
  /** What a chunk writes ({@link Chunk.write}), which is not kept. */
  written(index: number): Uint8Array {
    return this.writing.run(index, () => writtenBy(this.chunkAt(index)));
  }
  /** A chunk as the names in its lines: found by printing it, or else told by its text or its tokens. */
  names(index: number, locals: boolean): Named {
    const { names } = this.chunkAt(index) ?? {};
    const key = 2 * index + Number(locals);
    if (names)
      return this.named.of(key, () => {
        const lines = this.printingNames.run(key, () => names(locals));
        return { lines, runs: this.runsIn(index, lines) };
      });
    const { lines, runs } = this.text(index);
    return { lines: tells(lines) ? lines : this.lines(index), runs };
  }

  /** The printed lines of a chunk; the most recently used are kept. */
  lines(index: number): Lines {
    return this.printed.of(index, () => this.printing.run(index, () => this.chunkAt(index)?.print() ?? NO_LINES));
  }
}
