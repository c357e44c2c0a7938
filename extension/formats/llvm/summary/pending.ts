/** Reads records that come before the function they belong to: type tests, memory profiles, parameter accesses. */
import { append } from "../../../document/arrays";
import type { BitRecord } from "../../bitstream/record";
import { RecordFault, signedBig } from "../stream/blocks";
import type {
  AccessRange,
  Allocation,
  CallSite,
  ConstantVirtualCall,
  ParameterAccess,
  ProfiledContext,
  TypeTests,
  VirtualFunction,
} from "./model";

const Fs = {
  TYPE_TESTS: 11,
  TYPE_TEST_ASSUME_VCALLS: 12,
  TYPE_CHECKED_LOAD_VCALLS: 13,
  TYPE_TEST_ASSUME_CONST_VCALL: 14,
  TYPE_CHECKED_LOAD_CONST_VCALL: 15,
  PARAM_ACCESS: 25,
  PERMODULE_CALLSITE_INFO: 26,
  PERMODULE_ALLOC_INFO: 27,
  COMBINED_CALLSITE_INFO: 28,
  COMBINED_ALLOC_INFO: 29,
  STACK_IDS: 30,
  CONTEXT_RADIX_TREE_ARRAY: 32,
  COMBINED_ALLOC_INFO_NO_CONTEXT: 33,
} as const;

/** The summary version since which PERMODULE_ALLOC_INFO starts with a count. */
const ALLOCATION_COUNTS = 10;
/** The summary version since which STACK_IDS are pairs of halves. */
const STACK_ID_HALVES = 12;

/** What belongs to the next function. */
export interface FunctionExtras {
  readonly tests: TypeTests;
  readonly allocations: Allocation[];
  readonly callSites: CallSite[];
  readonly parameters: readonly ParameterAccess[];
}

/** Collects what belongs to the next function. */
export class PendingFunction {
  private typeTests: bigint[] = [];
  private assumeCalls: VirtualFunction[] = [];
  private checkedCalls: VirtualFunction[] = [];
  private assumeConstantCalls: ConstantVirtualCall[] = [];
  private checkedConstantCalls: ConstantVirtualCall[] = [];
  private allocations: Allocation[] = [];
  private callSites: CallSite[] = [];
  /** The function whose memory profile follows it, in versions where it does. */
  last: Pick<FunctionExtras, "allocations" | "callSites"> | undefined;
  private parameters: ParameterAccess[] = [];
  /** Ids of stack frames; allocations and call sites refer to them by index. */
  private stackIds: bigint[] = [];
  /** Stacks stored in a radix tree (since summary version 12). */
  private radixTree: number[] = [];

  constructor(private readonly version: () => number) {}

  /** What was collected since the last function. */
  take(): FunctionExtras {
    const { typeTests, assumeCalls, checkedCalls, assumeConstantCalls, checkedConstantCalls } = this;
    const tests = { typeTests, assumeCalls, checkedCalls, assumeConstantCalls, checkedConstantCalls };
    const { allocations, callSites, parameters } = this;
    this.typeTests = [];
    this.assumeCalls = [];
    this.checkedCalls = [];
    this.assumeConstantCalls = [];
    this.checkedConstantCalls = [];
    this.allocations = [];
    this.callSites = [];
    this.parameters = [];
    return { tests, allocations, callSites, parameters };
  }

  read(record: BitRecord): void {
    switch (record.code) {
      case Fs.TYPE_TESTS:
        append(this.typeTests, bigs(record, 0));
        return;
      case Fs.TYPE_TEST_ASSUME_VCALLS:
        append(this.assumeCalls, virtualFunctions(record));
        return;
      case Fs.TYPE_CHECKED_LOAD_VCALLS:
        append(this.checkedCalls, virtualFunctions(record));
        return;
      case Fs.TYPE_TEST_ASSUME_CONST_VCALL:
        this.assumeConstantCalls.push({ guid: record.big(0), offset: record.big(1), args: bigs(record, 2) });
        return;
      case Fs.TYPE_CHECKED_LOAD_CONST_VCALL:
        this.checkedConstantCalls.push({ guid: record.big(0), offset: record.big(1), args: bigs(record, 2) });
        return;
      case Fs.PARAM_ACCESS:
        this.parameters = parameterAccesses(record);
        return;
      case Fs.STACK_IDS:
        this.stackIds = this.version() < STACK_ID_HALVES ? bigs(record, 0) : halves(record);
        return;
      case Fs.CONTEXT_RADIX_TREE_ARRAY:
        this.radixTree = Array.from(record.values.subarray(0, record.length));
        return;
      default:
        this.readProfile(record);
    }
  }

