/** What the sections and ops of a file cost. */
import type { StatsRow } from "../../../document/document";
import { sectionNames } from "../container/sections";
import { irWalker } from "../ir/walk";
import { Step } from "../ir/walker";
import { Damage } from "../model/damage";
import type { OpReader } from "../text/values";

/** Sections by their size, then ops by their name: how many, and the bits of their fields. */
export function* stats({ container }: OpReader): Generator<StatsRow, void, undefined> {
  for (const { id, startByte, endByte } of container.frame.sections)
    yield { block: sectionNames[id] ?? "", count: 1, bits: (endByte - startByte) * 8 };
  const counts = new Map<number, { count: number; bits: number }>();
  const walker = irWalker(container);
  if (!walker) return;
  try {
    for (let step = walker.next(); step !== Step.End; step = walker.next()) {
      if (step !== Step.Op) continue;
      const { name, startByte, endByte } = walker.op;
      const row = counts.get(name) ?? { count: 0, bits: 0 };
      row.count++;
      row.bits += (endByte - startByte) * 8;
      counts.set(name, row);
    }
  } catch (thrown) {
    if (!(thrown instanceof Damage)) throw thrown;
  }
  const rows = [...counts].sort(([, a], [, b]) => b.bits - a.bits);
  for (const [name, row] of rows) yield { block: "IR", record: container.dialects.opNames[name]?.name ?? "", ...row };
}
