/** The source location that an instruction was compiled from. */

/** A source file as debug information names it. Strings are byte strings, as in tokens. */
export interface SourceFile {
  /** The path as the debug information states it: absolute, or relative to `directory`. */
  readonly file: string;
  /** The directory of the compilation; empty if unknown. */
  readonly directory: string;
}

/** A place in a source file. */
export interface SourceFrame extends SourceFile {
  /** Counted from 1; 0 if the compiler assigned the instruction to no line. */
  readonly line: number;
  /** Counted from 1; 0 if unknown. */
  readonly column: number;
  /** The function that contains the line; empty if unknown. */
  readonly function: string;
  /** The name of its symbol, if that is different. */
  readonly linkageName?: string;
}

/**
 * What is known of the source of a bit: frames, the innermost first, each followed by the call at which it was inlined.
 * If there are none, either the instruction has no location or the whole module has no debug information.
 */
export type SourceAnswer =
  | { readonly kind: "frames"; readonly frames: readonly SourceFrame[] }
  | { readonly kind: "none"; readonly why: "instruction" | "module" };
