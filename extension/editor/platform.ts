/** The differences between the extension host in Node and the one in a browser. */
import type * as vscode from "vscode";
import type { SessionWorker } from "../session/transport/connection";

/** A file that is written piece by piece. */
export interface FileWriter {
  write(part: Uint8Array): Promise<void>;
  close(): Promise<void>;
}

/** What the extension needs from its host. */
export interface Platform {
  /** Starts a worker whose own memory is limited to about `maxMemory` bytes, if the host supports that. */
  startWorker(extension: vscode.Uri, maxMemory: number): Promise<SessionWorker>;
  /** A writer for a new file, or undefined if only `workspace.fs` can write there. */
  writer(uri: vscode.Uri): Promise<FileWriter | undefined>;
  /** The folder in which workers may keep indexes; absent if they cannot write files. */
  readonly indexFolder?: string;
  /** Whether a worker can open `file:` documents by their path. */
  readonly opensFiles: boolean;
}
