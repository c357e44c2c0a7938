/** Counts in the user's language; for what only one format counts, in its own words. */
import { numberText, t } from "./l10n";

/** The text for a number of items, by label. */
const COUNTED: Readonly<Record<string, (count: number) => string>> = {
  functions: (n) => (n === 1 ? t("1 function") : t("{0} functions", n)),
  declarations: (n) => (n === 1 ? t("1 declaration") : t("{0} declarations", n)),
  globals: (n) => (n === 1 ? t("1 global") : t("{0} globals", n)),
  types: (n) => (n === 1 ? t("1 type") : t("{0} types", n)),
  comdats: (n) => (n === 1 ? t("1 comdat") : t("{0} comdats", n)),
  "named metadata": (n) => t("{0} named metadata", n),
  constants: (n) => (n === 1 ? t("1 constant") : t("{0} constants", n)),
  blocks: (n) => (n === 1 ? t("1 block") : t("{0} blocks", n)),
  instructions: (n) => (n === 1 ? t("1 instruction") : t("{0} instructions", n)),
  dialects: (n) => (n === 1 ? t("1 dialect") : t("{0} dialects", n)),
  attributes: (n) => (n === 1 ? t("1 attribute") : t("{0} attributes", n)),
  sections: (n) => (n === 1 ? t("1 section") : t("{0} sections", n)),
  resources: (n) => (n === 1 ? t("1 resource") : t("{0} resources", n)),
  modules: (n) => (n === 1 ? t("1 module") : t("{0} modules", n)),
  exports: (n) => (n === 1 ? t("1 export") : t("{0} exports", n)),
  imports: (n) => (n === 1 ? t("1 import") : t("{0} imports", n)),
  dependencies: (n) => (n === 1 ? t("1 dependency") : t("{0} dependencies", n)),
  aliases: (n) => (n === 1 ? t("1 alias") : t("{0} aliases", n)),
  members: (n) => (n === 1 ? t("1 member") : t("{0} members", n)),
};

/** The text for a number of items; `label` is the format's word in the plural. */
export function countText({ label, count }: { readonly label: string; readonly count: number }): string {
  return COUNTED[label]?.(count) ?? `${numberText(count)} ${label}`;
}
