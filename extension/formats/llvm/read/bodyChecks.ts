/**
 * Checks of what has been read. The results of some change text before a body: the reference drops invalid debug info and
 * invalid tags of type-based alias analysis from the complete module. Others refuse the module.
 */
import type { BitRange } from "../../../document/bits";
import { addressSpaceOf } from "../ir/dataLayout";
import type { BodyFindings } from "../ir/findings";
import type { FunctionBody } from "../ir/function";
import { isCall } from "../ir/function";
import type { ValueId } from "../ir/ids";
import type { Body } from "../ir/module";
import type { Release } from "../ir/releases";
import type { MetadataReader } from "../ir/tables";
import type { GlobalValue } from "../ir/values";
import type { ValueTable } from "../ir/valueTable";
import { AccessTagCheck } from "../metadata/accessTags";
import { MdKind } from "../metadata/kinds";
import type { ProblemList } from "../stream/blocks";
import { brokenPart } from "../upgrade/verify/body";
import { Naming } from "../upgrade/calls/mangling";
import { brokenGlobalNodes } from "../upgrade/verify/attachments";
import { brokenFunctionNodes } from "../upgrade/verify/functions";
import { brokenGlobal, brokenReference, unaddressable } from "../upgrade/verify/globals";
import { brokenList, isMistypedIntrinsic, MISTYPED, TYPED_DECLARATIONS } from "../upgrade/verify/module";
import { VerifiedNodes } from "../upgrade/verify/nodes";

/** The module whose bodies are checked. */
interface CheckedModule {
  readonly release: Release;
  readonly opaquePrinted: boolean;
  readonly dataLayout: string;
  readonly metadata: MetadataReader;
  readonly values: ValueTable;
  readonly findings: BodyFindings;
  readonly ownGlobals: readonly GlobalValue[];
  readonly problems: ProblemList;
  readonly place: BitRange;
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
    if (metadata.isVerified) this.verify(body);
    if (body.hasAttachments && !findings.accessTagsAreInvalid && this.hasInvalidTag(body))
      findings.noteInvalidAccessTag();
    if (!metadata.dropsDebugInfo && !findings.debugInfoIsInvalid && metadata.isInvalidIn(body))
      findings.noteInvalidDebugInfo();
  }
  /** Refuses what the verifier refuses in the module's tables; bodies are verified as they are read. */
  verifyTables(): void {
    const { metadata, ownGlobals: globals, values, release, place } = this.module;
    if (!metadata.isVerified) return;
    const fault = brokenList({ release, values, globals, metadata });
    if (fault !== undefined) this.report(fault, { startBit: place.endBit, endBit: place.endBit });
    const nodes = new VerifiedNodes(release, values, metadata);
    const programSpace = addressSpaceOf("functions", this.module.dataLayout);
    for (const global of globals) {
      const isMistyped = release >= TYPED_DECLARATIONS && this.mistyped.has(global.id);
      const message =
        brokenGlobal(global, values, release, programSpace) ??
        brokenReference(global, values, this.fixed) ??
        this.brokenAttached(global, nodes) ??
        (isMistyped ? MISTYPED : undefined);
      if (message !== undefined) this.report(message, global);
    }
  }
  private brokenAttached(global: GlobalValue, nodes: VerifiedNodes): string | undefined {
    const attachments = this.module.metadata.globalAttachments.get(global.id) ?? [];
    if (attachments.length === 0) return undefined;
    const isDeclared = global.kind === "function" && global.declaration;
    return (
      brokenGlobalNodes(global.id, attachments, nodes) ??
      (isDeclared ? brokenFunctionNodes(attachments, true, nodes) : undefined)
    );
  }
  private verify(body: FunctionBody): void {
    const { metadata, values, release } = this.module;
    const broken = brokenPart(body, values, this.fixed, new VerifiedNodes(release, values, metadata));
    if (broken) this.report(broken.message, broken.instruction ?? body.function);
    const call = this.mistypedCall(body);
    if (call) this.report(MISTYPED, call);
  }
  /** The globals that nothing may refer to but calls. */
  private get fixed(): ReadonlyMap<ValueId, string> {
    return (this.fixed_ ??= unaddressable(this.module.ownGlobals, this.module.release));
  }
  private fixed_: ReadonlyMap<ValueId, string> | undefined;
  /** The first call of an intrinsic of another type than the release's. */
  private mistypedCall(body: FunctionBody): BitRange | undefined {
    const { mistyped } = this;
    if (mistyped.size === 0) return undefined;
    const calls = body.blocks.flatMap(({ instructions }) => instructions.filter(isCall));
    return calls.find(({ callee }) => mistyped.has(callee));
  }
  /** The intrinsics of another type than the release's. */
  private get mistyped(): ReadonlySet<ValueId> {
    return (this.mistyped_ ??= this.findMistyped());
  }
  private findMistyped(): ReadonlySet<ValueId> {
    const { release, opaquePrinted, ownGlobals } = this.module;
    const naming = new Naming(opaquePrinted, release);
    return new Set(ownGlobals.filter((global) => isMistypedIntrinsic(global, naming)).map(({ id }) => id));
  }
  private mistyped_: ReadonlySet<ValueId> | undefined;
  private report(message: string, { startBit, endBit }: BitRange): void {
    this.module.problems.add({ code: "bad-value", message, startBit, endBit, path: ["module"] });
  }
  private hasInvalidTag(body: FunctionBody): boolean {
    return body.blocks.some(({ instructions }) =>
      instructions.some(({ kind, attachments }) =>
        attachments.some((attachment) => attachment.kind === MdKind.tbaa && !this.tags.isValid(attachment.node, kind)),
      ),
    );
  }
}
