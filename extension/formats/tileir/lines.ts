/** Text as lines of tokens: what each line names, and where it is in the file. */
import type { BitRange } from "../../document/bits";
import type { RowWriter } from "../../document/rowWriter";
import type { Entry } from "../../document/section";
import type { Line, Token, TokenKind } from "../../document/token";
import type { ModulePiece } from "./print/module";

const TOKENS = /"(?:[^"\\]|\\.)*"|%[\w$.-]+(?:#\d+)?|@[\w$.-]+|-?\d[\w.+-]*|[A-Za-z_][\w$.]*|\s+|[^\w\s]/g;
const TYPES = /^(?:tile|token|ptr|tensor_view|partition_view|strided_view|gather_scatter_view|b?f\d+\w*|tf32|i\d+)$/;

function kindOf(text: string, first: boolean): TokenKind {
  if (text.startsWith('"')) return "string";
  if (text.startsWith("%")) return "local";
  if (text.startsWith("@")) return "global";
  if (/^-?\d/.test(text)) return "number";
  if (TYPES.test(text)) return "type";
  if (/^[A-Za-z_]/.test(text)) return first ? "keyword" : "attribute";
  return /^\s/.test(text) ? "text" : "punctuation";
}

/** Makes the tokens of lines, in the order of the text: a name is defined at its first occurrence. */
export class Tokens {
  private readonly defined = new Set<string>();

  /** The tokens of a line; values belong to the function with this index. */
  line(text: string, scope: number | undefined): readonly Token[] {
    let named = false;
    return [...text.matchAll(TOKENS)].map(([word]): Token => {
      const kind = kindOf(word, !named);
      if (kind === "keyword") named = true;
      if (kind !== "local" && kind !== "global") return { text: word, kind };
      const symbol = kind === "global" ? word : `${scope ?? ""}/${word.replace(/#\d+$/, "")}`;
      const definition = !this.defined.has(symbol);
      this.defined.add(symbol);
      return { text: word, kind, symbol, ...(definition ? { definition } : {}) };
    });
  }
}

/** A piece of the text, and the record that its first line shows beside its position; empty for none. */
export interface ShownPiece {
  readonly kind: "piece";
  readonly piece: ModulePiece;
  readonly record: string;
}

function linesOf({ text }: ModulePiece): readonly string[] {
  return text.replace(/\n$/, "").split("\n");
}
function rangeOf({ startByte, endByte }: ModulePiece): BitRange {
  return { startBit: startByte * 8, endBit: endByte * 8 };
}

/** An entry for a piece of the text. */
export function pieceEntry({ piece, record }: ShownPiece, tokens: Tokens): Entry {
  const range = rangeOf(piece);
  const lines = linesOf(piece).map((text, i): Line => {
    const assembly = tokens.line(text, piece.function);
    const place = i === 0 && piece.kind !== "end" ? { positionBit: range.startBit } : {};
    const shown: readonly Token[] = i === 0 && record !== "" ? [{ text: record, kind: "text" }] : [];
    return { kind: "row", ...place, record: shown, assembly };
  });
  return { kind: "lines", ...range, lines };
}
/** Writes the same entry as text. */
export function writePiece({ piece, record }: ShownPiece, writer: RowWriter): void {
  const { startBit, endBit } = rangeOf(piece);
  writer.entry(startBit, endBit);
  for (const [i, text] of linesOf(piece).entries()) {
    const wanted = writer.row(i === 0 && piece.kind !== "end" ? startBit : undefined);
    if (wanted && i === 0) writer.text.text(record);
    writer.assembly();
    writer.text.text(text);
    writer.end();
  }
}
