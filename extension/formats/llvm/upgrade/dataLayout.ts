/**
 * Upgrades data layout strings: each release of LLVM adapts old strings to its own definition of the target. Source:
 * UpgradeDataLayoutString of the releases.
 */
import type { Release } from "../ir/releases";
import { parseTriple, type Triple } from "../ir/triple";

/** A named rule: the releases that have it (`until` is exclusive), the targets it applies to, and its effect. */
interface Rule {
  readonly name: string;
  readonly since: Release;
  readonly until?: Release;
  applies(triple: Triple, release: Release): boolean;
  /** @param original the string in the file; a rule that tests it ignores what earlier rules added */
  rewrite(layout: string, original: string): string;
}

/** Whether the layout specifies `key` (`G`, `p7`, `ni`). */
function has(layout: string, key: string): boolean {
  return layout.includes(`-${key}`) || layout.startsWith(key);
}
function append(layout: string, part: string): string {
  return layout === "" ? part : `${layout}-${part}`;
}

const POINTER_SPACES = "-p270:32:32-p271:32:32-p272:64:64";
function addPointerSpaces(layout: string, pattern: RegExp): string {
  return layout.includes(POINTER_SPACES) ? layout : layout.replace(pattern, `$1${POINTER_SPACES}$3`);
}

function afterI64(layout: string): string {
  return layout.includes("-i128:128") ? layout : layout.replace("-i64:64", "-i64:64-i128:128");
}

const OLD_BUFFERS = "-p8:128:128-";
/**
 * What a list of non-integral address spaces at the end of a string lacks. It is appended to the new string's end, even
 * after other parts.
 */
function missingSpaces(original: string): string {
  if (original.endsWith("ni:7")) return ":8:9";
  return original.endsWith("ni:7:8") ? ":9" : "";
}

/** AMDGPU's GCN; LLVM 23 calls it `amdgpu` followed by a version. */
const isGcn = (t: Triple, release: Release): boolean =>
  t.arch === "amdgcn" || (release >= 23 && t.arch.startsWith("amdgpu"));

