/** The messages of a worker besides the calls to its session. */
import type { ArrangementName } from "../../document/arrangement";
import type { DialectDefinitions } from "../../document/definitions";
import type { ComparisonSummary } from "../compare/summary";
import type { Call } from "../transport/rpc";
import type { Opened } from "./rows";
import type { SessionApi } from "./session";
import type { TextPage } from "./text";

/** The events that a session sends. */
export type SessionEvent =
  /** The progress of counting lines; 1 when it is done, or `stopped` by the user with lines left. */
  | { readonly kind: "indexing"; readonly share: number; readonly problems: number; readonly stopped: boolean }
  /** Numbers that need the complete file are now known: rows of this arrangement must be asked for again. */
  | { readonly kind: "renumbered"; readonly arrangement: ArrangementName }
  /** A mangled name was found: the worker waits for `demangler`. */
  | { readonly kind: "mangled" };

/**
 * The events that a worker sends: those of its session, that counting lines stopped because the file is no longer
 * readable, or that the file has changed, so that it has to be opened again.
 */
export type WorkerEvent =
  SessionEvent | { readonly kind: "stopped"; readonly reason: string } | { readonly kind: "changed" };

/** Where the indexes of very large files are kept. */
export interface IndexFolder {
  readonly folder: string;
  /** The most space that they may take together, in bytes; those used least recently are removed. */
  readonly mostBytes: number;
}

/** What a worker opens: a file by its path, or bytes; `names` lead to a member inside it. */
export interface OpenQuery {
  readonly path?: string;
  readonly bytes?: Uint8Array;
  /** The document's name, if its text shows one. */
  readonly fileName?: string;
  readonly members: readonly string[];
  readonly maxMemory: number;
  /** Absent if no index may be kept. */
  readonly indexes?: IndexFolder;
  /** MLIR: the user's own definitions of ops. */
  readonly dialects?: readonly DialectDefinitions[];
}

/** Two documents to compare; null if the file does not exist. */
export interface CompareQuery {
  readonly left: OpenQuery | null;
  readonly right: OpenQuery | null;
}

/** The summary of a comparison; `title`: a function's names as they are shown. */
export interface CompareAnswer extends Omit<ComparisonSummary, "functions" | "lines"> {
  readonly functions: readonly (ComparisonSummary["functions"][number] & { readonly title: string })[];
  readonly lines: number;
}

/** The methods of a worker that compares. */
export interface CompareApi {
  /** Compares and keeps the result. `lines`: how many lines between functions differ. */
  compare(query: CompareQuery, call: Call): Promise<CompareAnswer>;
  /** One side's text; equal lines have the same number on both sides. `all`: unchanged functions and lines too. */
  compareText(
    query: { readonly side: "left" | "right"; readonly all: boolean; readonly cursor: number },
    call: Call,
  ): Promise<TextPage>;
  /** The first line, from 0, of the summary's function of this index in one side's text; null if it is not there. */
  compareLine(
    query: { readonly side: "left" | "right"; readonly all: boolean; readonly index: number },
    call: Call,
  ): Promise<number | null>;
  /** The function that a line of one side's text is in: its name on that side, and the line's number from its head. */
  compareFunction(
    query: { readonly side: "left" | "right"; readonly all: boolean; readonly line: number },
    call: Call,
  ): Promise<{ readonly name: string; readonly line: number } | null>;
}

/** A worker's methods; `open` or `compare` must be called first. */
export interface WorkerApi extends SessionApi, CompareApi {
  open(query: OpenQuery, call: Call): Promise<Opened>;
  /** Delivers the demangler's wasm, or null if there is none: the answer to the event `mangled`. */
  demangler(query: { readonly wasm: Uint8Array | null }, call: Call): Promise<null>;
}
