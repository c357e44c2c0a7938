/** Keeps what the reader has left: for the page that shows the editor next, and for whoever opens the file again. */
import type { Remembered } from "../extension/session/protocol/hostApi";
import type { Connection } from "./base/connection";
import type { HistoryMemory, Visited } from "./cursor/history";
import type { SelectionState } from "./cursor/selection";
import type { GraphPane } from "./graph/pane";
import type { Whereabouts } from "./memory";
import { newest, whereabouts } from "./memory";
import type { Navigation } from "./navigation";
import { sameEntry } from "./rows/buffer";
import type { Find, FindMemory } from "./search/find";

/** What has changed is stored this long after that (ms), however often the rows are drawn meanwhile. */
const STORING = 300;

/** The parts of an editor whose state is kept. */
export interface Kept extends Whereabouts {
  readonly find: Find;
  readonly graph: GraphPane;
  readonly navigation: Navigation;
}

/** What only the next page of the editor takes over. A text editor, too, forgets it when it is closed. */
interface Page {
  /** The size of the file: in another one the selection and the earlier positions would be of something else. */
  readonly bits: number;
  readonly cursor: Visited | null;
  readonly selection: SelectionState;
  readonly find: FindMemory;
  /** Absent in what an older version has left. */
  readonly history?: HistoryMemory;
}

/** Stores an editor's state, and gives it back. */
export class Keeping {
  private timer: ReturnType<typeof setTimeout> | undefined;
  /** What the page before this one has left; what it left of a file of another format would be looked for in all of this. */
  private readonly left: (Remembered & { readonly page?: Page }) | undefined;
  /** The name of this editor, which its next page takes over. */
  private readonly name: string;

  constructor(
    private readonly editor: Kept,
    private readonly connection: Connection,
    private readonly of: { readonly format: string; readonly bits: number },
  ) {
    const left = connection.getState() as typeof this.left;
    this.left = left?.format === of.format ? left : undefined;
    this.name = left?.leftBy?.editor ?? `${Date.now()} ${Math.random()}`;
    // The page may be hidden next, which ends it.
    window.addEventListener("blur", () => this.store());
  }

  /** The place to begin at. @param last the last one that an editor has left in the file */
  place(last: Remembered | null): Remembered | undefined {
    return newest(this.left, last);
  }
  /** Gives back what that page had besides; the cursor is at its place again. */
  restore(): void {
    const { cursor, find, navigation } = this.editor;
    const { page } = this.left ?? {};
    if (!page) return;
    const isSameFile = page.bits === this.of.bits;
    if (isSameFile && page.history) navigation.history.restore(page.history);
    if (isSameFile && cursor.row && sameEntry(cursor.row, page.cursor ?? undefined))
      cursor.selection.restore(page.selection);
    find.restore(page.find);
  }

  /** Stores the state in a moment. */
  soon(): void {
    this.timer ??= setTimeout(() => this.store(), STORING);
  }
  /** Stores the state. */
  store(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    const { cursor, find, graph, host, navigation } = this.editor;
    const { format, bits } = this.of;
    const place = whereabouts(this.editor);
    if (!place) return;
    const leftBy = { editor: this.name, time: Date.now() };
    const known: Remembered = { ...place, format, graph: graph.isOpen, leftBy };
    const page: Page = {
      ...{ bits, cursor: cursor.visited ?? null },
      ...{ selection: cursor.selection.memory, find: find.memory, history: navigation.history.memory },
    };
    this.connection.setState({ ...known, page });
    void host.remember(known);
  }
}
