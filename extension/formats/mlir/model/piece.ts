/**
 * How a node is spelled: pieces of text with references between them. The writer decides what is printed for a
 * reference (an alias, or a spelling), so one spelling serves text, listing, alias search and hovers, and nothing
 * recurses on the input's nesting.
 */

/**
 * Whether an attribute's trailing ` : type` is printed (mlir::AsmPrinter's AttrTypeElision): always; not if it is the
 * type that a parser assumes (i64, f64); or never. `location`: within another location, where `loc(` `)` is left out.
 */
export type Elision = "never" | "may" | "must" | "location";

/**
 * A part of a dialect's assembly that has an alias of its own: `affine_map<…>` in `!x.y<affine_map<…>>`. It is the same
 * attribute or type as an entry, or as another fragment, with the same spelling without aliases. A fragment without an
 * alias contains such fragments: it is one level of nesting, by which aliases are ordered.
 */
export interface Fragment {
  readonly kind: "fragment";
  readonly space: "attribute" | "type";
  readonly alias: string | undefined;
  readonly pieces: readonly Piece[];
  /**
   * The spelling used in the alias's definition, if the fragment is printed shorter here: a location within another
   * one.
   */
  readonly whole?: readonly Piece[];
  /** Distinguishes fragments that print alike but differ. */
  readonly realm?: string;
}

/** A part of a spelling. Text is a byte string; a number (an integer from 0 on) is its decimal digits. */
export type Piece =
  | string
  | number
  | { readonly kind: "attribute"; readonly index: number; readonly elision: Elision }
  | { readonly kind: "type"; readonly index: number }
  | Fragment
  /** The number of a distinct attribute, assigned in the order of printing. `entry` is the attribute's index. */
  | { readonly kind: "distinct"; readonly entry: number }
  /** Text that may be long: made in pieces of about 64 KiB while it is printed, and not kept. */
  | { readonly kind: "bulk"; readonly chunks: () => Generator<string, void, undefined> };
