/** The text of a module as cuda-tile-translate prints it: `cuda_tile.module @m { … }`. */
import { quoted, spellSymbol } from "../../mlir/model/spelling";
import { scalarText } from "../../mlir/attributes/elements";
import { readBody, argumentsOf, stringOf } from "../container";
import type { Attribute, Block, Bytes, Op, TileFunction, TileModule } from "../model";
import type { AttributeDefinition, OperationDefinition } from "../operations";
import { keywordOf, operationOf, symbolValue } from "../operations";
import { TypeSpelling } from "../types";
import { constantName, denseText, elementsOf, scalarOf } from "./constants";
import { printCustom } from "./custom";
import type { Step } from "./format";
import { parseFormat } from "./format";
import { definedNames, ValueNames } from "./names";

/** The release whose rules symbols follow. */
const RELEASE = 22;
const KERNEL = 2;

const formats = new Map<OperationDefinition, readonly Step[]>();
function stepsOf(definition: OperationDefinition): readonly Step[] {
  const steps = formats.get(definition) ?? parseFormat(definition.format ?? "");
  formats.set(definition, steps);
  return steps;
}

/** Prints operations of one function, each with its indentation and line end. */
export class FunctionPrinter {
  readonly types: TypeSpelling;
  readonly names: ValueNames;
  private text = "";

  /** @param begun told of each operation when its text begins, with what was printed since the last one */
  constructor(
    readonly module: TileModule,
    private readonly begun?: (before: string, op: Op) => void,
  ) {
    this.types = new TypeSpelling(module.types);
    this.names = new ValueNames((op) => this.suggested(op));
  }

  /** What has been printed since the last call. */
  take(): string {
    const { text } = this;
    this.text = "";
    return text;
  }
  put(text: string): void {
    this.text += text;
  }

  private suggested(op: Op): readonly (readonly [number, string])[] {
    const definition = operationOf(op.code);
    if (!definition) return [];
    if (definition.name === "constant") return [[0, this.nameOfConstant(op)]];
    if (definition.name === "assume") return [[0, this.nameOfAssumption(op)]];
    return definedNames(definition, op.results.length);
  }
  private nameOfConstant(op: Op): string {
    const type = op.results[0]?.type ?? -1;
    const tile = this.types.node(type);
    const value = op.attributes.get("value");
    const elements =
      value?.kind === "constant" ? elementsOf(this.types, type, this.constant(value.constant)) : undefined;
    if (!elements || tile?.kind !== "tile") return "cst";
    return constantName(elements, this.types.spell(tile.element));
  }
  /** After what is assumed of it, where that has a name. */
  private nameOfAssumption(op: Op): string {
    const value = op.operands[0]?.[0];
    const producer = value && this.producers.get(value);
    if (!value || !producer) return "assume";
    const definition = operationOf(producer.code);
    const named = this.suggested(producer).find(([index]) => producer.results[index] === value);
    if (named) return `assume_${named[1]}`;
    return definition && (definition.results.length > 1 || ["for", "reduce"].includes(definition.name))
      ? "assume_"
      : "assume";
  }
  private readonly producers = new Map<unknown, Op>();
  private noteProducers(block: Block): void {
    for (const op of block.ops) {
      for (const result of op.results) this.producers.set(result, op);
      for (const region of op.regions) for (const inner of region) this.noteProducers(inner);
    }
  }

  /** The elements of a constant of the pool: a size and that many bytes. */
  constant(index: number): Uint8Array {
    const range = this.module.constants[index];
    if (!range) return new Uint8Array();
    const { bytes } = this.module;
    let at = range.startByte;
    while (at < range.endByte && (bytes[at] ?? 0) >= 128) at++;
    return bytes.subarray(Math.min(at + 1, range.endByte), range.endByte);
  }

