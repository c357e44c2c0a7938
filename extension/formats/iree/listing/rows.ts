/** The rows of the listing: position, record (the bytes), assembly (their meaning). */
import type { ByteText } from "../../../document/byteText";
import type { NameTaker } from "../../../document/nameTaker";
import { tellLines } from "../../../document/nameTaker";
import type { RowWriter } from "../../../document/rowWriter";
import { writeEntry, writeTokens } from "../../../document/rowWriter";
import type { Sink } from "../../../document/sink";
import { ByteSink, TokenSink } from "../../../document/sink";
import type { Line, Token } from "../../../document/token";
import type { ListingOptions } from "../../../document/section";
import { TakerSink } from "../../../kit/takerSink";
import type { Analysis } from "../analysis";
import { allZero, byteCount, hex } from "../bytes";
import { isFault, readOp } from "../code/decode";
import type { Op, OperandValue } from "../code/decode";
import type { FunctionCode } from "../code/functions";
import { gapKind, gapText } from "../elements";
import { printHead, printModuleLine } from "../print/assembly";
import { opcodeHex, printOp } from "../print/op";
import type { Tile } from "../tiles";
import type { LinesEntry } from "./entry";
import { detail, row, shownNumbers, withoutPosition } from "./entry";
import { ObjectRows } from "./objects";
import type { Item } from "./sections";
import { runTitle } from "./sections";

/** Most problems that one entry shows. */
const MOST_PROBLEMS = 8;
/** Most zeros between objects that are taken for padding. */
const MOST_PADDING = 4096;

function problemLine(positionBit: number, message: string): Line {
  return { kind: "row", positionBit, record: [], assembly: [{ kind: "problem", text: `; problem: ${message}` }] };
}

/** An op of a function, and the byte of the function at which it starts. */
interface SoundOp {
  readonly code: FunctionCode;
  readonly start: number;
  readonly op: Op;
}

/** Makes entries of a module's listing. */
export class Rows {
  private readonly objects: ObjectRows;
  /** The code of the function whose ops are being written. */
  private code: FunctionCode | undefined;
  private latest: { readonly text: ByteText; readonly sink: ByteSink } | undefined;
  constructor(private readonly analysis: Analysis) {
    this.objects = new ObjectRows(analysis);
  }

  /** The entry of an item that is not a section, with a line for each problem of its bytes. */
  entry(item: Exclude<Item, { kind: "section" }>, options: ListingOptions): LinesEntry {
    const entry = this.plain(item, options);
    const undecoded = entry.lines.some((line) => line.assembly[0]?.text.startsWith("; undecoded"));
    const faults = undecoded ? [] : this.faultLines(item, entry);
    if (faults.length === 0) return entry;
    return { ...entry, lines: [...entry.lines.map((line) => ({ ...line, detail: false })), ...faults] };
  }

  /** Begins a page of written rows: bytes that were seen before may no longer be valid. */
  begin(): void {
    this.code = undefined;
  }
  /** Writes the same rows as text. */
  write(item: Exclude<Item, { kind: "section" }>, options: ListingOptions, writer: RowWriter): void {
    if (item.kind === "tile" && !writer.details && this.isHidden(item.tile))
      writer.entry(item.tile.start * 8, item.tile.end * 8);
    else if (item.kind !== "op" || !this.writeOp(item.ordinal, item.index, options, writer))
      writeEntry(this.entry(item, options), writer);
  }
  /** Whether all rows of a tile are details: they need not be made where details are left out. */
  private isHidden(tile: Tile): boolean {
    const isDetail = tile.kind === "gap" ? this.isPadding(tile) : this.objects.isDetail(tile);
    return isDetail && this.analysis.problemsIn(tile.start * 8, tile.end * 8).length === 0;
  }
  /** Writes the rows of a sound op of a sound function; false for any other. */
  private writeOp(ordinal: number, index: number, options: ListingOptions, writer: RowWriter): boolean {
    const found = this.soundOp(ordinal, index);
    if (!found) return false;
    const { code, start, op } = found;
    const sink = this.sinkOf(writer);
    const startBit = (code.def.code.start + start) * 8;
    const end = code.body.starts[index + 1] ?? code.body.end;
    writer.entry(startBit, (code.def.code.start + end) * 8);
    if (hasLabel(code, start)) {
      writer.row(undefined);
      writer.assembly();
      printLabel(sink, code, op);
      writer.end();
    }
    if (writer.row(startBit)) putRecord(sink, code, op, options.full ?? false);
    writer.assembly();
    if (op.schema) writer.text.text("  ");
    printOp(sink, code, op);
    if (op.schema) writeTokens(writer.text, this.location(ordinal, start));
    writer.end();
    return true;
  }
  /** Passes on the names in the same rows. */
  tell(item: Exclude<Item, { kind: "section" }>, taker: NameTaker): void {
    if (item.kind !== "op" || !this.tellOp(item.ordinal, item.index, taker))
      tellLines(this.entry(item, {}).lines, taker);
  }
  private tellOp(ordinal: number, index: number, taker: NameTaker): boolean {
    const found = this.soundOp(ordinal, index);
    if (!found) return false;
    const { code, start, op } = found;
    taker.entry();
    const sink = new TakerSink(taker);
    if (hasLabel(code, start)) printLabel(sink, code, op);
    printOp(sink, code, op);
    return true;
  }
  /** A sound op of a sound function, which starts at a byte of the function; undefined for any other. */
  private soundOp(ordinal: number, index: number): SoundOp | undefined {
    const code = this.codeOf(ordinal);
    if (!code || code.body.faults.length > 0) return undefined;
    const start = code.body.starts[index] ?? 0;
    const op = readOp(code.code, start, code.table);
    return isFault(op) ? undefined : { code, start, op };
  }
  /** The code of a checked function. */
  private codeOf(ordinal: number): FunctionCode | undefined {
    if (this.code?.ordinal === ordinal) return this.code;
    this.analysis.checkFunction(ordinal);
    this.code = this.analysis.functions?.code(ordinal);
    return this.code;
  }
  private sinkOf({ text }: RowWriter): ByteSink {
    if (this.latest?.text !== text) this.latest = { text, sink: new ByteSink(text) };
    return this.latest.sink;
  }

