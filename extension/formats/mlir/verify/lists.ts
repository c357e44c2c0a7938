/** Takes texts of types and attributes apart. */

import { partsOf } from "../attributes/brackets";

/** What is between the first `<` of a text and the `>` that ends it; empty if it has none. */
export function inAngles(text: string): string {
  const start = text.indexOf("<");
  return start < 0 ? "" : text.slice(start + 1, text.lastIndexOf(">"));
}

/** An affine map: `(d0, d1)[s0] -> (d0 + s0, 4)` has two dimensions, one symbol and two results. */
export interface MapText {
  readonly dims: number;
  readonly symbols: number;
  readonly results: readonly string[];
}

/** Reads an affine map as it is printed, with `affine_map<…>` around it or without; undefined if it is none. */
export function mapText(text: string): MapText | undefined {
  const [, dims, symbols = "", results] =
    /^(?:affine_map<)?\(([^()]*)\)(?:\[([^\]]*)\])? -> \((.*)\)>?$/.exec(text) ?? [];
  if (dims === undefined || results === undefined) return undefined;
  return { dims: partsOf(dims).length, symbols: partsOf(symbols).length, results: partsOf(results) };
}
