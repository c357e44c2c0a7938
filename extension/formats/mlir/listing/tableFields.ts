/** Reads the row of a table again for its fields. */
import type { Container } from "../container/container";
import { readDialect, readGroupHead, readOpName } from "../container/dialects";
import { readResourceCount, readResourceOffset, readResourceOwner, readResourceValue } from "../container/resources";
import { describe } from "../elements/describe";
import { propertyOwners } from "../elements/records";
import { MlirCursor } from "../model/cursor";
import { Damage, guarded } from "../model/damage";
import type { OpReader } from "../text/values";
import type { EntryWriter } from "../model/entryWriter";
import type { Field } from "./fields";
import { Enough, FieldRecorder, ReferenceList } from "./fields";
import type { TableItem } from "./tableItems";
import { Continued } from "../../../kit/continued";

/** Reads fields. */
export class TableFields {
  private readonly found = new ReferenceList();
  private owners: Int32Array | undefined;
  private readonly reading: Continued<"owners", Int32Array>;

  constructor(
    private readonly reader: OpReader,
    private readonly writer: EntryWriter,
  ) {
    this.reading = new Continued(reader.container.window);
  }
  private get container(): Container {
    return this.reader.container;
  }

  /** The fields of a row, up to damage; `more`: it has more than the maximum. */
  of(item: TableItem): { readonly fields: readonly Field[]; readonly more: boolean } {
    const { container } = this;
    const { window, sizes } = container;
    const recorder = new FieldRecorder((reference) => describe(container, this.writer, reference), true);
    try {
      this.read(item, new MlirCursor(window, item.startByte, item.endByte, sizes, recorder));
    } catch (thrown) {
      if (!(thrown instanceof Damage) && !(thrown instanceof Enough)) throw thrown;
    }
    recorder.finish();
    return recorder;
  }

  /**
   * What the fields of a row refer to; valid until the next call. Entries and records are read as for their text, which
   * is needed next.
   */
  references(item: TableItem): ReferenceList {
    const { container, found } = this;
    found.clear();
    if (item.kind === "attribute") container.attribute(item.index, found);
    else if (item.kind === "type") container.type(item.index, found);
    else if (item.kind === "property") this.recordReferences(item);
    else
      guarded(
        () => {
          this.read(item, new MlirCursor(container.window, item.startByte, item.endByte, container.sizes, found));
        },
        () => undefined,
      );
    return found;
  }

  private recordReferences(item: TableItem & { readonly kind: "property" }): void {
    const { container, found } = this;
    const owner = this.owner(item.index);
    // The size before the record is a field too.
    new MlirCursor(container.window, item.startByte, item.endByte, container.sizes, found).varint("size");
    if (owner >= 0) this.reader.record(owner, item.index, true, found);
  }

  private read(item: TableItem, cursor: MlirCursor): void {
    const { container } = this;
    const { dialects } = container.dialects;
    switch (item.kind) {
      case "string":
        cursor.skip("string", cursor.remaining);
        break;
      case "dialect":
        readDialect(cursor, container);
        break;
      case "opNames":
      case "entries":
        readGroupHead(cursor, dialects.length);
        break;
      case "opName":
        readOpName(cursor, container, "");
        break;
      case "attribute":
        container.readEntry("attribute", item.index, cursor, (c, dialect) =>
          container.codec.decodeAttribute(c, dialect, container),
        );
        break;
      case "type":
        container.readEntry("type", item.index, cursor, (c, dialect) =>
          container.codec.decodeType(c, dialect, container),
        );
        break;
      case "resourceGroup": {
        const names = { dialects: dialects.map(({ name }) => name), string: (i: number) => container.string(i) };
        readResourceOwner(cursor, item.group.external, names);
        readResourceCount(cursor);
        break;
      }
      case "resourceOffset":
        readResourceOffset(cursor);
        break;
      case "resource": {
        const { kind } = item.resource.value;
        readResourceValue(cursor, kind === "bool" ? 1 : kind === "string" ? 2 : 0, !item.group.external);
        break;
      }
      case "property":
        cursor.varint("size");
        this.readRecord(item.index, cursor);
        break;
    }
  }

  private readRecord(index: number, cursor: MlirCursor): void {
    const op = this.container.dialects.opNames[this.owner(index)];
    if (!op || !this.reader.read(op, cursor)) cursor.skip("bytes", cursor.remaining);
  }

  /**
   * The op name by which a record of properties is read: that of the first op that refers to it; -1: none.
   * @throws Unfinished while the ops are read for that
   */
  owner(record: number): number {
    this.owners ??= this.reading.run("owners", () => propertyOwners(this.container));
    return this.owners[record] ?? -1;
  }
}
