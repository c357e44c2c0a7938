/** The assembly of a complete module, as `mlir-opt -mlir-print-op-generic` prints it. */
import type { Piece } from "../../../document/byteText";
import { ByteText } from "../../../document/byteText";
import type { Container } from "../container/container";
import type { Resource } from "../container/resources";
import { NumberingPass } from "../ir/numbering";
import type { Numbering } from "../ir/numbering";
import type { IrVisitor } from "../ir/walk";
import { irWalker, walkIr } from "../ir/walk";
import type { IrWalker } from "../ir/walker";
import { Step } from "../ir/walker";
import type { Damage } from "../model/damage";
import { quoted } from "../model/spelling";
import type { PlaceCheck } from "../verify/nested";
import type { StructureCheck } from "../verify/structure";
import { AliasPass } from "./aliasPass";
import type { AliasDefinition } from "./aliases";
import { aliasName, AliasTable } from "./aliases";
import { MarkedText } from "./markedText";
import { MarkingPrinter } from "./markingPrinter";
import type { Marks } from "./marks";
import { ResourceMentions } from "./mentions";
import { OpTexts } from "./opText";
import { ModulePrinter } from "./printer";
import { asksForMentions, resourceText } from "./resources";
import { TextRoom } from "./room";
import { TypeTexts } from "./typeTexts";
import type { OpReader } from "./values";
import { EntryWriter } from "../model/entryWriter";

/** How a module is printed. */
export interface ModuleTextOptions {
  /** Used in the location of the module that is added if the file has none. */
  readonly fileName: string;
  /** Whether ` loc(…)` is printed after ops and block arguments. */
  readonly locations: boolean;
}

/** Walks the IR with a visitor, from its start. */
function* pass(container: Container, visitor: IrVisitor): Generator<void, void, undefined> {
  const walker = irWalker(container);
  if (walker) yield* walkIr(container, walker, visitor);
}

/** What a first walk finds: numbers, aliases as long as it can succeed, and faults of the structure. */
class FirstPass implements IrVisitor {
  constructor(
    private readonly numbers: NumberingPass | undefined,
    private readonly aliases: AliasPass,
    private readonly checks: readonly [StructureCheck, PlaceCheck],
  ) {}
  take(step: Step, walker: IrWalker): void {
    const [structure, place] = this.checks;
    this.numbers?.take(step, walker);
    if (!this.aliases.forward) this.aliases.take(step, walker);
    structure.take(step, walker);
    place.take(step, walker);
  }
  lost(damage: Damage, lostBytes: number, depth: number): void {
    this.numbers?.lost(damage, lostBytes, depth);
    this.aliases.lost(damage, lostBytes, depth);
    for (const check of this.checks) check.lost(damage, lostBytes, depth);
  }
}

const checks = (reader: OpReader, numbering: Numbering): readonly [StructureCheck, PlaceCheck] => [
  reader.structureCheck(),
  reader.placeCheck(numbering),
];

/** Numbers all values in one pass over the IR, once per document; the search for aliases may share the walk. */
export function* numberModule(reader: OpReader, aliases?: AliasPass): Generator<void, Numbering, undefined> {
  if (reader.numbering) return reader.numbering;
  const first = new NumberingPass();
  const { numbering } = first;
  yield* pass(reader.container, aliases ? new FirstPass(first, aliases, checks(reader, numbering)) : first);
  numbering.assign(reader.codec.numbersByRegion);
  reader.numbering = numbering;
  return numbering;
}

/** What the reference puts around the IR: a module, unless the IR is one. It prints a label for a body without ops. */
type Wrapping = "none" | "module" | "empty module";

function wrappingOf(container: Container): Wrapping {
  const walker = irWalker(container);
  if (!walker) return "module";
  try {
    if (walker.next() !== Step.Block) return "module";
    const { ops } = walker.block;
    if (ops !== 1 || walker.next() !== Step.Op) return ops === 0 ? "empty module" : "module";
    return container.dialects.opNames[walker.op.name]?.name === "builtin.module" ? "none" : "module";
  } catch {
    return "none";
  }
}

/** The location of a module that the file does not contain: the start of the input. */
function inputLocation(fileName: string): string {
  return `loc(${quoted(fileName)}:0:0)`;
}

/**
 * Finds what must be known before the first line: numbers and aliases. One pass finds both, unless the numbers are
 * known already, or a value is used before it is defined.
 */
function* prepare(
  reader: OpReader,
  options: ModuleTextOptions,
  wrapped: boolean,
): Generator<void, { readonly numbering: Numbering; readonly aliases: AliasTable }, undefined> {
  const { container } = reader;
  const start = (): AliasTable => {
    const table = new AliasTable(container.codec, container, new EntryWriter(container.codec, container));
    if (wrapped && options.locations) table.visitPieces([inputLocation(options.fileName)], "loc", true);
    return table;
  };
  let aliases = start();
  const both = new AliasPass(reader, aliases, undefined, options.locations);
  const known = reader.numbering !== undefined;
  const numbering = yield* numberModule(reader, both);
  if (known || both.forward) {
    aliases = start();
    const again = new AliasPass(reader, aliases, numbering, options.locations);
    yield* pass(container, known ? new FirstPass(undefined, again, checks(reader, numbering)) : again);
  }
  aliases.finish();
  return { numbering, aliases };
}

/** What is known of a module's text before its first line, and the printers that use it. */
export class TextParts {
  private readonly texts: OpTexts;
  private readonly types: TypeTexts;
  readonly writer: EntryWriter;

