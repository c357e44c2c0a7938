/**
 * Metadata records of every layout → the fields of their class (`classes.ts`). A record's operand 0 holds `distinct` in its
 * lowest bit, and in higher ones a version. Format: docs/formats/llvm.md, "Metadata"; the reference's parseOneMetadata.
 */
import type { MetadataField, MetadataId } from "../ir/metadata";
import type { Release } from "../ir/releases";
import { Code } from "../spec/metadataCodes";

/** A record as it is stored, with its references resolved. */
export interface MetadataRecordView {
  readonly length: number;
  /** Operand as a number; 0 past the last. */
  int(index: number): number;
  /** Operand as an unsigned 64-bit number. */
  big(index: number): bigint;
  /** The node that an operand names: 0 is null, else the file index plus one. */
  ref(index: number): MetadataId | undefined;
  /** The node whose file index the operand is. */
  direct(index: number): MetadataId | undefined;
  /** As `ref`, but a string stands for the type of that identifier (before LLVM 4). */
  typeRef(index: number): MetadataId | undefined;
  /** As `ref` to a tuple whose strings stand for types. */
  typeArray(index: number): MetadataId | undefined;
}

/** A decoded node: its class, and its fields in the class's order. */
export interface DecodedNode {
  readonly name: string;
  readonly distinct: boolean;
  readonly fields: readonly MetadataField[];
}

/** Sign in bit 0, as the reference's unrotateSign has it: the other bits complemented. */
function unrotate(value: bigint): bigint {
  return BigInt.asIntN(64, value & 1n ? ~(value >> 1n) : value >> 1n);
}

/** A signed VBR word: magnitude above the sign bit; 1 alone is the smallest number. */
function signedWord(value: bigint): bigint {
  if (value === 1n) return -(1n << 63n);
  return value & 1n ? -(value >> 1n) : value >> 1n;
}

/** Integers wider than this no type has. */
const MAX_INTEGER_BITS = 1 << 23;

/** An integer of `bits` bits in `words` words from operand `first` on, as its unsigned bits. */
function wideInteger(r: MetadataRecordView, first: number, words: number, bits: number): bigint {
  let value = 0n;
  for (let i = 0; i < words && first + i < r.length; i++) {
    value |= BigInt.asUintN(64, signedWord(r.big(first + i))) << BigInt(64 * i);
  }
  return BigInt.asUintN(Math.min(bits, MAX_INTEGER_BITS), value);
}

/** A size: a node's id where the record says that sizes are metadata, else the number. */
function size(r: MetadataRecordView, index: number, isMetadata: boolean): MetadataField {
  return isMetadata ? r.ref(index) : r.big(index);
}

type Decoder = (r: MetadataRecordView, release: Release) => Omit<DecodedNode, "distinct"> & { distinct?: boolean };

function subrange(r: MetadataRecordView): MetadataField[] {
  const version = Math.floor(r.int(0) / 2);
  if (version >= 2) return [r.ref(1), r.ref(2), r.ref(3), r.ref(4)];
  const count = version === 1 ? r.ref(1) : BigInt.asIntN(64, r.big(1));
  return [count, unrotate(r.big(2)), undefined, undefined];
}

/** DIFlag that once marked main programs, now a flag of subprograms. */
const OLD_MAIN_SUBPROGRAM = 1 << 21;
const SP = { virtualityMask: 3, localToUnit: 4, definition: 8, optimized: 16, mainSubprogram: 256 } as const;

function oldSubprogramFlags(r: MetadataRecordView): number {
  return (
    (r.int(7) ? SP.localToUnit : 0) |
    (r.int(8) ? SP.definition : 0) |
    (r.int(14) ? SP.optimized : 0) |
    (r.int(11) & SP.virtualityMask)
  );
}

/** Bits of operand 0 of a SUBPROGRAM: a unit stands where a function once stood; flags are packed. */
const HAS_UNIT = 2;
const HAS_SP_FLAGS = 4;