  /** `entry @name(%arg0: …) { … }` and its line end. */
  function(definition: TileFunction): void {
    const { module } = this;
    const args = argumentsOf(module, definition.type);
    const { ops } = readBody(module, definition, args);
    const block = { args, ops };
    this.noteProducers(block);
    this.names.function(block);
    // Functions that are no kernels are of NVIDIA's tests only.
    const keyword = definition.flags & KERNEL ? "entry" : "testing$func";
    this.put(`  ${keyword} ${spellSymbol(stringOf(module, definition.name), RELEASE)}${this.signature(block)}`);
    const { hints } = definition;
    if (hints && !(hints.kind === "hints" && hints.value.kind === "dictionary" && hints.value.entries.length === 0))
      this.put(` optimization_hints=${this.attribute(hints)}`);
    this.put(" {\n");
    for (const op of ops) this.operation(op, 4);
    this.put("  }\n");
  }
  /** `(%a: tile<i32>, %b: …)`, and the results of a function's type. */
  signature(block: Block): string {
    return `(${block.args.map((arg) => `${this.names.name(arg)}: ${this.types.spell(arg.type)}`).join(", ")})`;
  }

  /** `{`, the operations, `}`. */
  region(blocks: readonly Block[], indent: number, terminator: boolean): void {
    this.put("{\n");
    for (const { ops } of blocks) {
      const shown = terminator ? ops : ops.slice(0, -1);
      for (const op of shown) this.operation(op, indent + 2);
    }
    this.put(`${" ".repeat(indent)}}`);
  }
  /** As {@link region}, without a terminator that is implied: one of that name without operands. */
  implied(blocks: readonly Block[], indent: number, name: string): void {
    const last = blocks[0]?.ops.at(-1);
    const isImplied = last && operationOf(last.code)?.name === name && (last.operands[0]?.length ?? 0) === 0;
    this.region(blocks, indent, !isImplied);
  }

  private operation(op: Op, indent: number): void {
    const definition = operationOf(op.code);
    this.begun?.(this.take(), op);
    this.put(" ".repeat(indent));
    const groups = this.names.results(op);
    if (groups.length > 0)
      this.put(`${groups.map(({ name, size }) => (size > 1 ? `${name}:${size}` : name)).join(", ")} = `);
    this.put(definition?.name ?? `<opcode ${op.code}>`);
    if (definition?.format !== undefined)
      for (const step of stepsOf(definition)) this.step(step, op, definition, indent);
    else if (definition) printCustom(this, op, definition, indent);
    this.put("\n");
  }

  private step(step: Step, op: Op, definition: OperationDefinition, indent: number): void {
    switch (step.kind) {
      case "literal":
        this.put((step.space ? " " : "") + step.text);
        break;
      case "blank":
        this.put(" ");
        break;
      case "attributes":
        break;
      case "variable":
        this.put((step.space ? " " : "") + this.variable(step.name, op, definition));
        break;
      case "type":
        this.put((step.space ? " " : "") + this.typesOf(step.name, op, definition));
        break;
      case "custom":
        if (step.space) this.put(" ");
        this.custom(step.directive, step.args, op, definition, indent);
        break;
      case "group": {
        if (!this.present(step.anchor, op, definition)) break;
        const unit = definition.attributes.some(({ name, kind }) => name === step.anchor && kind === "unit");
        for (const inner of step.steps)
          if (!unit || inner.kind !== "variable" || inner.name !== step.anchor)
            this.step(inner, op, definition, indent);
        break;
      }
    }
  }