/** The rules in the order in which the reference applies them. */
const RULES: readonly Rule[] = [
  {
    name: "globals of R600, SPIR and SPIR-V are in address space 1",
    since: 13,
    applies: (t) => t.arch === "r600",
    rewrite: (layout) => (has(layout, "G") ? layout : append(layout, "G1")),
  },
  {
    name: "globals of SPIR and SPIR-V are in address space 1",
    since: 19,
    applies: (t) => t.arch.startsWith("spir") && t.arch !== "spirv",
    rewrite: (layout) => (has(layout, "G") ? layout : append(layout, "G1")),
  },
  {
    name: "i32 is native on 64-bit RISC-V",
    since: 16,
    applies: (t) => t.arch === "riscv64",
    rewrite: (layout) => layout.replace("-n64-", "-n32:64-"),
  },
  {
    name: "i32 is native on 64-bit LoongArch",
    since: 19,
    applies: (t) => t.arch === "loongarch64",
    rewrite: (layout) => layout.replace("-n64-", "-n32:64-"),
  },
  {
    name: "globals of AMDGCN are in address space 1",
    since: 13,
    applies: isGcn,
    rewrite: (layout) => (has(layout, "G") ? layout : append(layout, "G1")),
  },
  {
    name: "AMDGCN's buffer pointers are non-integral",
    since: 17,
    until: 18,
    applies: isGcn,
    rewrite: (layout, original) =>
      has(original, "ni") ? (original.endsWith("ni:7") ? `${layout}:8` : layout) : `${layout}-ni:7:8`,
  },
  {
    name: "AMDGCN's buffer pointers are non-integral, strided ones too",
    since: 18,
    applies: isGcn,
    rewrite: (layout, original) => (has(original, "ni") ? `${layout}${missingSpaces(original)}` : `${layout}-ni:7:8:9`),
  },
  {
    name: "AMDGCN's fat buffer pointers",
    since: 17,
    applies: isGcn,
    rewrite: (layout, original) => (has(original, "p7") ? layout : `${layout}-p7:160:256:256:32`),
  },
  {
    name: "AMDGCN's buffer resources",
    since: 17,
    until: 21,
    applies: isGcn,
    rewrite: (layout, original) => (has(original, "p8") ? layout : `${layout}-p8:128:128`),
  },
  {
    name: "AMDGCN's buffer resources have 48-bit offsets",
    since: 21,
    applies: isGcn,
    rewrite: (layout, original) => {
      if (!has(original, "p8")) return `${layout}-p8:128:128:128:48`;
      return original.includes(OLD_BUFFERS) ? layout.replace(OLD_BUFFERS, "-p8:128:128:128:48-") : layout;
    },
  },
  {
    name: "AMDGCN's strided buffer pointers",
    since: 18,
    applies: isGcn,
    rewrite: (layout, original) => (has(original, "p9") ? layout : `${layout}-p9:192:256:256:32`),
  },
  {
    name: "AMDGCN's address spaces from 10 to 15",
    since: 24,
    applies: isGcn,
    rewrite: (layout, original) =>
      [10, 11, 12, 13, 14, 15].reduce(
        (now, space) => (has(original, `p${space}`) ? now : `${now}-p${space}:32:32`),
        layout,
      ),
  },
  {
    name: "AMDGPU mangles as ELF",
    since: 22,
    applies: (t, release) => isGcn(t, release) || t.arch === "r600",
    rewrite: (layout, original) => (original.includes("m:e") ? layout : layout === "" ? "m:e" : `m:e-${layout}`),
  },
  {
    name: "pointers to functions of ARM have an alignment of their own",
    since: 24,
    applies: (t) => /^(arm|xscale)/.test(t.arch),
    rewrite: (layout) => (has(layout, "F") ? layout : layout.replace(/(^|-)p:32:32/, "$&-Fi8")),
  },
  {
    name: "functions of AArch64 are aligned to 32 bits",
    since: 19,
    applies: (t) => t.arch.startsWith("aarch64"),
    rewrite: (layout) => (layout === "" || layout.includes("-Fn32") ? layout : `${layout}-Fn32`),
  },
  {
    name: "AArch64's pointers of 32 and 64 bits",
    since: 21,
    applies: (t) => t.arch.startsWith("aarch64"),
    rewrite: (layout) => addPointerSpaces(layout, /^([Ee]-m:[a-z](-p:32:32)?)(-.*)$/),
  },
  {
    name: "i128 is aligned to 16 bytes on SPARC, PowerPC, WebAssembly",
    since: 21,
    applies: (t) => /^(sparc|ppc64|powerpc64|wasm)/.test(t.arch),
    rewrite: afterI64,
  },
  {
    name: "i128 is aligned to 16 bytes on MIPS, but not in the ABI o32",
    since: 21,
    applies: (t) => /^mips(64|n32|isa64)/.test(t.arch),
    rewrite: (layout) => (layout.includes("m:m") ? layout : afterI64(layout)),
  },
  {
    name: "doubles of AIX are aligned to 4 bytes",
    since: 22,
    applies: (t) => /^(ppc|powerpc)/.test(t.arch) && t.os.startsWith("aix"),
    rewrite: (layout) =>
      layout === "" || layout.includes("f64:32:64")
        ? layout
        : layout.includes("-S128")
          ? layout.replace("-S128", "-f64:32:64-S128")
          : `${layout}-f64:32:64`,
  },
  {
    name: "stacks of s390x are aligned to 8 bytes",
    since: 23,
    applies: (t) => t.arch === "s390x",
    rewrite: (layout) => (layout === "" || layout.includes("-S64") ? layout : `E-S64${layout.slice(1)}`),
  },
  {
    name: "x86's pointers of 32 and 64 bits",
    since: 11,
    until: 21,
    applies: (t) => t.x86,
    rewrite: (layout) => addPointerSpaces(layout, /^(e-m:[a-z](-p:32:32)?)(-[if]64:.*)$/),
  },
  {
    name: "x86's pointers of 32 and 64 bits, whatever follows",
    since: 21,
    applies: (t) => t.x86,
    rewrite: (layout) => addPointerSpaces(layout, /^([Ee]-m:[a-z](-p:32:32)?)(-.*)$/),
  },
  {
    name: "i128 is aligned to 16 bytes on x86",
    since: 18,
    applies: (t) => t.x86 && t.os !== "elfiamcu",
    rewrite: (layout) =>
      layout.includes("-i128:128") ? layout : layout.replace(/^(e(-[mpi][^-]*)*)((-[^mpi][^-]*)*)$/, "$1-i128:128$3"),
  },
  {
    name: "x86_fp80 is aligned to 16 bytes for 32-bit MSVC",
    since: 14,
    applies: (t) => t.x86 && t.arch !== "x86_64" && t.os.startsWith("win") && /^(msvc.*)?$/.test(t.environment),
    rewrite: (layout) => layout.replace("-f80:32-", "-f80:128-"),
  },
];

/** The layout string after the release's upgrades. */
export function upgradeDataLayout(layout: string, tripleText: string, release: Release): string {
  const triple = parseTriple(tripleText);
  let result = layout;
  for (const rule of RULES) {
    if (release < rule.since || (rule.until !== undefined && release >= rule.until)) continue;
    if (rule.applies(triple, release)) result = rule.rewrite(result, layout);
  }
  return result;
}
