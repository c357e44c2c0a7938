/**
 * Masked loads, stores, gathers and scatters: up to LLVM 21 an operand was their alignment; since LLVM 22 it is an
 * attribute of the pointer. Source: upgradeIntrinsicFunction1 and UpgradeIntrinsicCall of the releases.
 */
import type { ValueId } from "../../ir/ids";
import type { AttributeList } from "../../ir/attributes";
import type { FunctionType, Type } from "../../ir/types";
import { scalarOf } from "../../ir/types";
import type { FunctionValue } from "../../ir/values";
import type { TypeInterner } from "../../ir/interner";
import { Kind } from "../../attributes/kinds";
import { AttributeBuilder } from "../../attributes/set";
import type { MaskedAccess } from "../maskedAccesses";
import { ALIGNED_POINTERS, MASKED_ACCESSES, takesAlignment } from "../maskedAccesses";
import type { Rewriting } from "./rewriting";
import type { Replacement } from "./rules";

/** The first release that keeps the metadata of masked accesses. */
const KEPT_METADATA = 13;

/** The rules; the first that matches applies. */
export const MASKED_REPLACEMENTS: readonly Replacement[] = MASKED_ACCESSES.flatMap((access) => [
  named(access),
  aligned(access),
]);

/** Up to LLVM 17, a call of an access that lacks types in its name is made anew. */
function named({ name, places }: MaskedAccess): Replacement {
  return {
    name: `masked.${name} names its pointer`,
    until: 18,
    from: new RegExp(`^llvm\\.masked\\.${name}\\.`),
    to: (_name, type, naming) => naming.overloaded(`llvm.masked.${name}`, type, places),
    call: (r, target) =>
      r.callOf(target, r.call.operands, r.host.release >= KEPT_METADATA ? { attachments: r.call.attachments } : {}),
  };
}

function aligned(access: MaskedAccess): Replacement {
  const { name, places, pointer } = access;
  return {
    name: `masked.${name}'s alignment is an attribute`,
    since: ALIGNED_POINTERS,
    from: new RegExp(`^llvm\\.masked\\.${name}`),
    type: (type, interner) => withoutAlignment(type, pointer + 1, interner),
    to: (_name, type, naming) => naming.overloaded(`llvm.masked.${name}`, type, places),
    call: (r, target) => alignedCall(r, target, access),
  };
}

/** The type without the parameter at `place`, an i32; undefined if there is none. */
function withoutAlignment(type: FunctionType, place: number, interner: TypeInterner): FunctionType | undefined {
  const { result, params } = type;
  if (params.length !== 4 || params[place]?.kind !== "integer") return undefined;
  return interner.function(result, without(params, place), type.vararg);
}

function alignedCall(r: Rewriting, target: FunctionValue, access: MaskedAccess): ValueId {
  const { pointer } = access;
  const { operands, attachments, tail, startBit, endBit } = r.call;
  const accessed = pointer === 0 ? r.call.type : r.typeOf(r.argument(0));
  const stated = r.integerOf(r.argument(pointer + 1)) >>> 0;
  if (!takesAlignment(access, stated)) {
    const message = stated === 0 ? "Invalid zero alignment argument" : "Invalid alignment argument";
    r.host.problems.add({ code: "bad-value", message, startBit, endBit, path: ["module"] });
  }
  const alignment = stated || naturalAlignment(r, accessed);
  return r.callOf(target, without(operands, pointer + 1), {
    attributes: withAlignment(r, pointer, alignment),
    attachments,
    tail,
  });
}

/** The attributes of a call whose parameter at `place` is a pointer of this alignment. */
function withAlignment(r: Rewriting, place: number, alignment: number): AttributeList {
  const builder = new AttributeBuilder();
  builder.number(Kind.align, BigInt(alignment));
  const paramSets = Array.from({ length: place + 1 }, (_, i) =>
    i === place ? r.host.attributeSet(builder) : undefined,
  );
  return { functionSet: undefined, returnSet: undefined, paramSets };
}

/** The operands of a masked access, in three parts: those before the pointer, the pointer, those after its alignment. */
interface MaskedOperands {
  readonly before: readonly ValueId[];
  readonly pointer: ValueId;
  readonly alignment: number;
  readonly after: readonly ValueId[];
}

/** A call of a masked load or store, with its alignment as the release states it. */
export function callMasked(
  r: Rewriting,
  access: "load" | "store",
  { before, pointer, alignment, after }: MaskedOperands,
): ValueId {
  const stem = `llvm.masked.${access}`;
  const result = access === "load" ? r.call.type : r.interner.void;
  const name = r.overloadedName(stem, access === "load" ? result : r.typeOf(before[0] ?? pointer), r.typeOf(pointer));
  if (r.host.release < ALIGNED_POINTERS) {
    return r.callNamed(name, result, [...before, pointer, r.integer(alignment, r.interner.i32), ...after]);
  }
  const attributes = withAlignment(r, before.length, alignment);
  return r.callNamed(name, result, [...before, pointer, ...after], { attributes });
}

/** The alignment of an element, for the alignment 0 of a gather or scatter. */
function naturalAlignment(r: Rewriting, type: Type): number {
  return r.host.naturalAlignment(scalarOf(type), "abi");
}

function without<T>(list: readonly T[], place: number): readonly T[] {
  return list.filter((_, i) => i !== place);
}
