/** The ops of a file that have properties, each with its record, to test a release's tables on. */
import type { Container } from "../container/container";
import { MlirCursor } from "../model/cursor";
import { Damage } from "../model/damage";
import type { OpName } from "../model/module";
import { irWalker } from "./walk";
import { Step } from "./walker";

/** An op and a fresh cursor at its record. */
export interface OpRecord {
  readonly op: OpName;
  cursor(): MlirCursor;
}

/** Ops with records in file order, each record once; ends where the IR is damaged. */
export function* opRecords(container: Container): Generator<OpRecord, void, undefined> {
  const walker = irWalker(container);
  if (!walker) return;
  const seen = new Set<number>();
  try {
    for (let step = walker.next(); step !== Step.End; step = walker.next()) {
      const { name, properties } = walker.op;
      const op = container.dialects.opNames[name];
      if (step !== Step.Op || properties < 0 || !op || op.registered === false) continue;
      const key = name * container.properties.count + properties;
      if (seen.has(key)) continue;
      seen.add(key);
      const { startByte, endByte } = container.properties.at(properties);
      yield { op, cursor: () => new MlirCursor(container.window, startByte, endByte, container.sizes) };
    }
  } catch (thrown) {
    if (!(thrown instanceof Damage)) throw thrown;
  }
}
