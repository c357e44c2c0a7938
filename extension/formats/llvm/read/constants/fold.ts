/**
 * Folds constant expressions of plain numbers to numbers, as the reference's reader does: writers other than LLVM
 * (Zig's) leave them as expressions. Source: ConstantFoldCastInstruction and ConstantFoldBinaryInstruction, for
 * integers and null, ConstantFoldShuffleVectorInstruction for vectors that repeat null or nothing, and
 * ConstantFoldInsertElementInstruction for a zero in a vector of zeros.
 */
import type { ValueId } from "../../ir/ids";
import type { TypeInterner } from "../../ir/interner";
import type { Release } from "../../ir/releases";
import type { Type } from "../../ir/types";
import { scalarOf } from "../../ir/types";
import { repeatedElement } from "../../ir/repeated";
import type { Constant, Value } from "../../ir/values";
import { isZero } from "../../ir/values";
import type { ValueTable } from "../../ir/valueTable";
import { isWithinBounds, mayBeMarked } from "./bounds";
import { AddressJoiner, mayBeJoined } from "./joinedAddress";
import { makeExpression, makeFloat, makeNumber } from "./make";
import { GoneConstants, isSupported } from "../../upgrade/constantExpressions";

type Expression = Extract<Constant, { kind: "expression" }>;
type Plain = number | bigint;

/** Casts of which null gives null (all except `addrspacecast`). */
const CASTS: ReadonlySet<string> = new Set([
  ..."trunc zext sext fptrunc fpext fptoui fptosi uitofp sitofp ptrtoint inttoptr bitcast".split(" "),
]);
/** The widths of the floating-point types whose bits are in one number, in the order of an integer's. */
const FLOAT_BITS: ReadonlyMap<Type["kind"], number> = new Map([
  ["half", 16],
  ["bfloat", 16],
  ["float", 32],
  ["double", 64],
]);
/** The first releases in which a vector of a scalable length that repeats null, and one that repeats nothing, is known. */
const [REPEATED_NULL, REPEATED_NOTHING]: readonly [Release, Release] = [14, 21];
/** The first release in which a vector of zeros with one more zero is that vector: clang 14 leaves it for SVE. */
const INSERTED_ZERO: Release = 15;
/** Operations on vectors that may be folded. */
const OF_VECTORS: ReadonlySet<string> = new Set(["shufflevector", "insertelement"]);
/** Operations on integers that give undef if an operand is undef. */
const OF_NOTHING: ReadonlySet<string> = new Set(["add", "sub"]);
const COMMUTATIVE: ReadonlySet<string> = new Set(["add", "mul", "and", "or", "xor"]);

/** The operations on two numbers of a width; undefined if there is no result. */
const OPERATIONS: Readonly<Record<string, (left: bigint, right: bigint, width: number) => bigint | undefined>> = {
  add: (left, right) => left + right,
  sub: (left, right) => left - right,
  mul: (left, right) => left * right,
  and: (left, right) => left & right,
  or: (left, right) => left | right,
  xor: (left, right) => left ^ right,
  shl: (left, right, width) => (isShift(right, width) ? left << right : undefined),
  lshr: (left, right, width) => (isShift(right, width) ? BigInt.asUintN(width, left) >> right : undefined),
  ashr: (left, right, width) => (isShift(right, width) ? left >> right : undefined),
  udiv: (left, right, width) => (right === 0n ? undefined : BigInt.asUintN(width, left) / BigInt.asUintN(width, right)),
  urem: (left, right, width) => (right === 0n ? undefined : BigInt.asUintN(width, left) % BigInt.asUintN(width, right)),
  sdiv: (left, right) => (right === 0n ? undefined : left / right),
  srem: (left, right) => (right === 0n ? undefined : left % right),
};
function isShift(amount: bigint, width: number): boolean {
  return amount >= 0n && amount < BigInt(width);
}

