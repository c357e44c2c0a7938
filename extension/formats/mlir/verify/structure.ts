/**
 * What MLIR's verifier demands of regions, blocks and the order of ops, whatever the dialect (mlir/lib/IR/Verifier.cpp,
 * SymbolTable.cpp, the traits of OpDefinition.h). Checked while the IR is walked.
 */
import type { Container } from "../container/container";
import { SectionKind, sectionPath } from "../container/sections";
import { UNDEFINED_USE } from "../ir/numbering";
import { INVALID_ORDER } from "../ir/useOrders";
import type { IrVisitor } from "../ir/walk";
import type { IrWalker, RegionFrame } from "../ir/walker";
import { Step } from "../ir/walker";
import type { DefinitionCheck } from "./check";
import { RegionFlow } from "./dominance";
import {
  SPIRV,
  SPIRV_MODULE,
  inheritedFault,
  lastFault,
  missingFault,
  regionFault,
  emptyFault,
  argumentFault,
  strangerFault,
} from "./regions";
import type { Owner } from "./regions";
import { UseOrders } from "./useOrders";

/**
 * The ops whose regions are being walked, outermost first. They may be nested as deeply as the file is long, so what is known
 * of each is in lists, and the flow of a region is kept only if something is to be checked at its end.
 */
class Nests {
  readonly owners: Owner[] = [];
  readonly startBytes: number[] = [];
  readonly endBytes: number[] = [];
  /** The number of an op's first result in the region around. */
  readonly firstResults: number[] = [];
  /** The first value of the block that is being read. */
  readonly starts: number[] = [];
  readonly flows: (RegionFlow | undefined)[] = [];

  /** The index of the innermost op; -1 if there is none. */
  get top(): number {
    return this.owners.length - 1;
  }
  push(owner: Owner, { startByte, endByte }: Place, firstResult: number): void {
    this.owners.push(owner);
    this.startBytes.push(startByte);
    this.endBytes.push(endByte);
    this.firstResults.push(firstResult);
    this.starts.push(0);
    this.flows.push(undefined);
  }
  /** Leaves all but the `depth` outermost ops. */
  cut(depth: number): void {
    for (const list of [this.owners, this.startBytes, this.endBytes, this.firstResults, this.starts, this.flows])
      if (list.length > depth) list.length = depth;
  }
  pop(): void {
    this.owners.pop();
    this.startBytes.pop();
    this.endBytes.pop();
    this.firstResults.pop();
    this.starts.pop();
    this.flows.pop();
  }
  place(index: number): Place {
    return { startByte: this.startBytes[index] ?? 0, endByte: this.endBytes[index] ?? 0 };
  }
  /** The flow of a region that is being walked. */
  flow(index: number, { blocks }: RegionFrame): RegionFlow {
    const known = this.flows[index];
    if (known) return known;
    const flow = new RegionFlow(isOrdered(this.owners[index] as Owner, blocks));
    flow.block(this.starts[index] ?? 0);
    return (this.flows[index] = flow);
  }
}

/** Whether an op must be in a certain place. */
const enum Wanted {
  Nothing,
  Place,
}

/** What the check asks about ops. */
export interface OpFacts {
  readonly definitions: DefinitionCheck;
  /** Whether an op is known to the release. */
  isKnown(name: number): boolean;
}

interface Place {
  readonly startByte: number;
  readonly endByte: number;
}

/** Reports what is wrong with the structure of a file of a release whose definitions are known. */
export class StructureCheck implements IrVisitor {
  private readonly nests = new Nests();
  private readonly orders = new UseOrders();
  private readonly active: boolean;
  /** Whether there may be modules of SPIR-V, which have no other ops. */
  private readonly hasSpirv: boolean;
  /** By op name. */
  private readonly owners: Owner[] = [];
  private readonly wanted: Wanted[] = [];

  constructor(
    private readonly container: Container,
    private readonly facts: OpFacts,
  ) {
    this.active = facts.definitions.known;
    this.hasSpirv = container.dialects.opNames.some(({ name }) => name === SPIRV_MODULE);
  }

  take(step: Step, walker: IrWalker): void {
    if (!this.active) return;
    switch (step) {
      case Step.Op:
        this.takeOp(walker);
        break;
      case Step.Region:
        this.takeRegion(walker);
        break;
      case Step.Block:
        this.takeBlock(walker);
        break;
      case Step.RegionEnd:
        this.leaveRegion(walker.frame);
        break;
      case Step.OpEnd:
        this.nests.pop();
        break;
      case Step.End:
        break;
    }
  }

  lost(_damage: unknown, _lostBytes: number, depth: number): void {
    this.orders.giveUp();
    this.nests.cut(Math.max(0, depth - 1));
  }

  private report(fault: string | undefined, { startByte, endByte }: Place): void {
    if (fault !== undefined)
      this.container.problems.add("invalid-ir", fault, startByte, endByte, [sectionPath(SectionKind.ir)]);
  }

  private takeOp(walker: IrWalker): void {
    const { op, frame } = walker;
    const { nests } = this;
    const { top } = nests;
    if (top >= 0) {
      const next = frame.next - op.results.length;
      if (op.leastOperand < (nests.starts[top] as number) || op.greatestOperand >= next) this.takeUses(walker, next);
      if (op.successors.length > 0) this.takeSuccessors(walker);
      if (this.orders.counts) this.orders.use(frame.scope, op.operands);
      if (op.useOrders) this.orders.define(top, frame.scope, next, op.results.length, op.useOrders);
      const isLast = frame.opsLeft === 0;
      const wanted = (this.wanted[op.name] ??= this.wants(op.name));
      if (isLast || wanted !== Wanted.Nothing) this.takePlace(walker, nests.owners[top] as Owner, isLast);
    }
    if (op.regions > 0) nests.push(this.ownerOf(op.name), op, frame.next - op.results.length);
  }

