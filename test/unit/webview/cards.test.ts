/** What a hover card says, in the reader's language. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import type { Card } from "../../../extension/session/protocol";
import { useBundle } from "../../../webview/base/l10n";
import type { CardContext } from "../../../webview/cards/card";
import { cardParts } from "../../../webview/cards/card";

/** Makes elements that only know their class and their text. */
function fakeDocument(): { readonly createElement: () => object; readonly texts: Map<string, string> } {
  const texts = new Map<string, string>();
  const createElement = (): object => ({
    className: "",
    append: () => undefined,
    set textContent(text: string) {
      texts.set((this as { className: string }).className, text);
    },
  });
  return { createElement, texts };
}

describe("a hover card", () => {
  const before = Object.getOwnPropertyDescriptor(globalThis, "document");
  afterEach(() => {
    useBundle({}, "en");
    if (before) Object.defineProperty(globalThis, "document", before);
    else Reflect.deleteProperty(globalThis, "document");
  });

  it("names the section that something is in as the outline and the breadcrumb do", () => {
    useBundle(JSON.parse(readFileSync("l10n/bundle.l10n.de.json", "utf8")) as Record<string, string>, "de");
    for (const [container, said] of [
      ["AttrType section", "Abschnitt AttrType"],
      ["operand bundle tags", "Tags von Operandenbündeln"],
      ["function @f", "Funktion @f"],
    ] as const) {
      const { createElement, texts } = fakeDocument();
      Object.defineProperty(globalThis, "document", { value: { createElement }, configurable: true });
      cardParts({ title: "i32", container, lines: [], words: [] } as unknown as Card, {} as CardContext);
      assert.equal(texts.get("container"), said);
    }
  });
});
