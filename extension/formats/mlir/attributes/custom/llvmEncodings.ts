/** How MLIR has encoded the attributes of the llvm dialect since 22 (LLVMDialectBytecode.td). */
import type { Release } from "../../model/module";
import { schema } from "./schema";
import type { Schema } from "./schema";

const ATTRIBUTES = schema(`
  0 di_basic_type tag:varint name:string sizeInBits:varint encoding:varint
  1 di_compile_unit id:attribute sourceLanguage:varint file:attribute producer:optional isOptimized:bool emissionKind:varint nameTableKind:varint
  2 di_composite_type recId:optional isRecSelf:bool tag:varint name:optional file:optional line:varint scope:optional baseType:optional flags:varint sizeInBits:varint alignInBits:varint dataLocation:optional rank:optional allocated:optional associated:optional elements:optional[]?
  3 di_derived_type tag:varint name:optional baseType:optional sizeInBits:varint alignInBits:varint offsetInBits:varint dwarfAddressSpace:optionalInt extraData:optional
  4 di_expression_elem opcode:varint arguments:varint[]?
  5 di_expression operations:optional[]?
  6 di_file name:string directory:string
  7 di_global_variable scope:optional name:optional linkageName:optional file:attribute line:varint type:attribute isLocalToUnit:bool isDefined:bool alignInBits:varint
  8 di_global_variable_expression var:attribute expr:optional
  9 di_imported_entity tag:varint scope:attribute entity:attribute file:optional line:varint name:optional elements:optional[]?
  10 di_label scope:attribute name:optional file:optional line:varint
  11 di_lexical_block scope:attribute file:optional line:varint column:varint
  12 di_lexical_block_file scope:attribute file:optional discriminator:varint
  13 di_local_variable scope:attribute name:optional file:optional line:varint arg:varint alignInBits:varint type:optional flags:varint
  14 di_namespace name:optional scope:optional exportSymbols:bool
  15 di_subprogram recId:optional isRecSelf:bool id:optional compileUnit:optional scope:optional name:optional linkageName:optional file:optional line:varint scopeLine:varint subprogramFlags:varint type:optional retainedNodes:optional[]? annotations:optional[]?
  16 di_subrange count:optional lowerBound:optional upperBound:optional stride:optional
  17 di_subroutine_type callingConvention:varint types:optional[]?
  18 loop_annotation disableNonforced:optional vectorize:optional interleave:optional unroll:optional unrollAndJam:optional licm:optional distribute:optional pipeline:optional peeled:optional unswitch:optional mustProgress:optional isVectorized:optional startLoc:optional endLoc:optional parallelAccesses:optional[]?
`);

/** Attributes that MLIR 23 stores differently. */
const ATTRIBUTES_23: Schema = new Map([
  ...ATTRIBUTES,
  ...schema(`
  1 di_compile_unit recId:optional isRecSelf:bool id:optional sourceLanguage:varint file:optional producer:optional isOptimized:bool emissionKind:varint isDebugInfoForProfiling:bool nameTableKind:varint splitDebugFilename:optional importedEntities:optional[]?
  2 di_composite_type recId:optional isRecSelf:bool tag:varint name:optional file:optional line:varint scope:optional baseType:optional flags:varint sizeInBits:varint alignInBits:varint dataLocation:optional rank:optional allocated:optional associated:optional identifier:optional discriminator:optional elements:optional[]?
  3 di_derived_type tag:varint name:optional file:optional line:varint scope:optional baseType:optional sizeInBits:varint alignInBits:varint offsetInBits:varint dwarfAddressSpace:optionalInt flags:varint extraData:optional
`),
]);

/** The number of the first attribute that NVIDIA's MLIR has in addition. */
const FIRST_NVIDIA = 13;

/** Attributes that MLIR 24 stored differently for two weeks of its development, in August 2026. */
const ATTRIBUTES_DIALECT: Schema = new Map([
  ...ATTRIBUTES_23,
  ...schema(`
  1 di_compile_unit recId:optional isRecSelf:bool id:optional sourceLanguage:varint sourceLanguageDialect:varint file:optional producer:optional isOptimized:bool emissionKind:varint isDebugInfoForProfiling:bool nameTableKind:varint splitDebugFilename:optional importedEntities:optional[]?
`),
]);

/** Attributes that MLIR 24 stores differently since October 2026. */
const ATTRIBUTES_24: Schema = new Map([
  ...ATTRIBUTES_23,
  ...schema(`
  18 loop_annotation id:optional disableNonforced:optional vectorize:optional interleave:optional unroll:optional unrollAndJam:optional licm:optional distribute:optional pipeline:optional peeled:optional unswitch:optional mustProgress:optional isVectorized:optional align:varint startLoc:optional endLoc:optional parallelAccesses:optional[]?
`),
]);

/**
 * What NVIDIA's MLIR 23 adds, in which CuTe DSL 4.8 compiles: locations with a debug scope. What follows them has
 * higher numbers.
 */
const ATTRIBUTES_NVIDIA: Schema = new Map([
  ...[...ATTRIBUTES_23].map(([code, shape]) => [code < FIRST_NVIDIA ? code : code + 2, shape] as const),
  ...schema(`
  13 di_location sourceLoc:attribute scope:attribute snapshots:optional[]?
  14 di_snapshot_loc_entry snapshotLoc:attribute blockFile:attribute
`),
]);

/** All encodings, each with the first and the last release that had it at some time of its development. */
const ENCODINGS: readonly (readonly [Schema, number, number])[] = [
  [ATTRIBUTES, 22, 23],
  [ATTRIBUTES_23, 23, Infinity],
  [ATTRIBUTES_DIALECT, 24, 24],
  [ATTRIBUTES_24, 24, Infinity],
  [ATTRIBUTES_NVIDIA, 23, 24],
];

/** The encoding of an official release. */
export const encodingOf = (release: Release): Schema => (release >= 23 ? ATTRIBUTES_23 : ATTRIBUTES);

/** All encodings that development versions of a release had; without a release, all that there are. */
export const encodingsOf = (release: number | undefined): readonly Schema[] =>
  ENCODINGS.filter(([, first, last]) => release === undefined || (first <= release && release <= last)).map(
    ([encoding]) => encoding,
  );