  private constructor(
    readonly reader: OpReader,
    readonly options: ModuleTextOptions,
    private readonly wrapping: Wrapping,
    readonly numbering: Numbering,
    readonly aliases: AliasTable,
  ) {
    const { container } = reader;
    this.writer = new EntryWriter(container.codec, container, aliases, true);
    this.texts = new OpTexts(reader, this.writer);
    this.types = new TypeTexts(this.writer, container.sizes.types);
  }

  static *prepare(reader: OpReader, options: ModuleTextOptions): Generator<void, TextParts, undefined> {
    const wrapping = wrappingOf(reader.container);
    const { numbering, aliases } = yield* prepare(reader, options, wrapping !== "none");
    return new TextParts(reader, options, wrapping, numbering, aliases);
  }

  /**
   * A printer of the IR.
   * @param depth nesting depth of what is printed
   * @param nextRegion the number of its first region
   */
  printer(depth: number, nextRegion = 1): ModulePrinter {
    const { numbering, texts, types, writer, reader } = this;
    const base = this.base(depth);
    const { locations } = this.options;
    return new ModulePrinter(numbering, texts, types, writer, reader, locations, this.room(), base, nextRegion);
  }
  /** Room for the long attributes and types of a text. */
  room(): TextRoom {
    const { window, problems } = this.reader.container;
    return new TextRoom(window.length, problems);
  }
  /** The indentation at a nesting depth. */
  base(depth: number): number {
    return depth + (this.wrapped ? 1 : 0);
  }
  /** Whether a module must be put around everything. */
  get wrapped(): boolean {
    return this.wrapping !== "none";
  }
  /** A printer that marks what each part of the text shows. */
  markingPrinter(depth: number, nextRegion?: number): MarkingPrinter {
    const { numbering, texts, types, writer, reader } = this;
    const base = this.base(depth);
    const { locations } = this.options;
    return new MarkingPrinter(numbering, { reader, texts, types, writer }, locations, this.room(), base, nextRegion);
  }
  get opening(): string {
    if (!this.wrapped) return "";
    return `"builtin.module"() ({\n${this.wrapping === "empty module" ? "^bb0:\n" : ""}`;
  }
  /** The end of the module that was put around everything. */
  get closing(): string {
    if (!this.wrapped) return "";
    const location = inputLocation(this.options.fileName);
    const alias = this.aliases.fragment("attribute", location);
    return `}) : () -> ()${this.options.locations ? ` loc(${alias ?? location.slice(4, -1)})` : ""}\n`;
  }
  /** The definitions of aliases before the IR, or after it. */
  definitions(deferred: boolean): Generator<string, void, undefined> {
    return definitions(this.writer, this.aliases.definitions(deferred));
  }
  /** The same definitions as bytes, with marks. */
  markedDefinitions(deferred: boolean): { readonly bytes: Uint8Array; readonly marks: Marks } {
    const out = new MarkedText(this.reader.container, this.writer, new ByteText(1 << 12), this.room());
    for (const alias of this.aliases.definitions(deferred)) out.definition(alias);
    return { bytes: out.text.take().slice(), marks: out.marks.take() };
  }
  /** The end of the text: resources, and an empty line. */
  *end(): Generator<string, void, undefined> {
    yield* resourceText(this.reader.container, yield* quietly(this.mentions()));
    yield "\n";
  }
  /** The resources that the text names, if that matters. */
  private *mentions(): Generator<void, ReadonlySet<Resource>, undefined> {
    const { aliases, reader } = this;
    const mentions = new ResourceMentions(reader, aliases);
    if (!asksForMentions(reader.container)) return mentions.found;
    mentions.define(aliases.definitions(false));
    yield* pass(reader.container, mentions);
    mentions.define(aliases.definitions(true));
    const { problems, resources } = reader.container;
    // Damage may hide what names a resource: the others follow.
    if (problems.all.length > 0)
      for (const { entries } of resources) for (const resource of entries) mentions.found.add(resource);
    return mentions.found;
  }
}

/**
 * Prints the module. Empty pieces mark points where a long pass can be cancelled.
 * @param known what is known of the text already
 */
export function* moduleText(
  reader: OpReader,
  options: ModuleTextOptions,
  known?: TextParts,
): Generator<Piece, void, undefined> {
  const parts = known ?? (yield* quietly(TextParts.prepare(reader, options)));
  yield* parts.definitions(false);
  yield parts.opening;
  yield* printed(reader.container, parts.printer(0));
  yield parts.closing;
  yield* parts.definitions(true);
  yield* parts.end();
}

/** Runs a pass that prints nothing. */
function* quietly<Result>(steps: Generator<void, Result, undefined>): Generator<string, Result, undefined> {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
    yield "";
  }
}

function* printed(container: Container, printer: ModulePrinter): Generator<Piece, void, undefined> {
  const walker = irWalker(container);
  if (!walker) return;
  const steps = walkIr(container, walker, printer, () => printer.full);
  while (!steps.next().done) yield* printer.flush();
  yield* printer.flush();
}

function* definitions(writer: EntryWriter, aliases: readonly AliasDefinition[]): Generator<string, void, undefined> {
  let text = "";
  for (const alias of aliases) {
    const { space, source } = alias;
    text += `${aliasName(alias)} = `;
    for (const chunk of typeof source === "number" ? writer.definition(space, source) : writer.pieces(source)) {
      text += chunk;
      if (text.length < 65536) continue;
      yield text;
      text = "";
    }
    text += "\n";
  }
  yield text;
}
