/** A function's body: its constants, basic blocks, instructions and names, decoded together. */
import type { ByteWindow } from "../../../document/window";
import { steppedAt } from "../../../kit/steps";
import type { Block, Report } from "./blocks";
import type { PoolRow } from "./constants";
import { PoolReader, resolveConstants } from "./constants";
import { Cursor, Damage } from "../model/cursor";
import type { InstructionRecord } from "./instructionRecord";
import { readInstruction } from "./instructionRecord";
import type { Interpretation } from "./instructions";
import { Interpreter } from "./instructions";
import type { ModuleTables, Rows } from "./module";
import { readRows } from "./module";
import { numberBody } from "./numbering";
import { isTerminator } from "../model/opcodes";
import type { Row } from "../model/row";
import type { CompactionRow, SymbolRow } from "./tables";
import { CompactionReader, SymbolReader } from "./tables";
import type { Traits } from "../model/traits";
import type { Type } from "../model/type";
import type { TypeRow } from "../model/typeRecord";
import { primitive } from "../model/type";
import { TypeTable } from "../model/types";
import type { Argument, BasicBlock, FunctionValue, Instruction, Linkage, Value } from "../model/values";
import { LINKAGES, Planes } from "../model/values";

/** A record of one of a function's blocks; in a code block, an instruction. */
export type BodyRow = PoolRow | CompactionRow | SymbolRow | Instruction;

/** A decoded body. */
export interface Body {
  readonly function: FunctionValue;
  readonly linkage: Linkage;
  readonly args: readonly Argument[];
  readonly blocks: readonly BasicBlock[];
  readonly types: TypeTable;
  readonly planes: Planes;
  /** Rows by the index of their block. */
  readonly rows: ReadonlyMap<number, Rows<BodyRow>>;
  /** Whether everything in it could be decoded. */
  readonly whole: boolean;
}

const LABEL = primitive("label");
const NONE: readonly Value[] = [];

/** Counts a use of one of the function's own values. */
function countUse(value: Value): void {
  if (value.kind === "instruction" || value.kind === "argument" || value.kind === "block") value.uses++;
}

/** Reads the records of instruction lists; an object of its own, so that `Rows` works for them too. */
class CodeReader {
  constructor(
    private readonly traits: Traits,
    private readonly add: (record: InstructionRecord) => Instruction,
  ) {}
  done(cursor: Cursor): boolean {
    return cursor.left <= 0;
  }
  next(cursor: Cursor): Instruction {
    return this.add(readInstruction(cursor, this.traits));
  }
  again(cursor: Cursor): void {
    readInstruction(cursor, this.traits);
  }
}

class BodyLoader {
  private types: TypeTable;
  private readonly planes: Planes;
  private readonly args: Argument[];
  private readonly blocks: BasicBlock[] = [];
  private readonly rows = new Map<number, Rows<BodyRow>>();
  /** How many instructions have been read. */
  private count = 0;
  /** Instructions with operands that may be later values: all are resolved once those are known. */
  private readonly open: Instruction[] = [];
  private readonly meanings: Interpretation[] = [];
  private interpreter: Interpreter | undefined;
  private current: BasicBlock | undefined;
  private whole = true;

  constructor(
    private readonly window: ByteWindow,
    private readonly traits: Traits,
    private readonly module: ModuleTables,
    private readonly of: FunctionValue,
    private readonly block: Block,
    private readonly outerReport: Report,
  ) {
    this.types = module.types;
    this.planes = new Planes(traits, module.planes);
    const parameters = of.type.element.elements.slice(1);
    this.args = parameters.map((type, ordinal) => {
      return { kind: "argument", type, slot: -1, ordinal, name: undefined, number: undefined, uses: 0 };
    });
  }

  private readonly report: Report = (...problem) => {
    this.whole = false;
    this.outerReport(...problem);
  };

  load(): Body {
    if (this.traits.argumentsFirst) for (const arg of this.args) this.planes.add(arg);
    for (const block of this.block.children) this.readBlock(block);
    this.resolve();
    for (const block of this.block.children) if (block.kind === "SymbolTable") this.readNames(block);
    numberBody(this.args, this.blocks, this.module.nextNumbers);
    const { args, blocks, types, planes, rows, whole } = this;
    return { function: this.of, linkage: this.linkage(), args, blocks, types, planes, rows, whole };
  }

