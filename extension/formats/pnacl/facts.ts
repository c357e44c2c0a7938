/** The facts about a function, from its record in the module and the module's symbol table. */
import type { FunctionFacts } from "../../document/hover";
import type { SymbolId } from "../../document/token";
import type { Sections } from "./sections";

const FUNCTION = /^@f(\d+)$/;

/** The facts about a function by its symbol (`@f3`); undefined for any other symbol. */
export function functionFactsOf(sections: Sections, symbol: SymbolId): FunctionFacts | undefined {
  const id = Number(FUNCTION.exec(symbol)?.[1] ?? NaN);
  const { module, tables } = sections;
  // The symbol table and the bodies come after the function records.
  if (Number.isNaN(id) || !module) return undefined;
  sections.exhaust(module);
  const known = tables.functions[id];
  if (!known) return undefined;
  const name = tables.names.get(id);
  const body = sections.all.find(
    ({ kind, functionId, parent }) => kind === "function" && functionId === id && parent === module,
  );
  return {
    ...(name === undefined ? {} : { name }),
    signature: known.type.name,
    linkage: `${known.isDefinition ? "define" : "declare"} ${known.isInternal ? "internal" : "external"}`,
    attributes: "",
    ...(body ? { body: { startBit: body.block.startBit, endBit: body.endBit } } : {}),
  };
}
