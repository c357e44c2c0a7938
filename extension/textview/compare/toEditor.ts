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
  const { line } = selection.active;
  const at = await comparisons.functionAt(document.uri, line);
  const use = documents.use(file);
  try {
    const head = at ? document.lineAt(line - at.line).text : "";
    await editors.show(file, at ? await bitOf(use.document, { ...at, head }) : 0);
  } finally {
    use.dispose();
  }
}

/** A line of a function; `head`: the line with its name, which a format without names in its code numbers. */
interface FunctionLine {
  readonly name: string;
  readonly line: number;
  readonly head: string;
}

/** The bit of the record of a line of a function; of the function if the line has none. */
async function bitOf({ api }: OpenDocument, { name, line, head }: FunctionLine): Promise<number> {
  const sections = await api.textSections(null);
  const named = sections.find((one) => bare(one.name) === bare(name));
  const section = named ?? sections.find((one) => head.includes(`${one.name}(`));
  if (!section) return 0;
  const lines = (await api.textLines({ from: section.line, count: line + 1 })) ?? [];
  return lines.findLast(({ bit }) => bit !== undefined)?.bit ?? section.startBit;
}

/** A name without sigil and quotes. */
function bare(name: string): string {
  return name.replace(/^[@%]/, "").replace(/^"(.*)"$/, "$1");
}