  /** The first number in the function's block. Up to version 4 a declaration has a block with nothing else. */
  private linkage(): Linkage {
    const { startByte, bodyByte } = this.block;
    try {
      const cursor = new Cursor(this.window.view(startByte, bodyByte), startByte, startByte, bodyByte);
      const number = cursor.vbr32("linkage");
      const linkage = LINKAGES[number];
      if (!linkage) this.report("bad-value", `unknown linkage ${number}`, startByte, bodyByte, this.block);
      return linkage ?? "external";
    } catch (thrown) {
      if (!(thrown instanceof Damage)) throw thrown;
      // The skim has reported this already.
      return "external";
    }
  }

  /**
   * Reads one of the function's blocks. A symbol table comes last and is read after the values are numbered. LLVM 1.0
   * has a block for each basic block; since 1.1 one list contains them all, divided by terminators.
   */
  private readBlock(block: Block): void {
    switch (block.kind) {
      case "ConstantPool":
        this.readConstants(block);
        break;
      case "CompactionTable":
        this.readCompaction(block);
        break;
      case "BasicBlock":
        this.startCode();
        this.startBlock();
        this.readCode(block);
        this.current = undefined;
        break;
      case "InstructionList":
        this.startCode();
        this.readCode(block);
        if (this.current) this.unended(this.current, block);
        break;
      default:
        break;
    }
  }

  /** The verifier requires a terminator in every block; after other damage, that damage is the cause. */
  private unended(last: BasicBlock, block: Block): void {
    if (!this.whole) return;
    const at = last.instructions.at(-1)?.startByte ?? block.startByte;
    this.report("bad-instruction", "the last basic block has no terminator", at, block.endByte, block);
  }

  private keep<R extends BodyRow>(block: Block, reader: Parameters<typeof readRows<R>>[2]): readonly R[] {
    const rows = readRows(this.window, block, reader, this.report);
    this.rows.set(block.index, rows);
    return rows.rows;
  }

  /**
   * A pool of the function's own: every function has one in 1.0 and 1.1; later writers put all constants in the
   * module's pool.
   */
  private readConstants(block: Block): void {
    const link = (rows: readonly TypeRow[]): void => {
      const types = this.own();
      types.link(rows, (row, slot) =>
        this.report("bad-type", `there is no type ${slot}`, row.startByte, row.endByte, block),
      );
    };
    // The reader needs the types in the pool itself.
    const rows = this.keep(block, new PoolReader(this.traits, this.own(), true, link));
    for (const row of rows) {
      if (row.kind !== "types" && row.kind !== "plane" && row.kind !== "type") this.planes.add(row);
    }
    for (const { row, slot } of resolveConstants(rows, this.planes)) this.missing(row, slot, block);
  }

  /** The function's own type table, created when the first of its blocks may add to it. */
  private own(): TypeTable {
    if (this.types === this.module.types) this.types = new TypeTable(this.module.types);
    return this.types;
  }

  private missing(row: Row, slot: number, block: Block): void {
    this.report("bad-reference", `there is no value ${slot} in that plane`, row.startByte, row.endByte, block);
  }

  /** A compaction table: renumbers types, then planes, whose types use the new numbers. */
  private readCompaction(block: Block): void {
    const rows = this.keep(block, new CompactionReader(this.traits));
    const local: Type[] = [];
    const planes = new Map<number, Value[]>();
    for (const row of rows) {
      if (row.plane === "types") {
        if (row.kind === "entry") local.push(this.typeOf(row, row.slot, block));
        continue;
      }
      if (local.length > 0 && this.types === this.module.types) this.types = this.module.types.withDerived(local);
      if (row.kind === "mapped") {
        if (!planes.has(row.plane)) planes.set(row.plane, []);
        continue;
      }
      const type = this.typeOf(row, row.plane, block);
      const value = this.module.planes.get(type, row.slot);
      if (!value) this.missing(row, row.slot, block);
      planes.get(row.plane)?.push(value ?? { kind: "missing", type, slot: row.slot });
    }
    if (local.length > 0 && this.types === this.module.types) this.types = this.module.types.withDerived(local);
    for (const [slot, values] of planes) {
      const type = this.types.find(slot);
      if (type) this.planes.replace(type, values);
    }
  }

  /** A type by its slot in the function's numbering. */
  private typeOf(row: Row, slot: number, block: Block): Type {
    const type = this.types.find(slot);
    if (!type) this.report("bad-type", `there is no type ${slot}`, row.startByte, row.endByte, block);
    return type ?? primitive("void");
  }