function subprogram(r: MetadataRecordView): ReturnType<Decoder> {
  const packed = (r.int(0) & HAS_SP_FLAGS) !== 0;
  const hasUnit = (r.int(0) & HAS_UNIT) !== 0;
  // Before flags were packed, more flags stood in front, and from version 3 on one operand more before the unit.
  const a = packed ? 0 : 2;
  const b = packed ? 0 : r.length >= 19 ? 3 : 2;
  let flags = r.int(packed ? 11 : 13);
  let spFlags = packed ? r.int(9) : oldSubprogramFlags(r);
  if (flags & OLD_MAIN_SUBPROGRAM) {
    flags &= ~OLD_MAIN_SUBPROGRAM;
    spFlags |= SP.mainSubprogram;
  }
  const adjustment = packed || r.length >= 20 ? r.big(16 + b) : 0n;
  return {
    name: "DISubprogram",
    distinct: (r.int(0) & 1) !== 0 || (spFlags & SP.definition) !== 0,
    fields: [
      r.typeRef(1),
      r.ref(2),
      r.ref(3),
      r.ref(4),
      r.int(5),
      r.ref(6),
      r.int(7 + a),
      r.typeRef(8 + a),
      spFlags,
      r.int(10 + a),
      flags,
      hasUnit ? r.ref(12 + b) : undefined,
      r.ref(13 + b),
      r.ref(14 + b),
      r.ref(15 + b),
      Number(BigInt.asIntN(32, adjustment)),
      packed || r.length >= 21 ? r.ref(17 + b) : undefined,
      packed ? r.ref(18) : undefined,
      packed ? r.ref(19) : undefined,
      packed && r.int(20) !== 0,
    ],
  };
}

/** The function of a SUBPROGRAM of LLVM 3.7, which functions later name instead: the id of a value as metadata. */
export function subprogramFunction(r: MetadataRecordView): MetadataId | undefined {
  const op0 = r.int(0);
  return (op0 & (HAS_UNIT | HAS_SP_FLAGS)) === 0 && r.length >= 19 ? r.ref(15) : undefined;
}

function derivedType(r: MetadataRecordView, release: Release): MetadataField[] {
  const md = (r.int(0) & 2) !== 0;
  // With 14 operands either of the two may stand in the last one: releases that know both read neither.
  const both = r.length > 14;
  const annotated = both || (r.length === 14 && release < 19);
  return [
    r.int(1),
    r.ref(2),
    r.ref(3),
    r.int(4),
    r.typeRef(5),
    r.typeRef(6),
    size(r, 7, md),
    r.int(8),
    size(r, 9, md),
    r.int(10),
    r.typeRef(11),
    r.int(12),
    annotated ? r.ref(13) : undefined,
    both ? r.int(14) : 0,
  ];
}

function compositeType(r: MetadataRecordView): MetadataField[] {
  const md = (r.int(0) & 4) !== 0;
  const paired = r.length > 19;
  return [
    r.int(1),
    r.ref(2),
    r.ref(3),
    r.int(4),
    r.typeRef(5),
    r.typeRef(6),
    size(r, 7, md),
    r.int(8),
    size(r, 9, md),
    r.int(10),
    r.ref(11),
    r.int(12),
    r.typeRef(13),
    r.ref(14),
    r.ref(15),
    r.ref(16),
    r.ref(17),
    paired ? r.ref(18) : undefined,
    paired ? r.ref(19) : undefined,
    r.ref(20),
    r.ref(21),
    r.int(22),
    r.ref(23),
    r.length > 24 && r.int(24) !== NO_ENUM_KIND ? r.int(24) : undefined,
    r.ref(25),
  ];
}
const NO_ENUM_KIND = 0xffffffff;

function compileUnit(r: MetadataRecordView): MetadataField[] {
  return [
    r.big(1),
    r.ref(2),
    r.ref(3),
    r.int(4) !== 0,
    r.ref(5),
    r.int(6),
    r.ref(7),
    r.int(8),
    r.ref(9),
    r.ref(10),
    r.ref(11),
    r.ref(12),
    r.ref(13),
    r.big(14),
    r.ref(15),
    r.length <= 16 || r.int(16) !== 0,
    r.int(17) !== 0,
    r.int(18),
    r.int(19) !== 0,
    r.ref(20),
    r.ref(21),
    r.int(22),
    r.int(23),
  ];
}

/** LLVM 9 has five fields; from 11 on a file stands in front of them. LLVM 11 reads seven operands so already. */
function moduleNode(r: MetadataRecordView, release: Release): MetadataField[] {
  const fileFirst = release >= 11 && r.length >= (release >= 13 ? 8 : 7);
  const at = fileFirst ? 2 : 1;
  const line = r.length >= 8 ? r.int(7) : 0;
  return [
    fileFirst ? r.ref(1) : undefined,
    r.ref(at),
    r.ref(at + 1),
    r.ref(at + 2),
    r.ref(at + 3),
    r.ref(at + 4),
    line,
    r.int(8) !== 0,
  ];
}

/** Version 0 named the variable's value, 1 an expression, 2 has template parameters. */
function globalVariable(r: MetadataRecordView): MetadataField[] {
  const version = Math.floor(r.int(0) / 2);
  return [
    r.ref(1),
    r.ref(2),
    r.ref(3),
    r.ref(4),
    r.int(5),
    r.typeRef(6),
    r.int(7) !== 0,
    r.int(8) !== 0,
    version >= 2 ? r.ref(9) : r.ref(10),
    version >= 2 ? r.ref(10) : undefined,
    r.int(11),
    version >= 2 ? r.ref(12) : undefined,
  ];
}

