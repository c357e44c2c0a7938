/** The text of affine maps and sets: read as MLIR reads it (AffineParser.cpp), printed as MLIR prints it (AsmPrinter.cpp). */
import { ExpressionBuilder, leaf, TooMuch } from "./expression";
import type { BinaryKind, Expression, Leaf } from "./expression";
import { spelled } from "./fold";

/** Longer texts are kept as they are. */
const LONGEST = 1 << 12;
/** Deepest nesting of brackets that is followed. */
const DEEPEST = 64;

const TOKEN = /\s*(?:(\d+)|([A-Za-z_][\w$.]*)|([-+*()]))/y;
const OPERATORS: ReadonlyMap<string, BinaryKind> = new Map([
  ["*", "mul"],
  ["floordiv", "floordiv"],
  ["ceildiv", "ceildiv"],
  ["mod", "mod"],
]);
const NAMES = String.raw`[A-Za-z_][\w$.]*(?:\s*,\s*[A-Za-z_][\w$.]*)*`;
/** Everything before the list of results or constraints: up to the arrow or the colon. Any blanks may be between. */
const HEAD = new RegExp(
  String.raw`^affine_(map|set)<\s*\(\s*(${NAMES})?\s*\)\s*(?:\[\s*(${NAMES})?\s*\])?\s*(->|:)\s*\(`,
);
const SEPARATOR = /\s*,\s*/;
/** After a result or a constraint: a comma or the end. */
const AFTER = /\s*(?:(,)\s*|\)\s*>$)/y;
/** Between the sides of a constraint. */
const RELATION = /\s*(==|>=|<=)/y;
const NO_RESULTS = /\s*\)\s*>$/y;

/**
 * The text with which a map or set is printed after it was read: `affine_map<(d0) -> (d0 + -(d0 floordiv 4))>` becomes
 * ` - `, other expressions are folded further.
 * @param as21 whether it is simplified as MLIR 21 and later do (simplifiesAs21)
 * @returns the text itself if there is nothing to fold, or if it does not have the expected form
 */
export function reprintAffine(text: string, as21: boolean): string {
  const read = readAffine(text, as21);
  return read?.kind === "text" ? read.text : text;
}

/** What is wrong with the text of a map or set, in the reference's words; undefined if nothing is. */
export function affineFault(text: string): string | undefined {
  const read = readAffine(text, true);
  return read?.kind === "fault" ? read.message : undefined;
}

/** The numbers that a map without symbols gives for values of its dimensions; undefined if they are not known. */
export function mapResults(text: string, values: readonly number[]): readonly number[] | undefined {
  const read = readAffine(text, true, values);
  if (read?.kind !== "text") return undefined;
  const numbers = read.text
    .slice(read.text.indexOf("-> (") + 4, -2)
    .split(", ")
    .map(Number);
  return numbers.every(Number.isSafeInteger) ? numbers : undefined;
}

/**
 * A map or set that was read; undefined if it is too large to be read here.
 * @param values of its dimensions, if they are known
 */
function readAffine(
  text: string,
  as21: boolean,
  values?: readonly number[],
): { readonly kind: "text"; readonly text: string } | { readonly kind: "fault"; readonly message: string } | undefined {
  if (text.length > LONGEST) return undefined;
  const head = HEAD.exec(text);
  if (!head) return { kind: "fault", message: "expected a list of dimensional identifiers" };
  const [before, kind, dimensions, symbols, arrow] = head;
  const names = new Map<string, Leaf>();
  const declared = [
    declare(names, dimensions, (position) => dimension(position, values?.[position])),
    declare(names, symbols, (position) => leaf("symbol", position)),
  ] as const;
  const brackets = symbols === undefined ? "" : `[${declared[1]}]`;
  try {
    const reader = new ExpressionReader(text, before.length, as21, names);
    const list = results(text, reader, kind === "set");
    return { kind: "text", text: `affine_${kind}<(${declared[0]})${brackets} ${arrow} (${list}` };
  } catch (thrown) {
    if (thrown instanceof TooMuch) return undefined;
    if (thrown instanceof Unreadable) return { kind: "fault", message: thrown.message };
    throw thrown;
  }
}

const dimension = (position: number, value: number | undefined): Leaf =>
  value === undefined ? leaf("dimension", position) : leaf("constant", value);

