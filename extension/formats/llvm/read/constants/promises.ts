/**
 * The types that records of constants promise the constants they refer to. Up to LLVM 14, the reference's reader makes
 * each constant at once and refuses one of another type (getConstantFwdRef); later it only refuses numbers without a value.
 */
import type { ValueId } from "../../ir/ids";
import type { Release } from "../../ir/releases";
import type { Type } from "../../ir/types";
import { scalarOf } from "../../ir/types";
import type { Constant, Value } from "../../ir/values";
import type { ValueTable } from "../../ir/valueTable";
import { binaryNameFor, castName } from "../../operations";
import { CONSTANTS } from "../../spec/constants";
import { RecordFault } from "../../stream/blocks";
import type { ConstantScope } from "./scope";

/** The first release that makes constants when they are used, and the first that then checks their elements. */
export const LAZY: Release = 15;
const CHECKED_ELEMENTS: Release = 21;
/** The first release that does not compare the source type of a getelementptr with a pointee. */
const NO_POINTEES: Release = 17;

/** Takes a value's number and its type. */
type Promised = (id: ValueId, type: Type | undefined) => void;

/** The types that an aggregate's elements have. */
function elementType(type: Type, index: number): Type | undefined {
  if (type.kind === "array" || type.kind === "vector") return type.element;
  return type.kind === "struct" ? type.elements?.[index] : undefined;
}

/** The references in records, by the names of their codes. */
const REFERENCES: Readonly<Record<string, (scope: ConstantScope, promise: Promised) => void>> = {
  AGGREGATE: ({ record, type }, promise) => {
    for (let i = 0; i < record.length; i++) promise(record.word(i), elementType(type, i));
  },
  // An unknown operation is undef, and its operands are not looked at.
  CE_BINOP: ({ record, type }, promise) => {
    if (binaryNameFor(record.value(0), type) === undefined) return;
    for (const at of [1, 2]) promise(record.value(at), type);
  },
  CE_CAST: ({ record, types }, promise) => {
    if (castName(record.value(0)) !== undefined) promise(record.value(2), types[record.value(1)]);
  },
  CE_SELECT: ({ record, type }, promise) => {
    for (const at of [1, 2]) promise(record.value(at), type);
  },
  CE_CMP: ({ record, types }, promise) => {
    for (const at of [1, 2]) promise(record.value(at), types[record.value(0)]);
  },
  CE_GEP_OLD: (scope, promise) => {
    pairs(scope, scope.record.length % 2, promise);
  },
  CE_INBOUNDS_GEP: (scope, promise) => {
    pairs(scope, scope.record.length % 2, promise);
  },
  CE_GEP_WITH_INRANGE_INDEX_OLD: (scope, promise) => {
    pairs(scope, 2, promise);
  },
  CE_GEP: (scope, promise) => {
    pairs(scope, 2, promise);
  },
};
/** The same by code: every constant is looked up. */
const BY_CODE = new Map(Object.entries(CONSTANTS).map(([code, { name }]) => [Number(code), REFERENCES[name]]));

/**
 * [type, value]… from operand `first` on: the base of a getelementptr and its indices. @throws {RecordFault} if the type
 * stated before them, if any, is not that of what the base points to
 */
function pairs({ record, types, release = LAZY }: ConstantScope, first: number, promise: Promised): void {
  const base = types[record.value(first)];
  const pointer = base && scalarOf(base);
  if (pointer !== undefined && pointer.kind !== "pointer")
    throw new RecordFault("bad-type", "GEP base operand must be pointer or vector of pointer");
  const isCompared = first > 0 && release < NO_POINTEES && pointer?.pointee !== undefined;
  if (isCompared && pointer.pointee !== types[record.value(0)])
    throw new RecordFault("bad-type", "Explicit gep operator type does not match pointee type of pointer operand");
  for (let at = first; at + 1 < record.length; at += 2) promise(record.value(at + 1), types[record.value(at)]);
}

/** A constant whose parts do not fit. */
export interface BrokenConstant {
  readonly message: string;
  readonly constant: Constant;
}

/** The kinds of constants whose parts are checked when they are made (materializeValue). */
const COMPOSED: ReadonlySet<Constant["kind"]> = new Set(["aggregate", "blockAddress", "dsoLocalEquivalent", "noCfi"]);
const GLOBALS: ReadonlySet<Value["kind"] | undefined> = new Set(["variable", "function", "alias", "ifunc"]);

/** What is wrong with the parts of a constant; undefined if nothing. */
function faultOfParts(constant: Constant, values: ValueTable, release: Release): string | undefined {
  switch (constant.kind) {
    case "aggregate":
      return release >= CHECKED_ELEMENTS ? faultOfElements(constant.type, constant.elements, values) : undefined;
    case "blockAddress":
      if (values.at(constant.function)?.kind !== "function") return "blockaddress operand must be a function";
      return constant.block === 0 ? "Invalid ID" : undefined;
    case "dsoLocalEquivalent":
      return GLOBALS.has(values.at(constant.global)?.kind) ? undefined : "dso_local operand must be GlobalValue";
    case "noCfi":
      return GLOBALS.has(values.at(constant.global)?.kind) ? undefined : "no_cfi operand must be GlobalValue";
    default:
      return undefined;
  }
}
function faultOfElements(type: Type, elements: readonly ValueId[], values: ValueTable): string | undefined {
  const isStruct = type.kind === "struct";
  const count = isStruct ? type.elements?.length : type.kind === "array" || type.kind === "vector" ? type.count : 0;
  if (count !== elements.length) return `Invalid number of elements in ${type.kind} initializer`;
  for (let i = 0; i < elements.length; i++) {
    const own = values.typeOf(elements[i] as ValueId);
    if (own && !values.isSameType(own, elementType(type, i))) return `Incorrect type in ${type.kind} initializer`;
  }
  return undefined;
}

/** Checks the references of the constants of one block. */
export class ConstantPromises {
  /** The last constant that refers to a later value than any before it. */
  private furthest = -1;
  /** Whether a constant is refused at once. */
  private readonly isExact: boolean;
  constructor(
    private readonly values: ValueTable,
    private readonly release: Release,
  ) {
    this.isExact = release < LAZY;
  }

  /** The constants of other constants, whose parts are checked when all of them are known. */
  private readonly composed: Constant[] = [];

  /** Notes what a constant refers to. @throws {RecordFault} if it is of another type than it should be */
  check(scope: ConstantScope, constant: Constant | undefined): void {
    if (!this.isExact && constant && COMPOSED.has(constant.kind)) this.composed.push(constant);
    this.isKept = true;
    BY_CODE.get(scope.record.code)?.(scope, this.promise);
    if (!this.isKept) throw new RecordFault("bad-type", "Type mismatch in constant table!");
  }
  /** Whether the references of the constant that is checked have the types that they should have. */
  private isKept = true;
  private readonly promise: Promised = (id, type) => {
    this.furthest = Math.max(this.furthest, id);
    // A reference to itself is one to a value that is not there yet.
    if (this.isExact && type !== undefined) this.isKept &&= this.values.expect(id, type);
  };
  /** To be called after the last constant. Returns whether all that was referred to has been defined. */
  end(): boolean {
    if (this.isExact) this.values.endExpectations();
    return this.furthest < this.values.length;
  }
  /** To be called after {@link end}: the constants whose parts do not fit, with what the reference says of them. */
  *broken(): Generator<BrokenConstant> {
    for (const constant of this.composed) {
      const message = faultOfParts(constant, this.values, this.release);
      if (message !== undefined) yield { message, constant };
    }
  }
}
