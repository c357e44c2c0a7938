import assert from "node:assert/strict";
import { Type } from "../../../extension/formats/llvm1/model/type";
import { TypeNames } from "../../../extension/formats/llvm1/print/typenames";
import { ResidentWindow } from "../../../extension/document/window";
import { Bytecode } from "../../../extension/formats/llvm1/read/bytecode";
import { HOSTILE } from "../../support/hostile";

/** Characters of a type that is not cut. */
const LONG = 1 << 16;
/** Characters of all types together before they are cut. */
const TOGETHER = 1 << 22;

/** A struct of opaque types whose text has about so many characters. */
function structOf(length: number, id: number): Type {
  const type = new Type("struct", id);
  type.elements = Array.from({ length: length / "opaque, ".length }, (_, i) => new Type("opaque", id + 1 + i));
  return type;
}

describe("the texts of types of LLVM 1.x", () => {
  it("are kept until they are many, and then cut", () => {
    const names = new TypeNames([], LONG);
    const first = structOf(LONG, 100);
    const text = names.text(first);
    assert.ok(names.knows(first) && text.length >= LONG - 8);
    for (let length = 0; length <= TOGETHER; length += LONG) names.print(structOf(LONG, 100), NOWHERE);
    const last = new Type("pointer", 99);
    last.elements = [structOf(16, 100)];
    assert.equal(names.text(last), "{ opaque, opaque }*");
    assert.ok(!names.knows(last));
    assert.equal(names.text(first), text);
  });
  it("need no slots once the types are linked", () => {
    const file = HOSTILE["structs.1x.bc"]?.(100) ?? new Uint8Array();
    const { typeRows } = new Bytecode(new ResidentWindow(file), 4).module();
    assert.ok(typeRows.length >= 100);
    for (const { slots, type } of typeRows) assert.ok(slots.length === 0 && type.elements.length > 0);
  });
  it("and constants need no references once their operands are known", () => {
    const file = HOSTILE["doubled.1x.bc"]?.(100) ?? new Uint8Array();
    const { rows } = new Bytecode(new ResidentWindow(file), 4).module();
    const made = [...rows.values()].flatMap((list) => list.rows).filter((row) => row.kind === "expression");
    assert.equal(made.length, 100);
    for (const { references, operands } of made) assert.ok(references.length === 0 && operands.length === 2);
  });
});

const NOWHERE = { put: () => undefined, name: () => undefined, operand: () => undefined, at: () => undefined };