  /** A line for each problem of an item's bytes, up to a limit. */
  private faultLines(item: Item, { startBit, endBit }: LinesEntry): readonly Line[] {
    if (item.kind === "tile")
      return this.analysis
        .problemsIn(startBit, endBit)
        .slice(0, MOST_PROBLEMS)
        .map((problem) => problemLine(problem.startBit, problem.message));
    if (item.kind !== "op") return [];
    const code = this.analysis.functions?.code(item.ordinal);
    const base = (code?.def.code.start ?? 0) * 8;
    return (code?.body.faults ?? [])
      .filter(({ start }) => base + start * 8 >= startBit && base + start * 8 < endBit)
      .slice(0, MOST_PROBLEMS)
      .map(({ start, message }) => problemLine(base + start * 8, message));
  }

  /** The entry without the problems of its bytes. */
  private plain(item: Exclude<Item, { kind: "section" }>, options: ListingOptions): LinesEntry {
    switch (item.kind) {
      case "moduleHead":
        return this.moduleHead();
      case "runHead": {
        const text = `; ${runTitle(item.topic, item.tiles, item.end - item.start)}`;
        return row(item.start, item.end, [], [{ kind: "comment", text }]);
      }
      case "tile":
        return this.tile(item.tile, options);
      case "functionHead":
        return this.functionHead(item.ordinal);
      case "op":
        return this.op(item.ordinal, item.index, options);
      case "functionTail":
        return this.functionTail(item.ordinal);
      case "functionFoot": {
        const end = this.analysis.functions?.def(item.ordinal)?.code.end ?? 0;
        return withoutPosition(end, [{ kind: "punctuation", text: "}" }]);
      }
    }
  }

  /** The head of the listing names the schema and the opcode table, since old files do not store them. */
  private moduleHead(): LinesEntry {
    const { era } = this.analysis;
    if (!era) return row(0, 0, [], [{ kind: "problem", text: "; no module could be read" }]);
    const { module, table } = era;
    const { name, from } = module.revision;
    const version = module.bytecodeVersion;
    const versionText = version ? `, bytecode version ${version.major}.${version.minor}` : "";
    const sink = new TokenSink();
    printModuleLine(sink, module);
    const assembly = sink.take().map((token) => ({ ...token, text: token.text.replace("\n", "") }));
    const text = `  // schema ${name} (from ${from}), opcode table ${table.name} (from ${table.from})${versionText}`;
    return row(0, 0, [], [...assembly, { kind: "comment", text }]);
  }

  /** The row of bytes outside code. Headers and padding are details, shown with `--all`. */
  private tile(tile: Tile, options: ListingOptions): LinesEntry {
    const { start, end } = tile;
    switch (tile.kind) {
      case "object":
      case "struct":
      case "rodata":
        return this.objects.entry(tile, options);
      case "zip": {
        const part = this.analysis.container.zip[tile.index];
        const name = part?.name === "" ? "" : ` ${part?.name ?? ""}`;
        const comment: Token = { kind: "comment", text: `; zip ${part?.kind ?? ""}${name}` };
        return detail(row(start, end, [{ kind: "text", text: `zip ${byteCount(end - start)}` }], [comment]));
      }
      case "prefix":
        return detail(
          row(
            start,
            end,
            [{ kind: "text", text: "size prefix" }],
            [{ kind: "comment", text: "; bytes of the FlatBuffer" }],
          ),
        );
      case "gap":
        return this.gap(tile);
      case "function":
        return row(start, end, [], []);
    }
  }

