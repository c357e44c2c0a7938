/**
 * Which resources the text names. The reference prints those of the builtin dialect that it named before (AsmState's
 * dialect resources), in the order of their first names: not those that only locations name which are not printed.
 */
import { append } from "../../../document/arrays";
import type { Container } from "../container/container";
import type { Resource } from "../container/resources";
import type { NumberList, Op } from "../ir/op";
import type { IrVisitor } from "../ir/walk";
import type { IrWalker } from "../ir/walker";
import { Step } from "../ir/walker";
import type { NamedValue } from "../model/module";
import type { Piece } from "../model/piece";
import { SlotCache } from "../model/slots";
import type { AliasDefinition, AliasTable } from "./aliases";
import type { OpFields } from "./opText";
import type { OpReader } from "./values";

const NONE: readonly never[] = [];

/** Records that are remembered, as a power of two. */
const VISITED = 14;

/** What an op's text names after its regions. */
interface Rest {
  readonly fields: OpFields;
  readonly results: NumberList;
}

/** Finds them in a walk over the IR, between the definitions of aliases before and after it. */
export class ResourceMentions implements IrVisitor {
  /** The resources, in the order of the text. */
  readonly found = new Set<Resource>();
  private readonly container: Container;
  private readonly open: Rest[] = [];
  /** Records of properties that were visited, with the op's name. */
  private readonly records = new SlotCache<true>(VISITED);
  /** By entry: 1 if it was visited, so names nothing new. */
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

  take(step: Step, { op, block }: IrWalker): void {
    if (step === Step.Block) this.visitTypes(block.types);
    else if (step === Step.OpEnd) this.leaveOp();
    else if (step === Step.Op) this.takeOp(op);
  }
  lost(_damage: unknown, _lostBytes: number, depth: number): void {
    this.open.length = Math.min(this.open.length, Math.max(0, depth - 1));
  }

  private takeOp(op: Op): void {
    this.visitProperties(op);
    if (op.regions === 0) {
      this.visitAttributes(op);
      this.visitTypes(op.results);
      return;
    }
    const { name, attributes, properties, results } = op;
    this.open.push({ fields: { name, attributes, properties }, results: results.copy() });
  }
  private leaveOp(): void {
    const rest = this.open.pop();
    if (!rest) return;
    this.visitAttributes(rest.fields);
    this.visitTypes(rest.results);
  }

  /** Visits a record of properties, or those among attributes that were not visited. */
  private visitProperties(op: OpFields): void {
    const { name, attributes, properties } = op;
    const known = properties < 0 ? this.attributes[attributes] !== 0 : this.records.get(properties, name) === true;
    if (known) return;
    const found = this.reader.values(op, false).properties;
    if (properties >= 0) this.records.set(true, properties, name);
    if (found.kind === "named") this.visitValues(found.values);
    else if (found.kind === "attribute") this.visitEntry("attribute", found.index);
  }
  private visitAttributes(op: OpFields): void {
    if (this.attributes[op.attributes] !== 0) return;
    this.attributes[op.attributes] = 1;
    this.visitValues(this.reader.values(op, false).attributes);
  }
  private visitValues(values: readonly NamedValue[]): void {
    for (const { value } of values)
      if (value.kind === "attribute") this.visitEntry("attribute", value.index);
      else this.visit(value.pieces ?? NONE);
  }
  /** Visits the types that values are defined with: their uses name nothing new. */
  private visitTypes(types: NumberList): void {
    for (let i = 0; i < types.length; i++) if (this.types[types.at(i)] === 0) this.visitEntry("type", types.at(i));
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

  /** The pieces of an entry; none if it was visited, if its alias stands for it, or if it refers to nothing. */
  private parts(space: "attribute" | "type", index: number): readonly Piece[] {
    const seen = space === "attribute" ? this.attributes : this.types;
    if (seen[index] !== 0 || (space === "attribute" && this.container.isAtom(index))) return NONE;
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
