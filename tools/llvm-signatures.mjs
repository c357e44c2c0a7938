#!/usr/bin/env node
/**
 * Writes extension/formats/llvm/release/data/signatures.json: the kinds of types in the signatures of LLVM's target-independent
 * intrinsics, by release. The input is the output of `llvm-tblgen --dump-json -I include include/llvm/IR/Intrinsics.td` for a
 * release:
 *
 *   node tools/llvm-signatures.mjs N=FILE …
 *
 * A signature is one letter for the result and one for each parameter: `v` none, `s` several results, `i` integers, `f`
 * floating-point numbers, `p` pointers (each alone or in vectors), `m` metadata, `t` a token, `x` any, `*` any number of any type.
 * The table has the signatures of the first release; a later one that differs follows as ` N:signature`.
 */
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";

const TABLE = path.join(import.meta.dirname, "../extension/formats/llvm/release/data/signatures.json");
const PREFIX = "llvm.";

/** Letters by the ValueType of an LLVMType. */
const LETTERS = [
  [/^(?:iAny|(?:nx)?(?:v\d+)?i\d+)$/, "i"],
  [/^(?:fAny|(?:nx)?(?:v\d+)?b?f\d+|ppcf128)$/, "f"],
  [/^(?:pAny|iPTR)$/, "p"],
  [/^MetadataVT$/, "m"],
  [/^token$/, "t"],
];
/** Types with the same kind of elements as the overloaded type whose number they name. */
const SAME_KIND = [
  "LLVMMatchType",
  "LLVMVectorElementType",
  "LLVMHalfElementsVectorType",
  "LLVMOneNthElementsVectorType",
];

function signatureOf(intrinsic, records) {
  const types = [...intrinsic.RetTypes, ...intrinsic.ParamTypes].map(({ def }) => records[def]);
  const overloads = types.filter((type) => type.isAny);
  const letter = (type) => {
    const kinds = type["!superclasses"].filter((name) => name !== "LLVMType");
    if (type["!name"] === "llvm_vararg_ty") return "*";
    if (kinds.includes("LLVMMatchType") && kinds.every((kind) => SAME_KIND.includes(kind))) {
      const matched = overloads[type.Number];
      return matched && matched !== type ? letter(matched) : "x";
    }
    return LETTERS.find(([pattern]) => pattern.test(type.VT?.def ?? ""))?.[1] ?? "x";
  };
  const results = intrinsic.RetTypes.length;
  const result = results === 0 ? "v" : results === 1 ? letter(types[0]) : "s";
  return result + types.slice(results).map(letter).join("");
}

function signaturesOf(file) {
  const records = JSON.parse(readFileSync(file, "utf8"));
  const signatures = new Map();
  for (const key of records["!instanceof"].Intrinsic) {
    const intrinsic = records[key];
    if (intrinsic.TargetPrefix !== "") continue;
    const name = intrinsic.LLVMName || PREFIX + key.slice("int_".length).replaceAll("_", ".");
    signatures.set(name.slice(PREFIX.length), signatureOf(intrinsic, records));
  }
  return signatures;
}

const releases = process.argv
  .slice(2)
  .map((argument) => argument.split("="))
  .map(([release, file]) => [Number(release), signaturesOf(file)])
  .sort(([a], [b]) => a - b);
if (releases.length === 0) throw new Error("usage: llvm-signatures.mjs N=FILE …");
const table = {};
for (const [release, signatures] of releases) {
  for (const [name, signature] of signatures) {
    const known = table[name];
    if (known === undefined) table[name] = signature;
    else if (known.slice(known.lastIndexOf(":") + 1) !== signature) table[name] = `${known} ${release}:${signature}`;
  }
}
const sorted = Object.fromEntries(Object.entries(table).sort(([a], [b]) => (a < b ? -1 : 1)));
writeFileSync(TABLE, `${JSON.stringify(sorted, null, 1)}\n`);
