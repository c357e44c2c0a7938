/**
 * Upgrades attributes of functions and calls that later releases express differently: as a section, as metadata of
 * atomics, or as another attribute. Source: UpgradeFunctionAttributes of the releases;
 * BitcodeReader::parseFunctionRecord.
 */
import type { BitRange } from "../../../document/bits";
import type { ValueId } from "../ir/ids";
import type { FittedAttributes } from "./fittedAttributes";
import type { AttributeList } from "../ir/attributes";
import { NO_ATTRIBUTES } from "../ir/attributes";
import type { FunctionBody, Instruction } from "../ir/function";
import type { Attachment } from "../ir/metadata";
import type { Release } from "../ir/releases";
import type { MetadataReader } from "../ir/tables";
import type { FunctionValue, Value } from "../ir/values";
import type { ProblemList } from "../stream/blocks";
import { upgradeDenormalModes } from "../attributes/denormal";
import { Kind } from "../attributes/kinds";
import { ignoresDenormals } from "../metadata/kinds";
import { AttributeBuilder, attributeOf } from "../attributes/set";

/** A call may be `strictfp` only in a function that is `strictfp` (LLVM 10 and later). */
const STRICT_FUNCTIONS: Release = 11;
/** The section of a `#pragma clang section` becomes the function's own (LLVM 19). */
const EXPLICIT_SECTIONS: Release = 19;
/** Each atomic instruction has metadata that tells what AMDGPU may do with it (LLVM 20). */
const ATOMIC_METADATA: Release = 21;
/** Interrupt handlers of x86 receive what the processor has pushed by value (LLVM 12). */
const TYPED_HANDLERS: Release = 13;
/** The first release that refuses one if neither its pointer nor an attribute tells the type of what it receives. */
const REQUIRED_TYPES: Release = 15;

/** Modes of denormal numbers and `nooutline` are attributes of their own (LLVM 23). */
const DENORMAL_MODES: Release = 23;

const NO_OUTLINE = "nooutline";
const RENAMED = new RegExp(`^(?:denormal-fp-math(?:-f32)?|${NO_OUTLINE})$`);
const SECTION = "implicit-section-name";
const UNSAFE_ATOMICS = "amdgpu-unsafe-fp-atomics";
/** The metadata that replaces it, in the order in which it is added, before what is said of denormal numbers. */
const ATOMIC_KINDS = ["amdgpu.no.fine.grained.host.memory", "amdgpu.no.remote.memory.access"];
const FLOATING_ATOMICS = /^(?:fadd|fsub|fmax|fmin|fmaximum|fminimum|fmaximumnum|fminimumnum)$/;
/** The number of the calling convention `x86_intrcc`. */
const X86_INTERRUPT = 83;

/** What this needs from the module. */
interface Host {
  readonly release: Release;
  readonly metadata: MetadataReader;
  readonly values: { at(id: ValueId): Value | undefined };
  readonly fitted: FittedAttributes;
  readonly problems: ProblemList;
}

/**
 * The upgrades of one module's functions: of their records when the tables are complete, of their bodies as they are
 * read.
 */
export class FunctionAttributeUpgrades {
  /** Functions that had `"amdgpu-unsafe-fp-atomics"="true"`. */
  private readonly unsafe = new Set<FunctionValue>();

  constructor(private readonly host: Host) {}

  /** Upgrades a function's record. */
  upgradeFunction(global: FunctionValue): void {
    const { release } = this.host;
    if (release >= TYPED_HANDLERS && global.callingConvention === X86_INTERRUPT) this.typeHandler(global);
    const section = attributeOf(global.attributes?.functionSet, SECTION);
    if (release >= EXPLICIT_SECTIONS && section?.form === "string") {
      Object.assign(global, { section: section.value ?? "", attributes: this.without(global.attributes, SECTION) });
    }
    if (release >= DENORMAL_MODES && global.attributes?.functionSet) this.renameStrings(global, global.attributes);
    const unsafe = attributeOf(global.attributes?.functionSet, UNSAFE_ATOMICS);
    if (release >= ATOMIC_METADATA && unsafe?.form === "string" && !global.declaration) {
      if (unsafe.value === "true") this.unsafe.add(global);
      Object.assign(global, { attributes: this.without(global.attributes, UNSAFE_ATOMICS) });
    }
  }

