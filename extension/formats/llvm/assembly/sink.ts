/** Lines of the assembly: text is cut at its newlines, each line has the position of what it shows. */
import type { Line, SymbolId, Token, TokenKind } from "../../../document/token";
import { ListingSink } from "../listing/sink";

/** A sink of lines. Metadata goes by the ids of nodes, which are the module's own also within functions. */
export class AssemblySink extends ListingSink {
  private lines: Line[] = [];
  /** The first bit of the record that the lines from here on show; absent where they show none. */
  positionBit: number | undefined;

  override put(kind: TokenKind, text: string): void {
    let from = 0;
    for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", from)) {
      super.put(kind, text.slice(from, at));
      this.endLine();
      from = at + 1;
    }
    super.put(kind, from === 0 ? text : text.slice(from));
  }
  /** Ends the line under construction. */
  endLine(): void {
    this.lines.push(assemblyLine(this.take(), this.positionBit));
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

/** A line of the assembly. */
export function assemblyLine(assembly: readonly Token[], positionBit?: number): Line {
  return { kind: "row", record: [], assembly, ...(positionBit === undefined ? {} : { positionBit }) };
}
