/** What the printers of all blocks share: names of values, types, abbreviations, the beginning and end of a block. */
import type { SymbolId } from "../../../document/token";
import type { ByteWindow } from "../../../document/window";
import type { Abbreviation } from "../../bitstream/abbreviation";
import { operandText } from "../../bitstream/abbreviation";
import { BitCursor } from "../../bitstream/cursor";
import type { Block } from "../../bitstream/reader";
import { DEFINE_ABBREV, END_BLOCK, ENTER_SUBBLOCK, FIRST_ABBREV } from "../../bitstream/reader";
import type { BitRecord } from "../../bitstream/record";
import { NumberedName } from "../layout";
import type { ModuleTables, Scope } from "../module";
import type { ItemWriter } from "../output";
import { operandsOf } from "../output";
import type { Outcome, SectionNode } from "../section";
import { BLOCK_NAMES, PSEUDO } from "../tables";
import type { FunctionType, Type } from "../types";
import { VOID } from "../types";

/** The symbol of an abbreviation that BLOCKINFO defines for a kind of block. */
export function sharedAbbreviation(blockId: number, index: number): SymbolId {
  return `k${blockId}/@a${index}`;
}

/**
 * Prints one block: its header, its records, its end. `save` returns what it knows between two records, and `restore`
 * takes it back, so that a walk can begin in the middle.
 */
export abstract class BlockPrinter {
  /** The block as the reader has it; its list of abbreviations grows. */
  block: Block;

  constructor(
    protected readonly window: ByteWindow,
    readonly section: SectionNode,
    protected readonly tables: ModuleTables,
    protected readonly out: ItemWriter,
  ) {
    this.block = section.block;
  }

  /**
   * Prints the statements of a record, messages about it, and the record itself. Returns a message if the rest of the
   * block cannot be read.
   */
  abstract record(record: BitRecord): string | undefined;
  /** Prints the block's name, without the record. */
  protected head(): void {
    this.out.asm.put("keyword", BLOCK_NAMES[this.block.id] ?? "unknown").space();
  }
  /** Reports what is wrong before the end is printed, and closes what is still open. */
  protected beforeExit(): void {
    // Most blocks have nothing to report.
  }
  /** Reports what is wrong after the end is printed. */
  protected afterExit(): void {
    // Most blocks have nothing to report.
  }
  /** The state between two records; undefined for a printer without any. */
  save(): unknown {
    return undefined;
  }
  /** Takes back a state that `save` returned. */
  restore?(state: unknown): void;
  /** What later blocks need to know, once this one has ended. */
  outcome(): Outcome {
    return {};
  }
  /** How much of the module a nested block sees. */
  get scope(): Scope {
    return this.section.scope;
  }
  /** Constants of the function read so far. */
  get constantCount(): number {
    return 0;
  }
  /** Takes over the outcome of a nested block. */
  adopt?(child: SectionNode): void;

  /** Prints the row that begins the block: its name and ENTER_SUBBLOCK. */
  enter(): void {
    const { asm } = this.out;
    this.out.lastKnownBit = this.section.parent?.block.startBit ?? this.block.startBit;
    this.head();
    asm.open("{").space().space().put("comment", `// BlockID = ${this.block.id}`).line();
    const { startBit, bodyBit, id, width } = this.block;
    this.out.write({
      startBit,
      endBit: bodyBit,
      abbreviationId: ENTER_SUBBLOCK,
      code: PSEUDO.ENTER,
      ...operandsOf([id, width]),
    });
    this.out.recordDepth++;
    asm.indent++;
  }
  /** Prints the row that ends the block. */
  exit(startBit: number, endBit: number): void {
    this.beforeExit();
    // The reference goes one level back from the current one: a constants block whose type is set has its end one level
    // deeper.
    this.out.asm.indent = Math.max(0, this.out.asm.indent - 1);
    this.out.recordDepth--;
    this.out.asm.close("}").line();
    this.out.write({ startBit, endBit, abbreviationId: END_BLOCK, code: PSEUDO.EXIT, ...operandsOf([]) });
    this.afterExit();
    this.out.amend();
  }
  /** Prints an abbreviation that this block defines for itself. */
  definition(abbreviation: Abbreviation, endBit: number): void {
    const index = this.block.abbreviations.length - this.block.shared - 1;
    this.section.define("a", index, this.out.index);
    this.putDefinition(`%a${index}`, `${this.section.id}/%a${index}`, abbreviation);
    this.writeDefinition(abbreviation, endBit);
  }

