/**
 * Upgrades intrinsics that belong to no target: new names, new operands. Source: upgradeIntrinsicFunction1 of the
 * releases.
 */
import type { ValueId } from "../../ir/ids";
import type { AttributeList } from "../../ir/attributes";
import type { FunctionType, Type } from "../../ir/types";
import { isFloating } from "../../ir/types";
import type { FunctionValue } from "../../ir/values";
import type { TypeInterner } from "../../ir/interner";
import { Kind } from "../../attributes/kinds";
import { AttributeBuilder } from "../../attributes/set";
import { nameByType, returnsStruct } from "../intrinsics";
import { bitsOfScalar } from "../typeRelations";
import { LIFETIMES } from "./lifetimes";
import { MASKED_REPLACEMENTS } from "./masked";
import type { Naming } from "./mangling";
import type { Rewriting } from "./rewriting";
import type { Expansion, Replacement } from "./rules";

/** Makes a new call with the old call's operands, or with those that `operands` returns. */
export function recall(operands: (r: Rewriting) => readonly ValueId[] = (r) => r.call.operands) {
  return (r: Rewriting, target: FunctionValue): ValueId => r.callOf(target, operands(r));
}

/**
 * Makes the name of an intrinsic that is overloaded by the types at these places: 0 the result, 1 the first parameter.
 */
function overloaded(stem: string, ...places: readonly number[]) {
  return (_name: string, type: FunctionType, naming: Naming): string | undefined =>
    naming.overloaded(stem, type, places);
}

/**
 * Upgrades an ordered reduction. If it may be done in any order, its start value was ignored, so it becomes the neutral
 * element.
 */
function reduced(neutral: (r: Rewriting, type: Type) => ValueId) {
  return (r: Rewriting, target: FunctionValue): ValueId => {
    const { flags, type } = r.call;
    const start = flags === "fast" ? neutral(r, type) : r.argument(0);
    return r.callOf(target, [start, r.argument(1)], { flags });
  };
}

/** Extends a type to `count` parameters with booleans. */
function extended(count: number) {
  return (type: FunctionType, interner: TypeInterner): FunctionType => {
    const params: Type[] = [...type.params];
    while (params.length < count) params.push(interner.i1);
    return interner.function(type.result, params, type.vararg);
  };
}

/** The operands, extended with `false` to this count. */
function withFalse(r: Rewriting, count: number): readonly ValueId[] {
  const operands = [...r.call.operands];
  while (operands.length < count) operands.push(r.integer(0, r.interner.i1));
  return operands;
}

/** A type of five parameters without the fourth, an alignment. */
function withoutAlignment(type: FunctionType, interner: TypeInterner): FunctionType | undefined {
  if (type.params.length !== 5) return undefined;
  return interner.function(type.result, [...type.params.slice(0, 3), ...type.params.slice(4)], type.vararg);
}

/** The first release in which a call of memcpy keeps its attributes when its alignment becomes an attribute. */
const KEPT_ATTRIBUTES = 15;

/** Upgrades memcpy and the like: the alignment becomes an attribute of the first `pointers` parameters. */
function alignedCall(pointers: 1 | 2) {
  return (r: Rewriting, target: FunctionValue): ValueId => {
    const alignment = r.integerOf(r.argument(3));
    const old = r.host.release >= KEPT_ATTRIBUTES ? r.call.attributes : undefined;
    const sets = [0, 1, 2, 4].map((place) => old?.paramSets[place]);
    const paramSets = sets.map((set, place) => {
      const builder = new AttributeBuilder(set?.attributes);
      if (place < pointers && alignment > 0) builder.number(Kind.align, BigInt(alignment));
      return r.host.attributeSet(builder);
    });
    const attributes: AttributeList = { functionSet: old?.functionSet, returnSet: old?.returnSet, paramSets };
    return r.callOf(
      target,
      [0, 1, 2, 4].map((place) => r.argument(place)),
      { attributes },
    );
  };
}

const REDUCTIONS = /^llvm\.experimental\.vector\.reduce\.(add|mul|and|or|xor|smax|smin|umax|umin|fmax|fmin)(\..*)$/;
function reductionOf(name: string): string {
  return REDUCTIONS.exec(name)?.[1] ?? "";
}

/** A rule for names that have lost `experimental`. */
function graduated(names: string, since: NonNullable<Replacement["since"]>): Replacement {
  const from = new RegExp(`^llvm\\.experimental\\.vector\\.(${names})(\\..*)$`);
  return { name: `vector.${names} left the experiment`, since, from, to: "llvm.vector.$1$2" };
}

