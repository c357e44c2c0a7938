/**
 * Joins the address of a part of a part to one expression, as readers of LLVM 14 to 18 do, and moves what an index is
 * past the end of its array into the index before it, as all readers up to LLVM 18 do. Source: foldGEPOfGEP and
 * ConstantFoldGetElementPtr.
 */
import type { ValueId } from "../../ir/ids";
import type { TypeInterner } from "../../ir/interner";
import type { Release } from "../../ir/releases";
import type { Type } from "../../ir/types";
import type { Constant, Value } from "../../ir/values";
import type { ValueTable } from "../../ir/valueTable";
import { indexedType } from "../../ir/valueTable";
import { isBase, withoutCasts } from "./baseAddress";
import { indexOf, memberOf } from "./bounds";
import { makeExpression } from "./make";

type Expression = Extract<Constant, { kind: "expression" }>;

/** The first release that joins them whatever the indices are, and the first that takes expressions as they are. */
const [JOINED, AS_THEY_ARE]: readonly [Release, Release] = [14, 19];
/** An index that takes part in a sum with one of another type has at least this many bits. */
const SUM_BITS = 64;
/** How many indices an address has at most if it is joined: a damaged file may have chains of any length. */
const MOST_INDICES = 1000;

/** How many operands an address has at least if an index may be moved: its base and two indices. */
const FEWEST_MOVED = 3;

/** What an address has besides its operands. */
interface AddressParts {
  readonly flags: string;
  readonly sourceType?: Type | undefined;
  readonly inRange?: Expression["inRange"] | undefined;
}

/** An index: a value of the file, or a sum of known indices. */
interface Index {
  readonly id?: ValueId;
  readonly type: Type | undefined;
  /** Undefined if it is no plain integer. */
  readonly value: bigint | undefined;
}

/** Whether an expression may be an address that a reader rewrites. */
export function mayBeJoined({ operation }: Expression, release: Release): boolean {
  return operation === "getelementptr" && release < AS_THEY_ARE;
}

/** Joins addresses of one table of values. */
export class AddressJoiner {
  constructor(
    private readonly values: ValueTable,
    private readonly interner: TypeInterner,
    private readonly release: Release,
  ) {}

  /** The address as one expression whose indices are within their arrays; undefined if it is already, or cannot be. */
  joined(address: Expression): Expression | undefined {
    if (!mayBeJoined(address, this.release)) return undefined;
    return (this.release >= JOINED ? this.ofPart(address) : undefined) ?? this.moved(address);
  }

  /** An address whose own indices are past the ends of their arrays, with indices that are not. */
  private moved(address: Expression): Expression | undefined {
    const { operands, sourceType, inRange } = address;
    if (!sourceType || operands.length < FEWEST_MOVED || operands.length > MOST_INDICES) return undefined;
    const [base = -1, ...steps] = operands;
    const indices = steps.map((id) => this.index(id));
    const within = this.factored(sourceType, indices, inRange?.index);
    return within === indices ? undefined : this.rewritten(address, base, within, address);
  }
  /** An address with another base and other indices. */
  private rewritten(address: Expression, base: ValueId, indices: readonly Index[], rest: AddressParts): Expression {
    const { type, startBit, endBit } = address;
    const operands = [base, ...indices.map((index) => this.idOf(index, address))];
    const { flags, sourceType, inRange } = rest;
    const parts = { flags, sourceType, inRange };
    return makeExpression({ record: { startBit, endBit }, type }, "getelementptr", operands, parts) as Expression;
  }

