/**
 * Intrinsics whose names contain more types than before: a function with an older name is renamed. Source:
 * remangleIntrinsicFunction; the overloaded types in each release's Intrinsics.td.
 */
import type { FunctionType, Type } from "../../ir/types";
import type { Release } from "../../ir/releases";
import type { Naming } from "./mangling";
import type { Replacement } from "./rules";

type Overloaded = readonly [stem: string, since: Release, ...places: number[]];

/** RISC-V's vector loads and stores, which name the kind of their pointer since LLVM 21. */
function vectorAccesses(): readonly Overloaded[] {
  const indexed = ["vloxei", "vluxei"];
  return [
    ["riscv.vlm", 21, 0, 1, 2],
    ["riscv.vsm", 21, 1, 2, 3],
    ["riscv.vle", 21, 0, 2, 3],
    ["riscv.vle.mask", 21, 0, 2, 4],
    ["riscv.vse", 21, 1, 2, 3],
    ["riscv.vse.mask", 21, 1, 2, 4],
    ["riscv.vlse", 21, 0, 2, 3],
    ["riscv.vlse.mask", 21, 0, 2, 3],
    ["riscv.vsse", 21, 1, 2, 3],
    ["riscv.vsse.mask", 21, 1, 2, 3],
    ...indexed.map((load) => [`riscv.${load}`, 21, 0, 2, 3, 4] as const),
    ...indexed.map((load) => [`riscv.${load}.mask`, 21, 0, 2, 3, 5] as const),
    ...["vsoxei", "vsuxei"].map((store) => [`riscv.${store}`, 21, 1, 2, 3, 4] as const),
    ...["vsoxei", "vsuxei"].map((store) => [`riscv.${store}.mask`, 21, 1, 2, 3, 5] as const),
  ];
}

/** The stem, the first release, and the places of the types in the name: 0 the result, 1 the first parameter. */
const OVERLOADED: readonly Overloaded[] = [
  ["launder.invariant.group", 9, 0],
  ["amdgcn.icmp", 9, 0, 1],
  ["amdgcn.fcmp", 9, 0, 1],
  ["frameaddress", 11, 0],
  ["addressofreturnaddress", 11, 0],
  ["sponentry", 11, 0],
  ["ppc.popcntb", 13, 0, 1],
  ["amdgcn.ds.fadd", 13, 0],
  ["amdgcn.ds.fmin", 13, 0],
  ["amdgcn.ds.fmax", 13, 0],
  ["amdgcn.global.atomic.fadd", 13, 0, 1, 2],
  ["ppc.fnmsub", 16, 0],
  ["stacksave", 18, 0],
  ["stackrestore", 18, 1],
  ["amdgcn.mul.i24", 18, 0],
  ["amdgcn.mul.u24", 18, 0],
  ["va_start", 19, 1],
  ["va_end", 19, 1],
  ["va_copy", 19, 1],
  ["eh.typeid.for", 19, 1],
  ["amdgcn.readfirstlane", 19, 0],
  ["amdgcn.readlane", 19, 0],
  ["amdgcn.writelane", 19, 0],
  ["amdgcn.permlane16", 19, 0],
  ["amdgcn.permlanex16", 19, 0],
  ["amdgcn.permlane64", 19, 0],
  ["amdgcn.make.buffer.rsrc", 21, 0, 1],
  ["thread.pointer", 21, 0],
  ["spv.thread.id", 21, 0],
  ["aarch64.sve.fmmla", 22, 0, 2],
  ["returnaddress", 23, 0],
  ["clear_cache", 23, 1],
  ["masked.expandload", 23, 0, 1],
  ["masked.compressstore", 23, 1, 2],
  ...vectorAccesses(),
  ...["bcast", "down", "up", "xor"].map((way) => [`amdgcn.permlane.${way}`, 23, 0] as const),
  ...["b", "d", "h", "q", "w"].flatMap((size) =>
    ["ld1", "st1"].flatMap((operation) =>
      ["horiz", "vert"].map((way) => [`aarch64.sme.${operation}${size}.${way}`, 23, 2] as const),
    ),
  ),
  ...["ldr", "str"].flatMap((operation) => [
    [`aarch64.sme.${operation}.zt`, 23, 2] as const,
    [`aarch64.sme.${operation}`, 23, 2] as const,
  ]),
];

function isWords(type: Type | undefined, count: number): boolean {
  return (
    type?.kind === "vector" && type.count === count && type.element.kind === "integer" && type.element.width === 32
  );
}

/**
 * The names of AMDGPU's image intrinsics end in the types of the image (eight words) and of the sampler after it (four
 * words).
 */
function withResources(name: string, type: FunctionType, naming: Naming): string {
  const image = type.params.findIndex((param) => isWords(param, 8));
  if (image < 0) return name;
  const sampler = type.params[image + 1];
  const resources = [type.params[image], isWords(sampler, 4) ? sampler : undefined];
  const ending = resources.map((resource) => (resource ? `.${naming.mangled(resource)}` : "")).join("");
  return name.endsWith(ending) ? name : name + ending;
}

/** The start of a mangled type: `i32`, `p0`, `nxv4i1`, `sl_…`; any other word means a different intrinsic. */
const MANGLED = String.raw`(?:p\d|b?f\d|[iva]\d|nxv|sl?_|f_|t)`;

/** The rules, by intrinsic. */
export const OVERLOADS: readonly Replacement[] = [
  ...OVERLOADED.map(([stem, since, ...places]): Replacement => ({
    name: `${stem} names its types`,
    since,
    from: new RegExp(`^llvm\\.${stem.replaceAll(".", "\\.")}(?:\\.${MANGLED}.*)?$`),
    to: (_name, type, naming) => naming.overloaded(`llvm.${stem}`, type, places),
  })),
  { name: "AMDGPU's images name their resources", since: 21, from: /^llvm\.amdgcn\.image\./, to: withResources },
];
