/** Reads the orders of values' uses (BytecodeFormat.md, "Use-list orders"). */
import type { MlirCursor } from "../model/cursor";
import { Damage } from "../model/damage";

/** The first version of the bytecode that has use-list orders. */
export const USE_LIST_ORDERS = 3;

/** The order of one value's uses. */
export interface UseOrder {
  /** Which of the op's results or the block's arguments. */
  readonly value: number;
  /** The number of uses; of an order by pairs only the least that is possible. */
  readonly uses: number;
  readonly byPairs: boolean;
  readonly startByte: number;
  readonly endByte: number;
}

/** What the reference says of an order that is none of a value's uses. */
export const INVALID_ORDER = "parsed use-list orders were invalid and could not be applied";

/**
 * Reads use-list orders (since version 3): they give the order of a value's uses in memory, which is not printed.
 * @param values number of results of the op, or arguments of the block, that they belong to
 * @throws Damage, also if an order is not a permutation
 */
export function readUseListOrders(cursor: MlirCursor, values: number): readonly UseOrder[] {
  const lists = values > 1 ? cursor.count("use-list order count") : 1;
  const orders: UseOrder[] = [];
  for (let i = 0; i < lists; i++) {
    const value = values > 1 ? cursor.varint("value") : 0;
    const start = cursor.position;
    const both = cursor.varint("count, is index pairs");
    const count = Math.floor(both / 2);
    cursor.leaves?.note(`${count} indices${both % 2 === 1 ? ", in pairs" : ""}`);
    if (count > cursor.remaining)
      throw new Damage(
        "truncated",
        `attempting to parse ${count} bytes when only ${cursor.remaining} remain`,
        start,
        cursor.position,
      );
    const order: number[] = [];
    for (let k = 0; k < count; k++) order.push(cursor.varint("use index"));
    // An order that belongs to no value is not applied.
    const byPairs = both % 2 === 1;
    if (values > 0 && !(byPairs ? isPairList(order) : isPermutation(order)))
      throw new Damage("invalid-ir", INVALID_ORDER, start, cursor.position);
    const uses = byPairs ? order.reduce((most, place) => Math.max(most, place + 1), 0) : count;
    orders.push({ value, uses, byPairs, startByte: start, endByte: cursor.position });
  }
  return orders;
}

/** Pairs (from, to) of moved uses: the set of sources must equal the set of targets. */
function isPairList(order: readonly number[]): boolean {
  if (order.length % 2 === 1) return false;
  const from = order.filter((_, i) => i % 2 === 0).sort((a, b) => a - b);
  const to = order.filter((_, i) => i % 2 === 1).sort((a, b) => a - b);
  return from.every((place, i) => place === to[i] && place !== from[i + 1]);
}

function isPermutation(order: readonly number[]): boolean {
  return new Set(order).size === order.length && order.every((place) => place < order.length);
}
