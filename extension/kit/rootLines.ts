/** The lines of a chunked text outside all sections: found out in steps, when first asked for. */
import type { NameTaker } from "../document/nameTaker";
import type { SymbolId } from "../document/token";
import type { ByteWindow } from "../document/window";
import type { Chunk } from "./chunk";
import { Continued } from "./continued";
import type { Lines, TextLines } from "./lines";

/** A line of a chunk. */
interface ChunkLine {
  readonly chunk: number;
  readonly line: number;
}

/** What the lines of the chunks without a section hold. */
export class RootLines {
  private positions: readonly number[] | undefined;
  private definitions: ReadonlyMap<SymbolId, ChunkLine> | undefined;
  private readonly finding: Continued<"positions", readonly number[]>;
  private readonly naming: Continued<"definitions", ReadonlyMap<SymbolId, ChunkLine>>;

  /** @param linesOf prints a chunk */
  constructor(
    private readonly chunks: readonly Chunk[],
    private readonly linesOf: (chunk: number) => Lines,
    window: Pick<ByteWindow, "due">,
  ) {
    this.finding = new Continued(window);
    this.naming = new Continued(window);
  }

  /** The chunks with lines that have positions; between sections there are mostly blank lines. @throws Unfinished */
  get placed(): readonly number[] {
    return (this.positions ??= this.finding.run("positions", () => this.findPlaced()));
  }
  /** The first line that defines a symbol. @throws Unfinished */
  definition(symbol: SymbolId): ChunkLine | undefined {
    this.definitions ??= this.naming.run("definitions", () => this.findDefinitions());
    return this.definitions.get(symbol);
  }

  private *findPlaced(): Generator<void, readonly number[], undefined> {
    const found: number[] = [];
    for (const chunk of this.outside()) {
      if (hasPositions(this.linesOf(chunk))) found.push(chunk);
      yield;
    }
    return found;
  }
  private *findDefinitions(): Generator<void, ReadonlyMap<SymbolId, ChunkLine>, undefined> {
    const found = new Map<SymbolId, ChunkLine>();
    let at: ChunkLine = { chunk: 0, line: 0 };
    const taker: NameTaker = {
      locals: true,
      entry: () => undefined,
      name: (symbol, definition) => {
        if (definition && !found.has(symbol)) found.set(symbol, at);
      },
    };
    for (const chunk of this.outside()) {
      const lines = this.linesOf(chunk);
      for (let line = 0; line < lines.length; line++) {
        at = { chunk, line };
        lines.tell(line, taker, true);
      }
      yield;
    }
    return found;
  }
  private *outside(): Generator<number, void, undefined> {
    for (const [chunk, { section }] of this.chunks.entries()) if (!section) yield chunk;
  }
}

function hasPositions(lines: TextLines): boolean {
  for (let line = 0; line < lines.length; line++) if (lines.positionBit(line) !== undefined) return true;
  return false;
}
