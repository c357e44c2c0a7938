/** Reads records that come before the function they belong to: type tests, memory profiles, parameter accesses. */
import { append } from "../../../document/arrays";
import type { FieldReader } from "../spec/fieldReader";
import { readersByCode } from "../spec/fieldReader";
import { SUMMARY } from "../spec/summary";
import { RecordFault } from "../stream/blocks";
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

/** What belongs to the next function. */
export interface FunctionExtras {
  readonly tests: TypeTests;
  allocations: Allocation[];
  callSites: CallSite[];
  readonly parameters: readonly ParameterAccess[];
}

/** What nearly all functions have: one object for all of them. */
const NO_TESTS: TypeTests = {
  typeTests: [],
  assumeCalls: [],
  checkedCalls: [],
  assumeConstantCalls: [],
  checkedConstantCalls: [],
};
const NO_ALLOCATIONS: Allocation[] = [];
const NO_CALL_SITES: CallSite[] = [];
const NO_PARAMETERS: readonly ParameterAccess[] = [];

/** Collects what belongs to the next function. */
export class PendingFunction {
  typeTests: bigint[] = [];
  assumeCalls: VirtualFunction[] = [];
  checkedCalls: VirtualFunction[] = [];
  assumeConstantCalls: ConstantVirtualCall[] = [];
  checkedConstantCalls: ConstantVirtualCall[] = [];
  parameters: ParameterAccess[] = [];
  private allocations: Allocation[] = [];
  private callSites: CallSite[] = [];
  /** The function whose memory profile follows it, in versions where it does. */
  last: Pick<FunctionExtras, "allocations" | "callSites"> | undefined;
  /** Ids of stack frames; allocations and call sites refer to them by index. */
  stackIds: bigint[] = [];
  /** Stacks stored in a radix tree (since LLVM 20). */
  radixTree: number[] = [];

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
    return {
      tests: Object.values(tests).every(({ length }) => length === 0) ? NO_TESTS : tests,
      allocations: allocations.length === 0 ? NO_ALLOCATIONS : allocations,
      callSites: callSites.length === 0 ? NO_CALL_SITES : callSites,
      parameters: parameters.length === 0 ? NO_PARAMETERS : parameters,
    };
  }

  addCallSite(site: CallSite): void {
    const { last } = this;
    if (last?.callSites === NO_CALL_SITES) last.callSites = [site];
    else (last?.callSites ?? this.callSites).push(site);
  }
  addAllocation(allocation: Allocation): void {
    const { last } = this;
    if (last?.allocations === NO_ALLOCATIONS) last.allocations = [allocation];
    else (last?.allocations ?? this.allocations).push(allocation);
  }

  /**
   * The ids of stack frames by their indices.
   * @throws {RecordFault} if there is no such id
   */
  framesAt(indices: readonly number[]): bigint[] {
    return indices.map((index) => {
      const id = this.stackIds[index];
      if (id === undefined) throw new RecordFault("bad-reference", "Invalid record: no such stack id");
      return id;
    });
  }
  /**
   * The stack at an index of the radix tree: its length, then its frames. A negative number is the distance to where
   * the frames continue (CallStackRadixTreeBuilder).
   */
  unfold(index: number): bigint[] {
    const tree = this.radixTree;
    const frames: number[] = [];
    const count = Math.min(tree[index] ?? 0, tree.length);
    for (let at = index + 1; frames.length < count; at++) {
      let frame = (tree[at] ?? 0) | 0;
      if (frame < 0) {
        at -= frame;
        frame = (tree[at] ?? 0) | 0;
      }
      frames.push(frame);
    }
    return this.framesAt(frames);
  }
}

type Read = (to: PendingFunction, fields: FieldReader) => void;

const readAllocation: Read = (to, fields) => {
  fields.skip("nummib");
  const versions = fields.has("numver") ? fields.number("numver") : undefined;
  const contexts: ProfiledContext[] = [];
  while (fields.has("alloc type")) contexts.push(contextOf(to, fields));
  to.addAllocation({ versions: versions === undefined ? [0] : fields.numbers("version"), contexts });
};
const readCallSite: Read = (to, fields) => {
  const callee = fields.number("valueid");
  const combined = fields.has("numstackindices");
  if (combined) fields.skip("numstackindices");
  fields.skip("numver");
  const stackIds = to.framesAt(fields.numbers("stackidindex"));
  to.addCallSite({ callee, clones: combined ? fields.numbers("version") : [0], stackIds });
};

/** Readers of the records that come before the function they belong to, by code. */
export const READERS_OF_PENDING = readersByCode<Read>(SUMMARY, {
  TYPE_TESTS: (to, fields) => {
    append(to.typeTests, fields.bigs("guid"));
  },
  TYPE_TEST_ASSUME_VCALLS: (to, fields) => {
    while (fields.has("guid")) to.assumeCalls.push(virtualFunction(fields));
  },
  TYPE_CHECKED_LOAD_VCALLS: (to, fields) => {
    while (fields.has("guid")) to.checkedCalls.push(virtualFunction(fields));
  },
  TYPE_TEST_ASSUME_CONST_VCALL: (to, fields) => {
    to.assumeConstantCalls.push({ ...virtualFunction(fields), args: fields.bigs("arg") });
  },
  TYPE_CHECKED_LOAD_CONST_VCALL: (to, fields) => {
    to.checkedConstantCalls.push({ ...virtualFunction(fields), args: fields.bigs("arg") });
  },
  PARAM_ACCESS: (to, fields) => {
    to.parameters = [];
    while (fields.has("param")) to.parameters.push(parameterAccess(fields));
  },
  STACK_IDS: (to, fields) => {
    to.stackIds = fields.bigs("stackid");
    while (fields.has("stackid high"))
      to.stackIds.push((fields.big("stackid high") << 32n) | fields.big("stackid low"));
  },
  CONTEXT_RADIX_TREE_ARRAY: (to, fields) => {
    to.radixTree = fields.numbers("entry");
  },
  PERMODULE_CALLSITE_INFO: readCallSite,
  COMBINED_CALLSITE_INFO: readCallSite,
  PERMODULE_ALLOC_INFO: readAllocation,
  COMBINED_ALLOC_INFO: readAllocation,
  COMBINED_ALLOC_INFO_NO_CONTEXT: readAllocation,
});

function virtualFunction(fields: FieldReader): VirtualFunction {
  return { guid: fields.big("guid"), offset: fields.big("offset") };
}

function contextOf(to: PendingFunction, fields: FieldReader): ProfiledContext {
  const type = fields.number("alloc type");
  if (fields.has("radix tree index")) return { type, stackIds: to.unfold(fields.number("radix tree index")) };
  fields.skip("numstackids");
  return { type, stackIds: to.framesAt(fields.numbers("stackidindex")) };
}

function parameterAccess(fields: FieldReader): ParameterAccess {
  const parameter = fields.number("param");
  const use: AccessRange = { lower: fields.signed("lower"), upper: fields.signed("upper") };
  fields.skip("numcalls");
  const calls = [];
  while (fields.has("call param")) {
    const called = fields.number("call param");
    const callee = fields.number("callee");
    const offsets = { lower: fields.signed("call lower"), upper: fields.signed("call upper") };
    calls.push({ callee, parameter: called, offsets });
  }
  return { parameter, use, calls };
}
