/**
 * Which resources the text names. The reference prints those of the builtin dialect that it named before (AsmState's
 * dialect resources), in the order of their first names: not those that only locations name which are not printed.
 */
import { append } from "../../../document/arrays";
import type { Container } from "../container/container";
import type { Resource } from "../container/resources";
import type { IrVisitor } from "../ir/walk";
import type { IrWalker } from "../ir/walker";
import { Step } from "../ir/walker";
import type { NamedValue } from "../model/module";
import type { Piece } from "../model/piece";
import type { AliasDefinition, AliasTable } from "./aliases";
import type { OpFields } from "./opText";
import type { OpReader } from "./values";

const NONE: readonly never[] = [];

/** Finds them in a walk over the IR, between the definitions of aliases before and after it. */
export class ResourceMentions implements IrVisitor {
  /** The resources, in the order of the text. */
  readonly found = new Set<Resource>();
  private readonly container: Container;
  /** Ops whose attributes follow their regions. */
  private readonly open: OpFields[] = [];
  private readonly attributes: Uint8Array;
  private readonly types: Uint8Array;

  constructor(
    private readonly reader: OpReader,
    private readonly aliases: AliasTable,
  ) {
    const { container } = reader;
    this.container = container;
    this.attributes = new Uint8Array(container.sizes.attributes);
    this.types = new Uint8Array(container.sizes.types);
  }

  /** Looks at definitions of aliases. */
  define(definitions: readonly AliasDefinition[]): void {
    for (const { space, source } of definitions)
      this.visit(typeof source === "number" ? this.spelled(space, source) : source);
  }

  take(step: Step, { op }: IrWalker): void {
    if (step === Step.OpEnd) this.visitAttributes(this.open.pop());
    if (step !== Step.Op) return;
    const { name, attributes, properties, regions } = op;
    const fields = { name, attributes, properties };
    const found = this.reader.values(fields, false).properties;
    if (found.kind === "named") this.visitValues(found.values);
    else if (found.kind === "attribute") this.visitEntry("attribute", found.index);
    if (regions > 0) this.open.push(fields);
    else this.visitAttributes(fields);
  }

  lost(_damage: unknown, _lostBytes: number, depth: number): void {
    this.open.length = Math.min(this.open.length, Math.max(0, depth - 1));
  }

  private visitAttributes(op: OpFields | undefined): void {
    if (op && op.attributes >= 0) this.visitValues(this.reader.values(op, false).attributes);
  }
  private visitValues(values: readonly NamedValue[]): void {
    for (const { value } of values)
      if (value.kind === "attribute") this.visitEntry("attribute", value.index);
      else this.visit(value.pieces ?? NONE);
  }
  private visitEntry(space: "attribute" | "type", index: number): void {
    this.visit(this.parts(space, index));
  }

  /** Visits pieces and what they refer to, in the order of the text. */
  private visit(pieces: readonly Piece[]): void {
    const stack = [...pieces].reverse();
    for (let piece = stack.pop(); piece !== undefined; piece = stack.pop()) {
      if (typeof piece !== "object") continue;
      if (piece.kind === "attribute" || piece.kind === "type")
        append(stack, [...this.parts(piece.kind, piece.index)].reverse());
      else if (piece.kind === "fragment") append(stack, [...piece.pieces].reverse());
    }
  }

  /** The pieces of an entry; none if it was visited, or if its alias stands for it. */
  private parts(space: "attribute" | "type", index: number): readonly Piece[] {
    const seen = space === "attribute" ? this.attributes : this.types;
    if (seen[index] !== 0) return NONE;
    seen[index] = 1;
    return this.aliases[space](index) === undefined ? this.spelled(space, index) : NONE;
  }
  private spelled(space: "attribute" | "type", index: number): readonly Piece[] {
    const { container } = this;
    const { codec } = container;
    if (space === "type") return codec.spellType(container.type(index), index, container);
    const node = container.attribute(index);
    const resource = node.kind === "denseResource" ? container.resource(node.resource) : undefined;
    if (resource) this.found.add(resource);
    return codec.spellAttribute(node, index, "never", container);
  }
}
