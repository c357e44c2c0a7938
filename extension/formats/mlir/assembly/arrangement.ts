/**
 * The assembly of MLIR as lines: functions and other isolated ops are printed separately, only where somebody looks.
 */
import type { Arrangement } from "../../../document/arrangement";
import type { ByteText, Piece } from "../../../document/byteText";
import type { TextOptions } from "../../../document/document";
import type { SourceFrame } from "../../../document/sourceLocation";
import type { SymbolId } from "../../../document/token";
import type { Chunk, Printing } from "../../../kit/chunk";
import { ChunkedAssembly, MIN_COUNTED } from "../../../kit/chunks";
import { Continued } from "../../../kit/continued";
import { PagedBytes } from "../../../kit/pagedBytes";
import type { Container } from "../container/container";
import { opLimits, irWalker, walkIr } from "../ir/walk";
import type { IrVisitor } from "../ir/walk";
import { IrWalker, Step } from "../ir/walker";
import { MlirCursor } from "../model/cursor";
import type { Damage } from "../model/damage";
import { aliasName } from "../text/aliases";
import { numbersDistinct } from "../text/distinct";
import { moduleText, TextParts } from "../text/module";
import type { MarkingPrinter } from "../text/markingPrinter";
import { Marks } from "../text/marks";
import type { ModulePrinter } from "../text/printer";
import { hasLabel } from "../text/printer";
import type { OpReader } from "../text/values";
import { TextLines } from "./lines";
import type { Isle } from "./plan";
import { IsleFinder } from "./plan";
import { framesOf } from "./source";

/** Average bytes of bytecode per line. */
const BYTES_PER_LINE = 16;

/** A part of the text between isolated ops: its bytes, and what they show. */
interface Segment {
  readonly bytes: PagedBytes;
  /** Lines at its beginning that show nothing of the file. */
  readonly opening: number;
  readonly records: readonly number[];
  readonly locations: readonly number[];
  readonly marks: Marks;
}

/** Between two isolated ops there is often nothing. */
const NOTHING: Segment = { bytes: new PagedBytes(), opening: 0, records: [], locations: [], marks: new Marks() };

/** Prints ops and blocks and notes where they are. */
class NotingPrinter<P extends ModulePrinter> implements IrVisitor {
  readonly records: number[] = [];
  /** The location attributes of the ops; -1 for a block. */
  readonly locations: number[] = [];
  constructor(readonly printer: P) {}
  take(step: Step, walker: IrWalker): void {
    if (step === Step.Op) this.note(walker.op.startByte, walker.op.location);
    else if (step === Step.Block && walker.frames.length > 1 && hasLabel(walker.block))
      this.note(walker.block.startByte, -1);
    this.printer.take(step, walker);
  }
  private note(startByte: number, location: number): void {
    this.records.push(startByte);
    this.locations.push(location);
  }
  lost(damage: Damage, lostBytes: number, depth: number): void {
    this.printer.lost(damage, lostBytes, depth);
  }
  get full(): boolean {
    return this.printer.full;
  }
  flush(): Generator<Piece, void, undefined> {
    return this.printer.flush();
  }
}

/** Events of a walk in a step of printing. */
const EVENTS = 16;
/** Prints an isolated op. */
type IslePrinter = Pick<ModulePrinter, "take" | "lost" | "flush" | "full">;

/** Prints what is between isolated ops, each of which ends a segment. */
class SegmentPrinter extends NotingPrinter<MarkingPrinter> {
  readonly segments: Segment[] = [];
  private readonly isles: ReadonlyMap<number, Isle>;
  private text = new PagedBytes();
  private opening = 0;

