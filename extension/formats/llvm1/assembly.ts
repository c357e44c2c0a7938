/** The assembly of a module as lines: each function with a body is a section. */
import type { Arrangement } from "../../document/arrangement";
import type { TextOptions } from "../../document/document";
import type { Line, SymbolId } from "../../document/token";
import type { Chunk } from "../../kit/chunk";
import { ChunkedAssembly, MIN_COUNTED } from "../../kit/chunks";
import { functionAround } from "../../kit/functionSymbols";
import type { Lines, NamedLines, TextLines } from "../../kit/lines";
import { MadeLines } from "../../kit/lines";
import { LineSink, TextLineSink } from "../../kit/lineSink";
import { NameLineSink } from "../../kit/nameLineSink";
import type { AssemblyInput } from "./print/writer";
import type { Sink } from "../../document/sink";
import { ByteSink } from "../../document/sink";
import type { ByteText } from "../../document/byteText";
import { Budget } from "./print/printer";
import type { TypeNames } from "./print/typenames";
import { AssemblyWriter, namedTypeRows } from "./print/writer";
import type { Bytecode } from "./read/bytecode";
import { assemblyInput, reportCut, warning } from "./text";
import { quotedName } from "./print/typenames";
import type { Row } from "./model/row";
import type { FunctionValue } from "./model/values";
import { allSteps } from "../../kit/steps";

/** Average bytes of a body per line. */
const BYTES_PER_LINE = 4;

/** @param bitOf the bit of the record that defines a symbol */
export function assemblyOf(
  bytecode: Bytecode,
  title: string,
  options: TextOptions,
  bitOf: (symbol: SymbolId) => number | undefined,
): Arrangement | undefined {
  if (!bytecode.layout.module || bytecode.layout.versionWord === undefined) return undefined;
  let input: AssemblyInput | undefined;
  let types: TypeNames | undefined;
  /** The number of chunks before those of the functions, each of which has two: a blank line and its text. */
  let before = 0;
  return new ChunkedAssembly({
    title,
    window: bytecode.window,
    bits: bytecode.window.length * 8,
    bitOf,
    scopeOf: (symbol) => {
      const owner = functionAround(symbol);
      return owner === undefined ? undefined : before + 2 * owner + 1;
    },
    ready: () => input !== undefined,
    *background() {
      const found = yield* assemblyInput(bytecode, options);
      if (found?.circular) types = yield* typesOfRun(found);
      input = found;
    },
    chunks: () => {
      if (!input) return [];
      const chunks = chunksOf(bytecode, input, types);
      before = chunks.length - 2 * input.module.functions.length;
      return chunks;
    },
  });
}

/**
 * The types after printing the complete module once: a type that contains itself prints as at its first occurrence in
 * the text.
 */
function* typesOfRun(input: AssemblyInput): Generator<void, TypeNames, undefined> {
  const budget = Budget.of(input.fileBytes);
  const writer = new AssemblyWriter({ ...input, budget }, new ByteSink());
  writer.header();
  for (const of of input.module.functions) {
    yield* writer.function(of);
    writer.sink.take();
  }
  return writer.types;
}

/** @param types those of a run over the complete module, if parts of it depend on what comes before them */
function chunksOf(bytecode: Bytecode, input: AssemblyInput, types?: TypeNames): readonly Chunk[] {
  const { window } = bytecode;
  const bits = window.length * 8;
  const writer = new AssemblyWriter(input, new LineSink(), types);
  const plain = new AssemblyWriter(input, new TextLineSink(), types);
  const named = [false, true].map((locals) => new AssemblyWriter(input, new NameLineSink(locals), types));
  const whole = new AssemblyWriter(input, new ByteSink(), types);
  /** A part of the text before the functions, with the rows of its lines; if there are many, it folds. */
  const part = (print: () => void, list = "", rows: readonly (Row | undefined)[] = []): Chunk => {
    const known = rows.filter((row) => row !== undefined);
    const startByte = known.reduce((least, row) => Math.min(least, row.startByte), window.length);
    const endByte = known.reduce((most, row) => Math.max(most, row.endByte), startByte);
    const range = known.length === 0 ? { startBit: 0, endBit: 0 } : { startBit: startByte * 8, endBit: endByte * 8 };
    const section = { kind: list, title: list, counted: `${rows.length} ${list}` };
    const printed = (): Lines => {
      print();
      return new MadeLines(writer.sink.takeLines());
    };
    const folds = rows.length < MIN_COUNTED ? {} : { section };
    return { ...range, estimate: Math.max(2, rows.length), print: printed, ...folds };
  };
  const { module } = input;
  const head = [
    part(() => {
      writer.sink.put("comment", warning(bytecode));
      writer.head();
    }),
    part(
      () => writer.namedTypes(),
      "types",
      namedTypeRows(module).map(({ row }) => row),
    ),
    part(() => writer.globalVariables(), "globals", module.globals),
    part(() => writer.implementation()),
  ];
  const empty: Chunk = { startBit: 0, endBit: 0, estimate: 1, count: 1, print: () => new MadeLines([BLANK]) };
  const functions = module.functions.flatMap((of) => {
    const block = bytecode.blockOf(of);
    const startBit = block ? block.headerByte * 8 : of.startByte * 8;
    const endBit = block ? Math.min(bits, block.endByte * 8) : startBit;
    const estimate = Math.max(2, Math.ceil((endBit - startBit) / 8 / BYTES_PER_LINE));
    const print = (): Lines => {
      printFunction(bytecode, input, writer, of);
      return new MadeLines(writer.sink.takeLines());
    };
    const text = (): TextLines => {
      printFunction(bytecode, input, plain, of);
      return plain.sink.takeText();
    };
    const write = (bytes: ByteText): undefined => {
      printFunction(bytecode, input, whole, of);
      bytes.copy(whole.sink.take());
    };
    const names = (locals: boolean): NamedLines => {
      const writer = named[Number(locals)] as (typeof named)[number];
      printFunction(bytecode, input, writer, of);
      return writer.sink.takeNames();
    };
    const title = quotedName(of.name ?? `${of.number ?? ""}`);
    const section = block && !of.declared ? { section: { kind: "function", title } } : {};
    return [empty, { startBit, endBit, estimate, print, text, names, write, ...section }];
  });
  return [...head, ...functions];
}

const BLANK: Line = { kind: "row", record: [], assembly: [] };

function printFunction(
  bytecode: Bytecode,
  input: AssemblyInput,
  writer: AssemblyWriter<Sink>,
  of: FunctionValue,
): void {
  allSteps(writer.function(of));
  reportCut(bytecode, input);
}
