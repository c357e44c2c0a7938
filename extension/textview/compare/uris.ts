/** The URIs of comparisons: two documents, and which side of them. */
import * as vscode from "vscode";
import { nameOf } from "../../editor/members";

/** The scheme of such URIs. */
export const COMPARE_SCHEME = "bitscope-compare";

/** Two documents that are compared. */
export interface Compared {
  readonly left: vscode.Uri;
  readonly right: vscode.Uri;
  /** What is unchanged too. */
  readonly all: boolean;
}

/** The URI of one side. Its path has an ending of its own: by the file's, the custom editor would be asked again. */
export function sideUri({ left, right, all }: Compared, side: "left" | "right"): vscode.Uri {
  const query = JSON.stringify({ left: left.toString(), right: right.toString(), all, side });
  return vscode.Uri.from({ scheme: COMPARE_SCHEME, path: `${(side === "left" ? left : right).path}.ll`, query });
}

/** What a URI is a side of. */
export function comparedOf(uri: vscode.Uri): Compared & { readonly side: "left" | "right" } {
  const { left, right, all, side } = JSON.parse(uri.query) as {
    left: string;
    right: string;
    all: boolean;
    side: "left" | "right";
  };
  return { left: vscode.Uri.parse(left, true), right: vscode.Uri.parse(right, true), all, side };
}

/** What a diff editor's tab says. */
export function compareTitle({ left, right }: Pick<Compared, "left" | "right">): string {
  return nameOf(left) === nameOf(right) ? nameOf(left) : `${nameOf(left)} ↔ ${nameOf(right)}`;
}
