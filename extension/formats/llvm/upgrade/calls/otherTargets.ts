/** Upgrades intrinsics of targets that have few of them: AMDGPU and WebAssembly. Source: upgradeIntrinsicFunction1. */
import type { Replacement } from "./rules";

/** The rules; the first that matches applies. */
export const OTHER_REPLACEMENTS: readonly Replacement[] = [
  {
    name: "AMDGPU's alignbit is fshr",
    since: 14,
    from: /^llvm\.amdgcn\.alignbit$/,
    to: (_name, type, naming) => naming.overloaded("llvm.fshr", type, [0]),
  },
  {
    name: "AMDGPU's ldexp is that of all targets",
    since: 18,
    from: /^llvm\.amdgcn\.ldexp\./,
    to: (_name, type, naming) => naming.overloaded("llvm.ldexp", type, [0, 2]),
  },
  {
    name: "WebAssembly's fma is relaxed",
    since: 16,
    from: /^llvm\.wasm\.fma\./,
    to: "llvm.wasm.relaxed.madd.",
  },
  {
    name: "WebAssembly's fms is relaxed",
    since: 16,
    from: /^llvm\.wasm\.fms\./,
    to: "llvm.wasm.relaxed.nmadd.",
  },
  {
    name: "WebAssembly's laneselect is relaxed",
    since: 16,
    from: /^llvm\.wasm\.laneselect\./,
    to: "llvm.wasm.relaxed.laneselect.",
  },
  {
    name: "WebAssembly's dot products are relaxed",
    since: 16,
    from: /^llvm\.wasm\.(dot\.i8x16\.i7x16\.(?:add\.)?signed)$/,
    to: "llvm.wasm.relaxed.$1",
  },
  {
    name: "recoverfp is that of all targets",
    from: /^llvm\.x86\.seh\.recoverfp$/,
    to: "llvm.eh.recoverfp",
  },
];
