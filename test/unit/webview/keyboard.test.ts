/** Who has the keyboard when a command is done. */
import assert from "node:assert/strict";
import { beginCommand, listenToLeaving, takeKeyboard } from "../../../webview/base/keyboard";

/** A page and its document, with what the keyboard module asks of them. */
class Page {
  hasFocus = true;
  taken = 0;
  readonly body = {};
  activeElement: object = {};
  private readonly listeners = new Map<string, (event: { key?: string; timeStamp: number }) => void>();
  addEventListener(name: string, listen: (event: { key?: string; timeStamp: number }) => void): void {
    this.listeners.set(name, listen);
  }
  readonly element = { focus: (): void => void this.taken++ };

  key(key: string, timeStamp: number): void {
    this.listeners.get("keydown")?.({ key, timeStamp });
  }
  leave(timeStamp: number): void {
    this.hasFocus = false;
    this.listeners.get("blur")?.({ timeStamp });
  }
  comeBack(): void {
    this.hasFocus = true;
    this.listeners.get("focus")?.({ timeStamp: 0 });
  }
}

describe("the keyboard after a command", () => {
  const before = Object.getOwnPropertyDescriptor(globalThis, "document");
  let page: Page;
  beforeEach(() => {
    page = new Page();
    const { body } = page;
    const document = {
      hasFocus: () => page.hasFocus,
      body,
      get activeElement() {
        return page.activeElement;
      },
    };
    Object.defineProperty(globalThis, "document", { value: document, configurable: true });
    listenToLeaving(page, page.element);
    page.comeBack();
  });
  after(() => {
    if (before) Object.defineProperty(globalThis, "document", before);
    else Reflect.deleteProperty(globalThis, "document");
  });

  it("comes to the page if the user is there, or has clicked a button of the workbench", () => {
    beginCommand();
    takeKeyboard(page.element);
    assert.equal(page.taken, 1);
    page.leave(5000);
    beginCommand();
    takeKeyboard(page.element);
    assert.equal(page.taken, 2);
  });
  it("stays with a user who has left since the command began", () => {
    beginCommand();
    page.leave(5000);
    takeKeyboard(page.element);
    assert.equal(page.taken, 0);
  });
  it("stays with a user who has left by a key, even before the command began", () => {
    page.key("p", 4990);
    page.leave(5000);
    beginCommand();
    takeKeyboard(page.element);
    assert.equal(page.taken, 0);
    page.comeBack();
    takeKeyboard(page.element);
    assert.equal(page.taken, 1);
  });
  it("goes to the rows when the user comes back and what had it is closed", () => {
    page.leave(5000);
    page.activeElement = page.body;
    page.comeBack();
    assert.equal(page.taken, 1);
  });
});