  private readProfile(record: BitRecord): void {
    switch (record.code) {
      case Fs.PERMODULE_CALLSITE_INFO: {
        const indices = Array.from(record.values.subarray(1, record.length));
        this.addCallSite({ callee: record.value(0), clones: [0], stackIds: indices.map((i) => this.stackId(i)) });
        return;
      }
      case Fs.COMBINED_CALLSITE_INFO: {
        const ids = record.value(1);
        const indices = Array.from(record.values.subarray(3, Math.min(record.length, 3 + ids)));
        const clones = Array.from(record.values.subarray(3 + ids, record.length));
        this.addCallSite({ callee: record.value(0), clones, stackIds: indices.map((i) => this.stackId(i)) });
        return;
      }
      case Fs.PERMODULE_ALLOC_INFO: {
        const counted = this.version() >= ALLOCATION_COUNTS;
        const { contexts } = this.contexts(record, counted ? 1 : 0, counted ? record.value(0) : Infinity, true);
        this.addAllocation({ versions: [0], contexts });
        return;
      }
      case Fs.COMBINED_ALLOC_INFO:
      case Fs.COMBINED_ALLOC_INFO_NO_CONTEXT: {
        const withStacks = record.code === Fs.COMBINED_ALLOC_INFO;
        const { contexts, end } = this.contexts(record, 2, record.value(0), withStacks);
        const versions = Array.from(record.values.subarray(end, Math.min(record.length, end + record.value(1))));
        this.addAllocation({ versions, contexts });
        return;
      }
      default:
    }
  }

  private addCallSite(site: CallSite): void {
    (this.last?.callSites ?? this.callSites).push(site);
  }
  private addAllocation(allocation: Allocation): void {
    (this.last?.allocations ?? this.allocations).push(allocation);
  }

  private stackId(index: number): bigint {
    const id = this.stackIds[index];
    if (id === undefined) throw new RecordFault("bad-reference", "Invalid record: no such stack id");
    return id;
  }

  /** `count` contexts, or as many as the record has, from operand `start` on; `end` is the operand after them. */
  private contexts(
    record: BitRecord,
    start: number,
    count: number,
    withStacks: boolean,
  ): { contexts: ProfiledContext[]; end: number } {
    const contexts: ProfiledContext[] = [];
    let at = start;
    while (contexts.length < count && at < record.length) {
      const type = record.value(at++);
      let stackIds: bigint[] = [];
      if (withStacks && this.radixTree.length === 0) {
        const length = Math.min(record.value(at++), record.length - at);
        stackIds = Array.from(record.values.subarray(at, at + length)).map((i) => this.stackId(i));
        at += length;
      } else if (withStacks) stackIds = this.unfold(record.value(at++));
      contexts.push({ type, stackIds });
    }
    return { contexts, end: at };
  }

  /**
   * The stack at an index of the radix tree: its length, then its frames. A negative number is the distance to where
   * the frames continue (CallStackRadixTreeBuilder).
   */
  private unfold(index: number): bigint[] {
    const tree = this.radixTree;
    const ids: bigint[] = [];
    const count = Math.min(tree[index] ?? 0, tree.length);
    for (let at = index + 1; ids.length < count; at++) {
      let frame = (tree[at] ?? 0) | 0;
      if (frame < 0) {
        at -= frame;
        frame = (tree[at] ?? 0) | 0;
      }
      ids.push(this.stackId(frame));
    }
    return ids;
  }
}

function bigs(record: BitRecord, from: number): bigint[] {
  const values: bigint[] = [];
  for (let i = from; i < record.length; i++) values.push(record.big(i));
  return values;
}

/** 64-bit numbers stored as pairs of halves, the upper half first. */
function halves(record: BitRecord): bigint[] {
  const values: bigint[] = [];
  for (let i = 0; i + 1 < record.length; i += 2) values.push((record.big(i) << 32n) | record.big(i + 1));
  return values;
}

function virtualFunctions(record: BitRecord): VirtualFunction[] {
  const functions: VirtualFunction[] = [];
  for (let i = 0; i + 1 < record.length; i += 2) functions.push({ guid: record.big(i), offset: record.big(i + 1) });
  return functions;
}

/** Reads [parameter, lower, upper, calls, (parameter, callee, lower, upper)…]…; bounds are signed VBRs. */
function parameterAccesses(record: BitRecord): ParameterAccess[] {
  const accesses: ParameterAccess[] = [];
  let at = 0;
  const range = (): AccessRange => {
    const lower = BigInt.asIntN(64, signedBig(record.big(at++)));
    return { lower, upper: BigInt.asIntN(64, signedBig(record.big(at++))) };
  };
  while (at < record.length) {
    const parameter = record.value(at++);
    const use = range();
    const count = record.value(at++);
    const calls = [];
    for (let i = 0; i < count && at < record.length; i++) {
      const called = record.value(at++);
      const callee = record.value(at++);
      calls.push({ callee, parameter: called, offsets: range() });
    }
    accesses.push({ parameter, use, calls });
  }
  return accesses;
}