  /** Replaces string attributes that became attributes of their own. */
  private renameStrings(global: FunctionValue, list: AttributeList): void {
    const keys = list.functionSet?.attributes.flatMap((a) => (a.form === "string" ? [a.key] : []));
    if (!keys?.some((key) => RENAMED.test(key))) return;
    const attributes = this.changed(list, (builder) => {
      upgradeDenormalModes(builder);
      if (builder.get(NO_OUTLINE)) builder.flag(Kind.nooutline);
      builder.remove(NO_OUTLINE);
    });
    Object.assign(global, { attributes });
  }

  /** Makes the first parameter of an interrupt handler `byval` with its pointee type. */
  private typeHandler(global: FunctionValue): void {
    const type = global.valueType;
    const first = type.kind === "function" ? type.params[0] : undefined;
    const pointee = first?.kind === "pointer" ? first.pointee : undefined;
    const list = global.attributes ?? NO_ATTRIBUTES;
    if (!pointee) {
      if (first && this.host.release >= REQUIRED_TYPES && !attributeOf(list.paramSets[0], Kind.byval))
        this.refuse(global, "Missing param element type for x86_intrcc upgrade");
      return;
    }
    Object.assign(global, { attributes: this.host.fitted.withParamType(list, 0, Kind.byval, pointee) });
  }

  private refuse({ startBit, endBit }: BitRange, message: string): void {
    this.host.problems.add({ code: "bad-type", message, startBit, endBit, path: ["module"] });
  }
  private without(list: AttributeList | undefined, key: number | string): AttributeList | undefined {
    return list && this.changed(list, (builder) => builder.remove(key));
  }
  private changed(list: AttributeList, change: (builder: AttributeBuilder) => void): AttributeList {
    const builder = new AttributeBuilder(list.functionSet?.attributes);
    change(builder);
    return { ...list, functionSet: this.host.fitted.set(builder) };
  }

  /** Whether calls have to be checked for `strictfp`, which most modules do not use. */
  private get loosensCalls(): boolean {
    this.isStrict ??= this.host.release >= STRICT_FUNCTIONS && this.host.fitted.mentions(Kind.strictfp);
    return this.isStrict;
  }
  private isStrict: boolean | undefined;

  /** Upgrades the instructions of a body. */
  upgradeBody(body: FunctionBody): void {
    const loosens = this.loosensCalls && !attributeOf(body.function.attributes?.functionSet, Kind.strictfp);
    const unsafe = this.unsafe.has(body.function);
    if (!loosens && !unsafe) return;
    for (const { instructions } of body.blocks) {
      instructions.forEach((instruction, at) => {
        if (loosens) instructions[at] = this.loosened(instruction);
        if (unsafe && instruction.kind === "atomicrmw" && FLOATING_ATOMICS.test(instruction.operation)) {
          this.attachPermissions(instruction);
        }
      });
    }
  }

  /**
   * Removes `strictfp` from a call that has it, or whose callee does; `nobuiltin` instead prevents it from being
   * folded.
   */
  private loosened(call: Instruction): Instruction {
    if (call.kind !== "call" && call.kind !== "invoke" && call.kind !== "callbr") return call;
    const value = this.host.values.at(call.callee);
    const callee = value?.kind === "function" ? value : undefined;
    const isStrict = [call, callee].some((x) => attributeOf(x?.attributes?.functionSet, Kind.strictfp) !== undefined);
    if (!isStrict || callee?.name.startsWith("llvm.experimental.constrained.")) return call;
    const attributes = this.changed(call.attributes ?? NO_ATTRIBUTES, (builder) => {
      builder.remove(Kind.strictfp);
      builder.flag(Kind.nobuiltin);
    });
    return { ...call, attributes };
  }

  private attachPermissions(instruction: Instruction): void {
    const { metadata } = this.host;
    const node = metadata.tuple([]);
    const names = [...ATOMIC_KINDS, ignoresDenormals(this.host.release)];
    const added = names.map((name): Attachment => ({ kind: metadata.kindNumber(name), node }));
    const kept = instruction.attachments.filter(({ kind }) => !added.some((a) => a.kind === kind));
    instruction.attachments = [...kept, ...added].sort((a, b) => a.kind - b.kind);
  }
}