/**
 * The first releases in which casts of a number that a vector of a scalable length repeats, and bitcasts between floats,
 * are numbers.
 */
const [CAST_REPEATED, CAST_FLOATS]: readonly [Release, Release] = [21, 23];
/** Casts of undef that give zero: some of the bits are known. */
const EXTENSIONS: ReadonlySet<string> = new Set(["zext", "sext", "uitofp", "sitofp"]);
/** The first release that keeps the cast of a pointer to an integer of this width and back. */
const [KEPT_ROUND_TRIPS, ADDRESS_BITS]: readonly [Release, number] = [22, 64];
/** The first release in which a bitcast of ones to any type is a number, not only to a vector. */
const CAST_ONES: Release = 21;

/** The right operand with which an operation returns its left operand. */
const NEUTRAL: Readonly<Record<string, bigint>> = { add: 0n, sub: 0n, or: 0n, xor: 0n, mul: 1n, and: -1n };

/** Whether an expression may be folded to a number, null, undef or poison, joined or marked. */
export function mayFold(expression: Expression, release: Release): boolean {
  const { operation } = expression;
  if (CASTS.has(operation) || operation in OPERATIONS || OF_VECTORS.has(operation)) return true;
  return mayBeMarked(expression, release) || mayBeJoined(expression, release);
}

/** The value of an integer constant or null; undefined for other values. */
function numberOf(value: Value | undefined, type: Type | undefined): bigint | undefined {
  if (type?.kind !== "integer") return undefined;
  if (value?.kind === "integer") return BigInt(value.value);
  return value?.kind === "null" ? 0n : undefined;
}

/**
 * Integers up to this many bits are always folded. Wider ones take from a room in proportion to the block: a record of a
 * few bytes may have a result of a megabyte, since an integer has up to 2^23 bits.
 */
const NARROW = 1024;
/** How many bits the wide results of a block may have for each of its own bits. */
export const WIDE_PER_BIT = 64;

function widthOf(type: Type | undefined): number {
  return type?.kind === "integer" ? type.width : 0;
}

/** Folds the expressions of one block. */
export class ConstantFolder {
  /**
   * @param room bits that wide results may have together
   * @param tooWide is told of an expression that stays because its integers are too wide
   */
  constructor(
    private readonly values: ValueTable,
    interner: TypeInterner,
    private readonly release: Release,
    private room: number,
    private readonly tooWide: (expression: Constant) => void,
  ) {
    this.gone = new GoneConstants(values, release);
    this.joiner = new AddressJoiner(values, interner, release);
  }
  private readonly joiner: AddressJoiner;
  private readonly gone: GoneConstants;

  /**
   * Replaces expressions by their values, operands first. Uses no recursion, since a file may nest them to any depth.
   */
  fold(expressions: readonly ValueId[]): void {
    if (expressions.length === 0) return;
    const waiting = new Set(expressions);
    for (const first of expressions) {
      const work = [first];
      for (let id = work.at(-1); id !== undefined; id = work.at(-1)) {
        const value = this.values.at(id);
        // Remove it at the first visit, so that an expression that contains itself does not loop.
        waiting.delete(id);
        const inner = value?.kind === "expression" ? value.operands.find((part) => waiting.has(part)) : undefined;
        if (inner !== undefined) work.push(inner);
        else {
          work.pop();
          if (value?.kind === "expression" && isSupported(value, this.release)) this.foldOne(id, value);
        }
      }
    }
  }

  private foldOne(id: ValueId, expression: Expression): void {
    const folded = this.folded(expression);
    if (folded) this.values.replace(id, folded, expression.type);
  }

  /** Whether an integer of this width may still be computed. */
  private makesRoom(width: number): boolean {
    if (width <= NARROW) return true;
    this.room -= width;
    return this.room >= 0;
  }

