/** What mlir::LLVM's accesses to memory, fences and casts demand (LLVMDialect.cpp). */
import type { TypeView } from "../entryView";
import { known, refuse, refuseBare } from "../fault";
import type { OpCheck, OpChecks, OpView } from "../opView";
import { isPowerOf2 } from "../../../../kit/numbers";

const ORDERINGS = ["not_atomic", "unordered", "monotonic", "", "acquire", "release", "acq_rel", "seq_cst"];

/** The case of an enum. @param cases its cases by their numbers */
export function caseOf(op: OpView, name: string, cases = ORDERINGS): string {
  const attribute = known(op.attribute(name));
  return attribute.node?.kind === "integer" || /^\d/.test(attribute.text)
    ? known(cases[attribute.integer])
    : attribute.word;
}

const isPointer = ({ text }: TypeView): boolean => text.startsWith("!llvm.ptr");

/** Whether atomic ops can have values of a type, or may. */
export function isAtomic(type: TypeView): boolean {
  if (isPointer(type)) return true;
  if (type.kind === "vector" || /^!llvm\.(?:struct|array|target)</.test(type.text)) return false;
  return !(type.isInteger || type.isFloat) || (type.bits >= 8 && isPowerOf2(type.bits));
}

/** @param others the orderings that the op cannot have */
const accesses =
  (type: (op: OpView) => TypeView, ...others: readonly string[]): OpCheck =>
  (op) => {
    const ordering = caseOf(op, "ordering");
    if (ordering === "not_atomic") {
      refuse(op.has("syncscope"), "expected syncscope to be null for non-atomic access");
      return;
    }
    refuse(!isAtomic(type(op)), () => `unsupported type '${type(op).text}' for atomic access`);
    refuse(others.includes(ordering), `unsupported ordering '${ordering}'`);
    refuse(!op.has("alignment"), "expected alignment for atomic access");
  };

const bitcast: OpCheck = (op) => {
  const [from, to] = [op.operand(0), op.result()];
  // A byte, which MLIR 23 has, is cast from and to any type.
  if ([from, to].some((type) => type.scalar.text.startsWith("!llvm.byte<"))) return;
  const isOne = isPointer(from.scalar);
  refuse(isOne !== isPointer(to.scalar), "can only cast pointers from and to pointers");
  if (!isOne) return;
  const isVector = to.kind === "vector";
  const words = isVector ? "pointer to vector of pointers" : "vector of pointers to pointer";
  refuse(isVector !== (from.kind === "vector"), `cannot cast ${words}`);
  const isSame = from.scalar.is(to.scalar.text);
  refuse(!isSame, "cannot cast pointers of different address spaces, use 'llvm.addrspacecast' instead");
};

const extended: OpCheck = (op) => {
  const [from, to] = [op.operand(0), op.result()];
  const [isVector, isOther] = [from.kind === "vector", to.kind === "vector"];
  if (!(isVector || from.isInteger) || !(isOther || to.isInteger)) return;
  const name = (is: boolean): string => (is ? "a vector" : "an integer");
  refuseBare(isVector !== isOther, `input type is ${name(isVector)} but output type is ${name(isOther)}`);
  const isEven = !isVector || (from.shape.join() === to.shape.join() && from.scalable.join() === to.scalable.join());
  refuseBare(!isEven, "input and output vectors are of incompatible shape");
  const words = "integer width of the output type is smaller or equal to the integer width of the input type";
  refuseBare(to.scalar.bits <= from.scalar.bits, words);
};

/** By the names of ops. */
export const LLVM_MEMORY: OpChecks = {
  "llvm.load": accesses((op) => op.result(), "release", "acq_rel"),
  "llvm.store": accesses((op) => op.operand(0), "acquire", "acq_rel"),
  "llvm.fence": (op) => {
    const isWeak = ["not_atomic", "unordered", "monotonic"].includes(caseOf(op, "ordering"));
    refuse(isWeak, "can be given only acquire, release, acq_rel, and seq_cst orderings");
  },
  "llvm.bitcast": bitcast,
  "llvm.zext": extended,
  "llvm.sext": extended,
  "llvm.getelementptr": (op) => {
    const dynamic = op.integers("rawConstantIndices").filter((index) => index === -(2 ** 31)).length;
    const words = "expected as many dynamic indices as specified in 'rawConstantIndices'";
    refuse(dynamic !== op.operands.length - 1, words);
  },
};
