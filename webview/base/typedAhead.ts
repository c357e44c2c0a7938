/**
 * What the user types while the host is still opening an input box. VS Code's keys (Ctrl+F, Ctrl+G, Ctrl+Shift+O …) are
 * bound in the workbench, so that users can rebind them; the way there and back takes a moment, in which the rows have
 * the keyboard. Letters mean nothing to rows, so they are kept and passed to the box when it opens.
 */

/** If a box has not opened after this long (ms), none will. */
const PATIENCE = 3000;

/** The text typed since the last key that may open a box. */
export class TypedAhead {
  private text = "";
  private until = -Infinity;

  /** Handles a key; returns whether it is typed text, which nobody else may handle. */
  take(event: Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey" | "altKey" | "timeStamp">): boolean {
    const { key, timeStamp } = event;
    if (/^(?:Shift|Control|Alt|Meta|AltGraph|CapsLock)$/.test(key)) return false;
    if (event.ctrlKey || event.metaKey || event.altKey) {
      this.text = "";
      this.until = timeStamp + PATIENCE;
      return false;
    }
    if (timeStamp > this.until) this.text = "";
    else if (key === "Backspace" && this.text !== "") {
      this.text = this.text.slice(0, -1);
      return true;
    }
    // After text, a blank is text and Enter ends it; without text they are keys of the rows.
    else if (this.text !== "" ? [...key].length === 1 || key === "Enter" : [...key].length === 1 && key !== " ") {
      this.text += key === "Enter" ? "\n" : key;
      return true;
    } else this.forget();
    return false;
  }
  /** Returns the text (with Enter as a line feed) for the box that has opened, and forgets it. */
  hand(): string {
    const { text } = this;
    this.forget();
    return text;
  }
  /** Forgets the text: no box has opened, and another key or the pointer was used meanwhile. */
  forget(): void {
    this.text = "";
    this.until = -Infinity;
  }
}
