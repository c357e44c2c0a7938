/**
 * Checks ops by their place: by the ops around them, by what is in their regions, by the ops that define their operands, and
 * by the symbols that they name. Checked while the IR is walked; only ops of which a check asks are kept.
 */
import type { Container } from "../container/container";
import { SectionKind, sectionPath } from "../container/sections";
import { ValueKind } from "../ir/numbering";
import type { Op } from "../ir/op";
import { OpenRegions } from "../ir/openRegions";
import { ValueScope } from "../ir/scope";
import type { IrVisitor } from "../ir/walk";
import type { IrWalker, RegionFrame } from "../ir/walker";
import { Step } from "../ir/walker";
import { Definers } from "./definers";
import type { FaultyOp } from "./fault";
import { placedFault } from "./fault";
import { TypeView } from "./entryView";
import { NestedOp } from "./nestedOp";
import {
  BODY_CHECKS,
  DEFINERS_FOR,
  NESTED_CHECKS,
  OPERANDS_FOR,
  PLACE_CHECKS,
  SYMBOL_CHECKS,
  SYMBOL_OPS,
} from "./ops/nested";
import type { NestedFacts } from "./placedParts";
import { NO_NUMBERS, PlacedParts } from "./placedParts";
import { SymbolUses } from "./symbols";

/** Why an op is kept, one bit each. */
const enum Watch {
  /** It is checked in its place. */
  Place = 1,
  /** It is checked with its regions. */
  Nested = 2,
  /** It names a symbol. */
  Uses = 4,
  /** Its name is a symbol. */
  Defines = 8,
  /** It opens a symbol table. */
  Table = 16,
  /** It is checked with its blocks, whose ops need not be kept. */
  Body = 32,
}

/** Ops around an op that are kept at most: a check may look through all of them. */
const DEEPEST = 1 << 7;
/** Ops that are kept at most for the checks of one op. */
const MOST_INSIDE = 1 << 16;

/** An op whose regions are being walked. */
interface Open {
  /** Undefined: it is not kept. */
  readonly op: NestedOp | undefined;
  /** The index of its name. */
  readonly name: number;
  readonly watch: number;
  /** Whether the ops in it are kept. */
  readonly collects: boolean;
}

/** Reports the ops that do not fit their place. */
export class PlaceCheck implements IrVisitor {
  private readonly scope = new ValueScope();
  private readonly regions: OpenRegions;
  private readonly symbols = new SymbolUses(SYMBOL_CHECKS, SYMBOL_OPS);
  private readonly open: Open[] = [];
  private readonly watched: Uint8Array;
  private readonly definers: Definers | undefined;
  /** Whether checks may ask for the operands of the ops that define operands. */
  private readonly asksForOperands: boolean;
  /** Whether checks may ask for the ops around an op. */
  private readonly asksForParents: boolean;
  /** Whether nothing is checked but symbols. */
  private readonly hasOnlySymbols: boolean;
  /** Whether the file has ops that are checked. */
  private readonly active: boolean;
  /** Whether part of the IR was lost: what is missing is then unknown. */
  private damaged = false;
  private kept = 0;

  constructor(
    private readonly container: Container,
    private readonly facts: NestedFacts,
  ) {
    this.regions = new OpenRegions(facts.numbering, this.scope);
    const { opNames } = container.dialects;
    const watched = opNames.map(
      ({ name }, index) =>
        (facts.definitions.knowsChecks(name) ? watchOf(name, this.symbols) : 0) +
        (facts.isTable(index) ? Watch.Table : 0),
    );
    // Definitions of symbols matter only where symbols are used.
    const symbols = watched.some((watch) => (watch & Watch.Uses) !== 0) ? 0 : Watch.Defines;
    this.watched = Uint8Array.from(watched, (watch) => watch & ~symbols);
    this.asksForParents = watched.some((watch) => (watch & (Watch.Place | Watch.Nested | Watch.Body)) !== 0);
    this.active =
      facts.definitions.known && this.watched.some((watch) => (watch & ~(Watch.Table | Watch.Defines)) !== 0);
    this.asksForOperands = opNames.some(({ name }) => OPERANDS_FOR.has(name));
    if (opNames.some(({ name }) => DEFINERS_FOR.has(name))) this.definers = new Definers();
    this.hasOnlySymbols = !this.asksForParents && !this.definers;
  }