/** Before alignments a tag stood in front, and behind a location that is ignored. */
function localVariable(r: MetadataRecordView): MetadataField[] {
  const aligned = (r.int(0) & 2) !== 0;
  const t = !aligned && r.length > 8 ? 1 : 0;
  return [
    r.ref(1 + t),
    r.ref(2 + t),
    r.ref(3 + t),
    r.int(4 + t),
    r.typeRef(5 + t),
    r.int(6 + t),
    r.int(7 + t),
    aligned ? r.int(8) : 0,
    aligned ? r.ref(9) : undefined,
  ];
}

/** An enumerator: its value as a signed or unsigned number. Wide ones give their width and words. */
function enumerator(r: MetadataRecordView): MetadataField[] {
  const unsigned = (r.int(0) & 2) !== 0;
  if ((r.int(0) & 4) === 0) {
    const value = unrotate(r.big(1));
    return [r.ref(2), unsigned ? BigInt.asUintN(64, value) : value, unsigned];
  }
  const bits = r.int(1);
  const value = wideInteger(r, 3, r.length - 3, bits);
  return [r.ref(2), unsigned || bits > MAX_INTEGER_BITS ? value : BigInt.asIntN(bits, value), unsigned];
}

const SIGNED_FIXED = 0xd;

function fixedPoint(r: MetadataRecordView): MetadataField[] {
  const numbers: bigint[] = [];
  let at = 9;
  for (let i = 0; i < 2; i++) {
    const head = r.big(at++);
    const bits = Math.min(Number(head & 0xffffffffn), MAX_INTEGER_BITS);
    const words = Math.min(Number(head >> 32n), r.length);
    const value = wideInteger(r, at, words, bits);
    numbers.push(r.int(5) === SIGNED_FIXED ? BigInt.asIntN(bits, value) : value);
    at += words;
  }
  const factor = Number(BigInt.asIntN(32, r.big(8)));
  const sizeField = size(r, 3, (r.int(0) & 2) !== 0);
  const place = [r.ref(at), r.int(at + 1), r.ref(at + 2)];
  return [r.int(1), r.ref(2), sizeField, r.int(4), r.int(5), r.int(6), r.int(7), factor, ...numbers, ...place];
}

function stringType(r: MetadataRecordView): MetadataField[] {
  const o = r.length === 8 ? 5 : 6;
  const location = o === 6 ? r.ref(5) : undefined;
  const md = (r.int(0) & 2) !== 0;
  return [r.int(1), r.ref(2), r.ref(3), r.ref(4), location, size(r, o, md), r.int(o + 1), r.int(o + 2)];
}

function basicType(r: MetadataRecordView): MetadataField[] {
  const sizeField = size(r, 3, (r.int(0) & 2) !== 0);
  const place = [r.ref(9), r.int(10), r.ref(11)];
  return [r.int(1), r.ref(2), sizeField, r.int(4), r.int(5), r.int(6), r.int(7), r.int(8), ...place];
}

function subrangeType(r: MetadataRecordView): MetadataField[] {
  const sizeField = size(r, 5, (r.int(0) & 2) !== 0);
  const bounds = [r.ref(9), r.ref(10), r.ref(11), r.ref(12)];
  return [r.ref(1), r.ref(2), r.int(3), r.ref(4), sizeField, r.int(6), r.int(7), r.typeRef(8), ...bounds];
}

const NO_SUSPEND = 2n ** 64n - 1n;

function label(r: MetadataRecordView): MetadataField[] {
  const suspend = r.length > 6 && r.big(6) !== NO_SUSPEND ? r.int(6) : undefined;
  return [r.ref(1), r.ref(2), r.ref(3), r.int(4), r.int(5), (r.int(0) & 2) !== 0, suspend];
}

/** A subroutine's types: arrays of before LLVM 4 may hold strings for types. */
function subroutineType(r: MetadataRecordView): MetadataField[] {
  return [r.int(1), r.int(0) < 2 ? r.typeArray(2) : r.ref(2), r.int(3)];
}

/** The setter stands before the getter; readers of before LLVM 22 took them the other way round. */
function objcProperty(r: MetadataRecordView, release: Release): MetadataField[] {
  const accessors = release >= 22 ? [r.ref(4), r.ref(5)] : [r.ref(5), r.ref(4)];
  return [r.ref(1), r.ref(2), r.int(3), ...accessors, r.int(6), r.typeRef(7)];
}

