/**
 * AICode, the stable form in which Core AI keeps a model (`main.mlirb` of an `.aimodel`). It is not published: the
 * codes, fields and spellings are those that Core AI's own printer showed (coreai-core 1.0).
 */
import { schema } from "./schema";
import type { Schema } from "./schema";

/** Encodings and spellings: `code mnemonic field:KIND … | format` (formatText.ts for the format). */
const ATTRIBUTES = `
  1 serialization.string value:string | <$value>
  2 serialization.integer width:varint unsigned:bool value:wide | <($width~bit $unsigned) $value>
  3 serialization.float width:varint value:wide | <($width~bit) $value>
  4 serialization.type type:type | <$type>
  5 serialization.array value:attribute[] | <?[[$value]]?>
  6 serialization.dense_elements splat:bool data:blob | <[splat = $splat] $data>
  7 serialization.dense_resource handle:resource | <$handle>
  9 serialization.opaque name:string parameters:attribute[] | <$name?[ = [$parameters]]?>
  10 param.decl_v1 name:string type:type | <$name : $type>
  11 param.decl_v1 name:string type:type value:attribute | <$name : $type = $value>
  12 ax.hw_constraints_v1 alignments:signed[] interleave:signed[] allocation:varint | <$allocation, alignments: [$alignments], interleave: [$interleave]>
  13 ax.hw_constraints_v1 alignments:signed[] interleave:signed[] allocation:varint base:attribute | <$allocation, alignments: [$alignments], interleave: [$interleave], baseEncoding: $base>
  14 symbol_ref_v1 nest:string[] | <$nest~>
  16 param.constant_v1 value:attribute type:type | <binding{ [$value] : $type }>
  17 padding_mode_v1 value:varint | <$value>
  18 execution.lifecycle_phase_v1 value:varint | <$value>
  19 approximate_v1 value:varint | <$value>
  20 scatter_mode_v1 value:varint | <$value>
  21 sparse_tensor_encoding_v1 scheme:varint pos:varint crd:varint nonZero:optionalInt8 | <$scheme?[, numNonZero = $nonZero]?, posWidth = $pos, crdWidth = $crd>
  23 sparse_tensor_encoding_v1 scheme:varint pos:varint crd:varint nonZero:optionalInt8 block:varint[] | <$scheme?[, numNonZero = $nonZero]?, posWidth = $pos, crdWidth = $crd?[, blockSize = [$block]]?>
  25 scan_combiner_v1 value:varint | <$value>
  26 ax.image_constraints_v1 container:varint rows:signed[] | <$container, rowAlignmentsPerPlane: [$rows]>
  27 fourcc_v1 value:varint | <$value>
  28 execution.compilation_v1 value:varint | <$value>
  29 execution.target_spec_v1 triple:attribute soc:attribute options:attribute | <triple = $triple*, soc = $soc*, delegateOptions = $options*>
  30 debuginfo.file_v1 filename:string directory:string sha256Sum:string | <filename = $filename, directory = $directory, sha256Sum = $sha256Sum>
  31 debuginfo.source_location_v1 file:attribute startLine:varint startColumn:varint endLine:varint endColumn:varint | <file = $file*, startLine = $startLine, startColumn = $startColumn, endLine = $endLine, endColumn = $endColumn>
  32 debuginfo.compile_unit_v1 sourceLanguage:string file:attribute producer:string optimized:varint flags:string allFiles:attribute[] | <sourceLanguage = $sourceLanguage, file = $file*, producer = $producer, optimized = $optimized, flags = $flags?[, allFiles = $allFiles*]?>
  33 debuginfo.metadata_data_v1 value:attribute | <value = $value>
  35 debuginfo.metadata_v1 name:string data:attribute | <$name: $data*>
  36 debuginfo.subprogram_v1 typeAttr:type compileUnit:attribute file:attribute name:string linkageName:string subprogramFlags:varint | <typeAttr = $typeAttr, compileUnit = $compileUnit, file = $file*, name = $name, linkageName = $linkageName?[, flags = $subprogramFlags]?>
  37 debuginfo.local_variable_v1 typeAttr:type name:string location:attribute scope:attribute alignInBits:varint flags:varint | <typeAttr = $typeAttr, name = $name, location = $location*, scope = $scope, alignInBits = $alignInBits?[, flags = $flags]?>
  38 debuginfo.bounds_v1 count:signed lower:signed upper:signed stride:signed | <?[, count = $count]??[, lower = $lower]??[, upper = $upper]??[, stride = $stride]?>
  39 debuginfo.composite_element_v1 element:attribute | <$element>
  40 debuginfo.location_v1 src:attribute scope:attribute fused:attribute[] metadata:attribute[] | <src = $src*, scope = $scope?[, fusedWith = $fused*]??[, metadata = $metadata*]?>
  41 debuginfo.location_v1 src:attribute scope:attribute inlinedAt:attribute fused:attribute[] metadata:attribute[] | <src = $src*, scope = $scope, inlinedAt = $inlinedAt*?[, fusedWith = $fused*]??[, metadata = $metadata*]?>
  42 debuginfo.metadata_location_v1 metadata:attribute[] | <[$metadata*]>
  43 interpolation_mode_v1 value:varint | <$value>
  44 execution.intent_v1 value:varint | <$value>
  45 serialization.dictionary value:attribute[] | <?[{$value*}]?>
  46 unit_v1 |
  47 serialization.opaque_loc payload:attribute | <$payload*>
`;

