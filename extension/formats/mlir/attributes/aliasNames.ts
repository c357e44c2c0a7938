/** Which attributes and types get aliases, and with which name (OpAsmDialectInterface::getAlias of the dialects). */
import type { Tables } from "../model/module";
import { namedRelease, NEWEST } from "../model/release";
import { heirAlias } from "./heirAliases";

/** Attributes of the llvm dialect whose alias is their mnemonic. */
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

/**
 * An encoding as sparse_tensor prints it. Any other text was copied from source by a writer that did not know the
 * dialect.
 */
const SPARSE = /^\{ map = .* \}$/;

/**
 * The name of an alias, or a function that makes it from the text between the attribute's angle brackets and the MLIR
 * release of the writer.
 */
type AliasName = string | ((parameters: string, release: number) => string | undefined);

/** Replaces the characters that may not be in a symbol, for the names of IREE's targets. */
const symbolName = (text: string): string => text.toLowerCase().replace(/[^a-z0-9_]/g, "_");

/** `"rocm", "rocm-hsaco-fb", {…}`: the second string, the format. */
function executableTarget(parameters: string): string | undefined {
  const format = /^"[^"]*",\s*"([^"]*)"/.exec(parameters)?.[1];
  return format === undefined ? undefined : `executable_target_${symbolName(format)}`;
}

/** `"local", {ordinal = 0 : index}, […]`: the device, with its number if there is one. */
function deviceTarget(parameters: string): string | undefined {
  const device = /^"([^"]*)"/.exec(parameters)?.[1];
  if (device === undefined) return undefined;
  const ordinal = /^"[^"]*",\s*\{[^[\]{}]*\bordinal = (-?\d+)/.exec(parameters)?.[1];
  return `device_target_${symbolName(ordinal === undefined ? device : `${device}_${ordinal}_`)}`;
}

/** `1024xi8, […]`: the length in bytes. */
function composite(parameters: string): string | undefined {
  const length = /^(\d+)x/.exec(parameters)?.[1];
  return length === undefined ? undefined : `composite_of_${length}b`;
}

/** Since November 2024, in MLIR 20's time, after encodings had lost their original type. */
const encoding = (parameters: string, release: number): string | undefined =>
  release > 20 || (parameters.includes(" user_indexing_maps = ") && !parameters.includes(" original_type = "))
    ? "encoding"
    : undefined;

/** Aliases of IREE's attributes by dialect and mnemonic, with the MLIR release of the first IREE that used the name. */
const IREE: ReadonlyMap<string, readonly [name: AliasName, since: number]> = new Map<string, [AliasName, number]>([
  ["hal.device.target", [deviceTarget, 17]],
  ["hal.executable.target", [executableTarget, 17]],
  ["hal.pipeline.layout", ["pipeline_layout", 17]],
  ["util.composite", [composite, 17]],
  ["iree_codegen.compilation_info", ["compilation", 17]],
  ["iree_codegen.lowering_config", ["config", 17]],
  ["iree_codegen.translation_info", ["translation", 17]],
  ["iree_cpu.lowering_config", ["config", 22]],
  ["iree_encoding.encoding", [encoding, 20]],
  ["iree_encoding.layout", ["encoding", 21]],
  ["iree_encoding.matmul_k", ["encoding", 21]],
  ["iree_encoding.testing", ["encoding", 22]],
  ["iree_encoding.testing_encoding", ["encoding", 21]],
  ["iree_encoding.unknown", ["encoding", 22]],
  ["iree_encoding.unknown_encoding", ["encoding", 21]],
  ["iree_map.pack_layout", ["pack_layout", 23]],
  ["iree_map.pack_map", ["pack_map", 23]],
  ["iree_vector_ext.layout", ["layout", 18]],
  ["iree_vector_ext.nested_layout", ["nested", 19]],
]);

/** Aliases of Triton's layouts and memory spaces, each with the attributes that get it. */
const TRITON: ReadonlyMap<string, string> = new Map(
  [
    ["blocked", "ttg.blocked"],
    ["linear", "ttg.linear"],
    ["mma", "ttg.amd_mfma ttg.amd_wmma ttg.nvidia_mma"],
    ["shared", "ttg.amd_rotating_shared ttg.nvmma_shared ttg.padded_shared ttg.partitioned_shared ttg.shared_linear"],
    ["shared", "ttg.swizzled_shared"],
    ["smem", "ttg.shared_memory"],
    ["tmem", "ttng.tensor_memory_encoding"],
    ["tmem_linear", "ttng.tensor_memory_linear_encoding"],
    ["tmem_scales", "ttng.tensor_memory_scales_encoding"],
  ].flatMap(([alias = "", names = ""]) => names.split(" ").map((name): [string, string] => [name, alias])),
);

/** Attributes printed with their type, which is part of what their alias means. */
export const TYPED: ReadonlySet<string> = new Set(["hal.device.target"]);

/** A dialect's attribute or type that may get an alias; `parameters`: the text between its angle brackets. */
export interface Named {
  readonly sigil: "#" | "!";
  readonly dialect: string;
  readonly mnemonic: string;
  readonly parameters: string;
}

/**
 * The alias of a dialect's attribute or type: `llvm`, `di_file` → `di_file`.
 * @param context the release, and whether the writer knew a dialect
 */
export function dialectAlias(
  { sigil, dialect, mnemonic, parameters }: Named,
  context: Pick<Tables, "release" | "producer" | "isRegistered">,
): string | undefined {
  if (!context.isRegistered(dialect)) return undefined;
  if (sigil === "#" && dialect === "llvm") return LLVM.has(mnemonic) ? mnemonic : undefined;
  const release = namedRelease(context.producer) ?? NEWEST;
  // Before 21 MLIR itself had a dialect of the same name as one of HEIR's, which names nothing.
  const ofHeir = release < 21 ? undefined : heirAlias(`${sigil}${dialect}.${mnemonic}`, parameters);
  if (ofHeir !== undefined || sigil === "!") return ofHeir;
  if (dialect === "ml_program" && mnemonic === "extern") return mnemonic;
  if (dialect === "sparse_tensor" && mnemonic === "encoding" && context.release >= 18)
    return SPARSE.test(parameters) ? "sparse" : undefined;
  const layout = TRITON.get(`${dialect}.${mnemonic}`);
  if (layout !== undefined) return layout;
  const [name, since] = IREE.get(`${dialect}.${mnemonic}`) ?? [];
  if (name === undefined || since === undefined) return undefined;
  if (release < since) return undefined;
  return typeof name === "string" ? name : name(parameters, release);
}

/** The aliases of what the builtin dialect writes as assembly: `affine_map` → `map`. */
export const BUILTIN_ALIASES: ReadonlyMap<string, string> = new Map([
  ["affine_map", "map"],
  ["affine_set", "set"],
]);

/** Longer tuples get an alias. */
export const MOST_TUPLE_ELEMENTS = 16;
