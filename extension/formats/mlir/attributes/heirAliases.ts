/**
 * Aliases of the attributes and types of HEIR, a compiler for homomorphic encryption: those that its ODS generates, and
 * those that its C++ makes from the parameters.
 */
import { partsOf } from "./brackets";

/** The name of an alias, or a function that makes it from the text between the angle brackets. */
type HeirAlias = string | ((parameters: string) => string);

/** The parameter with a name in `struct(params)`: `ring = <…>, size = 3`; "" if it is left out. */
function parameter(parameters: string, name: string): string {
  const start = `${name} = `;
  return (
    partsOf(parameters)
      .find((part) => part.startsWith(start))
      ?.slice(start.length) ?? ""
  );
}
/** A parameter that is printed in brackets of its own, without them. */
const nested = (parameters: string, name: string): string => parameter(parameters, name).slice(1, -1);

/** `7917 : i32`: modulus and type. */
const modulus = (parameters: string): string => `Z${parameters.replace(" : ", "_")}`;
/** The number of types that a residue system has beyond the first. */
const level = (parameters: string): string => `rns_L${partsOf(parameters).length - 1}`;

/** The alias of a type of coefficients, if it has one. */
function coefficientAlias(type: string): string | undefined {
  const [head, mnemonic = ""] = /^!(mod_arith\.int|rns\.rns)</.exec(type) ?? [];
  if (head === undefined) return undefined;
  const parameters = type.slice(head.length, -1);
  return mnemonic === "rns.rns" ? level(parameters) : modulus(parameters);
}
/** The coefficients' type, and the polynomial by which polynomials are reduced: `<1 + x**8>` is `1_x8`. */
function ring(parameters: string): string {
  const type = parameter(parameters, "coefficientType");
  const polynomial = nested(parameters, "polynomialModulus").replaceAll(" + ", "_").replaceAll("**", "");
  const names = ["ring", coefficientAlias(type) ?? type, polynomial].filter((name) => name !== "");
  return names.join("_");
}
/** What a ring adds to the names of what contains it: the coefficients' alias. */
const ringSuffix = (parameters: string): string =>
  `_${coefficientAlias(parameter(parameters, "coefficientType"))?.replace(/^rns_/, "") ?? ""}`;

/** What a space of ciphertexts adds: its ring's, and its dimension unless that is 2. */
function spaceSuffix(parameters: string): string {
  const size = parameter(parameters, "size");
  return ringSuffix(nested(parameters, "ring")) + (size === "" || size === "2" ? "" : `_D${size}`);
}
/** The number of moduli beyond the first, and the current one. */
function chain(parameters: string): string {
  const last = partsOf(nested(parameters, "elements")).length - 1;
  return `modulus_chain_L${last}_C${parameter(parameters, "current")}`;
}
const withRing =
  (name: string) =>
  (parameters: string): string =>
    name + ringSuffix(nested(parameters, "ring"));

/** By dialect the aliases that are always the same, each after its mnemonic if that differs. */
const FIXED: Readonly<Record<string, string>> = {
  "!cheddar": "boot_context ciphertext constant context encoder eval_key evk_map parameter plaintext user_interface",
  "!key_mgmt": "rot_key=rk",
  "!lattigo":
    "bgv.encoder=encoder bgv.evaluator=evaluator bgv.parameter=param ckks.bootstrapping_eval_keys=bootstrapping_eval_keys " +
    "ckks.bootstrapping_evaluator=bootstrapping_evaluator ckks.bootstrapping_parameter=bootstrapping_param " +
    "ckks.encoder=encoder ckks.evaluator=evaluator ckks.parameter=param ckks.polynomial_evaluator=poly_evaluator " +
    "rlwe.ciphertext=ct rlwe.decryptor=decryptor rlwe.evaluation_key_set=ekset rlwe.key_generator=kgen " +
    "rlwe.plaintext=pt rlwe.public_key=pk rlwe.relinearization_key=rk rlwe.secret_key=sk",
  "!lwe": "lwe_plaintext=pt lwe_ring_elt=ringelt",
  "!openfhe":
    "cc_params=params ciphertext=ct crypto_context=cc digit_decomp eval_key=ek plaintext=pt private_key=sk public_key=pk",
  "!polynomial": "polynomial=poly",
  "#lwe": "coefficient_encoding constant_coefficient_encoding full_crt_packing_encoding inverse_canonical_encoding key",
  "#rotom": "dim layout seed",
  "#secret": "kernel",
  "#tensor_ext": "layout original_type",
};

/** The aliases by sigil, dialect and mnemonic. */
const ALIASES: ReadonlyMap<string, HeirAlias> = new Map<string, HeirAlias>([
  ...Object.entries(FIXED).flatMap(([dialect, names]) =>
    names.split(" ").map((entry): [string, string] => {
      const [mnemonic = "", name = mnemonic] = entry.split("=");
      return [`${dialect}.${mnemonic}`, name];
    }),
  ),
  [
    "!lattigo.rlwe.encryptor",
    (parameters) => `encryptor_${parameter(parameters, "publicKey") === "true" ? "pk" : "sk"}`,
  ],
  ["!lattigo.rlwe.galois_key", (parameters) => `gk_g${/-?\d+/.exec(parameters)?.[0] ?? ""}`],
  ["!lwe.lwe_ciphertext", (parameters) => `ct${spaceSuffix(nested(parameters, "ciphertext_space"))}`],
  ["!lwe.lwe_public_key", withRing("pkey")],
  ["!lwe.lwe_secret_key", withRing("skey")],
  ["!mod_arith.int", modulus],
  ["!rns.rns", level],
  ["#lwe.ciphertext_space", (parameters) => `ciphertext_space${spaceSuffix(parameters)}`],
  ["#lwe.modulus_chain", chain],
  ["#polynomial.ring", ring],
]);

/**
 * The alias of an attribute (`#lwe.key`) or type (`!rns.rns`) of HEIR; undefined if it has none.
 * @param parameters the text between its angle brackets
 */
export function heirAlias(name: string, parameters: string): string | undefined {
  const alias = ALIASES.get(name);
  return typeof alias === "function" ? alias(parameters) : alias;
}
