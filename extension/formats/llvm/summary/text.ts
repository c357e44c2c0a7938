/** The text of one summary. Source: AssemblyWriter's printSummary and what it calls. */
import type { ValueId } from "../ir/ids";
import { FUNCTION_FLAGS, HOTNESS, LINKAGES, VISIBILITIES } from "../spec/names";
import type { Release } from "../ir/releases";
import type { AccessRange, ConstantVirtualCall, Summary, TypeTests, VirtualFunction } from "./model";

/** Numbers of what summaries refer to. */
export interface SummaryNames {
  readonly release: Release;
  slotOf(value: ValueId): number | undefined;
  moduleSlot(module: number | undefined): number;
  /** The numbers of the type ids with this GUID. */
  typeIdSlots(guid: bigint): readonly number[];
  /** Whether a value has a summary in a module. */
  hasSummary(value: ValueId, module: number | undefined): boolean;
}

/** Names of AllocationType: 1 not cold, 2 cold, 4 hot; up to LLVM 16 a version could be both not cold and cold. */
const ALLOCATIONS = ["none", "notcold", "cold", "notcoldandcold", "hot"];
type FunctionSummary = Extract<Summary, { kind: "function" }>;
type VariableSummary = Extract<Summary, { kind: "variable" }>;

/** Prints the summaries of an index. */
export class SummaryText {
  constructor(private readonly names: SummaryNames) {}

  /** `function: (module: ^0, flags: (…), insts: 3, …)` */
  summary(summary: Summary): string {
    let text = `${summary.kind}: (module: ^${this.names.moduleSlot(summary.module)}, ${this.flags(summary)}`;
    if (summary.kind === "function") text += this.function(summary);
    else if (summary.kind === "variable") text += this.variable(summary);
    else {
      const known = this.names.hasSummary(summary.aliasee, summary.module);
      text += `, aliasee: ${known ? this.slot(summary.aliasee) : "null"}`;
    }
    if (summary.references.length > 0) {
      text += `, refs: (${summary.references.map((r) => `${r.access}${this.slot(r.value)}`).join(", ")})`;
    }
    return `${text})`;
  }

  private slot(value: ValueId): string {
    return `^${this.names.slotOf(value) ?? -1}`;
  }

  private flags({ flags }: Summary): string {
    const { release } = this.names;
    const bit = (value: boolean): number => (value ? 1 : 0);
    const parts = [`linkage: ${LINKAGES[flags.linkage] ?? ""}`];
    if (release >= 13) parts.push(`visibility: ${VISIBILITIES[flags.visibility] ?? ""}`);
    parts.push(`notEligibleToImport: ${bit(flags.notEligibleToImport)}`, `live: ${bit(flags.live)}`);
    parts.push(`dsoLocal: ${bit(flags.dsoLocal)}`, `canAutoHide: ${bit(flags.canAutoHide)}`);
    if (release >= 19) parts.push(`importType: ${flags.declaration ? "declaration" : "definition"}`);
    if (release >= 23) parts.push(`noRenameOnPromotion: ${bit(flags.noRenameOnPromotion)}`);
    return `flags: (${parts.join(", ")})`;
  }

  private variable(summary: VariableSummary): string {
    const { variableFlags, virtualFunctions } = summary;
    const parts = [`readonly: ${variableFlags & 1}`, `writeonly: ${(variableFlags >> 1) & 1}`];
    if (this.names.release >= 11) {
      parts.push(`constant: ${(variableFlags >> 2) & 1}`);
      if (virtualFunctions.length > 0) parts.push(`vcall_visibility: ${(variableFlags >> 3) & 3}`);
    }
    let text = `, varFlags: (${parts.join(", ")})`;
    if (virtualFunctions.length > 0) {
      const list = virtualFunctions.map((f) => `(virtFunc: ${this.slot(f.function)}, offset: ${f.offset})`);
      text += `, vTableFuncs: (${list.join(", ")})`;
    }
    return text;
  }

  private function(summary: FunctionSummary): string {
    let text = `, insts: ${summary.instructions}${this.functionFlags(summary.functionFlags)}`;
    if (summary.calls.length > 0) text += `, calls: (${summary.calls.map((call) => this.call(call)).join(", ")})`;
    text += this.typeTests(summary.tests);
    text += this.allocations(summary);
    text += this.callSites(summary);
    if (summary.parameters.length > 0) {
      text += `, params: (${summary.parameters.map((access) => this.parameter(access)).join(", ")})`;
    }
    return text;
  }

