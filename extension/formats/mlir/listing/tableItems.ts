/** What the rows of the tables show: strings, dialects, offsets, attributes and types, resources, properties. */
import type { Container } from "../container/container";
import type { Resource, ResourceGroup } from "../container/resources";
import type { SectionFrame } from "../container/sections";
import { SectionKind } from "../container/sections";
import type { Blob, Reference } from "../model/cursor";
import { countBefore } from "../../../kit/sortedSearch";

/** Tables with one row per entry. */
type Indexed = "string" | "dialect" | "opName" | "attribute" | "type" | "property";

/** What a row of a table shows, and its bytes. */
export type TableItem = Blob &
  (
    | { [Kind in Indexed]: { readonly kind: Kind; readonly index: number } }[Indexed]
    /** The head of a group of op names; `index` is the dialect's. */
    | { readonly kind: "opNames"; readonly index: number }
    /** A group of attributes or types of one dialect, from entry `first` on. */
    | {
        readonly kind: "entries";
        readonly of: "attribute" | "type";
        readonly first: number;
        readonly count: number;
      }
    | { readonly kind: "resourceGroup"; readonly group: ResourceGroup }
    | { readonly kind: "resourceOffset"; readonly group: ResourceGroup; readonly resource: Resource }
    /** `handle`: the number by which attributes refer to it; undefined if its owner is not a dialect. */
    | {
        readonly kind: "resource";
        readonly group: ResourceGroup;
        readonly resource: Resource;
        readonly handle: number | undefined;
      }
  );

/** The items of a file's tables. */
export class TableItems {
  private resources: readonly (TableItem & { readonly kind: "resource" })[] | undefined;
  private offsets: readonly TableItem[] | undefined;

  constructor(private readonly container: Container) {}

  /** The number of rows in a section's table. */
  count({ id }: SectionFrame): number {
    const { dialects, strings, entries, properties } = this.container;
    switch (id) {
      case SectionKind.strings:
        return strings.count;
      case SectionKind.dialects:
        return dialects.rows.length;
      case SectionKind.entries:
        return entries.attributes.count + entries.types.count;
      case SectionKind.entryOffsets:
        return entries.attributes.groups.length + entries.types.groups.length;
      case SectionKind.resourceOffsets:
        return this.resourceOffsets.length;
      case SectionKind.resources:
        return this.resourceItems.length;
      case SectionKind.properties:
        return properties.count;
      default:
        return 0;
    }
  }

  /** Item `index` of a section's table; undefined past its end. */
  at(frame: SectionFrame, index: number): TableItem | undefined {
    if (index < 0 || index >= this.count(frame)) return undefined;
    switch (frame.id) {
      case SectionKind.strings:
        return this.string(index);
      case SectionKind.dialects:
        return this.dialectRow(index);
      case SectionKind.entries:
        return this.entry(index);
      case SectionKind.entryOffsets:
        return this.entryGroup(frame, index);
      case SectionKind.resourceOffsets:
        return this.resourceOffsets[index];
      case SectionKind.resources:
        return this.resourceItems[index];
      case SectionKind.properties:
        return { kind: "property", index, ...this.container.properties.whole(index) };
      default:
        return undefined;
    }
  }

  /** The index of the last item of a section that starts at or before a byte; -1: none. */
  find(frame: SectionFrame, byte: number): number {
    return last(this.count(frame), (index) => this.at(frame, index)?.startByte ?? 0, byte);
  }

  /** The section and row of an entry of a table. */
  place({ table, index }: Reference): { readonly section: number; readonly row: number } | undefined {
    const { entries, strings, properties } = this.container;
    const within = (section: number, count: number, row = index): { section: number; row: number } | undefined =>
      index < count ? { section, row } : undefined;
    switch (table) {
      case "attribute":
        return within(SectionKind.entries, entries.attributes.count);
      case "type":
        return within(SectionKind.entries, entries.types.count, entries.attributes.count + index);
      case "string":
        return within(SectionKind.strings, strings.count);
      case "property":
        return within(SectionKind.properties, properties.count);
      case "dialect":
      case "opName":
        return found(
          SectionKind.dialects,
          this.container.dialects.rows.findIndex((row) => row.kind === table && row.index === index),
        );
      case "resource":
        return found(
          SectionKind.resources,
          this.resourceItems.findIndex((item) => item.handle === index),
        );
      case "value":
      case "block":
        return undefined;
    }
  }

  private string(index: number): TableItem {
    const { starts } = this.container.strings;
    return { kind: "string", index, startByte: starts[index] ?? 0, endByte: starts[index + 1] ?? 0 };
  }

  private dialectRow(index: number): TableItem | undefined {
    const row = this.container.dialects.rows[index];
    return row && (row.kind === "group" ? { ...row, kind: "opNames" } : { ...row, kind: row.kind });
  }

  private entry(index: number): TableItem {
    const { attributes, types } = this.container.entries;
    const isType = index >= attributes.count;
    const at = isType ? index - attributes.count : index;
    const table = isType ? types : attributes;
    return {
      kind: isType ? "type" : "attribute",
      index: at,
      startByte: this.container.entryStart(table, at),
      endByte: this.container.entryStart(table, at + 1),
    };
  }

  private entryGroup(frame: SectionFrame, index: number): TableItem | undefined {
    const { attributes, types } = this.container.entries;
    const isType = index >= attributes.groups.length;
    const table = isType ? types : attributes;
    const at = isType ? index - attributes.groups.length : index;
    const group = table.groups[at];
    if (!group) return undefined;
    const next = table.groups[at + 1];
    const after = next ?? (isType ? undefined : types.groups[0]);
    return {
      kind: "entries",
      of: isType ? "type" : "attribute",
      first: group.first,
      count: (next?.first ?? table.count) - group.first,
      startByte: group.startByte,
      endByte: after?.startByte ?? frame.endByte,
    };
  }

  private get resourceItems(): readonly (TableItem & { readonly kind: "resource" })[] {
    let handles = 0;
    this.resources ??= this.container.resources.flatMap((group) =>
      group.entries.map((resource) => {
        const { startByte, endByte } = resource;
        const handle = group.external ? undefined : handles++;
        return { kind: "resource", group, resource, handle, startByte, endByte };
      }),
    );
    return this.resources;
  }
  private get resourceOffsets(): readonly TableItem[] {
    this.offsets ??= this.container.resources.flatMap((group): TableItem[] => [
      { kind: "resourceGroup", group, ...group.head },
      ...group.entries.map((resource) => ({ kind: "resourceOffset" as const, group, resource, ...resource.declared })),
    ]);
    return this.offsets;
  }
}

function found(section: number, row: number): { section: number; row: number } | undefined {
  return row < 0 ? undefined : { section, row };
}

/** The index of the last of `count` ascending items that starts at or before `byte`; -1: none. */
export function last(count: number, startOf: (index: number) => number, byte: number): number {
  return countBefore(count, (index) => startOf(index) > byte) - 1;
}
