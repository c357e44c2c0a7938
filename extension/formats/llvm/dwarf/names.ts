/**
 * Names of DWARF constants as LLVM prints them. Entries are `number:name`, the number in hex; `@R`: known since LLVM R,
 * which means that earlier releases print the number. Source: the DWARF standard's tables and vendors' extensions, as
 * each release lists them.
 */

/** DW_TAG_… */
const TAGS =
  "0:null 1:array_type 2:class_type 3:entry_point 4:enumeration_type 5:formal_parameter 8:imported_declaration" +
  " a:label b:lexical_block d:member f:pointer_type 10:reference_type 11:compile_unit 12:string_type" +
  " 13:structure_type 15:subroutine_type 16:typedef 17:union_type 18:unspecified_parameters 19:variant" +
  " 1a:common_block 1b:common_inclusion 1c:inheritance 1d:inlined_subroutine 1e:module 1f:ptr_to_member_type" +
  " 20:set_type 21:subrange_type 22:with_stmt 23:access_declaration 24:base_type 25:catch_block 26:const_type" +
  " 27:constant 28:enumerator 29:file_type 2a:friend 2b:namelist 2c:namelist_item 2d:packed_type 2e:subprogram" +
  " 2f:template_type_parameter 30:template_value_parameter 31:thrown_type 32:try_block 33:variant_part 34:variable" +
  " 35:volatile_type 36:dwarf_procedure 37:restrict_type 38:interface_type 39:namespace 3a:imported_module" +
  " 3b:unspecified_type 3c:partial_unit 3d:imported_unit 3f:condition 40:shared_type 41:type_unit" +
  " 42:rvalue_reference_type 43:template_alias 44:coarray_type 45:generic_subrange 46:dynamic_type 47:atomic_type" +
  " 48:call_site 49:call_site_parameter 4a:skeleton_unit 4b:immutable_type 4c:property@24 4d:property_getter@24" +
  " 4e:property_setter@24 4f:property_stored@24 4081:MIPS_loop 4101:format_label" +
  " 4102:function_template 4103:class_template 4104:GNU_BINCL@13 4105:GNU_EINCL@13" +
  " 4106:GNU_template_template_param 4107:GNU_template_parameter_pack 4108:GNU_formal_parameter_pack" +
  " 4109:GNU_call_site 410a:GNU_call_site_parameter 4200:APPLE_property 4201:SUN_function_template@13" +
  " 4202:SUN_class_template@13 4203:SUN_struct_template@13 4204:SUN_union_template@13" +
  " 4205:SUN_indirect_inheritance@13 4206:SUN_codeflags@13 4207:SUN_memop_info@13 4208:SUN_omp_child_func@13" +
  " 4209:SUN_rtti_descriptor@13 420a:SUN_dtor_info@13 420b:SUN_dtor@13 420c:SUN_f90_interface@13" +
  " 420d:SUN_fortran_vax_structure@13 42ff:SUN_hi@13 4300:LLVM_ptrauth_type@16 5101:ALTIUM_circ_type@13" +
  " 5102:ALTIUM_mwa_circ_type@13 5103:ALTIUM_rev_carry_type@13 5111:ALTIUM_rom@13 6000:LLVM_annotation@14" +
  " 8004:GHS_namespace@13 8005:GHS_using_namespace@13 8006:GHS_using_declaration@13" +
  " 8007:GHS_template_templ_param@13 8765:UPC_shared_type@13 8766:UPC_strict_type@13 8767:UPC_relaxed@13" +
  " a000:PGI_kanji_type@13 a020:PGI_interface_block@13 b000:BORLAND_property b001:BORLAND_Delphi_string" +
  " b002:BORLAND_Delphi_dynamic_array b003:BORLAND_Delphi_set b004:BORLAND_Delphi_variant";

/** DW_LANG_… */
const LANGUAGES =
  "1:C89 2:C 3:Ada83 4:C_plus_plus 5:Cobol74 6:Cobol85 7:Fortran77 8:Fortran90 9:Pascal83 a:Modula2 b:Java c:C99" +
  " d:Ada95 e:Fortran95 f:PLI 10:ObjC 11:ObjC_plus_plus 12:UPC 13:D 14:Python 15:OpenCL 16:Go 17:Modula3" +
  " 18:Haskell 19:C_plus_plus_03 1a:C_plus_plus_11 1b:OCaml 1c:Rust 1d:C11 1e:Swift 1f:Julia 20:Dylan" +
  " 21:C_plus_plus_14 22:Fortran03 23:Fortran08 24:RenderScript 25:BLISS 26:Kotlin@16 27:Zig@16 28:Crystal@16" +
  " 2a:C_plus_plus_17@16 2b:C_plus_plus_20@16 2c:C17@16 2d:Fortran18@16 2e:Ada2005@16 2f:Ada2012@16 30:HIP@19" +
  " 31:Assembly@19 32:C_sharp@19 33:Mojo@17 34:GLSL@19 35:GLSL_ES@19 36:HLSL@19 37:OpenCL_CPP@19" +
  " 38:CPP_for_OpenCL@19 39:SYCL@19 3a:C_plus_plus_23@24 3b:Odin@24 3c:P4@24 3d:Metal@21 3e:C23@24 3f:Fortran23@24 40:Ruby@19 41:Move@19 42:Hylo@19 43:V@24" +
  " 44:Algol68@24 45:Nim@24 46:Erlang@24 47:Elixir@24 48:Gleam@24 49:Roc@24 8001:Mips_Assembler" +
  " 8e57:GOOGLE_RenderScript b000:BORLAND_Delphi";

