/** Reads the encoding of a sparse tensor as mlir::sparse_tensor prints it. */

const ENCODING =
  /^<\s*\{\s*map\s*=\s*\(([^()]*(?:\([^()]*\)[^()]*)*)\)\s*->\s*\((.*?)\)((?:,\s*\w+\s*=\s*[^,}]+)*)\s*\}\s*>$/;
/** The type of a level, and what else is said of it. */
const LEVEL =
  /:\s*(?:(?:dense|batch|compressed|loose_compressed|singleton)|structured\s*\[\s*\d+\s*,\s*\d+\s*\])\s*(?:\(\s*(?:nonunique|nonordered|soa)(?:\s*,\s*(?:nonunique|nonordered|soa))*\s*\))?\s*(?:,|$)/g;
const WIDTH = /^(?:pos|crd)Width\s*=\s*(?:0|8|16|32|64)$/;
const VALUE = /^(?:ex|im)plicitVal\s*=\s*\S/;
/** The operators that are words. */
const OPERATORS = new Set(["floordiv", "ceildiv", "mod"]);

/** What is wrong with an encoding, from its opening bracket on; undefined if nothing is. */
export function sparseFault(text: string): string | undefined {
  const [all, dimensions = "", levels = "", fields = ""] = ENCODING.exec(text) ?? [];
  if (all === undefined) return "expected a map";
  const names = new Set(dimensions.split(",").map((part) => part.split(":")[0]?.trim()));
  const expressions = levels.replace(LEVEL, ";");
  if (levels !== "" && (expressions.includes(":") || !expressions.endsWith(";"))) return "expected a level type";
  const used = expressions.match(/[A-Za-z_]\w*/g) ?? [];
  if (!used.every((word) => names.has(word) || OPERATORS.has(word))) return "use of undeclared identifier";
  const wrong = fields
    .split(",")
    .map((field) => field.trim())
    .find((field) => field !== "" && !WIDTH.test(field) && !VALUE.test(field));
  return wrong === undefined ? undefined : `unexpected field of an encoding: ${wrong}`;
}
