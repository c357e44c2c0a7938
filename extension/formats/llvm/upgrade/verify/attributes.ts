/**
 * What the reference's verifier refuses in lists of attributes; see `body.ts`. Source: Verifier's verifyFunctionAttrs,
 * verifyParameterAttrs, verifyAttributeTypes.
 */
import { misfit } from "../../attributes/fit";
import { kindName } from "../../attributes/kinds";
import type { Attribute, AttributeList, AttributeSet } from "../../ir/attributes";
import { isSized } from "../../ir/containedTypes";
import type { Release } from "../../ir/releases";
import type { FunctionType, Type } from "../../ir/types";
import { scalarOf } from "../../ir/types";
import { brokenText } from "./attributeTexts";
import { isSame } from "./types";

/** Whose attributes they are. */
export interface AttributeUser {
  readonly release: Release;
  readonly functionType: FunctionType;
  /** Whether it is an intrinsic, or a call of one; whether it is a call of inline assembly. */
  readonly isIntrinsic: boolean;
  readonly isAssembly: boolean;
  /** Whether it is a function whose address may be merged with another's. */
  readonly isUnnamed: boolean;
}

const words = (text: string): readonly string[] => text.split(" ");
/** What a value that is returned may have, and what a parameter may have besides. */
const OF_RESULTS: ReadonlySet<string> = new Set(
  words(
    "align alignstack dereferenceable dereferenceable_or_null inreg noalias noext nofpclass nofreeobj nonnull noundef" +
      " range" +
      " signext zeroext",
  ),
);
const OF_PARAMETERS: ReadonlySet<string> = new Set([
  ...OF_RESULTS,
  ...words(
    "allocalign allocptr byval byref captures dead_on_return dead_on_unwind elementtype immarg inalloca initializes" +
      " nest nocapture nofree preallocated readnone readonly returned sret swifterror swiftself swiftasync writable" +
      " writeonly",
  ),
]);
/** What functions may have although parameters may too. */
const OF_BOTH: ReadonlySet<string> = new Set(words("align alignstack nofree preallocated readnone readonly writeonly"));
/** The first release whose attributes state what may have them. */
const PLACED: Release = 14;

type Pairs = readonly (readonly [string, string])[];
const PAIRS_OF_PARAMETERS: Pairs = [
  ["inalloca", "readonly"],
  ["sret", "returned"],
  ["zeroext", "signext"],
  ["readnone", "readonly"],
  ["readnone", "writeonly"],
  ["readonly", "writeonly"],
  ["writable", "readnone"],
  ["writable", "readonly"],
];
const PAIRS_OF_FUNCTIONS: Pairs = [
  ["noinline", "alwaysinline"],
  ["optsize", "optnone"],
  ["minsize", "optnone"],
  ["optdebug", "optnone"],
  ["optsize", "optdebug"],
  ["minsize", "optdebug"],
  ["sanitize_realtime", "sanitize_realtime_blocking"],
];
/** A parameter has at most one of these; sret and inreg count as one. */
const EXCLUSIVE: readonly (readonly string[])[] = [
  ["byval"],
  ["inalloca"],
  ["preallocated"],
  ["sret", "inreg"],
  ["nest"],
  ["byref"],
];
/** At most one parameter of a function has these. */
const ONCE = words("nest returned sret swiftself swiftasync swifterror");
/** The attributes with the type of what is passed, which has a size. */
const OF_SIZED = words("byval byref inalloca preallocated");
/** All classes of floating-point numbers. */
const FLOAT_CLASSES = 0x3ffn;

/** The names of the attributes of a set, by set. */
const known = new WeakMap<AttributeSet, ReadonlyMap<string, Attribute>>();
const NONE: ReadonlyMap<string, Attribute> = new Map();
/** The attributes of a set that are not texts, by name. */
export function attributesIn(set: AttributeSet | undefined): ReadonlyMap<string, Attribute> {
  if (!set) return NONE;
  let found = known.get(set);
  if (!found) known.set(set, (found = new Map(set.attributes.flatMap((a) => named(a)))));
  return found;
}
function named(attribute: Attribute): readonly (readonly [string, Attribute])[] {
  const name = attribute.form === "string" ? undefined : kindName(attribute.kind);
  return name === undefined ? [] : [[name, attribute]];
}

