/** Attachments of metadata to instructions, which METADATA_ATTACHMENT holds. */
import type { Instruction } from "../ir/function";
import type { Attachment } from "../ir/metadata";
import type { Release } from "../ir/releases";
import { MdKind } from "../metadata/kinds";
import { Code, OldCode } from "../spec/metadataCodes";

/** Whether a record of METADATA_ATTACHMENT is one that readers do not skip. */
export function isAttachment(code: number, release: Release): boolean {
  return code === Code.ATTACHMENT || (release === 3 && code === OldCode.ATTACHMENT);
}

/** Adds attachments to an instruction; its location is one of them. */
export function attach(instruction: Instruction, attachments: readonly Attachment[]): void {
  const location = attachments.find((a) => a.kind === MdKind.dbg);
  if (location) instruction.location = location.node;
  const others = attachments.filter((a) => a.kind !== MdKind.dbg);
  // A further attachment of a kind replaces the one before it.
  const byKind = new Map([...instruction.attachments, ...others].map((attachment) => [attachment.kind, attachment]));
  instruction.attachments = [...byKind.values()].sort((a, b) => a.kind - b.kind);
}
