/**
 * What is shown instead of rows: a file in no known format, a file that cannot be read; and notes above the listing.
 */
import type { HostAction, Start } from "../../extension/session/protocol/hostApi";
import { make, makeButton } from "./dom";
import { t } from "./l10n";

/** The formats that Bitscope reads, as the page names them. */
const formats = (): readonly string[] => [
  t("LLVM bitcode, LLVM 2.0 to 23, and any other LLVM bitstream (.bc)"),
  t("PNaCl bitcode (.pexe)"),
  t("MLIR bytecode, versions 0 to 6 (.mlirbc)"),
  t("IREE VM modules (.vmfb)"),
  t("LLVM 1.x bytecode (.bc)"),
];
/** The first line of a Git LFS pointer, in hex. */
const LFS = "76 65 72 73 69 6f 6e 20 68 74 74 70 73 3a 2f 2f 67 69 74 2d 6c 66 73";

/** The title of a document in no known format. */
const UNKNOWN = "Unknown format";

/** The first bytes in hex and as characters, sixteen per line. */
function hexDump(head: string): string {
  const bytes = head === "" ? [] : head.split(" ");
  const lines: string[] = [];
  for (let at = 0; at < bytes.length; at += 16) {
    const part = bytes.slice(at, at + 16);
    const text = part.map((b) => parseInt(b, 16)).map((b) => (b >= 32 && b < 127 ? String.fromCharCode(b) : "."));
    lines.push(`${at.toString(16).padStart(8, "0")}  ${part.join(" ").padEnd(47)}  ${text.join("")}`);
  }
  return lines.join("\n");
}

/** The page for a file in no known format, or one that could not be read. */
export function notOurs(start: Start, run: (action: HostAction) => void): HTMLElement {
  const page = make("div", "not-ours");
  const { opened } = start;
  const isPointer = opened?.head.startsWith(LFS) ?? false;
  const empty = opened !== null && opened.bits === 0;
  const title = !opened
    ? t("{0} cannot be read", start.name)
    : isPointer
      ? t("{0} is a Git LFS pointer, not the file itself", start.name)
      : empty
        ? t("{0} is empty", start.name)
        : opened.title === UNKNOWN
          ? t("{0} is in no format that Bitscope knows", start.name)
          : t(
              "{0} contains nothing that Bitscope can read. It is: {1}",
              start.name,
              opened.title.replace(" (nothing to disassemble)", ""),
            );
  page.append(make("h1", "", title));
  if (!opened) page.append(make("p", "", start.error));
  else if (isPointer) page.append(make("p", "", t("Run “git lfs pull” to get the file.")));
  else if (!empty) {
    page.append(make("p", "", t("It starts with these bytes:")), make("pre", "", hexDump(opened.head)));
    page.append(make("p", "", t("Bitscope reads")));
    const list = make("ul");
    for (const format of formats()) list.append(make("li", "", format));
    page.append(list);
  }
  const buttons = make("p", "buttons");
  buttons.append(makeButton("button", t("Open as Text"), t("Open as Text"), () => run("openAsText")));
  if (start.hexEditor)
    buttons.append(
      makeButton("button", t("Open in Hex Editor"), t("Open in Hex Editor"), () => run("openInHexEditor")),
    );
  buttons.append(makeButton("button secondary", t("Reopen With…"), t("Reopen With…"), () => run("reopen")));
  page.append(buttons);
  return page;
}

/** The page for an error in Bitscope itself, with what the user can do. */
export function failed(message: string): HTMLElement {
  const page = make("div", "not-ours");
  page.append(make("h1", "", t("This file could not be shown")), make("p", "", message));
  page.append(
    make(
      "p",
      "",
      t("Close the editor and open it again. If that does not help, please report this and attach the file."),
    ),
  );
  return page;
}

/** A line above the listing that reports what has happened to the file. */
export class Notice {
  readonly element = make("div", "notice hidden");
  constructor() {
    this.element.setAttribute("role", "status");
  }
  show(text: string, forMs?: number): void {
    this.element.textContent = text;
    this.element.classList.remove("hidden");
    if (forMs !== undefined) setTimeout(() => this.hide(text), forMs);
  }
  /** Hides the note; with a text, only if it is that one. */
  hide(text?: string): void {
    if (text === undefined || this.element.textContent === text) this.element.classList.add("hidden");
  }
}
