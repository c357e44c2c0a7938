/** The outline and the symbols of a module. */
import type { BitRange } from "../../../document/bits";
import type { OutlineKind, OutlineNode, SymbolInfo } from "../../../document/outline";
import type { Block } from "../read/blocks";
import type { Bytecode } from "../read/bytecode";
import { contextOf } from "./meanings";
import type { Row } from "../model/row";
import { quotedName, typeSymbol } from "../print/typenames";
import type { FunctionValue, GlobalVariable } from "../model/values";

/** Bytes of the file. */
type Span = Pick<Row, "startByte" | "endByte">;

function bits({ startByte, endByte }: Span): BitRange {
  return { startBit: startByte * 8, endBit: endByte * 8 };
}

/** The bits of a block with its header. */
function bitsOf(block: Block): BitRange {
  return bits({ startByte: block.headerByte, endByte: block.endByte });
}

/** What a group consists of: where each member is, and its node. */
interface Members<T> {
  readonly members: readonly T[];
  readonly span: (member: T) => BitRange;
  readonly node: (member: T) => OutlineNode;
}

/** A group that spans its members, whose nodes are made when it is opened; left out if it is empty. */
function group<T>(name: string, { members, span, node }: Members<T>): OutlineNode[] {
  if (members.length === 0) return [];
  const startBit = members.reduce((least, member) => Math.min(least, span(member).startBit), Infinity);
  const endBit = members.reduce((most, member) => Math.max(most, span(member).endBit), 0);
  const children = (): readonly OutlineNode[] => members.map(node);
  return [{ kind: "group", name, detail: String(members.length), startBit, endBit, children }];
}

/** The outline of one module. */
export class Outline {
  constructor(private readonly bytecode: Bytecode) {}

  /** Functions with bodies, then those without, globals, types, blocks, problems. */
  nodes(): readonly OutlineNode[] {
    const { functions, globals } = this.bytecode.module();
    const span = (of: FunctionValue): BitRange => this.functionBits(of);
    const node = (of: FunctionValue): OutlineNode => this.function(of);
    return [
      ...group("functions", { members: functions.filter((f) => !f.declared), span, node }),
      ...group("declarations", { members: functions.filter((f) => f.declared), span, node }),
      ...group("globals", {
        members: globals,
        span: bits,
        node: (of) => new GlobalNode("global", of, this.bytecode, of),
      }),
      ...this.types(),
      ...group("blocks", {
        members: this.bytecode.layout.module?.children ?? [],
        span: bitsOf,
        node: blockNode,
      }),
      ...group("problems", {
        members: this.bytecode.problems(),
        span: (problem) => problem,
        node: ({ message, startBit, endBit }) => ({ kind: "problem", name: message, startBit, endBit }),
      }),
    ];
  }

  /** The types that have names. */
  private types(): OutlineNode[] {
    const { typeNames, typeRows } = this.bytecode.module();
    const names = new Map(typeNames.map(({ name, slot }) => [slot, name]));
    return group("types", {
      members: typeRows.filter((row) => names.has(row.slot)),
      span: bits,
      node: (row) => ({
        kind: "type",
        name: quotedName(names.get(row.slot) ?? ""),
        symbol: typeSymbol(row.type),
        ...bits(row),
      }),
    });
  }

  /** The bits of a function's body, or else those of its record. */
  private functionBits(of: FunctionValue): BitRange {
    const block = of.declared ? undefined : this.bytecode.blockOf(of);
    return block ? bitsOf(block) : bits(of);
  }

  private function(of: FunctionValue): OutlineNode {
    const block = of.declared ? undefined : this.bytecode.blockOf(of);
    return block
      ? new FunctionNode(of, this.bytecode, block)
      : new GlobalNode(of.declared ? "declaration" : "function", of, this.bytecode, of);
  }
}

/** The node of a block of the file. */
function blockNode(block: Block): OutlineNode {
  return block.children.length === 0 ? new BlockNode(block) : new ParentBlockNode(block);
}

/** A block without others in it. What is shown of one is made when it is asked for, since there may be very many. */
class BlockNode implements OutlineNode {
  readonly kind = "block";
  constructor(protected readonly block: Block) {}
  get name(): string {
    return this.block.kind;
  }
  get detail(): string {
    return `${this.block.size} bytes`;
  }
  get startBit(): number {
    return this.block.headerByte * 8;
  }
  get endBit(): number {
    return this.block.endByte * 8;
  }
}

/** A block with those nested in it. */
class ParentBlockNode extends BlockNode {
  children(): readonly OutlineNode[] {
    return this.block.children.map(blockNode);
  }
}

/** A variable or a function. There may be very many, so what is shown of one is made when it is asked for. */
class GlobalNode implements OutlineNode {
  /** @param span the bytes that it takes */
  constructor(
    readonly kind: OutlineKind,
    private readonly of: FunctionValue | GlobalVariable,
    protected readonly bytecode: Bytecode,
    private readonly span: Span,
  ) {}
  get name(): string {
    const { name, kind, ordinal } = this.of;
    return name === undefined ? `${kind} ${ordinal}` : quotedName(name);
  }
  get detail(): string {
    return contextOf(this.bytecode).types().text(this.of.type.element);
  }
  get symbol(): string {
    return `${this.of.kind === "function" ? "f" : "g"}${this.of.ordinal}`;
  }
  get startBit(): number {
    return this.span.startByte * 8;
  }
  get endBit(): number {
    return this.span.endByte * 8;
  }
}

/** A function with a body. */
class FunctionNode extends GlobalNode {
  constructor(
    of: FunctionValue,
    bytecode: Bytecode,
    private readonly block: Block,
  ) {
    super("function", of, bytecode, block);
  }
  override get startBit(): number {
    return this.block.headerByte * 8;
  }

  /** The body's basic blocks, decoded when they are asked for. */
  children(): readonly OutlineNode[] {
    const body = this.bytecode.body(this.block);
    return (body?.blocks ?? []).map((of) => {
      const first = of.instructions[0];
      const last = of.instructions.at(-1);
      const start = first?.startByte ?? this.block.startByte;
      return {
        kind: "basicBlock",
        name: of.name === undefined ? `%${of.number ?? of.ordinal}` : quotedName(of.name),
        detail: `${of.instructions.length} instruction${of.instructions.length === 1 ? "" : "s"}`,
        symbol: `f${body?.function.ordinal ?? 0}/b${of.ordinal}`,
        ...bits({ startByte: start, endByte: last?.endByte ?? start }),
      };
    });
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
