/** Decodes metadata records into nodes, each on demand. Operands: docs/formats/llvm.md, "Metadata". */
import type { MetadataId, ValueId } from "../ir/ids";
import type { Metadata, MetadataField } from "../ir/metadata";
import type { Release } from "../ir/releases";
import type { Type, TypeId } from "../ir/types";
import { nodeClass } from "./classes";
import { Code } from "../spec/metadataCodes";
import { decodeNode, operandsOf } from "./decode";
import type { MetadataRecordView } from "./plan";
import { upgradeExpression } from "../dwarf/expression";
import type { MetadataStore } from "./store";

/** What decoding needs from the table that the records belong to. */
export interface NodeHost {
  readonly release: Release;
  readonly store: MetadataStore;
  /** A type of the module's table. */
  typeOf(id: TypeId): Type | undefined;
  /** The node that a file index means in the record of `id`. */
  resolve(id: MetadataId, index: number): MetadataId | undefined;
  /** Adds metadata that the file does not contain. */
  make(metadata: Metadata): MetadataId;
  /** The type that a reference means: before LLVM 4 it could be a string, the type's identifier. */
  typeReference(id: MetadataId | undefined): MetadataId | undefined;
  /** The list of types that a reference means; before LLVM 4 its elements could be identifiers. */
  typeArray(id: MetadataId | undefined): MetadataId | undefined;
}

/** A variable without an expression has the empty one. */
const NO_EXPRESSION: Metadata = { kind: "expression", elements: [] };
/** The field of a DIGlobalVariableExpression that refers to the expression. */
const EXPRESSION = nodeClass("DIGlobalVariableExpression")?.fields.indexOf("expr") ?? -1;
/** Operands of a long expression. */
const LONG = 64;

/**
 * Decodes the records of one table. It caches only the values that records of LLVM 2.x contain in place, and the last
 * long expression.
 */
export class NodeDecoder {
  private readonly store: MetadataStore;
  private last: { readonly bit: number | undefined; readonly expression: Metadata } | undefined;
  constructor(private readonly host: NodeHost) {
    this.store = host.store;
  }

  // A record's code tells its kind. Records except values and strings refer to others by file index plus one, 0 for
  // null.

  /** A node as its record has it, without upgrades that replace nodes. */
  decode(id: MetadataId): Metadata | undefined {
    const code = this.store.code(id);
    switch (code) {
      case Code.STRING_OLD:
        return { kind: "string", text: this.store.string(id) };
      case Code.VALUE:
        return this.valueNode(id);
      // [node plus one…]; before LLVM 3.6 a node was [(type, value)…], with values that had no record of their own.
      case Code.NODE:
      case Code.DISTINCT_NODE:
        return this.tupleNode(id, this.references(id, 0), code === Code.DISTINCT_NODE);
      case Code.OLD_NODE:
        return this.tupleNode(id, this.oldOperands(id), false);
      case Code.OLD_FN_NODE:
        return this.oldFunctionNode(id);
      case Code.EXPRESSION:
        return this.expression(id);
      // [node…]: plain indices, since an argument list has no null operands.
      case Code.ARG_LIST: {
        const operands = Array.from({ length: this.store.length(id) }, (_, i) => this.directOperand(id, i));
        return { kind: "arguments", operands: operands.filter((o) => o !== undefined) };
      }
      // [distinct, tag, 0, node plus one…]
      case Code.GENERIC_DEBUG: {
        const distinct = this.store.operand(id, 0) !== 0;
        const fields = [this.store.operand(id, 1)];
        return { kind: "record", name: "GenericDINode", distinct, fields, operands: this.references(id, 3) };
      }
      // [distinct, node…]
      case Code.LAYER_LOC_LIST: {
        const distinct = this.store.operand(id, 0) !== 0;
        const operands = Array.from({ length: this.store.length(id) - 1 }, (_, i) => this.directOperand(id, i + 1));
        return { kind: "record", name: "DILayerLocList", distinct, fields: [], operands };
      }
      default:
        return this.specialised(id, code);
    }
  }

  /**
   * The operands of a tuple or debug info node in the order of numbering, without decoding its other fields; undefined
   * for other metadata. A string operand may be missing or in place of null, because strings have no numbers.
   */
  operands(id: MetadataId): readonly (MetadataId | undefined)[] | undefined {
    const code = this.store.code(id);
    if (code === Code.NODE || code === Code.DISTINCT_NODE) return this.references(id, 0);
    const operands = operandsOf(code, this.view(id), this.host.release);
    if (operands) return operands;
    const node = this.decode(id);
    return node && "operands" in node && node.kind !== "arguments" ? node.operands : undefined;
  }

  /** The operands of a record, as decoders use them. */
  view(id: MetadataId): MetadataRecordView {
    return new RecordView(this, this.host, id);
  }

  /** The node that an operand refers to: 0 is null, otherwise the file index plus one. */
  reference(id: MetadataId, index: number): MetadataId | undefined {
    const raw = this.store.operand(id, index);
    return raw === 0 ? undefined : this.host.resolve(id, raw - 1);
  }
  /** The node whose file index is in an operand. */
  directOperand(id: MetadataId, index: number): MetadataId | undefined {
    return this.host.resolve(id, this.store.operand(id, index));
  }
  private references(id: MetadataId, from: number): (MetadataId | undefined)[] {
    const operands: (MetadataId | undefined)[] = [];
    for (let i = from; i < this.store.length(id); i++) operands.push(this.reference(id, i));
    return operands;
  }

