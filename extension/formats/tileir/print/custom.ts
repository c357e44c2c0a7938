/** Operations that print themselves (their `print` methods in CudaTile.cpp). */
import type { Block, Op, Value } from "../model";
import type { OperationDefinition } from "../operations";
import { keywordOf } from "../operations";
import type { TypeSpelling } from "../types";
import type { AttributePrinter } from "./attributes";
import type { ValueNames } from "./names";

/** Prints the operations around one with its own `print` method. */
export interface OperationPrinter {
  readonly attributes: AttributePrinter;
  readonly types: TypeSpelling;
  readonly names: ValueNames;
  put(text: string): void;
  /** `{`, the operations, `}`; leaves out a terminator with this name and without operands, which is implied. */
  implied(blocks: readonly Block[], indent: number, terminator: string): void;
}

/** The operands in the group with this name. */
function operands(op: Op, definition: OperationDefinition, name: string): readonly Value[] {
  return op.operands[definition.operands.findIndex((operand) => operand.name === name)] ?? [];
}
function keyword(op: Op, definition: OperationDefinition, name: string): string {
  const value = op.attributes.get(name);
  const { enum: of = "" } = definition.attributes.find((attribute) => attribute.name === name) ?? {};
  return value?.kind === "enum" ? keywordOf(of, value.value) : "";
}

class Custom {
  constructor(
    private readonly printer: OperationPrinter,
    private readonly op: Op,
    private readonly definition: OperationDefinition,
    private readonly indent: number,
  ) {}

  private list(name: string): string {
    return operands(this.op, this.definition, name)
      .map((value) => this.printer.names.name(value))
      .join(", ");
  }
  private types(values: readonly Value[]): string {
    return values.map(({ type }) => this.printer.types.spell(type)).join(", ");
  }
  private typesOf(name: string): string {
    return this.types(operands(this.op, this.definition, name));
  }
  private results(): string {
    return this.types(this.op.results);
  }

  print(): void {
    switch (this.definition.name) {
      case "for":
        return this.forLoop();
      case "loop":
        return this.loop();
      case "get_index_space_shape":
      case "get_tensor_shape":
        return this.shape();
      case "load_view_tko":
      case "store_view_tko":
      case "atomic_red_view_tko":
        return this.viewAccess();
      case "make_tensor_view":
        return this.tensorView();
      default:
        this.printer.put(` ${this.list(this.definition.operands[0]?.name ?? "")} : ${this.results()}`);
    }
  }

  private forLoop(): void {
    const { printer, op, indent } = this;
    const [body = []] = op.regions;
    const [induction, ...iterated] = body[0]?.args ?? [];
    const unsigned = op.attributes.has("unsignedCmp") ? " unsigned" : "";
    const bounds = `${this.list("lowerBound")} to ${this.list("upperBound")}, step ${this.list("step")}`;
    const variable = induction ? printer.names.name(induction) : "";
    printer.put(`${unsigned} ${variable} in (${bounds}) : ${induction ? printer.types.spell(induction.type) : ""} `);
    const initial = operands(op, this.definition, "initValues");
    if (initial.length > 0) printer.put(`iter_values(${this.pairs(iterated, initial)}) -> (${this.types(initial)}) `);
    printer.implied(body, indent, "continue");
  }
  private pairs(inner: readonly Value[], outer: readonly Value[]): string {
    const { names } = this.printer;
    return outer.map((value, i) => `${inner[i] ? names.name(inner[i]) : ""} = ${names.name(value)}`).join(", ");
  }
  private loop(): void {
    const { printer, op, indent } = this;
    const [body = []] = op.regions;
    const initial = operands(op, this.definition, "initValues");
    const [iterates, returns] = [initial.length > 0, op.results.length > 0];
    printer.put(" ");
    if (iterates) printer.put(`iter_values(${this.pairs(body[0]?.args ?? [], initial)}) `);
    if (iterates || returns) printer.put(": ");
    if (iterates) printer.put(`${this.types(initial)} ${returns ? "-> " : ""}`);
    if (returns) printer.put(`${this.results()} `);
    printer.implied(body, indent, "continue");
  }

  private shape(): void {
    const source = this.definition.operands[0]?.name ?? "";
    const [first] = this.op.results;
    this.printer.put(` ${this.list(source)} : ${this.typesOf(source)} -> ${first ? this.types([first]) : ""}`);
  }

  private viewAccess(): void {
    const { op, definition, printer } = this;
    const memory = [keyword(op, definition, "memory_ordering_semantics"), keyword(op, definition, "memory_scope")];
    const view = `${this.list("view")}[${this.list("index")}]`;
    const tile = definition.name === "store_view_tko" ? `${this.list("tile")}, ` : "";
    const atomic =
      definition.name === "atomic_red_view_tko" ? `, ${keyword(op, definition, "mode")}, ${this.list("value")}` : "";
    printer.put(` ${memory.filter((word) => word !== "").join(" ")} ${tile}${view}${atomic}`);
    const token = this.list("token");
    if (token !== "") printer.put(` token = ${token}`);
    const hints = op.attributes.get("optimization_hints");
    if (hints) printer.put(` optimization_hints = ${printer.attributes.attribute(hints)}`);
    const stored = { store_view_tko: "tile", atomic_red_view_tko: "value" }[definition.name];
    const inbounds = printer.attributes.inbounds(op.attributes.get("inbounds"));
    if (inbounds !== "") printer.put(` ${inbounds}`);
    const types = [...(stored === undefined ? [] : [this.typesOf(stored)]), this.typesOf("view"), ...this.indexTypes()];
    printer.put(` : ${types.join(", ")} -> ${this.results()}`);
  }
  /** A single type if all indices have the same. */
  private indexTypes(): readonly string[] {
    const types = operands(this.op, this.definition, "index").map(({ type }) => this.printer.types.spell(type));
    return types.every((type) => type === types[0]) ? types.slice(0, 1) : types;
  }

  private tensorView(): void {
    const { op, printer } = this;
    const [result] = op.results;
    const node = printer.types.node(result?.type ?? -1);
    const [shape, strides] = node?.kind === "tensor view" ? [node.shape, node.strides] : [[], []];
    const parts = [
      `shape = [${this.mixed(shape, "dynamicShape")}]`,
      `strides = [${this.mixed(strides, "dynamicStrides")}]`,
    ];
    const dynamic = [
      ...operands(op, this.definition, "dynamicShape"),
      ...operands(op, this.definition, "dynamicStrides"),
    ];
    // The pointer's type is told if it has an attribute.
    const base = node?.kind === "tensor view" && node.attribute !== undefined ? [this.typesOf("base")] : [];
    const types = [...base, ...(dynamic[0] ? [this.types([dynamic[0]])] : [])];
    const before = types.length > 0 ? `${types.join(", ")} -> ` : "";
    printer.put(` ${this.list("base")}, ${parts.join(", ")} : ${before}${this.results()}`);
  }
  /** Static sizes, and operands for dynamic ones. */
  private mixed(sizes: readonly bigint[], name: string): string {
    const values = [...operands(this.op, this.definition, name)];
    return sizes
      .map((size) => {
        if (size !== -(2n ** 63n)) return String(size);
        const value = values.shift();
        return value ? this.printer.names.name(value) : "?";
      })
      .join(", ");
  }
}

/** Prints what follows an operation's name. */
export function printCustom(printer: OperationPrinter, op: Op, definition: OperationDefinition, indent: number): void {
  new Custom(printer, op, definition, indent).print();
}