  /** The address of a part of a part as one expression; undefined if it is none, or cannot be joined. */
  private ofPart(outer: Expression): Expression | undefined {
    const [base = -1, ...steps] = outer.operands;
    const inner = this.values.at(withoutCasts(base, this.values, this.release));
    if (!this.isPart(inner) || this.isOwnBase(outer)) return undefined;
    const { sourceType: source, operands } = inner;
    const element = source && indexedType(source, operands, this.values);
    if (!source || !element || !this.values.isSameType(element, outer.sourceType)) return undefined;
    const own = operands.slice(1).map((id) => this.index(id));
    const indices = this.together(
      inner,
      own,
      steps.map((id) => this.index(id)),
    );
    if (!indices || indices.length > MOST_INDICES) return undefined;
    // An index that was added to is no longer the one whose range is known.
    const isRangeLost = indices[own.length - 1] !== own.at(-1) && inner.inRange?.index === own.length - 1;
    const inRange = isRangeLost ? undefined : inner.inRange;
    const within = this.factored(source, indices, inRange?.index);
    const flags = inner.flags === "inbounds" && outer.flags === "inbounds" ? "inbounds" : "";
    return this.rewritten(outer, operands[0] ?? -1, within, { flags, sourceType: source, inRange });
  }

  private isPart(value: Value | undefined): value is Expression {
    return value?.kind === "expression" && value.operation === "getelementptr" && !this.isOwnBase(value);
  }
  private isOwnBase(expression: Expression): boolean {
    const { values, release } = this;
    return isBase(expression, { values, opaquePrinted: values.erasesPointees }, release);
  }
  private index(id: ValueId): Index {
    return { id, type: this.values.typeOf(id), value: indexOf(id, this.values) };
  }
  private idOf({ id, type, value }: Index, { startBit, endBit }: Expression): ValueId {
    if (id !== undefined) return id;
    const own = type ?? this.interner.i64;
    const plain = Number.isSafeInteger(Number(value)) ? Number(value) : (value ?? 0n);
    return this.values.pushExtra({ kind: "integer", value: plain, type: own, startBit, endBit }, own);
  }

  /** The indices of the inner address, the last of which takes the first one of the outer address; undefined if it cannot. */
  private together(inner: Expression, own: readonly Index[], steps: readonly Index[]): readonly Index[] | undefined {
    const [first, ...rest] = steps;
    const last = own.at(-1);
    if (first?.value === undefined || !last) return undefined;
    if (first.value === 0n) return [...own, ...rest];
    const { sourceType, operands } = inner;
    const holder = sourceType && indexedType(sourceType, operands.slice(0, -1), this.values);
    if (last.value === undefined || (own.length > 1 && holder?.kind === "struct")) return undefined;
    const sum = this.sum(last, first, last.type === first.type ? 0 : SUM_BITS);
    return [...own.slice(0, -1), sum, ...rest];
  }
  /** @param least the bits that the sum has at least */
  private sum(one: Index, other: Index, least: number): Index {
    const width = Math.max(least, ...[one, other].map(({ type }) => (type?.kind === "integer" ? type.width : 0)));
    const value = BigInt.asIntN(width, (one.value ?? 0n) + (other.value ?? 0n));
    return { type: this.interner.integer(width), value };
  }

  /** Moves what an index is past the end of an array to the index before it, until none is that can be moved. */
  private factored(source: Type, indices: readonly Index[], inRange: number | undefined): readonly Index[] {
    let before = indices;
    for (;;) {
      const after = this.factoredOnce(source, before, inRange);
      if (!after) return before;
      before = after;
    }
  }
  private factoredOnce(
    source: Type,
    indices: readonly Index[],
    inRange: number | undefined,
  ): readonly Index[] | undefined {
    const result = [...indices];
    let isChanged = false;
    let holder: Type | undefined;
    let type: Type | undefined = source;
    for (const [i, { type: own, value }] of indices.entries()) {
      if (i === 0) continue;
      const previous = result[i - 1];
      const count = type?.kind === "array" && holder?.kind !== "struct" ? BigInt(type.count) : 0n;
      const isPast = count > 0n && value !== undefined && value >= count;
      if (isPast && previous?.value !== undefined && (inRange === undefined || i !== inRange + 1)) {
        result[i] = { type: own, value: value % count };
        result[i - 1] = this.sum(previous, { type: own, value: value / count }, SUM_BITS);
        isChanged = true;
      }
      holder = type;
      type = type && memberOf(type, value ?? 0n);
    }
    return isChanged ? result : undefined;
  }
}
