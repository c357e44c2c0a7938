/** Prints the module's symbol table, and checks the types of the intrinsics that it names. */
import type { BitRecord } from "../../bitstream/record";
import { INTRINSICS, standsFor } from "../intrinsics";
import { VST } from "../tables";
import { NumberedName } from "../layout";
import { BlockPrinter } from "./printer";

/** Characters of a name that is printed in quotes: those of char6. */
const CHAR6 = /^[a-zA-Z0-9._]$/;

/** Prints the names of functions and global variables. */
export class ValueSymtabPrinter extends BlockPrinter {
  protected override head(): void {
    if (this.section.scope.bodies > 0) this.out.error("Module symbol table must appear before function blocks");
    super.head();
  }

  record(record: BitRecord): undefined {
    this.out.lastKnownBit = record.startBit;
    const id = record.word(0);
    switch (record.code) {
      case VST.ENTRY:
        this.entry(record, this.globalId(id));
        this.note(record, id);
        break;
      case VST.BBENTRY:
        this.entry(record, new NumberedName("local", "%b", id, "?/"));
        break;
      default:
        this.out.error("Unknown record in valuesymtab block.");
    }
    this.write(record);
    return undefined;
  }

  private entry(record: BitRecord, id: NumberedName): void {
    const { out } = this;
    const { asm } = out;
    if (record.length <= 1) return out.error(`Valuesymtab entry record expects 2 arguments. Found: ${record.length}`);
    asm.operand(0).name(id).operand(undefined).space().put("punctuation", ":").space().begin();
    if (this.isPlain(record)) {
      asm
        .operand(1)
        .put("string", `"${record.text(1)}"`)
        .operand(undefined)
        .put("punctuation", ";");
    } else {
      asm.open("{");
      for (let i = 1; i < record.length; i++) {
        if (i > 1) asm.operand(undefined).put("punctuation", ",").end().space().begin();
        asm.operand(i).put("string", character(record.word(i) & 255));
      }
      asm.operand(undefined).close("}");
    }
    asm.end();
    this.putAbbreviation(record);
    asm.line();
  }
  /** Whether all characters can be printed in quotes; reports an operand that is not a byte. */
  private isPlain(record: BitRecord): boolean {
    let plain = true;
    for (let i = 1; i < record.length; i++) {
      if (record.value(i) >= 256) {
        this.out.error(`Argument ${i} of symbol entry not byte: ${record.decimal(i)}`);
        return false;
      }
      plain &&= CHAR6.test(String.fromCharCode(record.value(i)));
    }
    return plain;
  }

  /** Remembers a function's name; checks that an intrinsic has the type that goes with its name. */
  private note(record: BitRecord, id: number): void {
    const { scope } = this.section;
    if (id >= scope.functions + scope.expectedGlobals) return;
    const name = record.text(1);
    this.tables.names.set(id, name);
    const expected = INTRINSICS.get(name);
    const found = id < scope.functions ? this.tables.functions[id]?.type : undefined;
    if (!expected || !found) return;
    this.tables.intrinsics.add(id);
    const { out } = this;
    const [expectedTypes, foundTypes] = [expected.params, found.params];
    if (expectedTypes.length !== foundTypes.length) {
      return out.error(`Intrinsic ${name} expects ${expectedTypes.length} arguments. Found: ${foundTypes.length}`);
    }
    const result = found.result.name;
    if (!standsFor(result, expected.result)) {
      return out.error(`Intrinsic ${name} expects return type ${expected.result}. Found: ${result}`);
    }
    const wrong = expectedTypes.findIndex((type, i) => !standsFor(foundTypes[i]?.name ?? "", type));
    if (wrong < 0) return;
    const [type, actual] = [expectedTypes[wrong] ?? "", foundTypes[wrong]?.name ?? ""];
    out.error(`Intrinsic ${name} expects ${type} for argument ${wrong + 1}. Found: ${actual}`);
  }
}

/** A character in quotes, or its number as a signed `char`; one above 127 prints as a 32-bit number. */
function character(byte: number): string {
  const text = String.fromCharCode(byte);
  if (CHAR6.test(text)) return `'${text}'`;
  return String(byte < 128 ? byte : (byte - 256) >>> 0).padStart(3);
}
