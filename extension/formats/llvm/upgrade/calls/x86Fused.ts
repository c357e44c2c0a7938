/**
 * Upgrades AVX-512's intrinsics with three operands. Where the mask has zeros, the result is the first operand
 * (`mask`), the third (`mask3`) or zero (`maskz`). Source: UpgradeIntrinsicCall of LLVM 9 and later.
 */
import type { ValueId } from "../../ir/ids";
import type { Type } from "../../ir/types";
import { scalarOf } from "../../ir/types";
import type { Rewriting } from "./rewriting";
import type { Expansion } from "./rules";
import { rounds, selected, selectedLowest } from "./x86Masks";
import { bitsOf, quotient, vectorOf } from "../typeRelations";
import { negation } from "./x86";
import { withShape } from "./x86Unmasked";

type Expand = Expansion["expand"];

/** Index of the rounding mode, after three operands and the mask. */
const ROUNDING = 4;

/** The form of the mask, from the name. */
function formOf(r: Rewriting): "mask" | "mask3" | "maskz" {
  return r.callee.includes(".mask3.") ? "mask3" : r.callee.includes(".maskz.") ? "maskz" : "mask";
}
/** The value where the mask has zeros. */
function passing(r: Rewriting): ValueId {
  const form = formOf(r);
  return form === "maskz" ? r.uniform("null", r.call.type) : r.argument(form === "mask3" ? 2 : 0);
}
/** The three operands, negated as the name requires. */
function operandsOf(r: Rewriting): [ValueId, ValueId, ValueId] {
  const [, negated, sign] = /\.vf(n?)m(add|sub)\./.exec(r.callee) ?? [];
  const operands: [ValueId, ValueId, ValueId] = [r.argument(0), r.argument(1), r.argument(2)];
  const place = formOf(r) === "mask" ? 1 : 0;
  if (negated === "n") operands[place] = negation(r, operands[place]);
  if (sign === "sub") operands[2] = negation(r, operands[2]);
  return operands;
}

const fused: Expand = (r) => {
  const { type } = r.call;
  const operands = operandsOf(r);
  const made = rounds(r, ROUNDING)
    ? r.callNamed(withShape("vfmadd", type), type, [...operands, r.argument(ROUNDING)])
    : r.callOverloaded("llvm.fma", type, operands);
  return selected(r, r.argument(3), made, passing(r));
};

const fusedLowest: Expand = (r) => {
  const form = formOf(r);
  const operands = operandsOf(r).map((id) => r.extract(id, 0));
  const element = scalarOf(r.call.type);
  const made = rounds(r, ROUNDING)
    ? r.callNamed(`llvm.x86.avx512.vfmadd.f${element.kind === "double" ? 64 : 32}`, element, [
        ...operands,
        r.argument(ROUNDING),
      ])
    : r.callOverloaded("llvm.fma", element, operands);
  // Where the mask has zeros, the third operand is used without its negation.
  const third = (): ValueId => (/msub\./.test(r.callee) ? r.extract(r.argument(2), 0) : (operands[2] as ValueId));
  const other = form === "maskz" ? r.uniform("null", element) : form === "mask3" ? third() : (operands[0] as ValueId);
  return r.insert(r.argument(form === "mask3" ? 2 : 0), selectedLowest(r, r.argument(3), made, other), 0);
};

/**
 * The first release that takes any rounding mode, also the current one, as one, and that uses the negation it makes for
 * it.
 */
const TAKES_ROUNDING = 11;
/** Alternating sums and differences. */
const fusedAlternating: Expand = (r) => {
  const { type } = r.call;
  const operands = [0, 1, 2].map((i) => r.argument(i));
  const subtractsFirst = r.callee.includes("vfmsubadd");
  let made: ValueId;
  const takesAny = r.host.release >= TAKES_ROUNDING;
  if (takesAny ? r.call.operands.length > ROUNDING : rounds(r, ROUNDING)) {
    const [left, right, third] = operands as [ValueId, ValueId, ValueId];
    const negated = subtractsFirst ? negation(r, third) : third;
    const added = takesAny ? negated : third;
    made = r.callNamed(withShape("vfmaddsub", type), type, [left, right, added, r.argument(ROUNDING)]);
  } else {
    const sums = r.callOverloaded("llvm.fma", type, operands);
    const minus = [...operands.slice(0, 2), negation(r, operands[2] as ValueId)];
    const differences = r.callOverloaded("llvm.fma", type, minus);
    const { count } = vectorOf(type);
    const mask = Array.from({ length: count }, (_, i) => i + (i % 2) * count);
    made = subtractsFirst ? r.shuffle(sums, differences, mask) : r.shuffle(differences, sums, mask);
  }
  return selected(r, r.argument(3), made, passing(r));
};

