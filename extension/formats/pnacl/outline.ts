/** The outline: functions with their basic blocks and constants, globals, types, blocks, problems; and the symbols. */
import type { BitRange } from "../../document/bits";
import type { OutlineKind, OutlineNode, SymbolInfo } from "../../document/outline";
import { Continued } from "../../kit/continued";
import type { Definition } from "./definitions";
import { definitionsIn, definitionSteps, StatementsOf } from "./definitions";
import type { FunctionInfo } from "./module";
import type { SectionNode } from "./section";
import { isLabel } from "./symbols";
import type { Sections } from "./sections";

/** The sections of a file, and the nodes of which some have been found before others had their turn. */
interface Outlined {
  readonly sections: Sections;
  readonly begun: Continued<SectionNode | OutlineKind, readonly OutlineNode[]>;
}

/** The outline's groups, except those that are empty. Their nodes are made when one is opened. */
export function outlineOf(sections: Sections): readonly OutlineNode[] {
  const { module } = sections;
  const outlined: Outlined = { sections, begun: new Continued(sections.window) };
  const groups: Group[] = [];
  if (module) {
    const { tables } = sections;
    const nested = (): readonly SectionNode[] => nestedIn(sections, module);
    const group = (name: string, size: () => number, children: () => readonly OutlineNode[]): Group =>
      new Group(name, rangeOf(module), () => (nested(), size()), children);
    const globals = (): number => nested().reduce((most, { outcome }) => Math.max(most, outcome?.globals ?? 0), 0);
    groups.push(
      group(
        "functions",
        () => tables.functions.length,
        () => functions(outlined, module),
      ),
      group("globals", globals, () => ids(outlined, module, "globals", "global")),
      group(
        "types",
        () => tables.types.length,
        () => ids(outlined, module, "types", "type"),
      ),
      group(
        "blocks",
        () => nested().length,
        () => blocks(sections, module),
      ),
    );
  }
  const problems = sections.tables.reported;
  if (problems.length > 0) {
    const children = problems.map(({ message, startBit, endBit }): OutlineNode => {
      return { kind: "problem", name: message, startBit, endBit };
    });
    const range = { startBit: 0, endBit: sections.endOfFile };
    groups.push(
      new Group(
        "problems",
        range,
        () => children.length,
        () => children,
      ),
    );
  }
  return groups.filter((group) => group.size() > 0);
}

/** A group that is counted when its size is asked for. */
class Group implements OutlineNode {
  readonly kind = "group";
  readonly startBit: number;
  readonly endBit: number;
  constructor(
    readonly name: string,
    { startBit, endBit }: BitRange,
    readonly size: () => number,
    readonly children: () => readonly OutlineNode[],
  ) {
    this.startBit = startBit;
    this.endBit = endBit;
  }
  get detail(): string {
    return String(this.size());
  }
}

function rangeOf(section: SectionNode): { readonly startBit: number; readonly endBit: number } {
  return { startBit: section.block.startBit, endBit: section.endBit };
}
/** The nested sections of a section, all of them: walks to its end if necessary. */
function nestedIn(sections: Sections, section: SectionNode): readonly SectionNode[] {
  if (!section.exact) sections.exhaust(section);
  return [...section.children.values()].flatMap((id) => sections.node(id) ?? []);
}

function functions(outlined: Outlined, module: SectionNode): readonly OutlineNode[] {
  const { sections } = outlined;
  const bodies = new Map<number, SectionNode>();
  for (const node of nestedIn(sections, module)) {
    if (node.kind === "function" && node.functionId !== undefined) bodies.set(node.functionId, node);
  }
  const nodes = sections.tables.functions.map((_, id) => {
    const body = bodies.get(id);
    return body ? new DefinedNode(outlined, id, body) : new FunctionNode(sections, id);
  });
  return [...nodes.filter((n) => n.kind === "function"), ...nodes.filter((n) => n.kind !== "function")];
}

/** A function. There may be very many, so its texts are made when they are asked for. */
class FunctionNode implements OutlineNode {
  constructor(
    protected readonly sections: Sections,
    private readonly id: number,
  ) {}
  private get info(): FunctionInfo | undefined {
    return this.sections.tables.functions[this.id];
  }
  get kind(): OutlineKind {
    return this.info?.isDefinition === true ? "function" : "declaration";
  }
  get startBit(): number {
    return this.info?.startBit ?? 0;
  }
  get endBit(): number {
    return this.info?.endBit ?? 0;
  }
  get name(): string {
    return this.sections.tables.names.get(this.id) ?? this.symbol;
  }
  get symbol(): string {
    return `@f${this.id}`;
  }
  get detail(): string | undefined {
    return this.info?.type.name;
  }
}
/** A function with its body. */
class DefinedNode extends FunctionNode {
  constructor(
    private readonly outlined: Outlined,
    id: number,
    private readonly body: SectionNode,
  ) {
    super(outlined.sections, id);
  }
  override get kind(): OutlineKind {
    return "function";
  }
  override get startBit(): number {
    return this.body.block.startBit;
  }
  override get endBit(): number {
    return this.body.endBit;
  }
  children(): readonly OutlineNode[] {
    const { outlined, body } = this;
    return outlined.begun.run(body, () => bodyNodes(outlined, body));
  }
}

