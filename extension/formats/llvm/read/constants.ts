/** Reads CONSTANTS_BLOCK: each record except SETTYPE defines the next value (facts: LLVMBitCodes.h, ConstantsCodes). */
import type { ValueId } from "../ir/ids";
import type { BitstreamReader } from "../../bitstream/reader";
import type { BitRecord } from "../../bitstream/record";
import type { Release } from "../ir/releases";
import type { FunctionType, Type } from "../ir/types";
import { isFloating, scalarOf } from "../ir/types";
import type { Constant } from "../ir/values";
import { binaryName, castName, fastMathText, gepFlagsText, integerFlagsText, predicateName } from "../operations";
import { makeExpression, makeFloat, makeList, makeNumber, makeString, placeOf } from "./makeConstant";
import { isSupported } from "../upgrade/constantExpressions";
import type { BlockHandler, ProblemList } from "../stream/blocks";
import { ConstantFolder, mayFold } from "./foldedConstants";
import { blockInSteps, readBlock, RecordFault, signedBig, signedNumber } from "../stream/blocks";
import type { TypeInterner } from "../ir/interner";
import type { ValueTable } from "../ir/valueTable";

const SETTYPE = 1;

/** What the reader of a record gets. */
export interface ConstantScope {
  readonly record: BitRecord;
  readonly type: Type;
  readonly types: readonly Type[];
  readonly values: ValueTable;
}

/** Where the constants of a module go if they are kept as positions. */
export interface ConstantStore {
  /** Stores a constant whose record was just read. */
  addConstant(reader: BitstreamReader, type: Type): void;
}

/** The constant that a record defines; undef for one that is damaged or unknown, as in the reference. */
export function constantOf(scope: ConstantScope): Constant {
  try {
    return READERS[scope.record.code]?.(scope) ?? makeNumber(scope, "undef");
  } catch (thrown) {
    if (!(thrown instanceof RecordFault)) throw thrown;
    return makeNumber(scope, "undef");
  }
}

/** Reads blocks of constants into a value table. */
export class ConstantsReader {
  constructor(
    private readonly types: readonly Type[],
    private readonly values: ValueTable,
    private readonly interner: TypeInterner,
    private readonly problems: ProblemList,
    private readonly release: Release,
    private readonly literal: boolean,
    private readonly store?: ConstantStore,
  ) {}

  /**
   * Reads the block that was just entered. Unless constants are read literally, folds expressions that are plain
   * numbers.
   */
  read(reader: BitstreamReader, path: readonly string[]): void {
    readBlock(reader, this.problems, this.handler(reader, path));
    this.fold();
  }
  /** Like {@link read}, in steps: a large module has millions of constants. */
  *inSteps(reader: BitstreamReader, path: readonly string[]): Generator<void, void, undefined> {
    yield* blockInSteps(reader, this.problems, this.handler(reader, path));
    this.fold();
  }
  private handler(reader: BitstreamReader, path: readonly string[]): BlockHandler {
    let type: Type = this.interner.i32;
    this.expressions = [];
    return {
      path: [...path, "constants"],
      record: (record) => {
        if (record.code === SETTYPE) {
          const next = this.types[record.value(0)];
          if (!next || next.kind === "void") throw new RecordFault("bad-type", "Invalid constant type");
          type = next;
        } else this.define(reader, record, type);
      },
    };
  }
  private fold(): void {
    if (!this.literal && this.release > 3) new ConstantFolder(this.values, this.release).fold(this.expressions);
  }
  /** The expressions of the block that may be folded to a number. */
  private expressions: ValueId[] = [];

  private define(reader: BitstreamReader, record: BitRecord, type: Type): void {
    const { values, store } = this;
    const read = READERS[record.code];
    let constant: Constant | undefined;
    try {
      if (!read && this.problems.newer) throw new RecordFault("unsupported", `unknown constant code ${record.code}`);
      constant = read?.({ record, type, types: this.types, values });
      if (constant?.kind === "expression") {
        if (!this.literal && mayFold(constant.operation)) this.expressions.push(values.length);
        if (!isSupported(constant, this.release)) values.hasGoneConstants = true;
      }
    } finally {
      // What cannot be read, or is unknown, is still a value, as in the reference: undef.
      if (store) store.addConstant(reader, type);
      else values.push(constant ?? makeNumber({ record, type }, "undef"), type);
    }
  }
}

