/** Semantic tokens of a linked text for VS Code, and positions as inlay hints. */
import * as vscode from "vscode";
import { formatPosition } from "../document/bits";
import type { TokenKind } from "../document/token";
import type { LinkedText } from "./linked";

/** VS Code's own token types, so that every theme has colours for them. */
const TYPES: Readonly<Record<TokenKind, string | undefined>> = {
  keyword: "keyword",
  type: "type",
  local: "variable",
  block: "label",
  global: "function",
  number: "number",
  string: "string",
  metadata: "property",
  attribute: "decorator",
  punctuation: undefined,
  comment: "comment",
  problem: undefined,
  text: undefined,
};
const NAMES = [...new Set(Object.values(TYPES).filter((name) => name !== undefined))];

/** The token types and modifiers that the numbers in semantic tokens refer to. */
export const LEGEND = new vscode.SemanticTokensLegend(NAMES, ["definition"]);

/** The tokens of a range. */
export async function semanticTokens(
  text: LinkedText | undefined,
  range: vscode.Range,
): Promise<vscode.SemanticTokens | undefined> {
  if (!text) return undefined;
  const builder = new vscode.SemanticTokensBuilder(LEGEND);
  for (let line = range.start.line; line <= range.end.line; line++)
    for (const { start, length, kind, definition } of (await text.line(line))?.tokens ?? []) {
      const type = TYPES[kind];
      if (type !== undefined && length > 0) builder.push(line, start, length, NAMES.indexOf(type), definition ? 1 : 0);
    }
  return builder.build();
}

/** The position of each line's record as an inlay hint in front of the line, if the user has turned that on. */
export async function inlayPositions(
  text: LinkedText | undefined,
  range: vscode.Range,
): Promise<vscode.InlayHint[] | undefined> {
  if (!text || !vscode.workspace.getConfiguration("bitscope").get("inlayPositions", false)) return undefined;
  const hints: vscode.InlayHint[] = [];
  for (let line = range.start.line; line <= range.end.line; line++) {
    const bit = (await text.line(line))?.bit;
    if (bit === undefined) continue;
    const hint = new vscode.InlayHint(new vscode.Position(line, 0), formatPosition(bit));
    hint.paddingRight = true;
    hints.push(hint);
  }
  return hints;
}
