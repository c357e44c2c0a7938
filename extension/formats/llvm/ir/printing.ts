/** What the printers of types, values, attributes and metadata need of each other. */
import type { MetadataId, ValueId } from "./ids";
import type { Sink } from "../../../document/sink";
import type { AttributeSet } from "./attributes";
import type { Release } from "./releases";
import type { Type } from "./types";

/** Names and texts of one module, at the place that is being printed. One object for `text`, one for the listing. */
export interface PrintContext {
  readonly release: Release;
  /** A type as text (`i32`, `ptr`, `%struct.a`). */
  typeText(type: Type): string;
  /** `i32 %x`, `ptr @f`; without its type `%x`. Values of the current function are known while it is printed. */
  printOperand(sink: Sink, value: ValueId, withType: boolean): void;
  /** A constant as metadata has it: with its type, and nothing of an expression that the release does not have any more. */
  printInMetadata(sink: Sink, value: ValueId): void;
  /** `!7`; in the listing, where there are no numbers of the whole module, the index in the table. */
  metadataName(node: MetadataId): string;
  /** The number of an attribute group (`#3`), given out when first asked for. */
  attributeGroup(set: AttributeSet): number;
}