  /** Since version 1, arguments come after the function's constants, before its first instruction. */
  private startCode(): void {
    if (this.interpreter) return;
    if (!this.traits.argumentsFirst) for (const arg of this.args) this.planes.add(arg);
    this.interpreter = new Interpreter(this.traits, this.types, this.planes);
  }

  /** Begins a basic block. Blocks are values of type label, numbered like others. */
  private startBlock(): BasicBlock {
    const block: BasicBlock = {
      kind: "block",
      type: LABEL,
      slot: -1,
      ordinal: this.blocks.length,
      name: undefined,
      number: undefined,
      uses: 0,
      instructions: [],
    };
    this.blocks.push(block);
    this.planes.add(block);
    this.current = block;
    return block;
  }

  /** Reads instructions. Each is interpreted at once, since the types of its operands follow from types alone. */
  private readCode(block: Block): void {
    const list = block.kind === "InstructionList";
    this.keep(block, new CodeReader(this.traits, (record) => this.add(record, list)));
  }

  /**
   * Makes an instruction from a record, numbers it in its type's plane, and ends the basic block after a terminator.
   */
  private add(record: InstructionRecord, list: boolean): Instruction {
    const meaning = (this.interpreter as Interpreter).interpret(record);
    const block = this.current ?? this.startBlock();
    const instruction: Instruction = {
      kind: "instruction",
      block,
      ordinal: this.count++,
      operation: meaning.operation,
      type: meaning.type,
      typeOperand: meaning.typeOperand,
      operands: this.known(meaning) ?? NONE,
      operandOf: meaning.operandOf,
      volatile: meaning.volatile,
      tail: meaning.tail,
      convention: meaning.convention,
      alignment: meaning.alignment,
      name: undefined,
      number: undefined,
      uses: 0,
      slot: -1,
      startByte: record.startByte,
      endByte: record.endByte,
    };
    if (instruction.operands.length < meaning.types.length) {
      this.open.push(instruction);
      this.meanings.push(meaning);
    }
    this.planes.add(instruction);
    block.instructions.push(instruction);
    if (list && isTerminator(meaning.operation)) this.current = undefined;
    return instruction;
  }

  /** The values that are operands, counted as used; undefined if one of them is not known yet. */
  private known({ types, slots }: Interpretation): readonly Value[] | undefined {
    const operands = new Array<Value>(types.length);
    for (let k = 0; k < types.length; k++) {
      const value = this.planes.get(types[k] as Type, slots[k] as number);
      if (!value) return undefined;
      operands[k] = value;
    }
    for (const value of operands) countUse(value);
    return operands;
  }
  /** Resolves the operands of instructions that are left. */
  private resolve(): void {
    const { open, meanings, planes } = this;
    for (let i = 0; i < open.length; i++) {
      steppedAt(i);
      const instruction = open[i] as Instruction;
      const { types, slots } = meanings[i] as Interpretation;
      instruction.operands = types.map((type, k) => {
        const slot = slots[k] as number;
        const value = planes.get(type, slot) ?? this.unknown(type, slot, instruction);
        countUse(value);
        return value;
      });
    }
  }

  /** Reports an operand that refers to nothing, and returns a placeholder for it. */
  private unknown(type: Type, slot: number, instruction: Instruction): Value {
    const what = type === LABEL ? `there is no basic block ${slot}` : `there is no value ${slot} in that plane`;
    this.report("bad-reference", what, instruction.startByte, instruction.endByte, this.block);
    return { kind: "missing", type, slot };
  }

  /** Assigns names to arguments, blocks and instructions; slots are those of the function's numbering. */
  private readNames(block: Block): void {
    for (const row of this.keep(block, new SymbolReader(this.traits))) {
      // A function's type names are not printed: the module's table has the relevant ones.
      if (row.kind !== "symbol" || row.plane === "types") continue;
      const type = this.types.find(row.plane);
      const value = type ? this.planes.get(type, row.slot) : undefined;
      if (!value) this.missing(row, row.slot, block);
      else if (value.kind === "argument" || value.kind === "block" || value.kind === "instruction")
        value.name = row.name;
    }
  }
}

/** Decodes the body in a function block; damage is reported, and everything readable is returned. */
export function loadBody(
  window: ByteWindow,
  traits: Traits,
  module: ModuleTables,
  block: Block,
  report: Report,
): Body | undefined {
  const of = module.bodies.get(block.index);
  return of && new BodyLoader(window, traits, module, of, block, report).load();
}
