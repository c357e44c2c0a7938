/** The extension's entry point in Node. */
import { open } from "node:fs/promises";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import type * as vscode from "vscode";
import { activateWith } from "./activate";
import type { Platform } from "./editor/platform";
import type { Message } from "./session/transport/rpc";

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
  startWorker: (extension, maxMemory) => {
    // Without a limit of its own, a worker that runs out of memory ends the whole extension host.
    const resourceLimits = { maxOldGenerationSizeMb: Math.ceil(maxMemory / MIB) + WORKER_MB };
    const worker = new Worker(join(extension.fsPath, "dist", "worker.js"), { resourceLimits });
    return Promise.resolve({
      post: (message) => worker.postMessage(message),
      listen: (take) => void worker.on("message", (message: Message) => take(message)),
      onEnd: (report) => {
        worker.on("error", (error) => report(error.message));
        worker.on("exit", (code) => report(`the worker has ended with status ${code}`));
      },
      end: () => void worker.terminate(),
    });
  },
};

/** VS Code calls this when it first needs the extension. */
export function activate(context: vscode.ExtensionContext): void {
  activateWith(context, { ...platform, indexFolder: join(context.globalStorageUri.fsPath, "indexes") });
}
