/**
 * Calls of functions against the types of the functions (mlir::func::CallOp::verifySymbolUses). Types are compared by their
 * numbers: a large file has many calls.
 */
import type { Op } from "../ir/op";
import type { TypeList } from "../model/signatureKey";
import type { SpelledEntries } from "./signature";

/** Calls that are checked at most: to find the names of all would cost a large file some of the time of its text. */
const MOST_CALLS = 1 << 10;

/** A call: its types, and where it is. */
interface Call extends Pick<Op, "startByte" | "endByte"> {
  readonly operands: TypeList;
  readonly results: TypeList;
}

/** Reports the fault of a call, in the reference's words. */
export type CallReport = (call: Pick<Op, "startByte" | "endByte">, fault: string) => void;

/** Checks calls as soon as their function is known. Names are the indices of strings. */
export class CallCheck {
  /** The types of functions. */
  private readonly types = new Map<number, number>();
  private readonly waiting = new Map<number, Call[]>();
  private calls = 0;
  /** The first byte of the op with the symbol table. */
  private table = -1;
  /** Whether all names are of one table: of more it is not asked here which one a call looks into. */
  private hasOneTable = true;

  constructor(
    private readonly entries: SpelledEntries,
    private readonly report: CallReport,
  ) {}

  /** Notes that an op has a symbol table, or may have one. */
  noteTable(startByte: number): void {
    if (this.table < 0) this.table = startByte;
    else if (this.table !== startByte) {
      this.hasOneTable = false;
      this.waiting.clear();
    }
  }

  /** Whether no more calls are checked. */
  get full(): boolean {
    return this.calls >= MOST_CALLS || !this.hasOneTable;
  }
  /** Whether no more functions matter. */
  get done(): boolean {
    return this.full && this.waiting.size === 0;
  }

  /** Notes a function and checks the calls of it. @param type its type */
  define(name: number, type: number): void {
    if (!this.hasOneTable || this.types.has(name)) return;
    this.types.set(name, type);
    for (const call of this.waiting.get(name) ?? []) this.check(call, type);
    this.waiting.delete(name);
  }

  /** Checks a call, now or when its function is defined. */
  call(op: Call, callee: number): void {
    if (this.full) return;
    this.calls++;
    const type = this.types.get(callee);
    if (type !== undefined) this.check(op, type);
    else this.keep(op, callee);
  }

  private keep({ operands, results, startByte, endByte }: Call, callee: number): void {
    const call = { operands: copied(operands), results: copied(results), startByte, endByte };
    const calls = this.waiting.get(callee);
    if (calls) calls.push(call);
    else this.waiting.set(callee, [call]);
  }

  private check(call: Call, type: number): void {
    const node = this.entries.type(type);
    if (node.kind !== "function") return;
    const fault = this.operandFault(call.operands, node.inputs) ?? this.resultFault(call.results, node.results);
    if (fault !== undefined) this.report(call, `'func.call' op ${fault}`);
  }

  private operandFault(found: TypeList, wanted: readonly number[]): string | undefined {
    if (found.length !== wanted.length) return "incorrect number of operands for callee";
    const wrong = this.difference(found, wanted);
    if (wrong < 0) return undefined;
    const [type, given] = [wanted[wrong] ?? 0, found.at(wrong)].map((index) => this.entries.typeText(index));
    const words = `expected operand type '${type ?? ""}', but provided '${given ?? ""}' for operand number ${wrong}`;
    return `operand type mismatch: ${words}`;
  }
  private resultFault(found: TypeList, wanted: readonly number[]): string | undefined {
    if (found.length !== wanted.length) return "incorrect number of results for callee";
    const wrong = this.difference(found, wanted);
    return wrong < 0 ? undefined : `result type mismatch at index ${wrong}`;
  }

  /** The first place at which types certainly differ; -1 if there is none. */
  private difference(found: TypeList, wanted: readonly number[]): number {
    for (let i = 0; i < wanted.length; i++) {
      const [type, other] = [found.at(i), wanted[i] ?? -1];
      if (type !== other && type >= 0 && !this.entries.isSame(type, other)) return i;
    }
    return -1;
  }
}

function copied(types: TypeList): TypeList {
  const items: number[] = [];
  for (let i = 0; i < types.length; i++) items.push(types.at(i));
  return { length: items.length, at: (index) => items[index] ?? -1 };
}
