/**
 * What only the bodies of a module tell, but what changes text before them: the reference reads all bodies before it
 * prints anything. A reading that finds such a thing notes it here, and the next reading of the module applies it.
 */
import type { ValueId } from "./ids";

/** The findings about one module as one release reads it. */
export class BodyFindings {
  private readonly named = new Map<ValueId, string>();
  /** Where these names are in the file. */
  private readonly namedAt = new Map<ValueId, number>();
  private invalidDebugInfo = false;
  private invalidAccessTags = false;
  /** Increases with each finding: a reading that began with a lower number is out of date. */
  revision = 0;

  /** Whether the debug info is invalid: the reference drops all of it. */
  get debugInfoIsInvalid(): boolean {
    return this.invalidDebugInfo;
  }
  /** Whether a tag of type-based alias analysis is invalid: the reference drops all of them. */
  get accessTagsAreInvalid(): boolean {
    return this.invalidAccessTags;
  }
  /** New names of globals, which the symbol table of a function may give them. */
  get names(): ReadonlyMap<ValueId, string> {
    return this.named;
  }

  noteInvalidDebugInfo(): void {
    if (!this.invalidDebugInfo) this.revision++;
    this.invalidDebugInfo = true;
  }
  noteInvalidAccessTag(): void {
    if (!this.invalidAccessTags) this.revision++;
    this.invalidAccessTags = true;
  }
  /** Of several names the last in the file counts, in whatever order bodies are read. @param bit the place of the name */
  noteName(global: ValueId, name: string, bit: number): void {
    if (bit < (this.namedAt.get(global) ?? 0)) return;
    this.namedAt.set(global, bit);
    if (this.named.get(global) === name) return;
    this.named.set(global, name);
    this.revision++;
  }
}
