/**
 * Upgrades NVIDIA's accesses to memory: loads and atomic operations that are instructions now, and copies to the shared
 * memory of a cluster, which has an address space of its own. Source: upgradeIntrinsicFunction1,
 * upgradeNVVMIntrinsicCall, UpgradeIntrinsicCall, shouldUpgradeNVPTXSharedClusterIntrinsic,
 * shouldUpgradeNVPTXTMAG2SIntrinsics.
 */
import type { Atomicity } from "../../ir/function";
import type { ValueId } from "../../ir/ids";
import type { Release } from "../../ir/releases";
import { ignoresDenormals } from "../../metadata/kinds";
import type { FunctionType, Type } from "../../ir/types";
import type { FunctionValue } from "../../ir/values";
import type { TypeInterner } from "../../ir/interner";
import type { Naming } from "./mangling";
import type { Rewriting } from "./rewriting";
import type { Expansion, Replacement } from "./rules";

/** Address spaces: of global memory, and of the memory that the threads of a block or of a cluster share. */
const GLOBAL = 1;
const SHARED = 3;
const CLUSTER = 7;

/** The first release that knows the memory of a cluster. */
const WITH_CLUSTERS: Release = 21;
/** The first release in which copies to it have a flag. */
const WITH_FLAG: Release = 24;

/** What a function's type becomes; undefined if it stays. */
type TypeChange = (type: FunctionType, interner: TypeInterner) => FunctionType | undefined;

/** A load of memory that does not change; the second argument is its alignment. */
function loadInvariant(r: Rewriting): ValueId {
  const { metadata } = r.host;
  const invariant = { kind: metadata.kindNumber("invariant.load"), node: metadata.tuple([]) };
  const pointer = r.inSpace(r.argument(0), GLOBAL);
  return r.load(pointer, r.call.type, r.integerOf(r.argument(1)), "", [invariant]);
}

/** The first release in which an atomic sum is monotonic and of one device. */
const OF_DEVICE: Release = 23;
function atomicityOf(release: Release): Atomicity {
  return release < OF_DEVICE ? { ordering: 6, scope: "" } : monotonic("device");
}
function monotonic(scope: string): Atomicity {
  return { ordering: 2, scope };
}

/** The first release that notes that an atomic sum of floats disregards how denormal numbers are treated. */
const WITH_DENORMALS: Release = 24;
/** An atomic sum of floats. */
function sum(r: Rewriting, atomic: Atomicity): ValueId {
  const { metadata, release } = r.host;
  const kind = metadata.kindNumber(ignoresDenormals(release));
  const attachments = release < WITH_DENORMALS ? [] : [{ kind, node: metadata.tuple([]) }];
  return r.atomic("fadd", r.argument(0), r.argument(1), atomic, { attachments });
}

/** Operations of `atomicrmw` by their name in intrinsics with a scope. */
const SCOPED: Readonly<Record<string, string | undefined>> = {
  exch: "xchg",
  max: "max",
  min: "min",
  inc: "uinc_wrap",
  dec: "udec_wrap",
  and: "and",
  or: "or",
  xor: "xor",
};
/** An atomic operation among the threads of a block (`cta`), or of the system. */
function scoped(r: Rewriting): ValueId {
  const [, which = "", floating] = /\.atomic\.(\w+)\.gen\.(f)?/.exec(r.callee) ?? [];
  const atomic = monotonic(r.callee.includes(".cta.") ? "block" : "");
  const [pointer, value] = [r.argument(0), r.argument(1)];
  if (which === "cas") return r.extractMember(r.compareExchange(pointer, value, r.argument(2), atomic), 0);
  const operation = SCOPED[which] ?? (floating ? "fadd" : "add");
  return operation === "fadd" ? sum(r, atomic) : r.atomic(operation, pointer, value, atomic);
}

function spaceOf(type: Type | undefined): number {
  return type?.kind === "pointer" ? type.addressSpace : 0;
}
function clusterPointer(interner: TypeInterner): Type {
  return interner.pointer(undefined, CLUSTER);
}
function isOfWidth(type: Type | undefined, width: number): boolean {
  return type?.kind === "integer" && type.width === width;
}

