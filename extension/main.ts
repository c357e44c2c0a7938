/** The extension's entry point in Node. */
import { open } from "node:fs/promises";
import { join } from "node:path";
import type * as vscode from "vscode";
import { activateWith } from "./activate";
import type { Platform } from "./editor/platform";
import { startNodeWorker } from "./session/worker/start";

const MIB = 1024 * 1024;
/** Memory that a worker needs beside its document, in MB: code, and room for the garbage collector. */
const WORKER_MB = 256;

const platform: Platform = {
  opensFiles: true,
  writer: async (uri) => {
    if (uri.scheme !== "file") return undefined;
    const file = await open(uri.fsPath, "w");
    return { write: async (part) => void (await file.writeFile(part)), close: () => file.close() };
  },
  startWorker: async (extension, maxMemory) =>
    startNodeWorker(join(extension.fsPath, "dist", "worker.js"), Math.ceil(maxMemory / MIB) + WORKER_MB),
};

/** VS Code calls this when it first needs the extension. */
export function activate(context: vscode.ExtensionContext): void {
  activateWith(context, { ...platform, indexFolder: join(context.globalStorageUri.fsPath, "indexes") });
}
