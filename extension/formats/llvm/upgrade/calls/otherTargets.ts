/** Upgrades intrinsics of targets that have few of them: AMDGPU, RISC-V and WebAssembly. Source: upgradeIntrinsicFunction1. */
import type { TypeInterner } from "../../ir/interner";
import type { FunctionType } from "../../ir/types";
import { recall } from "./generic";
import type { Replacement } from "./rules";

/** The type with an i32 as its last parameter, which was an i8. */
function wideSelector({ result, params }: FunctionType, interner: TypeInterner): FunctionType | undefined {
  const [left, right, selector] = params;
  if (!left || !right || selector?.kind !== "integer" || selector.width !== 8) return undefined;
  return interner.function(result, [left, right, interner.i32], false);
}

/** The rules; the first that matches applies. */
export const OTHER_REPLACEMENTS: readonly Replacement[] = [
  {
    name: "AMDGPU's alignbit is fshr",
    since: 14,
    from: /^llvm\.amdgcn\.alignbit$/,
    to: (_name, type, naming) => naming.overloaded("llvm.fshr", type, [0]),
    call: recall(),
  },
  {
    name: "AMDGPU's ldexp is that of all targets",
    since: 18,
    from: /^llvm\.amdgcn\.ldexp\./,
    to: (_name, type, naming) => naming.overloaded("llvm.ldexp", type, [0, 2]),
    call: recall(),
  },
  {
    name: "WebAssembly's fma is relaxed",
    since: 16,
    from: /^llvm\.wasm\.fma\./,
    to: "llvm.wasm.relaxed.madd.",
    call: recall(),
  },
  {
    name: "WebAssembly's fms is relaxed",
    since: 16,
    from: /^llvm\.wasm\.fms\./,
    to: "llvm.wasm.relaxed.nmadd.",
    call: recall(),
  },
  {
    name: "selectors of RISC-V's AES and SM4 are i32",
    since: 17,
    from: /^(llvm\.riscv\.(?:aes32[de]s(?:|m)i|sm4(?:ed|ks)))(?:\.i32)?$/,
    type: wideSelector,
    to: "$1",
    call: (r, target) => {
      const selector = r.integer(r.integerOf(r.argument(2)), r.interner.i32);
      return r.callOf(target, [r.argument(0), r.argument(1), selector]);
    },
  },
];
