/**
 * Removes a bitcast between a musttail call and the return of its result. It has no effect, and since LLVM 23 the
 * verifier does not accept it. Source: BitcodeReader::materialize.
 */
import type { FunctionBody, Instruction } from "../ir/function";
import type { Release } from "../ir/releases";
import { areEqualErased } from "../ir/typeEquality";

/** The first release whose reader removes them. */
const SINCE: Release = 23;

/** Removes such casts from a body of a module that `release` prints; the return gets the call's result. */
export function dropTailCasts(body: FunctionBody, release: Release): void {
  if (release < SINCE) return;
  for (const block of body.blocks) {
    const { instructions } = block;
    const [call, cast, end] = instructions.slice(-3);
    if (!call || !cast || end?.opcode !== "ret" || !isTailCast(call, cast)) continue;
    const operands = end.operands.map((id) => (id === cast.id ? call.id : id));
    const debugRecords = [...cast.debugRecords, ...end.debugRecords];
    block.instructions = [...instructions.slice(0, -2), { ...end, operands, debugRecords }];
  }
}

function isTailCast(call: Instruction, cast: Instruction): boolean {
  if (call.kind !== "call" || call.tail !== "musttail" || cast.opcode !== "bitcast") return false;
  // Releases that remove it have pointers without pointees, whatever the file has.
  return cast.operands[0] === call.id && areEqualErased(cast.type, call.type);
}