function typeAt(scope: ConstantScope, operand: number): Type {
  const type = scope.types[scope.record.value(operand)];
  if (!type) throw new RecordFault("bad-type", "Invalid record: no such type");
  return type;
}

function need(record: BitRecord, count: number, what: string): void {
  if (record.length < count) throw new RecordFault("bad-record", `Invalid ${what} record`);
}

function ids(record: BitRecord, from: number, step = 1): ValueId[] {
  const list: ValueId[] = [];
  for (let i = from; i < record.length; i += step) list.push(record.value(i));
  return list;
}

function readInteger(scope: ConstantScope): Constant {
  const { record, type } = scope;
  need(record, 1, "integer const");
  const { width } = numberType(type, "Invalid integer const record");
  const raw = record.value(0);
  const value = raw <= Number.MAX_SAFE_INTEGER ? signedNumber(raw) : signedBig(record.big(0));
  // -0 as a signed VBR means the smallest 64-bit number.
  if (raw === 1) return makeNumber(scope, "integer", BigInt.asIntN(width, width > 64 ? 1n << 63n : -(1n << 63n)));
  // The record has a single word, so a wider integer has zeros above it.
  if (width > 64) return makeNumber(scope, "integer", wrapped(BigInt.asUintN(64, BigInt(value)), width));
  return makeNumber(scope, "integer", wrapped(value, width));
}

/**
 * The integer or byte type of a number. Since LLVM 23, a vector of bytes is allowed, all of whose elements are the
 * number.
 */
function numberType(type: Type, fault: string): { readonly width: number } {
  const scalar = type.kind === "vector" && type.element.kind === "byte" ? type.element : type;
  if (scalar.kind !== "integer" && scalar.kind !== "byte") throw new RecordFault("bad-type", fault);
  return scalar;
}

/** A number wrapped to a signed one of `width` bits. */
function wrapped(value: number | bigint, width: number): number | bigint {
  if (width > 64) return value;
  if (typeof value === "number" && width < 53) {
    const half = 2 ** (width - 1);
    if (value >= -half && value < half) return value;
  }
  if (typeof value === "number" && width >= 53) return value;
  const exact = BigInt.asIntN(width, BigInt(value));
  return width <= 53 ? Number(exact) : exact;
}

function readWideInteger(scope: ConstantScope): Constant {
  const { record, type } = scope;
  const { width } = numberType(type, "Invalid wide integer const record");
  let value = 0n;
  for (let i = record.length - 1; i >= 0; i--) value = (value << 64n) | BigInt.asUintN(64, signedBig(record.big(i)));
  return makeNumber(scope, "integer", BigInt.asIntN(width, value));
}

function readFloat(scope: ConstantScope): Constant {
  const { record, type } = scope;
  need(record, 1, "float const");
  // Since LLVM 23, a vector type means that all elements are this number.
  const scalar = scalarOf(type);
  switch (scalar.kind) {
    case "x86_fp80":
      // [sign, exponent and the top 48 bits of the significand; its low 16 bits]
      return makeFloat(scope, (BigInt.asUintN(64, record.big(0)) << 16n) | BigInt.asUintN(16, record.big(1)));
    case "fp128":
      return makeFloat(scope, record.big(0) | (record.big(1) << 64n));
    case "ppc_fp128":
      // The first double is the low word of the bit pattern.
      return makeFloat(scope, record.big(0) | (record.big(1) << 64n));
    default:
      if (!isFloating(scalar)) return makeNumber(scope, "undef");
      return makeFloat(scope, record.big(0));
  }
}

function readAggregate(scope: ConstantScope): Constant {
  const { record, type } = scope;
  need(record, 1, "aggregate");
  if (type.kind !== "struct" && type.kind !== "array" && type.kind !== "vector") return makeNumber(scope, "undef");
  return makeList(scope, "aggregate", ids(record, 0));
}

/** The element types of plain data (ConstantDataSequential::isElementTypeCompatible). */
const DATA_FLOATS: ReadonlySet<string> = new Set(["half", "bfloat", "float", "double"]);
const DATA_WIDTHS: ReadonlySet<number> = new Set([8, 16, 32, 64]);
function isData(element: Type): boolean {
  const isInteger = element.kind === "integer" || element.kind === "byte";
  return isInteger ? DATA_WIDTHS.has(element.width) : DATA_FLOATS.has(element.kind);
}

