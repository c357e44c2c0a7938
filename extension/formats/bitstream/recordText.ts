/**
 * The record column that all bitstream formats share: `4: <2, 1, 0>`, with pnacl-bcdis' pseudo codes for entries that
 * are not records.
 */
import { indentation } from "../../document/indentation";
import type { ByteText } from "../../document/byteText";
import type { Token } from "../../document/token";
import type { Abbreviation } from "./abbreviation";
import { ENCODINGS } from "./abbreviation";
import type { Block } from "./reader";
import { DEFINE_ABBREV, END_BLOCK, ENTER_SUBBLOCK } from "./reader";
import type { BitRecord } from "./record";

/** The code that the record column shows for the beginning of a block, as pnacl-bcdis does. */
export const ENTER_CODE = 65535;
/** The code for the end of a block. */
export const EXIT_CODE = 65534;
/** The code for the definition of an abbreviation. */
export const DEFINE_CODE = 65533;
/** The code for the file's header. */
export const HEADER_CODE = 65532;

/** The most operands shown of a record, unless the whole record is asked for. */
const SHOWN_OPERANDS = 16;

/** The tokens of indentation and abbreviation id. */
function cell(depth: number, id: number): readonly Token[] {
  const idToken: Token = { text: String(id), kind: "attribute" };
  const open: Token = { text: ": <", kind: "punctuation" };
  return depth === 0 ? [idToken, open] : [{ text: indentation(depth), kind: "text" }, idToken, open];
}
const SEPARATOR: Token = { text: ", ", kind: "punctuation" };
const CLOSE: Token = { text: ">", kind: "punctuation" };

function plain(depth: number, id: number, values: readonly (number | bigint)[]): readonly Token[] {
  const tokens: Token[] = [...cell(depth, id)];
  for (const [i, value] of values.entries()) {
    if (i > 0) tokens.push(SEPARATOR);
    tokens.push({ text: String(value), kind: "number" });
  }
  tokens.push(CLOSE);
  return tokens;
}

/**
 * The tokens of a record: the abbreviation id (`attribute`), the code (`keyword`), one token per operand with its
 * index; after 16 operands `…+N` unless `full`.
 */
export function recordTokens(record: BitRecord, depth: number, full: boolean): readonly Token[] {
  const tokens: Token[] = [...cell(depth, record.abbreviationId), { text: String(record.code), kind: "keyword" }];
  const shown = full ? record.length : Math.min(record.length, SHOWN_OPERANDS);
  for (let i = 0; i < shown; i++) {
    tokens.push(SEPARATOR, { text: record.decimal(i), kind: "number", operand: i });
  }
  if (shown < record.length) tokens.push(SEPARATOR, { text: leftOut(record.length - shown), kind: "comment" });
  if (record.blobStart >= 0) tokens.push(SEPARATOR, { text: blobSize(record), kind: "string" });
  tokens.push(CLOSE);
  return tokens;
}

/** Writes the text of {@link recordTokens}. */
export function writeRecord(text: ByteText, record: BitRecord, depth: number, full: boolean): void {
  text.text(indentation(depth));
  text.decimal(record.abbreviationId);
  text.text(": <");
  text.decimal(record.code);
  const shown = full ? record.length : Math.min(record.length, SHOWN_OPERANDS);
  for (let i = 0; i < shown; i++) {
    const value = record.values[i] as number;
    text.text(", ");
    if (value <= Number.MAX_SAFE_INTEGER) text.decimal(value);
    else text.text(String(record.big(i)));
  }
  if (shown < record.length) text.text(`, ${leftOut(record.length - shown)}`);
  if (record.blobStart >= 0) text.text(`, ${blobSize(record)}`);
  text.text(">");
}

/** How many operands were left out. The ellipsis is UTF-8, since texts are byte strings. */
function leftOut(count: number): string {
  return `\xe2\x80\xa6+${count}`;
}
function blobSize({ blobStart, blobEnd }: BitRecord): string {
  return `blob(${blobEnd - blobStart})`;
}

/** The tokens of `1: <65535, block id, width>`. */
export function enterTokens(block: Block, depth: number): readonly Token[] {
  return plain(depth, ENTER_SUBBLOCK, [ENTER_CODE, block.id, block.width]);
}

/** The tokens of `0: <65534>`. */
export function exitTokens(depth: number): readonly Token[] {
  return plain(depth, END_BLOCK, [EXIT_CODE]);
}

/** The tokens of `2: <65533, count, (1, literal | 0, encoding[, width])…>`. */
export function defineTokens(abbreviation: Abbreviation, depth: number): readonly Token[] {
  const values: (number | bigint)[] = [DEFINE_CODE, abbreviation.operands.length];
  for (const operand of abbreviation.operands) {
    if (operand.kind === "literal") values.push(1, operand.big ?? operand.value);
    else {
      values.push(0, ENCODINGS.indexOf(operand.kind) + 1);
      if (operand.kind === "fixed" || operand.kind === "vbr") values.push(operand.width);
    }
  }
  return plain(depth, DEFINE_ABBREV, values);
}
