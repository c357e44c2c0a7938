/** Icons of outline items, from VS Code's own set. */
import type { OutlineKind } from "../document/outline";

const ICONS: Readonly<Record<OutlineKind, string>> = {
  group: "list-tree",
  module: "symbol-module",
  function: "symbol-function",
  declaration: "symbol-method",
  global: "symbol-variable",
  alias: "references",
  type: "symbol-class",
  constant: "symbol-constant",
  metadata: "symbol-property",
  attribute: "symbol-enum-member",
  comdat: "symbol-namespace",
  basicBlock: "symbol-key",
  block: "symbol-struct",
  section: "symbol-struct",
  dialect: "symbol-namespace",
  operation: "symbol-operator",
  region: "symbol-array",
  resource: "symbol-file",
  import: "arrow-down",
  export: "arrow-up",
  rodata: "symbol-array",
  member: "file-binary",
  problem: "error",
};

/** The name of the icon. */
export function iconOf(kind: OutlineKind): string {
  return ICONS[kind];
}
