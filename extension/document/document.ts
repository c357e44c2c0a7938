/** The interface between the session and a format: what every opened file provides. */
import type { DialectDefinitions } from "./definitions";
import type { Piece } from "./byteText";
import type { Arrangement, ArrangementName } from "./arrangement";
import type { ElementSink } from "./element";
import type { BitRange } from "./bits";
import type { Explanation, HoverCard, HoverTarget } from "./hover";
import type { OutlineNodes, SymbolInfo } from "./outline";
import type { Problem } from "./problem";
import type { Threads } from "./threads";
import type { Entry, Place } from "./section";
import type { Token } from "./token";
import type { ByteWindow } from "./window";

/** How `text` prints a file. */
export interface TextOptions {
  /** The file's name, where the reference prints it, as a byte string: `<stdin>` for standard input. */
  readonly fileName: string;
  /** Print in the style of this release of the reference (`--as 1.4`). */
  readonly release?: string;
  /** MLIR: print locations. */
  readonly locations?: boolean;
  /** IREE: print the tables instead of the code. */
  readonly tables?: boolean;
  /** Print only this function (its name without a sigil). */
  readonly function?: string;
  /**
   * For an assembly: the caller runs the background work, so until that is done a large file may show only a part of
   * its text.
   */
  readonly inBackground?: boolean;
  /** The caller reads the text to its end, so the first pieces may come later if that saves time overall. */
  readonly whole?: boolean;
  /**
   * For a comparison: do not break statements at the reference's width, since where they break depends on the numbers in
   * them.
   */
  readonly unbroken?: boolean;
  /**
   * Threads that may help. An empty piece then means that the text is waiting for them: the caller must let its event
   * loop turn, so that it learns when a thread ends.
   */
  readonly threads?: Threads;
}

/** How `dump` prints a file. */
export interface DumpOptions {
  /** The file's name, where the container tool prints it, as a byte string: `-` for standard input. */
  readonly fileName: string;
  /**
   * Use the names that this release of the tool knows, one of the document's `styles`; the newest release by default.
   */
  readonly release?: string;
}

/** A file inside this one: an archive's member, a nested module, a decompressed payload. */
export interface DerivedDocument extends BitRange {
  /** `libx.a(y.o)`, `payload`, `rodata 3`. */
  readonly name: string;
  /** Opens it; its positions count from its own first byte and are written with `name` in front. */
  open(): IrDocument;
  /** Drops the opened document, but not the problems found in it, to free its memory: opening it again reads it again. */
  drop?(): void;
}

/** A line of `stats`: what one kind of block, record or section costs. */
export interface StatsRow {
  readonly block: string;
  readonly record?: string;
  readonly count: number;
  readonly bits: number;
  /** Records that were written with an abbreviation defined in the file. */
  readonly abbreviated?: number;
}

/**
 * A fact about the whole file for the overview: `release`, `LLVM 14: 31 kinds of metadata, as LLVM 13 and 14 write`.
 */
export interface Fact {
  /** A word or two in the singular: `producer`, `release`, `target`, `source file`, `functions`. */
  readonly label: string;
  readonly value: string;
}

/**
 * Something a reader should know although nothing is damaged: a record that no release knows, or text that may differ
 * from the reference's.
 */
export interface Notice extends BitRange {
  readonly message: string;
}

/**
 * What takes long to find in a very large file, as bytes that are kept from one opening of the file to the next. They
 * belong to the content of the file, and to the code that made them.
 */
export interface KeptIndex {
  /** Takes the index of the same content, so that the background work has less to read. */
  recall(index: Uint8Array): void;
  /** Whether the index has been found by now, and not recalled: it can be kept. */
  isFound(): boolean;
  /** The index, once it is found, made in steps; undefined if there is none of this file. */
  keep(): Generator<void, Uint8Array | undefined, undefined>;
}

/**
 * An opened file; as an arrangement, its records. Every method is synchronous over resident bytes and throws nothing
 * but MissingBytes, whatever the bytes are: damage goes into `problems` and into rows of the listing. Long work is a
 * generator, which the session runs in slices.
 */
