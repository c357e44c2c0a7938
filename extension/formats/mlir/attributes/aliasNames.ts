/** Which attributes and types get aliases, and of what name (OpAsmDialectInterface::getAlias of the dialects). */
import type { Release } from "../model/module";

/** Attributes of the llvm dialect that are aliased by their mnemonic. */
const LLVM = new Set(
  (
    "access_group alias_scope alias_scope_domain di_basic_type di_common_block di_compile_unit di_composite_type " +
    "di_derived_type di_file di_global_variable di_global_variable_expression di_imported_entity " +
    "di_label di_lexical_block di_lexical_block_file di_local_variable di_module di_namespace di_null_type " +
    "di_string_type di_subprogram di_subroutine_type mmra_tag tbaa_root tbaa_tag tbaa_type_desc loop_annotation " +
    "loop_distribute loop_interleave loop_licm loop_peeled loop_pipeline loop_unroll loop_unroll_and_jam loop_unswitch " +
    "loop_vectorize"
  ).split(" "),
);

/** The alias of a dialect's attribute: `llvm`, `di_file` → `di_file`. */
export function dialectAlias(dialect: string, mnemonic: string, release: Release): string | undefined {
  if (dialect === "llvm" && LLVM.has(mnemonic)) return mnemonic;
  if (dialect === "ml_program" && mnemonic === "extern") return mnemonic;
  if (dialect === "sparse_tensor" && mnemonic === "encoding" && release >= 18) return "sparse";
  return undefined;
}

/** The alias of what the builtin dialect writes as assembly: `affine_map` → `map`. */
export const BUILTIN_ALIASES: ReadonlyMap<string, string> = new Map([
  ["affine_map", "map"],
  ["affine_set", "set"],
]);

/** A tuple with more elements than these is aliased. */
export const MOST_TUPLE_ELEMENTS = 16;
