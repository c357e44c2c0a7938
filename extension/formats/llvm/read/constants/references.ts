/** Reads constants that refer to globals or to code: block addresses, signed pointers, inline assembly. */
import type { Constant } from "../../ir/values";
import type { FieldReader } from "../../spec/fieldReader";
import { RecordFault } from "../../stream/blocks";
import { placeOf } from "./make";
import type { ConstantScope } from "./scope";
import { fieldsOf, pointeeOf, typeIn } from "./scope";

/** The address of a basic block. */
export function readBlockAddress(scope: ConstantScope): Constant {
  const fields = fieldsOf(scope, "Invalid blockaddress record");
  typeIn(scope, fields, "fnty");
  const target = fields.number("fnval");
  return { kind: "blockAddress", ...placeOf(scope), function: target, block: fields.number("bb#") };
}

/** `dso_local_equivalent` of a function. */
export function readDsoLocalEquivalent(scope: ConstantScope): Constant {
  const fields = fieldsOf(scope, "Invalid dso_local record");
  typeIn(scope, fields, "gvty");
  return { kind: "dsoLocalEquivalent", ...placeOf(scope), global: fields.number("gv") };
}

/** `no_cfi` of a function. */
export function readNoCfi(scope: ConstantScope): Constant {
  const fields = fieldsOf(scope, "Invalid no_cfi record");
  typeIn(scope, fields, "ty");
  return { kind: "noCfi", ...placeOf(scope), global: fields.number("f") };
}

/** A signed pointer. */
export function readPtrAuth(scope: ConstantScope): Constant {
  const fields = fieldsOf(scope, "Invalid ptrauth record");
  const operands = ["ptr", "key", "disc", "addrdisc"].map((name) => fields.number(name));
  if (fields.has("DeactivationSymbol")) operands.push(fields.number("DeactivationSymbol"));
  return { kind: "ptrAuth", ...placeOf(scope), operands };
}

/** Inline assembly. Three older records have no function type: the current type is a pointer to it. */
export function readInlineAsm(scope: ConstantScope): Constant {
  const fields = fieldsOf(scope, "Invalid inlineasm record");
  const functionType = fields.has("fnty") ? typeIn(scope, fields, "fnty") : (pointeeOf(scope.type) ?? scope.type);
  const flags = fields.number("flags");
  const assembly = countedText(fields, "asmstr size", "asmstr");
  const constraints = countedText(fields, "conststr size", "conststr");
  if (functionType.kind !== "function") throw new RecordFault("bad-type", "Invalid inlineasm record: no function type");
  return { kind: "inlineAsm", ...placeOf(scope), functionType, flags, assembly, constraints };
}

/** As many characters as the field before them tells. */
function countedText(fields: FieldReader, size: string, name: string): string {
  const length = fields.number(size);
  const text = fields.text(name);
  if (text.length !== length) throw new RecordFault("bad-record", "Invalid inlineasm record");
  return text;
}
