/**
 * What is typed while the host is still opening a box for it. A key of VS Code's (Ctrl+F, Ctrl+G, Ctrl+Shift+O …) is bound in
 * the workbench, so that users can bind it otherwise; the way there and back takes a moment, in which the rows have the
 * keyboard. Letters mean nothing to rows: they are kept, and handed to the box that comes.
 */

/** A box that has not come after so long (ms) does not come. */
const PATIENCE = 3000;

/** The text typed since the last key that may open a box. */
export class TypedAhead {
  private text = "";
  private until = -Infinity;

  /** Takes a key; says whether it is typed text, which is nobody else's then. */
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
    // Behind text, a blank is text and Enter ends it; alone they are the rows' own keys.
    else if (this.text !== "" ? [...key].length === 1 || key === "Enter" : [...key].length === 1 && key !== " ") {
      this.text += key === "Enter" ? "\n" : key;
      return true;
    } else this.forget();
    return false;
  }
  /** Gives the text to who it was typed for (Enter is a line feed in it); it is typed no more. */
  hand(): string {
    const { text } = this;
    this.forget();
    return text;
  }
  /** No box has come: another key, or the pointer, was used meanwhile. */
  forget(): void {
    this.text = "";
    this.until = -Infinity;
  }
}
