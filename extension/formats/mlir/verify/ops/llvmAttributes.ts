/** The attributes of arguments and results that mlir::LLVM knows (LLVMDialect.cpp). */
import type { AttrView } from "../entryView";
import { known, refuse, refuseBare } from "../fault";
import type { OpView } from "../opView";

const UNITS = new Set(
  ["noalias", "readonly", "readnone", "writeonly", "nest", "nocapture", "nofree", "nonnull"].map(
    (name) => `llvm.${name}`,
  ),
);
const TYPED = new Set(
  ["sret", "byval", "byref", "elementtype", "inalloca", "preallocated"].map((name) => `llvm.${name}`),
);
const NUMBERED = new Set(["llvm.align", "llvm.dereferenceable", "llvm.dereferenceable_or_null"]);
const INTEGERS = new Set(["llvm.signext", "llvm.zeroext"]);
const PLAIN_UNITS = new Set(["llvm.noundef", "llvm.inreg", "llvm.returned"]);
/** Attributes that results cannot have. */
const NO_RESULT = new Set(
  ["allocalign", "allocptr", "byval", "byref", "inalloca", "nest", "nocapture", "nofree", "preallocated", "readnone"]
    .concat(["readonly", "returned", "alignstack", "sret", "writeonly"])
    .map((name) => `llvm.${name}`),
);

/** @param type as it is printed; undefined if it is not known whether LLVM has it */
function parameterAttribute(name: string, value: AttrView, type: string | undefined): void {
  const kind = known(value.node).kind;
  const isPointer = type === undefined || /^(?:!llvm\.)?ptr\b/.test(type);
  const named = `"${name}"`;
  const pointers = `${named} attribute attached to non-pointer LLVM type`;
  if (UNITS.has(name)) {
    refuseBare(kind !== "unit", `${named} should be a unit attribute`);
    refuseBare(!isPointer, pointers);
  } else if (TYPED.has(name)) {
    refuseBare(kind !== "type", `${named} should be a type attribute`);
    refuseBare(!isPointer, pointers);
  } else if (INTEGERS.has(name)) {
    refuseBare(kind !== "unit", `${named} should be a unit attribute`);
    const isInteger = type === undefined || /^i\d+$/.test(type);
    refuseBare(!isInteger, `${named} attribute attached to non-integer LLVM type`);
  } else if (NUMBERED.has(name)) {
    refuseBare(kind !== "integer", `${named} should be an integer attribute`);
    refuseBare(!isPointer, pointers);
  } else if (name === "llvm.alignstack") refuseBare(kind !== "integer", `${named} should be an integer attribute`);
  else if (PLAIN_UNITS.has(name)) refuseBare(kind !== "unit", `${named} should be a unit attribute`);
}

/** The attributes of a function's arguments and results. @param types those of LLVM; undefined for any other */
export function functionAttributes(
  op: OpView,
  parameters: readonly (string | undefined)[],
  results: readonly (string | undefined)[],
): void {
  for (const [property, types, isResult] of [
    ["arg_attrs", parameters, false],
    ["res_attrs", results, true],
  ] as const) {
    const lists = op.attribute(property)?.list ?? [];
    const what = isResult ? "result" : "argument";
    const both = `got ${lists.length}, but expected ${types.length}`;
    refuse(
      lists.length > 0 && lists.length !== types.length,
      `expects ${what} attribute array to have the same number of elements as the number of function ${what}s, ${both}`,
    );
    lists.forEach((list, i) => {
      for (const [name, value] of list.dictionary) {
        refuseBare(isResult && NO_RESULT.has(name), `"${name}" is not a valid result attribute`);
        if (name.startsWith("llvm.")) parameterAttribute(name, value, types[i]);
      }
    });
  }
}
