/** The types and enums of mlir::NVVM's ops. */
import type { TypeView } from "../entryView";
import { known, unknown } from "../fault";
import { partsOf } from "../../attributes/brackets";
import type { OpView } from "../opView";
import { pointerSpace } from "./llvmTypes";

/** The number of a pointer's address space. */
export const spaceOf = ({ text }: TypeView): number => known(pointerSpace(text));
export const GLOBAL = 1;
export const SHARED = 3;
export const CONSTANT = 4;
export const LOCAL = 5;
export const CLUSTER = 7;

/** The case of an enum that the op has. */
export const caseOf = (op: OpView, name: string): string => {
  const word = op.word(name);
  return word === "" ? unknown() : word;
};

/** The sizes of `#nvvm.shape<m = 64, n = 16>`. */
export function shapeOf(op: OpView): Readonly<Record<"m" | "n" | "k", number>> {
  const sizes = new Map(partsOf(caseOf(op, "shape")).map((part) => part.split(" = ") as [string, string]));
  const size = (name: string): number => Number(sizes.get(name) ?? 0);
  return { m: size("m"), n: size("n"), k: size("k") };
}
