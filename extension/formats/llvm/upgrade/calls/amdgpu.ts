/**
 * Upgrades intrinsics of AMDGPU: atomic operations, which are instructions now, and products of matrices. Source:
 * upgradeIntrinsicFunction1, upgradeAMDGCNIntrinsicCall.
 */
import type { ValueId } from "../../ir/ids";
import type { Attachment } from "../../ir/metadata";
import { ignoresDenormals } from "../../metadata/kinds";
import type { Release } from "../../ir/releases";
import { predicateName } from "../../operations";
import type { Rewriting } from "./rewriting";
import type { Expansion } from "./rules";

/** Address spaces. */
const FLAT = 0;
const LOCAL = 3;
const PRIVATE = 5;

const SEQUENTIAL = 6;
/** The orderings (AtomicOrderingCodes) by the numbers that C++ gives them; these operations take no weaker ones. */
const ORDERINGS: Readonly<Record<number, number>> = { 2: 2, 4: 3, 5: 4, 6: 5, 7: SEQUENTIAL };

/** The first release that limits the operation's scope. */
const SCOPED: Release = 18;
/** The first release in which the attachments say more than which memory is meant. */
const DETAILED: Release = 21;
/** The first release that notes which memory is meant at all. */
const MARKED: Release = 19;

/** Tells where in memory the operation may act. */
function attachmentsOf(r: Rewriting, operation: string, space: number): readonly Attachment[] {
  const { metadata, release } = r.host;
  const attachments: Attachment[] = [];
  const attach = (kind: string, ...numbers: readonly bigint[]): void => {
    const operands = numbers.map((value) => metadata.make({ kind: "integer", bits: 32, value }));
    attachments.push({ kind: metadata.kindNumber(kind), node: metadata.tuple(operands) });
  };
  if (release < MARKED) return attachments;
  if (space !== LOCAL) attach("amdgpu.no.fine.grained.memory");
  if (release < DETAILED) return attachments;
  if (space !== LOCAL && operation === "fadd" && r.call.type.kind === "float") attach(ignoresDenormals(release));
  if (space === FLAT) attach("noalias.addrspace", BigInt(PRIVATE), BigInt(PRIVATE + 1));
  return attachments.sort((a, b) => a.kind - b.kind);
}

/** The operand; a vector of i16 means bfloats. */
function operandOf(r: Rewriting): ValueId {
  const { type } = r.call;
  if (type.kind !== "vector" || type.element.kind !== "integer" || type.element.width !== 16) return r.argument(1);
  return r.recast(r.argument(1), r.interner.vector(r.interner.simple("bfloat"), type.count, type.scalable));
}

function atomic(operation: string): Expansion["expand"] {
  return (r) => {
    const pointer = r.argument(0);
    const space = r.typeOf(pointer);
    const value = operandOf(r);
    const isVolatile = r.call.operands.length > 4 && r.host.values.integerOf(r.argument(4)) !== 0;
    const scope = r.host.release < SCOPED ? "" : "agent";
    const atomicity = { ordering: ORDERINGS[r.integerOf(r.argument(2))] ?? SEQUENTIAL, scope };
    const made = r.atomic(operation, pointer, value, atomicity, {
      attachments: attachmentsOf(r, operation, space.kind === "pointer" ? space.addressSpace : FLAT),
      flags: isVolatile ? "volatile" : "",
    });
    return r.recast(made, r.call.type);
  };
}

/** The names of an operation since a release, as it replaces calls. */
function rule(operation: string, since: Release, names: string): Expansion {
  return {
    name: `AMDGPU's ${operation}`,
    since,
    from: new RegExp(`^llvm\\.amdgcn\\.(?:${names})`),
    expand: atomic(operation),
  };
}