/** The first release in which names of annotations contain the address space of their strings. */
const NAMED_STRINGS = 16;
/** The type with the annotation argument, which older calls do not have; its value is then null. */
function annotated(type: FunctionType, interner: TypeInterner): FunctionType {
  const pointer = type.params[1];
  if (type.params.length !== 4 || !pointer) return type;
  return interner.function(type.result, [...type.params, pointer], false);
}
function annotatedCall(r: Rewriting, target: FunctionValue): ValueId {
  if (r.call.operands.length !== 4) return r.retarget(target);
  return r.callOf(target, [...r.call.operands, r.uniform("null", r.typeOf(r.argument(1)))]);
}

/** The first release in which a call keeps its attributes when its result becomes a literal struct. */
const KEPT_CALL_ATTRIBUTES = 21;
/**
 * Calls a function that returns a literal struct in place of one that returned a named one, and builds the named one from
 * its members.
 */
export function callForMembers(r: Rewriting, target: FunctionValue): ValueId {
  const { call } = r;
  const { attributes } = call;
  const made = r.callOf(target, call.operands, r.host.release >= KEPT_CALL_ATTRIBUTES ? { attributes } : {});
  r.leavesName();
  const count = call.type.kind === "struct" ? (call.type.elements?.length ?? 0) : 0;
  let result = r.uniform("poison", call.type);
  for (let index = 0; index < count; index++) result = r.insertMember(result, r.extractMember(made, index), index);
  return result;
}

/** The first release in which intrinsics return literal structs only. */
export const LITERAL_RESULTS = 15;
/** A function type whose named struct as a result is replaced by a literal one. */
export function literalResult(type: FunctionType, interner: TypeInterner): FunctionType | undefined {
  const { result } = type;
  if (result.kind !== "struct" || !result.identified || !result.elements) return undefined;
  return interner.function(interner.struct(result.elements, false), type.params, type.vararg);
}

/** The rules; the first that matches applies. */
export const GENERIC: readonly Replacement[] = [
  {
    name: "flt.rounds is get.rounding",
    since: 16,
    from: /^llvm\.flt\.rounds$/,
    to: "llvm.get.rounding",
    type: (_type, interner) => interner.function(interner.i32, [], false),
  },
  graduated("reverse|splice|interleave2|deinterleave2", 19),
  graduated("partial\\.reduce\\.add", 22),
  graduated("extract(?!\\.last\\.active)|insert", 15),
  {
    name: "reductions left the experiment",
    since: 13,
    from: REDUCTIONS,
    to: (name, type, naming) => naming.overloaded(`llvm.vector.reduce.${reductionOf(name)}`, type, [1]),
  },
  {
    name: "reductions name their vector alone",
    until: 13,
    from: REDUCTIONS,
    to: (name, type, naming) => naming.overloaded(`llvm.experimental.vector.reduce.${reductionOf(name)}`, type, [1]),
  },
  {
    name: "sums start with their first operand",
    until: 13,
    from: /^llvm\.experimental\.vector\.reduce\.fadd\.[fi]\d+.*$/,
    to: overloaded("llvm.experimental.vector.reduce.v2.fadd", 0, 2),
    call: reduced((r, type) => r.uniform("null", type)),
  },
  {
    name: "products start with their first operand",
    until: 13,
    from: /^llvm\.experimental\.vector\.reduce\.fmul\.[fi]\d+.*$/,
    to: overloaded("llvm.experimental.vector.reduce.v2.fmul", 0, 2),
    call: reduced((r, type) => r.floating("1", type)),
  },
  {
    name: "ordered reductions left the experiment",
    since: 13,
    from: /^llvm\.experimental\.vector\.reduce\.v2\.(fadd|fmul)\.[fi]\d+(\..*)$/,
    to: "llvm.vector.reduce.$1$2",
  },
  {
    name: "stepvector left the experiment",
    since: 21,
    from: /^llvm\.experimental\.stepvector(\..*)$/,
    to: "llvm.stepvector$1",
  },
  {
    name: "objectsize names its pointer, knows unknown sizes of null and dynamic sizes",
    from: /^llvm\.objectsize\./,
    type: extended(4),
    to: overloaded("llvm.objectsize", 0, 1),
    call: recall((r) => withFalse(r, 4)),
  },
  {
    name: "ctlz and cttz say what zero gives",
    from: /^llvm\.(?:ctlz|cttz)\./,
    type: extended(2),
    call: recall((r) => withFalse(r, 2)),
  },
  ...LIFETIMES,
  {
    name: "invariant.start names its pointer, in another call",
    until: 18,
    from: /^llvm\.invariant\.start/,
    to: overloaded("llvm.invariant.start", 2),
    call: recall(),
  },
  {
    name: "invariant.end names its pointer, in another call",
    until: 18,
    from: /^llvm\.invariant\.end/,
    to: overloaded("llvm.invariant.end", 3),
    call: recall(),
  },
  {
    name: "strip.invariant.group launders",
    since: 24,
    from: /^llvm\.strip\.invariant\.group\./,
    to: overloaded("llvm.launder.invariant.group", 0),
  },
  {
    name: "invariant.group.barrier launders",
    from: /^llvm\.invariant\.group\.barrier/,
    to: overloaded("llvm.launder.invariant.group", 0),
  },
  ...MASKED_REPLACEMENTS,
  {
    name: "memcpy's alignment is an attribute",
    from: /^llvm\.memcpy\./,
    type: withoutAlignment,
    to: overloaded("llvm.memcpy", 1, 2, 3),
    call: alignedCall(2),
  },
  {
    name: "memmove's alignment is an attribute",
    from: /^llvm\.memmove\./,
    type: withoutAlignment,
    to: overloaded("llvm.memmove", 1, 2, 3),
    call: alignedCall(2),
  },
  {
    name: "memset's alignment is an attribute",
    from: /^llvm\.memset\./,
    type: withoutAlignment,
    to: overloaded("llvm.memset", 1, 3),
    call: alignedCall(1),
  },
  {
    name: "ptr.annotation has an argument more, names its pointers",
    since: 13,
    from: /^llvm\.ptr\.annotation\./,
    type: annotated,
    to: (_name, type, naming) =>
      naming.overloaded("llvm.ptr.annotation", type, naming.release >= NAMED_STRINGS ? [0, 2] : [0]),
    call: annotatedCall,
  },
  {
    name: "var.annotation has an argument more, names its pointers",
    since: 13,
    from: /^llvm\.var\.annotation/,
    type: annotated,
    to: (name, type, naming) =>
      naming.release >= NAMED_STRINGS ? naming.overloaded("llvm.var.annotation", type, [1, 2]) : name,
    call: annotatedCall,
  },
  {
    name: "a struct that an intrinsic gives is literal",
    since: LITERAL_RESULTS,
    from: /^llvm\./,
    type: literalResult,
    to: (name, type, naming) =>
      returnsStruct(name, naming.release) ? (nameByType(name, type, naming) ?? name) : undefined,
    takesName: true,
  },
  { name: "names end in the types of the overload", from: /^llvm\./, to: nameByType, takesName: true },
];

