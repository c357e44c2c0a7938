/**
 * What the reference's verifier asks of the operands of intrinsics beyond their types, by name. Source:
 * Verifier::visitIntrinsicCall, visitConstrainedFPIntrinsic, visitVPIntrinsic, verifyNoAliasScopeDecl.
 */
import type { CallInstruction, FunctionBody } from "../../ir/function";
import type { Metadata } from "../../ir/metadata";
import type { Release } from "../../ir/releases";
import type { Type, VectorType } from "../../ir/types";
import { scalarOf } from "../../ir/types";
import type { Value } from "../../ir/values";
import { isInterposable } from "../../ir/values";
import { attributesIn } from "./attributes";
import type { CallPlace } from "./callPlace";
import { isSame, withoutCasts } from "./types";

/** A call of an intrinsic, as its rules see it. */
export class IntrinsicCall {
  constructor(
    private readonly call: CallInstruction,
    private readonly place: CallPlace,
  ) {}

  get caller(): FunctionBody["function"] {
    return this.place.body.function;
  }
  get result(): Type {
    return this.call.functionType.result;
  }
  get count(): number {
    return this.call.operands.length;
  }
  value(operand: number): Value | undefined {
    return this.place.values.at(this.call.operands[operand] ?? -1);
  }
  type(operand: number): Type | undefined {
    return this.call.functionType.params[operand];
  }
  /** A constant integer, as a signed number; undefined for anything else. */
  integer(operand: number): number | undefined {
    const [value, type] = [this.value(operand), this.type(operand)];
    if (type?.kind !== "integer") return undefined;
    if (value?.kind === "null") return 0;
    return value?.kind === "integer" ? Number(BigInt.asIntN(type.width, BigInt(value.value))) : undefined;
  }
  isNull(operand: number): boolean {
    return this.value(operand)?.kind === "null";
  }
  /** What an operand is, or is cast from. */
  uncast(operand: number): Value | undefined {
    return withoutCasts(this.call.operands[operand] ?? -1, this.place.values);
  }
  /** The initializer of a constant that an operand refers to, if the linker cannot take another. */
  initializer(operand: number): Value | undefined {
    const global = this.uncast(operand);
    if (global?.kind !== "variable" || !global.constant || global.externallyInitialized) return undefined;
    return isInterposable(global) ? undefined : this.place.values.at(global.initializer ?? -1);
  }
  /** How many bundles with a tag it has. */
  bundled(tag: string): number {
    return this.call.bundles.filter((bundle) => bundle.tag === tag).length;
  }
  /** Whether a return follows it. */
  get precedesReturn(): boolean {
    return this.place.next?.opcode === "ret";
  }
  /** Whether the return that follows returns its result, if it has one. */
  get isReturned(): boolean {
    return this.result.kind === "void" || this.place.next?.operands[0] === this.call.id;
  }
  isAlloca(operand: number): boolean {
    return this.place.allocaOf(this.call.operands[operand]) !== undefined;
  }
  node(operand: number): Metadata | undefined {
    const value = this.value(operand);
    return value?.kind === "metadataOperand" ? this.place.nodes.node(value.metadata) : undefined;
  }
  /** The text of a string of metadata; undefined for anything else. */
  text(operand: number): string | undefined {
    const node = this.node(operand);
    return node?.kind === "string" ? node.text : undefined;
  }
}

/** The first release that has a rule, what breaks it, what the verifier then says, and the last release if there is one. */
type Rule = readonly [from: Release, isBroken: (call: IntrinsicCall) => boolean, message: string, to?: Release];

