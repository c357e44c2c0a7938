/**
 * Translates the predicates of ODS constraints, which are C++ expressions, to the expressions that
 * extension/formats/mlir/verify/predicate.ts evaluates. What has no translation becomes `?`: unknown.
 */

/** C++ names without the namespaces that all of MLIR shares. */
const short = (name) => name.trim().replace(/^(?:::)?(?:mlir::)?/, "");

/** Balanced outer parentheses are dropped. */
function bare(text) {
  let out = text.trim().replaceAll(/\s+/g, " ").replaceAll(/ \./g, ".");
  while (out.startsWith("(") && closing(out, 0) === out.length - 1) out = out.slice(1, -1).trim();
  return out;
}

/** The place of the parenthesis that closes the one at `open`. */
function closing(text, open) {
  let depth = 0;
  for (let i = open; i < text.length; i++) {
    if (text[i] === "(") depth++;
    else if (text[i] === ")" && --depth === 0) return i;
  }
  return -1;
}

/** C++ accessors of a value that is cast to a class, as the steps of a path. */
const STEPS = {
  "getElementType()": "element",
  "getType().getElementType()": "type.element",
  "getType()": "type",
  "getValue()": "value",
};

/** The path from the subject to what an expression means; undefined if it is none. */
export function pathOf(text, subject) {
  const expression = bare(text);
  if (expression === subject) return [];
  const self = /^getElementTypeOrSelf\((.*)\)$/.exec(expression);
  const inner = self && pathOf(self[1], subject);
  if (inner) return [...inner, "scalar"];
  const cast = /^(?:::)?(?:llvm::)?cast<[^>]*>\(/.exec(expression);
  if (!cast) return undefined;
  const end = closing(expression, cast[0].length - 1);
  const path = pathOf(expression.slice(cast[0].length, end), subject);
  const step = STEPS[expression.slice(end + 2).replaceAll(" ", "")];
  return path && step && [...path, ...step.split(".")];
}

/** Tests `X.isF32()` of a type, as words; a number in parentheses follows the word. */
const METHODS = {
  isSignlessInteger: "i",
  isSignedInteger: "si",
  isUnsignedInteger: "ui",
  isInteger: "int",
  isIndex: "index",
  isBF16: "bf16",
  isF16: "f16",
  isF32: "f32",
  isF64: "f64",
  isF80: "f80",
  isF128: "f128",
  isTF32: "tf32",
};

/** Functions of MLIR whose meaning predicate.ts knows. */
const FUNCTIONS = {
  "LLVM::isCompatibleOuterType": "llvm",
  "LLVM::isCompatibleVectorType": "llvmvector",
  "LLVM::isCompatibleFloatingPointType": "llvmfloat",
  "sparse_tensor::getSparseTensorEncoding": "sparse",
};

/** Numbers of a type or attribute that are compared with a constant. */
const NUMBERS = {
  "getRank()": "rank",
  "getNumElements()": "count",
  "getAddressSpace()": "space",
  "getInt()": "number",
  "getValue().getSExtValue()": "number",
  "getValue().getZExtValue()": "number",
};

/** What methods ask of an integer's value. */
const SIGNS = {
  isNegative: "number<0",
  isNonNegative: "number>=0",
  isStrictlyPositive: "number>0",
  isPowerOf2: "power2",
};

/** Makes expressions from the predicates of one file's records. */
export class Predicates {
  /**
   * @param records a file's records
   * @param classes C++ classes of attributes and types, and the words for them
   */
  constructor(records, classes) {
    this.records = records;
    this.classes = classes;
  }

  /** The expression of a predicate record. */
  of(name) {
    return this.combined(name, (text) => text, "$_self");
  }

  /** @param substitute what the enclosing records replace in a leaf's text */
  combined(name, substitute, subject) {
    const record = this.records[name];
    if (record["!superclasses"].includes("CPred")) return this.leaf(substitute(record.predExpr), subject);
    const kind = record.kind.def;
    const child = (i = 0, change = substitute, about = subject) => this.combined(record.children[i].def, change, about);
    switch (kind) {
      case "PredCombinerAnd":
        return all(record.children.map((_, i) => child(i)));
      case "PredCombinerOr":
        return any(record.children.map((_, i) => child(i)));
      case "PredCombinerNot":
        return not(child());
      case "PredCombinerSubstLeaves":
        return child(0, (text) => substitute(text.replaceAll(record.pattern, record.replacement)));
      case "PredCombinerConcat":
        return this.wrapped(record, substitute, subject, child);
      default:
        return "?";
    }
  }

  /** A predicate about a part: `[](::mlir::Type elementType) { return …; }(part)`, or about each element of an array. */
  wrapped(record, substitute, subject, child) {
    const [prefix, suffix] = [substitute(record.prefix), substitute(record.suffix)];
    const [, variable] = /^\[\]\((?:::)?(?:mlir::)?\w+ (\w+)\) \{ return $/.exec(prefix) ?? [];
    const [, part] = /^; \}\((.*)\)$/.exec(suffix) ?? [];
    if (variable && part) {
      const path = pathOf(part, subject);
      return path
        ? along(
            path,
            child(0, (text) => text, variable),
          )
        : "?";
    }
    const each =
      /^::llvm::all_of\(::llvm::cast<::mlir::ArrayAttr>\((.*)\), \[&\]\(::mlir::Attribute attr\) \{ return attr && \($/;
    const [, array] = each.exec(prefix) ?? [];
    const path = array && /^\); \}\)$/.test(suffix) ? pathOf(array, subject) : undefined;
    return path
      ? along(
          [...path, "each"],
          child(0, (text) => text, "attr"),
        )
      : "?";
  }

  leaf(text, subject) {
    const expression = bare(text);
    if (expression === "true") return "1";
    // Twice: whether there is something.
    if (expression.startsWith("!!")) return this.leaf(expression.slice(2), subject);
    if (expression.startsWith("!")) return not(this.leaf(expression.slice(1), subject));
    const { classTest, method, number, sign, shape, call } = leafForms(expression);
    if (classTest)
      return this.about(classTest[2], subject, any(classTest[1].split(",").map((name) => this.word(name))));
    if (sign) return this.about(sign[1], subject, SIGNS[sign[2]]);
    if (method) return this.about(method[1], subject, methodWord(method[2], method[3]));
    if (number) return this.about(number[1], subject, `${NUMBERS[number[2]] ?? "?"}${number[3]}${number[4]}`);
    if (shape) return this.about(shape[1], subject, `shape=${shape[2].replaceAll(/[ ,]+/g, "x")}`);
    if (call) return this.about(call[2], subject, FUNCTIONS[short(call[1])] ?? "?");
    return "?";
  }

  about(text, subject, word) {
    const path = word.startsWith("?") ? undefined : pathOf(text, subject);
    return path ? along(path, word) : "?";
  }

  word(name) {
    return this.classes.get(short(name)) ?? "?";
  }
}

/** The forms that a leaf can have. */
function leafForms(expression) {
  const match = (pattern) => pattern.exec(expression);
  return {
    classTest: match(/^(?:::)?llvm::isa<([^()]*)>\((.*)\)$/),
    method: match(/^(.*)\.(\w+|hasTrait<::mlir::ValueSemantics>)\((\d*)\)$/),
    number: match(/^(?:::)?llvm::cast<[^>]*>\((.*?)\)\.([\w().]+\(\)) (==|>=|<=|>|<) (-?\d+)$/),
    sign: match(/^(?:::)?llvm::cast<[^>]*>\((.*?)\)\.getValue\(\)\.(isNegative|isNonNegative|isStrictlyPositive)\(\)$/),
    shape: match(
      /^(?:::)?llvm::cast<[^>]*>\((.*?)\)(?:\.getType\(\))?\.getShape\(\) == (?:::)?\w+::ArrayRef<int64_t>\(\{(.*)\}\)$/,
    ),
    call: match(/^((?:::)?[\w:]+)\((.*)\)$/),
  };
}

function methodWord(method, width) {
  if (method.startsWith("hasTrait")) return "values";
  if (method === "isSignlessIntOrIndex") return any(["i", "index"]);
  if (method === "isSignlessIntOrFloat") return any(["i", "FloatType"]);
  if (method === "isSignlessIntOrIndexOrFloat") return any(["i", "index", "FloatType"]);
  const word = METHODS[method];
  return word ? `${word}${width}` : "?";
}

const along = (path, expression) =>
  expression === "?" || expression === "1" ? expression : `${path.map((step) => `${step}:`).join("")}${expression}`;

/** The parts of an expression that is itself a conjunction (`&`) or disjunction (`|`); else the expression alone. */
function parts(sign, expression) {
  if (!expression.startsWith(`${sign}(`)) return [expression];
  const found = [""];
  let depth = 0;
  for (const letter of expression.slice(2, -1)) {
    if (letter === "(") depth++;
    else if (letter === ")") depth--;
    if (letter === "," && depth === 0) found.push("");
    else found[found.length - 1] += letter;
  }
  return found;
}

/** The conjunction: what is unknown in it is left out, since the rest must hold all the same. */
function all(expressions) {
  const flat = expressions.flatMap((expression) => parts("&", expression));
  const unknown = flat.includes("?");
  const kept = [...new Set(flat.filter((part) => part !== "1" && part !== "?"))];
  if (kept.length === 0) return unknown ? "?" : "1";
  return kept.length === 1 && !unknown ? kept[0] : `&(${[...kept, ...(unknown ? ["?"] : [])].join(",")})`;
}

/** The disjunction: unknown if a part is, unless another holds. */
function any(expressions) {
  const kept = [...new Set(expressions.flatMap((expression) => parts("|", expression)))];
  if (kept.includes("1")) return "1";
  if (kept.every((part) => part === "?")) return "?";
  return kept.length === 1 ? kept[0] : `|(${kept.join(",")})`;
}

/** The negation. Any type but the token's is any type: who makes and takes tokens is checked by traits. */
const not = (part) => (part === "?" ? "?" : part === "TokenType" ? "1" : `!(${part})`);
