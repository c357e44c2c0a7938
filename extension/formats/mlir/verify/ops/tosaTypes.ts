/** The types of mlir::tosa's values. */
import type { TypeView } from "../entryView";
import { known, refuse, unknown } from "../fault";
import type { OpView } from "../opView";

/** The element type; of a quantized type it is not known. */
export function plain(type: TypeView): TypeView {
  const { scalar } = type;
  return scalar.isInteger || scalar.isFloat || scalar.isIndex ? scalar : unknown();
}

/** How many numbers a `!tosa.shape<4>` has. */
export const shapeRank = (type: TypeView): number => Number(known(/^!tosa\.shape<(\d+)>$/.exec(type.text)?.[1]));

/** Refuses types whose elements differ. @param names what messages call them */
export function sameElements(a: TypeView, b: TypeView, names = "input and output"): void {
  const [one, other] = [plain(a), plain(b)];
  refuse(!one.isSame(other), `expect ${names} to have same element type, got '${one.text}' and '${other.text}'`);
}

/** Refuses a zero point of another type than the elements. @param name what messages call the value */
export function sameZeroPoint(type: TypeView, zero: TypeView, name: string): void {
  const [one, other] = [plain(type), plain(zero)];
  const words = `expect both ${name} and its zero point are the same element type, got `;
  refuse(!one.isSame(other), `${words}'${one.text}' and '${other.text}'`);
}

/** Input and result have equal ranks. @param result what messages call it since 23 @param before the words before 23 */
export function sameRank(op: OpView, result: string, before: string): void {
  const [input, output] = [op.operand(0), op.result()];
  if (!input.isRanked || !output.isRanked) return;
  const since = `input rank (${input.rank}) does not match ${result} rank (${output.rank})`;
  refuse(input.rank !== output.rank, op.release < 23 ? before : since);
}