  private functionFlags(flags: number): string {
    const { release } = this.names;
    // alwaysInline is printed since LLVM 10, the last four since LLVM 14.
    const names = FUNCTION_FLAGS.slice(0, release >= 14 ? 10 : release >= 11 ? 6 : 5);
    // LLVM 9 ignores noInline when it decides whether to print any flags.
    const shown = flags & (release >= 11 ? 2 ** names.length - 1 : 15);
    if (shown === 0) return "";
    return `, funcFlags: (${names.map((name, bit) => `${name}: ${(flags >> bit) & 1}`).join(", ")})`;
  }

  private call(call: FunctionSummary["calls"][number]): string {
    let text = `(callee: ${this.slot(call.callee)}`;
    if (call.hotness !== 0) text += `, hotness: ${HOTNESS[call.hotness] ?? ""}`;
    else if (call.relativeFrequency !== 0 && this.names.release < 23) text += `, relbf: ${call.relativeFrequency}`;
    if (call.tail && this.names.release >= 18) text += ", tail: 1";
    return `${text})`;
  }

  private typeTests(tests: TypeTests): string {
    const parts: string[] = [];
    if (tests.typeTests.length > 0) {
      const list = tests.typeTests.flatMap((guid) => {
        const slots = this.names.typeIdSlots(guid);
        return slots.length > 0 ? slots.map((slot) => `^${slot}`) : [String(guid)];
      });
      parts.push(`typeTests: (${list.join(", ")})`);
    }
    const plain = (tag: string, calls: readonly VirtualFunction[]): void => {
      if (calls.length > 0) parts.push(`${tag}: (${calls.map((call) => this.virtualFunction(call)).join(", ")})`);
    };
    const constant = (tag: string, calls: readonly ConstantVirtualCall[]): void => {
      const texts = calls.map((call) => {
        const args = call.args.length > 0 ? `, args: (${call.args.join(", ")})` : "";
        return `(${this.virtualFunction(call)}${args})`;
      });
      if (calls.length > 0) parts.push(`${tag}: (${texts.join(", ")})`);
    };
    plain("typeTestAssumeVCalls", tests.assumeCalls);
    plain("typeCheckedLoadVCalls", tests.checkedCalls);
    constant("typeTestAssumeConstVCalls", tests.assumeConstantCalls);
    constant("typeCheckedLoadConstVCalls", tests.checkedConstantCalls);
    return parts.length > 0 ? `, typeIdInfo: (${parts.join(", ")})` : "";
  }

  private virtualFunction({ guid, offset }: VirtualFunction): string {
    const slots = this.names.typeIdSlots(guid);
    const ids = slots.length > 0 ? slots.map((slot) => `^${slot}`) : [`guid: ${guid}`];
    return ids.map((id) => `vFuncId: (${id}, offset: ${offset})`).join(", ");
  }

  private allocations({ allocations }: FunctionSummary): string {
    if (allocations.length === 0) return "";
    const name = (type: number): string => ALLOCATIONS[type] ?? "";
    const texts = allocations.map(({ versions, contexts }) => {
      const profiled = contexts.map((c) => `(type: ${name(c.type)}, stackIds: (${c.stackIds.join(", ")}))`);
      return `(versions: (${versions.map(name).join(", ")}), memProf: (${profiled.join(", ")}))`;
    });
    return `, allocs: (${texts.join(", ")})`;
  }

  private callSites({ callSites }: FunctionSummary): string {
    if (callSites.length === 0) return "";
    const texts = callSites.map(({ callee, clones, stackIds }) => {
      const slot = this.names.slotOf(callee);
      const target = slot === undefined ? "null" : `^${slot}`;
      return `(callee: ${target}, clones: (${clones.join(", ")}), stackIds: (${stackIds.join(", ")}))`;
    });
    return `, callsites: (${texts.join(", ")})`;
  }

  private parameter(access: FunctionSummary["parameters"][number]): string {
    let text = `(param: ${access.parameter}, offset: ${rangeText(access.use)}`;
    if (access.calls.length > 0) {
      const calls = access.calls.map(
        (c) => `(callee: ${this.slot(c.callee)}, param: ${c.parameter}, offset: ${rangeText(c.offsets)})`,
      );
      text += `, calls: (${calls.join(", ")})`;
    }
    return `${text})`;
  }
}

const SMALLEST = -(1n << 63n);
const GREATEST = (1n << 63n) - 1n;

/**
 * A half-open range, printed with inclusive bounds. If both bounds are equal, -1 means the full range and 0 the empty
 * one (getSignedMin, getSignedMax).
 */
function rangeText({ lower, upper }: AccessRange): string {
  const full = lower === upper && upper === -1n;
  const min = full || (lower > upper && upper !== SMALLEST) ? SMALLEST : lower;
  const max = full || lower > upper ? GREATEST : BigInt.asIntN(64, upper - 1n);
  return `[${min}, ${max}]`;
}
