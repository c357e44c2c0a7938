/** From a comparison to Bitscope's own editor, which has the positions, the graph and the records. */
import * as vscode from "vscode";
import type { Documents, OpenDocument } from "../../editor/documents";
import type { Editors } from "../../editor/provider";
import type { Comparisons } from "./provider";
import { comparedOf } from "./uris";

/** Shows the record of a comparison's line in the editor of the file that the line is of. */
export async function showCompared(
  { document, selection }: vscode.TextEditor,
  comparisons: Comparisons,
  documents: Documents,
  editors: Editors,
): Promise<void> {
  const { side, [side]: file } = comparedOf(document.uri);
  const at = await comparisons.functionAt(document.uri, selection.active.line);
  const use = documents.use(file);
  try {
    await editors.show(file, at ? await bitOf(use.document, at) : 0);
  } finally {
    use.dispose();
  }
}

/** The bit of the record of a line of a function; of the function if the line has none. */
async function bitOf({ api }: OpenDocument, { name, line }: { name: string; line: number }): Promise<number> {
  const section = (await api.textSections(null)).find((one) => one.name === name);
  if (!section) return 0;
  const lines = (await api.textLines({ from: section.line, count: line + 1 })) ?? [];
  return lines.findLast(({ bit }) => bit !== undefined)?.bit ?? section.startBit;
}