const TYPES = `
  1 serialization.opaque_type name:string attributes:attribute[] | <$name?[ [$attributes*]]?>
  2 tensor_v1 shape:signed[] element:type | <?[[$shape] : ]?$element>
  3 tensor_v1 shape:signed[] element:type encoding:attribute | <?[[$shape] : ]?$element, $encoding>
  4 bool_v1 |
  5 float64_v1 |
  6 float32_v1 |
  7 float16_v1 |
  8 bfloat16_v1 |
  9 float8E5M2_v1 |
  10 float8E4M3FN_v1 |
  11 complex_float64_v1 |
  12 complex_float32_v1 |
  13 complex_float16_v1 |
  14 complex_bfloat16_v1 |
  15 complex_float8E5M2_v1 |
  16 complex_float8E4M3FN_v1 |
  17 sint64_v1 |
  18 sint32_v1 |
  19 sint16_v1 |
  20 sint8_v1 |
  21 sint4_v1 |
  22 sint2_v1 |
  23 uint64_v1 |
  24 uint32_v1 |
  25 uint16_v1 |
  26 uint8_v1 |
  27 uint4_v1 |
  28 uint2_v1 |
  29 uint1_v1 |
  30 function_v1 results:type[] operands:type[] | <(?[operands $operands]?) -> (?[results $results]?)>
  31 handle_v1 inner:type | <$inner>
  32 token_v1 |
  34 param.type_v1 |
  35 param.ref_v1 name:string type:type | <$name : $type>
  36 uint6_v1 |
  37 uint3_v1 |
  38 tfloat32_v1 |
  39 image_v1 fourCC:attribute height:varint width:varint | <$fourCC* x $height x $width>
  40 image_v1 fourCC:attribute height:varint width:varint constraints:attribute | <$fourCC* x $height x $width, image_constraints = $constraints*>
  41 debuginfo.unresolved_v1 wrappedType:type | <wrappedType = $wrappedType>
  42 debuginfo.basic_v1 tag:varint encoding:varint name:string sizeInBits:varint | <tag = $tag, encoding = $encoding, name = $name, sizeInBits = $sizeInBits>
  43 debuginfo.derived_v1 tag:varint name:string sizeInBits:varint alignInBits:varint offsetInBits:varint baseType:type | <tag = $tag, name = $name, sizeInBits = $sizeInBits, alignInBits = $alignInBits, offsetInBits = $offsetInBits, baseType = $baseType>
  44 debuginfo.composite_v1 tag:varint name:string scope:attribute location:attribute sizeInBits:varint alignInBits:varint flags:varint elements:attribute[] | <tag = $tag, name = $name, scope = $scope*, location = $location*, sizeInBits = $sizeInBits, alignInBits = $alignInBits?[, flags = $flags]?, elements = $elements>
  45 debuginfo.composite_v1 tag:varint name:string scope:attribute location:attribute sizeInBits:varint alignInBits:varint baseType:type flags:varint elements:attribute[] | <tag = $tag, name = $name, scope = $scope*, location = $location*, sizeInBits = $sizeInBits, alignInBits = $alignInBits, baseType = $baseType?[, flags = $flags]?, elements = $elements>
  46 float4E2M1FN_v1 |
  47 float8E8M0FN_v1 |
`;

/** The encodings, and the format of each code. */
export interface Formatted {
  readonly codes: Schema;
  readonly formats: ReadonlyMap<number, string>;
}

function formatted(text: string): Formatted {
  const lines = text
    .trim()
    .split("\n")
    .map((line) => line.split("|"));
  const codes = schema(lines.map(([encoding = ""]) => encoding).join("\n"));
  return { codes, formats: new Map([...codes.keys()].map((code, i) => [code, lines[i]?.[1]?.trim() ?? ""])) };
}

export const AICODE_ATTRIBUTES = formatted(ATTRIBUTES);
export const AICODE_TYPES = formatted(TYPES);
