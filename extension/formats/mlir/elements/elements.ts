/** The elements of a file: every section is read again with a recording cursor. */
import type { BitRange } from "../../../document/bits";
import type { ElementSink } from "../../../document/element";
import type { Container } from "../container/container";
import { noDialects, readDialects } from "../container/dialects";
import { EntryTable, readEntryOffsets } from "../container/entries";
import { readResources, readResourceValue } from "../container/resources";
import type { SectionFrame } from "../container/sections";
import { CHECKSUM, readHeader, readSectionHeader, SectionKind, sectionNames, sectionPath } from "../container/sections";
import { readStrings, StringTable } from "../container/strings";
import { opLimits, walkIr } from "../ir/walk";
import { IrWalker, Step } from "../ir/walker";
import { MlirCursor } from "../model/cursor";
import { Damage, guarded } from "../model/damage";
import type { OpReader } from "../text/values";
import { EntryWriter } from "../model/entryWriter";
import { describe } from "./describe";
import { ElementRecorder } from "./recorder";
import { propertyOwners, readRecord, RecordOwners } from "./records";

/** Entries read between two yields. */
const STRIDE = 1024;

/** Walks the elements of a file. */
export class ElementWalk {
  private readonly recorder: ElementRecorder;
  private readonly writer: EntryWriter;
  private readonly container: Container;
  /** The ops by which records are read, if all of the IR has been walked. */
  private owners: Int32Array | undefined;

  constructor(
    private readonly reader: OpReader,
    sink: ElementSink,
    range?: BitRange,
  ) {
    const { container } = reader;
    this.container = container;
    this.writer = new EntryWriter(container.codec, container);
    const words = (reference: Parameters<typeof describe>[2]): string => describe(container, this.writer, reference);
    this.recorder = new ElementRecorder(sink, container.window, words, range);
  }

  *run(): Generator<void, void, undefined> {
    const { recorder, container } = this;
    const { window, frame } = container;
    recorder.open("file", "MLIR bytecode", 0);
    this.guard("file", () => {
      readHeader(this.cursor(0, window.length));
    });
    recorder.unwind(1);
    for (const section of frame.sections) {
      if (recorder.outside(section.startByte, section.endByte)) recorder.leaveOut(section.endByte);
      else yield* this.section(section);
    }
    if (frame.checksumByte !== undefined) {
      this.cursor(frame.checksumByte, window.length).fixed("checksum", window.length - frame.checksumByte);
      recorder.note(CHECKSUM);
    }
    if (recorder.covered < window.length) {
      this.guard("file", () => {
        readSectionHeader(this.cursor(recorder.covered, window.length));
      });
      recorder.unwind(1);
      recorder.fill(window.length, "undecoded", "bytes", "no section begins here");
    }
    recorder.close(window.length);
    yield;
  }

  private cursor(startByte: number, endByte: number, whole = false): MlirCursor {
    return new MlirCursor(this.container.window, startByte, endByte, this.container.sizes, this.recorder, whole);
  }

  /** Runs a reader; returns the damage that ended it. */
  private guard(path: string, read: () => void): Damage | undefined {
    return guarded<Damage | undefined>(
      () => {
        read();
        return undefined;
      },
      (damage) => {
        this.container.problems.damage(damage, [path]);
        return damage;
      },
    );
  }

  private *section(section: SectionFrame): Generator<void, void, undefined> {
    const { recorder } = this;
    const path = sectionPath(section.id);
    recorder.open("section", sectionNames[section.id] ?? "", section.startByte);
    const depth = recorder.depth;
    let damage = this.guard(path, () => {
      readSectionHeader(this.cursor(section.startByte, section.endByte));
    });
    recorder.unwind(depth);
    if (section.ignored) recorder.fill(section.endByte, "undecoded", "data", "a second section of its kind");
    else damage ??= yield* this.data(section, path);
    recorder.unwind(depth);
    recorder.fill(section.endByte, "undecoded", "bytes", damage?.message ?? "no entry owns these bytes");
    recorder.close(section.endByte);
  }

  private *data(section: SectionFrame, path: string): Generator<void, Damage | undefined, undefined> {
    const { container } = this;
    const cursor = (): MlirCursor => this.cursor(section.dataByte, section.endByte);
    switch (section.id) {
      case SectionKind.strings:
        return this.guard(path, () => {
          readStrings(cursor(), new StringTable(container.window));
        });
      case SectionKind.dialects:
        return this.guard(path, () => {
          readDialects(cursor(), container, noDialects());
        });
      case SectionKind.entryOffsets:
        return this.guard(path, () => {
          this.entryOffsets(cursor());
        });
      case SectionKind.entries:
        yield* this.entries(section);
        return undefined;
      case SectionKind.ir:
        yield* this.ir(section);
        return undefined;
      case SectionKind.resourceOffsets:
        return this.guard(path, () => {
          this.resourceOffsets(cursor());
        });
      case SectionKind.resources:
        return this.resources(section);
      case SectionKind.properties:
        return yield* this.records(section, path);
      default:
        return undefined;
    }
  }

