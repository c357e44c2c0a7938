/** Help for the keyboard: VS Code's accessible help (Alt+F1) for our editor. */
import { make, makeButton } from "../base/dom";
import { t } from "../base/l10n";

/** The paragraphs of the help. */
const paragraphs = (): readonly string[] => [
  t(
    "The rows are a tree. Up and Down go from record to record, Left and Right from name to name within a row, Tab and Shift+Tab from column to column and then out of the rows.",
  ),
  t(
    "Enter or F12 goes to the definition of a name, Alt+Left goes back. Shift+F12 lists all uses; F7 and Shift+F7 go to the next and previous use. Alt+F12 shows a definition in place.",
  ),
  t(
    "Ctrl+K Ctrl+I shows what a name or a number is, which bits hold it and how they are encoded. Space shows the definition of a name below its row, or folds the row.",
  ),
  t(
    "Alt+A switches to the records of the file and back to its assembly, at the same bit. Alt+N chooses what the assembly hides. Alt+Z wraps long lines.",
  ),
  t(
    "Ctrl+F finds text, F3 goes to the next hit. Ctrl+G goes to a position or line, Ctrl+Shift+O to a symbol, F8 to the next problem, Ctrl+F12 to the source.",
  ),
  t(
    "Ctrl+Alt+K sets a bookmark at the row or removes it, Ctrl+Alt+L and Ctrl+Alt+J go to the next and previous one. Go to Bookmark… in the Command Palette lists them.",
  ),
  t(
    "Shift with Up or Down selects records, Ctrl+A selects all. Ctrl+C copies; Copy As… in the Command Palette has other forms.",
  ),
  t(
    "Ctrl+Shift+. goes to the breadcrumb, where Down lists the siblings of a part. The overview below it describes the file and lists its largest functions. The view Bitcode Outline in the Explorer lists all functions, types, constants and problems.",
  ),
  t(
    "Ctrl+K G shows the control flow graph of the function beside the rows, and closes it. There the arrow keys go from block to block, Enter goes to the rows of a block, plus and minus zoom, 0 shows the whole graph, Ctrl+C copies the block.",
  ),
  t("The status bar shows where the cursor is: byte, bit, number of bits, encoding, function, problems."),
  t("Escape closes whatever is in front: a hover, a list, find, this help."),
];

/** The Control key before another one, also in German. */
const CONTROL = /\b(?:Ctrl|Strg)\+/g;

/** The help of one editor. */
export class Help {
  readonly element = make("section", "help hidden");

  /** @param closed returns the keyboard to where it was */
  constructor(private readonly closed: () => void) {
    this.element.tabIndex = -1;
    this.element.setAttribute("role", "dialog");
    this.element.setAttribute("aria-modal", "true");
  }
  /** Shows the help and moves the keyboard into it. */
  open(): void {
    const title = t("Help for Bitscope's Editor");
    this.element.setAttribute("aria-label", title);
    const isMac = navigator.platform.startsWith("Mac");
    this.element.replaceChildren(
      make("h2", "", title),
      ...paragraphs().map((text) => make("p", "", isMac ? text.replaceAll(CONTROL, "Cmd+") : text)),
      makeButton("icon close", "×", t("Close (Escape)"), () => this.close()),
    );
    this.element.classList.remove("hidden");
    this.element.focus();
  }
  /** Closes the help; returns whether it was open. */
  close(): boolean {
    if (this.element.classList.contains("hidden")) return false;
    this.element.classList.add("hidden");
    this.closed();
    return true;
  }
}
