/** The input box that is open: it gets what was typed in a webview before the box had the keyboard. */
import type * as vscode from "vscode";

/** A box, and what is done where its value is set from here and when it is accepted, as VS Code would tell it. */
interface Input {
  readonly box: Pick<vscode.InputBox, "value" | "onDidHide">;
  readonly changed: () => void;
  readonly accept: () => void;
}

let open: Input | undefined;

/** A box that is about to be shown is the one that is typed into, until it is hidden. */
export function isTypedInto(
  box: Input["box"],
  changed: Input["changed"] = () => undefined,
  accept: Input["accept"] = () => undefined,
): void {
  open = { box, changed, accept };
  box.onDidHide(() => {
    if (open?.box === box) open = undefined;
  });
}

/** Types a text into the box that is open, in front of what was typed there since; a line feed accepts it. */
export function typeInto(text: string): void {
  if (!open) return;
  const { box, changed, accept } = open;
  const [typed = ""] = text.split("\n", 1);
  box.value = typed + box.value;
  changed();
  if (text.includes("\n")) accept();
}
