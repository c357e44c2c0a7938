import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { integerText } from "../../../webview/cards/card";
import { numberText, t, useBundle } from "../../../webview/base/l10n";

describe("texts of the webview", () => {
  afterEach(() => useBundle({}, "en"));

  it("come from the bundle, with values in their places", () => {
    assert.equal(t("{0} of {1}", "3", "1,204"), "3 of 1,204");
    useBundle({ "{0} of {1}": "{1}: Nr. {0}" }, "de");
    assert.equal(t("{0} of {1}", "3", "9"), "9: Nr. 3");
    assert.equal(t("No results"), "No results");
    assert.equal(t("{0} bytes", 1020), "1.020 bytes");
    assert.equal(numberText(1.25, { maximumFractionDigits: 1 }), "1,3");
  });

  it("are all named in the bundle for translators", () => {
    execFileSync(process.execPath, ["tools/l10n.mjs", "--check"]);
  });
});

describe("integers in a hover", () => {
  it("follow the setting; the text after them stays", () => {
    assert.equal(integerText("70", "decimal"), "70");
    assert.equal(integerText("70", "hex"), "0x46");
    assert.equal(integerText("18446744073709551615", "hex"), "0xFFFFFFFFFFFFFFFF");
    assert.equal(integerText("2 → relative: 2 back", "both"), "2 (0x2) → relative: 2 back");
    assert.equal(integerText("2.5", "hex"), "2.5");
    assert.equal(integerText("none", "hex"), "none");
  });
});
