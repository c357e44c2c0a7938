/** The runs of a module's text, and the printers of their items. */
import type { BitRange } from "../../../document/bits";
import type { NoiseKind } from "../../../document/token";
import type { GlobalVariable, IndirectGlobal, FunctionValue } from "../ir/values";
import { metadataIdentifier } from "../metadata/print";
import { printDeclaration } from "../print/functions";
import { AssemblyLines } from "../print/moduleAssembly";
import { printComdat, printIndirect, printVariable } from "../print/globals";
import type { TypeDefinition } from "../print/moduleTypes";
import type { LoadedModule } from "../read/module";
import { attributeSymbol, typeSymbol } from "../listing/sink";
import { headTokens } from "./headEntry";
import type { RecordPlaces } from "./places";
import type { AssemblyPrinting } from "./printing";
import type { LinesEntry, Run } from "./run";
import type { LinesSink } from "./sink";
import { AssemblySink, withNoise } from "./sink";

/** What runs are made from. */
export interface RunSource {
  readonly module: LoadedModule;
  readonly context: AssemblyPrinting;
  readonly places: () => RecordPlaces;
}

/** The run in which attributes are the content, not noise. */
const ATTRIBUTE_GROUPS = "attribute groups";

/** A run of items. Each is printed into a sink that has the position of its record. */
class ItemRun implements Run {
  private around: BitRange | undefined;

  constructor(
    private readonly source: RunSource,
    readonly title: string,
    readonly count: number,
    readonly rangeOf: (index: number) => BitRange | undefined,
    readonly write: (index: number, sink: LinesSink) => void,
    readonly noise: NoiseKind | undefined,
  ) {}

  get attributesAreNoise(): boolean {
    return this.title !== ATTRIBUTE_GROUPS;
  }
  get startBit(): number {
    return this.hull().startBit;
  }
  get endBit(): number {
    return this.hull().endBit;
  }
  private hull(): BitRange {
    return (this.around ??= hullOf(this.count, this.rangeOf, this.source.module.place.startBit));
  }
  print(index: number): LinesEntry {
    const { noise } = this;
    const range = this.rangeOf(index);
    const sink = new AssemblySink();
    sink.origins = this.source.context.origins;
    sink.attributesAreNoise = this.attributesAreNoise;
    sink.positionBit = range?.startBit;
    this.write(index, sink);
    const at = range?.startBit ?? this.source.module.place.startBit;
    const lines = sink.takeLines().map((line) => (noise === undefined ? line : withNoise(line, noise)));
    return { kind: "lines", startBit: at, endBit: range?.endBit ?? at, lines };
  }
}

function runOf(
  source: RunSource,
  title: string,
  count: number,
  rangeOf: (index: number) => BitRange | undefined,
  write: (index: number, sink: LinesSink) => void,
  noise?: NoiseKind,
): Run {
  return new ItemRun(source, title, count, rangeOf, write, noise);
}

/** The smallest range that contains all items, whose order in the file may differ from the text's. */
function hullOf(count: number, rangeOf: (index: number) => BitRange | undefined, otherwise: number): BitRange {
  let [startBit, endBit] = [Infinity, -Infinity];
  for (let index = 0; index < count; index++) {
    const range = rangeOf(index);
    if (!range) continue;
    startBit = Math.min(startBit, range.startBit);
    endBit = Math.max(endBit, range.endBit);
  }
  return startBit <= endBit ? { startBit, endBit } : { startBit: otherwise, endBit: otherwise };
}

function at(bit: number | undefined): BitRange | undefined {
  return bit === undefined ? undefined : { startBit: bit, endBit: bit };
}

/** The run of module-level assembly. */
export function assemblyRun(source: RunSource): Run {
  const lines = new AssemblyLines(source.module);
  return runOf(
    source,
    "lines of module asm",
    lines.length,
    (index) => lines.at(index).range,
    (index, sink) => {
      for (const { kind, text } of headTokens(lines.at(index).text)) sink.put(kind, text);
      sink.endLine();
    },
  );
}

