/** Where the source is that an instruction was compiled from. */

/** A source file, as debug information names it. Strings are byte strings, as tokens have them. */
export interface SourceFile {
  /** As the file has it: absolute, or relative to `directory`. */
  readonly file: string;
  /** The directory of the compilation; empty where the file does not say. */
  readonly directory: string;
}

/** A place in a source file. */
export interface SourceFrame extends SourceFile {
  /** From 1; 0 where the compiler has made the instruction for no line. */
  readonly line: number;
  /** From 1; 0 where it is not known. */
  readonly column: number;
  /** The function that the line is in; empty where the file does not say. */
  readonly function: string;
  /** The name that its symbol has, where that is another one. */
  readonly linkageName?: string;
}

/**
 * What is known of a bit's source: frames, the innermost first, then the calls that it was inlined at. Without frames:
 * the instruction there has no location, or the whole module has no debug information.
 */
export type SourceAnswer =
  | { readonly kind: "frames"; readonly frames: readonly SourceFrame[] }
  | { readonly kind: "none"; readonly why: "instruction" | "module" };
