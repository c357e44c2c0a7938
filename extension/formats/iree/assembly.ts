/** The assembly of a module as lines: each function is a section. */
import type { Arrangement } from "../../document/arrangement";
import type { Sink } from "../../document/sink";
import type { SymbolId } from "../../document/token";
import type { Chunk } from "../../kit/chunks";
import { ChunkedAssembly } from "../../kit/chunks";
import { MadeLines } from "../../kit/lines";
import { LineSink, TextLineSink } from "../../kit/lineSink";
import type { Analysis } from "./analysis";
import { cString } from "./bytes";
import { functionName } from "./module";
import type { AssemblyPart } from "./print/assembly";
import { assemblyParts } from "./print/assembly";

/** Bytes of bytecode that make a line, about. */
const BYTES_PER_LINE = 8;

/** @param bitOf the bit of the record that defines a symbol */
export function assemblyOf(
  analysis: Analysis,
  title: string,
  locations: boolean,
  bitOf: (symbol: SymbolId) => number | undefined,
): Arrangement | undefined {
  const { era, functions } = analysis;
  if (!era || !functions) return undefined;
  const { module } = era;
  const printed = <S extends Sink>(part: AssemblyPart, sink: S): S => {
    // What is wrong with a body is found by reading it, here as in the records.
    if (part.function !== undefined) analysis.checkFunction(part.function);
    for (const step of part.print(sink)) void step;
    return sink;
  };
  const chunkOf = (part: AssemblyPart): Chunk => {
    const { start, end, function: ordinal } = part;
    const section =
      ordinal === undefined
        ? undefined
        : { kind: "function", title: `vm.func @${cString(functionName(module, ordinal))}` };
    return {
      startBit: start * 8,
      endBit: end * 8,
      estimate: Math.max(2, Math.ceil((end - start) / BYTES_PER_LINE)),
      // Of a segment of rodata the line is not made to count it.
      ...(ordinal === undefined && end > start ? { count: 1 } : {}),
      ...(section ? { section } : {}),
      print: () => new MadeLines(printed(part, new LineSink()).takeLines()),
      text: () => printed(part, new TextLineSink()).takeText(),
    };
  };
  const chunks = (): readonly Chunk[] => Array.from(assemblyParts(functions, module, locations), chunkOf);
  // The text has no line that defines a global.
  const shown = (symbol: SymbolId): number | undefined =>
    /^(?:global|ref)\//.test(symbol) ? undefined : bitOf(symbol);
  return new ChunkedAssembly({ title, bits: analysis.window.length * 8, chunks, bitOf: shown });
}
