/** Hover cards: what a token or an operand is, how it is encoded, what it means. */
import type { HoverCard, HoverLine, HoverTarget } from "../../document/hover";
import type { Entry } from "../../document/section";
import type { SymbolId, Token } from "../../document/token";
import type { Analysis } from "./analysis";
import { byteCount, cString, hex } from "./bytes";
import type { Op, OperandValue } from "./code/decode";
import { isFault, readOp } from "./code/decode";
import type { FunctionCode } from "./code/functions";
import { encodingWords, operandMeaning } from "./describe";
import type { Item } from "./listing/sections";
import { declarationIn, exportsOf, functionName } from "./module";
import { recognise, segmentText } from "./rodata";
import { parseSymbol } from "./symbols";
import type { Tile } from "./tiles";

/** A labelled line of a card. */
function line(label: string, text: string): HoverLine {
  return { label, text };
}

/** The token of an entry that a hover is about. */
function tokenOf(entry: Entry, target: HoverTarget): Token | undefined {
  if (entry.kind !== "lines" || target.column === "position") return undefined;
  return entry.lines[target.line]?.[target.column][target.token];
}

/** The card of a token in an item's entry, or of the complete entry. */
export function hoverCard(analysis: Analysis, item: Item, entry: Entry, target: HoverTarget): HoverCard | undefined {
  const token = tokenOf(entry, target);
  const symbol = token?.symbol === undefined ? [] : symbolLines(analysis, token.symbol);
  const extra = token?.symbol === undefined ? {} : { symbol: token.symbol };
  if (item.kind === "op") {
    const card = opCard(analysis, item.ordinal, item.index, token);
    return card && { ...card, ...extra, lines: [...card.lines, ...symbol] };
  }
  if (item.kind === "tile") {
    const card = tileCard(analysis, item.tile, token);
    return { ...card, ...extra, lines: [...card.lines, ...symbol] };
  }
  if (item.kind === "functionHead") {
    const card = functionCard(analysis, item.ordinal);
    return { ...card, ...extra, lines: [...card.lines, ...symbol] };
  }
  if (symbol.length === 0) return undefined;
  return { title: token?.text ?? "", lines: symbol, ...extra };
}

/** The meaning of a symbol. */
function symbolLines(analysis: Analysis, id: SymbolId): readonly HoverLine[] {
  const symbol = parseSymbol(id);
  const module = analysis.era?.module;
  if (!symbol || !module) return [];
  switch (symbol.kind) {
    case "function":
      return functionLines(analysis, symbol.ordinal);
    case "import": {
      const item = module.imports?.[symbol.ordinal];
      return [line(`import ${symbol.ordinal}`, `${cString(item?.name ?? "?")} "${item?.signature?.convention ?? ""}"`)];
    }
    case "rodata": {
      const data = module.rodata?.[symbol.ordinal]?.data;
      const found = data && recognise(analysis.window, data);
      const lines = [line(`rodata ${symbol.ordinal}`, segmentText(data, found))];
      return found && found.entryPoints.length > 0
        ? [...lines, line("entry points", found.entryPoints.join(", "))]
        : lines;
    }
    case "type":
      return [line(`type ${symbol.ordinal}`, cString(module.types?.[symbol.ordinal] ?? "?"))];
    case "global":
      return [line("global", `at byte ${symbol.ordinal} of ${module.state?.bytes ?? 0}`)];
    case "ref":
      return [line("global ref", `${symbol.ordinal} of ${module.state?.refs ?? 0}`)];
    case "block":
      return [line("block", `at ${hex(symbol.offset, 8)} of function ${symbol.function}`)];
    case "register":
      return [line("register", `${symbol.name} of function ${symbol.function}`)];
  }
}

/** Size, blocks and registers of a function, from its descriptor. */
function functionLines(analysis: Analysis, ordinal: number): readonly HoverLine[] {
  const def = analysis.functions?.def(ordinal);
  if (!def) return [];
  const blocks = def.blocks === undefined ? "" : `, ${def.blocks} blocks`;
  return [
    line(`function ${ordinal}`, `${byteCount(def.length)}${blocks}`),
    line("registers", `${def.i32Registers} values, ${def.refRegisters} refs`),
  ];
}

/**
 * The card of a function's head, with the declaration that the compiler stored as an attribute (iree.abi.declaration,
 * since 2023).
 */
function functionCard(analysis: Analysis, ordinal: number): HoverCard {
  const module = analysis.era?.module;
  const name = module ? cString(functionName(module, ordinal)) : "";
  const code = analysis.functions?.def(ordinal)?.code ?? { start: 0, end: 0 };
  const declaration = declarationIn(module && exportsOf(module).get(ordinal)?.[0]?.signature);
  return {
    title: `function @${name}`,
    lines: [
      ...functionLines(analysis, ordinal),
      ...(declaration === undefined ? [] : [line("declaration", cString(declaration))]),
    ],
    bits: { startBit: code.start * 8, endBit: code.end * 8 },
  };
}

