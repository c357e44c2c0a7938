/** The items of two compared texts in the left text's order, as numbers: each is made when it is asked for. */
import type { MadeList } from "../../document/madeList";
import { Indexed } from "../../document/madeList";
import { Octets, Words } from "../../kit/numbers";
import type { ComparedFunction, ComparedItem, ComparedLine } from "./compared";

/** What an item is: a function; a line that is equal, or differs, or is only on one side. */
const KINDS = ["function", "equal", "differing", "left", "right"] as const;
export type ItemKind = (typeof KINDS)[number];

/** Collects items. */
export class Items extends Indexed<ComparedItem> {
  private readonly kinds = new Octets();
  /** A function's index; or a line's index on each side plus one, 0 if it is not there. */
  private readonly left = new Words();
  private readonly right = new Words();

  constructor(
    private readonly functions: MadeList<ComparedFunction>,
    private readonly leftLines: MadeList<string>,
    private readonly rightLines: MadeList<string>,
  ) {
    super();
  }
  get length(): number {
    return this.kinds.length;
  }
  /** Adds a function. */
  function(index: number): void {
    this.push("function", index, 0);
  }
  /** Adds a line by its index on either side; -1 if it is not there. */
  line(left: number, right: number): void {
    const both = (): ItemKind => (this.leftLines.at(left) === this.rightLines.at(right) ? "equal" : "differing");
    this.push(left < 0 ? "right" : right < 0 ? "left" : both(), left + 1, right + 1);
  }
  private push(kind: ItemKind, left: number, right: number): void {
    this.kinds.push(KINDS.indexOf(kind));
    this.left.push(left);
    this.right.push(right);
  }
  /** What an item is, without making it. */
  kindAt(index: number): ItemKind {
    return KINDS[this.kinds.data[index] as number] as ItemKind;
  }
  at(index: number): ComparedItem | undefined {
    if (index >= this.length) return undefined;
    if (this.kindAt(index) === "function") {
      const value = this.functions.at(this.left.data[index] as number);
      return value && { kind: "function", value };
    }
    return { kind: "line", value: this.lineAt(index) };
  }
  /** An item that is a line. */
  lineAt(index: number): ComparedLine {
    const [left, right] = [this.left.data[index] as number, this.right.data[index] as number];
    if (this.kindAt(index) === "equal") {
      const line = this.leftLines.at(left - 1) ?? "";
      return { left: line, right: line };
    }
    return {
      ...(left === 0 ? {} : { left: this.leftLines.at(left - 1) ?? "" }),
      ...(right === 0 ? {} : { right: this.rightLines.at(right - 1) ?? "" }),
    };
  }
}
