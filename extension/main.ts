/** The extension in Node: what there is, and nothing else. */
import { open } from "node:fs/promises";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import type * as vscode from "vscode";
import { activateWith } from "./activate";
import type { Platform } from "./editor/platform";
import type { Message } from "./session/rpc";

const platform: Platform = {
  opensFiles: true,
  writer: async (uri) => {
    if (uri.scheme !== "file") return undefined;
    const file = await open(uri.fsPath, "w");
    return { write: async (part) => void (await file.writeFile(part)), close: () => file.close() };
  },
  startWorker: (extension) => {
    const worker = new Worker(join(extension.fsPath, "dist", "worker.js"));
    return Promise.resolve({
      post: (message) => worker.postMessage(message),
      listen: (take) => void worker.on("message", (message: Message) => take(message)),
      onFault: (report) => void worker.on("error", (error) => report(error.message)),
      end: () => void worker.terminate(),
    });
  },
};

/** Called by VS Code when something of ours is needed for the first time. */
export function activate(context: vscode.ExtensionContext): void {
  activateWith(context, platform);
}