/** DW_LNAME_…: languages whose version is a separate field. */
const LANGUAGE_NAMES =
  "1:Ada 2:BLISS 3:C 4:C_plus_plus 5:Cobol 6:Crystal 7:D 8:Dylan 9:Fortran a:Go b:Haskell c:Java d:Julia e:Kotlin" +
  " f:Modula2 10:Modula3 11:ObjC 12:ObjC_plus_plus 13:OCaml 14:OpenCL_C 15:Pascal 16:PLI 17:Python 18:RenderScript" +
  " 19:Rust 1a:Swift 1b:UPC 1c:Zig 1d:Assembly 1e:C_sharp 1f:Mojo 20:GLSL 21:GLSL_ES 22:HLSL 23:OpenCL_CPP" +
  " 24:CPP_for_OpenCL 25:SYCL 26:Ruby 27:Move 28:Hylo 29:HIP@23 2a:Odin@24 2b:P4@24" +
  " 2c:Metal 2d:V@24 2e:Algol68@24 2f:Nim@24 30:Erlang@24 31:Elixir@24 32:Gleam@24 33:Roc@24";

/** DW_LLVM_LANG_DIALECT_…: the dialect of a unit's language. */
const DIALECTS = "1:simt 2:tile";

/** DW_ATE_… */
const ENCODINGS =
  "1:address 2:boolean 3:complex_float 4:float 5:signed 6:signed_char 7:unsigned 8:unsigned_char" +
  " 9:imaginary_float a:packed_decimal b:numeric_string c:edited d:signed_fixed e:unsigned_fixed f:decimal_float" +
  " 10:UTF 11:UCS 12:ASCII 81:HP_complex_float@13 82:HP_float128@13 83:HP_complex_float128@13" +
  " 84:HP_floathpintel@13 85:HP_imaginary_float90@13 86:HP_imaginary_float128@13";

/** DW_CC_…; c7 was named for OpenCL kernels up to LLVM 19. */
const CONVENTIONS =
  "1:normal 2:program 3:nocall 4:pass_by_reference 5:pass_by_value 40:GNU_renesas_sh 41:GNU_borland_fastcall_i386" +
  " b0:BORLAND_safecall b1:BORLAND_stdcall b2:BORLAND_pascal b3:BORLAND_msfastcall b4:BORLAND_msreturn" +
  " b5:BORLAND_thiscall b6:BORLAND_fastcall c0:LLVM_vectorcall c1:LLVM_Win64 c2:LLVM_X86_64SysV c3:LLVM_AAPCS" +
  " c4:LLVM_AAPCS_VFP c5:LLVM_IntelOclBicc c6:LLVM_SpirFunction c7:LLVM_DeviceKernel c8:LLVM_Swift" +
  " c9:LLVM_PreserveMost ca:LLVM_PreserveAll cb:LLVM_X86RegCall cc:LLVM_M68kRTD@18 cd:LLVM_PreserveNone@19" +
  " ce:LLVM_RISCVVectorCall@19 cf:LLVM_SwiftTail@19 d0:LLVM_RISCVVLSCall@21 ff:GDB_IBM_OpenCL";

/** DW_OP_…, without lit, reg and breg with their numbers. */
const OPERATIONS =
  "3:addr 6:deref 8:const1u 9:const1s a:const2u b:const2s c:const4u d:const4s e:const8u f:const8s 10:constu" +
  " 11:consts 12:dup 13:drop 14:over 15:pick 16:swap 17:rot 18:xderef 19:abs 1a:and 1b:div 1c:minus 1d:mod 1e:mul" +
  " 1f:neg 20:not 21:or 22:plus 23:plus_uconst 24:shl 25:shr 26:shra 27:xor 28:bra 29:eq 2a:ge 2b:gt 2c:le 2d:lt" +
  " 2e:ne 2f:skip 90:regx 91:fbreg 92:bregx 93:piece 94:deref_size 95:xderef_size 96:nop 97:push_object_address" +
  " 98:call2 99:call4 9a:call_ref 9b:form_tls_address 9c:call_frame_cfa 9d:bit_piece 9e:implicit_value" +
  " 9f:stack_value a0:implicit_pointer a1:addrx a2:constx a3:entry_value a4:const_type a5:regval_type" +
  " a6:deref_type a7:xderef_type a8:convert a9:reinterpret e0:GNU_push_tls_address e1:HP_is_value@13" +
  " e2:HP_fltconst4@13 e3:HP_fltconst8@13 e4:HP_mod_range@13 e5:HP_unmod_range@13 e6:HP_tls@13" +
  " e8:INTEL_bit_piece@13 e9:LLVM_user@17 ed:WASM_location@11 ee:WASM_location_int@11 f0:APPLE_uninit@13" +
  " f2:GNU_implicit_pointer@21 f3:GNU_entry_value f8:PGI_omp_thread_num@13 fb:GNU_addr_index fc:GNU_const_index";