/** Whom nothing was wrong with for, by list: many calls share one. */
const sound = new WeakMap<AttributeList, AttributeUser>();
const ASPECTS = ["release", "functionType", "isIntrinsic", "isAssembly", "isUnnamed"] as const;

/** What is wrong with the attributes of a function or a call; undefined if nothing. */
export function brokenAttributes(list: AttributeList | undefined, user: AttributeUser): string | undefined {
  if (!list) return undefined;
  const last = sound.get(list);
  if (last && ASPECTS.every((aspect) => last[aspect] === user[aspect])) return undefined;
  const fault = faultOf(list, user);
  if (fault === undefined) sound.set(list, user);
  return fault;
}
function faultOf(list: AttributeList, user: AttributeUser): string | undefined {
  const { functionType, release } = user;
  return (
    misplaced(list.returnSet, OF_RESULTS, "function return values", release) ??
    brokenSet(list.returnSet, release) ??
    brokenOfType(list.returnSet, functionType.result, release) ??
    brokenParameters(list, user) ??
    brokenFunctionSet(list, functionType, user)
  );
}
function misplaced(
  set: AttributeSet | undefined,
  allowed: ReadonlySet<string>,
  where: string,
  release: Release,
): string | undefined {
  if (release < PLACED) return undefined;
  for (const name of attributesIn(set).keys())
    if (!allowed.has(name)) return `Attribute '${name}' does not apply to ${where}`;
  return undefined;
}
function pairIn(set: ReadonlyMap<string, Attribute>, pairs: Pairs): string | undefined {
  const pair = pairs.find(([one, other]) => set.has(one) && set.has(other));
  return pair && `Attributes '${pair.join(" and ")}' are incompatible!`;
}
/** Whether an attribute is one of an immediate operand: LLVM 23 gives those of its own intrinsics ranges. */
function isOfImmediate(attribute: Attribute): boolean {
  const name = attribute.form === "string" ? undefined : kindName(attribute.kind);
  return name === "immarg" || name === "range";
}
/** What is wrong with the attributes of one parameter or result. */
export function brokenSet(set: AttributeSet | undefined, release: Release): string | undefined {
  if (!set) return undefined;
  const has = attributesIn(set);
  if (has.has("immarg") && !set.attributes.every(isOfImmediate))
    return "Attribute 'immarg' is incompatible with other attributes";
  if (EXCLUSIVE.filter((names) => names.some((name) => has.has(name))).length > 1)
    return "Attributes 'byval', 'inalloca', 'preallocated', 'inreg', 'nest', 'byref', and 'sret' are incompatible!";
  for (const name of OF_SIZED) {
    const attribute = has.get(name);
    if (attribute?.form === "type" && attribute.type && !isSized(attribute.type))
      return `Attribute '${name}' does not support unsized types!`;
  }
  const classes = has.get("nofpclass");
  if (classes?.form === "int" && (classes.value === 0n || (classes.value & ~FLOAT_CLASSES) !== 0n))
    return "Invalid value for 'nofpclass' test mask";
  return pairIn(has, PAIRS_OF_PARAMETERS) ?? brokenText(set, release);
}

/** The releases that limit how the copy of a parameter is aligned, and to how many bytes. */
const [COPIES_ALIGNED, COPIES_FREE, MOST_ALIGNED]: readonly [Release, Release, bigint] = [15, 19, 2n ** 14n];
/** What is wrong with the attributes of a parameter or a result of a type; undefined if nothing. */
function brokenOfType(set: AttributeSet | undefined, type: Type, release: Release): string | undefined {
  const unfit = misfit(set, type, release);
  if (unfit !== undefined) return unfit;
  const has = attributesIn(set);
  const [range, align] = [has.get("range"), has.get("align")];
  const scalar = scalarOf(type);
  if (range?.form === "range" && (scalar.kind !== "integer" || scalar.width !== range.range.bits))
    return "Range bit width must match type bit width!";
  const isLimited = has.has("byval") && release >= COPIES_ALIGNED && release < COPIES_FREE;
  return isLimited && align?.form === "int" && align.value > MOST_ALIGNED
    ? "Attribute 'align' exceed the max size 2^14"
    : undefined;
}