  private entryOffsets(cursor: MlirCursor): void {
    const data = this.container.section(SectionKind.entries);
    const size = data ? data.endByte - data.dataByte : 0;
    const tables = { attributes: new EntryTable(), types: new EntryTable() };
    readEntryOffsets(cursor, this.container.dialects.dialects.length, size, tables);
  }

  private resourceOffsets(cursor: MlirCursor): void {
    const data = this.container.section(SectionKind.resources);
    const context = {
      dialects: this.container.dialects.dialects.map((d) => d.name),
      producer: this.container.producer,
      string: (index: number) => this.container.string(index),
      report: () => undefined,
    };
    readResources(cursor, { startByte: data?.dataByte ?? 0, endByte: data?.endByte ?? 0 }, context, []);
  }

  private *entries(section: SectionFrame): Generator<void, void, undefined> {
    const { entries } = this.container;
    for (const kind of ["attribute", "type"] as const) {
      const table = kind === "attribute" ? entries.attributes : entries.types;
      for (let i = 0; i < table.count; i++) {
        this.entry(kind, table, i);
        if (i % STRIDE === STRIDE - 1) yield;
      }
    }
    this.recorder.flush();
    if (this.recorder.covered < section.endByte) yield;
  }

  private entry(space: "attribute" | "type", table: EntryTable, index: number): void {
    const { recorder, container } = this;
    const { startByte, endByte } = container.entryPlace(table, index);
    if (recorder.outside(startByte, endByte)) {
      recorder.leaveOut(endByte);
      return;
    }
    const { codec } = container;
    recorder.open(space, `${index}`, startByte);
    const depth = recorder.depth;
    const damage = this.guard(sectionPath(SectionKind.entries), () => {
      const cursor = this.cursor(startByte, endByte);
      if (space === "attribute") container.readEntry(space, index, cursor, codec.decodeAttribute);
      else container.readEntry(space, index, cursor, codec.decodeType);
    });
    recorder.unwind(depth);
    const kind = damage && container.problems.excuses(damage) ? "opaque" : "undecoded";
    recorder.fill(endByte, kind, "bytes", damage?.message ?? "");
    recorder.close(endByte);
  }

  /** Each op is a container that holds its fields and then its regions. */
  private *ir(section: SectionFrame): Generator<void, void, undefined> {
    const { recorder } = this;
    const walker = IrWalker.section(this.cursor(section.dataByte, section.endByte, true), opLimits(this.container));
    const owners = new RecordOwners(this.container);
    let isComplete = true;
    const depths: number[] = [recorder.depth];
    const take = (step: Step): void => {
      if (step !== Step.Op) return;
      owners.note(walker.op);
      depths[walker.frames.length] = recorder.depth;
      const regions = walker.op.regions > 0 ? walker.enclosed() : undefined;
      // The header of the section around the regions belongs to them.
      if (!regions || !recorder.outside(recorder.covered, regions.endByte)) return;
      recorder.leaveOut(regions.endByte);
      walker.skipRegions(regions.endByte);
      isComplete = false;
    };
    const lost = (damage: Damage, _bytes: number, depth: number): void => {
      recorder.unwind(depths[depth - 1] ?? depths[0] ?? 0);
      const end = walker.frame.cursor.endByte;
      recorder.fill(end, "undecoded", "bytes", damage.message);
    };
    yield* walkIr(this.container, walker, { take, lost });
    if (isComplete) this.owners = owners.names;
  }

  private resources(section: SectionFrame): Damage | undefined {
    const { recorder, container } = this;
    for (const group of container.resources) {
      for (const { key, value, startByte, endByte } of group.entries) {
        recorder.open("resource", key, startByte);
        const depth = recorder.depth;
        const kind = value.kind === "bool" ? 1 : value.kind === "string" ? 2 : 0;
        const damage = this.guard(sectionPath(SectionKind.resources), () => {
          readResourceValue(this.cursor(startByte, endByte), kind, true);
        });
        recorder.unwind(depth);
        recorder.fill(endByte, "undecoded", "bytes", damage?.message ?? "no resource of a kind that is known");
        recorder.close(endByte);
      }
    }
    recorder.flush();
    return recorder.covered < section.endByte
      ? new Damage("trailing-bytes", "no entry owns these bytes", recorder.covered, section.endByte)
      : undefined;
  }

  /** A record of properties is read by the first op that refers to it. */
  private *records(section: SectionFrame, path: string): Generator<void, Damage | undefined, undefined> {
    const { recorder, container } = this;
    const owners = this.owners ?? (yield* propertyOwners(container));
    const cursor = this.cursor(section.dataByte, section.endByte);
    let damage = this.guard(path, () => {
      cursor.varint("record count");
    });
    for (let i = 0; i < container.properties.count && !damage; i++) {
      const { endByte } = container.properties.at(i);
      recorder.open("record", `${i}`, cursor.position);
      const depth = recorder.depth;
      damage = this.guard(path, () => {
        cursor.varint("size");
      });
      readRecord(this.reader, i, owners[i] ?? -1, recorder);
      recorder.unwind(depth);
      cursor.position = endByte;
      recorder.close(endByte);
      if (i % STRIDE === STRIDE - 1) yield;
    }
    return damage;
  }
}
