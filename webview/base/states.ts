/** What is shown instead of rows: a file in no known format, a file that cannot be read. */
import type { Opened } from "../../extension/session/protocol";
import type { HostAction, Start } from "../../extension/session/protocol/hostApi";
import { make, makeButton } from "./dom";
import { t } from "./l10n";

/** The formats that Bitscope reads, as the page names them. */
const formats = (): readonly string[] => [
  t("LLVM bitcode, LLVM 2.0 to 24, and any other LLVM bitstream (.bc)"),
  t("PNaCl bitcode (.pexe)"),
  t("MLIR bytecode, versions 0 to 6 (.mlirbc)"),
  t("IREE VM modules (.vmfb)"),
  t("LLVM 1.x bytecode (.bc)"),
  t("NVIDIA CUDA Tile IR bytecode (.tileirbc)"),
  t("archives, objects and other containers of these"),
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
  page.append(make("h1", "", titleOf(start)));
  if (!opened) page.append(make("p", "", start.error));
  else if (isPointer(opened)) page.append(make("p", "", t("Run “git lfs pull” to get the file.")));
  else if (opened.bits > 0) page.append(...contents(opened));
  page.append(actions(start, run));
  return page;
}

const isPointer = (opened: Opened): boolean => opened.head.startsWith(LFS);

function titleOf({ opened, name }: Start): string {
  if (!opened) return t("{0} cannot be read", name);
  if (isPointer(opened)) return t("{0} is a Git LFS pointer, not the file itself", name);
  if (opened.bits === 0) return t("{0} is empty", name);
  if (opened.title === UNKNOWN) return t("{0} is in no format that Bitscope knows", name);
  return `${name}: ${opened.title}`;
}

/** The file's first bytes, and the formats that could be read. */
function contents({ head }: Opened): readonly HTMLElement[] {
  const list = make("ul");
  for (const format of formats()) list.append(make("li", "", format));
  return [
    make("p", "", t("It starts with these bytes:")),
    make("pre", "", hexDump(head)),
    make("p", "", t("Bitscope found nothing in it that it can read. It reads")),
    list,
  ];
}

function actions({ hexEditor, isMember }: Start, run: (action: HostAction) => void): HTMLElement {
  const buttons = make("p", "buttons");
  const add = (className: string, title: string, action: HostAction): void =>
    buttons.append(makeButton(className, title, title, () => run(action)));
  add("button", t("Open as Text"), "openAsText");
  if (hexEditor) add("button", t("Open in Hex Editor"), "openInHexEditor");
  if (isMember) add("button secondary", t("Export…"), "export");
  add("button secondary", t("Reopen With…"), "reopen");
  return buttons;
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
