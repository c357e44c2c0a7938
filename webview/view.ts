/**
 * What all parts of the editor share: the document and its host, the rows with their folds and columns, the cursor, the
 * settings, and the queue of the reader's actions.
 */
import type { Column, Start, ViewSettings } from "../extension/session/protocol/hostApi";
import type { Opened } from "../extension/session/protocol";
import type { Connection, Host } from "./base/connection";
import { takeKeyboard } from "./base/keyboard";
import { tellLeaving } from "./base/leaving";
import { ActionQueue } from "./base/queue";
import { Notice } from "./base/notice";
import { Cursor } from "./cursor/cursor";
import { askArranged } from "./folds/arranged";
import { Folding } from "./folds/folding";
import { ViewOptions } from "./folds/viewOptions";
import { Columns } from "./rows/columns";
import { DictionaryFolds } from "./rows/dictionaries";
import { Listing } from "./rows/listing";
import { RowLook } from "./rows/rowLook";

/** One view of a document. */
export abstract class View {
  readonly host: Host;
  readonly folding: Folding;
  readonly listing: Listing;
  readonly cursor: Cursor;
  readonly columns: Columns;
  readonly options: ViewOptions;
  readonly queue = new ActionQueue();
  readonly notice = new Notice(() => this.cursor.element);
  settings: ViewSettings;

  constructor(
    protected readonly connection: Connection,
    protected readonly start: Start,
    protected readonly opened: Opened,
  ) {
    const { settings, view } = start;
    this.settings = settings;
    const first = start.arrangement ?? opened.arrangements[0] ?? "records";
    this.folding = new Folding(first, settings.foldPreamble, view.hidden ?? []);
    const host = tellLeaving(connection.host, () => this.leaving());
    this.host = askArranged(host, () => this.folding.arrangement);
    const dictionaries = new DictionaryFolds(view.dictionariesFolded ?? false);
    this.listing = new Listing(this.host, settings, this.folding.now, new RowLook(dictionaries));
    this.options = new ViewOptions(this.host, this.listing, dictionaries, view, () => this.cursor.row);
    this.cursor = new Cursor(
      this.listing,
      () => this.columns.hidden(),
      (row, char) => this.options.revealCharacter(row, char),
    );
    this.columns = this.makeColumns();
    this.listing.rowsElement.setAttribute("aria-label", `${start.name}, ${opened.title}`);
  }
  private makeColumns(): Columns {
    const { start, opened, folding } = this;
    const isShown = (column: Column): boolean => this.settings.columns.includes(column);
    return new Columns(this.listing, {
      states: start.columns,
      hidden: () => (["position", "record", "assembly"] as const).filter((column) => !isShown(column)),
      recordWidth: opened.recordWidth,
      arrangement: () => folding.arrangement,
      opensInAssembly: opened.arrangements[0] === "assembly",
      isBeside: start.arrangement !== null,
      positions: () => this.settings.positionFormat !== "none",
      save: (arrangement, state) => void this.host.saveColumns({ arrangement, state }),
      changed: (hidden) => this.cursor.leave(hidden),
    });
  }

  /** Stores the state before another editor may take the place of this one. */
  protected abstract leaving(): void;

  /** Whether names are shown demangled. */
  readonly demangles = (): boolean => this.settings.demangle;
  /** Moves the keyboard to the rows. */
  readonly focus = (): void => takeKeyboard(this.listing.rowsElement);
  /** Runs an action after those that the reader began before; the view may still change because of them. */
  readonly later = (action: () => unknown): void => void this.queue.push(action);
}
