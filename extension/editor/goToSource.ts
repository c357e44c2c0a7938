/** "Go to Source": opens the line that the instruction at the cursor was compiled from. */
import * as vscode from "vscode";
import type { SourceFrame } from "../document/sourceLocation";
import type { EditorPanel } from "./panel";
import type { SourceMap } from "./sourceMap";
import { baseName, isAbsolutePath, sourcePath } from "../document/paths";
import { candidates, learned } from "./sourceMap";

const SETTING = "sourceMap";

/** A setting's value, or a file that was chosen, may be a URI. */
const URI = /^[A-Za-z][\w+.-]+:\/\//;

/** Shows the source of what the cursor is on, or says why there is none. */
export async function goToSource(panel: EditorPanel): Promise<void> {
  const bit = panel.cursor?.rowBit ?? 0;
  const answer = await panel.document.api.sourceAt({ bit });
  if (answer?.kind !== "frames") {
    void vscode.window.showInformationMessage(reason(answer?.why ?? "format"));
    return;
  }
  const frames = answer.frames.filter(({ file, line }) => file !== "" && line > 0);
  if (frames.length === 0) {
    void vscode.window.showInformationMessage(
      vscode.l10n.t("The compiler made this instruction for no line of source."),
    );
    return;
  }
  const frame = frames.length === 1 ? frames[0] : await pickFrame(frames);
  if (frame) await openFrame(frame);
}

function reason(why: "format" | "module" | "instruction"): string {
  switch (why) {
    case "format":
      return vscode.l10n.t("Bitscope reads source locations from LLVM bitcode and MLIR only.");
    case "module":
      return vscode.l10n.t("This module was compiled without debug information (-g).");
    case "instruction":
      return vscode.l10n.t("What the cursor is on has no debug location.");
  }
}

/** Of a chain of inlined calls the user picks one; the instruction's own line comes first. */
async function pickFrame(frames: readonly SourceFrame[]): Promise<SourceFrame | undefined> {
  const picks = frames.map((frame, index) => ({
    label: `${baseName(sourcePath(frame.directory, frame.file))}:${frame.line}:${frame.column}`,
    description: index === 0 ? frame.function : vscode.l10n.t("inlined into {0}", frame.function),
    detail: sourcePath(frame.directory, frame.file),
    frame,
  }));
  return (await vscode.window.showQuickPick(picks, { placeHolder: vscode.l10n.t("Go to Source") }))?.frame;
}

/** Opens the line of a frame; asks where its file is, if it is not found. */
export async function openFrame({ directory, file, line, column }: SourceFrame): Promise<void> {
  const path = sourcePath(directory, file);
  const found = (await existing(path)) ?? (await ask(path));
  if (!found) return;
  const at = new vscode.Position(line - 1, Math.max(0, column - 1));
  await vscode.window.showTextDocument(found, { selection: new vscode.Range(at, at) });
}

async function existing(path: string): Promise<vscode.Uri | undefined> {
  const map = vscode.workspace.getConfiguration("bitscope").get<SourceMap>(SETTING, {});
  for (const uri of candidates(path, map).flatMap(urisOf)) {
    const stat = await vscode.workspace.fs.stat(uri).then(undefined, () => undefined);
    if (stat && stat.type & vscode.FileType.File) return uri;
  }
  return undefined;
}

/** The files that a candidate means. Never one of another machine: to look for it would send the user's name there. */
function urisOf(candidate: string): readonly vscode.Uri[] {
  if (!URI.test(candidate) && !isAbsolutePath(candidate))
    return (vscode.workspace.workspaceFolders ?? []).map(({ uri }) => vscode.Uri.joinPath(uri, candidate));
  const uri = URI.test(candidate) ? vscode.Uri.parse(candidate) : vscode.Uri.file(candidate);
  return uri.scheme === "file" && uri.authority !== "" ? [] : [uri];
}

/** Asks where a file is, and remembers what its path begins with there. */
async function ask(path: string): Promise<vscode.Uri | undefined> {
  const title = vscode.l10n.t("Where is {0}?", path);
  const [chosen] = (await vscode.window.showOpenDialog({ title, canSelectMany: false })) ?? [];
  if (!chosen) return undefined;
  const { prefix, replacement } = learned(path, chosen.scheme === "file" ? chosen.path : chosen.toString(true));
  const settings = vscode.workspace.getConfiguration("bitscope");
  const target = vscode.workspace.workspaceFolders
    ? vscode.ConfigurationTarget.Workspace
    : vscode.ConfigurationTarget.Global;
  const known = settings.inspect<SourceMap>(SETTING);
  const own = target === vscode.ConfigurationTarget.Workspace ? known?.workspaceValue : known?.globalValue;
  await settings.update(SETTING, { ...own, [prefix]: replacement }, target);
  return chosen;
}
