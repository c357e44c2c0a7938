/**
 * Constants as objects of few shapes: modules have millions of them, and whoever asks a value what it is finds the answer
 * at one of a few places. Fields that a constant's kind does not have stay empty, and its type does not show them.
 */
import type { ValueId } from "../ir/ids";
import type { BitRecord } from "../../bitstream/record";
import type { Type } from "../ir/types";
import type { Constant } from "../ir/values";

type Of<K extends Constant["kind"]> = Extract<Constant, { kind: K }>;
type Expression = Of<"expression">;

/** The record that defines a constant, and the constant's type. */
export interface ConstantPlace {
  readonly record: BitRecord;
  readonly type: Type;
}

/** What constants of all kinds have. */
export function placeOf({
  record: { startBit, endBit },
  type,
}: ConstantPlace): Pick<Constant, "type" | "startBit" | "endBit"> {
  return { type, startBit, endBit };
}

/** The one thing that a constant without operands consists of, whatever it is called for its kind. */
type Content = number | bigint | string | ArrayLike<number> | readonly bigint[];

/**
 * One number, what stands for any value, several numbers, or other constants. Fields are declared alone, as a field with a
 * value of its own would be set twice.
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

/** An operation on constants. */
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

/** What some expressions have. */
interface ExpressionRest {
  readonly flags?: string;
  readonly sourceType?: Type | undefined;
  readonly predicate?: string;
  readonly inRange?: Expression["inRange"] | undefined;
}
const NO_REST: ExpressionRest = {};

/** An integer, or a value that has no number of its own. */
export function makeNumber(
  place: ConstantPlace,
  kind: "null" | "undef" | "poison" | "integer",
  value: number | bigint = 0,
): Constant {
  return new PlainObject(kind, place, value) as unknown as Constant;
}

/** A floating-point number, by its bits. */
export function makeFloat(place: ConstantPlace, bits: bigint): Constant {
  return new PlainObject("float", place, bits) as unknown as Constant;
}

/** An aggregate, by the numbers of its elements; an array or vector of plain numbers, by their bits. */
export function makeList(
  place: ConstantPlace,
  kind: "aggregate" | "data",
  elements: ArrayLike<number> | readonly bigint[],
): Constant {
  return new PlainObject(kind, place, elements) as unknown as Constant;
}

/** An array of i8, as a byte string. */
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
