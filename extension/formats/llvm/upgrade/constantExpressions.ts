/**
 * Replaces constant expressions that a release no longer has by instructions before the instruction that uses them.
 * Source: BitcodeReader::materializeValue, isConstExprSupported of the releases.
 */
import type { ValueId } from "../ir/ids";
import type { FunctionBody, Instruction, InstructionBase } from "../ir/function";
import { isCall, madeInstruction, NO_VALUE } from "../ir/function";
import type { Release } from "../ir/releases";
import type { Type } from "../ir/types";
import type { Constant, InstructionResult, Value } from "../ir/values";
import { partsOf } from "../ir/values";
import type { TypeInterner } from "../ir/interner";
import type { ValueTable } from "../ir/valueTable";
import type { ProblemList } from "../stream/blocks";
import { SymbolTable } from "./calls/host";
import { Edges } from "./constantEdges";

/** The first release without each kind of constant expression. */
const GONE: ReadonlyMap<string, Release> = new Map<string, Release>(
  (
    [
      [15, "udiv sdiv urem srem fadd fsub fmul fdiv frem"],
      [16, "fneg"],
      [17, "select"],
      [18, "and or lshr ashr zext sext fptrunc fpext uitofp sitofp fptoui fptosi"],
      [19, "icmp fcmp shl"],
      [21, "mul"],
    ] as const
  ).flatMap(([since, operations]) => operations.split(" ").map((o): [string, Release] => [o, since])),
);
/** The first release whose getelementptr expressions cannot step over scalable vectors. */
const FIXED_STEPS: Release = 17;

type Expression = Extract<Constant, { kind: "expression" }>;

/** Whether the release has such an expression. */
export function isSupported(expression: Pick<Expression, "operation" | "sourceType">, release: Release): boolean {
  const { operation, sourceType } = expression;
  if (operation === "getelementptr") return release < FIXED_STEPS || !sourceType || !isScalable(sourceType);
  return release < (GONE.get(operation) ?? Infinity);
}
function isScalable(type: Type): boolean {
  return type.kind === "vector" && type.scalable;
}

interface Host {
  readonly release: Release;
  readonly values: ValueTable;
  readonly interner: TypeInterner;
  readonly problems: ProblemList;
}

const RESULT: InstructionResult = { kind: "instruction" };

/** The operands of a constant that may become instructions: those of a signed pointer always stay constants. */
function expandableParts(constant: Constant): readonly ValueId[] {
  return constant.kind === "ptrAuth" ? [] : partsOf(constant);
}

/** Finds constants that contain an expression which the release does not have. */
export class GoneConstants {
  /** Results by constant. */
  private readonly known = new Map<ValueId, boolean>();

  constructor(
    private readonly values: { at(id: ValueId): Value | undefined },
    private readonly release: Release,
  ) {}

  /** The constant with this id, if it has operands. */
  constantAt(id: ValueId): Constant | undefined {
    const value = this.values.at(id);
    return value?.kind === "expression" || value?.kind === "aggregate" ? value : undefined;
  }

  /** Whether the value is such a constant. Constants may nest to any depth, so there is no recursion. */
  has(first: ValueId): boolean {
    const work = [first];
    const begun = new Set<ValueId>();
    for (let id = work.at(-1); id !== undefined; id = work.at(-1)) {
      const constant = this.known.has(id) ? undefined : this.constantAt(id);
      if (!constant) {
        if (!this.known.has(id)) this.known.set(id, false);
        work.pop();
        continue;
      }
      begun.add(id);
      const open = expandableParts(constant).filter((part) => !this.known.has(part) && !begun.has(part));
      if (open.length > 0) {
        for (const part of open) work.push(part);
        continue;
      }
      const gone = constant.kind === "expression" && !isSupported(constant, this.release);
      this.known.set(id, gone || expandableParts(constant).some((part) => this.known.get(part)));
      work.pop();
    }
    return this.known.get(first) ?? false;
  }
}

/** Instructions made of constants in any body, and for each instruction in it; the constants that are left stay. */
const ALWAYS_MADE = 2 ** 15;
const MADE_FOR_EACH = 1;
const TOO_MANY = "constants that would become too many instructions stay constants";

/** Makes instructions of constants. One object serves a body, so that names are unique in it. */
class Expander {
  private readonly symbols: SymbolTable;
  /** Finds the constants that become instructions. */
  private readonly gone: GoneConstants;
  /** Instructions that may still be made. */
  private left = ALWAYS_MADE;
  private isStopped = false;

  constructor(
    private readonly body: FunctionBody,
    private readonly host: Host,
  ) {
    this.symbols = new SymbolTable(body);
    this.gone = new GoneConstants(host.values, host.release);
    for (const { instructions } of body.blocks) this.left += MADE_FOR_EACH * instructions.length;
  }

  /** Whether this value becomes instructions. */
  needs(id: ValueId): boolean {
    return this.gone.has(id);
  }

