/** The open input box, which receives what was typed in a webview before the box got the keyboard. */
import type * as vscode from "vscode";

/** A box, with what to do when its value is set from here and when it is accepted, as VS Code itself would do it. */
interface Input {
  readonly box: Pick<vscode.InputBox, "value" | "onDidAccept" | "onDidChangeValue" | "onDidHide">;
  readonly changed: () => void;
  readonly accept: () => void;
  /** Whether Enter was pressed in it. */
  isAccepted: boolean;
  /** What it has held when it was last heard of. */
  known: string;
  /** What was set since then, and may not have arrived; the last is what it has to hold. */
  sent: readonly string[];
}

let open: Input | undefined;

/** Lets a box that is about to be shown receive what is typed, until it is hidden. */
export function receiveTyping(
  box: Input["box"],
  changed: Input["changed"] = () => undefined,
  accept: Input["accept"] = () => undefined,
): void {
  const input: Input = { box, changed, accept, isAccepted: false, known: box.value, sent: [] };
  open = input;
  box.onDidAccept(() => (input.isAccepted = true));
  box.onDidChangeValue((value) => hear(input, value));
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
  const { box, accept, isAccepted } = open;
  const [typed = ""] = text.split("\n", 1);
  set(open, typed + box.value);
  if (text.includes("\n") || isAccepted) accept();
}

function set(input: Input, value: string): void {
  input.sent = [...input.sent, value];
  input.box.value = value;
  input.changed();
}

/**
 * Handles the box's news of its value. A key that was on its way here when the text was set is lost in the box, which the text
 * has replaced: it is typed again, after what was set last.
 */
function hear(input: Input, value: string): void {
  const { known, sent } = input;
  const wanted = sent.at(-1);
  const arrived = sent.findLastIndex((text) => value.startsWith(text));
  input.known = value;
  input.sent = sent.slice(arrived + 1);
  const base = sent[arrived] ?? known;
  // Whatever else has changed was changed by the user, who has seen what is set: it stays so.
  const isTyped = value.startsWith(base) && !(arrived < 0 && sent.some((text) => text.startsWith(value)));
  if (!isTyped) input.sent = [];
  else if (wanted !== undefined && input.sent.length > 0 && value !== base)
    set(input, wanted + value.slice(base.length));
}
