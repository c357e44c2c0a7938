/** Documents inside documents, as files that other extensions can read. */
import * as vscode from "vscode";
import type { Documents } from "./documents";
import { memberOf } from "./members";

/** A file system of members for whatever reads files: another extension's editor, "Save As…". */
export class MemberFiles implements vscode.FileSystemProvider {
  private readonly changes = new vscode.EventEmitter<vscode.FileChangeEvent[]>();
  readonly onDidChangeFile = this.changes.event;
  constructor(private readonly documents: Documents) {}

  watch(): vscode.Disposable {
    return new vscode.Disposable(() => undefined);
  }
  async stat(uri: vscode.Uri): Promise<vscode.FileStat> {
    const file = memberOf(uri)?.file;
    if (!file) throw vscode.FileSystemError.FileNotFound(uri);
    const { ctime, mtime } = await vscode.workspace.fs.stat(file);
    const { bits } = await this.with(uri, (document) => document.opened);
    return { type: vscode.FileType.File, ctime, mtime, size: bits / 8, permissions: vscode.FilePermission.Readonly };
  }
  readFile(uri: vscode.Uri): Promise<Uint8Array> {
    return this.with(uri, async (document) => {
      const length = (await document.opened).bits / 8;
      const bytes = new Uint8Array(length);
      for (let at = 0; at < length;) {
        const part = await document.api.bytes({ startByte: at, endByte: length });
        if (part.length === 0) break;
        bytes.set(part, at);
        at += part.length;
      }
      return bytes;
    });
  }
  readDirectory(): never {
    throw vscode.FileSystemError.Unavailable();
  }
  createDirectory(): never {
    throw vscode.FileSystemError.NoPermissions();
  }
  writeFile(): never {
    throw vscode.FileSystemError.NoPermissions();
  }
  delete(): never {
    throw vscode.FileSystemError.NoPermissions();
  }
  rename(): never {
    throw vscode.FileSystemError.NoPermissions();
  }
  private async with<T>(uri: vscode.Uri, work: (document: ReturnType<Documents["use"]>["document"]) => Promise<T>) {
    const use = this.documents.use(uri);
    try {
      return await work(use.document);
    } finally {
      use.dispose();
    }
  }
}
