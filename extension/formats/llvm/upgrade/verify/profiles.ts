/** What the reference's verifier refuses in counts of instructions. Source: Verifier's visitProfMetadata. */
import type { Instruction } from "../../ir/function";
import { isCall, successors } from "../../ir/function";
import type { MetadataId } from "../../ir/ids";
import type { Release } from "../../ir/releases";
import type { VerifiedNodes } from "./nodes";

type Operands = readonly (MetadataId | undefined)[];

/** The first releases that name the pass after `unknown`, that refuse other names, and that allow a text before weights. */
const [NAMED_UNKNOWN, KNOWN_NAMES, ORIGINS]: readonly [Release, Release, Release] = [22, 21, 19];
/** The greatest kind of a value; the kinds that are of calls. */
const [LAST_KIND, CALL_KINDS] = [2n, 1n];
/** How many operands a list of values has at least. */
const LEAST_VALUES = 5;

/** What is wrong with the counts at an instruction; undefined if nothing. */
export function brokenProfile(instruction: Instruction, operands: Operands, nodes: VerifiedNodes): string | undefined {
  const first = nodes.node(operands[0]);
  const name = first?.kind === "string" ? first.text : undefined;
  if (name === "unknown" && nodes.release >= KNOWN_NAMES) return brokenUnknown(instruction, operands, nodes);
  if (operands.length < 2) return "!prof annotations should have no less than 2 operands";
  if (name === undefined) return "expected string with name of the !prof annotation";
  if (name === "branch_weights") return brokenWeights(instruction, operands, nodes);
  if (nodes.release < KNOWN_NAMES) return undefined;
  return name === "VP"
    ? brokenValues(instruction, operands, nodes)
    : "expected either branch_weights or VP profile name";
}
function brokenUnknown(instruction: Instruction, operands: Operands, { release }: VerifiedNodes): string | undefined {
  if (operands.length !== (release >= NAMED_UNKNOWN ? 2 : 1)) return "'unknown' !prof should have the name of a pass";
  return weightsOf(instruction) === undefined
    ? "'unknown' !prof should only appear on instructions on which 'branch_weights' would"
    : undefined;
}
/** How many weights an instruction has; undefined if it has none. */
function weightsOf(instruction: Instruction): number | undefined {
  switch (instruction.kind) {
    case "br":
    case "switch":
    case "indirectbr":
    case "callbr":
      return successors(instruction).length;
    case "call":
      return 1;
    case "invoke":
      return 2;
    default:
      return instruction.opcode === "select" ? 2 : undefined;
  }
}
function brokenWeights(instruction: Instruction, operands: Operands, nodes: VerifiedNodes): string | undefined {
  const first = nodes.release >= ORIGINS && nodes.isString(operands[1]) ? 2 : 1;
  const count = operands.length - first;
  const expected = weightsOf(instruction);
  if (expected === undefined) return "!prof branch_weights are not allowed for this instruction";
  if (count !== expected && !(instruction.kind === "invoke" && count === 1)) return "Wrong number of operands";
  return operands.slice(first).every((id) => nodes.integer(id) !== undefined)
    ? undefined
    : "!prof brunch_weights operand is not a const int";
}
function brokenValues(instruction: Instruction, operands: Operands, nodes: VerifiedNodes): string | undefined {
  if (operands.length < LEAST_VALUES) return "invalid value profiling metadata";
  const kind = nodes.integer(operands[1])?.value;
  if (kind === undefined) return "VP !prof missing kind argument";
  if (kind < 0n || kind > LAST_KIND) return "Invalid VP !prof kind";
  if (operands.length % 2 === 0) return "VP !prof should have an even number of arguments after 'VP'";
  return kind <= CALL_KINDS && !isCall(instruction)
    ? "VP !prof indirect call or memop size expected to be applied to CallBase instructions only"
    : undefined;
}
