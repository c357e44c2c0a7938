/** Modules of a few records each, for tests of what the reader takes and refuses. */
import { pieceText } from "../../../extension/document/byteText";
import type { IrDocument } from "../../../extension/document/document";
import type { BitWriter } from "../../support/bitWriter";
import { irMagic } from "../../support/bitWriter";
import { opened } from "../../support/tiling";

/** A record: its code, and its operands. */
export type Operands = readonly (number | bigint)[];
/** A block: its id, and records with their codes, or blocks. */
export interface Block {
  readonly id: number;
  readonly items: readonly (Operands | Block)[];
}

/** Ids of blocks. */
export const [MODULE, PARAMATTR, GROUPS, CONSTANTS, FUNCTION, IDENTIFICATION] = [8, 9, 10, 11, 12, 13];
export const [SYMBOLS, METADATA, ATTACHMENTS, TYPES, KINDS, STRTAB] = [14, 15, 16, 17, 22, 23];
/** More than 32 bits can say. */
export const WORD = 2 ** 32;

/** A block of these items. */
export function block(id: number, ...items: readonly (Operands | Block)[]): Block {
  return { id, items };
}
function write(out: BitWriter, { id, items }: Block): BitWriter {
  out.enter(id, 4);
  for (const item of items) {
    if ("items" in item) write(out, item);
    else out.record(Number(item[0]), ...item.slice(1));
  }
  return out.end();
}
/** A file of these blocks. */
export function fileOf(...blocks: readonly Block[]): IrDocument {
  const out = irMagic();
  for (const one of blocks) write(out, one);
  return opened(out.done());
}
/** The whole text as a release prints it. */
export function textOf(document: IrDocument, release: string): string {
  let text = "";
  for (const piece of document.text({ fileName: "x", release, whole: true })) text += pieceText(piece);
  return text;
}
/** What is wrong with a file of these blocks, and its text. */
export function read(
  release: string,
  ...blocks: readonly Block[]
): { readonly problems: string; readonly text: string } {
  const document = fileOf(...blocks);
  const text = textOf(document, release);
  return {
    problems: document
      .problems()
      .map(({ message }) => message)
      .join("\n"),
    text,
  };
}
/** Like {@link read}, of a module of version 1 with these items. */
export function module(release: string, ...items: readonly (Operands | Block)[]): ReturnType<typeof read> {
  return read(release, block(MODULE, [1, 1], ...items));
}
/** The characters of a name, as operands. */
export const chars = (text: string): readonly number[] => [...text].map((c) => c.charCodeAt(0));
/** Types void, i32, void (), ptr, [2 x i32]. */
export const TABLE = block(TYPES, [1, 5], [2], [7, 32], [21, 0, 0], [25, 0], [11, 2, 1]);
/** A function `void ()` with a body of these items after DECLAREBLOCKS. */
export const DEFINED: Operands = [8, 2, 0, 0, 0, 0, 0, 0, 0];
/** A body of one block, with these items. */
export function body(...items: readonly (Operands | Block)[]): Block {
  return block(FUNCTION, [1, 1], ...items);
}
/** Says who has written the module that follows. */
export const WRITER = block(IDENTIFICATION, [1, ...chars("LLVM")], [2, 0]);
/** A variable of a type, with an initializer. */
export const variable = (type: number, initializer: number): Operands => [7, type, 2, initializer + 1, 0, 0, 0, 0];
