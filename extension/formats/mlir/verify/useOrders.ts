/**
 * Whether the order of a value's uses, which a file may give, has as many as the value has uses
 * (BytecodeReader::sortUseListOrder). Uses are counted only of values with an order, and of those used before they are defined.
 */
import type { NumberList } from "../ir/op";
import type { UseOrder } from "../ir/useOrders";

/** A value with an order, and its uses so far. */
interface Counted {
  readonly value: number;
  readonly order: UseOrder;
  uses: number;
}

/** Whether an order is not applied because it is another number of uses. A value with one use needs none. */
const isWrong = ({ order, uses }: Counted): boolean =>
  uses > 1 && (order.byPairs ? order.uses > uses : order.uses !== uses);

/** Counts the uses of values with orders. Regions are numbered by how many are around them, scopes by isolated ops. */
export class UseOrders {
  /** By region, what is counted of its values, in the order of their numbers. */
  private readonly regions: (Counted[] | undefined)[] = [];
  /** By scope, what is counted, by the value's number. */
  private readonly scopes: (Map<number, Counted> | undefined)[] = [];
  /** By region, the uses of values that are not defined yet. */
  private readonly early: (Map<number, number> | undefined)[] = [];
  private pending = 0;
  /** Damage was met, so that some uses are not known. */
  private damaged = false;

  /** Whether uses must be counted at all. */
  get counts(): boolean {
    return this.pending > 0;
  }

  /** Values with orders are defined. @param first the number of the first value to which the orders may belong */
  define(region: number, scope: number, first: number, values: number, orders: readonly UseOrder[]): void {
    if (this.damaged) return;
    for (const order of orders) {
      const value = first + order.value;
      const known = (this.scopes[scope] ??= new Map());
      // The first of several orders of a value is the one that counts.
      if (order.value >= values || known.has(value)) continue;
      const counted = { value, order, uses: this.early[region]?.get(value) ?? 0 };
      known.set(value, counted);
      (this.regions[region] ??= []).push(counted);
      this.pending++;
    }
  }

  /** An op of a scope uses values. */
  use(scope: number, operands: NumberList): void {
    const known = this.scopes[scope];
    if (known === undefined || known.size === 0) return;
    for (let i = 0; i < operands.length; i++) {
      const counted = known.get(operands.at(i));
      if (counted) counted.uses++;
    }
  }

  /** A value of a region is used before it is defined. */
  useEarly(region: number, value: number): void {
    const uses = (this.early[region] ??= new Map());
    uses.set(value, (uses.get(value) ?? 0) + 1);
  }

  /** A region ends. Returns the orders that are none of its values' uses. */
  leave(region: number, scope: number): readonly UseOrder[] {
    const counted = this.regions[region];
    this.early[region] = undefined;
    if (counted === undefined) return [];
    this.regions[region] = undefined;
    this.pending -= counted.length;
    for (const { value } of counted) this.scopes[scope]?.delete(value);
    return counted.filter(isWrong).map(({ order }) => order);
  }

  /** Forgets all and counts no more: after damage some uses are not known. */
  giveUp(): void {
    this.damaged = true;
    for (const list of [this.regions, this.scopes, this.early]) list.length = 0;
    this.pending = 0;
  }
}
