/** What mlir::ptr's ops demand of memory spaces, alignments and types (PtrDialect.cpp). */
import type { TypeView } from "../entryView";
import { refuseBare } from "../fault";
import { inAngles } from "../lists";
import type { OpCheck, OpChecks } from "../opView";
import { isPowerOf2 } from "../../../../kit/numbers";

const isPointer = ({ text }: TypeView): boolean => text.startsWith("!ptr.ptr<");
const spaceOf = (type: TypeView): string => (isPointer(type) ? inAngles(type.text) : type.mark);

/** A pointer becomes another type, or one becomes a pointer. @param other the words for one that is a pointer already */
function cast(pointer: TypeView, value: TypeView, other: string): void {
  refuseBare(isPointer(value), `${other} \`!ptr.ptr\``);
  const isSame = spaceOf(pointer) === spaceOf(value);
  refuseBare(!isSame, "expected the input and output to have the same memory space");
}

/** @param pointer the operand with the pointer @param value the operand that is stored; -1: the result is loaded */
const accessed =
  (pointer: number, value: number): OpCheck =>
  (op) => {
    const type = value < 0 ? op.result() : op.operand(value);
    const isLlvm = spaceOf(op.operand(pointer)).startsWith("#llvm.address_space<");
    const isSized = !["memref", "unrankedMemref", "tensor", "unrankedTensor", "tuple", "function"].includes(type.kind);
    refuseBare(isLlvm && !isSized, `type must be LLVM type with size, but got '${type.text}'`);
    const alignment = /-?\d+/.exec(op.attribute("alignment")?.text ?? "")?.[0];
    if (alignment === undefined) return;
    refuseBare(Number(alignment) <= 0, "alignment must be positive");
    refuseBare(!isPowerOf2(Number(alignment)), "alignment must be a power of 2");
  };

/** By the names of ops. */
export const PTR: OpChecks = {
  "ptr.to_ptr": (op) => {
    cast(op.result(), op.operand(0), "the input value cannot be of type");
  },
  "ptr.from_ptr": (op) => {
    cast(op.operand(0), op.result(), "the result type cannot be");
  },
  "ptr.load": accessed(0, -1),
  "ptr.masked_load": accessed(0, -1),
  "ptr.store": accessed(1, 0),
  "ptr.masked_store": accessed(1, 0),
  "ptr.ptr_diff": (op) => {
    const [from, to] = [op.operand(0), op.result()];
    const isShaped = ["tensor", "unrankedTensor", "vector"].includes(from.kind);
    const words = "expected the result to have the same container type as the operands when operands are shaped";
    refuseBare(isShaped && from.kind !== to.kind, words);
  },
};
