/** CONSTANTS_BLOCK: each record but SETTYPE defines the next value (facts: LLVMBitCodes.h, ConstantsCodes). */
import type { BitstreamReader } from "../../bitstream/reader";
import type { BitRecord } from "../../bitstream/record";
import type { Release } from "../ir/releases";
import type { FunctionType, Type } from "../ir/types";
import { isFloating, scalarOf } from "../ir/types";
import type { Constant, ValueId } from "../ir/values";
import { binaryName, castName, fastMathText, gepFlagsText, integerFlagsText, predicateName } from "../operations";
import { isSupported } from "../upgrade/constantExpressions";
import type { BlockHandler, ProblemList } from "../stream/blocks";
import { ConstantFolder, mayFold } from "./foldedConstants";
import { blockInSteps, readBlock, RecordFault, signedBig, signedNumber } from "../stream/blocks";
import type { TypeInterner } from "../ir/interner";
import type { ValueTable } from "../ir/valueTable";

const SETTYPE = 1;

/** The constant without its type and range, which all have. */
type Body = Constant extends infer C ? (C extends Constant ? Omit<C, "type" | "startBit" | "endBit"> : never) : never;

/** What a record's reader is given. */
interface Scope {
  readonly record: BitRecord;
  readonly type: Type;
  readonly types: readonly Type[];
  readonly values: ValueTable;
}

/** Reads blocks of constants onto a value table. */
export class ConstantsReader {
  constructor(
    private readonly types: readonly Type[],
    private readonly values: ValueTable,
    private readonly interner: TypeInterner,
    private readonly problems: ProblemList,
    private readonly release: Release,
    private readonly literal: boolean,
  ) {}

  /** Reads the block that was just entered; unless constants stay as the file has them, folds what comes to a number. */
  read(reader: BitstreamReader, path: readonly string[]): void {
    readBlock(reader, this.problems, this.handler(path));
    this.fold();
  }
  /** The same in steps: a large module has millions of constants. */
  *inSteps(reader: BitstreamReader, path: readonly string[]): Generator<void, void, undefined> {
    yield* blockInSteps(reader, this.problems, this.handler(path));
    this.fold();
  }
  private handler(path: readonly string[]): BlockHandler {
    let type: Type = this.interner.i32;
    this.expressions = [];
    return {
      path: [...path, "constants"],
      record: (record) => {
        if (record.code === SETTYPE) {
          const next = this.types[record.value(0)];
          if (!next || next.kind === "void") throw new RecordFault("bad-type", "Invalid constant type");
          type = next;
        } else this.define(record, type);
      },
    };
  }
  private fold(): void {
    if (!this.literal && this.release > 3) new ConstantFolder(this.values, this.release).fold(this.expressions);
  }
  /** Those expressions of the block that may come to a number. */
  private expressions: ValueId[] = [];

  private define(record: BitRecord, type: Type): void {
    const { startBit, endBit } = record;
    const id = this.values.length;
    const read = READERS[record.code];
    try {
      if (!read && this.problems.newer) throw new RecordFault("unsupported", `unknown constant code ${record.code}`);
      const body = read?.({ record, type, types: this.types, values: this.values });
      if (body?.kind === "expression") {
        if (mayFold(body.operation)) this.expressions.push(id);
        if (!isSupported(body, this.release)) this.values.hasGoneConstants = true;
      }
      if (body) this.values.push(located(body, type, startBit, endBit), type);
    } finally {
      // What cannot be read, or is unknown, stands for a value all the same, as in the reference: undef.
      if (this.values.length === id) this.values.push({ kind: "undef", type, startBit, endBit }, type);
    }
  }
}

/** Completes a constant in place: modules have millions, and a copy of each is what reading them would mostly do. */
function located(body: Body, type: Type, startBit: number, endBit: number): Constant {
  const constant = body as { type?: Type; startBit?: number; endBit?: number };
  constant.type = type;
  constant.startBit = startBit;
  constant.endBit = endBit;
  return body as Constant;
}

