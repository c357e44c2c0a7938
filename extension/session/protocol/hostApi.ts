/** What a webview may ask of its host, beside the document, and what the host tells it. */
import type { ArrangementName } from "../../document/arrangement";
import type { BitRange } from "../../document/bits";
import type { SourceFile, SourceFrame } from "../../document/sourceLocation";
import type { NoiseKind } from "../../document/token";
import type { Folds, Opened, PlaceMemory, SessionApi, SessionEvent } from ".";
import type { Call } from "../transport/rpc";

/** The three columns. */
export type Column = "position" | "record" | "assembly";

/** How the columns are shown; kept for each arrangement of each format. Widths in characters. */
export interface ColumnState {
  readonly hidden: readonly Column[];
  readonly positionWidth?: number;
  readonly recordWidth?: number;
}

/** How the user likes to read, whatever the file; kept. */
export interface ViewState {
  /** Lines that do not fit go on below. */
  readonly wraps: boolean;
  /** The overview is one line. */
  readonly overviewFolded: boolean;
  /** The noise that is left out of the assembly; none where it is absent. */
  readonly hidden?: readonly NoiseKind[];
  /** The band that tells rows of one source line from others is left out. */
  readonly bandless?: boolean;
  /** Attribute dictionaries are folded, except for those that are unfolded. */
  readonly dictionariesFolded?: boolean;
}

/** The folds of an arrangement, as they outlive the session that named its sections. */
export interface FoldMemory {
  readonly base: Folds["base"];
  readonly detail: boolean;
  /** Where the sections begin that are the other way than the base has them. */
  readonly toggledBits: readonly number[];
}

/** Where a reader was in a file, to come back to. */
export interface Remembered {
  readonly arrangement: ArrangementName;
  readonly folds: FoldMemory;
  readonly top: PlaceMemory;
  readonly cursor: PlaceMemory | null;
}

/** The user's settings, as far as the webview needs them. */
export interface ViewSettings {
  readonly columns: readonly Column[];
  readonly foldPreamble: boolean;
  readonly positionFormat: "byte:bit" | "hex" | "bits" | "none";
  /** Whether mangled names are shown as programmers write them. */
  readonly demangle: boolean;
  readonly integerFormat: "decimal" | "hex" | "both";
  /** Milliseconds of rest before a hover shows. */
  readonly hoverDelay: number;
  readonly scrollSensitivity: number;
  /** Characters that end a word when it is double-clicked. */
  readonly wordSeparators: string;
  /** The editor's, in pixels; 0: from the font size. */
  readonly lineHeight: number;
  readonly letterSpacing: number;
  readonly fontLigatures: boolean;
}

/** What a webview gets when it starts. */
export interface Start {
  /** The document, or why there is none. */
  readonly opened: Opened | null;
  readonly error: string;
  readonly name: string;
  readonly settings: ViewSettings;
  /** By arrangement. */
  readonly columns: Readonly<Partial<Record<ArrangementName, ColumnState>>>;
  readonly view: ViewState;
  /** Where one was last time. */
  readonly remembered: Remembered | null;
  /** The arrangement that was asked for. */
  readonly arrangement: ArrangementName | null;
  /** A bit to show first: from another editor, or from the URI's fragment. */
  readonly showBit: number | null;
  /** The extension's texts in the user's language, by the English ones; empty in English. */
  readonly texts: Readonly<Record<string, string>>;
  /** Whether VS Code's hex editor is installed. */
  readonly hexEditor: boolean;
}

/** Where the cursor is: for the status bar, the outline and commands. */
export interface CursorInfo extends BitRange {
  readonly section: number;
  readonly entry: number;
  /** The position of the row, whatever its token shows. */
  readonly rowBit: number;
  /** `function @f0`. */
  readonly container: string;
  /** How the token or record is encoded, where that is known. */
  readonly encoding: string;
  readonly arrangement: ArrangementName;
  /** Rows that are selected; 1 where it is only the cursor's. */
  readonly selected: number;
}

/** What the "not ours" page and the context menu can do. */
export type HostAction = "openAsText" | "openInHexEditor" | "reopen" | "openAssembly";

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
  /** Notes where one is, to come back to when the file is opened again. */
  remember(query: Remembered, call: Call): Promise<null>;
  /** Lets the user pick among what stands beside the outline's node of a bit. */
  pickBeside(query: { readonly bit: number }, call: Call): Promise<null>;
  writeClipboard(query: string, call: Call): Promise<null>;
  /** What was typed here while a box of the host's was opening: it is the box's. Enter is a line feed. */
  typed(query: string, call: Call): Promise<null>;
  run(query: HostAction, call: Call): Promise<null>;
  /** Has the user pick among items: the indexes of those that are picked in the end; null: nothing is to change. */
  pick(query: PickQuery, call: Call): Promise<readonly number[] | null>;
  /** Opens a document inside this one, by its index into `derived()`. */
  openMember(query: number, call: Call): Promise<null>;
  /** Opens a line of source. */
  openSource(query: SourceFrame, call: Call): Promise<null>;
}

/** Commands of the editor that the webview carries out. */
export type EditorCommand =
  | "switchArrangement"
  | "focusBreadcrumb"
  | "focusOverview"
  | "showAccessibilityHelp"
  | "toggleWrap"
  | "goToDefinition"
  | "peekDefinition"
  | "expandInPlace"
  | "findReferences"
  | "goToNextUse"
  | "goToPreviousUse"
  | "goToNextReference"
  | "goToPreviousReference"
  | "goBack"
  | "goForward"
  | "goToNextProblem"
  | "goToPreviousProblem"
  | "find"
  | "findNext"
  | "findPrevious"
  | "showHover"
  | "fold"
  | "unfold"
  | "foldAll"
  | "unfoldAll"
  | "foldPreamble"
  | "toggleDetailRows"
  | "chooseNoise"
  | "toggleDebugRecords"
  | "toggleDebugLocations"
  | "toggleAttachedMetadata"
  | "toggleAttributes"
  | "toggleLifetimeMarkers"
  | "toggleDeclarations"
  | "toggleSourceBand"
  | "toggleDictionaries"
  | "toggleAllDictionaries"
  | "togglePositionColumn"
  | "toggleRecordColumn"
  | "toggleAssemblyColumn"
  | "copy"
  | "copyRows"
  | "copyText"
  | "copyRecord"
  | "copyPosition"
  | "copyHex"
  | "copyJson";

/** What a host tells its webview. */
export type HostEvent =
  | SessionEvent
  | { readonly kind: "command"; readonly command: EditorCommand }
  /** Go to a bit; a preview leaves the cursor and the history as they are. */
  | { readonly kind: "show"; readonly bit: number; readonly preview: boolean }
  /** The cursor of another editor of this file has come to a bit: what is there is shown here, too. */
  | { readonly kind: "follow"; readonly bit: number }
  | ({ readonly kind: "showProblem" } & BitRange)
  | { readonly kind: "showLine"; readonly line: number; readonly preview: boolean }
  /** Show the rows of a line of source, which these files are. */
  | { readonly kind: "showSource"; readonly name: string; readonly files: readonly SourceFile[]; readonly line: number }
  /** Back to where the cursor was before the previews. */
  | { readonly kind: "endPreview" }
  | { readonly kind: "settings"; readonly settings: ViewSettings }
  | { readonly kind: "reloaded"; readonly opened: Opened }
  | { readonly kind: "gone" };