  /** Whether an op must be in a certain place, or must not. */
  private wants(name: number): Wanted {
    const { rules, name: text } = this.ownerOf(name);
    if (rules && (rules.isTerminator || rules.parents.length > 0)) return Wanted.Place;
    return this.hasSpirv && !text.startsWith(SPIRV) ? Wanted.Place : Wanted.Nothing;
  }

  /** Checks an op that ends its block, or that must be in a certain place. */
  private takePlace({ op, frame }: IrWalker, around: Owner, isLast: boolean): void {
    const owner = this.ownerOf(op.name);
    if (isLast || owner.rules?.isTerminator === true)
      this.report(lastFault(owner, around, isLast, frame.block, frame.blocks), op);
    if (owner.rules && owner.rules.parents.length > 0) this.report(inheritedFault(owner, around.name), op);
    if (this.hasSpirv) this.report(strangerFault(owner, around, this.nests.owners[this.nests.top - 1]), op);
  }

  private ownerOf(name: number): Owner {
    return (this.owners[name] ??= {
      name: this.container.dialects.opNames[name]?.name ?? "",
      known: this.facts.isKnown(name),
      rules: this.facts.definitions.rules(name),
    });
  }

  private takeRegion({ frame, frames }: IrWalker): void {
    const { nests } = this;
    const { top } = nests;
    const owner = nests.owners[top];
    if (!owner) return;
    const hasResults = (frames.at(-2)?.next ?? 0) > (nests.firstResults[top] ?? 0);
    const fault = regionFault(owner, frame.region, frame.blocks) ?? missingFault(owner, frame, hasResults);
    this.report(fault, nests.place(top));
    nests.flows[top] = undefined;
  }

  private takeBlock({ block, frame }: IrWalker): void {
    const { nests } = this;
    const { top } = nests;
    const owner = nests.owners[top];
    if (!owner) return;
    const start = frame.next - block.types.length;
    // Made before the second block begins, it knows where the first one began.
    if (block.index > 0) nests.flow(top, frame).block(start);
    nests.starts[top] = start;
    if (block.useOrders) this.orders.define(top, frame.scope, start, block.types.length, block.useOrders);
    if (block.ops === 0) this.report(emptyFault(owner, frame.blocks), nests.place(top));
    if (block.index === 0 && block.types.length > 0) this.report(argumentFault(owner), nests.place(top));
  }

  private takeSuccessors({ op, frame }: IrWalker): void {
    if (frame.opsLeft > 0) this.report("operation with block successors must terminate its parent block", op);
    const flow = this.nests.flow(this.nests.top, frame);
    for (let i = 0; i < op.successors.length; i++) {
      flow.edge(frame.block, op.successors.at(i));
      if (op.successors.at(i) === 0) this.report("entry block of region may not have predecessors", op);
    }
  }

  /** Keeps the uses that the order in the file does not settle. */
  private takeUses(walker: IrWalker, next: number): void {
    const { op, frame } = walker;
    const { operands, startByte, endByte } = op;
    const { nests } = this;
    const start = nests.starts[nests.top] ?? 0;
    for (let i = 0; i < operands.length; i++) {
      const value = operands.at(i);
      if (value >= start && value < next) continue;
      if (value >= next) this.orders.useEarly(nests.top, value);
      if (value < frame.base) this.takeOuterUse(walker, value, i);
      else nests.flow(nests.top, frame).add({ value, block: frame.block, next, operand: i, startByte, endByte });
    }
  }

  /** A use of a value of a region around. */
  private takeOuterUse({ frames, frame, op }: IrWalker, value: number, operand: number): void {
    const { nests } = this;
    for (let i = Math.min(frames.length - 2, nests.top); i > 0; i--) {
      const outer = frames[i];
      if (!outer) return;
      if (value < outer.base) continue;
      const { startByte, endByte } = op;
      if (value >= outer.next) this.orders.useEarly(i - 1, value);
      const use = { value, block: outer.block, next: nests.firstResults[i] ?? 0, operand, startByte, endByte };
      // Without a flow, the region around has had one block so far.
      if (nests.flows[i - 1] || value >= use.next)
        nests.flow(nests.top, frame).addOuter(nests.flow(i - 1, outer), frame.block, use);
      return;
    }
  }

  private leaveRegion(frame: RegionFrame): void {
    const { top } = this.nests;
    const flow = this.nests.flows[top];
    for (const order of this.orders.leave(top, frame.scope)) this.report(INVALID_ORDER, order);
    for (const use of flow?.broken(frame.next) ?? [])
      this.report(use.value >= frame.next ? UNDEFINED_USE : `operand #${use.operand} does not dominate this use`, use);
  }
}

/** Whether the values of a region must be defined before their uses; undefined: unknown. */
function isOrdered({ rules, known }: Owner, blocks: number): boolean | undefined {
  if (blocks > 1) return true;
  if (!rules) return known ? undefined : false;
  return rules.traits.includes("G") ? false : rules.traits.includes("K") ? undefined : true;
}