/** Declares identifiers, whatever their names; returns the names that are printed. */
function declare(names: Map<string, Leaf>, list: string | undefined, make: (position: number) => Leaf): string {
  const made = (list?.split(SEPARATOR) ?? []).map((name, position) => {
    const declared = make(position);
    names.set(name, declared);
    return spelled(declared).text;
  });
  return made.join(", ");
}

/** The results of a map, or the constraints of a set, up to the text's end. @throws TooMuch, Unreadable */
function results(text: string, reader: ExpressionReader, isSet: boolean): string {
  NO_RESULTS.lastIndex = reader.position;
  if (NO_RESULTS.test(text)) return ")>";
  let made = "";
  for (let next = reader.position; next < text.length; next = reader.position) {
    made += isSet ? constraint(text, reader) : spelled(reader.expression(0)).text;
    AFTER.lastIndex = reader.position;
    const [found, comma] = AFTER.exec(text) ?? [];
    if (found === undefined) throw new Unreadable("expected ',' or ')'");
    made += comma === undefined ? ")>" : ", ";
    reader.position += found.length;
  }
  return made;
}

/** `d0 - 4 >= 0`, which may be written as `d0 >= 4` or as `4 <= d0`. @throws TooMuch, Unreadable */
function constraint(text: string, reader: ExpressionReader): string {
  const left = reader.expression(0);
  RELATION.lastIndex = reader.position;
  const [found, relation] = RELATION.exec(text) ?? [];
  if (found === undefined)
    throw new Unreadable("expected '== affine-expr' or '>= affine-expr' at end of affine constraint");
  reader.position += found.length;
  const right = reader.expression(0);
  const difference = relation === "<=" ? reader.difference(right, left) : reader.difference(left, right);
  return `${spelled(difference).text} ${relation === "==" ? "==" : ">="} 0`;
}

/** Thrown for a text that is not a map or set; the message is in the reference's words. */
class Unreadable extends Error {}

/** Reads expressions. All methods throw TooMuch, and Unreadable if the text is not an expression. */
class ExpressionReader {
  private readonly builder: ExpressionBuilder;
  constructor(
    private readonly text: string,
    public position: number,
    as21: boolean,
    private readonly names: ReadonlyMap<string, Leaf>,
  ) {
    this.builder = new ExpressionBuilder(as21);
  }

  private peek(): RegExpExecArray | undefined {
    TOKEN.lastIndex = this.position;
    return TOKEN.exec(this.text) ?? undefined;
  }
  private take(token: RegExpExecArray): void {
    this.position += token[0].length;
  }

  /** One expression less another. */
  difference(one: Expression, other: Expression): Expression {
    return this.builder.add(one, this.builder.negate(other));
  }
  /** Sums, from the left. */
  expression(depth: number): Expression {
    let sum = this.product(depth);
    for (;;) {
      const token = this.peek();
      const sign = token?.[3];
      if (!token || (sign !== "+" && sign !== "-")) return sum;
      this.take(token);
      const term = this.product(depth);
      sum = this.builder.add(sum, sign === "+" ? term : this.builder.negate(term));
    }
  }

  /** Products, quotients and remainders, from the left. */
  private product(depth: number): Expression {
    let product = this.operand(depth);
    for (;;) {
      const token = this.peek();
      const kind = OPERATORS.get(token?.[3] ?? token?.[2] ?? "");
      if (!token || kind === undefined) return product;
      this.take(token);
      product = this.builder.make(kind, product, this.operand(depth));
    }
  }

  private operand(depth: number): Expression {
    const token = this.peek();
    if (depth > DEEPEST) throw new TooMuch();
    if (!token) throw new Unreadable("expected affine expression");
    this.take(token);
    const [, number, word, sign] = token;
    if (number !== undefined) return leaf("constant", Number(number));
    if (word !== undefined) return this.identifier(word);
    if (sign === "-") return this.builder.negate(this.operand(depth + 1));
    if (sign !== "(") throw new Unreadable("expected affine expression");
    const inner = this.expression(depth + 1);
    const close = this.peek();
    if (close?.[3] !== ")") throw new Unreadable("expected ')'");
    this.take(close);
    return inner;
  }

  private identifier(word: string): Expression {
    const declared = this.names.get(word);
    if (!declared) throw new Unreadable("use of undeclared identifier");
    return declared;
  }
}
