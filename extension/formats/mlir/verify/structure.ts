/**
 * What MLIR's verifier demands of regions, blocks and the order of ops, whatever the dialect (mlir/lib/IR/Verifier.cpp,
 * SymbolTable.cpp, the traits of OpDefinition.h). Checked while the IR is walked.
 */
import type { Container } from "../container/container";
import { SectionKind, sectionPath } from "../container/sections";
import type { IrVisitor } from "../ir/walk";
import type { IrWalker, RegionFrame } from "../ir/walker";
import { Step } from "../ir/walker";
import type { DefinitionCheck } from "./check";
import { RegionFlow } from "./dominance";
import { inheritedFault, lastFault, regionFault, emptyFault, argumentFault } from "./regions";
import type { Owner } from "./regions";

/** An op whose regions are being walked. */
interface Nest {
  readonly owner: Owner;
  readonly place: Place;
  /** The number of its first result in the region around. */
  readonly firstResult: number;
  flow: RegionFlow;
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
  private readonly nests: Nest[] = [];
  private readonly active: boolean;
  /** By op name. */
  private readonly owners: Owner[] = [];
  private readonly wanted: Wanted[] = [];
  /** The innermost of `nests`. */
  private top: Nest | undefined;

  constructor(
    private readonly container: Container,
    private readonly facts: OpFacts,
  ) {
    this.active = facts.definitions.known;
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
        this.top = this.nests[this.nests.length - 1];
        break;
      case Step.End:
        break;
    }
  }

  lost(_damage: unknown, _lostBytes: number, depth: number): void {
    this.nests.length = Math.min(this.nests.length, Math.max(0, depth - 1));
    this.top = this.nests[this.nests.length - 1];
  }

  private report(fault: string | undefined, { startByte, endByte }: Place): void {
    if (fault !== undefined)
      this.container.problems.add("invalid-ir", fault, startByte, endByte, [sectionPath(SectionKind.ir)]);
  }

  private takeOp(walker: IrWalker): void {
    const { op, frame } = walker;
    const { top } = this;
    if (top) {
      const next = frame.next - op.results.length;
      if (op.leastOperand < top.flow.start || op.greatestOperand >= next) this.takeUses(walker, top, next);
      if (op.successors.length > 0) this.takeSuccessors(walker, top);
      const isLast = frame.opsLeft === 0;
      const wanted = (this.wanted[op.name] ??= this.wants(op.name));
      if (isLast || wanted !== Wanted.Nothing) this.takePlace(walker, top.owner, isLast);
    }
    if (op.regions > 0) this.open(walker);
  }

  /** Whether an op must be in a certain place. */
  private wants(name: number): Wanted {
    const { rules } = this.ownerOf(name);
    return rules && (rules.isTerminator || rules.parents.length > 0) ? Wanted.Place : Wanted.Nothing;
  }

  /** Checks an op that ends its block, or that must be in a certain place. */
  private takePlace({ op, frame }: IrWalker, around: Owner, isLast: boolean): void {
    const owner = this.ownerOf(op.name);
    if (isLast || owner.rules?.isTerminator === true)
      this.report(lastFault(owner, around, isLast, frame.block, frame.blocks), op);
    if (owner.rules && owner.rules.parents.length > 0) this.report(inheritedFault(owner, around.name), op);
  }

  private ownerOf(name: number): Owner {
    return (this.owners[name] ??= {
      name: this.container.dialects.opNames[name]?.name ?? "",
      known: this.facts.isKnown(name),
      rules: this.facts.definitions.rules(name),
    });
  }

  private open({ op, frame }: IrWalker): void {
    this.top = {
      owner: this.ownerOf(op.name),
      place: { startByte: op.startByte, endByte: op.endByte },
      firstResult: frame.next - op.results.length,
      flow: new RegionFlow(undefined),
    };
    this.nests.push(this.top);
  }

  private takeRegion({ frame }: IrWalker): void {
    const nest = this.top;
    if (!nest) return;
    const { owner } = nest;
    this.report(regionFault(owner, frame.region, frame.blocks), nest.place);
    nest.flow = new RegionFlow(isOrdered(owner, frame.blocks));
  }

  private takeBlock({ block, frame }: IrWalker): void {
    const nest = this.top;
    if (!nest) return;
    nest.flow.block(frame.next - block.types.length);
    if (block.ops === 0) this.report(emptyFault(nest.owner, frame.blocks), nest.place);
    if (block.index === 0 && block.types.length > 0) this.report(argumentFault(nest.owner), nest.place);
  }

  private takeSuccessors({ op, frame }: IrWalker, nest: Nest): void {
    if (frame.opsLeft > 0) this.report("operation with block successors must terminate its parent block", op);
    for (let i = 0; i < op.successors.length; i++) {
      nest.flow.edge(frame.block, op.successors.at(i));
      if (op.successors.at(i) === 0) this.report("entry block of region may not have predecessors", op);
    }
  }

  /** Keeps the uses that the order in the file does not settle. */
  private takeUses(walker: IrWalker, nest: Nest, next: number): void {
    const { op, frame } = walker;
    const { operands } = op;
    const { start } = nest.flow;
    for (let i = 0; i < operands.length; i++) {
      const value = operands.at(i);
      if (value >= start && value < next) continue;
      const { startByte, endByte } = op;
      if (value < frame.base) this.takeOuterUse(walker, value, i);
      else nest.flow.add({ value, block: frame.block, next, operand: i, startByte, endByte });
    }
  }

  /** A use of a value of a region around. */
  private takeOuterUse({ frames, frame, op }: IrWalker, value: number, operand: number): void {
    for (let i = frames.length - 2; i > 0; i--) {
      const outer = frames[i];
      const [around, inside, own] = [this.nests[i - 1], this.nests[i], this.nests[this.nests.length - 1]];
      if (!outer || !around || !inside || !own) return;
      if (value < outer.base) continue;
      const { startByte, endByte } = op;
      const use = { value, block: outer.block, next: inside.firstResult, operand, startByte, endByte };
      own.flow.addOuter(around.flow, frame.block, use);
      return;
    }
  }

  private leaveRegion(frame: RegionFrame): void {
    const nest = this.top;
    if (!nest) return;
    for (const use of nest.flow.broken(frame.next))
      this.report(
        use.value >= frame.next
          ? "not all forward unresolved forward operand references"
          : `operand #${use.operand} does not dominate this use`,
        use,
      );
  }
}

/** Whether the values of a region must be defined before their uses; undefined: unknown. */
function isOrdered({ rules, known }: Owner, blocks: number): boolean | undefined {
  if (blocks > 1) return true;
  if (!rules) return known ? undefined : false;
  return rules.traits.includes("G") ? false : rules.traits.includes("K") ? undefined : true;
}