  /**
   * Makes the instructions for a constant, appends them to `into`, and returns their value; each constant is made once
   * per operand.
   */
  expand(first: ValueId, into: Instruction[], place: Instruction): ValueId {
    if (this.left <= 0) {
      this.stop(place);
      return first;
    }
    const made = new Map<ValueId, ValueId>();
    const begun = new Set<ValueId>();
    const work = [first];
    for (let id = work.at(-1); id !== undefined; id = work.at(-1)) {
      const constant = made.has(id) || !this.needs(id) ? undefined : this.gone.constantAt(id);
      if (!constant) {
        if (!made.has(id)) made.set(id, id);
        work.pop();
        continue;
      }
      // A damaged file may have a constant that contains itself: it is left as it is.
      const open = begun.has(id) ? [] : expandableParts(constant).filter((part) => !made.has(part) && !begun.has(part));
      begun.add(id);
      if (open.length > 0) {
        for (const part of open.reverse()) work.push(part);
        continue;
      }
      const operands = expandableParts(constant).map((part) => made.get(part) ?? part);
      made.set(id, this.instructions(constant, operands, into, place));
      work.pop();
    }
    return made.get(first) ?? first;
  }

  /** Says once that the constants from this place on stay. */
  private stop({ startBit, endBit }: Instruction): void {
    if (!this.isStopped)
      this.host.problems.add({ code: "limit", message: TOO_MANY, startBit, endBit, path: ["module"] });
    this.isStopped = true;
  }

  private instructions(
    constant: Constant,
    operands: readonly ValueId[],
    into: Instruction[],
    place: Instruction,
  ): ValueId {
    const { type } = constant;
    const { startBit, endBit } = place;
    const base = (opcode: string, of: readonly ValueId[], flags?: string): InstructionBase =>
      madeInstruction(place, opcode, type, this.host.values.pushExtra(RESULT, type), of, flags);
    const add = (instruction: Instruction, name: string): ValueId => {
      this.body.extraNames.set(instruction.id, this.symbols.take(name));
      into.push(instruction);
      this.left--;
      return instruction.id;
    };
    if (constant.kind === "expression") {
      const { operation, flags, sourceType, predicate } = constant;
      const common = base(operation, operands, flags);
      if (predicate !== undefined) return add({ kind: "compare", ...common, predicate }, NAME);
      if (sourceType) return add({ kind: "getelementptr", ...common, sourceType }, NAME);
      return add({ kind: CASTS.test(operation) ? "cast" : "plain", ...common }, NAME);
    }
    let aggregate = this.host.values.pushExtra({ kind: "poison", type, startBit, endBit }, type);
    const { i32 } = this.host.interner;
    operands.forEach((element, index) => {
      if (type.kind === "vector") {
        const at = this.host.values.pushExtra({ kind: "integer", value: index, type: i32, startBit, endBit }, i32);
        aggregate = add({ kind: "plain", ...base("insertelement", [aggregate, element, at]) }, `${NAME}.ins`);
      } else
        aggregate = add(
          { kind: "aggregate", ...base("insertvalue", [aggregate, element]), indices: [index] },
          `${NAME}.ins`,
        );
    });
    return aggregate;
  }
}

/** The name of instructions made from constants. */
const NAME = "constexpr";
const CASTS = /^(?:trunc|zext|sext|fp|uitofp|sitofp|ptrto|inttoptr|bitcast|addrspacecast)/;

/** The order of an instruction's operands in its record, in which they are expanded. */
function recordOrder(instruction: Instruction): readonly number[] {
  const places = instruction.operands.map((_, i) => i);
  if (instruction.kind === "store") return [1, 0];
  return instruction.opcode === "select" ? [1, 2, 0] : places;
}

/** The values that an instruction uses, with a call's callee and those of its bundles. */
function valuesOf(instruction: Instruction): readonly ValueId[] {
  if (!isCall(instruction)) return instruction.operands;
  return [...instruction.operands, instruction.callee, ...instruction.bundles.flatMap(({ operands }) => operands)];
}

/**
 * The instruction with other values, asked for in the order in which records name them: a call's bundles have records
 * before it, and its callee comes before its arguments.
 */
function withValues(instruction: Instruction, change: (id: ValueId) => ValueId): Instruction {
  const called = isCall(instruction) && {
    bundles: instruction.bundles.map((bundle) => ({ ...bundle, operands: bundle.operands.map(change) })),
    callee: change(instruction.callee),
  };
  const operands = [...instruction.operands];
  for (const at of recordOrder(instruction)) operands[at] = change(operands[at] as ValueId);
  return { ...instruction, operands, ...called };
}

/** Replaces the constants of a body that the release does not have by instructions. */
export function expandConstants(body: FunctionBody, host: Host): void {
  const expander = new Expander(body, host);
  const edges = new Edges(body, expander, host);
  for (const [number, block] of body.blocks.entries()) {
    const instructions: Instruction[] = [];
    for (const instruction of block.instructions) {
      if (!valuesOf(instruction).some((id) => id !== NO_VALUE && expander.needs(id))) instructions.push(instruction);
      else if (instruction.kind === "phi") instructions.push(edges.expand(instruction, number));
      else {
        const place = instruction;
        const expand = (id: ValueId): ValueId => (expander.needs(id) ? expander.expand(id, instructions, place) : id);
        instructions.push(withValues(instruction, expand));
      }
    }
    block.instructions = instructions;
  }
  edges.split();
}
