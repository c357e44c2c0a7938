/** What the outline lists while a comparison is shown: the functions that differ. */
import * as vscode from "vscode";
import { briefName } from "../document/briefName";

/** Longer names are shortened, in characters; the tooltip has the full name. */
const ROOM = 40;

/** A function that differs. */
export interface Change {
  readonly name: string;
  readonly detail: string;
  /** The id of an icon. */
  readonly icon: string;
  /** Shows it. */
  go(): void;
}

/** The changes of a comparison. */
export interface Changes {
  /** Tells comparisons apart. */
  readonly key: string;
  list(): Promise<readonly Change[]>;
}

/** The row of a change. */
export function changeItem({ name, detail, icon }: Change): vscode.TreeItem {
  const tree = new vscode.TreeItem(briefName(name, ROOM));
  tree.description = detail;
  tree.tooltip = `${name}  ${detail}`;
  tree.iconPath = new vscode.ThemeIcon(icon);
  return tree;
}
