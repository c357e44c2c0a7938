/** Attributes that are printed without their name, inside others that determine their class. */

/**
 * Parameters of a known class are printed without the class name: in an attribute of the llvm dialect, by `key` in `key
 * = <…>`; the first parameter by `mnemonic.`. Those of other dialects have the dialect's name in front.
 */
export const STRIPPED: ReadonlyMap<string, string> = new Map([
  ["iter_space.", "sparse"],
  ["iterator.", "sparse"],
  ["file", "di_file"],
  ["compileUnit", "di_compile_unit"],
  ["di_subprogram.type", "di_subroutine_type"],
  ["var", "di_global_variable"],
  ["decl", "di_global_variable"],
  ["domain", "alias_scope_domain"],
  ["base_type", "tbaa_type_desc"],
  ["access_type", "tbaa_type_desc"],
  ["vectorize", "loop_vectorize"],
  ["interleave", "loop_interleave"],
  ["unroll", "loop_unroll"],
  ["unrollAndJam", "loop_unroll_and_jam"],
  ["licm", "loop_licm"],
  ["distribute", "loop_distribute"],
  ["pipeline", "loop_pipeline"],
  ["peeled", "loop_peeled"],
  ["unswitch", "loop_unswitch"],
  ["parallelAccesses", "access_group"],
  ["followupVectorized", "loop_annotation"],
  ["followupEpilogue", "loop_annotation"],
  ["followupAll", "loop_annotation"],
  ["followupUnrolled", "loop_annotation"],
  ["followupRemainder", "loop_annotation"],
  ["followupCoincident", "loop_annotation"],
  ["followupSequential", "loop_annotation"],
  ["followupFallback", "loop_annotation"],
  ["followupInner", "loop_annotation"],
  ["followupOuter", "loop_annotation"],
  ["followupRemainderOuter", "loop_annotation"],
  ["followupRemainderInner", "loop_annotation"],
  ["iree_codegen.compilation_info.lowering_config", "iree_codegen.lowering_config"],
  ["iree_codegen.compilation_info.translation_info", "iree_codegen.translation_info"],
  ["lwe.ciphertext_space.ring", "polynomial.ring"],
  ["lwe.lwe_ciphertext.ciphertext_space", "lwe.ciphertext_space"],
  ["lwe.lwe_ciphertext.key", "lwe.key"],
  ["lwe.lwe_ciphertext.modulus_chain", "lwe.modulus_chain"],
  ["lwe.lwe_ciphertext.plaintext_space", "lwe.plaintext_space"],
  ["lwe.lwe_plaintext.plaintext_space", "lwe.plaintext_space"],
  ["lwe.lwe_public_key.key", "lwe.key"],
  ["lwe.lwe_public_key.ring", "polynomial.ring"],
  ["lwe.lwe_ring_elt.ring", "polynomial.ring"],
  ["lwe.lwe_secret_key.key", "lwe.key"],
  ["lwe.lwe_secret_key.ring", "polynomial.ring"],
  ["lwe.plaintext_space.ring", "polynomial.ring"],
  ["polynomial.polynomial.ring", "polynomial.ring"],
]);

/** Under which name this table has an attribute or type; "" if it does not. */
export function inTable(dialect: string, mnemonic: string): string {
  switch (dialect) {
    case "llvm":
    case "sparse_tensor":
      return mnemonic;
    case "iree_codegen":
    case "lwe":
    case "polynomial":
      return `${dialect}.${mnemonic}`;
    default:
      return "";
  }
}
