/** How a worker is told what to open: by path for a file on this machine, as bytes for any other. */
import * as vscode from "vscode";
import { baseName } from "../document/paths";
import type { OpenQuery, WorkerApi } from "../session/protocol";
import type { Caller } from "../session/transport/rpc";
import { client } from "../session/transport/rpc";
import { definitionsFor } from "./definitions";
import { memberOf, nameOf } from "./members";
import type { Platform } from "./platform";
import { indexSpace, maxMemory } from "./settings";

/** The file on disk: the document itself, or the file that contains it. */
export function fileOf(uri: vscode.Uri): vscode.Uri {
  return memberOf(uri)?.file ?? uri;
}

/** A file's size and times as text: another text means that its content may be another. */
export function stampOf({ size, mtime, ctime }: vscode.FileStat): string {
  return `${size} ${mtime} ${ctime}`;
}

/**
 * How a worker opens a document. `stamp` changes when the file changes.
 * @throws if the file cannot be read, or is too large to be read completely
 */
export async function openQuery(uri: vscode.Uri, platform: Platform): Promise<{ query: OpenQuery; stamp: string }> {
  const file = fileOf(uri);
  const base = {
    fileName: nameOf(uri),
    members: memberOf(uri)?.names ?? [],
    maxMemory: maxMemory(),
    dialects: await definitionsFor(fileOf(uri)),
  };
  const stat = await vscode.workspace.fs.stat(file);
  const stamp = stampOf(stat);
  if (platform.opensFiles && file.scheme === "file") {
    const { indexFolder: folder } = platform;
    const mostBytes = indexSpace();
    const indexes = folder === undefined || mostBytes === 0 ? {} : { indexes: { folder, mostBytes } };
    return { query: { ...base, ...indexes, path: file.fsPath }, stamp };
  }
  if (stat.size > base.maxMemory)
    throw new Error(vscode.l10n.t("The file is larger than bitscope.maxMemory allows ({0} bytes).", stat.size));
  // A Node Buffer would arrive as a plain object on the other side.
  return { query: { ...base, bytes: new Uint8Array(await vscode.workspace.fs.readFile(file)) }, stamp };
}

/**
 * A browser's worker cannot read the extension's files, and Node's need not know where they are: the demangler is sent.
 */
export async function sendDemangler(caller: Pick<Caller, "call">, extension: vscode.Uri): Promise<void> {
  const file = vscode.Uri.joinPath(extension, "dist", "demangle.wasm");
  const read = async (): Promise<Uint8Array> => new Uint8Array(await vscode.workspace.fs.readFile(file));
  const wasm = await read().catch(() => null);
  await client<WorkerApi>(caller)
    .demangler({ wasm })
    .catch(() => undefined);
}

/** A glob that matches exactly this file name. */
function globOf(name: string): string {
  return name.replace(/[[\]{}*?]/g, (c) => `[${c}]`);
}

/** Watches one file, even if its name has glob characters. */
export function watchFile(file: vscode.Uri): vscode.FileSystemWatcher {
  const name = baseName(file.path);
  const folder = vscode.Uri.joinPath(file, "..");
  return vscode.workspace.createFileSystemWatcher(new vscode.RelativePattern(folder, globOf(name)));
}