  /** Prints the statement of an abbreviation: `@a0 = abbrev <fixed(4), vbr(8)>;`. */
  protected putDefinition(name: string, symbol: SymbolId, abbreviation: Abbreviation): void {
    const { asm } = this.out;
    asm.put("attribute", name, symbol, true).space().put("punctuation", "=").space();
    asm.put("keyword", "abbrev").space().begin().open("<");
    const { operands } = abbreviation;
    for (let i = 0; i < operands.length; i++) {
      if (i > 0) asm.put("punctuation", ",").end().space().begin();
      const operand = operands[i];
      if (!operand) continue;
      if (operand.kind !== "array") this.putEncoding(operandText(operand));
      else {
        asm.put("keyword", "array").begin().open("(");
        const element = operands[++i];
        if (element) this.putEncoding(operandText(element));
        asm.close(")").end();
      }
    }
    asm.close(">").end().put("punctuation", ";").line();
  }
  /** Prints the record of an abbreviation. */
  protected writeDefinition(abbreviation: Abbreviation, endBit: number): void {
    const { startBit } = abbreviation;
    const operands = operandsOf(definitionValues(this.window, startBit + this.block.width));
    this.out.write({ startBit, endBit, abbreviationId: DEFINE_ABBREV, code: PSEUDO.DEFINE_ABBREV, ...operands });
  }
  private putEncoding(text: string): void {
    const { asm } = this.out;
    const parts = /^(\w+)\((\d+)\)$/.exec(text);
    if (!parts) asm.put(/^\d/.test(text) ? "number" : "keyword", text);
    else
      asm
        .begin()
        .put("keyword", parts[1] ?? "")
        .open("(")
        .put("number", parts[2] ?? "")
        .close(")")
        .end();
  }

  /** Prints the record itself, with the statements gathered for it. */
  protected write(record: BitRecord): void {
    this.out.write(record);
  }
  /** Prints ` <@a0>` after a record that uses an abbreviation. */
  protected putAbbreviation(record: BitRecord): void {
    const id = record.abbreviationId - FIRST_ABBREV;
    if (id < 0) return;
    const { shared } = this.block;
    const { asm } = this.out;
    const isShared = id < shared;
    const symbol = isShared ? sharedAbbreviation(this.block.id, id) : `${this.section.id}/%a${id - shared}`;
    const text = isShared ? `@a${id}` : `%a${id - shared}`;
    asm.operand(undefined).space().begin().open("<").put("attribute", text, symbol).close(">").end();
  }

  /** The module's type of this id; reports it unless it is one of the first `defined` types, and returns void. */
  protected type(index: number, defined: number): Type {
    const type = index < defined ? this.tables.types[index] : undefined;
    if (type) return type;
    this.out.error(`Can't find definition for @t${index}`);
    return VOID;
  }
  /** Prints a type. */
  protected putType(type: Type): void {
    const { asm } = this.out;
    switch (type.kind) {
      case "void":
      case "float":
      case "double":
      case "integer":
        asm.put("type", type.name);
        return;
      case "vector":
        asm.begin().open("<").put("number", String(type.count)).space().put("type", "x").space();
        this.putType(type.element);
        asm.close(">").end();
        return;
      case "function":
        this.putFunctionType(type);
        return;
    }
  }
  /**
   * Prints a function's type, with the function's name in its place (`name` prints it) and the parameters' names
   * (`param` prints each).
   */
  protected putFunctionType(type: FunctionType, name?: () => void, param?: (index: number) => void): void {
    const { asm } = this.out;
    const { params } = type;
    asm.begin();
    this.putType(type.result);
    asm.space().begin();
    if (params.length > 0) asm.begin();
    name?.();
    asm.open("(").end();
    let open = false;
    for (const [index, parameter] of params.entries()) {
      if (index > 0) asm.put("punctuation", ",").end().space();
      asm.begin();
      this.putType(parameter);
      if (param) {
        asm.space();
        param(index);
      }
      open = true;
    }
    if (type.variadic) {
      if (open) asm.put("punctuation", ",").end().space();
      asm.begin().put("punctuation", "...");
      open = true;
    }
    if (open) asm.end();
    asm.close(")").end();
    if (params.length > 0) asm.end();
  }
  /** Globals that the globals block announces. */
  protected get globalCount(): number {
    return this.section.scope.expectedGlobals;
  }
  /** The name of a value outside of functions, by its absolute id. */
  globalId(index: number): NumberedName {
    const { functions } = this.section.scope;
    const expectedGlobals = this.globalCount;
    if (index < functions) return new NumberedName("global", "@f", index);
    const global = index - functions;
    if (global < expectedGlobals) return new NumberedName("global", "@g", global);
    return new NumberedName("local", "%v", global - expectedGlobals, "?/");
  }
}

/**
 * The values of a DEFINE_ABBREV in the record column: the number of operands, then for each 1 and the literal, or 0,
 * the encoding and its width.
 */
function definitionValues(window: ByteWindow, startBit: number): readonly (number | bigint)[] {
  const cursor = new BitCursor(window);
  cursor.seek(startBit);
  const count = cursor.vbr(5);
  const values: (number | bigint)[] = [count];
  for (let i = 0; i < count; i++) {
    const literal = cursor.fixed(1);
    values.push(literal);
    if (literal === 1) {
      const value = cursor.vbr(8);
      values.push(value > Number.MAX_SAFE_INTEGER ? (cursor.wide as bigint) : value);
      continue;
    }
    const encoding = cursor.fixed(3);
    values.push(encoding);
    if (encoding !== 1 && encoding !== 2) continue;
    const width = cursor.vbr(5);
    values.push(width);
    // A width of 0 means the literal 0, which the reference shows as well.
    if (width === 0) values.push(0);
  }
  return values;
}
