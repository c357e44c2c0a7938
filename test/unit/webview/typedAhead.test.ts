/** What is typed while the host opens a box: kept from the key that requests the box, handed over once. */
import assert from "node:assert/strict";
import { TypedAhead } from "../../../webview/base/typedAhead";

/** Types keys at intervals of 10 ms; `Control+f` includes its modifier. Returns those that were taken. */
function type(typed: TypedAhead, keys: readonly string[], from = 0): string[] {
  return keys.filter((name, index) => {
    const [key = "", modifier] = name.split("+").reverse();
    const ctrlKey = modifier === "Control";
    return typed.take({ key, ctrlKey, metaKey: false, altKey: false, timeStamp: from + index * 10 });
  });
}

describe("what is typed ahead", () => {
  it("is the text after a key with a modifier, including blanks and Enter", () => {
    const typed = new TypedAhead();
    const taken = type(typed, ["Control", "Control+f", "i", "3", "2", " ", "%", "Shift", "X", "Backspace", "Enter"]);
    assert.deepEqual(taken, ["i", "3", "2", " ", "%", "X", "Backspace", "Enter"]);
    assert.equal(typed.hand(), "i32 %\n");
    assert.equal(typed.hand(), "");
  });

  it("is nothing without such a key, and nothing if the first key belongs to the rows", () => {
    const typed = new TypedAhead();
    assert.deepEqual(type(typed, ["a", "Enter", " "]), []);
    assert.deepEqual(type(typed, ["Control+f", " ", "a"]), []);
    assert.deepEqual(type(typed, ["Control+f", "Backspace", "Enter"]), []);
    assert.equal(typed.hand(), "");
  });

  it("ends with a key of the rows, with the pointer, and with time", () => {
    const typed = new TypedAhead();
    type(typed, ["Control+f", "a", "ArrowDown"]);
    assert.equal(typed.hand(), "");
    type(typed, ["Control+f", "a"]);
    typed.forget();
    assert.equal(typed.hand(), "");
    type(typed, ["Control+f"]);
    assert.deepEqual(type(typed, ["a"], 60000), []);
    assert.equal(typed.hand(), "");
  });

  it("starts again with the next such key", () => {
    const typed = new TypedAhead();
    type(typed, ["Control+k", "v", "Control+f", "a"]);
    assert.equal(typed.hand(), "a");
  });
});
