/** What is typed before an input box has the keyboard: it goes into the box, whatever the box got first. */
import * as assert from "node:assert/strict";
import { receiveTyping, typeInto } from "../../../extension/editor/inputs";

/** A box that is told what happens to it. */
function makeBox() {
  const listeners = {
    accept: [] as (() => void)[],
    hide: [] as (() => void)[],
    type: [] as ((text: string) => void)[],
  };
  const accepted: string[] = [];
  const listen =
    <L>(to: L[]) =>
    (listener: L) => {
      to.push(listener);
      return { dispose: () => undefined };
    };
  const box = {
    value: "",
    onDidAccept: listen(listeners.accept),
    onDidChangeValue: listen(listeners.type),
    onDidHide: listen(listeners.hide),
  };
  receiveTyping(
    box,
    () => undefined,
    () => accepted.push(box.value),
  );
  return {
    box,
    accepted,
    changes: (text: string) => {
      box.value = text;
      listeners.type.forEach((listener) => listener(text));
    },
    enter: () => listeners.accept.forEach((listener) => listener()),
    hide: () => listeners.hide.forEach((listener) => listener()),
  };
}

describe("what is typed before an input box has the keyboard", () => {
  it("goes before what was typed in the box; Enter accepts it", () => {
    const { box, accepted } = makeBox();
    box.value = "3";
    typeInto("12");
    assert.deepEqual([box.value, accepted], ["123", []]);
    typeInto("\n");
    assert.deepEqual(accepted, ["123"]);
  });
  it("is accepted by an Enter that the box got before it", () => {
    const { accepted, enter } = makeBox();
    enter();
    typeInto("2");
    assert.deepEqual(accepted, ["2"]);
  });
  it("replaces no key that was typed in the box and not known here yet, and can be deleted", () => {
    const { box, changes } = makeBox();
    changes("i");
    typeInto("ma");
    changes("in");
    assert.equal(box.value, "main");
    changes("");
    typeInto("ab");
    changes("a");
    assert.equal(box.value, "a");
  });
  it("goes nowhere when the box is hidden", () => {
    const { box, hide } = makeBox();
    hide();
    typeInto("2");
    assert.equal(box.value, "");
  });
});
