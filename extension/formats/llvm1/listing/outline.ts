/** The outline and the symbols of a module. */
import type { OutlineKind, OutlineNode, SymbolInfo } from "../../../document/outline";
import type { Block } from "../read/blocks";
import type { Bytecode } from "../read/bytecode";
import { contextOf } from "./meanings";
import type { Row } from "../model/row";
import { quotedName, typeSymbol } from "../print/typenames";
import type { FunctionValue, GlobalVariable } from "../model/values";

/** A group that spans its children; left out if it is empty. */
function group(name: string, children: readonly OutlineNode[]): OutlineNode[] {
  if (children.length === 0) return [];
  const startBit = children.reduce((least, child) => Math.min(least, child.startBit), Infinity);
  const endBit = children.reduce((most, child) => Math.max(most, child.endBit), 0);
  return [{ kind: "group", name, detail: String(children.length), startBit, endBit, children: () => children }];
}

function bits(row: Row): { startBit: number; endBit: number } {
  return { startBit: row.startByte * 8, endBit: row.endByte * 8 };
}

/** The outline of one module. */
export class Outline {
  private readonly blocks = new Map<FunctionValue, Block>();
  constructor(private readonly bytecode: Bytecode) {
    for (const [index, of] of bytecode.module().bodies) {
      const block = bytecode.layout.blocks[index];
      if (block) this.blocks.set(of, block);
    }
  }

  /** Functions with bodies, then those without, globals, types, blocks, problems. */
  nodes(): readonly OutlineNode[] {
    const { functions, globals, typeNames, typeRows } = this.bytecode.module();
    const names = new Map(typeNames.map(({ name, slot }) => [slot, name]));
    const types = typeRows.filter((row) => names.has(row.slot));
    const problems = this.bytecode.problems();
    return [
      ...group(
        "functions",
        functions.filter((f) => !f.declared).map((f) => this.function(f)),
      ),
      ...group(
        "declarations",
        functions.filter((f) => f.declared).map((f) => this.function(f)),
      ),
      ...group(
        "globals",
        globals.map((g) => this.global(g)),
      ),
      ...group(
        "types",
        types.map((row) => ({
          kind: "type" as const,
          name: quotedName(names.get(row.slot) ?? ""),
          symbol: typeSymbol(row.type),
          ...bits(row),
        })),
      ),
      ...group(
        "blocks",
        (this.bytecode.layout.module?.children ?? []).map((block) => this.block(block)),
      ),
      ...group(
        "problems",
        problems.map((p) => ({ kind: "problem" as const, name: p.message, startBit: p.startBit, endBit: p.endBit })),
      ),
    ];
  }

  private typeText(of: FunctionValue | GlobalVariable): string {
    return contextOf(this.bytecode).types().text(of.type.element);
  }

  private function(of: FunctionValue): OutlineNode {
    const name = of.name === undefined ? `function ${of.ordinal}` : quotedName(of.name);
    const what = { name, detail: this.typeText(of), symbol: `f${of.ordinal}` };
    const block = of.declared ? undefined : this.blocks.get(of);
    if (!block) return { kind: of.declared ? "declaration" : "function", ...what, ...bits(of) };
    const range = { startBit: block.headerByte * 8, endBit: block.endByte * 8 };
    return { kind: "function", ...what, ...range, children: () => this.basicBlocks(block) };
  }

  /** A body's blocks, decoded when the node is opened. */
  private basicBlocks(block: Block): readonly OutlineNode[] {
    const body = this.bytecode.body(block);
    return (body?.blocks ?? []).map((of) => {
      const first = of.instructions[0];
      const last = of.instructions.at(-1);
      const start = first?.startByte ?? block.startByte;
      return {
        kind: "basicBlock",
        name: of.name === undefined ? `%${of.number ?? of.ordinal}` : quotedName(of.name),
        detail: `${of.instructions.length} instruction${of.instructions.length === 1 ? "" : "s"}`,
        symbol: `f${body?.function.ordinal ?? 0}/b${of.ordinal}`,
        startBit: start * 8,
        endBit: (last?.endByte ?? start) * 8,
      };
    });
  }

  private global(of: GlobalVariable): OutlineNode {
    const name = of.name === undefined ? `global ${of.ordinal}` : quotedName(of.name);
    return { kind: "global", name, detail: this.typeText(of), symbol: `g${of.ordinal}`, ...bits(of) };
  }

  /** A block of the file with those nested in it. */
  private block(block: Block): OutlineNode {
    const range = { startBit: block.headerByte * 8, endBit: block.endByte * 8 };
    const node = { kind: "block" as const, name: block.kind, detail: `${block.size} bytes`, ...range };
    return block.children.length === 0 ? node : { ...node, children: () => block.children.map((b) => this.block(b)) };
  }
}

/** llvm-nm's letter of a global (llvm-nm.cpp of LLVM 1.9, TypeCharForSymbol). */
function letterOf(of: FunctionValue | GlobalVariable): string {
  const declared = of.kind === "function" ? of.declared : of.initializer === undefined;
  if (declared) return "U";
  if (of.linkage === "linkonce") return "C";
  if (of.linkage === "weak") return "W";
  const letter = of.kind === "function" ? "t" : "d";
  if (of.linkage === "internal") return letter;
  return of.linkage === "external" || of.linkage === "dllexport" ? letter.toUpperCase() : "?";
}

/** The module's symbols: functions, then variables, in llvm-nm's order. */
export function* listSymbols(bytecode: Bytecode): Generator<SymbolInfo, void, undefined> {
  const { functions, globals } = bytecode.module();
  for (const of of [...functions, ...globals]) {
    if (of.name === undefined) continue;
    const declared = of.kind === "function" && of.declared;
    const kind: OutlineKind = of.kind === "global" ? "global" : declared ? "declaration" : "function";
    yield { name: of.name, letter: letterOf(of), kind, ...bits(of) };
  }
}