  take(step: Step, walker: IrWalker): void {
    if (!this.active) return;
    if (this.isAtRest) this.takeAtRest(step, walker);
    else this.takeAll(step, walker);
  }
  /** Whether only definitions of symbols matter from now on, but no values: no more uses are checked, and nothing else. */
  private get isAtRest(): boolean {
    return this.hasOnlySymbols && this.symbols.full;
  }
  private takeAtRest(step: Step, { op, frame }: IrWalker): void {
    if (step === Step.Op) {
      if (op.regions > 0 || this.watched[op.name] !== 0) this.takeOp(op, frame, -1);
    } else if (step === Step.OpEnd) this.leave();
    else if (step === Step.End) this.finish();
  }
  private takeAll(step: Step, walker: IrWalker): void {
    switch (step) {
      case Step.Op: {
        const { op, frame } = walker;
        this.takeOp(op, frame, this.regions.define(op.results.length));
        break;
      }
      case Step.Region:
        this.regions.enter(walker.frame);
        this.takeRegion();
        break;
      case Step.Block:
        this.takeBlock(walker);
        break;
      case Step.RegionEnd:
        this.regions.leave();
        break;
      case Step.OpEnd:
        this.leave();
        break;
      case Step.End:
        this.finish();
        break;
    }
  }
  private finish(): void {
    this.symbols.finish(this.damaged, (op, fault) => {
      this.report(op, fault);
    });
  }

  lost(_damage: unknown, _lostBytes: number, depth: number): void {
    this.damaged = true;
    this.open.length = Math.min(this.open.length, Math.max(0, depth - 1));
    this.regions.keep(depth - 1);
  }

  private takeRegion(): void {
    const open = this.open.at(-1);
    if (!open?.op || !asksForBlocks(open)) return;
    if (open.op.regions.length === 0) open.op.regions = [];
    open.op.regions.push([]);
  }

  private takeBlock({ block, frames }: IrWalker): void {
    if (frames.length <= 1) return;
    const { types } = block;
    const first = this.regions.define(types.length);
    const open = this.open.at(-1);
    if (!open?.op || !asksForBlocks(open)) return;
    const { entries } = this.facts.definitions;
    const args = Array.from({ length: types.length }, (_, i) => new TypeView(types.at(i), entries));
    open.op.regions.at(-1)?.push({ args, firstValue: first, ops: [] });
  }

  /** @param firstResult the number of its first result; -1 if values do not matter */
  private takeOp(op: Op, frame: RegionFrame, firstResult: number): void {
    const watch = this.watchOf(op);
    const around = this.open.at(-1);
    const collects = around?.collects === true && this.kept < MOST_INSIDE;
    const isKept = collects || watch !== 0 || (this.asksForParents && op.regions > 0);
    const made = isKept && this.open.length < DEEPEST ? this.made(op, frame, firstResult) : undefined;
    this.define(op, frame, firstResult);
    if (made && collects) this.keep(made);
    if (made && watch !== 0) this.check(made, watch);
    if (op.regions > 0)
      this.open.push({ op: made, name: op.name, watch, collects: collects || (watch & Watch.Nested) !== 0 });
    else if (made && (watch & Watch.Nested) !== 0) this.run(made, NESTED_CHECKS);
  }

  /** Why an op is kept: the name that a call has does not matter once no more are checked. */
  private watchOf({ name }: Op): number {
    const watch = this.watched[name] ?? 0;
    return watch === (Watch.Uses as number) && this.symbols.full ? 0 : watch;
  }

