/** Lines of the assembly: text is cut at its newlines, each line has the position of what it shows. */
import type { Line, SymbolId, TokenKind } from "../../../document/token";
import { assemblyLine, cutLines } from "../../../kit/lineSink";
import { ListingSink } from "../listing/sink";

/** A sink of lines. Metadata goes by the ids of nodes, which are the module's own also within functions. */
export class AssemblySink extends ListingSink {
  private lines: Line[] = [];
  /** The first bit of the record that the lines from here on show; absent where they show none. */
  positionBit: number | undefined;

  override put(kind: TokenKind, text: string): void {
    cutLines(
      text,
      (piece) => super.put(kind, piece),
      () => {
        this.endLine();
      },
    );
  }
  /** Ends the line under construction. */
  endLine(): void {
    this.lines.push(assemblyLine(this.take(), this.positionBit));
  }
  /** Adds an empty line, which shows nothing. */
  blankLine(): void {
    this.lines.push(assemblyLine([]));
  }
  /** The lines that were ended since the last call. */
  takeLines(): readonly Line[] {
    const { lines } = this;
    this.lines = [];
    return lines;
  }
  protected override symbolOf(kind: TokenKind, text: string, symbol: SymbolId): SymbolId {
    return kind === "metadata" ? symbol : super.symbolOf(kind, text, symbol);
  }
}
