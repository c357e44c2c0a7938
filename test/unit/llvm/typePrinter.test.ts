import assert from "node:assert/strict";
import { TypeInterner } from "../../../extension/formats/llvm/ir/interner";
import { TypePrinter } from "../../../extension/formats/llvm/print/types";

describe("the text of a type", () => {
  const types = new TypeInterner();
  /** A struct that is no name's, as those of LLVM 2.9 and before, with a pointer to itself. */
  function cycle() {
    const struct = types.newStruct(true, false, []);
    const cyclic = { ...struct, identified: false, elements: [types.pointer(struct, 0)] };
    cyclic.elements = [types.pointer(cyclic, 0)];
    return cyclic;
  }
  it("ends if the type contains itself and has no name yet, and has the name as soon as there is one", () => {
    const printer = new TypePrinter(3, false);
    const type = cycle();
    const around = types.pointer(type, 0);
    assert.match(printer.text(around), /nested too deep/);
    printer.name(new Map([[type, "%list"]]));
    assert.equal(printer.text(around), "%list*");
    assert.equal(printer.definition(type), "{ %list* }");
  });
});