  private folded(expression: Expression): Value | undefined {
    const { operation, operands, type } = expression;
    const [first = -1, second = -1] = operands;
    // What becomes instructions makes instructions of what contains it.
    if (this.values.hasGoneConstants && operands.some((id) => this.gone.has(id))) return undefined;
    if (!this.makesRoom(Math.max(widthOf(type), widthOf(this.values.typeOf(first))))) {
      this.tooWide(expression);
      return undefined;
    }
    if (operation === "shufflevector") return this.repeated(expression);
    if (operation === "insertelement") return this.inserted(first, second);
    if (operation === "getelementptr") return this.address(expression);
    if (CASTS.has(operation)) return this.cast(expression, first);
    const operate = OPERATIONS[operation];
    if (!operate || type.kind !== "integer") return undefined;
    if (OF_NOTHING.has(operation) && [first, second].some((id) => this.values.at(id)?.kind === "undef"))
      return this.ofNothing(expression, "undef");
    const [left, right] = [first, second].map((id) => numberOf(this.values.at(id), this.values.typeOf(id)));
    if (left !== undefined && right !== undefined) {
      const result = operate(left, right, type.width);
      return result === undefined ? undefined : this.number(expression, result);
    }
    if (right !== undefined) return this.neutral(expression, first, right);
    return left !== undefined && COMMUTATIVE.has(operation) ? this.neutral(expression, second, left) : undefined;
  }

  /** The result of an operation with one known operand, if that decides it: `x + 0`, `x * 0`. */
  private neutral(expression: Expression, other: ValueId, right: bigint): Value | undefined {
    const { operation } = expression;
    if (right === NEUTRAL[operation]) return this.values.at(other);
    if (right === 0n && (operation === "mul" || operation === "and")) return this.number(expression, 0n);
    if (operation === "and" && this.areClear(other, right)) return this.number(expression, 0n);
    return right === -1n && operation === "or" ? this.number(expression, right) : undefined;
  }

  /**
   * Whether these bits of a value are 0: those of a variable's address below its alignment. AddressSanitizer leaves such
   * expressions, since it aligns variables after it has made them.
   */
  private areClear(id: ValueId, bits: bigint): boolean {
    const address = this.values.at(id);
    if (address?.kind !== "expression" || address.operation !== "ptrtoint") return false;
    const variable = this.values.at(address.operands[0] ?? -1);
    return variable?.kind === "variable" && bits >= 0n && bits < BigInt(variable.alignment);
  }

  /** An address as one expression, marked if it is within bounds. */
  private address(expression: Expression): Value | undefined {
    const joined = this.joiner.joined(expression);
    return this.marked(joined ?? expression) ?? joined;
  }
  private marked(expression: Expression): Value | undefined {
    const { type, startBit, endBit, operands } = expression;
    if (!mayBeMarked(expression, this.release) || !isWithinBounds(expression, this.values, this.release))
      return undefined;
    return makeExpression({ record: { startBit, endBit }, type }, "getelementptr", operands, {
      flags: "inbounds",
      sourceType: expression.sourceType,
      inRange: expression.inRange,
    });
  }

  /** A vector of zeros into which a zero is inserted, wherever. */
  private inserted(vector: ValueId, element: ValueId): Value | undefined {
    const value = this.values.at(vector);
    const isKnown = this.release >= INSERTED_ZERO && value?.kind === "null" && isZero(this.values.at(element));
    return isKnown ? value : undefined;
  }
  /** A shuffle that repeats the first element of a vector, if that is null, undef or poison. */
  private repeated({ operands: [vector = -1, , mask = -1], type, startBit, endBit }: Expression): Value | undefined {
    if (this.values.at(mask)?.kind !== "null") return undefined;
    const element = this.firstElement(vector);
    const isNull = element?.kind === "null";
    if (this.release < (isNull ? REPEATED_NULL : REPEATED_NOTHING)) return undefined;
    const isNothing = element?.kind === "undef" || element?.kind === "poison";
    return isNull || isNothing ? { kind: element.kind, type, startBit, endBit } : undefined;
  }
  /** What tells the first element of a vector: the vector itself, if it is null, undef or poison. */
  private firstElement(vector: ValueId): Value | undefined {
    let value = this.values.at(vector);
    // A damaged file may have a constant that contains itself.
    const passed = new Set<Value>();
    while (value?.kind === "expression" && value.operation === "insertelement" && !passed.has(value)) {
      passed.add(value);
      const [rest = -1, element = -1, index = -1] = value.operands;
      const place = numberOf(this.values.at(index), this.values.typeOf(index));
      if (place === undefined) return undefined;
      value = this.values.at(place === 0n ? element : rest);
      if (place === 0n) return value;
    }
    return value;
  }

