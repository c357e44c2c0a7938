/** Target triples, as far as reading depends on them. */

/** A triple's parts. */
export interface Triple {
  /** Architecture with 64-bit x86 as `x86_64` and the 32-bit ones as `i386`. */
  readonly arch: string;
  readonly x86: boolean;
  readonly os: string;
  readonly environment: string;
}

/** The parts of `arch-vendor-os-environment`. Source: llvm::Triple. */
export function parseTriple(text: string): Triple {
  const [given = "", , os = "", environment = ""] = text.split("-");
  const arch = /^i[3-9]86$/.test(given) ? "i386" : given === "amd64" ? "x86_64" : given === "arm64" ? "aarch64" : given;
  return { arch, x86: arch === "i386" || arch === "x86_64" || arch === "x86_64h", os, environment };
}
