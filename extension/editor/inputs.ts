/** The open input box, which receives what was typed in a webview before the box got the keyboard. */
import type * as vscode from "vscode";

/** A box, with what to do when its value is set from here and when it is accepted, as VS Code itself would do it. */
interface Input {
  readonly box: Pick<vscode.InputBox, "value" | "onDidAccept" | "onDidChangeValue" | "onDidHide">;
  readonly changed: () => void;
  readonly accept: () => void;
  /** Whether Enter was pressed in it. */
  isAccepted: boolean;
  /** What was put before its text, until the next change of it tells whether it has arrived. */
  ahead: string;
}

let open: Input | undefined;

/** Lets a box that is about to be shown receive what is typed, until it is hidden. */
export function receiveTyping(
  box: Input["box"],
  changed: Input["changed"] = () => undefined,
  accept: Input["accept"] = () => undefined,
): void {
  const input = { box, changed, accept, isAccepted: false, ahead: "" };
  open = input;
  box.onDidAccept(() => (input.isAccepted = true));
  box.onDidChangeValue((value) => {
    const { ahead } = input;
    input.ahead = "";
    // A key was on its way here when the text was set: the text has replaced it, and goes before it now.
    if (value.startsWith(ahead) || ahead.startsWith(value)) return;
    box.value = ahead + value;
    changed();
  });
  box.onDidHide(() => {
    if (open === input) open = undefined;
  });
}

/**
 * Types a text into the open box, before what was typed there meanwhile. A line feed accepts it; so does an Enter that the box
 * got already, though it was pressed after this text.
 */
export function typeInto(text: string): void {
  if (!open) return;
  const { box, changed, accept, isAccepted } = open;
  const [typed = ""] = text.split("\n", 1);
  open.ahead = typed;
  box.value = typed + box.value;
  changed();
  if (text.includes("\n") || isAccepted) accept();
}
