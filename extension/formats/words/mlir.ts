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

/** Ops named as those of StableHLO, or of `func`: `vhlo.add_v1`, `vhlo.return_v1`. */
const STORED = /^(?:vhlo|mhlo)\.(\w+?)(?:_v\d+)?$/;

/** What the op that a token names does; of an op without a meaning of its own: what its dialect is for. */
export function explainOp({ kind, text }: Token): readonly Explanation[] {
  if (kind !== "keyword") return [];
  const [name = ""] = /[A-Za-z_]\w*\.[\w.$-]+/.exec(text) ?? [];
  const aliases = [name, name.replace(STORED, "stablehlo.$1"), name.replace(STORED, "func.$1")];
  const meaning = aliases.map((alias) => OPS.get(alias)).find(Boolean) ?? meaningInLlvm(name);
  return meaning === undefined ? explainName(name, OPS) : [{ word: name, meaning }];
}

/** LLVM's instructions and intrinsics are ops of the dialect `llvm`: `llvm.getelementptr`, `llvm.intr.memcpy`. */
function meaningInLlvm(name: string): string | undefined {
  const [, rest = ""] = /^llvm\.(.*)$/.exec(name) ?? [];
  return rest.startsWith("intr.") ? INTRINSICS.get(`llvm.${rest.slice("intr.".length)}`) : INSTRUCTIONS.get(rest);
}
