/** Export: a document's text, dump or listing, written to a file exactly as the command line prints it. */
import * as vscode from "vscode";
import { baseName } from "../document/paths";
import type { Documents } from "../editor/documents";
import type { Platform } from "../editor/platform";
import type { TextQuery } from "../session/protocol";
import { textPages } from "./provider";
import { memberOf, nameOf } from "../editor/members";

const WHAT: readonly { what: TextQuery["what"]; ending: string; label: () => string; detail: () => string }[] = [
  {
    what: "text",
    ending: ".ll",
    label: () => vscode.l10n.t("Assembly"),
    detail: () => vscode.l10n.t("The output of the reference disassembler"),
  },
  {
    what: "listing",
    ending: ".lst",
    label: () => vscode.l10n.t("Listing"),
    detail: () => vscode.l10n.t("Positions, records and assembly, as the editor shows them"),
  },
  {
    what: "dump",
    ending: ".dump",
    label: () => vscode.l10n.t("Dump"),
    detail: () => vscode.l10n.t("The output of the container's own tool"),
  },
];

/** Asks what to export and where to, and writes it: a text, or of a document inside a file its bytes. */
export async function exportText(uri: vscode.Uri, documents: Documents, platform: Platform): Promise<void> {
  const texts = WHAT.map(({ what, ending, label, detail }) => ({ label: label(), detail: detail(), what, ending }));
  const bytes = {
    label: vscode.l10n.t("Bytes"),
    detail: vscode.l10n.t("This file itself, for other tools"),
    what: "bytes",
    ending: "",
  } as const;
  const member = memberOf(uri);
  const picks = [...texts, ...(member ? [bytes] : [])];
  const chosen = await vscode.window.showQuickPick(picks, { placeHolder: vscode.l10n.t("What to export") });
  if (!chosen) return;
  // A member goes beside the file that it is in.
  const base = member ? vscode.Uri.joinPath(member.file, "..", baseName(uri.path)) : uri;
  const target = await vscode.window.showSaveDialog(
    base.scheme === "file" ? { defaultUri: base.with({ path: `${base.path}${chosen.ending}` }) } : {},
  );
  if (!target) return;
  if (chosen.what === "bytes") await vscode.workspace.fs.writeFile(target, await vscode.workspace.fs.readFile(uri));
  else await writeText(uri, chosen.what, target, documents, platform);
}

/** Writes a text to a file, page by page if the platform can. */
export async function writeText(
  uri: vscode.Uri,
  what: TextQuery["what"],
  target: vscode.Uri,
  documents: Documents,
  platform: Platform,
): Promise<void> {
  const use = documents.use(uri);
  const options = {
    location: vscode.ProgressLocation.Notification,
    title: vscode.l10n.t("Exporting {0}", nameOf(uri)),
    cancellable: true,
  };
  try {
    await vscode.window.withProgress(options, async (_progress, token) => {
      const controller = new AbortController();
      token.onCancellationRequested(() => controller.abort());
      const writer = await platform.writer(target);
      const parts: Uint8Array[] = [];
      for await (const page of textPages(use.document, { uri, what }, true, controller.signal)) {
        // A page is a byte string: each character is one byte.
        const bytes = Uint8Array.from(page, (c) => c.charCodeAt(0));
        if (writer) await writer.write(bytes);
        else parts.push(bytes);
      }
      await writer?.close();
      if (!writer) await vscode.workspace.fs.writeFile(target, joined(parts));
    });
  } finally {
    use.dispose();
  }
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