/** A comparison in each lane of a wave, whose results are gathered in an integer. */
function ballot(r: Rewriting): ValueId {
  const predicate = predicateName(r.integerOf(r.argument(2))) ?? "";
  const { type, tail } = r.call;
  const compared = r.compare(predicate, r.argument(0), r.argument(1));
  const made = r.callNamed(r.overloadedName("llvm.amdgcn.ballot", type), type, [compared], { tail });
  r.takeName(made);
  return made;
}

/** A product of matrices: the places of the arguments whose types its name ends in, after the result's where `result` says so. */
interface Product {
  readonly result: boolean;
  readonly places: readonly number[];
}

/** The functions with a stem, whatever types their names end in. */
function overloads(stem: string): RegExp {
  return new RegExp(`^${stem.replaceAll(".", "\\.")}(?:\\.|$)`);
}

/** Calls the product of the same name with these operands and all else that the call has. */
function multiply(r: Rewriting, stem: string, operands: readonly ValueId[], { result, places }: Product): ValueId {
  const { call } = r;
  const types = places.map((place) => r.typeOf(operands[place] as ValueId));
  const name = r.overloadedName(stem, ...(result ? [call.type] : []), ...types);
  return r.callNamed(name, call.type, operands, call);
}

/** A product of matrices that did not say whether it clamps its result: it does not. */
function unclamped(name: string, count: number, places: readonly number[]): Expansion {
  const stem = `llvm.amdgcn.${name}`;
  return {
    name: `${name} may clamp`,
    since: 22,
    from: overloads(stem),
    if: ({ params }) => params.length === count,
    expand: (r) => {
      const made = multiply(r, stem, [...r.call.operands, r.integer(0, r.interner.i1)], { result: false, places });
      r.leavesName();
      return made;
    },
  };
}

/** A product of matrices that had modifiers for its first two, each before its matrix. */
function unmodified(name: string, places: readonly number[]): Expansion {
  const stem = `llvm.amdgcn.${name}`;
  return {
    name: `${name} has no modifiers`,
    since: 23,
    from: overloads(stem),
    if: ({ params }) => params.length === 8,
    expand: (r) => {
      const operands = r.call.operands.filter((_, place) => place !== 0 && place !== 2);
      const made = multiply(r, stem, operands, { result: true, places });
      r.takeName(made);
      return made;
    },
  };
}

const MATRICES: readonly Expansion[] = [
  unclamped("wmma.i32.16x16x64.iu8", 7, [4, 1]),
  unclamped("swmmac.i32.16x16x128.iu8", 8, [4, 1, 3, 5]),
  ...["f32.16x16x4.f32", "f32.16x16x32.bf16", "f32.16x16x32.f16", "f16.16x16x32.f16", "bf16.16x16x32.bf16"].map(
    (name) => unmodified(`wmma.${name}`, [0]),
  ),
  unmodified("wmma.bf16f32.16x16x32.bf16", [0, 3]),
];

/** The rules; no two match the same function. */
export const AMDGPU_EXPANSIONS: readonly Expansion[] = [
  rule("uinc_wrap", 17, String.raw`atomic\.inc\.`),
  rule("udec_wrap", 17, String.raw`atomic\.dec\.`),
  ...(["fadd", "fmin", "fmax"] as const).flatMap((operation) => {
    const name = `${operation}(?!\\.num)`;
    return [
      rule(operation, 19, String.raw`ds\.${name}`),
      rule(operation, 21, String.raw`(?:global|flat)\.atomic\.${name}`),
    ];
  }),
  rule("usub_cond", 22, String.raw`atomic\.cond\.sub`),
  rule("usub_sat", 22, String.raw`atomic\.csub`),
  ...MATRICES,
  {
    name: "cast of an address that is not null",
    since: 24,
    from: /^llvm\.amdgcn\.addrspacecast\.nonnull\./,
    expand: (r) => {
      const made = r.cast("addrspacecast", r.argument(0), r.call.type, "", "nonnull");
      r.takeName(made);
      return made;
    },
  },
  { name: "comparisons in all lanes", since: 24, from: /^llvm\.amdgcn\.[if]cmp\./, expand: ballot },
];