function readData(scope: ConstantScope): Constant {
  const { record, type } = scope;
  const element = type.kind === "array" || type.kind === "vector" ? type.element : undefined;
  if (!element || !isData(element)) throw new RecordFault("bad-type", "Invalid type for value");
  const wide =
    element.kind === "double" || ((element.kind === "integer" || element.kind === "byte") && element.width > 53);
  if (!wide) return makeList(scope, "data", record.values.slice(0, record.length));
  const elements: bigint[] = [];
  for (let i = 0; i < record.length; i++) elements.push(record.big(i));
  return makeList(scope, "data", elements);
}

function readBinary(scope: ConstantScope): Constant {
  const { record, type } = scope;
  need(record, 3, "constexpr binop");
  const operation = binaryName(record.value(0), isFloating(scalarOf(type)));
  if (operation === undefined) return makeNumber(scope, "undef");
  const flags = integerFlagsText(operation, record.value(3));
  return makeExpression(scope, operation, [record.value(1), record.value(2)], { flags });
}

function readUnary(scope: ConstantScope): Constant {
  const { record, type } = scope;
  need(record, 2, "constexpr unop");
  if (record.value(0) !== 0 || !isFloating(scalarOf(type))) return makeNumber(scope, "undef");
  return makeExpression(scope, "fneg", [record.value(1)], { flags: fastMathText(record.value(2)) });
}

function readCast(scope: ConstantScope): Constant {
  const { record } = scope;
  need(record, 3, "constexpr cast");
  const operation = castName(record.value(0));
  if (operation === undefined) return makeNumber(scope, "undef");
  typeAt(scope, 1);
  return makeExpression(scope, operation, [record.value(2)]);
}

/**
 * Reads the getelementptr records: CE_GEP_OLD 12, CE_INBOUNDS_GEP 20, 24 with an inrange index, 31 with an inrange
 * range, 32.
 */
function readGep(scope: ConstantScope): Constant {
  const { record } = scope;
  const gep = gepHead(scope);
  if ((record.length - gep.first) % 2 !== 0 || record.length - gep.first < 2) {
    throw new RecordFault(
      "bad-record",
      record.length - gep.first < 2
        ? "Constant GEP record must have at least two elements"
        : "Invalid constexpr gep record",
    );
  }
  const operands = ids(record, gep.first + 1, 2);
  const source = gep.source ?? pointeeOf(scope.types[record.value(gep.first)]);
  if (!source) throw new RecordFault("bad-type", "Missing element type for old-style constant GEP");
  const inRange = gep.inRangeIndex === undefined ? undefined : { index: gep.inRangeIndex };
  return makeExpression(scope, "getelementptr", operands, { flags: gep.flags, sourceType: source, inRange });
}

interface GepHead {
  readonly first: number;
  readonly source: Type | undefined;
  readonly flags: string;
  readonly inRangeIndex?: number;
}

function gepHead(scope: ConstantScope): GepHead {
  const { record } = scope;
  switch (record.code) {
    case 24: {
      const bits = record.value(1);
      return { first: 2, source: typeAt(scope, 0), flags: gepFlagsText(bits & 1), inRangeIndex: Math.floor(bits / 2) };
    }
    case 31: {
      const range = readRange(record, 2);
      const flags = `${gepFlagsText(record.value(1))} inrange(${range.lower}, ${range.upper})`.trim();
      return { first: range.next, source: typeAt(scope, 0), flags };
    }
    case 32:
      return { first: 2, source: typeAt(scope, 0), flags: gepFlagsText(record.value(1)) };
    default: {
      const explicit = record.length % 2 === 1;
      const flags = record.code === 20 ? "inbounds" : "";
      return { first: explicit ? 1 : 0, source: explicit ? typeAt(scope, 0) : undefined, flags };
    }
  }
}

/** A constant range: [bit width, lower, upper] as signed VBRs; past 64 bits [word counts, words…]. */
function readRange(record: BitRecord, from: number): { lower: bigint; upper: bigint; next: number } {
  const bits = record.value(from);
  if (bits <= 64) {
    return { lower: signedBig(record.big(from + 1)), upper: signedBig(record.big(from + 2)), next: from + 3 };
  }
  const counts = record.big(from + 1);
  const lowerWords = Number(counts & 0xffffffffn);
  const upperWords = Number(counts >> 32n);
  const word = (at: number, count: number): bigint => {
    let value = 0n;
    for (let i = Math.min(count, record.length) - 1; i >= 0; i--) {
      value = (value << 64n) | BigInt.asUintN(64, signedBig(record.big(at + i)));
    }
    return BigInt.asIntN(bits, value);
  };
  const first = from + 2;
  return {
    lower: word(first, lowerWords),
    upper: word(first + lowerWords, upperWords),
    next: first + lowerWords + upperWords,
  };
}

