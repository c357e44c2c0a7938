/** Target triples, as far as upgrades depend on them. */

/** The parts of a triple. */
export interface Triple {
  /** The architecture; `x86_64` for all names of 64-bit x86, `i386` for those of 32-bit x86. */
  readonly arch: string;
  readonly x86: boolean;
  readonly os: string;
  readonly environment: string;
  /** Whether object files are Mach-O, which has no comdats. */
  readonly machO: boolean;
}

const APPLE = /^(darwin|macos|ios|tvos|watchos|xros|visionos|driverkit|bridgeos)/;

const ARM = /^(?:arm|thumb|aarch64|xscale)/;

/** Whether a triple is for an ARM processor, of 32 or 64 bits. */
export function isArm(text: string): boolean {
  return ARM.test(text);
}

/** Architectures with several names. */
const ARCHITECTURES: readonly (readonly [RegExp, string])[] = [
  [/^i[3-9]86$/, "i386"],
  [/^amd64$/, "x86_64"],
  [/^arm64_32$/, "aarch64_32"],
  [/^arm64(?:e|ec)?$/, "aarch64"],
  [/^spirv(?:1\.\d)$/, "spirv"],
  [/^s390x$|^systemz$/, "s390x"],
];

/** The parts of `arch-vendor-os-environment`. Source: llvm::Triple. */
export function parseTriple(text: string): Triple {
  const [name = "", , os = "", environment = ""] = text.split("-");
  const arch = ARCHITECTURES.find(([pattern]) => pattern.test(name))?.[1] ?? name;
  const x86 = arch === "i386" || arch === "x86_64" || arch === "x86_64h";
  const machO = APPLE.test(os) ? !/elf|coff/.test(environment) : environment.includes("macho");
  return { arch, x86, os, environment, machO };
}