/** Moves elements of two joined vectors to the left, or if the distance is negative, to the right. */
function spliced(r: Rewriting): ValueId {
  const { type } = r.call;
  const offset = r.integerOf(r.argument(2));
  const name = r.overloadedName(`llvm.vector.splice.${offset < 0 ? "right" : "left"}`, type);
  return r.callNamed(name, type, [r.argument(0), r.argument(1), r.integer(Math.abs(offset), r.interner.i32)]);
}

const HALF_BITS = 16;

/** Whether numbers of this type may be cast to `half` and back. */
function isWide(type: Type | undefined): boolean {
  return type !== undefined && isFloating(type) && bitsOfScalar(type) > HALF_BITS;
}

/** Whether a `half` may be taken for a value of this type. */
function isHalfSized(type: Type | undefined): boolean {
  return type !== undefined && bitsOfScalar(type) === HALF_BITS;
}

/** The rules for calls that become other instructions. */
export const GENERIC_EXPANSIONS: readonly Expansion[] = [
  {
    name: "splices have a direction",
    since: 22,
    from: /^llvm\.(?:experimental\.)?vector\.splice\.(?!left\.|right\.)/,
    expand: spliced,
  },
  {
    name: "a half from an i16 is a cast",
    since: 23,
    from: /^llvm\.convert\.from\.fp16\./,
    if: ({ result, params }) => params.length === 1 && isHalfSized(params[0]) && isWide(result),
    expand: (r) => r.cast("fpext", r.cast("bitcast", r.argument(0), r.interner.simple("half")), r.call.type),
  },
  {
    name: "a half to an i16 is a cast",
    since: 23,
    from: /^llvm\.convert\.to\.fp16\./,
    if: ({ result, params }) => params.length === 1 && isWide(params[0]) && isHalfSized(result),
    expand: (r) => r.cast("bitcast", r.cast("fptrunc", r.argument(0), r.interner.simple("half")), r.call.type),
  },
];