  /** A node that refers to itself cannot be uniqued, so it is distinct whatever the record states. */
  private tupleNode(id: MetadataId, operands: readonly (MetadataId | undefined)[], distinct: boolean): Metadata {
    return { kind: "tuple", distinct: distinct || operands.includes(id), operands };
  }

  /** A local value. Anything else that such records could contain is replaced by an empty tuple. */
  private oldFunctionNode(id: MetadataId): Metadata | undefined {
    const type = this.store.length(id) === 2 ? this.host.typeOf(this.store.operand(id, 0)) : undefined;
    const isValue = type && type.kind !== "metadata" && type.kind !== "void";
    return isValue ? this.valueNode(id) : { kind: "tuple", distinct: false, operands: [] };
  }

  /** [type, value]; undefined for a shorter record, after which the store has what belongs to others. */
  private valueNode(id: MetadataId): Metadata | undefined {
    if (this.store.length(id) < 2) return undefined;
    const type = this.host.typeOf(this.store.operand(id, 0));
    return type && { kind: "value", type, value: this.store.operand(id, 1) };
  }

  /** [(type, value)…]: for the metadata type the value is a file index, for void it means null. */
  private oldOperands(id: MetadataId): (MetadataId | undefined)[] {
    const operands: (MetadataId | undefined)[] = [];
    for (let i = 0; i + 1 < this.store.length(id); i += 2) {
      const type = this.host.typeOf(this.store.operand(id, i));
      const operand = this.store.operand(id, i + 1);
      if (type?.kind === "metadata") operands.push(this.host.resolve(id, operand));
      else operands.push(type && type.kind !== "void" ? this.oldValue(type, operand) : undefined);
    }
    return operands;
  }
  private readonly oldValues = new Map<Type, Map<ValueId, MetadataId>>();
  private oldValue(type: Type, value: ValueId): MetadataId {
    const ofType = this.oldValues.get(type) ?? new Map<ValueId, MetadataId>();
    this.oldValues.set(type, ofType);
    const known = ofType.get(value);
    if (known !== undefined) return known;
    const made = this.host.make({ kind: "value", type, value });
    ofType.set(value, made);
    return made;
  }

  /** [distinct | version << 1, operator or operand…]: versions 0 to 2 are rewritten to the present operators. */
  /** The last long expression is kept: each record that mentions it prints it. */
  private expression(id: MetadataId): Metadata {
    if (this.store.length(id) < LONG) return this.readExpression(id);
    const bit = this.store.bitOf(id);
    if (bit === undefined || this.last?.bit !== bit) this.last = { bit, expression: this.readExpression(id) };
    return this.last.expression;
  }
  private readExpression(id: MetadataId): Metadata {
    const { store } = this;
    const elements: (number | bigint)[] = [];
    for (let i = 1; i < store.length(id); i++) {
      const value = store.operand(id, i);
      elements.push(value > Number.MAX_SAFE_INTEGER ? store.bigOperand(id, i) : value);
    }
    return { kind: "expression", elements: upgradeExpression(elements, Math.floor(store.operand(id, 0) / 2)) };
  }

  private emptyExpression: MetadataId | undefined;
  /** The expression of a variable that has these fields. */
  private expressionOf(fields: readonly MetadataField[]): MetadataField {
    return fields[EXPRESSION] ?? (this.emptyExpression ??= this.host.make(NO_EXPRESSION));
  }
  /** A debug info node: its fields by the class's layout, and those that are operands in the order of numbering. */
  private specialised(id: MetadataId, code: number): Metadata | undefined {
    const decoded = decodeNode(code, this.view(id), this.host.release);
    const layout = decoded && nodeClass(decoded.name);
    if (!layout) return undefined;
    const { name, distinct } = decoded;
    const fields =
      code === Code.GLOBAL_VAR_EXPR
        ? decoded.fields.with(EXPRESSION, this.expressionOf(decoded.fields))
        : decoded.fields;
    const operands: (MetadataId | undefined)[] = [];
    for (const field of layout.operands) {
      const value = fields[field];
      operands.push(typeof value === "number" ? value : undefined);
    }
    // A node that refers to itself is distinct, as a tuple is.
    return { kind: "record", name, distinct: distinct || operands.includes(id), fields, operands };
  }
}

/**
 * The operands of one record. Operands past its end are zero: older writers did not write what their release did not
 * know.
 */
class RecordView implements MetadataRecordView {
  readonly length: number;
  constructor(
    private readonly nodes: NodeDecoder,
    private readonly host: NodeHost,
    private readonly id: MetadataId,
  ) {
    this.length = host.store.length(id);
  }
  value(index: number): number {
    return index < this.length ? this.host.store.operand(this.id, index) : 0;
  }
  big(index: number): bigint {
    return index < this.length ? this.host.store.bigOperand(this.id, index) : 0n;
  }
  ref(index: number): MetadataId | undefined {
    return index < this.length ? this.nodes.reference(this.id, index) : undefined;
  }
  direct(index: number): MetadataId | undefined {
    return index < this.length ? this.nodes.directOperand(this.id, index) : undefined;
  }
  typeRef(index: number): MetadataId | undefined {
    return index < this.length ? this.host.typeReference(this.ref(index)) : undefined;
  }
  typeArray(index: number): MetadataId | undefined {
    return index < this.length ? this.host.typeArray(this.ref(index)) : undefined;
  }
}
