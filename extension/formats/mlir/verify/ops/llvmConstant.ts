/** What `llvm.mlir.constant` demands of its value (ConstantOp::verify of LLVMDialect.cpp). */
import type { AttrView, TypeView } from "../entryView";
import { known, refuse, unknown } from "../fault";
import type { OpCheck } from "../opView";
import { arrayText, structText } from "./llvmTypes";

/** Whether the value is one of the type. */
export const constant: OpCheck = (op) => {
  const [value, type] = [known(op.attribute("value")), op.result()];
  const { text } = type;
  const kind = known(value.node).kind;
  const array = arrayText(text);
  if (kind === "string") {
    const { length } = value.string;
    const isFilled = array?.[0] === length && array[1] === "i8";
    refuse(!isFilled, `expected array type of ${length} i8 elements for the string constant`);
    return;
  }
  if (text.startsWith("!llvm.struct<")) {
    structConstant(value, known(structText(text)));
    return;
  }
  refuse(text.startsWith("!llvm.target<"), "does not support target extension type.");
  const isPlain = type.kind === "integer" || type.isFloat || type.kind === "vector" || array !== undefined;
  if (!isPlain) unknown();
  if (kind === "integer") refuse(!type.isInteger, "expected integer type");
  else if (kind === "float") sameFloats(value.type, text, op.release);
  else if (kind === "denseElements") elementsConstant(value, type, op.release);
  else if (kind === "array") {
    refuse(!array, "expected array or struct type for array attribute");
    arrayConstant(value, text, 0);
  }
};

function structConstant(value: AttrView, members: readonly string[]): void {
  const isList = value.node?.kind === "array";
  refuse(!isList, "expected array attribute for struct type");
  refuse(value.list.length !== members.length, `expected array attribute of size ${members.length}`);
  value.list.forEach((element, i) => {
    const member = members[i] ?? "";
    refuse(
      !/^(?:i\d+|index|b?f\d\w*)$/.test(member),
      "expected struct element types to be floating point type or integer type",
    );
    const isNumber = element.node?.kind === "integer" || element.node?.kind === "float";
    refuse(!isNumber, "expected element of array attribute to be floating point or integer");
    refuse(!element.type.is(member), `struct element at index ${i} is of wrong type`);
  });
}

/** @param found the type of the attribute's floats @param type of the constant's elements */
function sameFloats(found: TypeView, type: string, release: number): void {
  if (/^i\d+$/.test(type)) refuse(type !== `i${found.bits}`, `expected integer type of width ${found.bits}`);
  else if (/^b?f\d\w*$/.test(type)) {
    // MLIR 21 compares their sizes alone.
    const isSame = found.is(type) || (release < 22 && Number(/\d+/.exec(type)) === found.bits);
    refuse(!isSame, "attribute and type have different float semantics");
  }
}

function elementsConstant(value: AttrView, type: TypeView, release: number): void {
  refuse(type.kind === "integer" || type.isFloat, "expected vector or array type");
  let [element, count] = [type.text, 1];
  for (let array = arrayText(element); array; array = arrayText(element))
    [element, count] = [array[1], count * array[0]];
  const [, sizes, member = ""] = /^vector<((?:\[?\d+\]?x)*)(.+)>$/.exec(element) ?? [];
  if (sizes !== undefined) {
    // How many elements a scalable vector has is unknown.
    if (sizes.includes("[")) {
      refuse(/^dense<(?:\[|"0x)/.test(value.text), "scalable vector type requires a splat attribute");
      return;
    }
    [element, count] = [member, sizes.split("x").reduce((product, size) => product * Number(size || 1), count)];
  }
  const found = value.type.count;
  refuse(found !== count, `type and attribute have a different number of elements: ${count} vs. ${found}`);
  const from = value.type.element;
  if (release < 22) return;
  if (from.isFloat) sameFloats(from, element, release);
  else
    refuse(
      from.isInteger && /^(?:b?f\d\w*|!?(?:llvm\.)?(?:ptr|struct<).*)$/.test(element),
      "expected integer element type for integer elements attribute",
    );
}

function arrayConstant(value: AttrView, text: string, dimension: number): void {
  const [count, element] = known(arrayText(text));
  const { list } = value;
  refuse(
    list.length !== count,
    `array attribute size does not match array type size in dimension ${dimension}: ${list.length} vs. ${count}`,
  );
  const inner = arrayText(element);
  const members = structText(element);
  refuse(/^(?:i\d+|b?f\d+)$/.test(element), "for array with an array attribute must have a struct element type");
  if (!inner && !members) return;
  list.forEach((one, i) => {
    if (/^#llvm\.(?:zero|undef)/.test(one.text)) return;
    const isList = one.node?.kind === "array";
    const what = inner ? `sub-array in dimension ${dimension}` : "struct element";
    refuse(!isList, `nested attribute for ${what} at index ${i} must be a zero, or undef, or array attribute`);
    if (inner) arrayConstant(one, element, dimension + 1);
    else if (members)
      refuse(
        one.list.length !== members.length,
        `nested array attribute size for struct element at index ${i} must match struct size: ${one.list.length} vs. ${members.length}`,
      );
  });
}
