/** Lines of the assembly: text is cut at its newlines, each line has the position of what it shows. */
import type { Sink } from "../../../document/sink";
import { ByteSink } from "../../../document/sink";
import type { Line, NoiseKind, SymbolId, Token, TokenKind } from "../../../document/token";
import { assemblyLine, cutLines } from "../../../kit/lineSink";
import { ListingSink } from "../listing/sink";

/** Where lines of the assembly go. */
export interface LinesSink extends Sink {
  /** Ends the line under construction. */
  endLine(): void;
  /** Adds an empty line, which shows nothing. */
  blankLine(): void;
}

/** The text of lines alone. */
export class PlainLinesSink extends ByteSink implements LinesSink {
  endLine(): void {
    this.bytes.text("\n");
  }
  blankLine(): void {
    this.bytes.text("\n");
  }
}

/** A sink of lines. Metadata goes by the ids of nodes, which are the module's own also within functions. */
export class AssemblySink extends ListingSink implements LinesSink {
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
  endLine(): void {
    const tokens = this.take();
    const line = assemblyLine(tokens, this.positionBit);
    const noise = noiseOf(tokens);
    this.lines.push(noise === undefined ? line : { ...line, noise: [noise] });
  }
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

/** What a line of which every token is noise of one kind is itself. */
function noiseOf(tokens: readonly Token[]): NoiseKind | undefined {
  const noise = tokens[0]?.noise;
  return tokens.every((token) => token.noise === noise) ? noise : undefined;
}

/** A line that is noise of one kind more. */
export function withNoise(line: Line, noise: NoiseKind): Line {
  return { ...line, noise: [...(line.noise ?? []), noise] };
}
