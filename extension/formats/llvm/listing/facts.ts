/** What an overview says of an LLVM file: who wrote it, for what target, from which source. */
import type { Fact } from "../../../document/document";
import type { ListingModule } from "./module";

/** The facts of a file's modules, each said once. */
export function factsOf(modules: Iterable<ListingModule>): readonly Fact[] {
  const facts = new Map<string, Fact>();
  const add = (label: string, value: string | undefined): void => {
    if (value !== undefined && value !== "") facts.set(`${label} ${value}`, { label, value });
  };
  for (const { module } of modules) {
    add("producer", module.identification);
    add("target", module.triple);
    add("source file", module.sourceFileName);
  }
  return [...facts.values()];
}
