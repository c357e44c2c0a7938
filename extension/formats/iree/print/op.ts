/** Prints one op as HEAD's disassembler does, into tokens or text. */
import type { Sink } from "../../../document/sink";
import { dropsName } from "../../../document/sink";
import { cString, hex } from "../bytes";
import { byteString } from "../../../document/byteText";
import type { List, Op, OperandValue } from "../code/decode";
import type { OpContext } from "../code/functions";
import { internalName } from "../module";
import type { Bank, OperandKind, OpSchema } from "../opcodes";
import { IMPORT_BIT, ordinalIn, registerOf } from "../opcodes";
import { blockSymbol, ordinalSymbol, registerSymbol } from "../symbols";
import { f32Text, f64Text } from "./float";
import type { FormPart } from "./forms";
import { formOf, showsMove } from "./forms";

/** Prints an op without its offset, indentation and newline. */
export function printOp(sink: Sink, context: OpContext, op: Op): void {
  new OpPrinter(sink, context, op).print();
}

/** The bytes of an op's prefix and opcode in hex: `E0 0A`. */
export function opcodeHex(code: Uint8Array, op: Op): string {
  const first = hex(code[op.start] ?? 0, 2);
  return op.prefixed ? `${first} ${hex(code[op.start + 1] ?? 0, 2)}` : first;
}

/** Prints the parts of an op's form in their order. */
class OpPrinter {
  constructor(
    private readonly sink: Sink,
    private readonly context: OpContext,
    private readonly op: Op,
  ) {}

  print(): void {
    const { schema } = this.op;
    if (schema) this.parts(formOf(schema), schema);
    else {
      this.blockName(this.op.start, true);
      this.sink.put("punctuation", ":");
    }
  }

  /** Each operand is marked with its index, so that it can be paired with the operand in the record. */
  private parts(parts: readonly FormPart[], schema: OpSchema): void {
    for (const part of parts) {
      switch (part.kind) {
        case "text":
          this.sink.put("punctuation", part.text);
          break;
        case "mnemonic":
          this.sink.put("keyword", `vm.${schema.mnemonic}`);
          break;
        case "operand":
          this.sink.operand(part.index);
          this.operand(part.index, schema);
          this.sink.operand(undefined);
          break;
        case "optional":
          if (!this.isEmpty(part.parts)) this.parts(part.parts, schema);
      }
    }
  }

  /** Whether the list in an optional part is empty. */
  private isEmpty(parts: readonly FormPart[]): boolean {
    return parts.some((part) => {
      const value = part.kind === "operand" ? this.op.operands[part.index] : undefined;
      return value !== undefined && "list" in value && value.list.raws.length === 0;
    });
  }

  /** An operand, by its encoding. */
  private operand(index: number, schema: OpSchema): void {
    const value = this.op.operands[index];
    const operand = schema.operands[index];
    if (!value || !operand) return;
    const { encoding } = operand;
    switch (value.kind) {
      case "register":
        return this.bankRegister(value.raw, encoding, showsMove(schema, operand.name));
      case "attribute":
        return this.attribute(value, encoding, schema);
      case "ordinal":
        return this.ordinal(value.raw, encoding, schema);
      case "target":
        return this.blockName(value.raw, false);
      case "string":
        return this.sink.put("string", `"${cString(byteString(this.context.code.subarray(value.start, value.end)))}"`);
      case "registers":
        return this.list(value.list, (raw) => {
          this.register(raw, encoding);
        });
      case "integers":
        return this.list(value.list, (raw) => {
          this.sink.put("number", String(raw));
        });
      case "remap":
        return this.remap(value.list);
      case "cases":
        return this.cases(value);
    }
  }

  /** Elements separated by commas. */
  private list(list: List, print: (raw: number) => void): void {
    for (const [i, raw] of list.raws.entries()) {
      if (i > 0) this.sink.put("punctuation", ", ");
      print(raw);
    }
  }

  /** `%i1->%i2`: what a branch copies into the registers of the block. A 64-bit value is two pairs. */
  private remap({ raws }: List): void {
    for (let i = 0; i + 1 < raws.length; i += 2) {
      if (i > 0) this.sink.put("punctuation", ", ");
      this.register(raws[i] ?? 0, undefined);
      this.sink.put("punctuation", "->");
      this.register(raws[i + 1] ?? 0, undefined, true);
    }
  }

  /** `, 0: ^bb1(%i1->%i2)` for each case of br_table after the default. */
  private cases({ cases }: OperandValue & { kind: "cases" }): void {
    for (const [i, { target, remap }] of cases.entries()) {
      this.sink.put("punctuation", `, ${i}: `);
      this.blockName(target, false);
      this.sink.put("punctuation", "(");
      this.remap(remap);
      this.sink.put("punctuation", ")");
    }
  }

