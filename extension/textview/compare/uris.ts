/** The URIs of comparisons: two documents, and the side. */
import * as vscode from "vscode";
import { nameOf } from "../../editor/members";

/** The scheme of these URIs. */
export const COMPARE_SCHEME = "bitscope-compare";

/** Two documents to compare. */
export interface Compared {
  readonly left: vscode.Uri;
  readonly right: vscode.Uri;
  /** Whether unchanged functions are shown too. */
  readonly all: boolean;
}

/** The URI of one side. Its path has an extension of its own, since the file's would open the custom editor again. */
export function sideUri({ left, right, all }: Compared, side: "left" | "right"): vscode.Uri {
  const query = JSON.stringify({ left: left.toString(), right: right.toString(), all, side });
  return vscode.Uri.from({ scheme: COMPARE_SCHEME, path: `${(side === "left" ? left : right).path}.ll`, query });
}

/** The comparison and side that a URI names. */
export function comparedOf(uri: vscode.Uri): Compared & { readonly side: "left" | "right" } {
  const { left, right, all, side } = JSON.parse(uri.query) as {
    left: string;
    right: string;
    all: boolean;
    side: "left" | "right";
  };
  return { left: vscode.Uri.parse(left, true), right: vscode.Uri.parse(right, true), all, side };
}

/** The title of a diff editor's tab. */
export function compareTitle({ left, right }: Pick<Compared, "left" | "right">): string {
  return nameOf(left) === nameOf(right) ? nameOf(left) : `${nameOf(left)} ↔ ${nameOf(right)}`;
}
