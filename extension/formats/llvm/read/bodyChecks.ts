/**
 * Checks of bodies whose results change text before them: the reference drops invalid debug info and invalid tags of
 * type-based alias analysis from the complete module.
 */
import type { BodyFindings } from "../ir/findings";
import type { FunctionBody } from "../ir/function";
import type { Body } from "../ir/module";
import type { Release } from "../ir/releases";
import type { MetadataReader } from "../ir/tables";
import type { ValueTable } from "../ir/valueTable";
import { AccessTagCheck } from "../metadata/accessTags";
import { MdKind } from "../metadata/kinds";

/** The module whose bodies are checked. */
interface CheckedModule {
  readonly release: Release;
  readonly metadata: MetadataReader;
  readonly values: ValueTable;
  readonly findings: BodyFindings;
}

/** Checks the bodies of one module, each once. */
export class BodyChecks {
  private readonly checked = new Set<number>();
  private readonly tags: AccessTagCheck;
  constructor(private readonly module: CheckedModule) {
    this.tags = new AccessTagCheck(module);
  }

  /** Checks a body that has been read and upgraded; its function is open. */
  check(body: FunctionBody, { startBit }: Body): void {
    const { metadata, findings } = this.module;
    if (this.checked.has(startBit)) return;
    this.checked.add(startBit);
    if (body.hasAttachments && !findings.accessTagsAreInvalid && this.hasInvalidTag(body))
      findings.noteInvalidAccessTag();
    if (!metadata.dropsDebugInfo && !findings.debugInfoIsInvalid && metadata.isInvalidIn(body))
      findings.noteInvalidDebugInfo();
  }
  private hasInvalidTag(body: FunctionBody): boolean {
    return body.blocks.some(({ instructions }) =>
      instructions.some(({ kind, attachments }) =>
        attachments.some((attachment) => attachment.kind === MdKind.tbaa && !this.tags.isValid(attachment.node, kind)),
      ),
    );
  }
}
