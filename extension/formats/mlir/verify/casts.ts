/** Casts whose types fit each other (areCastCompatible of mlir::CastOpInterface). */
import { elementTypeOf } from "../attributes/shape";
import type { TypeNode } from "../model/node";
import type { CheckedOp } from "./checkedOp";
import { floatName } from "./subject";
import type { SpelledEntries } from "./signature";

/** What a cast demands of the bits of the result's elements, compared with the operand's; `other`: as many, of another type. */
type Demand = "wider" | "narrower" | "equal" | "other" | "index";

const CASTS: ReadonlyMap<string, Demand> = new Map<string, Demand>([
  ["arith.extui", "wider"],
  ["arith.extsi", "wider"],
  ["arith.extf", "wider"],
  ["arith.trunci", "narrower"],
  ["arith.truncf", "narrower"],
  ["arith.bitcast", "equal"],
  ["arith.convertf", "other"],
  ["arith.index_cast", "index"],
  ["arith.index_castui", "index"],
]);

/** Names of the casts that are checked. */
export const CAST_NAMES: readonly string[] = [...CASTS.keys()];

/** The fault of a cast, in the reference's words; undefined if none is certain. */
export function castFault(op: CheckedOp, entries: SpelledEntries): string | undefined {
  const demand = CASTS.get(op.name);
  if (!demand || op.operands.length !== 1 || op.results.length !== 1) return undefined;
  const [from, to] = [op.operands.at(0), op.results.at(0)];
  const [source, target] = [scalar(from, entries), scalar(to, entries)];
  if (!source || !target || fits(demand, source, target)) return undefined;
  const types = `operand type '${entries.typeText(from)}' and result type '${entries.typeText(to)}'`;
  return `'${op.name}' op ${types} are cast incompatible`;
}

/** The type of the elements, or the type itself. */
function scalar(type: number, entries: SpelledEntries): TypeNode | undefined {
  const node = entries.type(type);
  const element = elementTypeOf(node);
  return element === undefined ? node : entries.type(element);
}

/** Whether a cast is possible, or may be. */
function fits(demand: Demand, source: TypeNode, target: TypeNode): boolean {
  const isWhole = ({ kind }: TypeNode): boolean => kind === "index" || kind === "integer";
  if (demand === "index")
    return !isWhole(source) || !isWhole(target) || (source.kind === "index") !== (target.kind === "index");
  const [from, to] = [width(source), width(target)];
  if (from === undefined || to === undefined) return true;
  if (demand === "other" && floatName(source) === floatName(target)) return false;
  return demand === "wider" ? to > from : demand === "narrower" ? to < from : to === from;
}

/** The bits of an integer or a float: `f8E4M3` has 8; undefined for any other type. */
function width(node: TypeNode): number | undefined {
  if (node.kind === "integer") return node.width;
  const name = floatName(node);
  if (name === undefined) return undefined;
  return name === "tf32" ? 19 : Number(/\d+/.exec(name)?.[0] ?? 0);
}
