/**
 * The kinds of types in the signatures of target-independent intrinsics, by release. Since LLVM 21, a declaration with an
 * intrinsic's name but another signature keeps its own attributes. Source: Intrinsic::isSignatureValid;
 * tools/llvm-signatures.mjs makes release/data/signatures.json from Intrinsics.td and documents its letters.
 */
import type { Release } from "../ir/releases";
import type { FunctionType, Type } from "../ir/types";
import { isFloating, scalarOf } from "../ir/types";
import table from "../release/data/signatures.json";

/** The first release that compares declarations with the intrinsic's signature. */
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

/** The signature of an intrinsic in a release: the last one that is not from a later release. */
function signatureIn(text: string, release: Release): string {
  const [first = "", ...later] = text.split(" ");
  const found = later.map((entry) => entry.split(":")).findLast(([since]) => Number(since) <= release);
  return found?.[1] ?? first;
}

/**
 * Whether a function type fits the intrinsic with this name, given without `llvm.` and overload types. True for intrinsics
 * of targets, whose signatures are not known here.
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