/** A function's constants, then its basic blocks, each up to the next one's label; in steps, since it may be long. */
function* bodyNodes(outlined: Outlined, body: SectionNode): Generator<void, readonly OutlineNode[], undefined> {
  const { sections } = outlined;
  const labels: Definition[] = [];
  for (const found of definitionSteps(sections, body, isLabel)) {
    for (const label of found) labels.push(label);
    yield;
  }
  const basicBlocks = labels.map(({ id, symbol, startBit }, at): OutlineNode => {
    const name = id.slice(0, -1);
    return { kind: "basicBlock", name, symbol, startBit, endBit: labels[at + 1]?.startBit ?? body.endBit };
  });
  const constants = nestedIn(sections, body)
    .filter((node) => node.kind === "constants")
    .map((node): OutlineNode => {
      const children = (): readonly OutlineNode[] => constantNodes(outlined, node);
      return { kind: "group", name: "constants", ...rangeOf(node), children };
    });
  return [...constants, ...basicBlocks];
}
function constantNodes({ sections, begun }: Outlined, section: SectionNode): readonly OutlineNode[] {
  return begun.run(section, function* () {
    const statements = new StatementsOf(sections, section);
    const nodes: OutlineNode[] = [];
    for (const found of definitionSteps(sections, section)) {
      for (const definition of found) nodes.push(new DefinitionNode("constant", definition, statements));
      yield;
    }
    return nodes;
  });
}

/** What the sections of one kind define in the module: globals or types. */
function ids(outlined: Outlined, module: SectionNode, owner: string, kind: OutlineKind): readonly OutlineNode[] {
  return outlined.begun.run(kind, () => idsInSteps(outlined, module, owner, kind));
}
function* idsInSteps(
  { sections }: Outlined,
  module: SectionNode,
  owner: string,
  kind: OutlineKind,
): Generator<void, readonly OutlineNode[], undefined> {
  const { names, functions: known } = sections.tables;
  const nodes: DefinitionNode[] = [];
  for (const section of nestedIn(sections, module)) {
    if (section.kind !== owner) continue;
    const statements = new StatementsOf(sections, section);
    for (const found of definitionSteps(sections, section)) {
      for (const definition of found) {
        const { id } = definition;
        if (!/^@[gt]/.test(id)) continue;
        const name = kind === "global" ? names.get(known.length + Number(id.slice(2))) : undefined;
        nodes.push(new DefinitionNode(kind, definition, statements, name));
      }
      yield;
    }
  }
  return nodes;
}

/** What a record defines. Its statement may be long, and is printed when it is asked for. */
class DefinitionNode implements OutlineNode {
  readonly startBit: number;
  readonly endBit: number;
  readonly symbol: string;
  private readonly id: string;
  private readonly entry: number;
  constructor(
    readonly kind: OutlineKind,
    { id, symbol, startBit, endBit, entry }: Definition,
    private readonly statements: StatementsOf,
    readonly name = id,
  ) {
    this.startBit = startBit;
    this.endBit = endBit;
    this.symbol = symbol;
    this.id = id;
    this.entry = entry;
  }
  get detail(): string {
    const statement = this.statements.at(this.entry);
    return statement.replace(`${this.id} = `, "").replace(/[;,]?( <[@%]a\d+>)?$/, "");
  }
}

/** The nested blocks of a section; of a function, with their own nested blocks. */
function blocks(sections: Sections, section: SectionNode): readonly OutlineNode[] {
  return nestedIn(sections, section).map((node) =>
    node.kind === "function" ? new FunctionBlock(sections, node) : new BlockNode(sections, node),
  );
}
/** A block. */
class BlockNode implements OutlineNode {
  readonly kind = "block";
  constructor(
    protected readonly sections: Sections,
    protected readonly section: SectionNode,
  ) {}
  get startBit(): number {
    return this.section.block.startBit;
  }
  get endBit(): number {
    return this.section.endBit;
  }
  get name(): string {
    return this.sections.titleOf(this.section);
  }
  get detail(): string {
    return `block ${this.section.block.id}`;
  }
}
/** A function's block, with those in it. */
class FunctionBlock extends BlockNode {
  children(): readonly OutlineNode[] {
    return blocks(this.sections, this.section);
  }
}

/**
 * Functions and globals with llvm-nm's letters: `T` text, `d` data, lower case for internal ones, `U` for declared
 * ones.
 */
export function* symbolsOf(sections: Sections): Generator<SymbolInfo, void, undefined> {
  const { module, tables } = sections;
  if (!module) return;
  const nested = nestedIn(sections, module);
  for (const [id, { isDefinition, isInternal, startBit, endBit }] of tables.functions.entries()) {
    const letter = !isDefinition ? "U" : isInternal ? "t" : "T";
    const kind = isDefinition ? "function" : "declaration";
    yield { name: tables.names.get(id) ?? `@f${id}`, letter, kind, startBit, endBit };
  }
  for (const node of nested.filter((n) => n.kind === "globals")) {
    for (const { id, startBit, endBit } of definitionsIn(sections, node)) {
      if (!id.startsWith("@g")) continue;
      const name = tables.names.get(tables.functions.length + Number(id.slice(2))) ?? id;
      yield { name, letter: "d", kind: "global", startBit, endBit };
    }
  }
}
