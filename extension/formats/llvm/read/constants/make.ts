/**
 * Makes constants as objects of few shapes: a module has millions of them, and code that inspects a value finds its
 * fields at one of a few places. Fields that a kind does not have stay empty and are not visible in its type.
 */
import type { ValueId } from "../../ir/ids";
import type { BitRecord } from "../../../bitstream/record";
import type { Type } from "../../ir/types";
import type { Constant } from "../../ir/values";

type Of<K extends Constant["kind"]> = Extract<Constant, { kind: K }>;
type Expression = Of<"expression">;

/** The record that defines a constant, and the constant's type. */
export interface ConstantPlace {
  readonly record: Pick<BitRecord, "startBit" | "endBit">;
  readonly type: Type;
}

/** The fields that constants of all kinds have. */
export function placeOf({
  record: { startBit, endBit },
  type,
}: ConstantPlace): Pick<Constant, "type" | "startBit" | "endBit"> {
  return { type, startBit, endBit };
}

/** The content of a constant without expression operands; its property has a different name for each kind. */
type Content = number | bigint | string | ArrayLike<number> | readonly bigint[];

/**
 * A number, null, undef, poison, a list of numbers, or a list of constants. The fields are only declared: a class field
 * with an initial value would be assigned twice.
 */
class PlainObject {
  declare readonly kind: Constant["kind"];
  declare readonly type: Type;
  declare readonly startBit: number;
  declare readonly endBit: number;
  declare private readonly content: Content;
  constructor(kind: Constant["kind"], place: ConstantPlace, content: Content) {
    this.kind = kind;
    this.type = place.type;
    this.startBit = place.record.startBit;
    this.endBit = place.record.endBit;
    this.content = content;
  }
  get value(): Content {
    return this.content;
  }
  get bits(): Content {
    return this.content;
  }
  get elements(): Content {
    return this.content;
  }
  get text(): Content {
    return this.content;
  }
}

/** A constant expression. */
class ExpressionObject {
  declare readonly kind: "expression";
  declare readonly type: Type;
  declare readonly startBit: number;
  declare readonly endBit: number;
  declare readonly operation: string;
  declare readonly flags: string;
  declare readonly operands: readonly ValueId[];
  declare readonly sourceType: Type | undefined;
  declare readonly predicate: string | undefined;
  declare readonly inRange: Expression["inRange"] | undefined;
  constructor(place: ConstantPlace, operation: string, operands: readonly ValueId[], rest: ExpressionRest) {
    this.kind = "expression";
    this.type = place.type;
    this.startBit = place.record.startBit;
    this.endBit = place.record.endBit;
    this.operation = operation;
    this.flags = rest.flags ?? "";
    this.operands = operands;
    this.sourceType = rest.sourceType;
    this.predicate = rest.predicate;
    this.inRange = rest.inRange;
  }
}

/** Fields that only some expressions have. */
interface ExpressionRest {
  readonly flags?: string;
  readonly sourceType?: Type | undefined;
  readonly predicate?: string;
  readonly inRange?: Expression["inRange"] | undefined;
}
const NO_REST: ExpressionRest = {};

/** An integer, or null, undef or poison. */
export function makeNumber(
  place: ConstantPlace,
  kind: "null" | "undef" | "poison" | "integer",
  value: number | bigint = 0,
): Constant {
  return new PlainObject(kind, place, value) as unknown as Constant;
}

/** A floating-point number by its bits. */
export function makeFloat(place: ConstantPlace, bits: bigint): Constant {
  return new PlainObject("float", place, bits) as unknown as Constant;
}

/** An aggregate by the numbers of its elements, or an array or vector of plain numbers by their bits. */
export function makeList(
  place: ConstantPlace,
  kind: "aggregate" | "data",
  elements: ArrayLike<number> | readonly bigint[],
): Constant {
  return new PlainObject(kind, place, elements) as unknown as Constant;
}

/** An array of i8 as a byte string. */
export function makeString(place: ConstantPlace, text: string): Constant {
  return new PlainObject("string", place, text) as unknown as Constant;
}

/** A constant expression. */
export function makeExpression(
  place: ConstantPlace,
  operation: string,
  operands: readonly ValueId[],
  rest = NO_REST,
): Constant {
  return new ExpressionObject(place, operation, operands, rest) as unknown as Constant;
}
