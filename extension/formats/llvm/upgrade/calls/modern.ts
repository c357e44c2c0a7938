/** The rules of LLVM 9 and later, by release. */
import type { Release } from "../../ir/releases";
import { AMDGPU_EXPANSIONS } from "./amdgpu";
import { ARM_REPLACEMENTS } from "./arm";
import { COROUTINES } from "./coroutines";
import { RulesByFamily } from "./families";
import { isLifetimeOfSize } from "./lifetimes";
import { GENERIC, GENERIC_EXPANSIONS } from "./generic";
import { MVE_EXPANSIONS } from "./mve";
import { runtimeReplacements } from "./runtime";
import type { RuleSet } from "./rules";
import { isOf } from "./rules";
import { NVVM_EXPANSIONS, NVVM_REPLACEMENTS } from "./nvvm";
import { NVVM_MEMORY_EXPANSIONS, NVVM_MEMORY_REPLACEMENTS } from "./nvvmMemory";
import { NVVM_OPERAND_EXPANSIONS, NVVM_OPERAND_REPLACEMENTS } from "./nvvmOperands";
import { OTHER_REPLACEMENTS } from "./otherTargets";
import { RISCV_REPLACEMENTS } from "./riscv";
import { SVE_EXPANSIONS, SVE_REPLACEMENTS } from "./sve";
import { VECTOR_PREDICATED } from "./vectorPredicated";
import { X86_EXPANSIONS } from "./x86";
import { AVX512_EXPANSIONS } from "./x86Avx512";
import { X86_DOTS } from "./x86Dots";
import { X86_REPLACEMENTS } from "./x86Operands";

/** The last rules, by what they are for: a file may have thousands of small modules, mostly of one release. */
let last: { readonly release: Release; readonly arc: boolean; readonly rules: RuleSet } | undefined;

/**
 * The rules of a release.
 * @param arc whether the functions of Objective-C's ARC runtime become intrinsics (the module had the old marker)
 */
export function rulesOf(release: Release, arc: boolean): RuleSet {
  if (last?.release !== release || last.arc !== arc) last = { release, arc, rules: madeRules(release, arc) };
  return last.rules;
}

function madeRules(release: Release, arc: boolean): RuleSet {
  const replacements = [
    ...runtimeReplacements(release, arc),
    ...ARM_REPLACEMENTS,
    ...SVE_REPLACEMENTS,
    ...X86_REPLACEMENTS,
    ...X86_DOTS,
    ...NVVM_REPLACEMENTS,
    ...NVVM_MEMORY_REPLACEMENTS,
    ...NVVM_OPERAND_REPLACEMENTS,
    ...RISCV_REPLACEMENTS,
    ...OTHER_REPLACEMENTS,
    ...COROUTINES,
    ...GENERIC,
  ].filter((rule) => isOf(rule, release));
  const expansions = [
    ...GENERIC_EXPANSIONS,
    ...X86_EXPANSIONS,
    ...AVX512_EXPANSIONS,
    ...NVVM_EXPANSIONS,
    ...NVVM_MEMORY_EXPANSIONS,
    ...NVVM_OPERAND_EXPANSIONS,
    ...AMDGPU_EXPANSIONS,
    ...MVE_EXPANSIONS,
    ...SVE_EXPANSIONS,
    ...VECTOR_PREDICATED,
  ];
  return {
    renamings: [],
    replacements: new RulesByFamily(replacements),
    ofCalls: replacements.filter((rule) => rule.onlyCalls),
    expansions: new RulesByFamily(expansions.filter((rule) => isOf(rule, release))),
    // Drops the check of the stack protector, and in LLVM 9 and 10 a use that ARC's optimizer looks for.
    drops: (name, type) =>
      name === "llvm.stackprotectorcheck" ||
      (release < 11 && name === "clang.arc.use") ||
      (release >= 23 && isLifetimeOfSize(name, type)),
    keepsLocations: true,
  };
}
