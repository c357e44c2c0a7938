/** The builtin counterparts of vhlo's scalar types. */
import type { CustomNode, TypeNode } from "../../model/node";
import type { Scalar } from "../elements";
import { FLOAT_FORMATS } from "../floatFormat";
import type { FloatFormat } from "../floatFormat";

/** Whether a type belongs to vhlo. */
export const isVhlo = (node: TypeNode): node is CustomNode => node.kind === "custom" && node.dialect === "vhlo";
/** The name without its version: `tensor`. */
export const unversioned = (node: CustomNode): string => node.mnemonic.replace(/_v\d+$/, "");

/** The builtin integer or index that a vhlo type means. */
export function builtinScalar(node: TypeNode): Extract<TypeNode, { kind: "integer" | "index" }> | undefined {
  if (!isVhlo(node)) return node.kind === "integer" || node.kind === "index" ? node : undefined;
  const name = unversioned(node);
  if (name === "index") return { kind: "index" };
  if (name === "bool") return { kind: "integer", width: 1, sign: "signless" };
  const [, unsigned, width] = /^(u?)i(\d+)$/.exec(name) ?? [];
  if (width === undefined) return undefined;
  return { kind: "integer", width: Number(width), sign: unsigned === "u" ? "unsigned" : "signless" };
}

/** The float that a vhlo type means; TF32 is misspelt in vhlo. */
export function floatOf(node: TypeNode): FloatFormat | undefined {
  return isVhlo(node) ? FLOAT_FORMATS.get(unversioned(node).replace("tf31", "tf32")) : undefined;
}

/** The layout of numbers of a vhlo type in a dense buffer. */
export function scalarOfVhlo(node: TypeNode): Scalar | undefined {
  const format = floatOf(node);
  if (format) return { kind: "float", bits: format.width, format };
  const scalar = builtinScalar(node);
  if (!scalar) return undefined;
  if (scalar.kind === "index") return { kind: "integer", bits: 64, signed: true };
  if (scalar.width === 1) return { kind: "bool" };
  return { kind: "integer", bits: scalar.width, signed: scalar.sign !== "unsigned" };
}