/** The bytes of an operand, from the function's start. */
function operandEnd(op: Op, index: number): number {
  return op.operands[index + 1]?.at ?? op.end;
}

/** A value as stored, in decimal and hexadecimal. */
function rawOf(value: OperandValue): string {
  switch (value.kind) {
    case "register":
    case "attribute":
    case "ordinal":
    case "target":
      return `${value.raw} (0x${value.raw.toString(16).toUpperCase()})`;
    case "string":
      return byteCount(value.end - value.start);
    case "registers":
    case "integers":
    case "remap":
      return `${value.list.raws.length} numbers`;
    case "cases":
      return `${value.cases.length} cases`;
  }
}

/** The card of an op, or of the operand that a token shows: its bytes, their encoding, their meaning. */
function opCard(analysis: Analysis, ordinal: number, index: number, token: Token | undefined): HoverCard | undefined {
  const code = analysis.functions?.code(ordinal);
  const start = code?.body.starts[index];
  if (!code || start === undefined) return undefined;
  const op = readOp(code.code, start, code.table);
  const base = code.def.code.start;
  const container = `function @${cString(functionName(code.module, ordinal))}`;
  if (isFault(op)) return { title: op.message, container, lines: [] };
  const operand = token?.operand;
  const value = operand === undefined ? undefined : op.operands[operand];
  const schema = operand === undefined ? undefined : op.schema?.operands[operand];
  if (operand === undefined || !value || !schema) return wholeOpCard(code, op, container);
  return {
    title: `${schema.name}: operand ${operand + 1} of vm.${op.schema?.mnemonic ?? ""}`,
    container,
    lines: [line("raw", rawOf(value)), line("value", operandMeaning(code, op, operand))],
    bits: { startBit: (base + value.at) * 8, endBit: (base + operandEnd(op, operand)) * 8 },
    encoding: encodingWords(schema.encoding, code.table.registerBytes),
    description: description(op),
  };
}

/** The card of a complete op: its opcode byte (after the prefix of its set), offset, source location. */
function wholeOpCard(code: FunctionCode, op: Op, container: string): HoverCard {
  const base = code.def.code.start;
  const first = hex(code.code[op.start] ?? 0, 2);
  const opcode = op.prefixed ? `${first} (prefix ${op.schema?.set ?? ""}) ${hex(op.schema?.opcode ?? 0, 2)}` : first;
  const { debug } = code.module;
  const location = debug?.locationOf(code.ordinal, op.start) ?? -1;
  return {
    title: op.schema ? `vm.${op.schema.mnemonic}` : `block ^bb${code.block(op.start) ?? "?"}`,
    container,
    lines: [
      line("opcode", opcode),
      line("offset", hex(op.start, 8)),
      ...(debug?.locationAt(location) === undefined ? [] : [line("source", debug.describe(location))]),
    ],
    bits: { startBit: (base + op.start) * 8, endBit: (base + op.end) * 8 },
    encoding: `${op.end - op.start} bytes, opcode table ${code.table.name}`,
    description: description(op),
  };
}

/** The op's operands in the order in which they are encoded. */
function description({ schema }: Op): string {
  if (!schema) return "Marks the start of a block; branches lead to markers only.";
  return `${schema.symbol} [${schema.operands.map((operand) => operand.name).join(", ")}]`;
}

/** The card of bytes outside code: the object, the field that leads to it, the content of rodata. */
function tileCard(analysis: Analysis, tile: Tile, token: Token | undefined): HoverCard {
  const bits = { startBit: tile.start * 8, endBit: tile.end * 8 };
  const target = token?.targetBit === undefined ? [] : [line("points to", `byte ${token.targetBit / 8}`)];
  if (tile.kind === "rodata") {
    const { text, entryPoints } = recognise(analysis.window, tile);
    const named = entryPoints.length === 0 ? [] : [line("entry points", entryPoints.join(", "))];
    return { title: `rodata ${tile.index}`, lines: [line("holds", text), ...named], bits };
  }
  const object = tile.kind === "object" ? analysis.objects()?.object(tile.index) : undefined;
  const type = object?.type;
  const name = !type ? tile.kind : type.kind === "table" ? `table ${type.table}` : type.kind;
  const field =
    object && object.field !== ""
      ? [line("field", object.element < 0 ? object.field : `${object.field}[${object.element}]`)]
      : [];
  return { title: name, lines: [...field, line("size", byteCount(tile.end - tile.start)), ...target], bits };
}
