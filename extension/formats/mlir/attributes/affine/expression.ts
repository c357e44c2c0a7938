/**
 * Affine expressions as MLIR builds them (mlir/IR/AffineExpr.h): each operator is folded as far as possible when it is
 * made, so an expression that was read may differ from the one that was printed.
 */

/** The binary operators of affine expressions, by the name of their AffineExprKind in lower case. */
export type BinaryKind = "add" | "mul" | "floordiv" | "ceildiv" | "mod";

interface Common {
  /** Equal exactly for equal expressions. */
  readonly key: string;
  /** Whether it contains no dimension. */
  readonly symbolic: boolean;
}
/** A dimension, a symbol or a constant. */
export interface Leaf extends Common {
  readonly kind: "dimension" | "symbol" | "constant";
  /** The constant, or the position. */
  readonly value: number;
}
/** An operator with two operands. */
export interface Binary extends Common {
  readonly kind: BinaryKind;
  readonly left: Expression;
  readonly right: Expression;
}
/** An affine expression. */
export type Expression = Leaf | Binary;

/** Thrown for an expression that is too large to fold here: its text is then kept as it is. */
export class TooMuch extends Error {}

/** Most operators made for one text; folding makes only few for each operator in it. */
const MOST_MADE = 20000;

/** A dimension, symbol or constant. @throws TooMuch for a constant past 53 bits */
export function leaf(kind: Leaf["kind"], value: number): Leaf {
  if (!Number.isSafeInteger(value)) throw new TooMuch();
  return { kind, value, key: `${kind.charAt(0)}${value}`, symbolic: kind !== "dimension" };
}
const constant = (value: number): Leaf => leaf("constant", value);

const isConstant = (e: Expression): e is Leaf => e.kind === "constant";
const isBinary = (e: Expression, kind: BinaryKind): e is Binary => e.kind === kind;

/** The factor and the constant of a multiplication by a constant; for anything else itself and 1. */
function factors(e: Expression): readonly [Expression, number] {
  return isBinary(e, "mul") && isConstant(e.right) ? [e.left, e.right.value] : [e, 1];
}

function greatestDivisor(a: number, b: number): number {
  return b === 0 ? Math.abs(a) : greatestDivisor(b, a % b);
}

/** AffineExpr::getLargestKnownDivisor: a number that divides every value of the expression. */
function knownDivisor(e: Expression): number {
  switch (e.kind) {
    case "dimension":
    case "symbol":
      return 1;
    case "constant":
      return Math.abs(e.value);
    case "mul":
      return knownDivisor(e.left) * knownDivisor(e.right);
    case "add":
    case "mod":
      return greatestDivisor(knownDivisor(e.left), knownDivisor(e.right));
    case "floordiv":
    case "ceildiv": {
      if (!isConstant(e.right) || e.right.value === 0) return 1;
      const divisor = knownDivisor(e.left);
      return divisor % e.right.value === 0 ? Math.abs(divisor / e.right.value) : 1;
    }
  }
}

/**
 * Makes expressions as MLIR does. All methods throw TooMuch.
 * `as21`: as MLIR 21 and later do (simplifiesAs21 in model/release.ts).
 */
export class ExpressionBuilder {
  private made = 0;
  constructor(private readonly as21: boolean) {}

  private binary(kind: BinaryKind, left: Expression, right: Expression): Binary {
    if (++this.made > MOST_MADE) throw new TooMuch();
    return { kind, left, right, key: `(${left.key} ${kind} ${right.key})`, symbolic: left.symbolic && right.symbolic };
  }

  make(kind: BinaryKind, left: Expression, right: Expression): Expression {
    switch (kind) {
      case "add":
        return this.add(left, right);
      case "mul":
        return this.multiply(left, right);
      case "mod":
        return this.foldModulo(left, right) ?? this.binary("mod", left, right);
      case "floordiv":
      case "ceildiv":
        return this.foldDivision(kind, left, right) ?? this.binary(kind, left, right);
    }
  }

  add(left: Expression, right: Expression): Expression {
    return this.foldAdd(left, right) ?? this.binary("add", ...this.ordered(left, right));
  }
  multiply(left: Expression, right: Expression): Expression {
    return this.foldMultiply(left, right) ?? this.binary("mul", ...this.ordered(left, right));
  }
  negate(e: Expression): Expression {
    return this.multiply(e, constant(-1));
  }

