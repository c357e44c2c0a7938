/** What ops of MLIR's dialects and of IREE's virtual machine do, for hover cards, in our own words. */
import type { Explanation } from "../../document/hover";
import type { Token } from "../../document/token";
import dialects from "./data/dialects.json";
import instructions from "./data/instructions.json";
import intrinsics from "./data/intrinsics.json";
import mlir from "./data/mlir.json";
import vm from "./data/vm.json";
import { explainName, meaningsOf } from "./meanings";

const OPS = meaningsOf(dialects, vm, mlir);
const INSTRUCTIONS = meaningsOf(instructions);
const INTRINSICS = meaningsOf(intrinsics);

/** Dialects whose ops have the names of another's: their prefix and suffix, and the other's prefix. */
const STABLEHLO = /^(?:vhlo|mhlo)\.(\w+?)(?:_v\d+)?$/;

/** What the op that a token names does; of an op without a meaning of its own: what its dialect is for. */
export function explainOp({ kind, text }: Token): readonly Explanation[] {
  if (kind !== "keyword") return [];
  const [name = ""] = /[A-Za-z_]\w*\.[\w.$-]+/.exec(text) ?? [];
  const meaning = OPS.get(name) ?? OPS.get(name.replace(STABLEHLO, "stablehlo.$1")) ?? meaningInLlvm(name);
  return meaning === undefined ? explainName(name, OPS) : [{ word: name, meaning }];
}

/** LLVM's instructions and intrinsics are ops of the dialect `llvm`: `llvm.getelementptr`, `llvm.intr.memcpy`. */
function meaningInLlvm(name: string): string | undefined {
  const [, rest = ""] = /^llvm\.(.*)$/.exec(name) ?? [];
  return rest.startsWith("intr.") ? INTRINSICS.get(`llvm.${rest.slice("intr.".length)}`) : INSTRUCTIONS.get(rest);
}
