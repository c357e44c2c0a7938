/** The assembly of a module as lines: each function is a section, and so are long lists in the module's head. */
import type { Arrangement } from "../../document/arrangement";
import type { Sink } from "../../document/sink";
import { ByteSink } from "../../document/sink";
import type { SourceFrame } from "../../document/sourceLocation";
import type { Line, SymbolId } from "../../document/token";
import type { Chunk } from "../../kit/chunk";
import { ChunkedAssembly, MIN_COUNTED } from "../../kit/chunks";
import type { Lines } from "../../kit/lines";
import { ListLines, MadeLines } from "../../kit/lines";
import { functionAround } from "../../kit/functionSymbols";
import { NameLineSink } from "../../kit/nameLineSink";
import { assemblyLine, LineSink, TextLineSink } from "../../kit/lineSink";
import { allSteps } from "../../kit/steps";
import type { Analysis } from "./analysis";
import { cString } from "./bytes";
import { functionName } from "./module";
import type { AssemblyPart, HeadList } from "./print/assembly";
import { assemblyParts } from "./print/assembly";

/** Average bytes of bytecode per line. */
const BYTES_PER_LINE = 8;

/** The lines of a function, whose ops have sources. */
class CodeLines extends MadeLines {
  /** @param sourceAt the source of the op at a bit */
  constructor(
    made: readonly Line[],
    private readonly sourceAt: (bit: number) => readonly SourceFrame[],
  ) {
    super(made);
  }
  sourceOf(index: number): readonly SourceFrame[] {
    const { assembly, positionBit } = this.line(index);
    // The head has the position of the first op, the foot has none.
    if (index === 0 || positionBit === undefined) return [];
    const isLabel = assembly.some(({ kind, definition }) => kind === "block" && definition === true);
    return isLabel ? [] : this.sourceAt(positionBit);
  }
}

/**
 * A list in the module's head, whose lines are made one by one, since those of rodata are very long.
 * @param fileBytes the file's length: in a damaged file a part may lead past it
 */
function listChunk(
  list: HeadList,
  parts: readonly AssemblyPart[],
  fileBytes: number,
  lineOf: (part?: AssemblyPart) => Line,
): Chunk {
  const bits = parts.map(({ start }) => start * 8);
  const counted = `${parts.length} ${list}`;
  const start = parts.reduce((least, part) => Math.min(least, part.start), fileBytes);
  const end = parts.reduce((most, part) => Math.max(most, part.start + 1, part.end), start);
  return {
    startBit: start * 8,
    endBit: Math.min(end, fileBytes) * 8,
    estimate: parts.length,
    section: { kind: list, title: list, counted },
    print: () => new ListLines(bits, (index) => lineOf(parts[index])),
  };
}

/** @param bitOf the bit of the record that defines a symbol */
export function assemblyOf(
  analysis: Analysis,
  title: string,
  bitOf: (symbol: SymbolId) => number | undefined,
): Arrangement | undefined {
  const { era, functions } = analysis;
  if (!era || !functions) return undefined;
  const { module } = era;
  const printing = function* <S extends Sink>(part: AssemblyPart, sink: S): Generator<void, S, undefined> {
    // Reading a body finds its problems, here as in the records.
    if (part.function !== undefined) analysis.checkFunction(part.function);
    for (const step of part.print(sink)) yield void step;
    return sink;
  };
  const linesOf = (lines: readonly Line[], ordinal: number | undefined): Lines => {
    const code = ordinal === undefined ? undefined : functions.def(ordinal)?.code;
    if (!module.debug || ordinal === undefined || !code) return new MadeLines(lines);
    const { debug } = module;
    return new CodeLines(lines, (bit) => debug.frames(debug.locationOf(ordinal, bit / 8 - code.start) ?? -1));
  };
  const chunkOf = (part: AssemblyPart): Chunk => {
    const { start, end, function: ordinal } = part;
    const count = part.lines ?? (ordinal === undefined && end > start ? 1 : undefined);
    const section =
      ordinal === undefined
        ? undefined
        : { kind: "function", title: `vm.func @${cString(functionName(module, ordinal))}` };
    return {
      startBit: start * 8,
      endBit: end * 8,
      estimate: Math.max(2, Math.ceil((end - start) / BYTES_PER_LINE)),
      // The line of a rodata segment need not be made to be counted.
      ...(count === undefined ? {} : { count }),
      ...(section ? { section } : {}),
      *print() {
        return linesOf((yield* printing(part, new LineSink())).takeLines(), ordinal);
      },
      *text() {
        return (yield* printing(part, new TextLineSink())).takeText();
      },
      *names(locals) {
        return (yield* printing(part, new NameLineSink(locals))).takeNames();
      },
      *write(text) {
        yield* printing(part, new ByteSink(text));
      },
    };
  };
  const lineOf = (part?: AssemblyPart): Line =>
    (part && allSteps(printing(part, new LineSink())).takeLines()[0]) ?? assemblyLine([]);
  /** The chunks of functions by their ordinal. */
  const bodies = new Map<number, number>();
  const chunks = (): readonly Chunk[] => {
    const made: Chunk[] = [];
    for (const { list, parts } of lists([...assemblyParts(functions, module)])) {
      if (list !== undefined && parts.length >= MIN_COUNTED)
        made.push(listChunk(list, parts, analysis.window.length, lineOf));
      else
        for (const part of parts) {
          if (part.function !== undefined) bodies.set(part.function, made.length);
          made.push(chunkOf(part));
        }
    }
    return made;
  };
  // The text has no line that defines a global.
  const shown = (symbol: SymbolId): number | undefined =>
    /^(?:global|ref)\//.test(symbol) ? undefined : bitOf(symbol);
  const scopeOf = (symbol: SymbolId): number | undefined => {
    const owner = functionAround(symbol);
    return owner === undefined ? undefined : bodies.get(owner);
  };
  const { window } = analysis;
  const hasSources = module.debug !== undefined;
  return new ChunkedAssembly({ title, window, bits: window.length * 8, chunks, bitOf: shown, scopeOf, hasSources });
}

/** The parts in order; those of one list are grouped. */
function lists(
  parts: readonly AssemblyPart[],
): { readonly list: HeadList | undefined; readonly parts: AssemblyPart[] }[] {
  const found: { readonly list: HeadList | undefined; readonly parts: AssemblyPart[] }[] = [];
  for (const part of parts) {
    const last = found.at(-1);
    if (last && part.list !== undefined && last.list === part.list) last.parts.push(part);
    else found.push({ list: part.list, parts: [part] });
  }
  return found;
}