  /** A register in the op's bank; a 64-bit value is shown as its pair. */
  private bankRegister(raw: number, encoding: OperandKind, moves: boolean): void {
    const bank: Bank = encoding.kind === "register" ? encoding.bank : "any";
    const written = encoding.kind === "register" && encoding.written;
    if (bank === "any") return this.register(raw, encoding);
    const { registerBytes } = this.context.table;
    const { move } = registerOf(raw, registerBytes);
    const ordinal = ordinalIn(bank === "ref" ? "ref" : "value", raw, registerBytes);
    if (bank === "ref") return this.name(move && moves ? `%R${ordinal}` : `%r${ordinal}`, `%r${ordinal}`, written);
    const wide = bank === "i64" || bank === "f64";
    this.name(wide ? `%i${ordinal}:${ordinal + 1}` : `%i${ordinal}`, `%i${ordinal}`, written);
  }

  /** A register of a list, which tells its bank itself. */
  private register(raw: number, encoding: OperandKind | undefined, destination = false): void {
    const { ref, move, ordinal } = registerOf(raw, this.context.table.registerBytes);
    const written = destination || (encoding !== undefined && "written" in encoding && encoding.written);
    const letter = ref ? (move ? "R" : "r") : "i";
    this.name(`%${letter}${ordinal}`, `%${ref ? "r" : "i"}${ordinal}`, written);
  }

  /** A register, which is a symbol of its function. */
  private name(text: string, register: string, written: boolean): void {
    if (dropsName(this.sink, "local")) this.sink.put("local", text);
    else this.sink.name("local", text, registerSymbol(this.context.ordinal, register), written);
  }

  /** Integer constants are followed by their bits; floats are printed so that they can be read back. */
  private attribute(value: OperandValue & { kind: "attribute" }, encoding: OperandKind, schema: OpSchema): void {
    const type = encoding.kind === "attribute" ? encoding.type : "i32";
    if (type === "f32") return this.sink.put("number", f32Text(Number(value.raw)));
    if (type === "f64") return this.sink.put("number", f64Text(BigInt(value.raw)));
    this.sink.put("number", String(value.value));
    if (schema.mnemonic.startsWith("const."))
      this.sink.put("comment", `  // 0x${hex(value.raw, type === "i64" ? 16 : 8)}`);
  }

  /** What an ordinal refers to: a global by its byte offset (a ref by its index), a type and an import by name. */
  private ordinal(raw: number, encoding: OperandKind, schema: OpSchema): void {
    switch (encoding.kind === "ordinal" ? encoding.of : "global") {
      case "global": {
        const refs = schema.mnemonic.endsWith(".ref");
        return this.sink.name("global", String(raw), ordinalSymbol(refs ? "ref" : "global", raw));
      }
      case "type":
        return this.typeName(raw);
      case "rodata":
        return this.rodata(raw);
      case "function":
        return this.callee(raw, schema);
    }
  }

  /** A name of the module's tables, cut if code may have mentioned it too often. */
  private mentioned(name: string): string {
    const { module, ordinal } = this.context;
    return cString(module.mentions.name(name, (module.functions?.[ordinal]?.offset ?? 0) + this.op.start));
  }

  /** A type as the table spells it. */
  private typeName(ordinal: number): void {
    const name = this.context.module.types?.[ordinal];
    if (name === undefined) return this.sink.put("type", `<type ${ordinal}>`);
    this.sink.name("type", this.mentioned(name), ordinalSymbol("type", ordinal));
  }

  /** A segment by its ordinal, followed by its size. */
  private rodata(ordinal: number): void {
    this.sink.name("global", String(ordinal), ordinalSymbol("rodata", ordinal));
    const segment = this.context.module.rodata?.[ordinal];
    if (!segment) return;
    const bytes = segment.external ? segment.external.length : segment.data ? segment.data.end - segment.data.start : 0;
    this.sink.put("comment", `  // ${bytes}b`);
  }

  /** An import by its full name; a function of the module as `module.name`, or `module:3` if it has no name. */
  private callee(raw: number, schema: OpSchema): void {
    const { module } = this.context;
    if (raw >= IMPORT_BIT) {
      const ordinal = raw - IMPORT_BIT;
      const name = this.mentioned(module.imports?.[ordinal]?.name ?? "");
      const text = name === "" ? `import:${ordinal}` : name;
      return this.sink.name("global", `@${text}`, ordinalSymbol("import", ordinal));
    }
    if (schema.mnemonic === "import.resolved") return this.sink.put("problem", `@{{INVALID ORDINAL ${raw | 0}}}`);
    const name = internalName(module, raw);
    const text = `${this.mentioned(module.name)}${name === undefined ? `:${raw}` : `.${this.mentioned(name)}`}`;
    this.sink.name("global", `@${text}`, ordinalSymbol("function", raw));
  }

  /** `^bb3`: blocks are numbered in order. A target that does not start a block is shown as its offset. */
  private blockName(offset: number, definition: boolean): void {
    const number = this.context.block(offset);
    if (number === undefined) return this.sink.put("problem", `^${hex(offset, 8)}`);
    this.sink.name("block", `^bb${number}`, blockSymbol(this.context.ordinal, offset), definition);
  }
}
