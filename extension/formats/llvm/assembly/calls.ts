/** The call graph: calls are collected from each function when its body is read to number the whole module. */
import type { ValueId } from "../ir/ids";
import type { BitRange } from "../../../document/bits";
import type { FunctionCalls, FunctionFacts } from "../../../document/hover";
import type { SymbolId } from "../../../document/token";
import type { FunctionBody } from "../ir/function";
import { isCall } from "../ir/function";
import type { BodyRange } from "../ir/module";
import type { FunctionValue } from "../ir/values";
import type { ModulePrinting } from "../print/context";
import { functionLinkage } from "../print/globals";

/** The calls in a body. */
export interface BodyCalls extends BitRange {
  readonly instructions: number;
  readonly blocks: number;
  readonly indirect: number;
  /** The functions that it calls, each once. */
  readonly callees: readonly ValueId[];
  /** How often each of the callees is called. */
  readonly counts: readonly number[];
}

/** The calls of the functions that have been read. */
export class CallIndex {
  private readonly bodies = new Map<ValueId, BodyCalls>();
  /** Callers by callee; rebuilt when asked for after more functions have been read. */
  private inverse = new Map<ValueId, Map<ValueId, number>>();
  private inverted = 0;

  /** @param isFunction whether a value is a function, not a pointer computed by an instruction */
  constructor(private readonly isFunction: (value: ValueId) => boolean) {}

  /** Collects the calls of a body. */
  note({ function: { id: caller }, startBit, endBit }: BodyRange, { blocks }: FunctionBody): BodyCalls {
    const known = this.bodies.get(caller);
    if (known) return known;
    const callees = new Map<ValueId, number>();
    let [instructions, indirect] = [0, 0];
    for (const block of blocks) {
      instructions += block.instructions.length;
      for (const instruction of block.instructions) {
        if (!isCall(instruction)) continue;
        const { callee } = instruction;
        if (this.isFunction(callee)) callees.set(callee, (callees.get(callee) ?? 0) + 1);
        else indirect++;
      }
    }
    const calls: BodyCalls = {
      startBit,
      endBit,
      instructions,
      blocks: blocks.length,
      indirect,
      callees: [...callees.keys()],
      counts: [...callees.values()],
    };
    this.bodies.set(caller, calls);
    return calls;
  }
  /** The callers of a function among those that have been read, with the number of calls of each. */
  callers(callee: ValueId): ReadonlyMap<ValueId, number> {
    if (this.inverted !== this.bodies.size) this.invert();
    return this.inverse.get(callee) ?? new Map<ValueId, number>();
  }
  /** The callers and callees of a function, by name. */
  named(id: ValueId, body: BodyCalls | undefined, nameOf: (id: ValueId) => SymbolId): Omit<FunctionCalls, "complete"> {
    const callees = body?.callees.map((callee, index) => [nameOf(callee), body.counts[index] ?? 0] as const) ?? [];
    const callers = Array.from(this.callers(id), ([caller, count]) => [nameOf(caller), count] as const);
    return { callers: new Map(callers), callees: new Map(callees), indirect: body?.indirect ?? 0 };
  }
  private invert(): void {
    this.inverse = new Map();
    for (const [caller, { callees, counts }] of this.bodies) {
      callees.forEach((callee, index) => {
        const callers = this.inverse.get(callee) ?? new Map<ValueId, number>();
        callers.set(caller, counts[index] ?? 0);
        this.inverse.set(callee, callers);
      });
    }
    this.inverted = this.bodies.size;
  }
}

/** The facts of a function. @param body its calls, if it has a body */
export function factsOf(global: FunctionValue, context: ModulePrinting, body: BodyCalls | undefined): FunctionFacts {
  const set = global.attributes?.functionSet;
  return {
    signature: context.typeText(global.valueType),
    linkage: functionLinkage(global, context),
    attributes: set ? context.attributes.group(set) : "",
    ...(body ? { body: bodyOf(body) } : {}),
  };
}

function bodyOf({ startBit, endBit, instructions, blocks }: BodyCalls): NonNullable<FunctionFacts["body"]> {
  return { startBit, endBit, instructions, blocks };
}
