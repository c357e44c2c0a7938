/** What mlir::emitc's ops demand by their types and attributes (EmitC.cpp). */
import type { AttrView, TypeView } from "../entryView";
import { known, refuse } from "../fault";
import { inAngles } from "../lists";
import type { OpCheck, OpChecks, OpView } from "../opView";
import { each } from "./combined";
import { shapedText } from "./memory";
import { castWords } from "./shared";

const isOpaque = (text: string): boolean => text.startsWith("!emitc.opaque<");
const isPointer = (text: string): boolean => text.startsWith("!emitc.ptr<");
const isArray = (text: string): boolean => text.startsWith("!emitc.array<");
const isWide = (text: string): boolean => /^!emitc\.(?:size_t|ssize_t|ptrdiff_t)$/.test(text);
/** The type that a pointer points to, or that a variable has. */
const inner = (text: string): string => (/^!emitc\.(?:ptr|lvalue)</.test(text) ? inAngles(text) : text);

const isInteger = (text: string): boolean => /^[su]?i(?:1|8|16|32|64)$/.test(text);
const isFloat = (text: string): boolean => /^(?:b?f16|f32|f64)$/.test(text);
/** Whether values count something (isIntegerIndexOrOpaqueType). */
const counts = (text: string): boolean => text === "index" || isOpaque(text) || isWide(text) || isInteger(text);

/** Whether C has the type (isSupportedEmitCType). */
function isSupported(type: TypeView | string): boolean {
  const text = typeof type === "string" ? type : type.text;
  if (counts(text) || isFloat(text)) return true;
  if (isPointer(text)) return isSupported(inner(text));
  if (/^(?:tensor|!emitc\.array)</.test(text)) {
    const { shape, element } = known(shapedText(text));
    return !text.includes("*") && !shape.includes(-1) && !isArray(element) && isSupported(element);
  }
  if (typeof type !== "string" && text.startsWith("tuple<"))
    return type.parameters.every((part) => !isArray(part) && isSupported(part));
  return false;
}

/** Types by what messages call them. */
const TYPES: Readonly<Record<string, (type: TypeView) => boolean>> = {
  "type supported by EmitC": isSupported,
  "integer, index or opaque type supported by EmitC": ({ text }) => counts(text),
  "floating-point type supported by EmitC or integer, index or opaque type supported by EmitC": ({ text }) =>
    counts(text) || isFloat(text),
};
const [SUPPORTED = "", COUNTED = "", CALCULATED = ""] = Object.keys(TYPES);

/** @param words the types that all operands and results have */
const typed =
  (words: string, check?: OpCheck): OpCheck =>
  (op) => {
    for (const [list, name] of [
      [op.operands, "operand"],
      [op.results, "result"],
    ] as const)
      list.forEach((type, i) => {
        refuse(TYPES[words]?.(type) === false, `${name} #${i} must be ${words}, but got '${type.text}'`);
      });
    check?.(op);
  };

const textsOf = (op: OpView): readonly [left: string, right: string] => [op.operand(0).text, op.operand(1).text];
const isNumber = (text: string): boolean => /^[su]?i\d+$/.test(text) || isOpaque(text);

const added: OpCheck = (op) => {
  const [left, right] = textsOf(op);
  refuse(isPointer(left) && isPointer(right), "requires that at most one operand is a pointer");
  const isWrong = (isPointer(left) && !isNumber(right)) || (isPointer(right) && !isNumber(left));
  refuse(isWrong, "requires that one operand is an integer or of opaque type if the other is a pointer");
};

const subtracted: OpCheck = (op) => {
  const [[left, right], result] = [textsOf(op), op.result().text];
  refuse(isPointer(right) && !isPointer(left), "rhs can only be a pointer if lhs is a pointer");
  if (!isPointer(left)) return;
  const isRight = isNumber(right) || isPointer(right);
  refuse(!isRight, "requires that rhs is an integer, pointer or of opaque type if lhs is a pointer");
  const isDifference = isNumber(result) || result === "!emitc.ptrdiff_t";
  const words = "requires that the result is an integer, ptrdiff_t or of opaque type if lhs and rhs are pointers";
  refuse(isPointer(right) && !isDifference, words);
};

/** The value that a constant or a variable begins with. */
function initialized(op: OpView): AttrView {
  const value = known(op.attribute("value"));
  const { node } = value;
  if (value.text.startsWith("#emitc.opaque<")) return value;
  refuse(node?.kind === "string", "string attributes are not supported, use #emitc.opaque instead");
  const { text } = op.result();
  const [type, wanted] = [value.type.text, text.startsWith("!emitc.lvalue<") ? inner(text) : text];
  if (isWide(wanted) && type === "index") return value;
  const types = `('${type}') to match the op's result type ('${wanted}')`;
  refuse(type !== wanted, `requires attribute to either be an #emitc.opaque attribute or it's type ${types}`);
  return value;
}

const applied: OpCheck = (op) => {
  const operator = known(op.attribute("applicableOperator")).string;
  refuse(operator === "", "applicable operator must not be empty");
  refuse(operator !== "&" && operator !== "*", "applicable operator is illegal");
  const [operand, result] = [op.operand(0).text, op.result().text];
  const takes = operator === "&";
  refuse(takes && !operand.startsWith("!emitc.lvalue<"), "operand type must be an lvalue when applying `&`");
  refuse(takes && !isPointer(result), "result type must be a pointer when applying `&`");
  refuse(!takes && !isPointer(operand), "operand type must be a pointer when applying `*`");
};