  /** MLIR 21 sorts two dimensions or symbols by their position, dimensions first. */
  private ordered(left: Expression, right: Expression): readonly [Expression, Expression] {
    const place = (e: Expression): number | undefined =>
      e.kind === "dimension" ? e.value : e.kind === "symbol" ? e.value + 2 ** 32 : undefined;
    const [a, b] = [place(left), place(right)];
    return !this.as21 || a === undefined || b === undefined || a < b ? [left, right] : [right, left];
  }

  private foldAdd(left: Expression, right: Expression): Expression | undefined {
    if (isConstant(left) && isConstant(right)) return constant(left.value + right.value);
    if (isConstant(left) || (left.symbolic && !right.symbolic)) return this.add(right, left);
    if (isConstant(right) && right.value === 0) return left;
    const inner = isBinary(left, "add") && isConstant(left.right) ? { left: left.left, right: left.right } : undefined;
    if (inner && isConstant(right)) return this.add(inner.left, constant(inner.right.value + right.value));
    const [first, a] = factors(left);
    const [second, b] = factors(right);
    if (first.key === second.key) return this.multiply(first, constant(a + b));
    // A constant goes to the right side.
    if (inner) return this.add(this.add(inner.left, right), inner.right);
    return isBinary(right, "mul") ? this.foldRemainder(left, right) : undefined;
  }

  /** `e - q * (e floordiv q)` is `e mod q`. */
  private foldRemainder(left: Expression, right: Binary): Expression | undefined {
    const [product, negated] = [right.left, right.right];
    if (isConstant(negated) && negated.value === -1 && isBinary(product, "mul")) {
      const quotient = product.left;
      if (!isBinary(quotient, "floordiv")) return undefined;
      if (quotient.right.key === product.right.key && left.key === quotient.left.key)
        return this.make("mod", left, product.right);
    }
    if (!isBinary(product, "floordiv")) return undefined;
    const divisor = product.right;
    const positive = !this.as21 || (isConstant(divisor) && divisor.value > 0);
    if (positive && left.key === product.left.key && divisor.key === this.negate(negated).key)
      return this.make("mod", left, divisor);
    if (!this.as21 || !isBinary(left, "add")) return undefined;
    const last = this.foldAdd(left.right, right);
    return last && this.add(left.left, last);
  }

  private foldMultiply(left: Expression, right: Expression): Expression | undefined {
    if (isConstant(left) && isConstant(right)) return constant(left.value * right.value);
    if (!left.symbolic && !right.symbolic) return undefined;
    if (!right.symbolic || isConstant(left)) return this.multiply(right, left);
    if (isConstant(right) && right.value === 1) return left;
    if (isConstant(right) && right.value === 0) return right;
    if (!isBinary(left, "mul") || !isConstant(left.right)) return undefined;
    if (isConstant(right)) return this.multiply(left.left, constant(left.right.value * right.value));
    return this.multiply(this.multiply(left.left, right), left.right);
  }

  /** A division by a constant whose remainder is known to be zero. */
  private foldDivision(kind: "floordiv" | "ceildiv", left: Expression, right: Expression): Expression | undefined {
    if (!isConstant(right) || right.value < 1) return undefined;
    const by = right.value;
    if (isConstant(left)) return constant((kind === "floordiv" ? Math.floor : Math.ceil)(left.value / by));
    if (by === 1) return left;
    if (isBinary(left, "mul") && isConstant(left.right) && left.right.value % by === 0)
      return this.multiply(left.left, constant(left.right.value / by));
    if (kind === "ceildiv" || !isBinary(left, "add")) return undefined;
    if (knownDivisor(left.left) % by !== 0 && knownDivisor(left.right) % by !== 0) return undefined;
    return this.add(this.make(kind, left.left, right), this.make(kind, left.right, right));
  }

  private foldModulo(left: Expression, right: Expression): Expression | undefined {
    if (!isConstant(right) || right.value < 1) return undefined;
    const by = right.value;
    if (isConstant(left)) return constant(((left.value % by) + by) % by);
    if (knownDivisor(left) % by === 0) return constant(0);
    if (isBinary(left, "add")) {
      if (knownDivisor(left.left) % by === 0) return this.make("mod", left.right, right);
      if (knownDivisor(left.right) % by === 0) return this.make("mod", left.left, right);
    }
    const finer =
      isBinary(left, "mod") && isConstant(left.right) && left.right.value >= 1 && left.right.value % by === 0;
    return finer ? this.make("mod", left.left, right) : undefined;
  }
}
