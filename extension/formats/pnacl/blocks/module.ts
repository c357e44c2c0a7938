/** Prints the module block: its version, and the functions it defines and declares. */
import type { BitRecord } from "../../bitstream/record";
import type { Scope } from "../module";
import type { SectionNode } from "../section";
import { LINKAGES, MODULE_CODE } from "../tables";
import { isValidFunction, VOID } from "../types";
import { BlockPrinter } from "./printer";

/** Prints the module's own records, and keeps the scope that its nested blocks see. */
export class ModulePrinter extends BlockPrinter {
  /** What the next nested block sees. */
  private current: Scope = this.section.scope;

  override get scope(): Scope {
    return this.current;
  }
  override save(): Scope {
    return this.current;
  }
  override restore(state: Scope): void {
    this.current = state;
  }
  override adopt(child: SectionNode): void {
    const { types, globals, expectedGlobals } = child.outcome ?? {};
    const current = this.current;
    const isBody = child.kind === "function";
    this.current = {
      ...current,
      types: types ?? current.types,
      globals: globals ?? current.globals,
      expectedGlobals: expectedGlobals ?? current.expectedGlobals,
      bodies: current.bodies + (isBody && child.functionId !== undefined ? 1 : 0),
    };
  }
  /**
   * Checks the functions' types. Only at the end are all names known, and intrinsics may have types that other
   * functions may not.
   */
  protected override afterExit(): void {
    const { functions, definitions, intrinsics } = this.tables;
    const { bodies, functions: count, definitions: defined } = this.current;
    // The reference means to skip the functions whose bodies it has already checked, but compares each time with the
    // first one that has no body. If all have one, it reads past the end of its list, where it finds 0.
    const left = bodies < defined ? definitions[bodies] : 0;
    for (let id = 0, skipped = 0; id < count; id++) {
      if (skipped < defined && id === left) {
        skipped++;
        continue;
      }
      const info = functions[id];
      if (!info || intrinsics.has(id) || isValidFunction(info.type)) continue;
      this.out.errorAt(info.startBit, `Invalid type signature for @f${id}: ${info.type.name}`);
    }
  }

  record(record: BitRecord): undefined {
    const { out } = this;
    out.lastKnownBit = record.startBit;
    switch (record.code) {
      case MODULE_CODE.VERSION:
        this.version(record);
        break;
      case MODULE_CODE.FUNCTION:
        this.function(record);
        break;
      default:
        out.error("Unknown record found in module block");
    }
    this.write(record);
    return undefined;
  }

  private version(record: BitRecord): void {
    const { out } = this;
    if (record.length !== 1) return out.error(`Version record should have one argument. Found: ${record.length}`);
    out.asm.put("keyword", "version").space().operand(0).put("number", record.decimal(0)).operand(undefined);
    out.asm.put("punctuation", ";");
    this.putAbbreviation(record);
    out.asm.line();
  }

  private function(record: BitRecord): void {
    const { out, tables } = this;
    const { asm } = out;
    if (record.length !== 4) return out.error(`Function record should have 4 arguments. Found: ${record.length}`);
    const isDefinition = record.value(2) === 0;
    const id = this.current.functions;
    asm
      .begin()
      .operand(2)
      .put("keyword", isDefinition ? "define" : "declare")
      .operand(undefined);
    const linkage = LINKAGES[record.value(3)];
    if (linkage === undefined) out.error(`Unknown linkage value: ${record.decimal(3)}`);
    else asm.space().operand(3).put("keyword", linkage).operand(undefined);
    if (record.value(1) !== 0) out.error(`Unknown calling convention value: ${record.decimal(1)}`);
    asm.end().space().begin();
    const typeId = record.word(0);
    const type = this.type(typeId, this.current.types);
    if (type.kind === "function") {
      this.putFunctionType(type, () => asm.put("global", `@f${id}`, `@f${id}`, true));
    } else {
      out.error(`Not function type: @t${typeId} = ${type.name}`);
      asm.put("problem", "???");
    }
    asm.put("punctuation", ";").end();
    this.putAbbreviation(record);
    asm.line();
    this.section.define("f", id, out.index);
    tables.functions[id] = {
      type: type.kind === "function" ? type : tables.typeTable.function(VOID, [], false),
      isDefinition,
      isInternal: linkage === "internal",
      startBit: record.startBit,
      endBit: record.endBit,
    };
    const { definitions } = this.current;
    if (isDefinition) tables.definitions[definitions] = id;
    this.current = { ...this.current, functions: id + 1, definitions: definitions + (isDefinition ? 1 : 0) };
  }
}
