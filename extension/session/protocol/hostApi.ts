/**
 * The interface between a webview and its host: the webview's questions other than about the document, and the host's
 * events.
 */
import type { SymbolId } from "../../document/token";
import type { ArrangementName } from "../../document/arrangement";
import type { BitRange } from "../../document/bits";
import type { SourceFile, SourceFrame } from "../../document/sourceLocation";
import type { NoiseKind } from "../../document/token";
import type { Folds, Opened, PlaceMemory, SessionApi, SessionEvent } from ".";
import type { Call } from "../transport/rpc";

/** The three columns. */
export type Column = "position" | "record" | "assembly";

/** How the columns are shown; stored for each arrangement of each format. Widths in characters. */
export interface ColumnState {
  readonly hidden: readonly Column[];
  readonly positionWidth?: number;
  readonly recordWidth?: number;
}

/** View options that apply to all files; stored. */
export interface ViewState {
  /** Whether long lines wrap. */
  readonly wraps: boolean;
  /** Whether the overview is folded to one line. */
  readonly overviewFolded: boolean;
  /** The noise hidden in the assembly; absent: none. */
  readonly hidden?: readonly NoiseKind[];
  /** Whether the band that marks source lines is hidden. */
  readonly bandless?: boolean;
  /** The share of the editor's width that a control flow graph takes, in percent. */
  readonly graphShare?: number;
  /** Whether attribute dictionaries are folded, apart from exceptions. */
  readonly dictionariesFolded?: boolean;
}

/** The folds of an arrangement in a form that outlives the session and its section ids. */
export interface FoldMemory {
  readonly base: Folds["base"];
  readonly detail: boolean;
  /** The starts of the sections that are folded or unfolded contrary to the base rule. */
  readonly toggledBits: readonly number[];
}

/** A token of a record, so that it can be found again. */
export interface TokenMemory {
  readonly column: "record" | "assembly";
  readonly line: number;
  readonly token: number;
  /** How its text begins. */
  readonly text: string;
}

/** The reader's place in a file, to return to. */
export interface Remembered {
  /** The format of the file; absent from what earlier versions remembered. */
  readonly format?: string;
  readonly arrangement: ArrangementName;
  readonly folds: FoldMemory;
  readonly top: PlaceMemory;
  readonly cursor: PlaceMemory | null;
  /** The token that the cursor is on, if it is on one. */
  readonly token?: TokenMemory | undefined;
  /** Whether the control flow graph is shown. */
  readonly graph?: boolean;
  /** Absent from what earlier versions remembered. */
  readonly leftBy?: LeftBy;
}

/** Who has left a place. */
export interface LeftBy {
  /** The editor: its pages, one after another, have the same name, and no two editors have. */
  readonly editor: string;
  /** When, in milliseconds since 1970. */
  readonly time: number;
}

/** A place in a file that the reader has marked. */
export interface Bookmark {
  /** The position of its row, in bits. */
  readonly bit: number;
  /** What the row showed, or the reader's own words for it. */
  readonly text: string;
  /** Its row, by which it is found again after the file has changed; absent from bookmarks of earlier versions. */
  readonly place?: PlaceMemory;
}

/** The user's settings that the webview needs. */
export interface ViewSettings {
  readonly columns: readonly Column[];
  readonly foldPreamble: boolean;
  readonly positionFormat: "byte:bit" | "hex" | "bits" | "none";
  /** Whether names are shown demangled. */
  readonly demangle: boolean;
  readonly integerFormat: "decimal" | "hex" | "both";
  /** How long the pointer must rest before a hover appears, in milliseconds. */
  readonly hoverDelay: number;
  readonly scrollSensitivity: number;
  /** Whether Ctrl with the wheel changes the size of the font. */
  readonly wheelZooms: boolean;
  /** The factor of the font's size that the reader has set in this way. */
  readonly fontZoom: number;
  /** The most heads of sections that stay at the top while their rows are scrolled; 0: none. */
  readonly stickyLines: number;
  /** The characters that end a word on double-click. */
  readonly wordSeparators: string;
  /** The editor's line height in pixels; 0: derived from the font size. */
  readonly lineHeight: number;
  readonly letterSpacing: number;
  readonly fontLigatures: boolean;
}

/** What a webview receives when it starts. */
export interface Start {
  /** The document, or null if it could not be opened. */
  readonly opened: Opened | null;
  readonly error: string;
  readonly name: string;
  readonly settings: ViewSettings;
  /** By arrangement. */
  readonly columns: Readonly<Partial<Record<ArrangementName, ColumnState>>>;
  readonly view: ViewState;
  /** The reader's last place. */
  readonly remembered: Remembered | null;
  /** In the order of the file. */
  readonly bookmarks: readonly Bookmark[];
  /** The requested arrangement. */
  readonly arrangement: ArrangementName | null;
  /** A bit to show first: from another editor, or from the URI's fragment. */
  readonly showBit: number | null;
  /** The extension's texts in the user's language, by the English text; empty in English. */
  readonly texts: Readonly<Record<string, string>>;
  /** Whether VS Code's hex editor is installed. */
  readonly hexEditor: boolean;
  /** Whether it is a document inside a file, whose bytes can be exported. */
  readonly isMember: boolean;
}

