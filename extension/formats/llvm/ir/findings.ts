/**
 * What only the bodies of a module tell, but what changes text before them: the reference reads all bodies before it
 * prints anything. A reading that finds such a thing notes it here, and the next reading of the module applies it.
 */
import type { ValueId } from "./ids";

/** A name of a global, and where it is in the file. */
interface FoundName {
  readonly name: string;
  readonly bit: number;
}

/** What most modules share: a file may have very many. */
const NO_NAMES: ReadonlyMap<ValueId, FoundName> = new Map();

/** The findings about one module as one release reads it. */
export class BodyFindings {
  private named: Map<ValueId, FoundName> | undefined;
  private invalidDebugInfo = false;
  private invalidAccessTags = false;
  private revised = 0;

  /** @param keep is called with each finding */
  constructor(private readonly keep: (findings: BodyFindings) => void = () => undefined) {}

  /** Increases with each finding: a reading that began with a lower number is out of date. */
  get revision(): number {
    return this.revised;
  }
  private revise(): void {
    this.revised++;
    this.keep(this);
  }

  /** Whether the debug info is invalid: the reference drops all of it. */
  get debugInfoIsInvalid(): boolean {
    return this.invalidDebugInfo;
  }
  /** Whether a tag of type-based alias analysis is invalid: the reference drops all of them. */
  get accessTagsAreInvalid(): boolean {
    return this.invalidAccessTags;
  }
  /** New names of globals, which the symbol table of a function may give them. */
  get names(): ReadonlyMap<ValueId, FoundName> {
    return this.named ?? NO_NAMES;
  }

  noteInvalidDebugInfo(): void {
    if (this.invalidDebugInfo) return;
    this.invalidDebugInfo = true;
    this.revise();
  }
  noteInvalidAccessTag(): void {
    if (this.invalidAccessTags) return;
    this.invalidAccessTags = true;
    this.revise();
  }
  /** Of several names the last in the file counts, in whatever order bodies are read. @param bit the place of the name */
  noteName(global: ValueId, name: string, bit: number): void {
    const before = this.named?.get(global);
    if (before && bit < before.bit) return;
    this.named ??= new Map();
    this.named.set(global, { name, bit });
    if (before?.name !== name) this.revise();
  }
}
