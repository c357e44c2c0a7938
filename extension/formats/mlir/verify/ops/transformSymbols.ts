/** What mlir::transform's ops demand of the sequences that they name. */
import type { NestedOp, SymbolCheck, SymbolChecks } from "../nestedOp";
import { known, refuse, refuseBare } from "../fault";
import type { AttrView, TypeView } from "../entryView";
import { signature, takesOperands } from "./functions";
import { checkStatuses, isAlike, kindOf, statuses } from "./transform";

const SEQUENCE = "transform.named_sequence";

/** The first place at which types do not implement the same interface; -1 if there is none. */
const unlike = (found: readonly TypeView[], wanted: readonly TypeView[]): number =>
  wanted.findIndex((type, i) => !isAlike(known(found[i]), type));

function resolved(reference: AttrView, word: string, find: Parameters<SymbolCheck>[1]): NestedOp {
  const found = find(reference);
  refuseBare(found?.name !== SEQUENCE, `unresolved ${word} symbol ${reference.text}`);
  return known(found);
}

const include: SymbolCheck = (op, find) => {
  const found = find(known(op.attribute("target")));
  refuse(found?.name !== SEQUENCE, "does not reference a named transform sequence");
  const target = known(found);
  const [inputs, outputs] = signature(target);
  refuseBare(inputs.length !== op.operands.length, "incorrect number of operands for callee");
  takesOperands(op, inputs);
  refuseBare(outputs.length !== op.results.length, "incorrect number of results for callee");
  const wrong = unlike(op.results, outputs);
  const words = `type of result #${wrong} must implement the same transform dialect interface as the corresponding`;
  refuse(wrong >= 0, `${words} callee result`);
  checkStatuses(target, true);
};

/** A sequence that finds what another one works on. */
function matched(
  op: NestedOp,
  [matcher, action]: readonly [NestedOp, NestedOp],
  names: readonly [string, string],
): void {
  for (const sequence of [matcher, action]) checkStatuses(sequence, true);
  const [[taken, found], [given, made]] = [signature(matcher), signature(action)];
  const { operands } = op;
  const count = `the number of operands (${operands.length}) doesn't match the number of matcher arguments`;
  refuseBare(operands.length !== taken.length, `${count} (${taken.length}) for ${names[0]}`);
  const consumed = statuses(matcher).findIndex(({ isConsumed }) => isConsumed);
  refuse(consumed >= 0, `does not expect matcher symbol to consume its operand #${consumed}`);
  const other = unlike(operands, taken);
  const mismatching = "mismatching type interfaces for";
  refuseBare(other >= 0, `${mismatching} operand and matcher argument #${other} of matcher ${names[0]}`);
  const between = `between ${names[0]} (${found.length}) and ${names[1]} (${given.length})`;
  const numbers = `mismatching number of matcher results and action arguments ${between}`;
  refuseBare(found.length !== given.length, numbers);
  const wrong = unlike(found, given);
  const place = `matcher result and action argument #${wrong}of matcher ${names[0]} and action ${names[1]}`;
  refuseBare(wrong >= 0, `${mismatching} ${place}`);
  const results = op.results.slice(1);
  const extra = `doesn't match the number of extra op results (${results.length})`;
  refuseBare(made.length !== results.length, `the number of action results (${made.length}) for ${names[1]} ${extra}`);
  const at = unlike(results, made);
  refuseBare(at >= 0, `${mismatching} action result #${at} of action ${names[1]} and op result`);
}

/** Symbols by their users. */
export const TRANSFORM_SYMBOLS: SymbolChecks = {
  "transform.collect_matching": (op, find) => {
    const matcher = resolved(known(op.attribute("matcher")), "matcher", find);
    const [inputs, outputs] = signature(matcher);
    const isHandle = inputs.length === 1 && kindOf(known(inputs[0])) === "op";
    refuseBare(!isHandle, "expected the matcher to take one operation handle argument");
    const isRead = statuses(matcher)[0]?.isRead === true;
    refuseBare(!isRead, "expected the matcher argument to be marked readonly");
    const count = `expected the matcher to yield as many values as op has results (${op.results.length})`;
    refuseBare(outputs.length !== op.results.length, `${count}, got ${outputs.length}`);
    const wrong = unlike(op.results, outputs);
    refuseBare(wrong >= 0, `mismatching type interfaces for matcher result and op result #${wrong}`);
  },
  "transform.foreach_match": (op, find) => {
    const [matchers, actions] = ["matchers", "actions"].map((name) => known(op.attribute(name)).list);
    for (const [i, matcher] of known(matchers).entries()) {
      const action = known(known(actions)[i]);
      const pair = [resolved(matcher, "matcher", find), resolved(action, "action", find)] as const;
      matched(op, pair, [matcher.text, action.text]);
    }
  },
  "transform.include": include,
};

/** Ops that those look up. */
export const TRANSFORM_SYMBOL_OPS = [SEQUENCE];
