/** Prints operands and constants into a sink, for the text and for the listing alike (AsmWriter.cpp, WriteAsOperandInternal). */
import type { Sink } from "../../../document/sink";
import { dropsName } from "../../../document/sink";
import type { SymbolId, TokenKind } from "../../../document/token";
import { byteString } from "../../../document/byteText";
import { floatText } from "../model/floats";
import type { Style } from "../model/style";
import type { TypeNames } from "./typenames";
import { quotedName } from "./typenames";
import type { Type } from "../model/type";
import { isPrimitive } from "../model/type";
import type { Constant, Value } from "../model/values";
import { isConstant } from "../model/values";

/** What a printer must know besides the value. */
export interface PrintContext {
  readonly style: Style;
  readonly types: TypeNames;
  /** The prefix of symbols of locals: `f3/`. */
  readonly scope: string;
  /** Names that replace the values' own. */
  readonly renamed?: ReadonlyMap<Value, string>;
  /** Whether unnamed values are defined by their number, as in the listing; the assembly has it in a comment. */
  readonly numbersDefine?: boolean;
  /** Limits the cost of printing constants; shared by everything that one call prints. */
  readonly budget: Budget;
}

/**
 * How many more constants may be printed. A few constants that contain each other twice expand to more text than any
 * disk can hold; beyond the limit, `...` is printed.
 */
export class Budget {
  exceeded = false;
  constructor(private left: number) {}
  /** The limit for a file of `fileBytes` bytes: in real files each constant is printed only a few times. */
  static of(fileBytes: number): Budget {
    return new Budget(50_000 + 100 * fileBytes);
  }
  /** Resets the limit. */
  refill(left: number): void {
    this.left = left;
  }
  take(): boolean {
    if (this.left-- > 0) return true;
    this.exceeded = true;
    return false;
  }
}

/** Number of elements from which LLVM 1.0 and 1.1 print a zero aggregate in short. */
const SHORT_ZERO = 6;
/** Deepest nesting of constants, beyond that of any real file; deeper ones are cut. */
const DEEPEST = 100;

/** The symbol of a value that can be defined. */
export function symbolOf(value: Value, scope: string): SymbolId | undefined {
  switch (value.kind) {
    case "global":
      return `g${value.ordinal}`;
    case "function":
      return `f${value.ordinal}`;
    case "argument":
      return `${scope}a${value.ordinal}`;
    case "block":
      return `${scope}b${value.ordinal}`;
    case "instruction":
      return `${scope}v${value.ordinal}`;
    default:
      return undefined;
  }
}

/** The token kind of a value's name. */
export function tokenKind(value: Value): TokenKind {
  if (value.kind === "global" || value.kind === "function") return "global";
  return value.kind === "block" ? "block" : "local";
}

