/**
 * The assembly of MLIR as lines: functions and other isolated ops are printed separately, only where somebody looks.
 */
import type { Arrangement } from "../../../document/arrangement";
import type { Piece } from "../../../document/byteText";
import type { TextOptions } from "../../../document/document";
import type { SymbolId } from "../../../document/token";
import type { Chunk, Printing } from "../../../kit/chunk";
import { ChunkedAssembly, MIN_COUNTED } from "../../../kit/chunks";
import { Continued } from "../../../kit/continued";
import { PagedBytes } from "../../../kit/pagedBytes";
import type { Container } from "../container/container";
import { irWalker, walkIr } from "../ir/walk";
import type { IrVisitor } from "../ir/walk";
import { aliasName } from "../text/aliases";
import { numbersDistinct } from "../text/distinct";
import { moduleText, TextParts } from "../text/module";
import { Marks } from "../text/marks";
import type { OpReader } from "../text/values";
import { IslePrinting } from "./isles";
import { TextLines } from "./lines";
import type { Isle } from "./plan";
import { IsleFinder } from "./plan";
import type { Segment } from "./segments";
import { SegmentPrinter } from "./segments";
import { framesBy } from "./source";

/** Average bytes of bytecode per line. */
const BYTES_PER_LINE = 16;

/** @param bitOf the bit of the record that defines a symbol */
export function assemblyOf(
  reader: OpReader,
  title: string,
  options: TextOptions,
  bitOf: (symbol: SymbolId) => number | undefined,
): Arrangement | undefined {
  if (!irWalker(reader.container)) return undefined;
  let made: MlirAssembly | undefined;
  return new ChunkedAssembly({
    title,
    hasSources: true,
    window: reader.container.window,
    bits: reader.container.window.length * 8,
    bitOf,
    chunkOf: (symbol) => made?.chunkOf(symbol),
    scopeOf,
    ready: () => made !== undefined,
    *background() {
      made = yield* MlirAssembly.make(reader, options);
    },
    chunks: () => made?.chunks ?? [],
  });
}

/** The chunk of a symbol that only one chunk names: a value, or a block. */
function scopeOf(symbol: SymbolId): number | undefined {
  const scope = /^c(\d+)\./.exec(symbol);
  return scope ? Number(scope[1]) : undefined;
}

/** The chunks of a module whose numbers and aliases are known. */
class MlirAssembly {
  readonly chunks: Chunk[] = [];
  private readonly symbols = new Map<SymbolId, number>();
  /** Chunks whose lines may define symbols but were not searched for them yet. */
  private unread: number[] = [];
  private readonly aliases = new Set<string>();

  private readonly isles: IslePrinting;
  private readonly reading: Continued<"lines", void, unknown>;

  private constructor(private readonly parts: TextParts) {
    this.isles = new IslePrinting(parts, this.aliases);
    this.reading = new Continued(parts.reader.container.window);
  }

  static *make(reader: OpReader, options: TextOptions): Generator<void, MlirAssembly, undefined> {
    const { container } = reader;
    const how = { fileName: options.fileName, locations: options.locations === true };
    const parts = yield* TextParts.prepare(reader, how);
    const finder = new IsleFinder(reader, parts.numbering);
    yield* walked(container, finder);
    // Distinct attributes are numbered as they are printed, but rows are not printed in the text's order.
    if (yield* numbersDistinct(container)) yield* unseen(moduleText(reader, how, parts));
    const printer = new SegmentPrinter(parts.markingPrinter(0), finder.isles);
    printer.begin(parts.opening);
    const walk = walked(container, printer, () => printer.full);
    while (!walk.next().done) {
      printer.gather(printer.flush());
      yield;
    }
    printer.gather(printer.flush());
    printer.gather([parts.closing]);
    printer.end();
    const made = new MlirAssembly(parts);
    yield* made.addChunks(finder.isles, printer.segments);
    return made;
  }
  private *addChunks(isles: readonly Isle[], segments: readonly Segment[]): Generator<void, void, undefined> {
    const { chunks } = this;
    yield* this.addDefinitions(false);
    const first = chunks.length;
    for (const [index, segment] of segments.entries()) {
      const isle = isles[index];
      if (segment.bytes.length > 0) chunks.push(yield* this.segmentChunk(segment, isle?.startByte, chunks.length));
      if (isle) chunks.push(this.isleChunk(isle, chunks.length));
      yield;
    }
    yield* this.noteSymbols(first, isles);
    yield* this.addDefinitions(true);
    chunks.push(this.endChunk());
  }

  /** The chunk that defines a symbol. @throws Unfinished */
  chunkOf(symbol: SymbolId): number | undefined {
    const scope = scopeOf(symbol);
    if (scope !== undefined) return scope;
    if (!this.symbols.has(symbol)) this.reading.run("lines", () => this.readLines());
    return this.symbols.get(symbol);
  }