  private cast(expression: Expression, operand: ValueId): Value | undefined {
    const { operation, type, startBit, endBit } = expression;
    // x86_mmx and x86_amx have no constants except expressions.
    if (type.kind === "x86_mmx" || type.kind === "x86_amx") return undefined;
    const value = this.values.at(operand);
    const from = this.values.typeOf(operand);
    if (value?.kind === "undef" || value?.kind === "poison") return this.ofNothing(expression, value.kind);
    const pointer = operation === "inttoptr" ? this.sameAddress(value, type) : undefined;
    if (pointer) return pointer;
    const number = numberOf(value, from);
    const isPlain = number !== undefined || (type.kind === "vector" && value?.kind !== "expression");
    if (operation === "bitcast" && from === type && isPlain) return value;
    if (value?.kind === "null" || number === 0n) {
      return type.kind === "integer" ? this.number(expression, 0n) : { kind: "null", type, startBit, endBit };
    }
    const repeated = this.castRepeated(expression, value, from) ?? this.castSingle(expression, value, from);
    if (repeated) return repeated;
    if (operation === "bitcast" && value) return this.reinterpreted(expression, value, from);
    if (number === undefined || from?.kind !== "integer" || type.kind !== "integer") return undefined;
    if (operation === "zext") return this.number(expression, BigInt.asUintN(from.width, number));
    return operation === "trunc" || operation === "sext" ? this.number(expression, number) : undefined;
  }

  /** What an operation on undef or poison gives: the same, or zero where a cast decides some bits. */
  private ofNothing({ operation, type, startBit, endBit }: Expression, kind: "undef" | "poison"): Value | undefined {
    if (operation === "addrspacecast") return undefined;
    const isZeroed = kind === "undef" && EXTENSIONS.has(operation);
    return { kind: isZeroed ? "null" : kind, type, startBit, endBit };
  }
  /** The pointer of type `type` that was cast to an integer of 64 bits. */
  private sameAddress(integer: Value | undefined, type: Type): Value | undefined {
    if (this.release >= KEPT_ROUND_TRIPS || integer?.kind !== "expression" || integer.operation !== "ptrtoint")
      return undefined;
    const [pointer = -1] = integer.operands;
    const isWide = widthOf(scalarOf(integer.type)) === ADDRESS_BITS;
    return isWide && this.values.typeOf(pointer) === type ? this.values.at(pointer) : undefined;
  }

