import * as assert from "node:assert/strict";
import { bytes, EntryFile } from "../../support/mlirEntries";
import type { MlirBytes } from "../../support/mlirEntries";

describe("llvm debug info", () => {
  const file = new EntryFile();
  const add = (content: MlirBytes): number => file.addAttribute("llvm", content);
  const spelled = (content: MlirBytes): string => file.attributeText(add(content));
  it("leaves out parameters with their default", () => {
    const name = file.addString("int");
    assert.equal(
      spelled(bytes().varints(0, 0x24, name, 32, 5)),
      '#llvm.di_basic_type<tag = DW_TAG_base_type, name = "int", sizeInBits = 32, encoding = DW_ATE_signed>',
    );
    assert.equal(
      spelled(bytes().varints(0, 0x24, name, 0, 0)),
      '#llvm.di_basic_type<tag = DW_TAG_base_type, name = "int">',
    );
    assert.equal(spelled(bytes().varints(14, 0, 0).byte(0)), "#llvm.di_namespace<exportSymbols = false>");
  });
  it("quotes several flags, but not a single one", () => {
    const subprogram = (flags: number): string =>
      spelled(bytes().varint(15).varint(0).byte(0).varints(0, 0, 0, 0, 0, 0, 0, 0, flags, 0).byte(0, 0));
    assert.equal(subprogram(8), "#llvm.di_subprogram<subprogramFlags = Definition>");
    assert.equal(subprogram(24), '#llvm.di_subprogram<subprogramFlags = "Definition|Optimized">');
  });
  it("prints nested expressions without their name", () => {
    const element = add(bytes().varints(4, 0x23).byte(1).varints(1, 3));
    const expression = add(
      bytes()
        .varint(5)
        .byte(1)
        .varints(1, 2 * element + 1),
    );
    assert.equal(file.attributeText(expression), "#llvm.di_expression<[DW_OP_plus_uconst(3)]>");
    const variable = file.stringAttribute("v");
    assert.equal(
      spelled(bytes().varints(8, variable, 2 * expression + 1)),
      '#llvm.di_global_variable_expression<var = "v", expr = <[DW_OP_plus_uconst(3)]>>',
    );
  });
  describe("of development versions", () => {
    /** The dialect of the language is stored only by MLIR 24 of August 2026. */
    const unit = (language: number, ...dialect: number[]): MlirBytes =>
      bytes()
        .varint(1)
        .varint(0)
        .byte(0)
        .varint(0)
        .varints(language, ...dialect);
    /** No file and producer, isOptimized = false, Full, no profiling, no name table, no file of its own, `entities`. */
    const rest = (content: MlirBytes, entities: readonly number[]): MlirBytes =>
      content
        .varints(0, 0)
        .byte(0)
        .varint(1)
        .byte(0)
        .varints(0, 0)
        .byte(1)
        .list(entities, (entity) => content.varint(2 * entity + 1));

    it("tell whether a compile unit has the dialect of a language", () => {
      const file = new EntryFile(23, "MLIR24.0.0git");
      const entity = file.stringAttribute("e");
      // With many entities, the same bytes end where the entry ends also if they are read as MLIR 23 wrote them.
      for (let count = 1; count <= 12; count++) {
        const entities = Array<number>(count).fill(entity);
        const listed = entities.map(() => '"e"').join(", ");
        const text = (content: MlirBytes): string =>
          file.attributeText(file.addAttribute("llvm", rest(content, entities)));
        const common = `emissionKind = Full, importedEntities = ${listed}>`;
        assert.equal(text(unit(2)), `#llvm.di_compile_unit<sourceLanguage = DW_LANG_C, ${common}`);
        assert.equal(text(unit(2, 0)), `#llvm.di_compile_unit<sourceLanguage = DW_LANG_C, ${common}`);
        const simt = "sourceLanguageDialect = DW_LLVM_LANG_DIALECT_simt";
        assert.equal(text(unit(2, 1)), `#llvm.di_compile_unit<sourceLanguage = DW_LANG_C, ${simt}, ${common}`);
      }
    });
    it("may encode as the release before", () => {
      const type = bytes().varints(3, 0x0f, 0, 0, 64, 0, 0, 0, 0);
      const pointer = "#llvm.di_derived_type<tag = DW_TAG_pointer_type, sizeInBits = 64>";
      const text = (producer: string): string => {
        const file = new EntryFile(23, producer);
        return file.attributeText(file.addAttribute("llvm", type));
      };
      assert.equal(text("MLIR23.0.0git"), pointer);
      assert.notEqual(text("MLIR24.0.0git"), pointer);
      assert.notEqual(text("MLIR23.1.0"), pointer);
    });
    it("print a compile unit without a recId as the release before", () => {
      const unit = bytes().varints(1, 0, 2, 0, 0).byte(0).varints(0, 0);
      const file = new EntryFile(23, "MLIR23.0.0git");
      const text = file.attributeText(file.addAttribute("llvm", unit));
      const [, printed = ""] = /sourceLanguage = (.*)>$/.exec(text) ?? [];
      assert.match(printed, /^DW_LANG_C, .*isOptimized = false, emissionKind = None$/);
    });
    it("have NVIDIA's locations with a scope, and higher numbers behind them", () => {
      const file = new EntryFile(23, "MLIR23.0.0git");
      const [position, scope] = [file.stringAttribute("at"), file.stringAttribute("in")];
      const entry = file.addAttribute("llvm", bytes().varints(14, position, scope));
      const spelled = (content: MlirBytes): string => file.attributeText(file.addAttribute("llvm", content));
      assert.equal(spelled(bytes().varints(13, position, scope).byte(0)), '#llvm.di_location<"at" in "in">');
      const listed = bytes().varints(13, position, scope).byte(1);
      listed.varints(1, 2 * entry + 1);
      assert.equal(spelled(listed), '#llvm.di_location<"at" in "in" snapshots = [<"at" in "in">]>');
      const variable = bytes().varints(15, scope, 0, 0, 7, 0, 0, 0, 0);
      assert.equal(spelled(variable), '#llvm.di_local_variable<scope = "in", line = 7>');
      assert.equal(
        spelled(bytes().varints(20, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0).byte(0)),
        "#llvm.loop_annotation<>",
      );
    });
    it("tell what the number of a language means", () => {
      const file = new EntryFile(23, "MLIR24.0.0git");
      const name = file.addAttribute("llvm", "#llvm.di_source_language_name<language = DW_LANG_C>");
      const meaning = (content: MlirBytes): readonly unknown[] => {
        const told: unknown[] = [];
        let isLanguage = false;
        file.attribute(file.addAttribute("llvm", rest(content, [])), {
          leaf: (field) => (isLanguage = field.startsWith("sourceLanguage")),
          note: (text) => isLanguage && told.push(text),
          refer: (table, index) => isLanguage && told.push([table, index]),
          open: () => undefined,
          close: () => undefined,
        });
        return told;
      };
      assert.deepEqual(meaning(unit(2 * name + 1)), [["attribute", name]]);
      assert.deepEqual(meaning(unit(0x21, 2)), ["DW_LANG_C_plus_plus_14", "DW_LLVM_LANG_DIALECT_tile"]);
    });
  });
  it("is text before MLIR 22", () => {
    const old = new EntryFile(19);
    const node = old.attribute(old.addAttribute("llvm", bytes().varints(6, 0, 0)));
    assert.match(node.kind === "opaque" ? (node.damage ?? "") : "", /does not implement the bytecode interface/);
  });
});
