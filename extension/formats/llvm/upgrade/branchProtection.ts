/**
 * Copies module flags of ARM's branch protection to the attributes of functions, since LLVM 22. Source:
 * copyModuleAttrToFunctions.
 */
import type { AttributeSet } from "../ir/attributes";
import { NO_ATTRIBUTES } from "../ir/attributes";
import type { BranchProtection } from "../ir/metadata";
import type { Release } from "../ir/releases";
import { isArm } from "../ir/triple";
import type { FunctionValue } from "../ir/values";
import { AttributeBuilder } from "../attributes/set";
import { COPIES_FLAGS } from "../metadata/branchProtection";

const SIGNING = "sign-return-address";
const SIGNING_KEY = "sign-return-address-key";

/** What this needs from the module. */
interface Host {
  readonly release: Release;
  readonly triple: string;
  readonly metadata: { readonly branchProtection: BranchProtection | undefined };
  readonly fitted: { set(builder: AttributeBuilder): AttributeSet | undefined };
}

/** The protection that functions of the module get; undefined if they stay as they are. */
export function protectionOf({ release, triple, metadata }: Host): BranchProtection | undefined {
  return release >= COPIES_FLAGS && isArm(triple) ? metadata.branchProtection : undefined;
}

/** Changes the attributes of a function that has a body. */
export function protect(global: FunctionValue, protection: BranchProtection, host: Host): void {
  if (global.declaration) return;
  const list = global.attributes ?? NO_ATTRIBUTES;
  const builder = new AttributeBuilder(list.functionSet?.attributes);
  const sign = signed(builder, protection);
  const enabled = protection.enabled.map(({ name, isEnabled }) => enable(builder, name, isEnabled));
  if (!sign && !enabled.includes(true)) return;
  Object.assign(global, { attributes: { ...list, functionSet: host.fitted.set(builder) } });
}

/** The value of a string attribute: empty if it has none; undefined if there is no such attribute. */
function stringOf(builder: AttributeBuilder, key: string): string | undefined {
  const attribute = builder.get(key);
  return attribute?.form === "string" ? (attribute.value ?? "") : undefined;
}

/** Says how return addresses are signed, unless the function does; returns whether anything changed. */
function signed(builder: AttributeBuilder, { signing }: BranchProtection): boolean {
  const own = stringOf(builder, SIGNING);
  if (!signing) {
    if (own !== "none") return false;
    builder.remove(SIGNING);
    builder.remove(SIGNING_KEY);
    return true;
  }
  const ownKey = stringOf(builder, SIGNING_KEY);
  if (own === undefined) builder.add({ form: "string", key: SIGNING, value: signing.type });
  if (ownKey === undefined) builder.add({ form: "string", key: SIGNING_KEY, value: signing.key });
  return own === undefined || ownKey === undefined;
}

/** Makes an attribute with a value `true` or `false` one without a value, or none; returns whether anything changed. */
function enable(builder: AttributeBuilder, key: string, isEnabled: boolean): boolean {
  const own = stringOf(builder, key);
  if (own === undefined ? !isEnabled : own !== "true" && own !== "false") return false;
  builder.remove(key);
  if (own !== "false") builder.add({ form: "string", key, value: undefined });
  return true;
}
