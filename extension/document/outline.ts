/** The nodes of the outline and the rows of `symbols`. */
import type { MadeList } from "./madeList";
import type { BitRange } from "./bits";
import type { SymbolId } from "./token";

/** The kind of an outline node, for its icon and its group. */
export type OutlineKind =
  | "group"
  | "module"
  | "function"
  | "declaration"
  | "global"
  | "alias"
  | "type"
  | "constant"
  | "metadata"
  | "attribute"
  | "comdat"
  | "basicBlock"
  | "block"
  | "section"
  | "dialect"
  | "operation"
  | "region"
  | "resource"
  | "import"
  | "export"
  | "rodata"
  | "member"
  | "problem";

/**
 * A node of the outline. `children` are made when they are asked for, each of them perhaps only when it is walked: the
 * outline of a large document is never in memory all at once.
 */
export interface OutlineNode extends BitRange {
  readonly kind: OutlineKind;
  readonly name: string;
  /** The type or size, shown after the name. */
  readonly detail?: string | undefined;
  readonly symbol?: SymbolId | undefined;
  /** A file inside this one that opens as a document of its own: an index into `derived()`. */
  readonly derived?: number | undefined;
  /** The bits that it takes once decompressed, if its range is that of the compressed data around it. */
  readonly unpackedBits?: number | undefined;
  children?(): OutlineNodes;
}

/** Nodes beside each other. A node that is asked for twice may be made twice. */
export type OutlineNodes = MadeList<OutlineNode>;

/** The size of a node, in bits. */
export function sizeOf({ startBit, endBit, unpackedBits }: BitRange & Pick<OutlineNode, "unpackedBits">): number {
  return unpackedBits ?? endBit - startBit;
}

/** A row of `symbols`, as llvm-nm lists it. */
export interface SymbolInfo extends BitRange {
  readonly name: string;
  /** llvm-nm's letter: `T` defined text, `t` local text, `U` undefined, `D`/`d` data, `B`, `C`, `W`, `w`, `V`, … */
  readonly letter: string;
  readonly kind: OutlineKind;
}
