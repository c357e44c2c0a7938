/** "Go to Source": opens the line that the instruction at the cursor was compiled from. */
import * as vscode from "vscode";
import { baseName, sourcePath } from "../document/paths";
import type { SourceFrame } from "../document/sourceLocation";
import { openFrame } from "./openFrame";
import type { EditorPanel } from "./panel";

/** Shows the source line of the instruction at the cursor, or tells why there is none. */
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
      vscode.l10n.t("The compiler generated this instruction; no source line belongs to it."),
    );
    return;
  }
  const frame = frames.length === 1 ? frames[0] : await pickFrame(frames);
  if (frame) await openFrame(frame);
}

function reason(why: "format" | "module" | "instruction"): string {
  switch (why) {
    case "format":
      return vscode.l10n.t("Bitscope reads no source locations from files of this format.");
    case "module":
      return vscode.l10n.t("This module was compiled without debug information (-g).");
    case "instruction":
      return vscode.l10n.t("There is no debug location at the cursor.");
  }
}

/** The user picks one of a chain of inlined calls; the instruction's own line comes first. */
async function pickFrame(frames: readonly SourceFrame[]): Promise<SourceFrame | undefined> {
  const picks = frames.map((frame, index) => ({
    label: `${baseName(sourcePath(frame.directory, frame.file))}:${frame.line}:${frame.column}`,
    description: index === 0 ? frame.function : vscode.l10n.t("inlined into {0}", frame.function),
    detail: sourcePath(frame.directory, frame.file),
    frame,
  }));
  return (await vscode.window.showQuickPick(picks, { placeHolder: vscode.l10n.t("Go to Source") }))?.frame;
}
