/**
 * Collects lines of the assembly: text is cut at its newlines, and each line has the position of the record that it
 * shows.
 */
import type { Sink } from "../../../document/sink";
import type { ByteText } from "../../../document/byteText";
import { ByteSink } from "../../../document/sink";
import type { Line, NoiseKind, SymbolId, Token, TokenKind } from "../../../document/token";
import { assemblyLine, cutLines } from "../../../kit/lineSink";
import { NameSink } from "../listing/nameSink";
import { isBetween, ListingSink } from "../listing/sink";

/** Receives lines of the assembly. */
export interface LinesSink extends Sink {
  /** Ends the current line. */
  endLine(): void;
  /** Adds an empty line without a position. */
  blankLine(): void;
}

/** Writes only the text of lines. */
export class PlainLinesSink extends ByteSink implements LinesSink {
  endLine(): void {
    this.bytes.text("\n");
  }
  blankLine(): void {
    this.bytes.text("\n");
  }
}

/** Writes only the text of lines, without the noise that is hidden. */
export class QuietLinesSink implements LinesSink {
  /** Names are not told. */
  readonly locals = false;
  /** As in {@link ListingSink}. */
  attributesAreNoise = false;
  private isHidden = false;

  constructor(
    private readonly bytes: ByteText,
    private readonly hidden: ReadonlySet<NoiseKind>,
  ) {}
  put(kind: TokenKind, text: string): void {
    const isNoise = kind === "attribute" && this.attributesAreNoise && this.hidden.has("attribute");
    if (this.isHidden) this.bytes.text(text.replace(/[^\n]+/g, ""));
    else if (!isNoise) this.bytes.text(text);
    else if (isBetween(text)) this.bytes.text(" ");
  }
  name(_kind: TokenKind, text: string): void {
    if (!this.isHidden) this.bytes.text(text);
  }
  noise(kind: NoiseKind | undefined): void {
    this.isHidden = kind !== undefined && this.hidden.has(kind);
  }
  operand(): void {
    // Plain text has no operands.
  }
  at(): void {
    // Nor positions.
  }
  endLine(): void {
    this.bytes.text("\n");
  }
  blankLine(): void {
    this.bytes.text("\n");
  }
}

/** Passes on only the names in lines. */
export class LineNamesSink extends NameSink implements LinesSink {
  endLine(): void {
    // The ends of lines do not matter.
  }
  blankLine(): void {
    // Empty lines do not matter.
  }
}

/**
 * Collects lines of tokens. The symbols of metadata are ids of nodes, which are unique in the module, also inside
 * functions.
 */
export class AssemblySink extends ListingSink implements LinesSink {
  private lines: Line[] = [];
  /** The first bit of the record that the next lines show; undefined if they show none. */
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
  /** The lines ended since the last call. */
  takeLines(): readonly Line[] {
    const { lines } = this;
    this.lines = [];
    return lines;
  }
  protected override symbolOf(kind: TokenKind, text: string, symbol: SymbolId): SymbolId {
    return kind === "metadata" ? symbol : super.symbolOf(kind, text, symbol);
  }
}

/** The kind of noise of a line: that of its tokens, if all are of the same kind. */
function noiseOf(tokens: readonly Token[]): NoiseKind | undefined {
  const noise = tokens[0]?.noise;
  return tokens.every((token) => token.noise === noise) ? noise : undefined;
}

/** A line with one more kind of noise. */
export function withNoise(line: Line, noise: NoiseKind): Line {
  return { ...line, noise: [...(line.noise ?? []), noise] };
}
