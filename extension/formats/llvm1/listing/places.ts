/** Definitions of symbols, and hover cards. */
import { append } from "../../../document/arrays";
import type { HoverCard, HoverLine, HoverTarget } from "../../../document/hover";
import type { Entry, Place, SectionId } from "../../../document/section";
import type { SymbolId, Token } from "../../../document/token";
import type { Block } from "../read/blocks";
import type { Bytecode } from "../read/bytecode";
import type { Field } from "../model/cursor";
import { rowName } from "./elements";
import { FieldReader } from "./fields";
import type { Listing } from "./listing";
import { contextOf, operandFields, explainFields, operandValues } from "./meanings";
import type { AnyRow } from "./parts";
import { rowsOf } from "./parts";
import type { Value } from "../model/values";

/** The parts of a symbol: a global, function or type, or a function and one of its locals. */
const SYMBOL = /^([gft])(\d+)(?:\/([abv])(\d+))?$/;

/** Answers about places of one document. */
export class Places {
  constructor(
    private readonly bytecode: Bytecode,
    private readonly listing: Listing,
  ) {}

  /** The definition of a symbol: its row; for functions and arguments the head of the body. */
  locate(symbol: SymbolId): Place | undefined {
    const [, kind, number, local, ordinal] = SYMBOL.exec(symbol) ?? [];
    if (kind === undefined) return undefined;
    const module = this.bytecode.module();
    if (kind === "t") {
      const row = module.typeRows.find((r) => r.type.slot === Number(number));
      return row && this.listing.placeOf(row.startByte * 8);
    }
    if (kind === "g") {
      const global = module.globals[Number(number)];
      return global && this.listing.placeOf(global.startByte * 8);
    }
    return this.inFunction(Number(number), local, Number(ordinal));
  }

  /** The section of the function that has all uses of a local. */
  scope(symbol: SymbolId): SectionId | undefined {
    const [, kind, number, local] = SYMBOL.exec(symbol) ?? [];
    if (kind !== "f" || local === undefined) return undefined;
    const of = this.bytecode.module().functions[Number(number)];
    const block = of && this.bytecode.blockOf(of);
    return block && this.listing.sectionOf(block);
  }

  /** Functions and arguments are defined at the head of the body; declarations at their signature. */
  private inFunction(number: number, local: string | undefined, ordinal: number): Place | undefined {
    const of = this.bytecode.module().functions[number];
    if (!of) return undefined;
    const block = this.bytecode.blockOf(of);
    if (!block || of.declared) return this.listing.placeOf(of.startByte * 8);
    if (local === undefined || local === "a") return this.listing.placeOf(block.headerByte * 8);
    const blocks = this.bytecode.body(block)?.blocks ?? [];
    const first =
      local === "b"
        ? blocks[ordinal]?.instructions[0]
        : blocks.flatMap((b) => b.instructions).find((i) => i.ordinal === ordinal);
    return first && this.listing.placeOf(first.startByte * 8);
  }

  /** The card of a token, or of a complete record. */
  hover(place: Place, entry: Entry, target: HoverTarget): HoverCard | undefined {
    const block = this.listing.blockOf(place.section);
    if (!block || entry.kind !== "lines") return undefined;
    const line = entry.lines[target.line];
    const token = target.column === "position" ? undefined : line?.[target.column][target.token];
    const row = this.rowAt(block, entry);
    if (!row) return blockCard(this.bytecode, block, entry);
    const fields = new FieldReader(this.bytecode, block).row(row);
    explainFields(this.bytecode, block, row, fields);
    return this.card(block, row, fields, token);
  }

  private rowAt(block: Block, entry: Entry): AnyRow | undefined {
    const rows = block.kind === "Module" || block.kind === "Function" ? undefined : rowsOf(this.bytecode, block);
    return rows?.rows.find((row) => row.startByte * 8 === entry.startBit);
  }

  /** The card of an operand if the token shows one, otherwise of the complete record with all its fields. */
  private card(block: Block, row: AnyRow, fields: readonly Field[], token: Token | undefined): HoverCard {
    const container = this.bytecode.blockName(this.bytecode.functionBlock(block) ?? block);
    const field = token?.operand === undefined ? undefined : fieldOf(row, fields, token.operand);
    const lines: HoverLine[] = [];
    const value = field ? this.valueOf(row, fields, field) : definedBy(row);
    if (field) {
      lines.push({
        label: "raw",
        text: `${rawText(field)}${field.explanation ? `: ${field.explanation()}` : ""}`,
      });
    } else
      for (const one of fields.slice(0, 12))
        lines.push({ label: one.name, isName: true, text: `${rawText(one)}${meaningOf(one)}` });
    if (value) append(lines, this.plane(value));
    const name = rowName(row);
    return {
      title: field ? `${field.name} of ${name}` : name,
      container,
      lines,
      bits: field ?? { startBit: row.startByte * 8, endBit: row.endByte * 8 },
      ...(field ? { encoding: encodingOf(field) } : {}),
      ...(token?.symbol === undefined ? {} : { symbol: token.symbol }),
      ...(row.kind === "instruction" ? { description: FORMS[formOf(fields)] ?? "" } : {}),
    };
  }

  private valueOf(row: AnyRow, fields: readonly Field[], field: Field): Value | undefined {
    return operandValues(row)[operandFields(row, fields).indexOf(field)];
  }

  /** A value's slot in its plane. */
  private plane(value: Value): readonly HoverLine[] {
    const type = contextOf(this.bytecode).types().text(value.type);
    return [{ label: "plane", text: `${type}, slot ${value.slot}` }];
  }
}

/** The forms of an instruction record (BytecodeFormat.html). */
const FORMS: readonly string[] = [
  "form 0: opcode, type, operand count and operands written out",
  "form 1: a word with a 6-bit opcode, a 12-bit type and one 12-bit operand",
  "form 2: a word with a 6-bit opcode, an 8-bit type and two 8-bit operands",
  "form 3: a word with a 6-bit opcode, a 6-bit type and three 6-bit operands",
];

/** The form of an instruction, from its fields; form 0 has no field of its own for it. */
function formOf(fields: readonly Field[]): number {
  return fields[0]?.name === "form" ? Number(fields[0].raw) : 0;
}

/** The field of a token's operand: for instructions only operands are counted, otherwise all fields. */
function fieldOf(row: AnyRow, fields: readonly Field[], operand: number): Field | undefined {
  return row.kind === "instruction" ? operandFields(row, fields)[operand] : fields[operand];
}

function definedBy(row: AnyRow): Value | undefined {
  if (row.kind === "instruction") return row;
  return "slot" in row && "type" in row && row.kind !== "type" ? row : undefined;
}

function rawText(field: Field): string {
  return typeof field.raw === "object" ? `${field.raw.length} bytes` : String(field.raw);
}

function meaningOf(field: Field): string {
  return field.explanation ? ` (${field.explanation()})` : "";
}

function encodingOf(field: Field): string {
  const width = field.endBit - field.startBit;
  if (field.encoding.kind === "leb128") return `vbr, ${width / 8} byte${width === 8 ? "" : "s"}`;
  return field.encoding.kind === "fixed" ? `fixed(${width})` : field.encoding.kind;
}

function blockCard(bytecode: Bytecode, block: Block, entry: Entry): HoverCard {
  const lines = [
    { label: "id", text: String(block.id) },
    { label: "size", text: `${block.size} bytes, from byte ${block.startByte}` },
  ];
  return { title: `${block.kind} block`, container: bytecode.blockName(block), lines, bits: entry };
}
