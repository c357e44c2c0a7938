/** What the printers of types, values, attributes and metadata need from each other. */
import type { MetadataId, ValueId } from "./ids";
import type { Sink } from "../../../document/sink";
import type { AttributeSet } from "./attributes";
import type { Release } from "./releases";
import type { Type } from "./types";

/**
 * The names and texts of a module, for the function that is being printed. There is one object for `text` and one for
 * the listing.
 */
export interface PrintContext {
  readonly release: Release;
  /** A type as text (`i32`, `ptr`, `%struct.a`). */
  typeText(type: Type): string;
  /** `i32 %x`, `ptr @f`; without its type `%x`. Values of a function are known while that function is printed. */
  printOperand(sink: Sink, value: ValueId, withType: boolean): void;
  /**
   * A constant as an operand of metadata: with its type, and without those parts of an expression that the release no
   * longer has.
   */
  printInMetadata(sink: Sink, value: ValueId, type: Type): void;
  /** `!7`; the listing, which has no numbers of the whole module, prints the index in the table. */
  metadataName(node: MetadataId): string;
  /** The number of an attribute group (`#3`), assigned when it is first asked for. */
  attributeGroup(set: AttributeSet): number;
}
