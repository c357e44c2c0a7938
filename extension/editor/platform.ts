/** What differs between the extension host in Node and the one in a browser. */
import type * as vscode from "vscode";
import type { Port } from "../session/rpc";

/** A worker with a session in it. */
export interface SessionWorker extends Port {
  /** Called once, when the worker has ended by a fault of its own. */
  onFault(report: (message: string) => void): void;
  end(): void;
}

/** A file that is written piece by piece. */
export interface FileWriter {
  write(part: Uint8Array): Promise<void>;
  close(): Promise<void>;
}

/** One of the two hosts. */
export interface Platform {
  startWorker(extension: vscode.Uri): Promise<SessionWorker>;
  /** A writer for a new file, or undefined where only `workspace.fs` can write there. */
  writer(uri: vscode.Uri): Promise<FileWriter | undefined>;
  /** Whether a worker can open `file:` documents by their path. */
  readonly opensFiles: boolean;
}