/** The bytes of a string in print: unprintable ones, quotes and backslashes as `\XX` (PrintEscapedString). */
export function escaped(text: string): string {
  return text.replace(/[^ !#-[\]-~]/g, (c) => `\\${c.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0")}`);
}

/** Prints operands and constants. */
export class Printer {
  /** Fields of structures are on lines of their own, indented by four blanks for each nesting. */
  private indent = "\n";
  private depth = 0;
  constructor(
    readonly sink: Sink,
    readonly context: PrintContext,
  ) {}

  type(type: Type): void {
    this.context.types.print(type, this.sink);
  }

  text(text: string): void {
    this.sink.put("punctuation", text);
  }

  /** A value's name or number where it is used: `%x`, `%3`. */
  name(value: Value, definition = false): void {
    const name = this.context.renamed?.get(value) ?? ("name" in value ? value.name : undefined);
    const number = "number" in value ? value.number : undefined;
    const text = name !== undefined ? quotedName(name) : number === undefined ? "<badref>" : `%${number}`;
    const kind = tokenKind(value);
    const symbol = dropsName(this.sink, kind) ? "" : symbolOf(value, this.context.scope);
    if (symbol === undefined) this.sink.put("problem", text);
    else this.sink.name(kind, text, symbol, definition);
  }

  /** A definition's name, `%x = `; empty if unnamed values are not shown as defined. */
  define(value: Value & { readonly name: string | undefined; readonly number: number | undefined }): void {
    if (value.name === undefined && (!this.context.numbersDefine || value.number === undefined)) return;
    this.name(value, true);
    this.text(" = ");
  }

  /** A value with a blank before it, and with its type if requested: ` int %x`. */
  operand(value: Value, withType: boolean): void {
    this.text(" ");
    if (withType) {
      this.type(value.type);
      this.text(" ");
    }
    this.value(value);
  }

  /** A value: a name, or a constant's content. */
  value(value: Value): void {
    if (isConstant(value)) this.constant(value);
    else this.name(value);
  }

  /** A constant's content. */
  constant(constant: Constant): void {
    if (this.depth >= DEEPEST || !this.context.budget.take()) {
      this.sink.put("problem", "...");
      return;
    }
    this.depth++;
    this.content(constant);
    this.depth--;
  }

  /** Prints by kind. */
  private content(constant: Constant): void {
    const { sink } = this;
    switch (constant.kind) {
      case "integer":
        sink.put("number", constant.type.kind === "bool" ? boolText(constant.value) : String(constant.value));
        break;
      case "float":
        sink.put("number", floatText(constant.bits, this.context.style.decimalFloats));
        break;
      case "zero":
        this.zero(constant.type);
        break;
      case "undef":
        sink.put("keyword", "undef");
        break;
      case "string":
        this.string(byteString(constant.bytes), constant);
        break;
      case "aggregate":
        this.aggregate(constant);
        break;
      case "expression":
        this.expression(constant);
        break;
      case "pointer":
        if (this.context.style.spacedReferences) this.text(" ");
        for (const target of constant.operands) this.value(target);
        break;
      case "asm":
        sink.put("keyword", constant.sideEffects ? "asm sideeffect " : "asm ");
        sink.put("string", `"${escaped(constant.text)}", "${escaped(constant.constraints)}"`);
        break;
    }
  }

  /** A zero without a constant in the file. */
  private zero(type: Type): void {
    switch (type.kind) {
      case "bool":
        this.sink.put("number", "false");
        break;
      case "float":
      case "double":
        this.sink.put("number", floatText(0n, this.context.style.decimalFloats));
        break;
      case "pointer":
        this.sink.put("keyword", "null");
        break;
      case "struct":
      case "array":
      case "packed":
        this.zeroAggregate(type);
        break;
      default:
        this.sink.put("number", "0");
    }
  }

  /**
   * A zero aggregate: one keyword since LLVM 1.2; before, small ones are spelled out, and strings printed as strings.
   */
  private zeroAggregate(type: Type): void {
    const count = type.kind === "struct" ? type.elements.length : type.length;
    if (this.context.style.zeroAggregates || count >= SHORT_ZERO) {
      this.sink.put("keyword", "zeroinitializer");
      return;
    }
    if (type.kind === "array" && isByte(type.element)) {
      this.sink.put("string", `c"${"\\00".repeat(count)}"`);
      return;
    }
    const elements = type.kind === "struct" ? type.elements : Array.from({ length: count }, () => type.element);
    this.list(type, elements.length, (i) => {
      const element = elements[i] ?? type.element;
      this.type(element);
      this.text(" ");
      this.depth++;
      if (this.depth < DEEPEST && this.context.budget.take()) this.zero(element);
      this.depth--;
    });
  }

  /** Strings print as text; before LLVM 1.2 only without negative elements. */
  private string(text: string, constant: Constant): void {
    const { type } = constant;
    const negative = type.element.kind === "sbyte" && !this.context.style.negativeStrings && /[\x80-\xff]/.test(text);
    if (!negative) {
      this.sink.put("string", `c"${escaped(text)}"`);
      return;
    }
    this.list(type, text.length, (i) => {
      this.type(type.element);
      this.text(" ");
      this.sink.put("number", String((text.charCodeAt(i) << 24) >> 24));
    });
  }

  /** An aggregate; arrays of bytes are strings, however they were written. */
  private aggregate(constant: Constant & { readonly kind: "aggregate" }): void {
    const { type, operands } = constant;
    if (this.isZero(constant)) {
      this.zeroAggregate(type);
      return;
    }
    if (type.kind === "array" && isByte(type.element)) {
      const bytes = operands.map((o) => (o.kind === "integer" ? Number(o.value) & 255 : o.kind === "zero" ? 0 : -1));
      if (!bytes.includes(-1)) {
        this.string(byteString(Uint8Array.from(bytes)), constant);
        return;
      }
    }
    this.list(type, operands.length, (i) => {
      const operand = operands[i];
      if (!operand) return;
      this.type(operand.type);
      this.text(" ");
      this.reference(operand);
    });
  }

  /** Whether every element is zero, so that the reference replaces it by the zero of its type. */
  private isZero(constant: Constant & { readonly kind: "aggregate" }): boolean {
    if (constant.operands.length === 0) return constant.type.kind !== "struct" || this.context.style.zeroAggregates;
    return constant.operands.every((o) => o.kind === "zero" || isZeroNumber(o));
  }

  /** A value inside a constant; in LLVM 1.2 globals are reached through a constant of their own. */
  private reference(value: Value): void {
    if (this.context.style.spacedReferences && !isConstant(value)) this.text(" ");
    this.value(value);
  }

  /** An aggregate's elements between its brackets. */
  private list(type: Type, count: number, element: (index: number) => void): void {
    const [open, close] = BRACKETS[type.kind as keyof typeof BRACKETS];
    const lines = type.kind === "struct" && count > 2 && this.context.style.structureLines;
    this.text(open);
    if (lines) this.indent += "    ";
    if (lines) this.text(this.indent);
    else if (count > 0) this.text(" ");
    for (let i = 0; i < count; i++) {
      if (i > 0) this.text(lines ? `, ${this.indent}` : ", ");
      element(i);
    }
    if (lines) this.indent = this.indent.slice(0, -4);
    this.text(` ${close}`);
  }

  /** Operation and operands with their types; a cast names its result type. */
  private expression(constant: Constant & { readonly kind: "expression" }): void {
    const { operation, operands, type } = constant;
    this.sink.put("keyword", operation);
    this.text(" (");
    operands.forEach((operand, i) => {
      if (i > 0) this.text(", ");
      this.type(operand.type);
      this.text(" ");
      this.reference(operand);
    });
    if (operation === "cast") {
      this.sink.put("keyword", " to ");
      this.type(type);
    }
    this.text(")");
  }

  /** A global's initializer, with a blank before it. */
  initializer(value: Value): void {
    this.text(" ");
    this.reference(value);
  }
}

const BRACKETS = { struct: ["{", "}"], array: ["[", "]"], packed: ["<", ">"] } as const;

function boolText(value: number | bigint): string {
  return Number(value) === 0 ? "false" : "true";
}

function isByte(type: Type): boolean {
  return isPrimitive(type) && (type.kind === "sbyte" || type.kind === "ubyte");
}

function isZeroNumber(value: Value): boolean {
  if (value.kind === "integer") return Number(value.value) === 0;
  return value.kind === "float" && value.bits === 0n;
}