  /**
   * Notes the symbols of isolated ops. The lines of other ops, and of ops that open symbol tables, are searched only when a
   * name is not found.
   */
  private *noteSymbols(from: number, isles: readonly Isle[]): Generator<void, void, undefined> {
    const tables = new Set<number>();
    for (const { kind, startByte } of isles) {
      if (this.opensTable(kind)) tables.add(startByte * 8);
      yield;
    }
    for (let index = from; index < this.chunks.length; index++) {
      const { startBit, section } = this.chunks[index] as Chunk;
      const { kind = "", title = "" } = section ?? {};
      const name = title.startsWith(`${kind} @`) ? title.slice(kind.length + 1) : undefined;
      if (name !== undefined && !this.symbols.has(name)) this.symbols.set(name, index);
      // VHLO stores a symbol's name in an attribute of its own, so only the line shows it.
      if (name === undefined || tables.has(startBit)) this.unread.push(index);
      yield;
    }
  }
  /** Searches lines that may define symbols. */
  private *readLines(): Generator<unknown, void, undefined> {
    for (const index of this.unread) yield* this.noteLines(index);
    this.unread = [];
  }
  private opensTable(op: string): boolean {
    const { codec } = this.parts.reader;
    const name = { dialect: op.split(".")[0] ?? "", name: op, registered: true };
    return !codec.knows(name) || codec.isSymbolTable(name);
  }
  private *noteLines(index: number): Generator<unknown, void, undefined> {
    const lines = this.chunks[index]?.print();
    const printed = lines && "next" in lines ? yield* lines : lines;
    if (!(printed instanceof TextLines)) return;
    for (const symbol of printed.symbols()) {
      if (symbol === undefined) yield;
      else if (!this.symbols.has(symbol)) this.symbols.set(symbol, index);
    }
  }
  private *addDefinitions(deferred: boolean): Generator<void, void, undefined> {
    const names: string[] = [];
    for (const definition of this.parts.aliases.definitions(deferred)) {
      const name = aliasName(definition);
      names.push(name);
      this.aliases.add(name);
      this.symbols.set(name, this.chunks.length);
      yield;
    }
    if (names.length === 0) return;
    const counted = `${names.length} aliases`;
    const section = names.length < MIN_COUNTED ? {} : { section: { kind: "aliases", title: "aliases", counted } };
    const print = (): Printing<TextLines> => {
      const { bytes: made, marks } = this.parts.markedDefinitions(deferred);
      const bytes = new PagedBytes();
      bytes.piece(made);
      return TextLines.of(bytes, { bytes: [], marks, frames: () => [] }, "-", this.aliases);
    };
    this.chunks.push({ startBit: 0, endBit: 0, estimate: names.length, print, ...section });
  }
  /** The text after everything else; it shows no ops. */
  private endChunk(): Chunk {
    const print = (): Printing<TextLines> => {
      const text = new PagedBytes();
      for (const piece of this.parts.end()) text.piece(piece);
      const shown = { bytes: [], marks: new Marks(), frames: () => [] };
      return TextLines.of(text, shown, "-", this.aliases);
    };
    return { startBit: 0, endBit: 0, estimate: 1, print };
  }
  private *segmentChunk(
    segment: Segment,
    nextByte: number | undefined,
    index: number,
  ): Generator<void, Chunk, undefined> {
    const { bytes, opening, records, locations, marks } = segment;
    const startBit = (records[0] ?? nextByte ?? 0) * 8;
    const shown = { bytes: records, opening, marks, frames: framesBy(this.parts.reader.container, locations) };
    const lines = yield* TextLines.of(bytes, shown, `c${index}.`, this.aliases);
    return { startBit, endBit: startBit, estimate: lines.length, print: () => lines };
  }
  private isleChunk(isle: Isle, index: number): Chunk {
    const { startByte, endByte, kind, name } = isle;
    const title = name === undefined ? kind : `${kind} @${name}`;
    return {
      startBit: startByte * 8,
      endBit: endByte * 8,
      estimate: Math.max(3, Math.ceil((endByte - startByte) / BYTES_PER_LINE)),
      section: { kind, title },
      print: () => this.isles.lines(isle, index),
      text: () => this.isles.text(isle, index),
      names: (locals) => this.isles.names(isle, index, locals),
      write: (text) => this.isles.write(isle, text),
    };
  }
}

function* walked(container: Container, visitor: IrVisitor, pause?: () => boolean): Generator<void, void, undefined> {
  const walker = irWalker(container);
  if (walker) yield* walkIr(container, walker, visitor, pause);
}

/** Prints a text only for the numbers that this assigns. */
function* unseen(text: Generator<Piece, void, undefined>): Generator<void, void, undefined> {
  while (!text.next().done) yield;
}
