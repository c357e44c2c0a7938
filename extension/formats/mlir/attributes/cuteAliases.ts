/**
 * Aliases of the types of CuTe, the dialect of NVIDIA's CuTe DSL, which is published as a library only: they were asked
 * of it for each kind of atom.
 */

/** `!cute.memref<f32, gmem, …>`: element and memory space. */
const MEMREF = /^!cute\.memref<((?:[^<>,]|<(?:[^<>]|<[^<>]*>)*>)+), ([a-z]+)/;
/** `!cute.tiled_copy<!cute_nvgpu.atom.ldsm<…>, …>`: the atom's name and parameters. */
const COPY = /^!cute\.tiled_copy<!cute_nvgpu\.atom\.(\w+)(.*)/;
/** `…mma<16x8x16, elem_type = (f16, f16, f32) …`, `…universal_fma<1x1x1, (f32, f32) -> f32 …`: shape and elements. */
const MMA = /^!cute\.tiled_mma<!cute_nvgpu\.[\w.]+<(\w+), .*?\((\w+), (\w+)(?:, |\) -> )(\w+)/;

/** How many matrices, bits of an instruction, or bits in all an atom copies. */
const MATRICES = /\bnum_matrices = (\d+)/;
const INSTRUCTION_BITS = / (\d+) bit,/;
const COPY_BITS = /\bcopy_bits = (\d+)/;

/** The short names of copies, with the number that is added, if any. */
const COPIES: ReadonlyMap<string, readonly [name: string, size?: RegExp]> = new Map<string, [string, RegExp?]>([
  ["bulk_copy_g2s", ["blkcp_g2s"]],
  ["bulk_copy_s2g", ["blkcp_s2g"]],
  ["bulk_copy_s2s", ["blkcp_s2s"]],
  ["dsmem_store", ["dsmem_store"]],
  ["g2r", ["g2r"]],
  ["ldsm", ["ldsm", MATRICES]],
  ["r2g", ["r2g"]],
  ["r2s", ["r2s"]],
  ["s2r", ["s2r"]],
  ["s2t_copy", ["utccp"]],
  ["simt_async_copy", ["ldgsts"]],
  ["stsm", ["stsm", MATRICES]],
  ["tma_load", ["tmaldg", COPY_BITS]],
  ["tma_reduce", ["tmaredg", COPY_BITS]],
  ["tma_store", ["tmastg", COPY_BITS]],
  ["tmem_load", ["ldtm", INSTRUCTION_BITS]],
  ["tmem_load_red", ["ldtm_red", INSTRUCTION_BITS]],
  ["tmem_store", ["sttm", INSTRUCTION_BITS]],
  ["universal_copy", ["simt"]],
]);

/** The alias of a type that is stored as this text; undefined if it has none. */
export function cuteAlias(text: string): string | undefined {
  if (!text.startsWith("!cute.")) return undefined;
  const [, element, space] = MEMREF.exec(text) ?? [];
  if (element !== undefined) return identifier(`memref_${space ?? ""}_${element}`);
  const [, atom, parameters] = COPY.exec(text) ?? [];
  if (atom !== undefined) return `copy_${copyName(atom, parameters ?? "")}`;
  const [, shape, ...elements] = MMA.exec(text) ?? [];
  return shape === undefined ? undefined : `mma_${elements.join("_")}_${shape}`;
}

/** `ldsm_4`, `tmaldg_128b`: a copy's size is in bytes where the type has it in bits. */
function copyName(atom: string, parameters: string): string {
  const [name = "unknown_type", size] = COPIES.get(atom) ?? [];
  const number = size?.exec(parameters)?.[1];
  if (number === undefined) return name;
  return size === COPY_BITS ? `${name}_${Number(number) / 8}b` : `${name}_${number}`;
}

/** A name as MLIR makes it from any text: a blank becomes `_`, other characters their number in hexadecimal. */
const identifier = (text: string): string =>
  text.replace(/[^\w$-]/g, (c) => (c === " " ? "_" : c.charCodeAt(0).toString(16).toUpperCase()));