const NO_COLLECTOR: Rule = [9, ({ caller }) => caller.gc === "", "Enclosing function does not use GC."];
/** The last release in which a relocation may not be of an undefined token. */
const DEFINED: Release = 14;
const UNTIED = "gc relocate is incorrectly tied to the statepoint";
const RELOCATED: readonly Rule[] = [
  [9, (call) => call.isNull(0), UNTIED],
  [9, (call) => ["undef", "poison"].includes(call.value(0)?.kind ?? ""), UNTIED, DEFINED],
];
const INFO = "info argument of llvm.coro.id must refer to";
const COROUTINE: readonly Rule[] = [
  [23, (call) => !call.isNull(1) && !call.isAlloca(1), "promise argument must refer to an alloca"],
  [23, (call) => !call.isNull(2) && call.uncast(2)?.kind !== "function", "coro argument must refer to a function"],
  [23, (call) => call.isNull(2) && !call.isNull(3), "cannot run CoroSplit before CoroEarly"],
  [9, (call) => !call.isNull(3) && !call.initializer(3), `${INFO} an initialized constant`],
  [9, (call) => !call.isNull(3) && call.initializer(3)?.kind !== "aggregate", `${INFO} either a struct or an array`],
];
const UNRETURNED = "calls to experimental_deoptimize must be followed by a return";
const DEOPTIMIZED: readonly Rule[] = [
  [9, (call) => call.bundled("deopt") !== 1, 'experimental_deoptimize must have exactly one "deopt" operand bundle'],
  [9, returnsOther, "experimental_deoptimize return type must match caller return type"],
  [9, (call) => !call.precedesReturn, UNRETURNED],
  [9, (call) => !call.isReturned, `${UNRETURNED} of the value computed by experimental_deoptimize`],
];
const GUARDED: Rule = [
  9,
  (call) => call.bundled("deopt") !== 1,
  'experimental_guard must have exactly one "deopt" operand bundle',
];
const EVEN_BYTES: Rule = [9, ({ result }) => integerBits(result) % 16 !== 0, "bswap must be an even number of bytes"];
const COMPARED: readonly Rule[] = [
  [19, ({ result }) => integerBits(result) < 2, "result type must be at least 2 bits wide"],
  [19, (call) => !isAsLong(call.type(0), call.result), "arguments and result must have the same number of elements"],
];
const SPLICED: Rule = [13, hasOddSplice, "The splice index exceeds the range [-VL, VL-1]", 21];
const INSERTED: Rule = [13, (call) => isOddPart(call, 0, call.type(1), 2), "vector_insert does not fit its vector"];
const EXTRACTED: Rule = [13, (call) => isOddPart(call, 0, call.result, 1), "vector_extract does not fit its vector"];
const LENGTHS: Rule = [
  15,
  (call) => !isAsLong(call.type(0), call.result),
  "VP cast intrinsic first argument and result vector lengths must be equal",
];
const REGISTERS: Rule = [
  19,
  (call) => isOutside(call.integer(0), 24, 256) || (call.integer(0) ?? 0) % 8 !== 0,
  "reg_count argument to nvvm.setmaxnreg must be a multiple of 8 within [24, 256]",
];

const ROUNDINGS = ["tonearest", "downward", "upward", "towardzero", "tonearestaway"].map((mode) => `round.${mode}`);
const ANY_ROUNDING: readonly string[] = [...ROUNDINGS, "round.dynamic"];
const EXCEPTIONS: readonly string[] = ["fpexcept.ignore", "fpexcept.strict", "fpexcept.maytrap"];

const CASTS = "fptosi fptoui sitofp uitofp fptrunc fpext trunc zext sext ptrtoint inttoptr".split(" ");

/** The rules by name, without "llvm." and the types at its end. */
const RULES: ReadonlyMap<string, readonly Rule[]> = new Map<string, readonly Rule[]>([
  ...["gcroot", "gcread", "gcwrite", "experimental.gc.statepoint", "experimental.gc.result"].map(
    (name) => [name, [NO_COLLECTOR]] as const,
  ),
  ...CASTS.map((name) => [`vp.${name}`, [LENGTHS]] as const),
  ["experimental.gc.relocate", RELOCATED],
  ["experimental.deoptimize", DEOPTIMIZED],
  ["experimental.guard", [GUARDED]],
  ["bswap", [EVEN_BYTES]],
  ["scmp", COMPARED],
  ["ucmp", COMPARED],
  ["va_start", [[19, ({ caller }) => !isVariable(caller), "va_start called in a non-varargs function"]]],
  [
    "experimental.get.vector.length",
    [[17, (call) => (call.integer(1) ?? 1) <= 0, "get_vector_length: VF must be positive"]],
  ],
  ["vector.splice", [SPLICED]],
  ["experimental.vector.splice", [SPLICED]],
  ["vector.insert", [INSERTED]],
  ["experimental.vector.insert", [INSERTED]],
  ["vector.extract", [EXTRACTED]],
  ["experimental.vector.extract", [EXTRACTED]],
  [
    "ptrmask",
    [
      [18, (call) => !isOf(call.type(0), "pointer"), "llvm.ptrmask intrinsic first argument must be pointers"],
      [18, (call) => !isAsLong(call.type(0), call.type(1)), "llvm.ptrmask intrinsic arguments must be as long"],
    ],
  ],
  ["threadlocal.address", [[19, isNotOfThread, "llvm.threadlocal.address operand must be thread-local"]]],
  ["fptrunc.round", [[15, (call) => isNone(call.text(1), ROUNDINGS), "unsupported rounding mode argument"]]],
  [
    "experimental.constrained",
    [
      [9, (call) => isNone(call.text(call.count - 1), EXCEPTIONS), "invalid exception behavior argument"],
      [9, hasOddRounding, "invalid rounding mode argument"],
    ],
  ],
  [
    "prefetch",
    [
      [17, (call) => isOutside(call.integer(1), 0, 1), "rw argument to llvm.prefetch must be 0-1"],
      [17, (call) => isOutside(call.integer(2), 0, 3), "locality argument to llvm.prefetch must be 0-3"],
      [17, (call) => isOutside(call.integer(3), 0, 1), "cache type argument to llvm.prefetch must be 0-1"],
    ],
  ],
  ["coro.id", COROUTINE],
  // These begin as that one does, but have other operands.
  ...["coro.id.async", "coro.id.retcon"].map((name) => [name, []] as const),
  [
    "experimental.noalias.scope.decl",
    [[13, hasNotOneScope, "!id.scope.list must point to a list with a single scope"]],
  ],
  ["nvvm.setmaxnreg", [REGISTERS]],
]);

