/** The values that the reference's verifier asks of attributes that are texts, by release. */
import type { AttributeSet } from "../../ir/attributes";
import type { Release } from "../../ir/releases";

/** What the value of a text must be, in the releases from one to another. */
interface Rule {
  readonly from: Release;
  readonly to?: Release;
  readonly value: RegExp;
}

const NUMBER = /^0*\d{1,9}$/;
const BOOLEAN = /^(true|false)?$/;
const DENORMAL = /^(ieee|preserve-sign|positive-zero|dynamic)?(,(ieee|preserve-sign|positive-zero|dynamic)?)?$/;

const RULES: ReadonlyMap<string, readonly Rule[]> = new Map(
  Object.entries<readonly Rule[]>({
    "frame-pointer": [
      { from: 11, to: 18, value: /^(all|non-leaf|none)$/ },
      { from: 19, to: 21, value: /^(all|non-leaf|none|reserved)$/ },
      { from: 22, value: /^(all|non-leaf|none|reserved|non-leaf-no-reserve)$/ },
    ],
    "patchable-function-prefix": [{ from: 11, value: NUMBER }],
    "patchable-function-entry": [{ from: 11, value: NUMBER }],
    "warn-stack-size": [{ from: 13, value: NUMBER }],
    "sign-return-address": [{ from: 18, value: /^(none|all|non-leaf)$/ }],
    "sign-return-address-key": [{ from: 18, value: /^[ab]_key$/ }],
    "branch-target-enforcement": [
      // Without a value, as compilers wrote it up to LLVM 11, it is broken in LLVM 18 alone.
      { from: 18, to: 18, value: /^(true|false)$/ },
      { from: 19, value: BOOLEAN },
    ],
    "branch-protection-pauth-lr": [{ from: 19, value: BOOLEAN }],
    "guarded-control-stack": [{ from: 19, value: BOOLEAN }],
    "denormal-fp-math": [{ from: 21, to: 22, value: DENORMAL }],
    "denormal-fp-math-f32": [{ from: 21, to: 22, value: DENORMAL }],
    "less-precise-fpmad": [{ from: 13, value: BOOLEAN }],
    "no-infs-fp-math": [{ from: 13, to: 22, value: BOOLEAN }],
    "no-nans-fp-math": [{ from: 13, to: 22, value: BOOLEAN }],
    "no-signed-zeros-fp-math": [{ from: 13, value: BOOLEAN }],
    "unsafe-fp-math": [{ from: 13, to: 21, value: BOOLEAN }],
    "approx-func-fp-math": [{ from: 15, to: 21, value: BOOLEAN }],
    "no-jump-tables": [{ from: 13, value: BOOLEAN }],
    "no-inline-line-tables": [{ from: 13, value: BOOLEAN }],
    "profile-sample-accurate": [{ from: 13, value: BOOLEAN }],
    "use-sample-profile": [{ from: 13, value: BOOLEAN }],
    "loader-replaceable": [{ from: 21, value: BOOLEAN }],
  }),
);
/** The first release that wants a text beside the key of signed return addresses. */
const SIGNED_WITH_KEY: Release = 19;

/** What the keys of all of these start with. */
const STATE = "aarch64_";
/** Texts of which a function has at most one, and the releases that look. */
const EXCLUSIVE: readonly (readonly [keys: readonly string[], from: Release, to: Release | undefined])[] = [
  [["aarch64_pstate_sm_enabled", "aarch64_pstate_sm_compatible"], 16, undefined],
  [["aarch64_pstate_za_new", "aarch64_pstate_za_preserved"], 16, 17],
  [["aarch64_pstate_za_new", "aarch64_pstate_za_shared"], 16, 17],
  ...["za", "zt0"].map(
    (state) =>
      [["new", "in", "out", "inout", "preserves"].map((use) => `aarch64_${use}_${state}`), 19, undefined] as const,
  ),
];
function exclusiveIn(keys: readonly string[], release: Release): string | undefined {
  const broken = EXCLUSIVE.find(
    ([group, from, to = Infinity]) =>
      from <= release && release <= to && group.filter((key) => keys.includes(key)).length > 1,
  );
  return broken && `Attributes '${broken[0].join(", ")}' are incompatible!`;
}

/** What is wrong with the texts of a set; undefined if nothing. */
export function brokenText({ attributes }: AttributeSet, release: Release): string | undefined {
  let hasKey = false;
  let isSigned = false;
  const states: string[] = [];
  for (const attribute of attributes) {
    if (attribute.form !== "string") continue;
    const { key, value = "" } = attribute;
    if (key.startsWith(STATE)) states.push(key);
    hasKey ||= key === "sign-return-address-key";
    isSigned ||= key === "sign-return-address";
    const rule = RULES.get(key)?.find(({ from, to }) => release >= from && (to === undefined || release <= to));
    if (rule && !rule.value.test(value)) return `invalid value for '${key}' attribute: ${value}`;
  }
  if (hasKey && !isSigned && release >= SIGNED_WITH_KEY)
    return "'sign-return-address-key' present without `sign-return-address`";
  return states.length > 1 ? exclusiveIn(states, release) : undefined;
}
