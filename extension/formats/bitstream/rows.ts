/** Rows of a bitstream about which only names are known: names, operands, strings. */
import { append } from "../../document/arrays";
import { indentation } from "../../document/indentation";
import type { ListingOptions } from "../../document/section";
import type { Line, Token } from "../../document/token";
import { abbreviationText } from "./abbreviation";
import type { BlockRows, RowEvent } from "./blockRows";
import type { BlockNames } from "./names";
import type { BitstreamReader, Block } from "./reader";
import { BLOCKINFO } from "./reader";
import { blobText } from "./kinds";
import type { StreamOperands } from "./streamRecords";
import { defineTokens, enterTokens, exitTokens, recordTokens } from "./recordText";

/** The most characters shown of a record's string. */
const SHOWN_CHARACTERS = 80;
/** The most operands that a row shows by name. */
const SHOWN_OPERANDS = 16;
/** BLOCKINFO's record that names a record code. */
const SETRECORDNAME = 3;

function token(kind: Token["kind"], text: string): Token {
  return { kind, text };
}

/** The array's characters, or all operands, if they are printable and at least two. */
function stringOf(reader: BitstreamReader): string | undefined {
  const { record } = reader;
  const from = record.arrayStart < 0 ? 0 : record.arrayStart;
  if (record.length - from < 2) return undefined;
  const shown = Math.min(record.length, from + SHOWN_CHARACTERS);
  for (let i = from; i < shown; i++) {
    const value = record.values[i] as number;
    if (value < 32 || value > 126) return undefined;
  }
  const text = record.text(from).slice(0, SHOWN_CHARACTERS);
  return shown < record.length ? `"${text}"...` : `"${text}"`;
}

/** The start of a blob that is text. */
function blobString({ record: { blobStart, blobEnd }, window }: BitstreamReader): string | undefined {
  const text = blobStart < 0 ? undefined : blobText(window, blobStart, blobEnd, SHOWN_CHARACTERS);
  return text && `"${text}"${blobEnd - blobStart > SHOWN_CHARACTERS ? "..." : ""}`;
}

/** Rows with names from BLOCKINFO and LLVM's tables. */
export class GenericRows implements BlockRows<unknown> {
  constructor(
    private readonly names: BlockNames,
    /** Names of operands, if they are known for this kind of stream. */
    private readonly operands?: StreamOperands,
  ) {}
  top(): unknown {
    return undefined;
  }
  begin(): unknown {
    return undefined;
  }
  copy(): unknown {
    return undefined;
  }
  kind(block: Block): string {
    return this.names.blockOrUnknown(block.id);
  }
  title(block: Block): string {
    return this.names.blockWord(block.id);
  }
  foldedAtFirst(block: Block): boolean {
    return block.id === BLOCKINFO;
  }
  lines(
    event: RowEvent,
    reader: BitstreamReader,
    _state: unknown,
    depth: number,
    options: ListingOptions,
  ): readonly Line[] {
    const indent = token("text", indentation(depth));
    const row = (record: readonly Token[], assembly: readonly Token[]): readonly Line[] => [
      { kind: "row", positionBit: reader.startBit, record, assembly: [indent, ...assembly] },
    ];
    switch (event) {
      case "enterBlock": {
        const block = reader.block as Block;
        const name = token("keyword", this.names.blockWord(block.id));
        return row(enterTokens(block, depth), [
          name,
          token("punctuation", " {"),
          token("comment", `  ; ${this.names.block(block.id) ?? `block ${block.id}`}`),
        ]);
      }
      case "endBlock":
        return row(exitTokens(depth + 1), [token("punctuation", "}")]);
      case "defineAbbrev": {
        const abbreviation = reader.abbreviation;
        if (!abbreviation) return [];
        return row(defineTokens(abbreviation, depth), [
          token("keyword", "abbrev "),
          token("punctuation", abbreviationText(abbreviation)),
        ]);
      }
      case "record":
        return row(recordTokens(reader.record, depth, options.full ?? false), this.recordAssembly(reader));
    }
  }

  /** The names in BLOCKINFO apply to what follows. */
  advance(event: RowEvent, reader: BitstreamReader): void {
    if (event === "record" && reader.block?.id === BLOCKINFO) this.names.learn(reader.record, reader.setBlock);
  }

  /** What a record's row shows after its indentation. */
  recordAssembly(reader: BitstreamReader): readonly Token[] {
    const { record, block } = reader;
    const name = this.names.recordOrUnknown(block?.id ?? 0, record.code);
    const tokens: Token[] = [token("keyword", name)];
    const operands = this.operandTokens(reader);
    const named = block?.id === BLOCKINFO && record.code === SETRECORDNAME;
    if (named) tokens.push(token("text", " "), token("number", String(record.value(0))));
    // Operands whose names are known are no characters.
    const characters = operands.length === 0 ? stringOf(reader) : undefined;
    const text = named ? `"${record.text(1).slice(0, SHOWN_CHARACTERS)}"` : (characters ?? blobString(reader));
    if (text !== undefined) tokens.push(token("text", " "), token("string", text));
    // The text comes first: after the operands of a diagnostic it would be out of view.
    append(tokens, operands);
    if (record.blobStart >= 0) tokens.push(token("comment", ` ; blob of ${record.blobEnd - record.blobStart} bytes`));
    return tokens;
  }

  /**
   * The operands whose names are known: ` severity: error, file: 1`. BLOCKINFO's operands are left out: its rows show
   * the names that they spell.
   */
  private operandTokens({ record, block }: BitstreamReader): readonly Token[] {
    if (!this.operands || block?.id === BLOCKINFO) return [];
    const tokens: Token[] = [];
    for (let index = 0; index < Math.min(record.length, SHOWN_OPERANDS); index++) {
      const operand = this.operands.operand(this.names, block, record, index);
      if (!operand) break;
      tokens.push(token("punctuation", index === 0 ? " " : ", "), token("attribute", `${operand.name}: `));
      tokens.push({ kind: "number", text: operand.value ?? record.decimal(index), operand: index });
    }
    return tokens;
  }
}