function brokenParameters({ paramSets }: AttributeList, user: AttributeUser): string | undefined {
  const { functionType, release, isIntrinsic, isAssembly } = user;
  const seen = new Set<string>();
  for (const [index, type] of functionType.params.entries()) {
    const set = paramSets[index];
    if (!set) continue;
    const has = attributesIn(set);
    if (!isIntrinsic && has.has("immarg")) return "immarg attribute only applies to intrinsics";
    if (!isIntrinsic && !isAssembly && has.has("elementtype"))
      return "Attribute 'elementtype' can only be applied to intrinsics and inline asm.";
    const fault =
      misplaced(set, OF_PARAMETERS, "parameters", release) ??
      brokenSet(set, release) ??
      brokenOfType(set, type, release);
    if (fault !== undefined) return fault;
    for (const name of ONCE) {
      if (!has.has(name)) continue;
      if (seen.has(name)) return `Cannot have multiple '${name}' parameters!`;
      seen.add(name);
    }
    if (has.has("returned") && !mayBeReturned(type, functionType.result))
      return "Incompatible argument and return types for 'returned' attribute";
    if (has.has("sret") && index > 1) return "Attribute 'sret' is not on first or second parameter!";
    if (has.has("inalloca") && index < functionType.params.length - 1) return "inalloca isn't on the last parameter!";
  }
  return undefined;
}
/** Whether a value of a type is one of the other without a change of bits; vectors of other elements may be. */
function mayBeReturned(type: Type, result: Type): boolean {
  return isSame(type, result) || type.kind === "vector" || result.kind === "vector" || type.kind === "x86_mmx";
}

function brokenFunctionSet(list: AttributeList, type: FunctionType, user: AttributeUser): string | undefined {
  const { functionSet: set } = list;
  if (!set) return undefined;
  const has = attributesIn(set);
  if (user.release >= PLACED)
    for (const name of has.keys())
      if (OF_PARAMETERS.has(name) && !OF_BOTH.has(name)) return `Attribute '${name}' does not apply to functions!`;
  if (has.has("optnone") && !has.has("noinline")) return "Attribute 'optnone' requires 'noinline'!";
  if (has.has("jumptable") && !user.isUnnamed) return "Attribute 'jumptable' requires 'unnamed_addr'";
  return (
    pairIn(has, PAIRS_OF_FUNCTIONS) ??
    brokenAllocation(has, type) ??
    brokenScale(has.get("vscale_range"), user.release) ??
    brokenText(set, user.release)
  );
}

const NO_PARAMETER = 0xffffffffn;
/** The bits of `allockind`. */
const Allocation = { alloc: 1n, realloc: 2n, free: 4n, uninitialized: 8n, zeroed: 16n, aligned: 32n } as const;
function brokenAllocation(has: ReadonlyMap<string, Attribute>, { params }: FunctionType): string | undefined {
  const size = has.get("allocsize");
  if (size?.form === "int")
    for (const index of [size.value >> 32n, size.value & NO_PARAMETER]) {
      if (index === NO_PARAMETER) continue;
      if (index >= params.length) return "'allocsize' argument is out of bounds";
      if (params[Number(index)]?.kind !== "integer") return "'allocsize' argument must refer to an integer parameter";
    }
  const kind = has.get("allockind");
  if (kind?.form !== "int") return undefined;
  const { alloc, realloc, free, uninitialized, zeroed, aligned } = Allocation;
  const action = kind.value & (alloc | realloc | free);
  if (action !== alloc && action !== realloc && action !== free)
    return "'allockind()' requires exactly one of alloc, realloc, and free";
  if (action === free && (kind.value & (uninitialized | zeroed | aligned)) !== 0n)
    return "'allockind(\"free\")' doesn't allow uninitialized, zeroed, or aligned modifiers.";
  const both = uninitialized | zeroed;
  return (kind.value & both) === both ? "'allockind()' can't be both zeroed and uninitialized" : undefined;
}

/** The first releases that refuse a least scale of 0, and scales that are no powers of 2. */
const [FROM_ONE, POWERS]: readonly [Release, Release] = [14, 17];
function brokenScale(scale: Attribute | undefined, release: Release): string | undefined {
  if (scale?.form !== "int") return undefined;
  const [least, most] = [scale.value >> 32n, scale.value & NO_PARAMETER];
  if (least === 0n && release >= FROM_ONE) return "'vscale_range' minimum must be greater than 0";
  if (most !== 0n && least > most) return "'vscale_range' minimum cannot be greater than maximum";
  const isPower = (n: bigint): boolean => (n & (n - 1n)) === 0n;
  return release >= POWERS && !(isPower(least) && isPower(most))
    ? "'vscale_range' must be power-of-two values"
    : undefined;
}
