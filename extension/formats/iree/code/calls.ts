/**
 * The registers that calls and returns pass, held to calling conventions. The runtime has checked them since 2023-03
 * (iree/vm/bytecode/verifier.c).
 */
import type { Bank } from "../opcodes";
import { IMPORT_BIT } from "../opcodes";
import type { Convention } from "./callingConvention";
import type { List, Op } from "./decode";

/** The conventions that a function's ops must follow. */
export interface Conventions {
  /** Of the function itself. */
  readonly own: Convention;
  /** Of the function with this ordinal, or of an import if bit 31 is set; undefined if there is no such function. */
  readonly of: (ordinal: number) => Convention | undefined;
}

const BANKS: Readonly<Record<string, Bank>> = { i: "i32", f: "i32", I: "i64", F: "i64", r: "ref" };

/**
 * The banks of the registers in an op's list `index`, which the convention of the callee tells, or for a return that of
 * its function; a message if the list cannot be theirs; undefined if no convention says anything about it.
 */
export function conventionBanks(op: Op, index: number, conventions: Conventions): readonly Bank[] | string | undefined {
  const list = listOf(op, index);
  if (!list || !op.schema) return undefined;
  if (op.schema.mnemonic === "return") return banksOf(conventions.own.results, undefined, list.raws.length);
  const callee = op.operands[0];
  if (!op.schema.mnemonic.startsWith("call") || callee?.kind !== "ordinal") return undefined;
  const isVariadic = op.operands[1]?.kind === "integers";
  const convention = conventions.of(callee.raw);
  const encoding = op.schema.operands[index]?.encoding;
  if (!convention || encoding?.kind !== "registers") return undefined;
  if (encoding.written) return banksOf(convention.results, undefined, list.raws.length);
  if (isVariadic && callee.raw < IMPORT_BIT) return "only imports can be called with a variable number of arguments";
  return banksOf(convention.arguments, isVariadic ? listOf(op, 1)?.raws : undefined, list.raws.length);
}

function listOf(op: Op, index: number): List | undefined {
  const operand = op.operands[index];
  return operand?.kind === "registers" || operand?.kind === "integers" ? operand.list : undefined;
}

/**
 * The banks of registers by a convention's letters.
 * @param segments how often each letter's value is passed; a span of letters (`C…D`) counts as one
 * @param given how many registers there are
 */
function banksOf(letters: string, segments: readonly number[] | undefined, given: number): readonly Bank[] | string {
  const banks: Bank[] = [];
  let segment = 0;
  for (let at = 0; at < letters.length; at++, segment++) {
    let [passed, times] = [letters.charAt(at), 1];
    if (passed === "C") {
      if (!segments) return "the function takes a variable number of arguments, but the call has no segment sizes";
      const size = segments[segment];
      if (size === undefined)
        return `segment size list underflow (have ${segments.length}, trying to access ${segment})`;
      const end = letters.indexOf("D", at);
      passed = letters.slice(at + 1, end < 0 ? undefined : end);
      times = size;
      at += passed.length + 1;
    }
    const fault = pass(banks, passed, times, given);
    if (fault !== undefined) return fault;
  }
  return banks;
}

/** Adds the banks of some letters, as often as they are passed; a message if there are too few registers. */
function pass(banks: Bank[], letters: string, times: number, given: number): string | undefined {
  const each = [...letters].flatMap((letter) => BANKS[letter] ?? []);
  for (let time = 0; time < times && each.length > 0; time++)
    for (const bank of each) {
      if (banks.length === given) return `register list underflow (have ${given}, trying to access ${given})`;
      banks.push(bank);
    }
  return undefined;
}
