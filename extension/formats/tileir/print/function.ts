/** The text of a function: its head and its operations, by their declarative formats or their own printers. */
import { spellSymbol } from "../../mlir/model/spelling";
import { readBody } from "../container";
import { argumentsOf, stringOf } from "../references";
import { has, KERNEL } from "../model";
import type { Attribute, Block, Op, TileFunction, TileModule, Value } from "../model";
import type { AttributeDefinition, OperationDefinition } from "../operations";
import { keywordOf, operationOf, symbolValue } from "../operations";
import type { TypeSpelling } from "../types";
import { AttributePrinter } from "./attributes";
import { constantName, elementsOf } from "./constants";
import type { OperationPrinter } from "./custom";
import { printCustom } from "./custom";
import type { Step } from "./format";
import { parseFormat } from "./format";
import { definedNames, ValueNames } from "./names";

/** The release of MLIR whose rules symbols follow. */
export const RELEASE = 22;

const formats = new Map<OperationDefinition, readonly Step[]>();
function stepsOf(definition: OperationDefinition): readonly Step[] {
  const steps = formats.get(definition) ?? parseFormat(definition.format ?? "");
  formats.set(definition, steps);
  return steps;
}

/** Prints the operations of one function, each with its indentation and line end. */
export class FunctionPrinter implements OperationPrinter {
  readonly attributes: AttributePrinter;
  readonly types: TypeSpelling;
  readonly names: ValueNames;
  private text = "";

  /** @param begun is told of each operation when its text begins, with the text printed since the last one */
  constructor(
    readonly module: TileModule,
    private readonly begun?: (before: string, op: Op) => void,
  ) {
    this.attributes = new AttributePrinter(module);
    this.types = this.attributes.types;
    this.names = new ValueNames((op) => this.suggested(op));
  }

  /** The text printed since the last call. */
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
      value?.kind === "constant" ? elementsOf(this.types, type, this.attributes.constant(value.constant)) : undefined;
    if (!elements || tile?.kind !== "tile") return "cst";
    return constantName(elements, this.types.spell(tile.element));
  }
  /** The name of the value that an assumption is about, if it has one. */
  private nameOfAssumption(op: Op): string {
    const value = op.operands[0]?.[0];
    const producer = value && (this.producers ??= producersIn(this.body)).get(value);
    if (!value || !producer) return "assume";
    const definition = operationOf(producer.code);
    const named = this.suggested(producer).find(([index]) => producer.results[index] === value);
    if (named) return `assume_${named[1]}`;
    return definition && (definition.results.length > 1 || ["for", "reduce"].includes(definition.name))
      ? "assume_"
      : "assume";
  }
  private body: Block = { args: [], ops: [] };
  /** The operation that defines each value; only assumptions ask for it. */
  private producers: ReadonlyMap<Value, Op> | undefined;

  /** `entry @name(%arg0: …) { … }` and its line end, in steps: one for each operation of its body. */
  *function(definition: TileFunction): Generator<void, void, undefined> {
    const { module } = this;
    const args = argumentsOf(module, definition.type);
    const ops = readBody(module, definition, args);
    const block = (this.body = { args, ops });
    this.names.function(block);
    // Only NVIDIA's tests contain functions that are not kernels.
    const keyword = definition.flags & KERNEL ? "entry" : "testing$func";
    this.put(`  ${keyword} ${spellSymbol(stringOf(module, definition.name), RELEASE)}${this.signature(block)}`);
    const { hints } = definition;
    if (hints && !(hints.kind === "hints" && hints.value.kind === "dictionary" && hints.value.entries.length === 0))
      this.put(` optimization_hints=${this.attributes.attribute(hints)}`);
    this.put(" {\n");
    for (const op of ops) {
      this.operation(op, 4);
      yield;
    }
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
  /** As {@link region}, without an implied terminator: one with this name and without operands. */
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
    this.put(definition ? this.nameOf(definition) : `<opcode ${op.code}>`);
    if (definition?.format !== undefined)
      for (const step of stepsOf(definition)) this.step(step, op, definition, indent);
    else if (definition) printCustom(this, op, definition, indent);
    this.put("\n");
  }

  private nameOf({ name, renamed }: OperationDefinition): string {
    return renamed && has(this.module.version, renamed.since) ? renamed.name : name;
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
        if (step.keyword) this.otherAttributes(op, definition);
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

  /** `attributes {…}`: those that the format does not print, unless they have their default. */
  private otherAttributes(op: Op, { attributes, format = "" }: OperationDefinition): void {
    const others = attributes.flatMap((attribute) => {
      const value = op.attributes.get(attribute.name);
      if (value?.kind !== "enum" || format.includes(`$${attribute.name}`) || isDefault(attribute, value)) return [];
      const { enum: of = "" } = attribute;
      const mnemonic = of.replace(/(?<=[a-z])[A-Z]/g, "_$&").toLowerCase();
      return [`${attribute.name} = #cuda_tile.${mnemonic}<${keywordOf(of, value.value)}>`];
    });
    if (others.length > 0) this.put(` attributes {${others.join(", ")}}`);
  }

  /** Whether an optional group is printed: its anchor is present and does not have its default. */
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
  /** The operands or results in the group with this name. */
  valuesOf(name: string, op: Op, { operands, results }: OperationDefinition): readonly Value[] {
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
    return this.attributes.attribute(value);
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
        if (value?.kind === "constant")
          this.put(this.attributes.typedConstant(value.constant, op.results[0]?.type ?? -1));
        break;
      case "Inbounds":
        this.put(this.attributes.inbounds(value));
        break;
      case "AssumePredicate":
        if (value) this.put(this.attributes.attribute(value));
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
}

/** The operation that defines each value of a block and of those nested in it. */
function producersIn(block: Block): ReadonlyMap<Value, Op> {
  const producers = new Map<Value, Op>();
  const note = ({ ops }: Block): void => {
    for (const op of ops) {
      for (const result of op.results) producers.set(result, op);
      for (const region of op.regions) for (const inner of region) note(inner);
    }
  };
  note(block);
  return producers;
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
