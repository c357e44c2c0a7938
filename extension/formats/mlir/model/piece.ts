/**
 * How a node is spelled: pieces of text with references between them. What is printed for a reference (an alias, or the
 * spelling of what it names) is the writer's business, so one spelling serves text, listing, alias search and hovers,
 * and nothing recurses on the input's nesting.
 */

/**
 * Whether an attribute's trailing ` : type` is printed (mlir::AsmPrinter's AttrTypeElision): always, not where the type is the
 * one that a parser assumes (i64, f64), or not at all. `location`: within another location, where `loc(` `)` is left out.
 */
export type Elision = "never" | "may" | "must" | "location";

/**
 * Something within a dialect's assembly that gets an alias of its own: `affine_map<…>` in `!x.y<affine_map<…>>`. It is the
 * same thing as an entry, or another fragment, whose spelling without aliases is the same. Without an alias it is something
 * in which there are such things: one level of nesting, which orders aliases.
 */
export interface Fragment {
  readonly kind: "fragment";
  readonly space: "attribute" | "type";
  readonly alias: string | undefined;
  readonly pieces: readonly Piece[];
  /** The thing as an alias of it is defined, where it is printed in brief: a location within another one. */
  readonly whole?: readonly Piece[];
  /** Tells apart what prints alike but is not the same. */
  readonly realm?: string;
}

/** A part of a spelling. Text is a byte string. */
export type Piece =
  | string
  | { readonly kind: "attribute"; readonly index: number; readonly elision: Elision }
  | { readonly kind: "type"; readonly index: number }
  | Fragment
  /** The number of a distinct attribute: given in the order of printing. `entry` is the attribute's index. */
  | { readonly kind: "distinct"; readonly entry: number }
  /** Text that may be long: made in pieces of about 64 KiB when it is printed, and not kept. */
  | { readonly kind: "bulk"; readonly chunks: () => Generator<string, void, undefined> };
