/** Divides a file and its blocks into parts that cover every byte; listing and elements both walk these. */
import type { Block } from "../read/blocks";
import type { BodyRow } from "../read/body";
import type { Bytecode } from "../read/bytecode";
import type { ModuleRow, Rows } from "../read/module";

/** A record of any block, at module level or in a function. */
export type AnyRow = ModuleRow | BodyRow;

/** A part, in bytes from the document's first. */
export type Part =
  | { readonly kind: "signature"; readonly startByte: number; readonly endByte: number }
  | { readonly kind: "header"; readonly startByte: number; readonly endByte: number }
  | { readonly kind: "version" | "linkage"; readonly startByte: number; readonly endByte: number }
  | { readonly kind: "padding" | "trailing"; readonly startByte: number; readonly endByte: number }
  | { readonly kind: "damage"; readonly reason: string; readonly startByte: number; readonly endByte: number }
  | { readonly kind: "block"; readonly block: Block; readonly startByte: number; readonly endByte: number }
  | { readonly kind: "rows"; readonly rows: Rows<AnyRow>; readonly startByte: number; readonly endByte: number };

/** A part of which nothing but the kind and the place is known. */
type Simple = Exclude<Part, { readonly kind: "damage" | "block" | "rows" }>;

/** Collects parts, each from the end of the previous one. */
class Parts {
  readonly list: Part[] = [];
  constructor(private at: number) {}
  simple(kind: Simple["kind"], endByte: number): void {
    if (endByte > this.at) this.list.push({ kind, startByte: this.at, endByte });
    this.at = Math.max(this.at, endByte);
  }
  damage(reason: string, endByte: number): void {
    if (endByte > this.at) this.list.push({ kind: "damage", reason, startByte: this.at, endByte });
    this.at = Math.max(this.at, endByte);
  }
  block(block: Block): void {
    this.list.push({ kind: "block", block, startByte: block.headerByte, endByte: block.endByte });
    this.at = block.endByte;
    this.simple("padding", block.paddedByte);
  }
  rows(rows: Rows<AnyRow>): void {
    if (rows.stopByte > this.at) this.list.push({ kind: "rows", rows, startByte: this.at, endByte: rows.stopByte });
    this.at = rows.stopByte;
  }
}

/** The parts of the file: the signature, the module, and bytes after it that readers ignore. */
export function fileParts(bytecode: Bytecode): readonly Part[] {
  const { layout, window, start } = bytecode;
  const parts = new Parts(0);
  parts.simple("signature", Math.min(start, window.length));
  if (layout.module) {
    parts.block(layout.module);
    parts.simple("trailing", window.length);
  } else parts.damage(bytecode.problems()[0]?.message ?? "no module", window.length);
  return parts.list;
}

/** Why a block's contents are not read. */
function unreadReason(bytecode: Bytecode, block: Block): string {
  if (block.kind === "Unknown") return `unknown block id ${block.id}`;
  const inFunction = block.parent?.kind === "Function";
  if (inFunction || block.kind === "Function") return "no function of the module has this body";
  return bytecode.released ? `a ${block.kind} block is not read here` : "not readable as the last released version";
}

/** The records of a block, if it has any. */
export function rowsOf(bytecode: Bytecode, block: Block): Rows<AnyRow> | undefined {
  const within = bytecode.functionBlock(block);
  if (within) return bytecode.body(within)?.rows.get(block.index);
  return bytecode.module().rows.get(block.index);
}

/** Parts of a block, from its header to its end. */
export function blockParts(bytecode: Bytecode, block: Block): readonly Part[] {
  const parts = new Parts(block.headerByte);
  parts.simple("header", block.startByte);
  if (block.kind === "Module" || block.kind === "Function") {
    parts.simple(block.kind === "Module" ? "version" : "linkage", block.bodyByte);
    const ends = block.kind === "Function" && !bytecode.module().bodies.has(block.index);
    for (const child of block.children) parts.block(child);
    parts.damage(ends ? unreadReason(bytecode, block) : "no block header fits here", block.endByte);
    return parts.list;
  }
  const rows = rowsOf(bytecode, block);
  if (rows) parts.rows(rows);
  parts.damage(rows?.damage ?? unreadReason(bytecode, block), block.endByte);
  return parts.list;
}
