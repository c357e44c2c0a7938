/** What the reference's verifier refuses in uses of `swifterror` values. Source: Verifier's verifySwiftErrorValue, visitCallBase. */
import type { CallInstruction, FunctionBody, Instruction } from "../../ir/function";
import { isCall } from "../../ir/function";
import type { ValueId } from "../../ir/ids";
import type { AttributeSet } from "../../ir/attributes";
import type { Release } from "../../ir/releases";
import { attributesIn } from "./attributes";
import type { VerifiedValues } from "./values";

const NAME = "swifterror";
/** The first release that looks at what is allocated. */
const ALLOCATED: Release = 15;
const isMarked = (set: AttributeSet | undefined): boolean => attributesIn(set).has(NAME);

/** The `swifterror` values of a body: arguments and allocations. */
export class SwiftErrors {
  private readonly ids = new Set<ValueId>();

  constructor(
    private readonly body: FunctionBody,
    private readonly values: VerifiedValues,
    private readonly release: Release,
  ) {
    for (const [i, set] of body.function.attributes?.paramSets.entries() ?? [])
      if (isMarked(set)) this.ids.add(body.firstLocal + i);
    for (const { instructions } of body.blocks)
      for (const instruction of instructions) if (isHolder(instruction)) this.ids.add(instruction.id);
  }

  /** What is wrong with an instruction; undefined if nothing. */
  faultOf(instruction: Instruction): string | undefined {
    if (isHolder(instruction)) return this.faultOfHolder(instruction);
    if (isCall(instruction)) return this.faultOfCall(instruction);
    if (this.ids.size === 0 || !instruction.operands.some((id) => this.ids.has(id))) return undefined;
    if (instruction.kind === "load") return undefined;
    if (instruction.kind !== "store")
      return "swifterror value can only be loaded and stored from, or as a swifterror argument!";
    const [value = -1, address = -1] = instruction.operands;
    return this.ids.has(value) && value !== address
      ? "swifterror value should be the second operand when used by stores"
      : undefined;
  }
  private faultOfHolder({ allocatedType, operands }: Extract<Instruction, { kind: "alloca" }>): string | undefined {
    if (this.release < ALLOCATED) return undefined;
    if (allocatedType.kind !== "pointer") return "swifterror alloca must have pointer type";
    const count = this.values.at(operands[0] ?? -1);
    return count?.kind === "integer" && Number(count.value) === 1
      ? undefined
      : "swifterror alloca must not be array allocation";
  }
  private faultOfCall({ attributes, callee, functionType, kind, operands }: CallInstruction): string | undefined {
    const own = attributes?.paramSets ?? [];
    const target = this.values.at(callee);
    const declared = target?.kind === "function" ? (target.attributes?.paramSets ?? []) : [];
    const takes = (i: number): boolean => isMarked(own[i]) || isMarked(declared[i]);
    for (let i = 0; i < Math.max(own.length, declared.length) && i < functionType.params.length; i++) {
      const id = operands[i] ?? -1;
      if (takes(i) && !this.ids.has(id)) return this.faultOfArgument(id);
    }
    if (this.ids.size === 0) return undefined;
    for (const [i, id] of operands.entries()) {
      if (!this.ids.has(id)) continue;
      if (kind === "callbr") return "swifterror value can only be loaded and stored from, or as a swifterror argument!";
      if (!takes(i)) return "swifterror value when used in a callsite should be marked with swifterror attribute";
    }
    return undefined;
  }
  /** What is wrong with a value that is passed as a `swifterror` argument. */
  private faultOfArgument(id: ValueId): string {
    const { firstLocal, argumentCount } = this.body;
    return id >= firstLocal && id < firstLocal + argumentCount
      ? "swifterror argument for call has mismatched parameter"
      : "swifterror argument should come from an alloca or parameter";
  }
}

function isHolder(instruction: Instruction): instruction is Extract<Instruction, { kind: "alloca" }> {
  return instruction.kind === "alloca" && instruction.flags.includes(NAME);
}
