/** Visits everything that generic form would print, in mlir::AsmPrinter's order, to find the aliases. */
import type { Op } from "../ir/op";
import type { Numbering } from "../ir/numbering";
import { ValueScope } from "../ir/scope";
import type { IrVisitor } from "../ir/walk";
import type { IrWalker, RegionFrame } from "../ir/walker";
import { Step } from "../ir/walker";
import type { Damage } from "../model/damage";
import type { NamedValue } from "../model/module";
import { namedRelease } from "../model/release";
import { SlotCache } from "../model/slots";
import type { AliasTable } from "./aliases";
import type { OpReader } from "./values";

/** What remains to be visited after the regions of an op. */
interface Pending {
  readonly types: readonly number[];
  readonly values: Pick<Op, "name" | "attributes" | "properties">;
}

/** Records and dictionaries that are remembered, as a power of two. */
const VISITED = 14;

/** A location that the file leaves out: of block arguments, since version 4. */
export const UNKNOWN_LOCATION = "loc(unknown)";

/** The release since which an op's attributes are visited before its properties. */
const APART = 24;

/** Visits for each op: its location, its regions, its operands' and results' types, its attributes by name. */
export class AliasPass implements IrVisitor {
  private readonly scope = new ValueScope();
  private readonly pending: Pending[] = [];
  /** Records of properties (with the op's name) and dictionaries that were visited, so need not be again. */
  private readonly records = new SlotCache<true>(VISITED);
  private readonly dictionaries = new SlotCache<true>(VISITED);
  private readonly plainTypes: Uint8Array;
  /** Whether an op's attributes are visited before its properties. */
  private readonly apart: boolean;
  /** The pseudo-block around the IR has region number 0. */
  private region = 1;

  /** Whether an operand's type was not known when it was its turn: the order of visits is then wrong. */
  forward = false;

  /**
   * @param numbering the types of all values. Without it operands are skipped, since their types were visited with
   * their definitions; that is wrong only if a value is used before it is defined
   */
  constructor(
    private readonly reader: OpReader,
    private readonly aliases: AliasTable,
    private readonly numbering: Numbering | undefined,
    private readonly locations: boolean,
  ) {
    const { container } = reader;
    this.plainTypes = new Uint8Array(container.entries.types.count);
    this.apart = (namedRelease(container.producer) ?? 0) >= APART;
  }

  take(step: Step, walker: IrWalker): void {
    switch (step) {
      case Step.Op:
        this.reader.references.op(walker.op);
        this.takeOp(walker);
        break;
      case Step.Region:
        if (this.numbering) this.scope.enterRegion(walker.frame, this.numbering.firstValue(this.region++));
        break;
      case Step.Block:
        this.takeBlock(walker);
        break;
      case Step.OpEnd:
        this.leaveOp();
        break;
      case Step.RegionEnd:
      case Step.End:
        break;
    }
  }

  lost(_damage: Damage, _lostBytes: number, depth: number): void {
    this.pending.length = Math.min(this.pending.length, depth - 1);
  }

  private takeBlock(walker: IrWalker): void {
    this.reader.references.block(walker.block);
    const { types, locations } = walker.block;
    for (let i = 0; i < types.length; i++) {
      this.visitType(types.at(i));
      if (!this.locations) continue;
      if (locations.at(i) >= 0) this.aliases.visitAttribute(locations.at(i));
      else this.aliases.visitPieces([UNKNOWN_LOCATION], "loc", false);
    }
  }

  private takeOp(walker: IrWalker): void {
    const { op } = walker;
    if (this.locations) this.aliases.visitAttribute(op.location, true);
    if (op.regions === 0) {
      const { results } = op;
      this.visitOperands(walker);
      for (let i = 0; i < results.length; i++) this.visitType(results.at(i));
      this.visitValues(op);
      return;
    }
    const { name, attributes, properties } = op;
    const types: number[] = [];
    if (this.numbering) {
      for (let i = 0; i < op.operands.length; i++)
        types.push(this.numbering.types[this.scope.value(walker.frame, op.operands.at(i))] ?? 0);
    } else this.visitOperands(walker);
    for (let i = 0; i < op.results.length; i++) types.push(op.results.at(i));
    this.pending.push({ types, values: { name, attributes, properties } });
  }

  private leaveOp(): void {
    const pending = this.pending.pop();
    if (!pending) return;
    for (const type of pending.types) this.visitType(type);
    this.visitValues(pending.values);
  }

  private visitOperands(walker: IrWalker): void {
    const { operands, leastOperand, greatestOperand } = walker.op;
    if (!this.numbering && leastOperand >= walker.frame.base && greatestOperand < walker.frame.next) return;
    for (let i = 0; i < operands.length; i++) {
      const operand = operands.at(i);
      if (this.numbering) this.visitType(this.numbering.types[this.scope.value(walker.frame, operand)] ?? 0);
      else if (operand >= walker.frame.next || (operand < walker.frame.base && isForward(walker, operand)))
        this.forward = true;
    }
  }

  private visitType(type: number): void {
    if (this.plainTypes[type] === 1) return;
    if (this.aliases.visitType(type) === 0) this.plainTypes[type] = 1;
  }

  /**
   * Attributes and properties are visited as one dictionary, since MLIR 24 attributes before properties; the properties
   * of an unregistered op are not visited. If both were visited before, even with other ops, there is nothing new.
   */
  private visitValues(op: Pending["values"]): void {
    if (op.attributes < 0 && op.properties < 0) return;
    if (this.isKnown(op)) return;
    const { properties, attributes } = this.reader.values(op, false);
    const named = properties.kind === "named" ? properties.values : [];
    for (const { value } of this.apart ? [...attributes, ...named] : merged(named, attributes))
      if (value.kind === "attribute") this.aliases.visitAttribute(value.index);
      else if (value.pieces) this.aliases.visitPieces(value.pieces, undefined, false);
    if (op.properties >= 0) this.records.set(true, op.properties, op.name);
    if (op.attributes >= 0) this.dictionaries.set(true, op.attributes);
  }

  private isKnown(op: Pending["values"]): boolean {
    const known = this.dictionaries.get(op.attributes) === true && !this.reader.addsMaps(op.name);
    const attributes = op.attributes < 0 || known;
    return attributes && (op.properties < 0 || this.records.get(op.properties, op.name) === true);
  }
}

/** Merges two lists that are sorted by name. */
function merged(a: readonly NamedValue[], b: readonly NamedValue[]): readonly NamedValue[] {
  if (a.length === 0 || b.length === 0) return a.length === 0 ? b : a;
  return [...a, ...b].sort((x, y) => (x.name < y.name ? -1 : x.name > y.name ? 1 : 0));
}

/** Whether a value of a region around the current one is not defined yet. */
function isForward({ frames }: IrWalker, operand: number): boolean {
  for (let i = frames.length - 2; i >= 0; i--) {
    const frame = frames[i] as RegionFrame;
    if (operand >= frame.base) return operand >= frame.next;
  }
  return true;
}