  /** A cast of a vector that repeats a number, to a vector of as many elements: one that repeats the number's cast. */
  private castRepeated(expression: Expression, value: Value | undefined, from: Type | undefined): Value | undefined {
    const { type } = expression;
    if (this.release < CAST_REPEATED || type.kind !== "vector" || from?.kind !== "vector" || type.count !== from.count)
      return undefined;
    const element = repeatedElement(this.values, value);
    return element === undefined
      ? undefined
      : repeating(expression, this.cast({ ...expression, type: type.element }, element));
  }
  /**
   * A bitcast of a number, alone or in a vector of one element, to a vector of one element. Writers fold those, but not the
   * ones to MMX's type, which is such a vector later.
   */
  private castSingle(expression: Expression, value: Value | undefined, from: Type | undefined): Value | undefined {
    const { type, operation } = expression;
    if (operation !== "bitcast" || !isSingle(type)) return undefined;
    const isInVector = from !== undefined && isSingle(from);
    const scalar = isInVector ? from.element : from;
    const part = isInVector ? this.onlyElement(value, from.element) : value;
    return part && repeating(expression, this.reinterpreted({ ...expression, type: type.element }, part, scalar));
  }
  /** The number in a vector of one element. */
  private onlyElement(vector: Value | undefined, type: Type): Value | undefined {
    if (vector?.kind === "aggregate") return this.values.at(vector.elements[0] ?? -1);
    if (vector?.kind !== "data") return undefined;
    const bits = vector.elements[0] ?? 0;
    const place = { record: vector, type };
    return type.kind === "integer" ? makeNumber(place, "integer", bits) : makeFloat(place, BigInt(bits));
  }

  /** The bits of an integer as a floating-point number, or the reverse; since LLVM 20, ones in a vector as either. */
  private reinterpreted(expression: Expression, value: Value, from: Type | undefined): Value | undefined {
    const { type, startBit, endBit } = expression;
    if (from?.kind === "vector") {
      if (this.release < CAST_ONES || !this.isOnes(value, from.element)) return undefined;
      return this.reinterpreted(expression, { kind: "integer", value: -1, type, startBit, endBit }, undefined);
    }
    // Which of its two doubles comes first in an integer depends on the target.
    if (from?.kind === "ppc_fp128" || (from && type.kind === "ppc_fp128")) return undefined;
    if (value.kind === "integer" && type.kind === "integer") return this.number(expression, BigInt(value.value));
    const width = FLOAT_BITS.get(type.kind);
    if (value.kind === "float") {
      if (type.kind === "integer") return this.number(expression, value.bits);
      return width === undefined || this.release < CAST_FLOATS
        ? undefined
        : makeFloat({ record: expression, type }, value.bits);
    }
    if (width === undefined || value.kind !== "integer") return undefined;
    return { kind: "float", bits: BigInt.asUintN(width, BigInt(value.value)), type, startBit, endBit };
  }

  /** Whether each element of a vector of numbers has only bits that are set. */
  private isOnes(vector: Value, element: Type): boolean {
    const width = element.kind === "integer" ? element.width : FLOAT_BITS.get(element.kind);
    if (width === undefined) return false;
    const isOne = (number: number | bigint): boolean => BigInt.asIntN(width, BigInt(number)) === -1n;
    if (vector.kind === "data") return Array.from<number | bigint>(vector.elements).every(isOne);
    if (vector.kind !== "aggregate") return false;
    return vector.elements.every((id) => {
      const part = this.values.at(id);
      return (part?.kind === "integer" && isOne(part.value)) || (part?.kind === "float" && isOne(part.bits));
    });
  }

  private number({ type, startBit, endBit }: Expression, result: bigint): Value {
    const wrapped = BigInt.asIntN(type.kind === "integer" ? type.width : 64, result);
    const value: Plain = Number.isSafeInteger(Number(wrapped)) ? Number(wrapped) : wrapped;
    return { kind: "integer", value, type, startBit, endBit };
  }
}

type Vector = Extract<Type, { kind: "vector" }>;
/** Whether a type is a vector of one element. */
function isSingle(type: Type): type is Vector {
  return type.kind === "vector" && type.count === 1 && !type.scalable;
}

/** The vector that repeats a number; undefined if it is none. */
function repeating(expression: Expression, number: Value | undefined): Value | undefined {
  const place = { record: expression, type: expression.type };
  if (isZero(number)) return makeNumber(place, "null");
  if (number?.kind === "integer") return makeNumber(place, "integer", number.value);
  return number?.kind === "float" ? makeFloat(place, number.bits) : undefined;
}
