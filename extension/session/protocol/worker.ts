/** What a worker is told and says beside the calls to its session. */
import type { ArrangementName } from "../../document/arrangement";
import type { DialectDefinitions } from "../../document/definitions";
import type { ComparisonSummary } from "../compare/summary";
import type { Call } from "../transport/rpc";
import type { Opened } from "./rows";
import type { SessionApi } from "./session";
import type { TextPage } from "./text";

/** What a session says unasked. */
export type SessionEvent =
  /** Counting lines has come to this share; 1 when it is done. */
  | { readonly kind: "indexing"; readonly share: number; readonly problems: number }
  /** Numbers that only the whole file tells are there now: rows of this arrangement are to be asked for again. */
  | { readonly kind: "renumbered"; readonly arrangement: ArrangementName }
  /** A mangled name has appeared: the worker waits for `demangler`. */
  | { readonly kind: "mangled" };

/** What a worker says unasked: of its session, or that counting lines has stopped because the file cannot be read any more. */
export type WorkerEvent = SessionEvent | { readonly kind: "stopped"; readonly reason: string };

/** What a worker opens: a file by its path, or bytes; and in it a member, by the names of the documents on the way. */
export interface OpenQuery {
  readonly path?: string;
  readonly bytes?: Uint8Array;
  /** The document's name where its text names it. */
  readonly fileName?: string;
  readonly members: readonly string[];
  readonly maxMemory: number;
  /** MLIR: definitions of ops that the user brings. */
  readonly dialects?: readonly DialectDefinitions[];
}

/** Two documents to compare; null stands for a file that does not exist. */
export interface CompareQuery {
  readonly left: OpenQuery | null;
  readonly right: OpenQuery | null;
}

/** What a worker does that compares. */
export interface CompareApi {
  /** Compares, and keeps the result. `lines`: how many lines between functions differ. */
  compare(query: CompareQuery, call: Call): Promise<Omit<ComparisonSummary, "lines"> & { readonly lines: number }>;
  /** One side's text; the same line of both sides says the same where they are equal. `all`: what is unchanged too. */
  compareText(
    query: { readonly side: "left" | "right"; readonly all: boolean; readonly cursor: number },
    call: Call,
  ): Promise<TextPage>;
}

/** A worker's methods: `open` comes first, or `compare`. */
export interface WorkerApi extends SessionApi, CompareApi {
  open(query: OpenQuery, call: Call): Promise<Opened>;
  /** The demangler's wasm, or null where there is none: what the event `mangled` asks for. */
  demangler(query: { readonly wasm: Uint8Array | null }, call: Call): Promise<null>;
}
