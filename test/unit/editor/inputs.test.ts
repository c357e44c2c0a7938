/** What is typed before an input box has the keyboard: it goes into the box, whatever the box got first. */
import * as assert from "node:assert/strict";
import fc from "fast-check";
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
  it("loses no key, however long keys and texts are on their way", () => {
    // What happens next: a key is pressed in the box, its oldest news arrives here, or the oldest text set here arrives there.
    const events = fc.array(fc.constantFrom("key", "news", "text"), { maxLength: 40 });
    fc.assert(
      fc.property(events, (happening) => {
        const keys = [..."abcdefghijklmnopqrstuvwxyz"];
        let [shown, typed, held] = ["", "AB", ""];
        const [news, texts]: [string[], string[]] = [[], []];
        const listeners: ((text: string) => void)[] = [];
        const silent = () => ({ dispose: () => undefined });
        receiveTyping({
          get value() {
            return held;
          },
          set value(text) {
            texts.push((held = text));
          },
          onDidChangeValue: (listener) => {
            listeners.push(listener);
            return silent();
          },
          onDidAccept: silent,
          onDidHide: silent,
        });
        typeInto(typed);
        const happen = (what: string): void => {
          if (what === "key") {
            const key = keys.shift() ?? "";
            typed += key;
            news.push((shown += key));
          } else if (what === "text") shown = texts.shift() ?? shown;
          else if (news.length > 0) {
            held = news.shift() ?? "";
            listeners.forEach((listener) => listener(held));
          }
        };
        happening.forEach(happen);
        while (news.length + texts.length > 0) ["text", "news"].forEach(happen);
        assert.equal(shown, typed);
      }),
    );
  });
});
