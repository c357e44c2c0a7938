/** Marks the rows of one source line. */
import type { Row } from "../../extension/session/protocol";
import { keyOf } from "./buffer";
import type { Decorator } from "./rowPool";
import type { RowView } from "./rowView";

/** Marks the rows of the cursor's source line, and of the line requested from a source file. */
export class SourceLines implements Decorator {
  private asked: ReadonlySet<string> = new Set();

  /** @param current the cursor's row */
  constructor(private readonly current: () => Row | undefined) {}

  /** Marks rows as those of a requested line; returns whether they differ from the marked ones. */
  ask(rows: readonly Parameters<typeof keyOf>[0][]): boolean {
    const changed = rows.length > 0 || this.asked.size > 0;
    this.asked = new Set(rows.map(keyOf));
    return changed;
  }
  decorate({ row, element }: RowView): void {
    const here = this.current()?.source;
    const { source } = row;
    const same = source !== undefined && here?.line === source.line && here.file === source.file;
    element.classList.toggle("same-source", same && source.line > 0);
    element.classList.toggle("of-source", this.asked.has(keyOf(row)));
  }
}
