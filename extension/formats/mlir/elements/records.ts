/** The op that a record of properties belongs to, and the record's fields. */
import type { Container } from "../container/container";
import { SectionKind, sectionPath } from "../container/sections";
import type { Op } from "../ir/op";
import { irWalker, walkIr } from "../ir/walk";
import { Step } from "../ir/walker";
import { MlirCursor } from "../model/cursor";
import { guarded } from "../model/damage";
import { possibleReadings } from "../properties";
import type { OpReader } from "../text/values";
import type { ElementRecorder } from "./recorder";

/** Finds the op by which each record of properties is read, while somebody walks over the complete IR. */
export class RecordOwners {
  /** By record: the name index of the first op that refers to it; -1: none. */
  readonly names: Int32Array;

  constructor(container: Container) {
    this.names = new Int32Array(container.properties.count).fill(-1);
  }
  /** Notes the next op of the walk. */
  note({ properties, name }: Op): void {
    if (properties >= 0 && this.names[properties] === -1) this.names[properties] = name;
  }
}

/** For each record the name index of the first op that refers to it; -1: none. One pass over the IR. */
export function* propertyOwners(container: Container): Generator<void, Int32Array, undefined> {
  const owners = new RecordOwners(container);
  const walker = irWalker(container);
  if (!walker) return owners.names;
  yield* walkIr(container, walker, {
    take: (step) => {
      if (step === Step.Op) owners.note(walker.op);
    },
    lost: () => undefined,
  });
  return owners.names;
}

/** Records the fields of a record as its op reads it; opaque if its layout is unknown. */
export function readRecord(reader: OpReader, index: number, owner: number, recorder: ElementRecorder): void {
  const { container } = reader;
  const { startByte, endByte } = container.properties.at(index);
  const op = container.dialects.opNames[owner];
  if (!op) {
    recorder.fill(endByte, "opaque", "record", "no op refers to it");
    return;
  }
  const damage = guarded<string | undefined>(
    () => {
      const cursor = new MlirCursor(container.window, startByte, endByte, container.sizes, recorder);
      if (!reader.read(op, cursor)) return undefined;
      return cursor.atEnd ? undefined : `unexpected trailing bytes after the properties of ${op.name}`;
    },
    (thrown) => {
      container.problems.damage(thrown, [sectionPath(SectionKind.properties), op.name]);
      return thrown.message;
    },
  );
  recorder.flush();
  if (recorder.covered >= endByte) return;
  if (damage === undefined) {
    const cursor = new MlirCursor(container.window, startByte, endByte, container.sizes);
    const reasons = [`${op.name} is in no table`, ...possibleReadings(cursor)];
    recorder.fill(endByte, "opaque", "record", reasons.join("; "));
  } else recorder.fill(endByte, "undecoded", "record", damage);
}