function typeAt(scope: Scope, operand: number): Type {
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

function expression(operation: string, operands: readonly ValueId[], flags = ""): Body {
  return { kind: "expression", operation, flags, operands };
}

function readInteger({ record, type }: Scope): Body {
  need(record, 1, "integer const");
  const { width } = numberType(type, "Invalid integer const record");
  const raw = record.value(0);
  const value = raw <= Number.MAX_SAFE_INTEGER ? signedNumber(raw) : signedBig(record.big(0));
  // -0 as a signed VBR is the least 64-bit number.
  if (raw === 1) return { kind: "integer", value: BigInt.asIntN(width, width > 64 ? 1n << 63n : -(1n << 63n)) };
  // The record's number is a word: a wider integer has zeros above it.
  if (width > 64) return { kind: "integer", value: wrapped(BigInt.asUintN(64, BigInt(value)), width) };
  return { kind: "integer", value: wrapped(value, width) };
}

/** The integer or byte type of a number; since LLVM 23 a vector of bytes stands for one of which all elements are the number. */
function numberType(type: Type, fault: string): { readonly width: number } {
  const scalar = type.kind === "vector" && type.element.kind === "byte" ? type.element : type;
  if (scalar.kind !== "integer" && scalar.kind !== "byte") throw new RecordFault("bad-type", fault);
  return scalar;
}

/** A number as a signed one of `width` bits. */
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

function readWideInteger({ record, type }: Scope): Body {
  const { width } = numberType(type, "Invalid wide integer const record");
  let value = 0n;
  for (let i = record.length - 1; i >= 0; i--) value = (value << 64n) | BigInt.asUintN(64, signedBig(record.big(i)));
  return { kind: "integer", value: BigInt.asIntN(width, value) };
}

function readFloat({ record, type }: Scope): Body {
  need(record, 1, "float const");
  // Since LLVM 23 a vector type says that all elements are this number.
  const scalar = scalarOf(type);
  switch (scalar.kind) {
    case "x86_fp80":
      // [sign, exponent and the top 48 bits of the significand; its low 16 bits]
      return { kind: "float", bits: (BigInt.asUintN(64, record.big(0)) << 16n) | BigInt.asUintN(16, record.big(1)) };
    case "fp128":
      return { kind: "float", bits: record.big(0) | (record.big(1) << 64n) };
    case "ppc_fp128":
      // The first double is the low word of the bit pattern.
      return { kind: "float", bits: record.big(0) | (record.big(1) << 64n) };
    default:
      if (!isFloating(scalar)) return { kind: "undef" };
      return { kind: "float", bits: record.big(0) };
  }
}

function readAggregate({ record, type }: Scope): Body {
  need(record, 1, "aggregate");
  if (type.kind !== "struct" && type.kind !== "array" && type.kind !== "vector") return { kind: "undef" };
  return { kind: "aggregate", elements: ids(record, 0) };
}

/** What elements of plain data may be (ConstantDataSequential::isElementTypeCompatible). */
const DATA_FLOATS: ReadonlySet<string> = new Set(["half", "bfloat", "float", "double"]);
const DATA_WIDTHS: ReadonlySet<number> = new Set([8, 16, 32, 64]);
function isData(element: Type): boolean {
  const isInteger = element.kind === "integer" || element.kind === "byte";
  return isInteger ? DATA_WIDTHS.has(element.width) : DATA_FLOATS.has(element.kind);
}

function readData({ record, type }: Scope): Body {
  const element = type.kind === "array" || type.kind === "vector" ? type.element : undefined;
  if (!element || !isData(element)) throw new RecordFault("bad-type", "Invalid type for value");
  const wide =
    element.kind === "double" || ((element.kind === "integer" || element.kind === "byte") && element.width > 53);
  if (!wide) return { kind: "data", elements: record.values.slice(0, record.length) };
  const elements: bigint[] = [];
  for (let i = 0; i < record.length; i++) elements.push(record.big(i));
  return { kind: "data", elements };
}

function readBinary({ record, type }: Scope): Body {
  need(record, 3, "constexpr binop");
  const operation = binaryName(record.value(0), isFloating(scalarOf(type)));
  if (operation === undefined) return { kind: "undef" };
  return expression(operation, [record.value(1), record.value(2)], integerFlagsText(operation, record.value(3)));
}

function readUnary({ record, type }: Scope): Body {
  need(record, 2, "constexpr unop");
  if (record.value(0) !== 0 || !isFloating(scalarOf(type))) return { kind: "undef" };
  return expression("fneg", [record.value(1)], fastMathText(record.value(2)));
}

function readCast(scope: Scope): Body {
  const { record } = scope;
  need(record, 3, "constexpr cast");
  const operation = castName(record.value(0));
  if (operation === undefined) return { kind: "undef" };
  typeAt(scope, 1);
  return expression(operation, [record.value(2)]);
}

/** Where the parts of a getelementptr record start, by code: CE_GEP_OLD 12, INBOUNDS 20, with inrange index 24, with range 31, 32. */
function readGep(scope: Scope): Body {
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
  const range = gep.inRangeIndex === undefined ? {} : { inRange: { index: gep.inRangeIndex } };
  return { kind: "expression", operation: "getelementptr", flags: gep.flags, operands, sourceType: source, ...range };
}

interface GepHead {
  readonly first: number;
  readonly source: Type | undefined;
  readonly flags: string;
  readonly inRangeIndex?: number;
}

function gepHead(scope: Scope): GepHead {
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

/** A constant range: [bit width, lower, upper] as signed VBRs, past 64 bits [word counts, words…]. */
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

function readCompare(scope: Scope): Body {
  const { record } = scope;
  need(record, 4, "constexpr cmp");
  const predicate = predicateName(record.value(3));
  if (predicate === undefined) throw new RecordFault("bad-value", "Invalid constexpr cmp record");
  const floating = isFloating(scalarOf(typeAt(scope, 0)));
  const operands = [record.value(1), record.value(2)];
  return { kind: "expression", operation: floating ? "fcmp" : "icmp", flags: "", operands, predicate };
}

/** The four forms of inline assembly: 18 (flags of two bits), 23 (of three), 28 (of four), 30 (function type first). */
function readInlineAsm(scope: Scope): Body {
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
  return { kind: "inlineAsm", functionType, flags, assembly, constraints };
}

/** Readers by code. */
const READERS: Readonly<Record<number, (scope: Scope) => Body>> = {
  2: () => ({ kind: "null" }),
  3: () => ({ kind: "undef" }),
  4: readInteger,
  5: readWideInteger,
  6: readFloat,
  7: readAggregate,
  8: ({ record }) => ({ kind: "string", text: record.text() }),
  9: ({ record }) => ({ kind: "string", text: record.text() + "\0" }),
  10: readBinary,
  11: readCast,
  12: readGep,
  13: ({ record }) => expression("select", ids(record, 0)),
  14: ({ record }) => expression("extractelement", [record.value(1), record.value(record.length === 4 ? 3 : 2)]),
  15: ({ record }) =>
    expression("insertelement", [record.value(0), record.value(1), record.value(record.length === 4 ? 3 : 2)]),
  16: ({ record }) => expression("shufflevector", ids(record, 0)),
  17: readCompare,
  18: readInlineAsm,
  19: ({ record }) => expression("shufflevector", ids(record, 1)),
  20: readGep,
  21: ({ record }) => ({ kind: "blockAddress", function: record.value(1), block: record.value(2) }),
  22: readData,
  23: readInlineAsm,
  24: readGep,
  25: readUnary,
  26: () => ({ kind: "poison" }),
  27: ({ record }) => ({ kind: "dsoLocalEquivalent", global: record.value(1) }),
  28: readInlineAsm,
  29: ({ record }) => ({ kind: "noCfi", global: record.value(1) }),
  30: readInlineAsm,
  31: readGep,
  32: readGep,
  33: ({ record }) => ({ kind: "ptrAuth", operands: ids(record, 0) }),
  34: ({ record }) => ({ kind: "ptrAuth", operands: ids(record, 0) }),
  35: readInteger,
  36: readWideInteger,
};
