/**
 * Documents inside documents (an archive's member, a nested module, an unpacked payload) have URIs of their own, so that
 * they open in editors of their own: `bitscope-member:/dir/libx.a/y.o?{"file":…,"names":[…]}`.
 */
import * as vscode from "vscode";
import { baseName } from "../document/paths";
import type { SessionApi } from "../session/protocol";
import type { Client } from "../session/transport/rpc";
import { viewTypeOf } from "./viewTypes";

/** The scheme of these URIs. */
export const MEMBER_SCHEME = "bitscope-member";

/** The file on disk, and the names that lead to a document inside it. */
export interface Member {
  readonly file: vscode.Uri;
  readonly names: readonly string[];
}

/** The member that a URI names; undefined if it names a complete file. */
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

/** Opens a document inside another one, by its index into `derived()`, in an editor of its own. */
export async function openMember(
  { api, uri }: { readonly api: Client<SessionApi>; readonly uri: vscode.Uri },
  index: number,
): Promise<void> {
  const member = (await api.derived(null))[index];
  if (!member) return;
  const inside = memberUri(uri, member.name);
  await vscode.commands.executeCommand("vscode.openWith", inside, viewTypeOf(inside.path));
}

/** The file name that the reference tool would be given. */
export function nameOf(uri: vscode.Uri): string {
  const member = memberOf(uri);
  const path = (member?.file ?? uri).path;
  const file = baseName(path);
  return member ? `${file}(${member.names.join(")(")})` : file;
}
