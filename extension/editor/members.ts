/**
 * Documents inside documents (an archive's member, a nested module, an unpacked payload) have URIs of their own, so that
 * they open in editors of their own: `bitscope-member:/dir/libx.a/y.o?{"file":…,"names":[…]}`.
 */
import * as vscode from "vscode";
import { baseName } from "../document/paths";
import type { Documents } from "./documents";

/** The scheme of such URIs. */
export const MEMBER_SCHEME = "bitscope-member";

/** The file on disk, and the names of the documents on the way into it. */
export interface Member {
  readonly file: vscode.Uri;
  readonly names: readonly string[];
}

/** What a URI names inside a file, or undefined for one of a file itself. */
export function memberOf(uri: vscode.Uri): Member | undefined {
  if (uri.scheme !== MEMBER_SCHEME) return undefined;
  const { file, names } = JSON.parse(uri.query) as { file: string; names: string[] };
  return { file: vscode.Uri.parse(file, true), names };
}

/** The URI of the document `name` inside the one at `uri`. */
export function memberUri(uri: vscode.Uri, name: string): vscode.Uri {
  const around = memberOf(uri) ?? { file: uri, names: [] };
  const query = JSON.stringify({ file: around.file.toString(), names: [...around.names, name] });
  return vscode.Uri.from({ scheme: MEMBER_SCHEME, path: `${uri.path}/${name.replace(/[/\\]/g, "_")}`, query });
}

/** Gives members to whoever reads files: another extension's editor, "Save As…". */
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

/** The file's name as the reference tool is given it. */
export function nameOf(uri: vscode.Uri): string {
  const member = memberOf(uri);
  const path = (member?.file ?? uri).path;
  const file = baseName(path);
  return member ? `${file}(${member.names.join(")(")})` : file;
}
