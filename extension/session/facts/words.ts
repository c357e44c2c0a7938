/** What the words of a token mean, for its hover card. */
import type { Explanation } from "../../document/hover";
import type { Line, SymbolId, Token } from "../../document/token";
import type { Core } from "../core";
import type { LinesEntry } from "../rows/folds";
import type { TokenPlace } from "../protocol";
import { definingEntry } from "./definingEntry";

/**
 * The words of a token, and what they mean. An operand in the record has the words of its token in the assembly, a
 * group of attributes those of its definition. May throw MissingBytes.
 */
export function wordsOf(
  core: Core,
  entry: LinesEntry,
  query: TokenPlace,
  pointed: Token | undefined,
): readonly Explanation[] {
  const line = entry.lines[query.target.line];
  const token = query.target.column === "record" ? pairedToken(line, pointed) : pointed;
  const { document } = core;
  if (!document.explain || !line || !token) return [];
  const own = document.explain(token, line.assembly);
  if (own.length > 0 || token.kind !== "attribute" || token.symbol === undefined) return own;
  return wordsOfGroup(core, query, token.symbol);
}

/** The token of the assembly that shows the same operand. */
function pairedToken(line: Line | undefined, pointed: Token | undefined): Token | undefined {
  if (pointed?.operand === undefined) return undefined;
  return line?.assembly.find(({ operand, bit }) => operand === pointed.operand && bit === undefined);
}

function wordsOfGroup(core: Core, query: TokenPlace, symbol: SymbolId): readonly Explanation[] {
  const lines = definingEntry(core.arranged(query.arrangement), symbol)?.lines ?? [];
  return lines.flatMap(({ assembly }) =>
    assembly.flatMap((token) => (token.kind === "attribute" ? (core.document.explain?.(token, assembly) ?? []) : [])),
  );
}
