/**
 * What several records of a block of metadata say of one name or one global. It is gathered while the block is read, so that
 * each record costs what it adds; upgrades of the whole table, which come after a block, find lists of their own.
 */
import { append } from "../../../document/arrays";
import type { MetadataId, ValueId } from "../ir/ids";
import type { Attachment, NamedMetadata } from "../ir/metadata";

/** Named nodes. Two of one name are one, with all their operands (Module::getOrInsertNamedMetadata). */
export class NamedNodes {
  /** The nodes by name, while a block is read. */
  private byName: Map<string, MetadataId[]> | undefined;
  /** @param list in the file's order, which is the text's */
  constructor(private readonly list: NamedMetadata[]) {}

  add(name: string, nodes: MetadataId[]): void {
    this.byName ??= new Map(this.list.map((named, index) => [named.name, this.own(named, index)]));
    const known = this.byName.get(name);
    if (known) append(known, nodes);
    else {
      this.byName.set(name, nodes);
      this.list.push({ name, nodes });
    }
  }
  /** The nodes of a named node in a list of its own. */
  private own({ name, nodes: before }: NamedMetadata, index: number): MetadataId[] {
    const nodes = [...before];
    this.list[index] = { name, nodes };
    return nodes;
  }
  /** The block has been read. */
  settle(): void {
    this.byName = undefined;
  }
}

/** Attachments of globals, by kind. */
export class GlobalAttachments {
  /** In the order of their records, while a block is read. */
  private readonly unsorted = new Map<ValueId, Attachment[]>();
  /** @param byGlobal takes them, sorted, when a block has been read */
  constructor(private readonly byGlobal: Map<ValueId, readonly Attachment[]>) {}

  add(value: ValueId, attachments: readonly Attachment[]): void {
    const known = this.unsorted.get(value) ?? [...(this.byGlobal.get(value) ?? [])];
    append(known, attachments);
    this.unsorted.set(value, known);
  }
  /** The block has been read. */
  settle(): void {
    for (const [value, all] of this.unsorted) {
      all.sort((a, b) => a.kind - b.kind);
      this.byGlobal.set(value, all);
    }
    this.unsorted.clear();
  }
}
