/**
 * Upgrades vector-predicated operations, which since LLVM 24 are the operations without a mask and a length. Divisions, memory
 * accesses, reductions and `vp.merge` stay. Format: docs/formats/llvm.md, "Auto-upgrade"; found by what llvm-dis 24 makes of LLVM 23's.
 */
import type { ValueId } from "../../ir/ids";
import type { Rewriting } from "./rewriting";
import type { Expansion } from "./rules";

/** Makes an operation: `sadd.sat` for a call of `llvm.vp.sadd.sat.v4i32`. */
type Make = (r: Rewriting, operation: string) => ValueId;

/** The predicate of a comparison, which is a metadata string. */
function predicateOf(r: Rewriting, id: ValueId): string {
  const operand = r.valueOf(id);
  const node = operand?.kind === "metadataOperand" ? r.host.metadata.node(operand.metadata) : undefined;
  return node?.kind === "string" ? node.text : "";
}

/** Intrinsics that have another name without `vp`. */
const RENAMED: Readonly<Record<string, string>> = { roundtozero: "trunc" };

/** Calls the intrinsic that is overloaded by the types at these places: 0 the result, 1 the first parameter. */
function call(...places: readonly (0 | 1)[]): Make {
  return (r, operation) => {
    const types = places.map((place) => (place === 0 ? r.call.type : r.typeOf(r.argument(0))));
    const name = r.overloadedName(`llvm.${RENAMED[operation] ?? operation}`, ...types);
    return r.callNamed(name, r.call.type, r.call.operands.slice(0, -2));
  };
}

/** Operations, separated by blanks, and what they become. */
const OPERATIONS: readonly (readonly [operations: string, make: Make])[] = [
  [
    "add sub mul and or xor shl lshr ashr fadd fsub fmul fdiv frem",
    (r, operation) => r.binary(operation, r.argument(0), r.argument(1)),
  ],
  ["fneg", (r, operation) => r.plain(operation, r.call.type, [r.argument(0)])],
  [
    "trunc zext sext fptrunc fpext fptoui fptosi uitofp sitofp ptrtoint inttoptr",
    (r, operation) => r.cast(operation, r.argument(0), r.call.type),
  ],
  ["icmp fcmp", (r) => r.compare(predicateOf(r, r.argument(2)), r.argument(0), r.argument(1))],
  ["select", (r) => r.select(r.argument(0), r.argument(1), r.argument(2))],
  [
    "smin smax umin umax sadd.sat uadd.sat ssub.sat usub.sat minnum maxnum minimum maximum copysign fabs sqrt ceil floor" +
      " rint nearbyint round roundeven roundtozero abs ctlz cttz bswap bitreverse ctpop fshl fshr fma fmuladd",
    call(0),
  ],
  ["lrint llrint", call(0, 1)],
  ["is.fpclass", call(1)],
];

/** The rules. */
export const VECTOR_PREDICATED: readonly Expansion[] = OPERATIONS.map(([operations, make]) => {
  const from = new RegExp(`^llvm\\.vp\\.(${operations.replaceAll(".", "\\.").replaceAll(" ", "|")})\\.`);
  return {
    name: `vector-predicated ${operations}`,
    since: 24,
    from,
    expand: (r) => {
      const made = make(r, from.exec(r.callee)?.[1] ?? "");
      r.takeName(made);
      return made;
    },
  };
});
