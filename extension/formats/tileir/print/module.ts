/** The text of a module as cuda-tile-translate prints it: `cuda_tile.module @m { … }`. */
import { quoted, spellSymbol } from "../../mlir/model/spelling";
import { stringOf } from "../references";
import type { Bytes, Op, TileFunction, TileModule } from "../model";
import { keywordOf } from "../operations";
import { AttributePrinter } from "./attributes";
import { FunctionPrinter, RELEASE } from "./function";

/** The name that the reference's reader gives every module: files do not store one. */
const MODULE_NAME = "kernels";

/** A piece of the text, and the part of the file that it shows. */
export interface ModulePiece extends Bytes {
  readonly text: string;
  readonly op?: Op;
  readonly kind: "module" | "global" | "function" | "operation" | "end";
  /** The index of the function that contains it. */
  readonly function?: number;
}

/** The module's text piece by piece; each piece begins at a line start. */
export function* modulePieces(module: TileModule, only?: string): Generator<ModulePiece, void, undefined> {
  const end = { startByte: module.bytes.length, endByte: module.bytes.length };
  if (only === undefined) {
    const { producer } = module;
    const said = producer === undefined ? "" : ` attributes {producer = ${quoted(stringOf(module, producer))}}`;
    yield { kind: "module", startByte: 0, endByte: 0, text: `cuda_tile.module @${MODULE_NAME}${said} {\n` };
    yield* globalPieces(module);
  }
  for (const [index, definition] of module.functions.entries())
    if (only === undefined || stringOf(module, definition.name) === only)
      yield* functionPieces(module, definition, index);
  if (only === undefined) yield { kind: "end", ...end, text: "}\n" };
}

/** A function's text: its head, then its operations, each with the closing text after it. */
export function* functionPieces(
  module: TileModule,
  definition: TileFunction,
  index: number,
): Generator<ModulePiece, void, undefined> {
  const pieces: ModulePiece[] = [];
  const { startByte, endByte } = definition;
  let current: Omit<ModulePiece, "text"> = { kind: "function", function: index, startByte, endByte };
  const printer = new FunctionPrinter(module, (text, op) => {
    pieces.push({ ...current, text });
    current = { kind: "operation", function: index, op, startByte: op.startByte, endByte: op.endByte };
  });
  for (const step of printer.function(definition)) {
    void step;
    yield* pieces.splice(0);
  }
  yield* pieces;
  yield { ...current, text: printer.take() };
}

/** The module's text in pieces. */
export function* printModule(module: TileModule, only?: string): Generator<string, void, undefined> {
  for (const { text } of modulePieces(module, only)) yield text;
}

/** A line for each global. */
export function* globalPieces(module: TileModule): Generator<ModulePiece, void, undefined> {
  const printer = new AttributePrinter(module);
  for (const { name, type, constant, alignment, visibility, isConstant, startByte, endByte } of module.globals) {
    const seen = visibility === 0 ? "" : `${keywordOf("SymbolVisibility", visibility)} `;
    const parts = [
      `  global ${seen}`,
      isConstant ? " constant" : "",
      ` ${spellSymbol(stringOf(module, name), RELEASE)}`,
      alignment === 0n ? "" : ` alignment = ${alignment}`,
      ` ${printer.typedConstant(constant, type)}\n`,
    ];
    yield { kind: "global", startByte, endByte, text: parts.join("") };
  }
}