const PREFIX = "llvm.";
/** No name of {@link RULES} is longer than this. */
const LONGEST = Math.max(...Array.from(RULES.keys(), ({ length }) => length));
/** The rules of an intrinsic by its full name, of which what follows the known part is passed over. */
function rulesOf(name: string): readonly Rule[] | undefined {
  const own = name.slice(PREFIX.length, PREFIX.length + LONGEST + 1);
  for (let end = own.length; end > 0; end = own.lastIndexOf(".", end - 1)) {
    const rules = RULES.get(own.slice(0, end));
    if (rules) return rules;
  }
  return undefined;
}

/** What is wrong with the operands of a call of an intrinsic; undefined if nothing. @param name with its "llvm." */
export function brokenOperands(name: string, release: Release, call: () => IntrinsicCall): string | undefined {
  const rules = rulesOf(name);
  if (!rules) return undefined;
  const one = call();
  return rules.find(([from, isBroken, , to = Infinity]) => from <= release && release <= to && isBroken(one))?.[2];
}

function isVariable({ valueType }: FunctionBody["function"]): boolean {
  return valueType.kind === "function" && valueType.vararg;
}
function returnsOther({ caller: { valueType }, result }: IntrinsicCall): boolean {
  return valueType.kind === "function" && !isSame(valueType.result, result);
}
/** The bits of an integer, or of a vector's element; 0 for other types. */
function integerBits(type: Type): number {
  const scalar = scalarOf(type);
  return scalar.kind === "integer" ? scalar.width : 0;
}
function isOf(type: Type | undefined, kind: Type["kind"]): boolean {
  return type !== undefined && scalarOf(type).kind === kind;
}
/** Whether both are vectors of one length, or neither is one. */
function isAsLong(one: Type | undefined, other: Type | undefined): boolean {
  if (one?.kind !== "vector" || other?.kind !== "vector") return one?.kind !== "vector" && other?.kind !== "vector";
  return one.count === other.count && one.scalable === other.scalable;
}
function isOutside(value: number | undefined, least: number, most: number): boolean {
  return value !== undefined && (value < least || value > most);
}
function isNone(text: string | undefined, texts: readonly string[]): boolean {
  return text === undefined || !texts.includes(text);
}

/** Before the exceptions is the rounding mode, unless the operand there is a value, or the predicate of a comparison. */
function hasOddRounding(call: IntrinsicCall): boolean {
  const at = call.count - 2;
  const isComparison = integerBits(call.result) === 1;
  return !isComparison && isOf(call.type(at), "metadata") && isNone(call.text(at), ANY_ROUNDING);
}
function hasOddSplice(call: IntrinsicCall): boolean {
  const [index, { result }] = [call.integer(2), call];
  if (index === undefined || result.kind !== "vector") return false;
  const scale = attributesIn(call.caller.attributes?.functionSet).get("vscale_range");
  const least = result.count * (scale?.form === "int" ? Number(scale.value >> 32n) : 1);
  return isOutside(index, -least, least - 1);
}
/** Whether a part does not begin at a multiple of its length in a vector, or does not end in it. */
function isOddPart(call: IntrinsicCall, whole: number, part: Type | undefined, at: number): boolean {
  const [vector, index] = [call.type(whole), call.integer(at)];
  if (vector?.kind !== "vector" || part?.kind !== "vector") return false;
  if (scalarOf(vector) !== scalarOf(part) && !isOf(vector, "pointer")) return true;
  if (index === undefined) return false;
  return index % part.count !== 0 || (isScaledAlike(vector, part) && index + part.count > vector.count);
}
function isScaledAlike(one: VectorType, other: VectorType): boolean {
  return one.scalable === other.scalable;
}
/** Casts that change a pointer stay in the way; others of constants are none where pointers have no pointee. */
function isNotOfThread(call: IntrinsicCall): boolean {
  const value = call.value(0);
  switch (value?.kind) {
    case "variable":
    case "alias":
      return value.threadLocal === 0;
    case "expression":
      return value.operation === "addrspacecast" || value.operation === "inttoptr";
    default:
      return value !== undefined;
  }
}
function hasNotOneScope(call: IntrinsicCall): boolean {
  const node = call.node(0);
  return node?.kind === "tuple" && node.operands.length !== 1;
}
