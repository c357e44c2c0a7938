/** The assembly of a whole module, as `mlir-opt -mlir-print-op-generic` prints it. */
import type { Piece } from "../../../document/byteText";
import type { Container } from "../container/container";
import { NumberingPass } from "../ir/numbering";
import type { Numbering } from "../ir/numbering";
import type { IrVisitor } from "../ir/walk";
import { irWalker, walkIr } from "../ir/walk";
import type { IrWalker } from "../ir/walker";
import { Step } from "../ir/walker";
import type { Damage } from "../model/damage";
import { quoted } from "../model/spelling";
import { AliasPass } from "./aliasPass";
import type { AliasDefinition } from "./aliases";
import { aliasName, AliasTable } from "./aliases";
import { OpTexts } from "./opText";
import { ModulePrinter } from "./printer";
import { resourceText } from "./resources";
import { TypeTexts } from "./typeTexts";
import type { OpReader } from "./values";
import { EntryWriter } from "./writer";

/** How a module is printed. */
export interface ModuleTextOptions {
  /** For the location of the module that is added where the file has none. */
  readonly fileName: string;
  /** With ` loc(…)` behind ops and block arguments. */
  readonly locations: boolean;
}

/** Walks the IR with a visitor, from its start. */
function* pass(container: Container, visitor: IrVisitor): Generator<void, void, undefined> {
  const walker = irWalker(container);
  if (walker) yield* walkIr(container, walker, visitor);
}

/** Two visitors of one walk; the second is let go once it cannot finish. */
class BothPasses implements IrVisitor {
  constructor(
    private readonly first: NumberingPass,
    private readonly second: AliasPass,
  ) {}
  take(step: Step, walker: IrWalker): void {
    this.first.take(step, walker);
    if (!this.second.forward) this.second.take(step, walker);
  }
  lost(damage: Damage, lostBytes: number, depth: number): void {
    this.first.lost(damage, lostBytes, depth);
    this.second.lost(damage, lostBytes, depth);
  }
}

/** Numbers all values, once for a document: one pass over the IR, on which another visitor may go along. */
export function* numberModule(reader: OpReader, beside?: AliasPass): Generator<void, Numbering, undefined> {
  if (reader.numbering) return reader.numbering;
  const first = new NumberingPass();
  yield* pass(reader.container, beside ? new BothPasses(first, beside) : first);
  const { numbering } = first;
  numbering.assign(reader.container.release);
  reader.numbering = numbering;
  return numbering;
}

/** Whether the IR is one `builtin.module`; the reference puts one around everything else. */
export function isModule(container: Container): boolean {
  const walker = irWalker(container);
  if (!walker) return false;
  try {
    if (walker.next() !== Step.Block || walker.block.ops !== 1 || walker.next() !== Step.Op) return false;
    return container.dialects.opNames[walker.op.name]?.name === "builtin.module";
  } catch {
    return true;
  }
}

/** The location of a module that the file does not hold: the start of the input. */
function inputLocation(fileName: string): string {
  return `loc(${quoted(fileName)}:0:0)`;
}

/**
 * What has to be known before the first line: numbers and aliases. One pass finds both, unless the numbers are known
 * already, or a value is used before it is defined.
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
    yield* pass(container, new AliasPass(reader, aliases, numbering, options.locations));
  }
  aliases.finish();
  return { numbering, aliases };
}

/** Prints the module. Empty pieces are places where a long pass can be cancelled. */
export function* moduleText(reader: OpReader, options: ModuleTextOptions): Generator<Piece, void, undefined> {
  const { container } = reader;
  const wrapped = !isModule(container);
  const { numbering, aliases } = yield* quietly(prepare(reader, options, wrapped));
  const writer = new EntryWriter(container.codec, container, aliases, true);
  yield* definitions(writer, aliases.definitions(false));
  if (wrapped) yield `"builtin.module"() ({\n`;
  const printer = new ModulePrinter(
    numbering,
    new OpTexts(reader, writer),
    new TypeTexts(writer, container.sizes.types),
    writer,
    (index) => reader.name(index),
    options.locations,
    wrapped ? 1 : 0,
  );
  yield* printed(container, printer);
  if (wrapped) {
    const location = inputLocation(options.fileName);
    const alias = aliases.fragment("attribute", location);
    yield `}) : () -> ()${options.locations ? ` loc(${alias ?? location.slice(4, -1)})` : ""}\n`;
  }
  yield* definitions(writer, aliases.definitions(true));
  yield* resourceText(container);
  yield "\n";
}

/** A pass that prints nothing. */
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