function file(r: MetadataRecordView): MetadataField[] {
  const has = r.length > 4 && r.int(3) !== 0 && r.int(4) !== 0;
  return [r.ref(1), r.ref(2), has ? r.int(3) : 0, has ? r.ref(4) : undefined, r.ref(5)];
}

function named(name: string, fields: (r: MetadataRecordView, release: Release) => MetadataField[]): Decoder {
  return (r, release) => ({ name, fields: fields(r, release) });
}

const DECODERS: ReadonlyMap<number, Decoder> = new Map<number, Decoder>([
  [
    Code.LOCATION,
    named("DILocation", (r) => [r.int(1), r.int(2), r.direct(3), r.ref(4), r.int(5) !== 0, r.int(6), r.int(7)]),
  ],
  [Code.SUBRANGE, named("DISubrange", subrange)],
  [Code.GENERIC_SUBRANGE, named("DIGenericSubrange", (r) => [r.ref(1), r.ref(2), r.ref(3), r.ref(4)])],
  [Code.ENUMERATOR, named("DIEnumerator", enumerator)],
  [Code.BASIC_TYPE, named("DIBasicType", basicType)],
  [Code.FIXED_POINT_TYPE, named("DIFixedPointType", fixedPoint)],
  [Code.STRING_TYPE, named("DIStringType", stringType)],
  [Code.DERIVED_TYPE, named("DIDerivedType", derivedType)],
  [Code.SUBRANGE_TYPE, named("DISubrangeType", subrangeType)],
  [Code.COMPOSITE_TYPE, named("DICompositeType", compositeType)],
  [Code.SUBROUTINE_TYPE, named("DISubroutineType", subroutineType)],
  [Code.FILE, named("DIFile", file)],
  [Code.COMPILE_UNIT, (r) => ({ name: "DICompileUnit", distinct: true, fields: compileUnit(r) })],
  [Code.SUBPROGRAM, subprogram],
  [Code.LEXICAL_BLOCK, named("DILexicalBlock", (r) => [r.ref(1), r.ref(2), r.int(3), r.int(4)])],
  [Code.LEXICAL_BLOCK_FILE, named("DILexicalBlockFile", (r) => [r.ref(1), r.ref(2), r.int(3)])],
  // Up to LLVM 4 with a file before the name and a line behind it.
  [Code.NAMESPACE, named("DINamespace", (r) => [r.ref(1), r.ref(r.length === 5 ? 3 : 2), (r.int(0) & 2) !== 0])],
  [Code.COMMON_BLOCK, named("DICommonBlock", (r) => [r.ref(1), r.ref(2), r.ref(3), r.ref(4), r.int(5)])],
  [Code.MACRO, named("DIMacro", (r) => [r.int(1), r.int(2), r.ref(3), r.ref(4)])],
  [Code.MACRO_FILE, named("DIMacroFile", (r) => [r.int(1), r.int(2), r.ref(3), r.ref(4)])],
  [Code.MODULE, named("DIModule", moduleNode)],
  [Code.TEMPLATE_TYPE, named("DITemplateTypeParameter", (r) => [r.ref(1), r.typeRef(2), r.int(3) !== 0])],
  [
    Code.TEMPLATE_VALUE,
    named("DITemplateValueParameter", (r) => {
      const full = r.length >= 6;
      return [r.int(1), r.ref(2), r.typeRef(3), full && r.int(4) !== 0, r.ref(full ? 5 : 4)];
    }),
  ],
  [Code.GLOBAL_VAR, named("DIGlobalVariable", globalVariable)],
  [Code.LOCAL_VAR, named("DILocalVariable", localVariable)],
  [Code.LABEL, named("DILabel", label)],
  [Code.GLOBAL_VAR_EXPR, named("DIGlobalVariableExpression", (r) => [r.ref(1), r.ref(2)])],
  [Code.OBJC_PROPERTY, named("DIObjCProperty", objcProperty)],
  [
    Code.IMPORTED_ENTITY,
    named("DIImportedEntity", (r) => {
      const withFile = r.length >= 7;
      const file_ = withFile ? r.ref(6) : undefined;
      return [r.int(1), r.ref(2), r.typeRef(3), withFile ? r.int(4) : 0, r.ref(5), file_, r.ref(7)];
    }),
  ],
  [Code.ASSIGN_ID, named("DIAssignID", () => [])],
]);

/** Decodes the record of a specialised node; undefined for records of other kinds. */
export function decodeNode(code: number, r: MetadataRecordView, release: Release): DecodedNode | undefined {
  const decoded = DECODERS.get(code)?.(r, release);
  return decoded && { ...decoded, distinct: decoded.distinct ?? (r.int(0) & 1) !== 0 };
}
