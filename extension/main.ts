/** The extension's entry point in Node. */
import { open, readdir, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import type * as vscode from "vscode";
import { activateWith } from "./activate";
import type { Platform } from "./editor/platform";
import { startNodeWorker } from "./session/worker/start";

const MIB = 1024 * 1024;
/** Memory that a worker needs beside its document, in MB: code, and room for the garbage collector. */
const WORKER_MB = 256;

const platform: Omit<Platform, "startWorker"> = {
  opensFiles: true,
  writer: async (uri) => {
    if (uri.scheme !== "file") return undefined;
    const file = await open(uri.fsPath, "w");
    return { write: async (part) => void (await file.writeFile(part)), close: () => file.close() };
  },
};

/** Removes everything but one entry from a folder: what earlier versions of the extension kept. */
async function keepOnly(folder: string, name: string): Promise<void> {
  const others = (await readdir(folder).catch(() => [])).filter((other) => other !== name);
  for (const other of others) await rm(join(folder, other), { recursive: true, force: true }).catch(() => undefined);
}

/** VS Code calls this when it first needs the extension. */
export function activate(context: vscode.ExtensionContext): void {
  const storage = context.globalStorageUri.fsPath;
  const { version } = context.extension.packageJSON as { version: string };
  const codeFolder = join(storage, "code", version);
  void keepOnly(dirname(codeFolder), version);
  activateWith(context, {
    ...platform,
    startWorker: async (extension, maxMemory) =>
      startNodeWorker(join(extension.fsPath, "dist", "worker.js"), Math.ceil(maxMemory / MIB) + WORKER_MB, codeFolder),
    indexFolder: join(storage, "indexes"),
  });
}
