/** `dump`: the block tree with ids, sizes and padding. */
import { indentation } from "../../document/indentation";
import type { Block } from "./read/blocks";
import type { Bytecode } from "./read/bytecode";

/** A line of the dump. */
function line(bytecode: Bytecode, block: Block, depth: number): string {
  const { kind, id, size, headerByte, startByte, endByte, paddedByte } = block;
  const what = [`id=${id}`, `size=${size}`, `header=${startByte - headerByte}`];
  if (paddedByte > endByte) what.push(`padding=${paddedByte - endByte}`);
  if (startByte + size > endByte) what.push(`missing=${startByte + size - endByte}`);
  const of = kind === "Function" ? bytecode.module().bodies.get(block.index) : undefined;
  const name = of ? `  ; %${of.name ?? `#${of.ordinal}`}` : "";
  return `${String(headerByte).padStart(10)}  ${indentation(depth)}<${kind} ${what.join(" ")}>${name}\n`;
}

/** The dump in pieces, block by block. */
export function* printDump(bytecode: Bytecode): Generator<string, void, undefined> {
  const { layout, window, start } = bytecode;
  window.view(0, window.length);
  const word = layout.versionWord;
  if (start > 0) yield `${"0".padStart(10)}  signature "llvm"\n`;
  if (!layout.module) return;
  if (word !== undefined) {
    yield `${String(layout.module.startByte).padStart(10)}  version ${word >>> 4}, flags ${word & 15}\n`;
  }
  for (const block of layout.blocks) {
    let depth = 0;
    for (let at = block.parent; at; at = at.parent) depth++;
    yield line(bytecode, block, depth);
  }
  const { endByte } = layout.module;
  if (endByte < window.length)
    yield `${String(endByte).padStart(10)}  ${window.length - endByte} bytes after the module\n`;
}
