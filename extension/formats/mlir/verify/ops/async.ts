/** What functions of mlir::async demand of their results (Async.cpp). */
import type { TypeView } from "../entryView";
import { refuse, unknown } from "../fault";
import { inAngles } from "../lists";
import type { NestedChecks } from "../nestedOp";
import type { OpChecks, OpView } from "../opView";
import { signature } from "./functions";

const TOKEN = "!async.token";
const isValue = ({ text }: TypeView): boolean => text.startsWith("!async.value<");
const resultsOf = (func: OpView): readonly TypeView[] => signature(func)[1];

/** By the names of ops. */
export const ASYNC: OpChecks = {
  "async.func": (op) => {
    const results = resultsOf(op);
    refuse(results.length === 0, "result is expected to be at least of size 1, but got 0");
    results.forEach((type, i) => {
      const words = "result type must be async value type or async token type, but got";
      refuse(!type.is(TOKEN) && !isValue(type), `${words} '${type.text}'`);
      const place = "async token type is expected to appear as the 1st return value, but got";
      refuse(type.is(TOKEN) && i > 0, ` results' (optional) ${place} ${i + 1}`);
    });
  },
};

/** Checks by the ops around. */
export const ASYNC_PLACES: NestedChecks = {
  "async.return": (op) => {
    const results = resultsOf(op.within("async.func") ?? unknown()).filter((type, i) => i > 0 || !type.is(TOKEN));
    const wanted = results.map((type) => (isValue(type) ? inAngles(type.text) : unknown()));
    const isSame = wanted.length === op.operands.length && op.operands.every((type, i) => type.is(wanted[i] ?? ""));
    refuse(!isSame, "operand types do not match the types returned from the parent FuncOp");
  },
};
