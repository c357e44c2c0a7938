/** The sizes of a file's sections, entries and ops. */
import type { StatsRow } from "../../../document/document";
import type { Container } from "../container/container";
import type { EntryTable } from "../container/entries";
import { sectionNames, SectionKind } from "../container/sections";
import { irWalker, walkIr } from "../ir/walk";
import { Step } from "../ir/walker";
import type { OpReader } from "../text/values";

/** The number of items of a kind, and their bytes. */
interface Cost {
  count: number;
  bytes: number;
}

/** Costs by name, largest first. */
class Costs {
  private readonly byName = new Map<string, Cost>();
  add(name: string, count: number, bytes: number): void {
    const cost = this.byName.get(name) ?? { count: 0, bytes: 0 };
    cost.count += count;
    cost.bytes += bytes;
    this.byName.set(name, cost);
  }
  *rows(block: string): Generator<StatsRow, void, undefined> {
    const sorted = [...this.byName].sort(([, a], [, b]) => b.bytes - a.bytes);
    for (const [record, { count, bytes }] of sorted) yield { block, record, count, bits: bytes * 8 };
  }
}

/**
 * The header and the sections, which together are the complete file. Below each section its content: attributes and
 * types by dialect, ops by name (their fields without what is nested in them), resources by kind. Yields where it may
 * be interrupted.
 */
export function* stats({ container }: OpReader): Generator<void, readonly StatsRow[], undefined> {
  const { headerEndByte, sections, checksumByte } = container.frame;
  const rows: StatsRow[] = [{ block: "header", count: 1, bits: Math.min(headerEndByte, container.window.length) * 8 }];
  for (const { id, startByte, endByte, ignored } of sections) {
    const block = sectionNames[id] ?? "";
    rows.push({ block, count: 1, bits: (endByte - startByte) * 8 });
    if (ignored) continue;
    for (const row of (yield* costsOf(container, id)).rows(block)) rows.push(row);
  }
  if (checksumByte !== undefined)
    rows.push({ block: "checksum", count: 1, bits: (container.window.length - checksumByte) * 8 });
  return rows;
}

function* costsOf(container: Container, id: number): Generator<void, Costs, undefined> {
  const costs = new Costs();
  switch (id) {
    case SectionKind.dialects:
      for (const { kind, startByte, endByte } of container.dialects.rows)
        costs.add(kind === "dialect" ? "dialects" : "op names", kind === "group" ? 0 : 1, endByte - startByte);
      break;
    case SectionKind.entries:
      entryCosts(container, container.entries.attributes, "attributes", costs);
      entryCosts(container, container.entries.types, "types", costs);
      break;
    case SectionKind.ir:
      yield* opCosts(container, costs);
      break;
    case SectionKind.resources:
      for (const { entries } of container.resources)
        for (const { value, startByte, endByte } of entries) costs.add(value.kind, 1, endByte - startByte);
      break;
    case SectionKind.properties:
      for (let i = 0; i < container.properties.count; i++) {
        const { startByte, endByte } = container.properties.whole(i);
        costs.add("records", 1, endByte - startByte);
      }
      break;
    default:
      break;
  }
  return costs;
}

/** Entries come in groups of one dialect. */
function entryCosts(container: Container, table: EntryTable, what: string, costs: Costs): void {
  for (const [i, { first }] of table.groups.entries()) {
    const end = table.groups[i + 1]?.first ?? table.count;
    const bytes = (table.starts[end] ?? 0) - (table.starts[first] ?? 0);
    costs.add(`${what} of ${container.dialectOf(table, first)}`, end - first, bytes);
  }
}

/** What follows damage in the innermost isolated region is included. */
function* opCosts(container: Container, costs: Costs): Generator<void, void, undefined> {
  const walker = irWalker(container);
  if (!walker) return;
  const ops: Cost[] = [];
  const blocks: Cost = { count: 0, bytes: 0 };
  yield* walkIr(container, walker, {
    take: (step) => {
      if (step === Step.Block) {
        blocks.count++;
        blocks.bytes += walker.block.endByte - walker.block.startByte;
      }
      if (step !== Step.Op) return;
      const { name, startByte, endByte } = walker.op;
      const cost = (ops[name] ??= { count: 0, bytes: 0 });
      cost.count++;
      cost.bytes += endByte - startByte;
    },
    lost: () => undefined,
  });
  ops.forEach(({ count, bytes }, name) => {
    costs.add(container.dialects.opNames[name]?.name ?? "", count, bytes);
  });
  if (blocks.count > 0) costs.add("blocks", blocks.count, blocks.bytes);
}