  private isPadding({ start, end }: Tile): boolean {
    return end - start <= MOST_PADDING && allZero(this.analysis.window.view(start, end));
  }
  /** Bytes between objects: zeros are padding; others are shown, since something must have written them. */
  private gap(tile: Tile): LinesEntry {
    const { start, end } = tile;
    const bytes = end - start;
    const padding = this.isPadding(tile);
    const kind = padding ? "padding" : gapKind(this.analysis, start);
    const text = `; ${gapText(kind, bytes)}`;
    const entry = row(
      start,
      end,
      [{ kind: "text", text: padding ? `padding ${bytes}` : "" }],
      [{ kind: kind === "undecoded" ? "problem" : "comment", text }],
    );
    return padding ? detail(entry) : entry;
  }

  /** A function's head is at the start of its code; its record shows the descriptor. */
  private functionHead(ordinal: number): LinesEntry {
    const def = this.analysis.functions?.def(ordinal);
    const module = this.analysis.era?.module;
    if (!def || !module) return row(0, 0, [], []);
    const sink = new TokenSink();
    printHead(sink, module, ordinal);
    const blocks = def.blocks === undefined ? "" : ` blocks=${def.blocks}`;
    const record = `function ${ordinal} length=${def.length} i32=${def.i32Registers} ref=${def.refRegisters}${blocks}`;
    const { start } = def.code;
    return row(start, start, [{ kind: "text", text: record }], sink.take());
  }

  /** The zeros up to a multiple of 8 that bytecode_length included from 2021-07 until 2023-03. */
  private functionTail(ordinal: number): LinesEntry {
    const code = this.analysis.functions?.code(ordinal);
    const start = code ? code.def.code.start + code.body.end : 0;
    const end = code?.def.code.end ?? 0;
    const record: Token[] = [{ kind: "text", text: `padding ${end - start}` }];
    return detail(row(start, end, record, [{ kind: "comment", text: "; padding, counted in the length" }]));
  }

  /** The source of an op, with a link to its entry in the debug database. */
  private location(ordinal: number, pc: number): readonly Token[] {
    const debug = this.analysis.era?.module.debug;
    const index = debug?.locationOf(ordinal, pc);
    const at = index === undefined ? undefined : debug?.locationAt(index);
    if (!debug || index === undefined || at === undefined) return [];
    return [{ kind: "comment", text: `  // ${debug.describe(index)}`, targetBit: at * 8 }];
  }

  /** An op. If blocks have no markers, the label of a block that starts here gets a line of its own. */
  private op(ordinal: number, index: number, options: ListingOptions): LinesEntry {
    const code = this.analysis.functions?.code(ordinal);
    if (!code) return row(0, 0, [], []);
    this.analysis.checkFunction(ordinal);
    const { starts, end } = code.body;
    const start = starts[index] ?? 0;
    const base = code.def.code.start;
    const [from, to] = [base + start, base + (starts[index + 1] ?? end)];
    const op = readOp(code.code, start, code.table);
    if (isFault(op)) {
      const text = `; undecoded ${(to - from) * 8} bits: ${op.message}`;
      return row(from, to, [], [{ kind: "problem", text }]);
    }
    const sink = new TokenSink();
    sink.put("text", op.schema ? "  " : "");
    printOp(sink, code, op);
    const location = op.schema ? this.location(ordinal, start) : [];
    const assembly = sink.take();
    putRecord(sink, code, op, options.full ?? false);
    const entry = row(from, to, sink.take(), [...assembly, ...location]);
    if (!hasLabel(code, start)) return entry;
    printLabel(sink, code, op);
    return { ...entry, lines: [{ kind: "row", record: [], assembly: sink.take() }, ...entry.lines] };
  }
}

/** Whether a block without a marker starts here: its label gets a row of its own. */
function hasLabel(code: FunctionCode, start: number): boolean {
  return code.table.blockMarker === undefined && code.block(start) !== undefined;
}
function printLabel(sink: Sink, code: FunctionCode, op: Op): void {
  printOp(sink, code, { ...op, schema: undefined, operands: [] });
}

/** Puts an op's record: its opcode in hex, then each operand as stored. */
function putRecord(sink: Sink, code: FunctionCode, op: Op, full: boolean): void {
  sink.put("keyword", opcodeHex(code.code, op));
  for (let i = 0; i < op.operands.length; i++) {
    sink.put("attribute", ` ${op.schema?.operands[i]?.name ?? ""}=`);
    sink.operand(i);
    sink.put("number", storedText(op.operands[i] as OperandValue, full));
    sink.operand(undefined);
  }
}

/** An operand as stored, in decimal; a function ordinal with the import bit in hexadecimal. */
function storedText(value: OperandValue, full: boolean): string {
  switch (value.kind) {
    case "register":
      return String(value.raw);
    case "attribute":
      return String(value.value);
    case "ordinal":
      return value.raw >= 0x80000000 ? `0x${hex(value.raw, 8)}` : String(value.raw);
    case "target":
      return String(value.raw);
    case "string":
      return `string(${value.end - value.start})`;
    case "registers":
    case "integers":
    case "remap":
      return shownNumbers(value.list.raws, full);
    case "cases":
      return shownNumbers(
        value.cases.map((c) => c.target),
        full,
      );
  }
}
