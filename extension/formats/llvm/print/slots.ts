/**
 * Numbers metadata nodes and attribute groups in the order of the module's text. Source: SlotTracker::processModule,
 * processFunction.
 */
import type { DebugValue } from "../ir/metadata";
import type { ValueId } from "../ir/ids";
import { NumberSet } from "../../../kit/numberSet";
import type { AttributeSet } from "../ir/attributes";
import type { FunctionBody, Instruction } from "../ir/function";
import { isCall } from "../ir/function";
import type { MetadataNumbering } from "../ir/tables";
import type { GlobalValue } from "../ir/values";
import type { LoadedModule } from "../read/module";
import { allSteps } from "../../../kit/steps";

/** How many globals are visited in one step. */
const STEP = 512;

/** Numbers what a module refers to, in the reference's order: its head first, then each function when it is printed. */
export class Slots {
  /**
   * @param numbering assigns numbers to nodes
   * @param numberGroup assigns a number to an attribute group
   */
  constructor(
    private readonly module: LoadedModule,
    private readonly numbering: MetadataNumbering,
    private readonly numberGroup: (set: AttributeSet) => void,
  ) {}

  /**
   * Numbers what the module's head refers to: attributes and metadata of globals, named metadata, attributes of
   * functions.
   */
  head(): void {
    allSteps(this.inSteps());
  }
  /** Like {@link head}, but yields now and then: named metadata may lead to all nodes of the module. */
  *inSteps(): Generator<void, void, undefined> {
    const { module, numbering } = this;
    for (const [index, global] of module.globals.entries()) {
      if (index % STEP === 0) yield;
      if (global.kind !== "variable") continue;
      this.attached(global);
      this.group(global.attributes?.functionSet);
    }
    for (const global of module.globals) if (global.kind === "ifunc") this.attached(global);
    for (const named of module.metadata.named) for (const node of named.nodes) yield* numbering.adding(node);
    for (const [index, global] of module.globals.entries()) {
      if (index % STEP === 0) yield;
      if (global.kind === "function") this.group(global.attributes?.functionSet);
    }
  }

  /** Numbers the attachments of a global; a function without a body has nothing else to number. */
  attached(global: GlobalValue): void {
    for (const { node } of this.module.metadata.globalAttachments.get(global.id) ?? []) this.numbering.add(node);
  }

  /** Numbers what a function with its body refers to. The body must be the module's open one. */
  body(body: FunctionBody): void {
    this.attached(body.function);
    for (const { node } of body.attachments) this.numbering.add(node);
    // Nodes and groups are numbered separately, so a single walk suffices.
    for (const block of body.blocks) for (const instruction of block.instructions) this.instruction(instruction);
  }

  private instruction(instruction: Instruction): void {
    const { numbering } = this;
    if (instruction.debugRecords.length > 0) this.debugRecords(instruction);
    if (instruction.kind === "call" && this.isIntrinsic(instruction.callee)) {
      for (const id of instruction.operands) {
        const value = this.module.values.at(id);
        if (value?.kind === "metadataOperand") numbering.add(value.metadata);
      }
    }
    if (isCall(instruction)) this.group(instruction.attributes?.functionSet);
    if (instruction.location !== undefined) numbering.add(instruction.location);
    if (instruction.attachments.length > 0) for (const { node } of instruction.attachments) numbering.add(node);
  }

  private debugRecords(instruction: Instruction): void {
    const { numbering } = this;
    for (const record of instruction.debugRecords) {
      if (record.kind !== "label") {
        this.described(record.value);
        numbering.add(record.variable);
        if (record.kind === "assign") {
          numbering.add(record.assignment);
          this.described(record.address);
        }
      } else numbering.add(record.label);
      numbering.add(record.location);
    }
  }

  /** Numbers the node, which is empty, that stands where a value was. */
  private described(value: DebugValue): void {
    if ("metadata" in value && this.module.metadata.isNode(value.metadata)) this.numbering.add(value.metadata);
  }

  /** By number of a callee of the module: whether it is an intrinsic. */
  private readonly intrinsics: (boolean | undefined)[] = [];
  private isIntrinsic(callee: ValueId): boolean {
    if (callee < 0 || callee >= this.module.moduleValues) return this.namesIntrinsic(callee);
    while (this.intrinsics.length <= callee) this.intrinsics.push(undefined);
    return (this.intrinsics[callee] ??= this.namesIntrinsic(callee));
  }
  private namesIntrinsic(callee: ValueId): boolean {
    const value = this.module.values.at(callee);
    return value?.kind === "function" && value.name.startsWith("llvm.");
  }

  /** By serial number: the sets that have been passed to {@link numberGroup}. */
  private readonly grouped = new NumberSet();
  /** Numbers an attribute group; LLVM 3.0 has none. */
  private group(set: AttributeSet | undefined): void {
    if (set && this.module.release >= 9 && this.grouped.add(set.serial)) this.numberGroup(set);
  }
}
