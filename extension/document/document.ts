/** What every format gives: one interface for the session, whatever the file is. */
import type { DialectDefinitions } from "./definitions";
import type { Piece } from "./byteText";
import type { Arrangement, ArrangementName } from "./arrangement";
import type { ElementSink } from "./element";
import type { BitRange } from "./bits";
import type { HoverCard, HoverTarget } from "./hover";
import type { OutlineNode, SymbolInfo } from "./outline";
import type { Problem } from "./problem";
import type { Threads } from "./threads";
import type { Entry, Place } from "./section";
import type { ByteWindow } from "./window";

/** How `text` is to be printed. */
export interface TextOptions {
  /** The file's name where the reference prints it: `<stdin>` for standard input. */
  readonly fileName: string;
  /** Style of that release of the reference (`--as 1.4`). */
  readonly release?: string;
  /** MLIR: with locations. */
  readonly locations?: boolean;
  /** IREE: the tables instead of the code. */
  readonly tables?: boolean;
  /** pnacl: column widths differ without the record column; others ignore it. Only this function (its name without sigil). */
  readonly function?: string;
  /** Of an assembly: its work in the background is done, so that until then a part of what is large may be shown. */
  readonly inBackground?: boolean;
  /** The caller takes the text to its end: its first pieces may come late where that saves time. */
  readonly whole?: boolean;
  /**
   * Threads that may help. An empty piece then says that they are waited for: who takes the text lets its event loop turn,
   * so that the end of a thread is heard of.
   */
  readonly threads?: Threads;
}

/** How `dump` is to be printed. */
export interface DumpOptions {
  /** The file's name where the container tool prints it: `-` for standard input. */
  readonly fileName: string;
  /** With the names that this release of the tool has, one of the document's `styles`; else with the newest's. */
  readonly release?: string;
}

/** A file inside this one: an archive's member, a nested module, a decompressed payload. */
export interface DerivedDocument extends BitRange {
  /** `libx.a(y.o)`, `payload`, `rodata 3`. */
  readonly name: string;
  /** Opens it; its positions count from its own first byte and are written with `name` in front. */
  open(): IrDocument;
}

/** A line of `stats`: what one kind of block, record or section costs. */
export interface StatsRow {
  readonly block: string;
  readonly record?: string;
  readonly count: number;
  readonly bits: number;
  /** Records that were written with a user abbreviation. */
  readonly abbreviated?: number;
}

/** What is known of a file as a whole, for an overview: `release`, `LLVM 14: 31 kinds of metadata, as LLVM 13 and 14 write`. */
export interface Fact {
  /** A word or two in the singular: `producer`, `release`, `target`, `source file`, `functions`. */
  readonly label: string;
  readonly value: string;
}

/** What a reader has to know though nothing is damaged: a record that no release knows, a text that may not be the reference's. */
export interface Notice extends BitRange {
  readonly message: string;
}

/**
 * An opened file; as an arrangement, its records. Every method is synchronous over resident bytes and may throw MissingBytes, and nothing else,
 * whatever the bytes are: damage goes into `problems` and into rows of the listing.
 * Generators are the long ones; the session runs them in slices.
 */
export interface IrDocument extends Arrangement {
  /** A folder of `formats/`: `pnacl`, `llvm`, … */
  readonly format: string;
  /** For the status bar: `PNaCl 2`, `LLVM 19.1.7 bitcode`, `MLIR bytecode 6 (MLIR22.1.8)`. */
  readonly title: string;
  /** The document's size in bits. */
  readonly bits: number;
  /** The bytes it was opened on. */
  readonly window: ByteWindow;
  /** Columns that the listing's record cell is padded to (pnacl-bcdis 29, the other formats 40). */
  readonly recordWidth: number;
  /** What is known to be wrong so far, in order of discovery; complete after `elements` or a whole listing. */
  problems(): readonly Problem[];

  /** The arrangement that a reader wants first: the assembly, where there is one, unless the file's own tool prints records. */
  readonly opensIn?: ArrangementName;
  /** What `text` prints under these options, as lines; absent where the file has no text but its dump. Its sections are its own. */
  assembly?(options: TextOptions): Arrangement | undefined;

  /** The reference disassembler's text in pieces of any size. */
  text(options: TextOptions): Generator<Piece, void, undefined>;
  /** The container tool's dump in pieces. */
  dump(options: DumpOptions): Generator<Piece, void, undefined>;
  /**
   * Walks the elements that tile the file. With a range, containers and leaves wholly outside it may be left out.
   * Yields now and then so that a long walk can be cancelled.
   */
  elements(sink: ElementSink, range?: BitRange): Generator<void, void, undefined>;

  outline(): readonly OutlineNode[];
  symbols(): Iterable<SymbolInfo>;
  hover(place: Place, entry: Entry, target: HoverTarget): HoverCard | undefined;
  derived(): readonly DerivedDocument[];
  stats(): Iterable<StatsRow>;

  /** What an overview says of the file, most telling first: who wrote it, which release that is and how that is known, for what target. */
  facts?(): readonly Fact[];
  /** What is no damage and has to be said, each once; complete when `problems` is. A file with notices alone is read with status 0. */
  notices?(): readonly Notice[];
  /** Releases of the reference whose style `text` can take (`--as`), as they are named there; absent where it has one style. */
  readonly styles?: readonly string[];
}

/** A format: how it is recognised, how it is opened. One line in `formats/detect.ts`. */
export interface Format {
  readonly id: string;
  /** Whether a file that starts with `head` (up to 64 bytes) is of this format. */
  matches(head: Uint8Array, window: ByteWindow): boolean;
  /** Opens it; reads no more than the tables that the first screen needs. */
  open(window: ByteWindow, options: OpenOptions): IrDocument;
}

/** What a user may choose on opening, and what detection lends a format. */
export interface OpenOptions {
  /** The file's name where its text names it. */
  readonly fileName?: string;
  /** IREE: schema era or opcode table that the user chose instead of the one found. */
  readonly era?: string;
  /** MLIR: definitions of ops that the user brings; they come before those that are known here. */
  readonly dialects?: readonly DialectDefinitions[];
  /** Most bytes that decoded or decompressed data may take. */
  readonly maxMemory?: number;
  /** How deep this file is inside others; absent for a file of its own. Set by formats that open files inside theirs. */
  readonly nesting?: Nesting;
  /** Opens bytes inside the file as whatever format they are; set by detection, since a format knows no other. */
  readonly openInner?: (window: ByteWindow, options: OpenOptions) => IrDocument;
}

/** Files within files: how deep the innermost is, and what unpacking them all may still take. */
export interface Nesting {
  readonly depth: number;
  /** Bytes that may still be unpacked, by whichever of the files. */
  readonly budget: { left: number };
}