/** The run of type definitions. */
export function typeRun(source: RunSource, definitions: readonly TypeDefinition[]): Run {
  const { module, context } = source;
  const indexes = new Map(module.types.map((type, index) => [type, index]));
  const rangeOf = (index: number): BitRange | undefined => {
    const type = definitions[index]?.type;
    const number = type && indexes.get(type);
    return number === undefined ? undefined : at(module.typeBits[number]);
  };
  return runOf(source, "types", definitions.length, rangeOf, (index, sink) => {
    const definition = definitions[index];
    if (!definition) return;
    sink.name("type", definition.name, typeSymbol(definition.name), true);
    sink.put("punctuation", " = type ");
    sink.put("type", context.types.definition(definition.type));
    sink.endLine();
  });
}

/** The run of comdats. Each has an empty line before it. */
export function comdatRun(source: RunSource, used: readonly number[]): Run {
  const { module, context } = source;
  const rangeOf = (index: number): BitRange | undefined => at(module.comdatBits[used[index] ?? -1]);
  return runOf(source, "comdats", used.length, rangeOf, (index, sink) => {
    const comdat = module.comdats[used[index] ?? -1];
    sink.blankLine();
    if (comdat) printComdat(sink, comdat, context);
    sink.endLine();
  });
}

/** The run of global variables, of aliases or of ifuncs. */
export function globalRun(
  source: RunSource,
  title: string,
  globals: readonly (GlobalVariable | IndirectGlobal)[],
): Run {
  return runOf(
    source,
    title,
    globals.length,
    (index) => globals[index],
    (index, sink) => {
      const global = globals[index];
      if (global?.kind === "variable") printVariable(sink, global, source.context);
      else if (global) printIndirect(sink, global, source.context);
      sink.endLine();
    },
  );
}

/** A run of declarations. Each has an empty line before it, and usually a comment with its attributes. */
export function declarationRun(source: RunSource, functions: readonly FunctionValue[]): Run {
  return runOf(
    source,
    "declarations",
    functions.length,
    (index) => functions[index],
    (index, sink) => {
      const declared = functions[index];
      sink.blankLine();
      if (declared) printDeclaration(sink, declared, source.context);
    },
    "declaration",
  );
}

/** The run of attribute groups. */
export function groupRun(source: RunSource): Run {
  const { context } = source;
  const sets = [...context.groups.keys()];
  const rangeOf = (index: number): BitRange | undefined => {
    const set = sets[index];
    return set && at(source.places().group(set));
  };
  return runOf(source, ATTRIBUTE_GROUPS, sets.length, rangeOf, (index, sink) => {
    const set = sets[index];
    if (!set) return;
    sink.put("keyword", "attributes ");
    sink.name("attribute", `#${index}`, attributeSymbol(index), true);
    sink.put("punctuation", " = { ");
    sink.put("attribute", context.attributes.group(set));
    sink.put("punctuation", " }");
    sink.endLine();
  });
}

/** The run of named metadata. */
export function namedRun(source: RunSource): Run {
  const { context } = source;
  const { named } = source.module.metadata;
  return runOf(
    source,
    "named metadata",
    named.length,
    (index) => named[index]?.record,
    (index, sink) => {
      const node = named[index];
      if (!node) return;
      sink.put("metadata", `!${metadataIdentifier(node.name)}`);
      sink.put("punctuation", " = !{");
      node.nodes.forEach((id, i) => {
        if (i > 0) sink.put("punctuation", ", ");
        context.metadata.operand(sink, id, context);
      });
      sink.put("punctuation", "}");
      sink.endLine();
    },
  );
}

/** The run of metadata nodes. */
export function nodeRun(source: RunSource): Run {
  const { context, module } = source;
  const { order } = context.numbering;
  const rangeOf = (index: number): BitRange | undefined => {
    const id = order[index];
    return id === undefined ? undefined : at(module.metadata.recordBitOf(id));
  };
  return runOf(source, "metadata nodes", order.length, rangeOf, (index, sink) => {
    const id = order[index];
    if (id === undefined) return;
    sink.name("metadata", `!${index}`, `!${id}`, true);
    sink.put("punctuation", " = ");
    context.metadata.definition(sink, id, context);
    sink.endLine();
  });
}
