/** Outlines as arrays, for tests. */
import type { IrDocument } from "../../extension/document/document";
import type { OutlineNode } from "../../extension/document/outline";

/** The nodes at the top of a document's outline. */
export function topOf(document: Pick<IrDocument, "outline">): readonly OutlineNode[] {
  return [...document.outline()];
}
/** The nodes in a node; none if there is no node. */
export function nodesIn(node: OutlineNode | undefined): readonly OutlineNode[] {
  return [...(node?.children?.() ?? [])];
}
