/** The regions around the position of a walk, and the values that are defined in them next. */
import type { Numbering } from "./numbering";
import type { ValueScope } from "./scope";
import type { RegionFrame } from "./walker";

/**
 * Regions are numbered in the order of the walk, from 1: number 0 is the pseudo-block around the IR. The values of each are
 * defined one after another.
 */
export class OpenRegions {
  /** The numbers of the regions, the innermost last, and the next value of each. */
  private readonly regions: number[] = [0];
  private readonly nextValues: number[] = [0];

  /**
   * @param scope is told of the values of each region
   * @param next the number of the first region that will be entered
   */
  constructor(
    private readonly numbering: Numbering,
    private readonly scope: ValueScope,
    private next = 1,
  ) {}

  /** Starts another walk, which enters region `next` first. */
  begin(next: number): void {
    this.next = next;
    this.keep(1);
  }
  /** Continues with region `next`, since those before it are left out. */
  skipTo(next: number): void {
    this.next = next;
  }
  enter(frame: RegionFrame): void {
    const region = this.next++;
    const first = this.numbering.firstValue(region);
    this.regions.push(region);
    this.nextValues.push(first);
    this.scope.enterRegion(frame, first);
  }
  leave(): void {
    this.keep(this.regions.length - 1);
  }
  /** Leaves all but the outermost `count` regions, the pseudo-block among them. */
  keep(count: number): void {
    this.regions.length = Math.min(this.regions.length, Math.max(1, count));
    this.nextValues.length = this.regions.length;
  }

  /** The number of the innermost region. */
  get region(): number {
    return this.regions[this.regions.length - 1] ?? 0;
  }
  /** Defines `count` values in the innermost region. Returns the first of them. */
  define(count: number): number {
    const top = this.nextValues.length - 1;
    const first = this.nextValues[top] ?? 0;
    this.nextValues[top] = first + count;
    return first;
  }
}
