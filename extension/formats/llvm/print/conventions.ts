/** Names of calling conventions by number (CallingConv.h, AsmWriter's PrintCallingConv of each release). */
import type { Release } from "../ir/releases";

/** A convention's name, the first release that prints it and the first that no longer does. */
interface Convention {
  readonly name: string;
  readonly since?: Release;
  readonly until?: Release;
}

/** The reference prints `avr_intrcc` and `avr_signalcc` with an extra blank. */
const CONVENTIONS: Readonly<Record<number, Convention>> = {
  8: { name: "fastcc" },
  9: { name: "coldcc" },
  10: { name: "ghccc" },
  12: { name: "webkit_jscc", until: 18 },
  13: { name: "anyregcc" },
  14: { name: "preserve_mostcc" },
  15: { name: "preserve_allcc" },
  16: { name: "swiftcc" },
  17: { name: "cxx_fast_tlscc" },
  18: { name: "tailcc", since: 11 },
  19: { name: "cfguard_checkcc", since: 11 },
  20: { name: "swifttailcc", since: 13 },
  21: { name: "preserve_nonecc", since: 19 },
  64: { name: "x86_stdcallcc" },
  65: { name: "x86_fastcallcc" },
  66: { name: "arm_apcscc" },
  67: { name: "arm_aapcscc" },
  68: { name: "arm_aapcs_vfpcc" },
  69: { name: "msp430_intrcc" },
  70: { name: "x86_thiscallcc" },
  71: { name: "ptx_kernel" },
  72: { name: "ptx_device" },
  75: { name: "spir_func" },
  76: { name: "spir_kernel" },
  77: { name: "intel_ocl_bicc" },
  78: { name: "x86_64_sysvcc" },
  79: { name: "win64cc" },
  80: { name: "x86_vectorcallcc" },
  81: { name: "hhvmcc" },
  82: { name: "hhvm_ccc" },
  83: { name: "x86_intrcc" },
  84: { name: "avr_intrcc " },
  85: { name: "avr_signalcc " },
  87: { name: "amdgpu_vs" },
  88: { name: "amdgpu_gs" },
  89: { name: "amdgpu_ps" },
  90: { name: "amdgpu_cs" },
  91: { name: "amdgpu_kernel" },
  92: { name: "x86_regcallcc" },
  93: { name: "amdgpu_hs" },
  95: { name: "amdgpu_ls" },
  96: { name: "amdgpu_es" },
  97: { name: "aarch64_vector_pcs" },
  98: { name: "aarch64_sve_vector_pcs", since: 11 },
  99: { name: "wasm_emscripten_invokecc", since: 24 },
  100: { name: "amdgpu_gfx", since: 13 },
  102: { name: "aarch64_sme_preservemost_from_x0", since: 16 },
  103: { name: "aarch64_sme_preservemost_from_x2", since: 16 },
  104: { name: "amdgpu_cs_chain", since: 17 },
  105: { name: "amdgpu_cs_chain_preserve", since: 17 },
  106: { name: "m68k_rtdcc", since: 18 },
  107: { name: "graalcc", since: 18 },
  110: { name: "riscv_vector_cc", since: 19 },
  111: { name: "aarch64_sme_preservemost_from_x1", since: 19 },
  112: { name: "riscv_vls_cc(32)", since: 21 },
  113: { name: "riscv_vls_cc(64)", since: 21 },
  114: { name: "riscv_vls_cc(128)", since: 21 },
  115: { name: "riscv_vls_cc(256)", since: 21 },
  116: { name: "riscv_vls_cc(512)", since: 21 },
  117: { name: "riscv_vls_cc(1024)", since: 21 },
  118: { name: "riscv_vls_cc(2048)", since: 21 },
  119: { name: "riscv_vls_cc(4096)", since: 21 },
  120: { name: "riscv_vls_cc(8192)", since: 21 },
  121: { name: "riscv_vls_cc(16384)", since: 21 },
  122: { name: "riscv_vls_cc(32768)", since: 21 },
  123: { name: "riscv_vls_cc(65536)", since: 21 },
  124: { name: "amdgpu_gfx_whole_wave", since: 22 },
  125: { name: "cheriot_compartmentcallcc", since: 22 },
  126: { name: "cheriot_compartmentcalleecc", since: 22 },
  127: { name: "cheriot_librarycallcc", since: 22 },
};

/** `fastcc ` with a blank after it, `cc99 ` for a number that the release has no name for; empty for the C convention. */
export function conventionText(convention: number, release: Release): string {
  if (convention === 0) return "";
  const { name = "", since = 0, until = Infinity } = CONVENTIONS[convention] ?? {};
  return name !== "" && release >= since && release < until ? `${name} ` : `cc${convention} `;
}
