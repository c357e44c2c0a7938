/** The URIs of texts: the assembly of a document, its dump, its listing, its statistics. */
import * as vscode from "vscode";
import type { TextQuery } from "../session/protocol";

/** The scheme of such URIs. */
export const TEXT_SCHEME = "bitscope-text";

/** A text: its document, its kind, and options. */
export interface TextOf {
  readonly uri: vscode.Uri;
  readonly what: TextQuery["what"] | "stats";
  /** Only this function. */
  readonly function?: string;
}

const ENDINGS: Readonly<Record<TextOf["what"], string>> = {
  text: ".ll",
  dump: ".dump",
  listing: ".lst",
  stats: ".stats",
};

/** The URI of a text; its path ends in a name that a tab can show. */
export function textUri(of: TextOf, format = ""): vscode.Uri {
  const ending =
    of.what === "text" && format === "mlir"
      ? ".mlir"
      : of.what === "text" && format === "iree"
        ? ".vm"
        : ENDINGS[of.what];
  const query = JSON.stringify({ uri: of.uri.toString(), what: of.what, function: of.function });
  return vscode.Uri.from({ scheme: TEXT_SCHEME, path: `${of.uri.path}${ending}`, query });
}

/** The text that a URI names. */
export function textOf(uri: vscode.Uri): TextOf {
  const { uri: source, ...rest } = JSON.parse(uri.query) as Omit<TextOf, "uri"> & { uri: string };
  return { ...rest, uri: vscode.Uri.parse(source, true) };
}