export interface IrDocument extends Arrangement {
  /** The name of the format's folder in `formats/`: `pnacl`, `llvm`, … */
  readonly format: string;
  /** For the status bar: `PNaCl 2`, `LLVM 19.1.7 bitcode`, `MLIR bytecode 6 (MLIR22.1.8)`. */
  readonly title: string;
  /** The document's size in bits. */
  readonly bits: number;
  /** The bytes of the document. */
  readonly window: ByteWindow;
  /** Width in columns to which the listing pads its record cell (pnacl-bcdis 29, the other formats 40). */
  readonly recordWidth: number;
  /** The problems found so far, in order of discovery; complete after `elements` or a whole listing. */
  problems(): readonly Problem[];

  /** Absent if the file is small, or of a format that keeps nothing. */
  readonly index?: KeptIndex;
  /** The arrangement to show first: the assembly if there is one, unless the format's own tool prints records. */
  readonly opensIn?: ArrangementName;
  /**
   * The text that `text` prints under these options, as lines; absent if the file has no text but its dump. It has
   * section ids of its own.
   */
  assembly?(options: TextOptions): Arrangement | undefined;

  /** The reference disassembler's text in pieces of any size. */
  text(options: TextOptions): Generator<Piece, void, undefined>;
  /** The container tool's dump in pieces. */
  dump(options: DumpOptions): Generator<Piece, void, undefined>;
  /**
   * Walks the elements that tile the file. Containers and leaves wholly outside `range` may be left out. Yields now and
   * then so that a long walk can be cancelled.
   */
  elements(sink: ElementSink, range?: BitRange): Generator<void, void, undefined>;

  outline(): OutlineNodes;
  symbols(): Iterable<SymbolInfo>;
  hover(place: Place, entry: Entry, target: HoverTarget): HoverCard | undefined;
  /** What the words of a token of either arrangement mean in the format's language; `line`: the assembly of its line. */
  explain?(token: Token, line: readonly Token[]): readonly Explanation[];
  derived(): readonly DerivedDocument[];
  /** What each kind of block and record takes. Yields now and then so that counting can be cancelled. */
  stats(): Generator<void, readonly StatsRow[], undefined>;

  /**
   * What the overview tells about the file, most important first: its producer, the release and how that was
   * determined, the target.
   */
  facts?(): readonly Fact[];
  /**
   * What is not damage but should be told, each once; complete when `problems` is. A file with only notices is read
   * with status 0.
   */
  notices?(): readonly Notice[];
  /**
   * Releases of the reference whose style `text` can print (`--as`), by the names used there; absent if there is one
   * style only.
   */
  readonly styles?: readonly string[];
}

/** A format: how it is recognised and opened. It has one line in `formats/detect.ts`. */
export interface Format {
  readonly id: string;
  /** Whether a file that starts with `head` (up to 64 bytes) is in this format. */
  matches(head: Uint8Array, window: ByteWindow): boolean;
  /** Opens a file; reads only the tables that the first screen needs. */
  open(window: ByteWindow, options: OpenOptions): IrDocument;
}

/** What a user may choose when opening a file, and what detection passes to a format. */
export interface OpenOptions {
  /** The file's name, for a text that contains it. */
  readonly fileName?: string;
  /** IREE: schema era or opcode table that the user chose instead of the detected one. */
  readonly era?: string;
  /** MLIR: definitions of ops from the user; they take precedence over the built-in ones. */
  readonly dialects?: readonly DialectDefinitions[];
  /** The most bytes that decoded or decompressed data may take. */
  readonly maxMemory?: number;
  /**
   * How deep this file is nested in others; absent for a file of its own. Set by formats that open files inside theirs.
   */
  readonly nesting?: Nesting;
  /** Opens bytes inside the file in whatever format they are; set by detection, since a format knows no other. */
  readonly openInner?: (window: ByteWindow, options: OpenOptions) => IrDocument;
}

/** Files within files: the depth of the innermost, and how much may still be unpacked in all. */
export interface Nesting {
  readonly depth: number;
  /** Bytes that may still be unpacked, shared by all of the files. */
  readonly budget: { left: number };
}
