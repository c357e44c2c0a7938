import * as assert from "node:assert/strict";
import { nameAt, TextNames } from "../../../extension/textview/names";

const LLVM = `%struct.pair = type { i32, i32 }
@table = global i32 7, align 4

define i32 @add(i32 %a, i32 %b) #0 {
entry:
  %s = add i32 %a, %b, !dbg !4
  br label %exit

exit:
  ret i32 %s
}

define i32 @twice(i32 %a) {
  %s = call i32 @add(i32 %a, i32 %a)
  ret i32 %s
}

declare void @puts(ptr)
attributes #0 = { nounwind }
!4 = !DILocation(line: 1)
`.split("\n");

const MLIR = `"builtin.module"() ({
  "func.func"() <{sym_name = "f"}> ({
  ^bb0(%arg0: i32):
    %0:2 = "test.two"(%arg0) : (i32) -> (i32, i32)
    "func.return"(%0#1) : (i32) -> ()
  }) : () -> ()
}) : () -> ()
`.split("\n");

describe("names in an assembly text", () => {
  const names = new TextNames(LLVM);
  const lineOf = (text: string): number => LLVM.findIndex((line) => line.includes(text));

  it("are found at a column, quoted or not", () => {
    assert.equal(nameAt("  %s = add i32 %a, %b", 3)?.name, "%s");
    assert.equal(nameAt('call void @"a b"()', 13)?.name, '@"a b"');
    assert.equal(nameAt("  ret void", 3), undefined);
    assert.equal(nameAt("exit:", 2)?.name, "%exit");
  });
  it("of globals are defined once for the whole text", () => {
    assert.equal(names.definition("@add", lineOf("call i32 @add"))?.line, lineOf("define i32 @add"));
    assert.equal(names.definition("@table", 0)?.line, 1);
    assert.equal(names.definition("@puts", 0)?.line, lineOf("declare"));
    assert.equal(names.definition("#0", 3)?.line, lineOf("attributes"));
    assert.equal(names.definition("!4", 5)?.line, lineOf("!4 = "));
    assert.equal(names.definition("%struct.pair", 0)?.line, 0);
  });
  it("of locals depend on their function", () => {
    const second = lineOf("call i32 @add");
    assert.equal(names.definition("%s", second + 1)?.line, second);
    assert.equal(names.definition("%s", lineOf("ret i32 %s"))?.line, lineOf("%s = add"));
    assert.equal(names.definition("%a", second)?.line, lineOf("@twice"));
    assert.equal(names.definition("%exit", lineOf("br label"))?.line, lineOf("exit:"));
  });
  it("are listed with their own uses only", () => {
    assert.equal(names.references("%a", lineOf("%s = add")).length, 2);
    assert.equal(names.references("%a", lineOf("call i32 @add")).length, 3);
    assert.equal(names.references("@add", 0).length, 2);
  });
  it("make an outline and folds", () => {
    assert.deepEqual(
      names.symbols().map((symbol) => [symbol.kind, symbol.name]),
      [
        ["type", "%struct.pair"],
        ["global", "@table"],
        ["function", "@add"],
        ["function", "@twice"],
        ["declaration", "@puts"],
        ["attribute", "#0"],
      ],
    );
    assert.deepEqual(names.folds()[0], { start: lineOf("define i32 @add"), end: lineOf("ret i32 %s") });
  });
  it("of MLIR are found too: several results, block arguments", () => {
    const mlir = new TextNames(MLIR);
    assert.equal(mlir.definition("%0", 4)?.line, 3);
    assert.equal(mlir.definition("%arg0", 3)?.line, 2);
  });
});
