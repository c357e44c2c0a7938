/**
 * The kinds of types that intrinsics of no target have, by release. Since LLVM 21 a declaration with an intrinsic's name and
 * another signature keeps the attributes of its own. Source: Intrinsic::isSignatureValid; tools/llvm-signatures.mjs makes
 * release/data/signatures.json of Intrinsics.td and says what its letters mean.
 */
import type { Release } from "../ir/releases";
import type { FunctionType, Type } from "../ir/types";
import { isFloating, scalarOf } from "../ir/types";
import table from "../release/data/signatures.json";

/** Since when declarations are held to the intrinsic's signature. */
export const SIGNATURES: Release = 21;

const signatures: Readonly<Record<string, string | undefined>> = table;

/** Whether a type is of the kind that a letter means. */
function isOfKind(letter: string, type: Type): boolean {
  switch (letter) {
    case "v":
      return type.kind === "void";
    case "s":
      return type.kind === "struct";
    case "i":
      return scalarOf(type).kind === "integer";
    case "f":
      return isFloating(scalarOf(type));
    case "p":
      return scalarOf(type).kind === "pointer";
    case "m":
      return type.kind === "metadata";
    case "t":
      return type.kind === "token";
    default:
      return type.kind !== "void";
  }
}

/** The signature that a release gives an intrinsic: the last that is not of a later one. */
function signatureIn(text: string, release: Release): string {
  const [first = "", ...later] = text.split(" ");
  const found = later.map((entry) => entry.split(":")).findLast(([since]) => Number(since) <= release);
  return found?.[1] ?? first;
}

/**
 * Whether a function type fits the intrinsic of this name, without `llvm.` and the types that it is overloaded with; true of
 * intrinsics of targets, whose signatures are not known here.
 */
export function fitsSignature(stem: string, type: FunctionType, release: Release): boolean {
  const known = Object.hasOwn(signatures, stem) ? signatures[stem] : undefined;
  if (known === undefined) return true;
  const letters = signatureIn(known, release);
  const open = letters.endsWith("*");
  const params = open ? letters.slice(1, -1) : letters.slice(1);
  if (open !== type.vararg || params.length !== type.params.length) return false;
  return [type.result, ...type.params].every((part, i) => isOfKind(letters.charAt(i), part));
}
