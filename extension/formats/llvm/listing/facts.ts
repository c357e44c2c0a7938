/** The facts of an LLVM file for the overview: producer, release and how it was determined, target, source file. */
import type { Fact } from "../../../document/document";
import { releaseName } from "../ir/releases";
import { inferRelease } from "../release/infer";
import type { NamedModule } from "./names";

/** The facts of a file's modules, each listed once. */
export function factsOf(modules: Iterable<NamedModule>): readonly Fact[] {
  const facts = new Map<string, Fact>();
  const add = (label: string, value: string | undefined): void => {
    if (value !== undefined && value !== "") facts.set(`${label} ${value}`, { label, value });
  };
  for (const { module } of modules) {
    const { release, evidence, newer } = inferRelease(module.window, module.stream, module.place);
    const { identification = "" } = module;
    if (!evidence.some((reason) => reason.includes(identification))) add("producer", identification);
    const own =
      newer === undefined || newer === release
        ? `LLVM ${releaseName(release)}`
        : `LLVM ${newer}, read as ${releaseName(release)}`;
    add("release", `${own} (${evidence.join("; ")})`);
    add("target", module.triple);
    add("source file", module.sourceFileName);
  }
  return [...facts.values()];
}