/** An intrinsic with the same operands but without the mask. */
function plain(name: (r: Rewriting) => string, count: number): Expand {
  return (r) => unmasked(r, name(r), r.call.operands.slice(0, count));
}
/** A call of the intrinsic without a mask, and the selection by the mask after its operands. */
function unmasked(r: Rewriting, name: string, operands: readonly ValueId[]): ValueId {
  const made = r.callNamed(`llvm.x86.avx512.${name}`, r.call.type, operands);
  return selected(r, r.argument(operands.length), made, passing(r));
}
/** A dot product, whose factors were vectors of i32 and are those of bytes or words since LLVM 22. */
function dotProduct(r: Rewriting): ValueId {
  const [sum, ...factors] = r.call.operands.slice(0, 3) as [ValueId, ...ValueId[]];
  const name = ownName(r);
  const element = name.startsWith("vpdpb") ? r.interner.i8 : r.interner.integer(16);
  const type = r.interner.vector(element, quotient(bitsOf(r.call.type), element.width), false);
  const meant = r.host.release < 22 ? factors : factors.map((factor) => r.recast(factor, type));
  return unmasked(r, name, [sum, ...meant]);
}
/** The name after the form of the mask. */
function ownName(r: Rewriting): string {
  return r.callee.replace(/^llvm\.x86\.avx512\.mask[3z]?\./, "");
}

/** The elements of `vpermi2var`'s tables in its name. */
const LETTERS: Readonly<Record<string, string>> = {
  f32: "ps",
  f64: "pd",
  i8: "qi",
  i16: "hi",
  i32: "d",
  i64: "q",
};
function tableName(r: Rewriting, type: Type): string {
  const element = r.host.naming.mangled(scalarOf(type));
  return `llvm.x86.avx512.vpermi2var.${LETTERS[element] ?? ""}.${bitsOf(type)}`;
}
const permutedTables: Expand = (r) => {
  const { type } = r.call;
  const [first, second, third] = [0, 1, 2].map((i) => r.argument(i)) as [ValueId, ValueId, ValueId];
  const byIndex = r.callee.includes("vpermi2var");
  const made = r.callNamed(tableName(r, type), type, byIndex ? [first, second, third] : [second, first, third]);
  const other = formOf(r) === "maskz" ? r.uniform("null", type) : r.recast(second, type);
  return selected(r, r.argument(3), made, other);
};

/** The rules, by the text after `llvm.x86.avx512.mask`. */
const RULES: readonly (readonly [from: string, expand: Expand])[] = [
  [String.raw`[3z]?\.vfn?m(?:add|sub)\.s`, fusedLowest],
  [String.raw`[3z]?\.vfn?m(?:add|sub)\.p`, fused],
  [String.raw`[3z]?\.vfm(?:addsub|subadd)\.p`, fusedAlternating],
  [String.raw`z?\.pternlog\.`, plain(ownName, 4)],
  [String.raw`z?\.vpmadd52`, plain(ownName, 3)],
  [String.raw`z?\.vpdp(?:busd|wssd)s?\.`, dotProduct],
  [String.raw`z?\.vperm[it]2var\.`, permutedTables],
];

/** The rules for AVX-512's intrinsics with three operands. */
export const AVX512_FUSED: readonly Expansion[] = RULES.map(([from, expand]) => ({
  name: from,
  from: new RegExp(`^llvm\\.x86\\.avx512\\.mask${from}`),
  expand,
}));
