/** The extension's entry point in a browser: as in Node, but with a Web Worker. */
import * as vscode from "vscode";
import { activateWith } from "./activate";
import type { Platform } from "./editor/platform";

const platform: Platform = {
  opensFiles: false,
  writer: () => Promise.resolve(undefined),
  startWorker: async (extension) => {
    // The extension's files may have another origin, from which no worker may start, so its script is passed as a blob.
    const script = await vscode.workspace.fs.readFile(vscode.Uri.joinPath(extension, "dist", "worker.js"));
    const url = URL.createObjectURL(new Blob([new Uint8Array(script)], { type: "text/javascript" }));
    const worker = new Worker(url);
    return {
      post: (message) => worker.postMessage(message),
      listen: (take) => {
        worker.onmessage = (event) => take(event.data);
      },
      onEnd: (report) => {
        worker.onerror = (event) => report(event.message);
        worker.onmessageerror = () => report("a message could not be read");
      },
      end: () => {
        worker.terminate();
        URL.revokeObjectURL(url);
      },
    };
  },
};

// For the entry point in Node, which uses this bundle.
export { activateWith };

/** VS Code calls this when it first needs the extension. */
export function activate(context: vscode.ExtensionContext): void {
  activateWith(context, platform);
}
