/**
 * Upgrades callbr: its destinations were passed as arguments too, as addresses of blocks; since LLVM 15 there are
 * constraints `!i` instead. Source: BitcodeReader, FUNC_CODE_INST_CALLBR.
 */
import type { ValueId } from "../ir/ids";
import type { FunctionBody, Instruction } from "../ir/function";
import type { Release } from "../ir/releases";
import type { ProblemList } from "../stream/blocks";
import type { TypeInterner } from "../ir/interner";
import type { ValueTable } from "../ir/valueTable";
import { takesOperand } from "./pointeeTypes";

const SINCE: Release = 15;

type CallBranch = Extract<Instruction, { kind: "callbr" }>;

interface Host {
  readonly release: Release;
  readonly values: ValueTable;
  readonly interner: TypeInterner;
  readonly problems: ProblemList;
}

/** Upgrades the callbrs of a body. */
export function upgradeCallBranches(body: FunctionBody, host: Host): void {
  if (host.release < SINCE) return;
  for (const { instructions } of body.blocks) {
    const last = instructions[instructions.length - 1];
    if (last?.kind === "callbr") instructions[instructions.length - 1] = upgraded(last, body.function.id, host);
  }
}

function upgraded(call: CallBranch, function_: ValueId, host: Host): CallBranch {
  const { values, interner } = host;
  const assembly = values.at(call.callee);
  if (assembly?.kind !== "inlineAsm" || /(?:^|,)!/.test(assembly.constraints)) return call;
  const targets = call.blocks.slice(1);
  if (targets.length === 0) return call;
  const first = call.operands.length - targets.length;
  const fits = targets.every((block, i) => {
    const address = values.at(call.operands[first + i] ?? Number.NaN);
    return address?.kind === "blockAddress" && address.function === function_ && address.block === block;
  });
  if (!fits) {
    const { startBit, endBit } = call;
    const message = "callbr argument does not match indirect dest";
    host.problems.add({ code: "bad-instruction", message, startBit, endBit, path: ["module"] });
    return call;
  }
  const { result, params, vararg } = call.functionType;
  const functionType = interner.function(result, params.slice(0, first), vararg);
  const constraints = labelled(assembly.constraints, first);
  const callee = values.pushExtra({ ...assembly, functionType, constraints }, assembly.type);
  return { ...call, callee, functionType, operands: call.operands.slice(0, first) };
}

/** Puts `!` before the constraints whose operand is a label: those from operand `first` on. */
function labelled(constraints: string, first: number): string {
  let operand = 0;
  return constraints
    .split(",")
    .map((constraint) => (takesOperand(constraint) && operand++ >= first ? `!${constraint}` : constraint))
    .join(",");
}