const cast: OpCheck = (op) => {
  const [from, to] = [op.operand(0), op.result()];
  const isScalar = (text: string): boolean => counts(text) || isFloat(text) || isPointer(text);
  const array = isArray(from.text) ? known(shapedText(from.text)) : undefined;
  const decays = array?.shape.length === 1 && array.shape[0] !== 0 && inner(to.text) === array.element;
  const fits = array ? isPointer(to.text) && decays : isScalar(from.text) && isScalar(to.text);
  refuse(!fits, castWords(from, to));
};

/** @param first the first operand that is an argument */
const called =
  (first: number): OpCheck =>
  (op) => {
    refuse(known(op.attribute("callee")).string === "", "callee must not be empty");
    const count = op.operands.length - first;
    for (const argument of op.attribute("args")?.list ?? []) {
      const { node } = argument;
      refuse(node?.kind === "array", "array argument has no type");
      if (node?.kind !== "integer" || !argument.type.isIndex) continue;
      const isOut = argument.integer < 0 || argument.integer >= count;
      refuse(isOut, "index argument is out of range");
    }
    const isValid = ({ node, text }: AttrView): boolean =>
      ["type", "integer", "float"].includes(node?.kind ?? "") || text.startsWith("#emitc.opaque<");
    const templates = op.attribute("template_args")?.list ?? [];
    refuse(!templates.every(isValid), "template argument has invalid type");
    refuse(
      op.results.some(({ text }) => isArray(text)),
      "cannot return array type",
    );
  };

const subscripted: OpCheck = (op) => {
  const [value, ...indices] = op.operands.map(({ text }) => text);
  const result = inner(op.result().text);
  if (value === undefined || (!isArray(value) && !isPointer(value))) return;
  const array = isArray(value) ? known(shapedText(value)) : undefined;
  const start = `on ${array ? "array" : "pointer"} operand requires`;
  const rank = array?.shape.length ?? 1;
  const ranks = `number of indices (${indices.length}) to match the rank of the array type (${rank})`;
  const one = `one index operand, but got ${indices.length}`;
  refuse(indices.length !== rank, `${start} ${array ? ranks : one}`);
  indices.forEach((text, i) => {
    const index = array ? `index operand ${i}` : "index operand";
    refuse(!counts(text), `${start} ${index} to be integer-like, but got '${text}'`);
  });
  const element = array?.element ?? inner(value);
  const what = array ? "element" : "pointee";
  refuse(element !== result, `${start} ${what} type ('${element}') and result type ('${result}') to match`);
};

const verbatim: OpCheck = (op) => {
  // Without operands, the text is not interpreted.
  if (op.operands.length === 0) return;
  const parts = known(op.attribute("value")).string.split(/\{([{}]?)/);
  const marks = parts.filter((_, i) => i % 2 === 1);
  const isLast = marks.indexOf("") === marks.length - 1 && parts.at(-1) === "";
  refuse(marks.includes(""), `expected '}' after unescaped '{'${isLast ? " at end of string" : ""}`);
  const count = marks.filter((mark) => mark === "}").length;
  refuse(count !== op.operands.length, "requires operands for each placeholder in the format string");
};

const referenced: OpCheck = (op) => {
  const isSame = inner(op.operand(0).text) === inner(op.result().text);
  refuse(!isSame, "failed to verify that input and result reference the same type");
};

/** @param pointers whether members of what a pointer points to are meant */
const member =
  (pointers: boolean): OpCheck =>
  (op) => {
    const { text } = op.operand(0);
    const type = inner(text);
    const isPlace = /^!emitc\.lvalue</.test(text);
    const isOther = isPlace !== /^!emitc\.(?:lvalue|array)</.test(op.result().text);
    const may = isPlace ? "lvalues must" : "non-lvalues cannot";
    refuse(op.release > 22 && !pointers && isOther, `${may} return lvalues or arrays`);
    const isObject = isOpaque(type) || (pointers && isPointer(type));
    const words = `emitc.lvalue of EmitC opaque type ${pointers ? "or EmitC pointer type " : ""}values`;
    refuse(!isObject && isPlace, `operand #0 must be ${words}, but got '${text}'`);
  };

/** Calculations of which nothing more is asked. */
const PLAIN =
  "bitwise_and bitwise_left_shift bitwise_not bitwise_or bitwise_right_shift bitwise_xor cmp logical_and logical_not logical_or unary_minus unary_plus".split(
    " ",
  );

/** By the names of ops. */
export const EMITC: OpChecks = {
  ...each("emitc.*", PLAIN, typed(SUPPORTED)),
  "emitc.add": typed(SUPPORTED, added),
  "emitc.address_of": referenced,
  "emitc.apply": applied,
  "emitc.call_opaque": called(0),
  "emitc.cast": typed(SUPPORTED, cast),
  "emitc.constant": (op) => {
    typed(SUPPORTED)(op);
    const value = initialized(op);
    refuse(value.text === '#emitc.opaque<"">', "value must not be empty");
  },
  "emitc.dereference": referenced,
  "emitc.div": typed(CALCULATED),
  "emitc.global": (op) => {
    const isBoth = op.has("static_specifier") && op.has("extern_specifier");
    refuse(isBoth, "cannot have both static and extern specifiers");
  },
  "emitc.literal": (op) => {
    refuse(known(op.attribute("value")).string === "", "value must not be empty");
  },
  "emitc.member": member(false),
  "emitc.member_call_opaque": called(1),
  "emitc.member_of_ptr": member(true),
  "emitc.mul": typed(CALCULATED),
  "emitc.rem": typed(COUNTED),
  "emitc.sub": typed(SUPPORTED, subtracted),
  "emitc.subscript": subscripted,
  "emitc.variable": (op) => {
    initialized(op);
  },
  "emitc.verbatim": verbatim,
};