  /** Notes which op defines its results. */
  private define(op: Op, frame: RegionFrame, firstResult: number): void {
    const { definers } = this;
    if (!definers) return;
    const { length } = op.results;
    if (length > 0 && this.asksForOperands) definers.take(op.operands, this.scope.values(frame));
    for (let i = 0; i < length; i++) definers.set(firstResult + i, op);
  }

  /** Adds an op to the block that is being walked. */
  private keep(op: NestedOp): void {
    this.kept++;
    const blocks = op.parent?.regions.at(-1);
    (blocks?.at(-1)?.ops as NestedOp[] | undefined)?.push(op);
  }

  private leave(): void {
    const open = this.open.pop();
    if (!open?.op) return;
    if ((open.watch & Watch.Body) !== 0 && !this.damaged) this.run(open.op, BODY_CHECKS);
    if ((open.watch & Watch.Nested) !== 0 && this.kept < MOST_INSIDE && !this.damaged) this.run(open.op, NESTED_CHECKS);
    if (this.open.at(-1)?.collects !== true) {
      this.kept = 0;
      if (open.op.regions.length > 0) open.op.forget((open.watch & Watch.Defines) !== 0);
    }
  }

  private check(op: NestedOp, watch: number): void {
    const { symbols } = this;
    if ((watch & Watch.Place) !== 0) this.run(op, PLACE_CHECKS);
    const table = this.tableOf();
    if ((watch & Watch.Defines) !== 0) symbols.define(op, table);
    if ((watch & Watch.Uses) !== 0) symbols.use(op, table);
  }
  private run(op: NestedOp, checks: ReadonlyMap<string, (op: NestedOp) => void>): void {
    const found = placedFault(op, () => checks.get(op.name)?.(op));
    if (found) this.report(...found);
  }
  private report({ place: { startByte, endByte } }: FaultyOp, fault: string): void {
    this.container.problems.add("invalid-ir", fault, startByte, endByte, [sectionPath(SectionKind.ir)]);
  }

  /** The op with the symbol table around an op; undefined if that is not known. */
  private tableOf(): NestedOp | undefined {
    for (let i = this.open.length - 1; i >= 0; i--) {
      const open = this.open[i];
      if (!open) return undefined;
      if ((open.watch & Watch.Table) !== 0) return open.op;
      // An op that the release does not know may have a table.
      if (!this.facts.isKnown(open.name)) return undefined;
    }
    return undefined;
  }

  private made(op: Op, frame: RegionFrame, firstResult: number): NestedOp {
    const { facts, definers, container } = this;
    const scope = this.scope.values(frame);
    const { length } = op.operands;
    const values = length === 0 ? NO_NUMBERS : new Int32Array(length);
    const types = length === 0 ? NO_NUMBERS : new Int32Array(length);
    const { kinds, types: known } = facts.numbering;
    for (let i = 0; i < length; i++) {
      const value = scope[op.operands.at(i)] ?? -1;
      const isDefined = (kinds[value] ?? 0) !== ValueKind.Undefined;
      values[i] = isDefined ? value : -1;
      types[i] = isDefined ? (known[value] ?? -1) : -1;
    }
    const regionStart = facts.numbering.firstValue(this.regions.region);
    const parts = new PlacedParts(op, { values, types, firstResult, regionStart }, this.open.at(-1)?.op, {
      container,
      facts,
      definers,
    });
    return new NestedOp(parts, facts.definitions.entries);
  }
}

/** Whether the blocks of an open op are kept. */
const asksForBlocks = ({ watch, collects }: Open): boolean => collects || (watch & (Watch.Body | Watch.Nested)) !== 0;

function watchOf(name: string, symbols: SymbolUses): number {
  return (
    (PLACE_CHECKS.has(name) ? Watch.Place : 0) +
    (NESTED_CHECKS.has(name) ? Watch.Nested : 0) +
    (BODY_CHECKS.has(name) ? Watch.Body : 0) +
    (symbols.isUse(name) ? Watch.Uses : 0) +
    (symbols.isDefinition(name) ? Watch.Defines : 0)
  );
}