/** Operations of LLVM's own. */
const LLVM_OPERATIONS =
  "1000:LLVM_fragment 1001:LLVM_convert 1002:LLVM_tag_offset 1003:LLVM_entry_value@11 1004:LLVM_implicit_pointer@13" +
  " 1005:LLVM_arg@13 1006:LLVM_extract_bits_sext@19 1007:LLVM_extract_bits_zext@19";

const MACINFO = "1:define 2:undef 3:start_file 4:end_file ff:vendor_ext";
const ENUM_KINDS = "0:Closed@21 1:Open@21";

/** A name and the first release that knows it. */
interface Named {
  readonly name: string;
  readonly since: number;
}

function parse(prefix: string, ...tables: string[]): Map<number, Named> {
  const named = new Map<number, Named>();
  for (const entry of tables.join(" ").split(" ")) {
    const [, number = "0", name = "", since = "0"] = /^([0-9a-f]+):(\w+)(?:@(\d+))?$/.exec(entry) ?? [];
    named.set(parseInt(number, 16), { name: prefix + name, since: Number(since) });
  }
  return named;
}

const tables = {
  tag: parse("DW_TAG_", TAGS),
  language: parse("DW_LANG_", LANGUAGES),
  languageName: parse("DW_LNAME_", LANGUAGE_NAMES),
  dialect: parse("DW_LLVM_LANG_DIALECT_", DIALECTS),
  encoding: parse("DW_ATE_", ENCODINGS),
  convention: parse("DW_CC_", CONVENTIONS),
  operation: parse("DW_OP_", OPERATIONS, LLVM_OPERATIONS),
  macinfo: parse("DW_MACINFO_", MACINFO),
  enumKind: parse("DW_APPLE_ENUM_KIND_", ENUM_KINDS),
};
for (let i = 0; i < 32; i++) {
  tables.operation.set(0x30 + i, { name: `DW_OP_lit${i}`, since: 0 });
  tables.operation.set(0x50 + i, { name: `DW_OP_reg${i}`, since: 0 });
  tables.operation.set(0x70 + i, { name: `DW_OP_breg${i}`, since: 0 });
}

/** The families of DWARF constants. */
export type DwarfFamily = keyof typeof tables;

/** DW_CC_LLVM_OpenCLKernel: until LLVM 20 the name of what is now LLVM_DeviceKernel. */
const OPENCL_KERNEL = 0xc7;

/** The name of a DWARF constant, or undefined if that release of LLVM (or of MLIR, which counts alike) has none. */
export function dwarfName(family: DwarfFamily, number: number, release: number): string | undefined {
  if (family === "convention" && number === OPENCL_KERNEL && release < 21) return "DW_CC_LLVM_OpenCLKernel";
  const named = tables[family].get(number);
  return named && release >= named.since ? named.name : undefined;
}

/** Operations that the code refers to. */
export const Operation = {
  deref: 0x06,
  constu: 0x10,
  consts: 0x11,
  over: 0x14,
  swap: 0x16,
  rot: 0x17,
  abs: 0x19,
  minus: 0x1c,
  neg: 0x1f,
  plus: 0x22,
  plusUconst: 0x23,
  eq: 0x29,
  ne: 0x2e,
  lit0: 0x30,
  reg0: 0x50,
  breg0: 0x70,
  breg31: 0x8f,
  regx: 0x90,
  bregx: 0x92,
  derefSize: 0x94,
  xderefSize: 0x95,
  pushObjectAddress: 0x97,
  bitPiece: 0x9d,
  stackValue: 0x9f,
  entryValue: 0xa3,
  fragment: 0x1000,
  convert: 0x1001,
  tagOffset: 0x1002,
  llvmEntryValue: 0x1003,
  implicitPointer: 0x1004,
  argument: 0x1005,
  extractBitsSext: 0x1006,
  extractBitsZext: 0x1007,
} as const;

/** Tags that the code refers to. */
export const Tag = {
  arrayType: 0x01,
  enumerationType: 0x04,
  member: 0x0d,
  stringType: 0x12,
  inheritance: 0x1c,
  ptrToMemberType: 0x1f,
  setType: 0x20,
  baseType: 0x24,
  templateValueParameter: 0x30,
  variantPart: 0x33,
  variable: 0x34,
  templateAlias: 0x43,
} as const;
