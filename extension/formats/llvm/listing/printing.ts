/**
 * Printing for the listing: metadata and attribute groups have their numbers in the file, and operands are paired with
 * the record's.
 */
import type { MetadataId } from "../ir/ids";
import type { Sink } from "../../../document/sink";
import { FUNCTION_INDEX } from "../attributes/reader";
import type { AttributeSet } from "../ir/attributes";
import type { PrintContext } from "../ir/printing";
import { TypePrinter } from "../print/types";
import type { LoadedModule } from "../read/module";
import { PairedMetadata, PairedPrinting } from "./paired";

/** How many levels of metadata made by upgrades are written out in place. */
const MOST_LEVELS = 2;

/** Prints metadata with the numbers of the records. */
class RecordMetadata extends PairedMetadata {
  private depth = 0;
  constructor(private readonly metadata: LoadedModule["metadata"]) {
    super(metadata);
  }

  /** Writes out a node made by an upgrade, which has no number in the file, up to a few levels. */
  private writtenOut(sink: Sink, node: MetadataId, context: PrintContext): boolean {
    const { metadata } = this;
    if (this.depth >= MOST_LEVELS || !metadata.isNode(node) || metadata.fileIndexOf(node) !== undefined) return false;
    this.depth++;
    this.definition(sink, node, context);
    this.depth--;
    return true;
  }

  override operand(sink: Sink, node: MetadataId | undefined, context: PrintContext): void {
    if (node !== undefined && this.writtenOut(sink, node, context)) return;
    super.operand(sink, node, context);
  }
}

function indexText(module: LoadedModule, node: MetadataId): string {
  const index = module.metadata.fileIndexOf(node);
  return index === undefined ? "!<made on reading>" : `!${index}`;
}

/** The names and numbers of the listing. */
export class ListingPrinting extends PairedPrinting {
  override readonly types: TypePrinter;
  /** Numbers of attribute groups; those made by upgrades follow the file's. */
  private readonly fileGroups = new Map<AttributeSet, number>();
  private nextGroup = 1;
  private readonly firstMade: number;

  constructor(module: LoadedModule) {
    super(
      module,
      new RecordMetadata(module.metadata),
      (node) => indexText(module, node),
      (_, block) => `%block${block}`,
      "records",
    );
    this.types = new TypePrinter(module.release, module.opaque);
    for (; ; this.nextGroup++) {
      const group = module.attributes.group(this.nextGroup);
      if (!group) break;
      if (group.index === FUNCTION_INDEX && group.set && !this.fileGroups.has(group.set))
        this.fileGroups.set(group.set, this.nextGroup);
    }
    this.firstMade = this.nextGroup;
  }

  override attributeGroup(set: AttributeSet): number {
    let number = this.fileGroups.get(set);
    if (number === undefined) this.fileGroups.set(set, (number = this.nextGroup++));
    return number;
  }

  /** The attributes of a group by its name `#3`, if an upgrade has made it. */
  madeGroup(name: string): string | undefined {
    const number = name.startsWith("#") ? Number(name.slice(1)) : 0;
    if (number < this.firstMade) return undefined;
    for (const [set, of] of this.fileGroups) if (of === number) return this.attributes.inPlace(set);
    return undefined;
  }
}
