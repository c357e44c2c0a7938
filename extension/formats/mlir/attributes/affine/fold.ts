/** Affine expressions as they are built, from their text and back. */
import { ExpressionBuilder, leaf, TooMuch } from "./expression";
import type { Expression } from "./expression";
import { spelledBinary, spelledLeaf } from "./spell";
import type { Spelled } from "./spell";

/** Deepest nesting of operators that is folded. */
const DEEPEST = 256;

/**
 * An expression that was read operator by operator, as MLIR 21 and later build it: folded; the expression itself if it
 * is too large for that.
 */
export function folded(e: Spelled): Spelled {
  if (!e.left) return e;
  const builder = new ExpressionBuilder(true);
  try {
    return spelled(built(e, builder, 0));
  } catch (thrown) {
    if (thrown instanceof TooMuch) return e;
    throw thrown;
  }
}

/** Makes an expression of what was read. @throws TooMuch */
function built({ kind, value, left, right }: Spelled, builder: ExpressionBuilder, depth: number): Expression {
  if (depth > DEEPEST) throw new TooMuch();
  if (kind === "dimension" || kind === "symbol" || kind === "constant") return leaf(kind, Number(value));
  if (!left || !right) throw new TooMuch();
  return builder.make(kind, built(left, builder, depth + 1), built(right, builder, depth + 1));
}

/** An expression that was built, with its text. */
export function spelled(e: Expression): Spelled {
  switch (e.kind) {
    case "dimension":
    case "symbol":
    case "constant":
      return spelledLeaf(e.kind, e.value);
    default:
      return spelledBinary(e.kind, spelled(e.left), spelled(e.right));
  }
}
