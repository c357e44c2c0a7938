import assert from "node:assert/strict";
import { ResidentWindow } from "../../../extension/document/window";
import { contextOf } from "../../../extension/formats/llvm1/listing/meanings";
import type { Value } from "../../../extension/formats/llvm1/model/values";
import { Bytecode } from "../../../extension/formats/llvm1/read/bytecode";
import type { ModuleRow } from "../../../extension/formats/llvm1/read/module";
import { HOSTILE } from "../../support/hostile";

describe("meanings of LLVM 1.x operands", () => {
  it("are printed only as far as they are shown", () => {
    const bytecode = new Bytecode(new ResidentWindow(HOSTILE["doubled.1x.bc"]?.(200) ?? new Uint8Array()), 4);
    const block = bytecode.layout.blocks.find(({ kind }) => kind === "ConstantPool");
    const rows = [...bytecode.module().rows.values()].flatMap((part): readonly ModuleRow[] => part.rows);
    const last = rows.findLast((row) => row.kind === "expression");
    assert.ok(block && last?.kind === "expression");
    let looks = 0;
    const counting: Value = new Proxy(last, {
      get(target, key): unknown {
        if (key === "operands") looks++;
        const value: unknown = Reflect.get(target, key);
        return key === "operands" ? [counting, counting] : value;
      },
    });
    const text = contextOf(bytecode).valueText(counting, block, 40);
    assert.ok(text.startsWith("int add (int add (") && text.length < 60, text);
    assert.ok(looks <= 8, `${looks} looks`);
  });
});