/** The type of a copy to a cluster whose destination was in the memory of a block. */
function toCluster({ result, params }: FunctionType, interner: TypeInterner): FunctionType | undefined {
  if (spaceOf(params[0]) !== SHARED) return undefined;
  return interner.function(result, [clusterPointer(interner), ...params.slice(1)], false);
}
/** Whether a copy of a tensor lacks the number of the group that it is for: the last two of three flags are i1. */
function lacksGroup(params: readonly Type[]): boolean {
  return !isOfWidth(params[params.length - 3], 1);
}
/** The same for a copy of a tensor, which also says for which group it is. */
function tensorToCluster(type: FunctionType, interner: TypeInterner): FunctionType | undefined {
  const moved = toCluster(type, interner);
  if (!lacksGroup(type.params)) return moved;
  const { result, params } = moved ?? type;
  return interner.function(result, [...params, interner.i32], false);
}
/** The types since LLVM 24 have a flag as their last parameter. */
function withFlag(old: TypeChange): TypeChange {
  return (type, interner) => {
    const { result, params } = old(type, interner) ?? type;
    return interner.function(result, [...params, interner.i32], false);
  };
}
/** The name since LLVM 24 says of what type the mask of the receiving blocks is: the last integer of 16 bits. */
function namedByMask(name: string, type: FunctionType, naming: Naming): string | undefined {
  const mask = type.params.findLastIndex((param) => isOfWidth(param, 16));
  return naming.overloaded(name, type, [mask + 1]);
}
/** Copies to the memory of a cluster; the group and the flag 0 mean none. */
function callCopy(r: Rewriting, target: FunctionValue): ValueId {
  const [pointer = r.argument(0), ...others] = r.operandsFor(target);
  return r.callOf(target, [r.inSpace(pointer, CLUSTER), ...others]);
}

const GLOBAL_COPY = /^llvm\.nvvm\.cp\.async\.bulk\.global\.to\.shared\.cluster$/;
const TENSOR_COPY = /^llvm\.nvvm\.cp\.async\.bulk\.tensor\.g2s\.(?:im2col\.[345]d|tile\.[1-5]d)$/;

/** Copies to a cluster's memory that tell which blocks receive them. */
function copies(from: RegExp, type: TypeChange): readonly Replacement[] {
  const name = "copies to a cluster's memory";
  return [
    { name, since: WITH_CLUSTERS, until: WITH_FLAG, from, type, call: callCopy },
    { name: `${name} with a flag`, since: WITH_FLAG, from, type: withFlag(type), to: namedByMask, call: callCopy },
  ];
}

/** The rules; no two of a release match the same function. */
export const NVVM_MEMORY_REPLACEMENTS: readonly Replacement[] = [
  {
    name: "an address in another block's memory is one of the cluster's",
    since: WITH_CLUSTERS,
    from: /^llvm\.nvvm\.mapa\.shared\.cluster/,
    type: ({ result, params }, interner) =>
      spaceOf(result) === SHARED ? interner.function(clusterPointer(interner), params, false) : undefined,
    to: "llvm.nvvm.mapa.shared.cluster",
    call: (r, target) => {
      const made = r.callOf(target, r.call.operands.slice(0, 2));
      const result = r.inSpace(made, SHARED);
      r.takeName(made);
      return result;
    },
  },
  {
    name: "copies from a block's to a cluster's memory",
    since: WITH_CLUSTERS,
    from: /^llvm\.nvvm\.cp\.async\.bulk\.shared\.cta\.to\.cluster$/,
    type: toCluster,
    call: callCopy,
  },
  ...copies(GLOBAL_COPY, toCluster),
  ...copies(TENSOR_COPY, tensorToCluster),
];

/** The rules for calls that become instructions; no two match the same function. */
export const NVVM_MEMORY_EXPANSIONS: readonly Expansion[] = [
  { name: "load of constant memory", since: 21, from: /^llvm\.nvvm\.ldg\.global\.[ifp]\./, expand: loadInvariant },
  {
    name: "cast between address spaces",
    since: 21,
    from: /^llvm\.nvvm\.ptr\.(?:gen\.to\.\w+|\w+\.to\.gen)\./,
    expand: (r) => r.inSpace(r.argument(0), spaceOf(r.call.type)),
  },
  {
    name: "atomic counters",
    since: 21,
    from: /^llvm\.nvvm\.atomic\.load\.(?:inc|dec)\.32\.p/,
    expand: (r) => {
      const operation = r.callee.includes(".inc.") ? "uinc_wrap" : "udec_wrap";
      return r.atomic(operation, r.argument(0), r.argument(1), atomicityOf(r.host.release));
    },
  },
  {
    name: "atomic sum",
    from: /^llvm\.nvvm\.atomic\.load\.add\.f(?:32|64)\.p/,
    expand: (r) => sum(r, atomicityOf(r.host.release)),
  },
  {
    name: "atomic operation of a scope",
    since: 23,
    from: /^llvm\.nvvm\.atomic\.(?:add|exch|max|min|inc|dec|and|or|xor|cas)\.gen\./,
    expand: scoped,
  },
];
