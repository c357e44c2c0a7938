import type { OutlineNode, SymbolInfo } from "../../../document/outline";
import type { Listing } from "./listing";
export function outlineOf(_l: Listing): readonly OutlineNode[] {
  return [];
}
export function symbolsOf(_l: Listing): Iterable<SymbolInfo> {
  return [];
}