  /** Whether an optional group is printed: its anchor is there, and is not what holds without it. */
  private present(anchor: string, op: Op, definition: OperationDefinition): boolean {
    const attribute = definition.attributes.find(({ name }) => name === anchor);
    if (attribute) {
      const value = op.attributes.get(anchor);
      return value !== undefined && !isDefault(attribute, value);
    }
    const region = definition.regions.indexOf(anchor);
    if (region >= 0) return (op.regions[region]?.length ?? 0) > 0;
    return this.valuesOf(anchor, op, definition).length > 0;
  }
  /** Operands or results of that name. */
  valuesOf(name: string, op: Op, { operands, results }: OperationDefinition): readonly { readonly type: number }[] {
    const operand = operands.findIndex((o) => o.name === name);
    if (operand >= 0) return op.operands[operand] ?? [];
    const result = results.findIndex((r) => r.name === name);
    if (results[result]?.count === "variadic") return op.results;
    return result >= 0 && op.results[result] ? [op.results[result]] : [];
  }
  private typesOf(name: string, op: Op, definition: OperationDefinition): string {
    return this.valuesOf(name, op, definition)
      .map(({ type }) => this.types.spell(type))
      .join(", ");
  }
  private variable(name: string, op: Op, definition: OperationDefinition): string {
    const attribute = definition.attributes.find((a) => a.name === name);
    if (!attribute)
      return this.valuesOf(name, op, definition)
        .map((value) => this.names.name(value))
        .join(", ");
    const value = op.attributes.get(name);
    if (!value) return "";
    if (value.kind === "enum") {
      const keyword = keywordOf(attribute.enum ?? "", value.value);
      return attribute.bare ? keyword : `<${keyword}>`;
    }
    if (attribute.kind === "symbol" && value.kind === "string")
      return spellSymbol(stringOf(this.module, value.string), RELEASE);
    return this.attribute(value);
  }

  private custom(
    directive: string,
    args: readonly string[],
    op: Op,
    definition: OperationDefinition,
    indent: number,
  ): void {
    const name = args[0] ?? "";
    const value = op.attributes.get(name);
    const keyword = (): string => {
      const { enum: of = "" } = definition.attributes.find((a) => a.name === name) ?? {};
      return value?.kind === "enum" ? keywordOf(of, value.value) : "";
    };
    if (directive in ELIDED) {
      if (value && keyword() !== ELIDED[directive]) this.put(`rounding<${keyword()}>`);
      return;
    }
    switch (directive) {
      case "CudaTileType":
        this.put(this.typesOf(name, op, definition));
        break;
      case "CudaTileTypeSplat":
        this.put(this.types.spell(this.valuesOf(name, op, definition)[0]?.type ?? -1));
        break;
      case "DenseTypedElementsAttr":
        if (value?.kind === "constant") this.put(this.typedConstant(value.constant, op.results[0]?.type ?? -1));
        break;
      case "AssumePredicate":
        if (value) this.put(this.attribute(value));
        break;
      case "IfOpRegion":
        this.implied(op.regions[definition.regions.indexOf(name)] ?? [], indent, "yield");
        break;
      case "ArgumentRegion": {
        const region = op.regions[0] ?? [];
        this.put(`\n${" ".repeat(indent)}${region[0] ? this.signature(region[0]) : "()"} `);
        this.region(region, indent, true);
        break;
      }
      default:
        this.put(keyword());
    }
  }

  /** `<i32: 1> : tile<i32>` */
  typedConstant(constant: number, type: number): string {
    const tile = this.types.node(type);
    const elements = elementsOf(this.types, type, this.constant(constant));
    const element = tile?.kind === "tile" ? this.types.spell(tile.element) : "";
    return `<${element}: ${elements ? [...denseText(elements)].join("") : ""}> : ${this.types.spell(type)}`;
  }