/** The cursor's position, for the status bar, the outline and commands. */
export interface CursorInfo extends BitRange {
  readonly section: number;
  readonly entry: number;
  /** The position of the row, independent of its token. */
  readonly rowBit: number;
  /** Whether the row shows a position: a row that only the text has shows none. */
  readonly positioned: boolean;
  /** `function @f0`. */
  readonly container: string;
  /** The encoding of the token or record, if known. */
  readonly encoding: string;
  readonly arrangement: ArrangementName;
  /** Number of selected rows; 1 if only the cursor's. */
  readonly selected: number;
}

/** The actions of the page for unknown formats, of the context menu, and of the keys that lead out of an editor. */
export type HostAction =
  "openAsText" | "openInHexEditor" | "export" | "reopen" | "openAssembly" | "goBack" | "goForward";

/** Items of which any number may be picked. */
export interface PickQuery {
  readonly placeholder: string;
  readonly items: readonly { readonly label: string; readonly description: string; readonly picked: boolean }[];
}

/** The methods of a host: the document's, and its own. */
export interface HostApi extends SessionApi {
  start(query: null, call: Call): Promise<Start>;
  cursor(query: CursorInfo, call: Call): Promise<null>;
  saveColumns(query: { readonly arrangement: ArrangementName; readonly state: ColumnState }, call: Call): Promise<null>;
  saveView(query: ViewState, call: Call): Promise<null>;
  /** Stores the reader's place for the next time that the file is opened. */
  remember(query: Remembered, call: Call): Promise<null>;
  /** Sets a bookmark, or removes the one at its bit. */
  toggleBookmark(query: Bookmark, call: Call): Promise<null>;
  /** Lets the user choose among the siblings of the outline node at a bit. */
  pickBeside(query: { readonly bit: number }, call: Call): Promise<null>;
  writeClipboard(query: string, call: Call): Promise<null>;
  /** Makes the font larger or smaller by so many steps, in all editors. */
  zoomFont(query: number, call: Call): Promise<null>;
  /** Tells whether the page has the keyboard. */
  focused(query: boolean, call: Call): Promise<null>;
  /** Delivers what was typed in the webview while the host was opening an input box. Enter is a line feed. */
  typed(query: string, call: Call): Promise<null>;
  run(query: HostAction, call: Call): Promise<null>;
  /** Lets the user pick among items; returns the indexes of the picked ones, or null to leave everything as it is. */
  pick(query: PickQuery, call: Call): Promise<readonly number[] | null>;
  /** Opens a document inside this one, by its index in `derived()`. */
  openMember(query: number, call: Call): Promise<null>;
  /** Opens a line of source. */
  openSource(query: SourceFrame, call: Call): Promise<null>;
}

/** The commands that the webview carries out; VS Code knows each as `bitscope.NAME`. */
export const EDITOR_COMMANDS = [
  "switchArrangement",
  "focusBreadcrumb",
  "focusOverview",
  "showAccessibilityHelp",
  "toggleWrap",
  "goToDefinition",
  "peekDefinition",
  "expandInPlace",
  "toggleGraph",
  "findReferences",
  "goToNextUse",
  "goToPreviousUse",
  "goToNextReference",
  "goToPreviousReference",
  "goBack",
  "goForward",
  "goToNextProblem",
  "goToPreviousProblem",
  "toggleBookmark",
  "goToNextBookmark",
  "goToPreviousBookmark",
  "find",
  "findNext",
  "findPrevious",
  "showHover",
  "fold",
  "unfold",
  "foldAll",
  "unfoldAll",
  "foldPreamble",
  "toggleDetailRows",
  "chooseNoise",
  "toggleDebugRecords",
  "toggleDebugLocations",
  "toggleAttachedMetadata",
  "toggleAttributes",
  "toggleLifetimeMarkers",
  "toggleDeclarations",
  "toggleSourceBand",
  "toggleDictionaries",
  "toggleAllDictionaries",
  "togglePositionColumn",
  "toggleRecordColumn",
  "toggleAssemblyColumn",
  "copy",
  "copyRows",
  "copyText",
  "copyRecord",
  "copyPosition",
  "copyHex",
  "copyJson",
] as const;
export type EditorCommand = (typeof EDITOR_COMMANDS)[number];

/** What is meant at a bit. */
export interface ShownName {
  readonly symbol?: SymbolId | undefined;
  readonly toName?: boolean;
}

/** The events that a host sends to its webview. */
export type HostEvent =
  | SessionEvent
  | { readonly kind: "command"; readonly command: EditorCommand }
  /**
   * Go to a bit, or to the definition of a symbol whose bits are compressed; a preview does not move the cursor and is not
   * added to the history. `toName`: go to the name that the record there defines.
   */
  | ({ readonly kind: "show"; readonly bit: number; readonly preview: boolean } & ShownName)
  /** The cursor of another editor of this file has moved to a bit: show it here too. */
  | { readonly kind: "follow"; readonly bit: number }
  | ({ readonly kind: "showProblem" } & BitRange)
  | { readonly kind: "showLine"; readonly line: number; readonly preview: boolean }
  /** Show the rows of a source line in these files. */
  | { readonly kind: "showSource"; readonly name: string; readonly files: readonly SourceFile[]; readonly line: number }
  /** Return to where the cursor was before the previews. */
  | { readonly kind: "endPreview" }
  | { readonly kind: "settings"; readonly settings: ViewSettings }
  | { readonly kind: "bookmarks"; readonly bookmarks: readonly Bookmark[] }
  | { readonly kind: "reloaded"; readonly opened: Opened }
  | { readonly kind: "gone" };
