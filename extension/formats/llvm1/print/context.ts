/** What the listing prints with: a style for the document, and names and numbers for each function. */
import type { Sink } from "../../../document/sink";
import type { TokenKind } from "../../../document/token";
import { namedTypes } from "./writer";
import type { Block } from "../read/blocks";
import type { Bytecode } from "../read/bytecode";
import { Budget, Printer } from "./printer";
import { releaseOf, STYLES } from "../model/style";
import type { Style } from "../model/style";
import { TypeNames } from "./typenames";
import type { Value } from "../model/values";

/** Most constants that a row prints: a fixed part, and a part for each of its bytes; longer rows end with `...`. */
const ROW_BASE = 32;
const ROW_PER_BYTE = 8;
/** Most constants for a row of `bytes` bytes. */
export function rowBudget(bytes: number): number {
  return ROW_BASE + ROW_PER_BYTE * bytes;
}

/** Most characters of a type in a row; longer ones, whose parts have no names, end with `...`. */
const LONGEST_TYPE = 1024;

/** Prints a document's rows. */
export class ListingContext {
  private typeNames: TypeNames | undefined;
  private ownRelease: string | undefined;
  private rowStyle: Style | undefined;
  constructor(readonly bytecode: Bytecode) {}

  /** The release as which the document is printed by default. */
  release(): string {
    const { layout } = this.bytecode;
    const basicBlocks = (): boolean => layout.blocks.some((block) => block.kind === "BasicBlock");
    return (this.ownRelease ??= releaseOf(layout.traits.version, basicBlocks()));
  }

  style(release = this.release()): Style {
    return STYLES.get(release) ?? (STYLES.get("1.9") as Style);
  }

  types(): TypeNames {
    this.typeNames ??= new TypeNames(namedTypes(this.bytecode.module()), LONGEST_TYPE);
    return this.typeNames;
  }

  /** A printer for the content of a block; locals are those of the function around it. Structures stay on one line. */
  printer(sink: Sink, block?: Block): Printer {
    const within = block && this.bytecode.functionBlock(block);
    const of = within && this.bytecode.module().bodies.get(within.index);
    const style = (this.rowStyle ??= { ...this.style(), structureLines: false });
    const scope = of ? `f${of.ordinal}/` : "";
    const budget = new Budget(rowBudget(0));
    return new Printer(sink, { style, types: this.types(), scope, numbersDefine: true, budget });
  }

  /**
   * A value as plain text, `int %x`; large constants by their slot. What is longer than `most` characters is cut: a
   * constant may contain others without end, and is mentioned many times.
   */
  valueText(value: Value, block: Block, most: number): string {
    if (value.kind === "aggregate" || value.kind === "string")
      return `${this.types().text(value.type)} [${value.slot}]`;
    const sink = new BriefSink(most);
    const printer = this.printer(sink, block);
    try {
      printer.type(value.type);
      printer.text(" ");
      printer.value(value);
    } catch (error) {
      if (error !== ENOUGH) throw error;
    }
    return sink.text;
  }
}

/** Thrown to end the printing of a text of which enough is printed. */
const ENOUGH = new Error("enough is printed");

/** Collects plain text until it is longer than needed. */
class BriefSink implements Sink {
  text = "";
  constructor(private readonly most: number) {}
  /** @throws {@link ENOUGH} if there is more than needed */
  put(_kind: TokenKind, piece: string): void {
    this.text += piece;
    if (this.text.length > this.most) throw ENOUGH;
  }
  name(kind: TokenKind, piece: string): void {
    this.put(kind, piece);
  }
  operand(): void {
    // Plain text has no operands.
  }
  at(): void {
    // Nor positions.
  }
}