  /** An attribute as it is printed where its kind is known. */
  attribute(attribute: Attribute): string {
    switch (attribute.kind) {
      case "unit":
        return "";
      case "bool":
        return String(attribute.value);
      case "enum":
        return String(attribute.value);
      case "integer":
        return this.integer(attribute);
      case "float":
        return this.float(attribute);
      case "string":
        return quoted(stringOf(this.module, attribute.string));
      case "type":
        return this.types.spell(attribute.type);
      case "numbers":
        return `[${attribute.values.join(", ")}]`;
      case "constant":
        return this.typedConstant(attribute.constant, attribute.type ?? -1);
      case "attributes":
        return `[${attribute.values.map((value) => this.typed(value)).join(", ")}]`;
      case "dictionary":
        return `{${this.entries(attribute, (value) => this.attribute(value))}}`;
      case "hints":
        return `<${this.entries(attribute.value, (value) => this.attribute(value))}>`;
      case "divBy": {
        const { divisor, every, along } = attribute;
        return `div_by<${divisor}${every === undefined ? "" : `, every ${every} along ${along ?? ""}`}>`;
      }
      case "sameElements":
        return `same_elements<[${attribute.values.join(", ")}]>`;
      case "bounded":
        return `bounded<${attribute.lower ?? "?"}, ${attribute.upper ?? "?"}>`;
    }
  }
  private entries(dictionary: Attribute, text: (value: Attribute) => string): string {
    if (dictionary.kind !== "dictionary") return "";
    return dictionary.entries.map(([name, value]) => `${stringOf(this.module, name)} = ${text(value)}`).join(", ");
  }
  private integer({ value, type }: Extract<Attribute, { kind: "integer" }>): string {
    const width = type === undefined ? 64 : (this.types.width(type) ?? 64);
    if (width === 1) return value === 0n ? "false" : "true";
    return String(BigInt.asIntN(width, value));
  }
  private float({ bits, type }: Extract<Attribute, { kind: "float" }>): string {
    const scalar = scalarOf(this.types.spell(type));
    if (!scalar) return String(bits);
    const bytes = Uint8Array.from({ length: 8 }, (_unused, i) => Number((bits >> BigInt(8 * i)) & 255n));
    return scalarText(scalar, bytes, 0);
  }
  /** With its type where that is not the one that MLIR takes for granted. */
  private typed(value: Attribute): string {
    const text = this.attribute(value);
    if (value.kind !== "integer" && value.kind !== "float") return text;
    const type = value.type === undefined ? "i64" : this.types.spell(value.type);
    return ["i64", "f64", "i1"].includes(type) ? text : `${text} : ${type}`;
  }
}

/** Rounding modes that are not printed, by the directive that prints the others. */
const ELIDED: Readonly<Record<string, string>> = {
  IEEERoundingMode: "nearest_even",
  DivFOpRoundingMode: "nearest_even",
  SqrtOpRoundingMode: "nearest_even",
  TanHOpRoundingMode: "full",
  ExpOpRoundingMode: "full",
  IntegerRoundingMode: "nearest_int_to_zero",
};

function isDefault(definition: AttributeDefinition, value: Attribute): boolean {
  if (definition.default === undefined) return false;
  if (value.kind === "enum") return value.value === symbolValue(definition.enum ?? "", definition.default);
  return value.kind === "integer" && String(value.value) === definition.default;
}

/** The name that the reader gives every module: files do not hold one. */
const MODULE_NAME = "kernels";

/** A piece of the text, and what of the file it shows. */
export interface ModulePiece extends Bytes {
  readonly text: string;
  readonly op?: Op;
  readonly kind: "module" | "global" | "function" | "operation" | "end";
  /** The function it is in, as an index. */
  readonly function?: number;
}

/** The module's text piece by piece, each beginning at a line's start. */
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

/** A function's text: its head, then its operations, each with what closes behind it. */
export function functionPieces(module: TileModule, definition: TileFunction, index: number): readonly ModulePiece[] {
  const pieces: ModulePiece[] = [];
  const { startByte, endByte } = definition;
  let current: Omit<ModulePiece, "text"> = { kind: "function", function: index, startByte, endByte };
  const printer = new FunctionPrinter(module, (text, op) => {
    pieces.push({ ...current, text });
    current = { kind: "operation", function: index, op, startByte: op.startByte, endByte: op.endByte };
  });
  printer.function(definition);
  pieces.push({ ...current, text: printer.take() });
  return pieces;
}

/** The module's text in pieces. */
export function* printModule(module: TileModule, only?: string): Generator<string, void, undefined> {
  for (const { text } of modulePieces(module, only)) yield text;
}

/** A line for each global. */
export function* globalPieces(module: TileModule): Generator<ModulePiece, void, undefined> {
  const printer = new FunctionPrinter(module);
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