  constructor(printer: MarkingPrinter, isles: readonly Isle[]) {
    super(printer);
    this.isles = new Map(isles.map((isle) => [isle.startByte, isle]));
  }
  override take(step: Step, walker: IrWalker): void {
    const isle = step === Step.Op ? this.isles.get(walker.op.startByte) : undefined;
    if (!isle) {
      super.take(step, walker);
      return;
    }
    walker.skipRegions(isle.endByte);
    this.printer.skipRegions(isle.nextRegion);
    this.end();
  }
  /** Begins with lines that show nothing of the file. */
  begin(opening: string): void {
    this.gather([opening]);
    this.printer.takeMarks(opening.length);
    this.opening = opening.split("\n").length - 1;
  }
  gather(pieces: Iterable<Piece>): void {
    for (const piece of pieces) this.text.piece(piece);
  }
  end(): void {
    if (this.printer.isEmpty() && this.text.length === 0) {
      this.segments.push(NOTHING);
      return;
    }
    this.gather(this.printer.flush());
    this.segments.push({
      bytes: this.text,
      opening: this.opening,
      records: this.records.splice(0),
      locations: this.locations.splice(0),
      marks: this.printer.takeMarks(),
    });
    this.text = new PagedBytes();
    this.opening = 0;
  }
}

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
  /** A printer of plain text that nobody uses now. */
  private idle: ModulePrinter | undefined;

  private readonly reading: Continued<"lines", void, unknown>;

  private constructor(private readonly parts: TextParts) {
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
      if (symbol !== undefined && !this.symbols.has(symbol)) this.symbols.set(symbol, index);
      yield;
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
    const shown = { bytes: records, opening, marks, frames: this.framesOf(locations) };
    const lines = yield* TextLines.of(bytes, shown, `c${index}.`, this.aliases);
    return { startBit, endBit: startBit, estimate: lines.length, print: () => lines };
  }
  private framesOf(locations: readonly number[]): (record: number) => readonly SourceFrame[] {
    return (record) => framesOf(this.parts.reader.container, locations[record] ?? -1);
  }
  private isleChunk(isle: Isle, index: number): Chunk {
    const { startByte, endByte, kind, name } = isle;
    const title = name === undefined ? kind : `${kind} @${name}`;
    return {
      startBit: startByte * 8,
      endBit: endByte * 8,
      estimate: Math.max(3, Math.ceil((endByte - startByte) / BYTES_PER_LINE)),
      section: { kind, title },
      print: () => this.isleLines(isle, index),
      text: () => this.isleText(isle, index),
      names: (locals) => this.isleNames(isle, index, locals),
      write: (text) => this.writePlain(isle, text),
    };
  }
  private *isleLines(isle: Isle, index: number): Generator<void, TextLines, undefined> {
    const noting = new NotingPrinter(this.parts.markingPrinter(isle.depth, isle.firstRegion));
    const bytes = new PagedBytes();
    yield* this.writeIsle(isle, noting, bytes);
    const lines = yield* this.linesOf(index, bytes, noting, noting.printer.takeMarks());
    yield* lines.findRegions();
    return lines;
  }
  /** The same without marks of what the text shows, which is much faster. */
  private *isleText(isle: Isle, index: number): Generator<void, TextLines, undefined> {
    const bytes = new PagedBytes();
    const noting = new NotingPrinter(this.plain(isle));
    yield* this.writeIsle(isle, noting, bytes);
    this.idle = noting.printer;
    return yield* this.linesOf(index, bytes, noting, new Marks());
  }
  private *isleNames(isle: Isle, index: number, locals: boolean): Generator<void, TextLines, undefined> {
    const lines = yield* this.isleText(isle, index);
    if (locals) yield* lines.findRegions();
    return lines;
  }
  private *writePlain(isle: Isle, text: ByteText): Generator<void, void, undefined> {
    const printer = this.plain(isle);
    yield* this.writeIsle(isle, printer, text);
    this.idle = printer;
  }
  /**
   * A printer of plain text for an isolated op: one after another uses the same, which reuses the text that their ops have
   * in common. Whoever takes it may be interrupted, and gives it back when all is printed.
   */
  private plain(isle: Isle): ModulePrinter {
    const printer = this.idle ?? this.parts.printer(0);
    this.idle = undefined;
    printer.begin(this.parts.base(isle.depth), isle.firstRegion, this.parts.room());
    return printer;
  }
  private linesOf(
    index: number,
    bytes: PagedBytes,
    { records, locations }: NotingPrinter<ModulePrinter>,
    marks: Marks,
  ): Generator<void, TextLines, undefined> {
    const shown = { bytes: records, marks, frames: this.framesOf(locations) };
    return TextLines.of(bytes, shown, `c${index}.`, this.aliases);
  }
  private *writeIsle(
    { startByte, endByte }: Isle,
    printer: IslePrinter,
    text: Pick<ByteText, "piece">,
  ): Generator<void, void, undefined> {
    const { container } = this.parts.reader;
    const { window, sizes } = container;
    const walker = IrWalker.op(new MlirCursor(window, startByte, endByte, sizes, undefined, true), opLimits(container));
    const take = (): void => {
      for (const piece of printer.flush()) text.piece(piece);
    };
    let events = 0;
    const isStep = (): boolean => printer.full || ++events % EVENTS === 0;
    for (const walk = walkIr(container, walker, printer, isStep); !walk.next().done;) {
      if (printer.full) take();
      yield;
    }
    take();
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
