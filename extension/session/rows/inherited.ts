/** What follows for a section from the section around it, for sections nested without limit. */
import type { SectionId } from "../../document/section";

/** Works a property of sections out from the outside in, for each section once; so nesting costs no time twice. */
export class Inherited<T> {
  private readonly known = new Map<SectionId, T>();

  /**
   * @param root what is around the outermost sections
   * @param outermost its property
   * @param around the section around a section
   * @param make the property of a section, from that of the section around it
   */
  constructor(
    private readonly root: SectionId,
    private readonly outermost: T,
    private readonly around: (section: SectionId) => SectionId,
    private readonly make: (section: SectionId, outer: T) => T,
  ) {}

  /** The property of a section. Throws what the functions throw, and can then be called again. */
  of(section: SectionId): T {
    const path: SectionId[] = [];
    let at = section;
    for (; at !== this.root && !this.known.has(at); at = this.around(at)) path.push(at);
    let found = at === this.root ? this.outermost : (this.known.get(at) as T);
    for (const inner of path.reverse()) {
      found = this.make(inner, found);
      this.known.set(inner, found);
    }
    return found;
  }
}
