/**
 * What an expression may say about the variable that it describes: a part that is inside the variable and not all of it,
 * and no value that a register had at the function's entry, which only machine code knows. Source: Verifier's
 * verifyFragmentExpression and verifyNotEntryValue.
 */
import { fragmentOf, startsWithEntryValue } from "../dwarf/expression";
import type { Fragment } from "../dwarf/expression";
import type { MetadataId } from "../ir/ids";
import type { MetadataRecord } from "../ir/metadata";
import { fieldOf } from "./classes";
import type { NodeUpgrades } from "./upgrades";

/** What is known of an expression; nothing if it is no expression. */
interface Described {
  readonly fragment: Fragment | undefined;
  readonly isEntryValue: boolean;
}
const NOTHING: Described = { fragment: undefined, isEntryValue: false };

/** Artificial variables may be parts of a union that is larger than they are. */
const ARTIFICIAL = 1 << 6;

/** What expressions of a module describe; what is known of a node is found once. */
export class DescribedParts {
  private readonly expressions = new Map<MetadataId, Described>();
  /** Bits of a type, or of the type that it derives from; 0 if that is not known. */
  private readonly sizes = new Map<MetadataId, bigint>();

  constructor(private readonly upgrades: NodeUpgrades) {}

  /** Whether an expression stands for a value at the function's entry. */
  isEntryValue(expression: MetadataId): boolean {
    return this.described(expression).isEntryValue;
  }

  /** Whether a global variable expression describes a part that is not in its variable. */
  isOutsideGlobal(pair: MetadataId): boolean {
    const record = this.record(pair);
    if (record?.name !== "DIGlobalVariableExpression") return false;
    const [variable, expression] = ["var", "expr"].map((name) => this.upgrades.fieldOf(record, name));
    return variable !== undefined && expression !== undefined && this.isOutside(variable, expression);
  }
  /** Whether an expression describes a part that is not in a local variable. */
  isOutsideLocal(variable: MetadataId, expression: MetadataId): boolean {
    if (!this.described(expression).fragment) return false;
    const flags = Number(fieldOf(this.record(variable), "flags") ?? 0);
    return (flags & ARTIFICIAL) === 0 && this.isOutside(variable, expression);
  }

  private isOutside(variable: MetadataId, expression: MetadataId): boolean {
    const { fragment } = this.described(expression);
    const record = fragment && this.record(variable);
    if (!record) return false;
    const bits = this.sizeOf(this.upgrades.fieldOf(record, "type"));
    if (bits === 0n) return false;
    return BigInt.asUintN(32, fragment.offset + fragment.size) > bits || fragment.size === bits;
  }

  private described(expression: MetadataId): Described {
    let known = this.expressions.get(expression);
    if (!known) this.expressions.set(expression, (known = this.newDescribed(expression)));
    return known;
  }
  private newDescribed(expression: MetadataId): Described {
    const node = this.upgrades.node(expression);
    if (node?.kind !== "expression") return NOTHING;
    const { release } = this.upgrades;
    return {
      fragment: fragmentOf(node.elements, release),
      isEntryValue: startsWithEntryValue(node.elements, release),
    };
  }

  private sizeOf(type: MetadataId | undefined): bigint {
    const passed: MetadataId[] = [];
    let size = 0n;
    for (let id = type; id !== undefined;) {
      const known = this.sizes.get(id);
      const record = known === undefined ? this.record(id) : undefined;
      size = known ?? this.ownSize(record);
      if (known !== undefined || size !== 0n) break;
      // Until it is known there is none, which ends a cycle.
      this.sizes.set(id, 0n);
      passed.push(id);
      id = record?.name === "DIDerivedType" ? this.upgrades.fieldOf(record, "baseType") : undefined;
    }
    for (const id of passed) this.sizes.set(id, size);
    return size;
  }
  /** The size that a type states, as a number or as a constant in metadata. */
  private ownSize(record: MetadataRecord | undefined): bigint {
    const size = fieldOf(record, "size");
    if (typeof size === "bigint") return size;
    return typeof size === "number" ? (this.upgrades.integerOf(size) ?? 0n) : 0n;
  }
  private record(id: MetadataId): MetadataRecord | undefined {
    const node = this.upgrades.node(id);
    return node?.kind === "record" ? node : undefined;
  }
}
