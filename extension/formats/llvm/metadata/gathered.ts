/**
 * Collects what several records of a metadata block state about one name or one global. The lists are built while the
 * block is read, so that each record costs only what it adds; they are complete before upgrades of the whole table run.
 */
import { append } from "../../../document/arrays";
import type { BitRange } from "../../../document/bits";
import type { MetadataId, ValueId } from "../ir/ids";
import type { Attachment, NamedMetadata } from "../ir/metadata";

/** Named nodes. Two with the same name are one node with the operands of both (Module::getOrInsertNamedMetadata). */
export class NamedNodes {
  /** The nodes by name, as long as nothing else changes the list. */
  private byName: Map<string, MetadataId[]> | undefined;
  /** @param list the named nodes in the order of the file and the text */
  constructor(private readonly list: NamedMetadata[]) {}

  /** Adds the nodes of a record. */
  add(name: string, nodes: MetadataId[], { startBit, endBit }: BitRange): void {
    this.byName ??= new Map(this.list.map((named, index) => [named.name, this.own(named, index)]));
    const known = this.byName.get(name);
    if (known) append(known, nodes);
    else {
      this.byName.set(name, nodes);
      this.list.push({ name, nodes, record: { startBit, endBit } });
    }
  }
  /** Replaces the list of a named node by a copy that can be appended to. */
  private own(named: NamedMetadata, index: number): MetadataId[] {
    const nodes = [...named.nodes];
    this.list[index] = { ...named, nodes };
    return nodes;
  }
  /** Call before and after others change the list. */
  settle(): void {
    this.byName = undefined;
  }
  /**
   * Removes the nodes that a module of this many entries does not have: later ids are those of functions. Returns whether
   * there were any.
   */
  dropMissing(count: number): boolean {
    let isMissing = false;
    for (const [index, named] of this.list.entries()) {
      const nodes = named.nodes.filter((node) => node < count);
      if (nodes.length === named.nodes.length) continue;
      this.list[index] = { ...named, nodes };
      isMissing = true;
    }
    return isMissing;
  }
}

/** Attachments of globals, sorted by kind. */
export class GlobalAttachments {
  /** In the order of their records, while a block is read. */
  private readonly unsorted = new Map<ValueId, Attachment[]>();
  /** @param byGlobal receives the sorted lists when a block has been read */
  constructor(private readonly byGlobal: Map<ValueId, readonly Attachment[]>) {}

  add(value: ValueId, attachments: readonly Attachment[]): void {
    const known = this.unsorted.get(value) ?? [...(this.byGlobal.get(value) ?? [])];
    append(known, attachments);
    this.unsorted.set(value, known);
  }
  /** Call when the block has been read. */
  settle(): void {
    for (const [value, all] of this.unsorted) {
      all.sort((a, b) => a.kind - b.kind);
      this.byGlobal.set(value, all);
    }
    this.unsorted.clear();
  }
  /** Like {@link NamedNodes.dropMissing}. */
  dropMissing(count: number): boolean {
    let isMissing = false;
    for (const [value, all] of this.byGlobal) {
      const kept = all.filter(({ node }) => node < count);
      if (kept.length === all.length) continue;
      this.byGlobal.set(value, kept);
      isMissing = true;
    }
    return isMissing;
  }
}
