/** The extension in a browser: the same, with a Web Worker. */
import * as vscode from "vscode";
import { activateWith } from "./activate";
import type { Platform } from "./editor/platform";

const platform: Platform = {
  opensFiles: false,
  writer: () => Promise.resolve(undefined),
  startWorker: async (extension) => {
    // The extension's files may be of another origin, from which no worker starts: its script comes as a blob.
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

/** Called by VS Code when something of ours is needed for the first time. */
export function activate(context: vscode.ExtensionContext): void {
  activateWith(context, platform);
}