function pointeeOf(type: Type | undefined): Type | undefined {
  const pointer = type && scalarOf(type);
  return pointer?.kind === "pointer" ? pointer.pointee : undefined;
}

function readCompare(scope: ConstantScope): Constant {
  const { record } = scope;
  need(record, 4, "constexpr cmp");
  const predicate = predicateName(record.value(3));
  if (predicate === undefined) throw new RecordFault("bad-value", "Invalid constexpr cmp record");
  const floating = isFloating(scalarOf(typeAt(scope, 0)));
  const operands = [record.value(1), record.value(2)];
  return makeExpression(scope, floating ? "fcmp" : "icmp", operands, { predicate });
}

/** The four forms of inline assembly: 18 (two flag bits), 23 (three), 28 (four), 30 (function type first). */
function readInlineAsm(scope: ConstantScope): Constant {
  const { record } = scope;
  let at = 0;
  let type = scope.type;
  if (record.code === 30) type = typeAt(scope, at++);
  else type = pointeeOf(type) ?? type;
  const flags = record.value(at++);
  const assemblyEnd = at + 1 + record.value(at);
  const constraintsEnd = assemblyEnd + 1 + record.value(assemblyEnd);
  if (constraintsEnd > record.length) throw new RecordFault("bad-record", "Invalid inlineasm record");
  const text = record.text(0);
  const assembly = text.slice(at + 1, assemblyEnd);
  const constraints = text.slice(assemblyEnd + 1, constraintsEnd);
  if (type.kind !== "function") throw new RecordFault("bad-type", "Invalid inlineasm record: no function type");
  const functionType: FunctionType = type;
  return { kind: "inlineAsm", ...placeOf(scope), functionType, flags, assembly, constraints };
}

/** Readers by record code. */
const READERS: Readonly<Record<number, (scope: ConstantScope) => Constant>> = {
  2: (scope) => makeNumber(scope, "null"),
  3: (scope) => makeNumber(scope, "undef"),
  4: readInteger,
  5: readWideInteger,
  6: readFloat,
  7: readAggregate,
  8: (scope) => makeString(scope, scope.record.text()),
  9: (scope) => makeString(scope, scope.record.text() + "\0"),
  10: readBinary,
  11: readCast,
  12: readGep,
  13: (scope) => makeExpression(scope, "select", ids(scope.record, 0)),
  14: (scope) => {
    const { record } = scope;
    return makeExpression(scope, "extractelement", [record.value(1), record.value(record.length === 4 ? 3 : 2)]);
  },
  15: (scope) => {
    const { record } = scope;
    const operands = [record.value(0), record.value(1), record.value(record.length === 4 ? 3 : 2)];
    return makeExpression(scope, "insertelement", operands);
  },
  16: (scope) => makeExpression(scope, "shufflevector", ids(scope.record, 0)),
  17: readCompare,
  18: readInlineAsm,
  19: (scope) => makeExpression(scope, "shufflevector", ids(scope.record, 1)),
  20: readGep,
  21: (scope) => {
    const { record } = scope;
    return { kind: "blockAddress", ...placeOf(scope), function: record.value(1), block: record.value(2) };
  },
  22: readData,
  23: readInlineAsm,
  24: readGep,
  25: readUnary,
  26: (scope) => makeNumber(scope, "poison"),
  27: (scope) => ({ kind: "dsoLocalEquivalent", ...placeOf(scope), global: scope.record.value(1) }),
  28: readInlineAsm,
  29: (scope) => ({ kind: "noCfi", ...placeOf(scope), global: scope.record.value(1) }),
  30: readInlineAsm,
  31: readGep,
  32: readGep,
  33: (scope) => ({ kind: "ptrAuth", ...placeOf(scope), operands: ids(scope.record, 0) }),
  34: (scope) => ({ kind: "ptrAuth", ...placeOf(scope), operands: ids(scope.record, 0) }),
  35: readInteger,
  36: readWideInteger,
};
