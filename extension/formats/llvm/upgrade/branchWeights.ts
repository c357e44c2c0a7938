/** Drops branch weights whose number does not match their instruction. Source: BitcodeReader::materialize. */
import type { MetadataId } from "../ir/ids";
import type { FunctionBody, Instruction } from "../ir/function";
import type { Attachment } from "../ir/metadata";
import { keptAttachments } from "../ir/metadata";
import type { Release } from "../ir/releases";
import type { MetadataReader } from "../ir/tables";
import { MdKind } from "../metadata/kinds";

/** The first release whose reader checks this. */
const CHECKED: Release = 13;
/** The first release in which a second string may tell the origin of the weights. */
const ORIGINS: Release = 19;

/** How many weights an instruction takes; undefined for kinds that are not checked. */
function expectedWeights(instruction: Instruction): number | undefined {
  switch (instruction.kind) {
    case "br":
    case "switch":
    case "indirectbr":
      return instruction.blocks.length;
    case "call":
      return 1;
    default:
      return instruction.opcode === "select" ? 2 : undefined;
  }
}

function isProfile({ kind }: Attachment): boolean {
  return kind === MdKind.prof;
}

/** Drops the weights of a body's instructions that do not match. */
export function dropWrongWeights(body: FunctionBody, metadata: MetadataReader, release: Release): void {
  if (release < CHECKED || !body.hasAttachments) return;
  const textOf = (id: MetadataId | undefined): string | undefined => {
    const node = id === undefined ? undefined : metadata.node(id);
    return node?.kind === "string" ? node.text : undefined;
  };
  const fits = (node: MetadataId, expected: number): boolean => {
    const weights = metadata.node(node);
    if (weights?.kind !== "tuple" || textOf(weights.operands[0]) !== "branch_weights") return true;
    const labels = release >= ORIGINS && textOf(weights.operands[1]) !== undefined ? 2 : 1;
    return weights.operands.length === labels + expected;
  };
  for (const { instructions } of body.blocks) {
    for (const instruction of instructions) {
      if (!instruction.attachments.some(isProfile)) continue;
      const expected = expectedWeights(instruction);
      if (expected === undefined) continue;
      const isWrong = (attachment: Attachment): boolean => isProfile(attachment) && !fits(attachment.node, expected);
      instruction.attachments = keptAttachments(instruction.attachments, isWrong);
    }
  }
}
