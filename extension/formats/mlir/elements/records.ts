/** The op that a record of properties belongs to, and the record's fields. */
import type { Container } from "../container/container";
import { SectionKind, sectionPath } from "../container/sections";
import { irWalker, walkIr } from "../ir/walk";
import { Step } from "../ir/walker";
import { MlirCursor } from "../model/cursor";
import { guarded } from "../model/damage";
import { possibleReadings } from "../properties";
import type { OpReader } from "../text/values";
import type { ElementRecorder } from "./recorder";

/** For each record the name index of the first op that refers to it; -1: none. One pass over the IR. */
export function* propertyOwners(container: Container): Generator<void, Int32Array, undefined> {
  const owners = new Int32Array(container.properties.count).fill(-1);
  const walker = irWalker(container);
  if (!walker) return owners;
  yield* walkIr(container, walker, {
    take: (step) => {
      if (step !== Step.Op) return;
      const { properties, name } = walker.op;
      if (properties >= 0 && owners[properties] === -1) owners[properties] = name;
    },
    lost: () => undefined,
  });
  return owners;
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
