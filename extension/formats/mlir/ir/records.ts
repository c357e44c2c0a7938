/** The ops of a file that have properties, each with what is stored of them, to test a release's tables on. */
import type { Container } from "../container/container";
import { MlirCursor } from "../model/cursor";
import { Damage } from "../model/damage";
import type { OpEvidence } from "../model/module";
import { RECORDS } from "../model/release";
import type { Op } from "./op";
import { irWalker } from "./walk";
import { Step } from "./walker";

/**
 * Ops in file order, each record and each kind of op without one once; before version 5, which has no records, each
 * dictionary, and each kind of op without one. Ends where the IR is damaged.
 */
export function* opRecords(container: Container): Generator<OpEvidence, void, undefined> {
  const walker = irWalker(container);
  if (!walker) return;
  const seen = new Set<number>();
  try {
    for (let step = walker.next(); step !== Step.End; step = walker.next()) {
      if (step !== Step.Op) continue;
      const { name, properties, attributes } = walker.op;
      const stored = container.version < RECORDS ? attributes : properties;
      const key = (stored + 1) * container.dialects.opNames.length + name;
      if (seen.has(key)) continue;
      seen.add(key);
      const evidence = evidenceOf(walker.op, container);
      if (evidence) yield evidence;
    }
  } catch (thrown) {
    if (!(thrown instanceof Damage)) throw thrown;
  }
}

function evidenceOf(
  { name, properties, attributes, operands, results }: Op,
  container: Container,
): OpEvidence | undefined {
  const op = container.dialects.opNames[name];
  if (!op || op.registered === false) return undefined;
  if (properties >= 0) {
    const { startByte, endByte } = container.properties.at(properties);
    const counts = { operands: operands.length, results: results.length };
    return {
      kind: "record",
      op,
      counts,
      cursor: () => new MlirCursor(container.window, startByte, endByte, container.sizes),
    };
  }
  if (container.version >= RECORDS) return { kind: "none", op };
  const node = attributes < 0 ? undefined : container.attribute(attributes);
  const names = node?.kind === "dictionary" ? node.names.map((name) => container.stringValue(name)) : [];
  return { kind: "names", op, names };
}
