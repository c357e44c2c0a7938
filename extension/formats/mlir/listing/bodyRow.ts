/** A row of a body, and what is around it. */
import type { SymbolId } from "../../../document/token";
import type { Body } from "./body";
import type { SymbolOf } from "./tokens";

/** A row of a body. */
export interface BodyRow {
  readonly body: Body;
  readonly row: number;
  /** Levels of nesting. */
  readonly depth: number;
  readonly full: boolean;
}

/** The context of a row, for the targets of its names. */
export interface RowContext extends BodyRow {
  readonly symbolOf: SymbolOf;
  /** The name that the row's op defines, in bytes, and its symbol if a symbol table contains it. */
  own(): { readonly name: string | undefined; readonly symbol: SymbolId | undefined };
}
