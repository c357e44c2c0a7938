/** Runs `text`: counts what the comments show, then prints a module or one function of it. */
import type { TextOptions } from "../../document/document";
import type { Piece } from "../../document/byteText";
import { ByteSink } from "../../document/sink";
import type { AssemblyInput } from "./print/writer";
import { AssemblyWriter, hasCircles, targetOf } from "./print/writer";
import type { Block } from "./read/blocks";
import type { Body } from "./read/body";
import type { Bytecode } from "./read/bytecode";
import { contextOf } from "./listing/meanings";
import type { AnyRow } from "./listing/parts";
import { Budget } from "./print/printer";
import type { Style } from "./model/style";
import { STYLES } from "./model/style";
import { GlobalUses } from "./print/uses";
import type { FunctionValue } from "./model/values";
import { yielding } from "../../kit/steps";

/** The functions' blocks. */
function blocksOf(bytecode: Bytecode): ReadonlyMap<FunctionValue, Block> {
  const blocks = new Map<FunctionValue, Block>();
  for (const [index, of] of bytecode.module().bodies) {
    const block = bytecode.layout.blocks[index];
    if (block) blocks.set(of, block);
  }
  return blocks;
}

/** What is found out about a module before it is printed. */
interface Counted {
  readonly uses: GlobalUses;
  /** Whether a function has types of its own. */
  readonly localTypes: boolean;
}

/** How many constants are looked at in a step. */
const STEP = 4096;

/** Counts how often each global is used, in constants, initializers and bodies. Yields after each body. */
function* countUses(
  bytecode: Bytecode,
  style: Style,
  bodyOf: (of: FunctionValue) => Body | undefined,
): Generator<void, Counted, undefined> {
  const module = bytecode.module();
  const uses = new GlobalUses(style);
  function* constants(rows: readonly AnyRow[]): Generator<void, void, undefined> {
    for (const [i, row] of rows.entries()) {
      if (row.kind === "aggregate" || row.kind === "expression") uses.constant(row);
      if (i % STEP === STEP - 1) yield;
    }
  }
  for (const { rows } of module.rows.values()) yield* constants(rows);
  for (const global of module.globals) if (global.initial) uses.initialize(global.initial);
  let localTypes = false;
  for (const of of module.functions) {
    const body = bodyOf(of);
    if (!body) continue;
    localTypes ||= body.types.addsTypes;
    for (const { rows } of body.rows.values()) yield* constants(rows);
    uses.useIn(body);
    yield;
  }
  return { uses, localTypes };
}

/** Comment lines that warn about an uncertain text. */
export function warning(bytecode: Bytecode): string {
  if (bytecode.released) return "";
  const { version } = bytecode.layout.traits;
  return `; Bytecode version ${version} was never released. This is how the last released one reads; it may be wrong.\n`;
}

/** What printing a module needs, after uses are counted. */
export function* assemblyInput(
  bytecode: Bytecode,
  options: TextOptions,
): Generator<void, AssemblyInput | undefined, undefined> {
  const { layout, window } = bytecode;
  // Everything will be read: missing bytes are requested once, before anything is printed.
  window.view(0, window.length);
  if (!layout.module || layout.versionWord === undefined) return undefined;
  const blocks = blocksOf(bytecode);
  const bodyOf = (of: FunctionValue): Body | undefined => {
    const block = blocks.get(of);
    return block && bytecode.passingBody(block);
  };
  const startOf = (of: FunctionValue): number | undefined => {
    const block = blocks.get(of);
    return block && block.headerByte * 8;
  };
  const context = contextOf(bytecode);
  const style = context.style(
    options.release !== undefined && STYLES.has(options.release) ? options.release : undefined,
  );
  const module = bytecode.module();
  const { uses, localTypes } = yield* countUses(bytecode, style, bodyOf);
  const budget = Budget.of(window.length);
  const target = targetOf(layout.versionWord);
  const { fileName } = options;
  const fileBytes = window.length;
  const circular = localTypes || hasCircles(module);
  return { module, style, target, fileName, uses, budget, fileBytes, circular, bodyOf, startOf };
}

/** The text of llvm-dis, in pieces. */
export function* printText(bytecode: Bytecode, options: TextOptions): Generator<Piece, void, undefined> {
  const input = yield* yielding("", assemblyInput(bytecode, options));
  if (!input) return;
  const writer = new AssemblyWriter(input, new ByteSink());
  if (options.function === undefined) {
    yield warning(bytecode);
    writer.header();
  }
  for (const of of input.module.functions) {
    if (options.function !== undefined && of.name !== options.function) continue;
    writer.blank();
    const printing = writer.function(of);
    while (!printing.next().done) if (writer.sink.full) yield writer.sink.take();
    if (writer.sink.full) yield writer.sink.take();
  }
  yield writer.sink.take();
  reportCut(bytecode, input);
}

/** Reports that constants were cut. */
export function reportCut(bytecode: Bytecode, { budget }: AssemblyInput): void {
  if (budget.exceeded)
    bytecode.report("limit", "constants contain each other too often; the text is cut at `...`", 0, 0);
}
