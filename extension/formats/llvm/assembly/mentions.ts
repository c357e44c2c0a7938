/**
 * Which functions name a global: noted from each body when it is read to number the whole module, so that a search for
 * the uses of a global reads only the functions that have some.
 */
import { NumberSet } from "../../../kit/numberSet";
import { Words } from "../../../kit/numbers";
import type { FunctionBody, Instruction } from "../ir/function";
import { isCall } from "../ir/function";
import type { MetadataId, ValueId } from "../ir/ids";
import type { DebugValue } from "../ir/metadata";
import type { Value } from "../ir/values";
import { partsOf } from "../ir/values";
import type { LoadedModule } from "../read/module";

const NONE: readonly ValueId[] = [];

/** The values that a value's text names besides itself: the parts of a constant, or a global that replaced it. */
function named(id: ValueId, value: Value | undefined): readonly ValueId[] {
  switch (value?.kind) {
    case "blockAddress":
      return [value.function];
    case "dsoLocalEquivalent":
    case "noCfi":
      return [value.global];
    case "variable":
    case "function":
    case "alias":
    case "ifunc":
      return value.id === id ? NONE : [value.id];
    default:
      return partsOf(value);
  }
}

/** The values of the module that the bodies of its functions mention. */
export class Mentions {
  /** The mentioned values of all bodies, those of one body after another; negative ids as two's complement. */
  private readonly ids = new Words();
  /** The range of each function's values in {@link ids}. */
  private readonly bodies = new Map<ValueId, { readonly start: number; readonly end: number }>();
  /** By value of the module: the last body, counted from 1, that mentioned it. */
  private readonly last: Uint32Array;
  /** Values made by upgrades that the current body has mentioned. */
  private readonly made = new Set<ValueId>();
  private users: Users | undefined;

  constructor(private readonly module: LoadedModule) {
    this.last = new Uint32Array(module.moduleValues);
  }

  /** Notes what a body mentions, which must be the module's open one. */
  note(body: FunctionBody): void {
    const { id, personality, prefix, prologue } = body.function;
    if (this.bodies.has(id)) return;
    const start = this.ids.length;
    this.bodies.set(id, { start, end: start });
    this.made.clear();
    for (const one of [id, personality, prefix, prologue, body.personality]) if (one !== undefined) this.value(one);
    for (const { node } of body.attachments) this.node(node);
    const { values } = this.module;
    for (let local = body.firstLocal + body.argumentCount; local < body.firstResult; local++)
      for (const part of named(local, values.at(local))) this.value(part);
    for (const { instructions } of body.blocks) for (const instruction of instructions) this.instruction(instruction);
    this.bodies.set(id, { start, end: this.ids.length });
  }

  private instruction(instruction: Instruction): void {
    const { operands, attachments, debugRecords } = instruction;
    for (let i = 0; i < operands.length; i++) this.value(operands[i] as ValueId);
    if (isCall(instruction)) {
      this.value(instruction.callee);
      for (const bundle of instruction.bundles) for (const id of bundle.operands) this.value(id);
    }
    if (attachments.length > 0) for (const { node } of attachments) this.node(node);
    for (const record of debugRecords) {
      if (record.kind === "label") continue;
      this.described(record.value);
      if (record.kind === "assign") this.described(record.address);
    }
  }
  private described(value: DebugValue): void {
    if ("value" in value) this.value(value.value);
    else this.node(value.metadata);
  }
  /** Metadata that is printed in place; nodes have definitions of their own. */
  private node(id: MetadataId): void {
    const { metadata } = this.module;
    const node = metadata.isNode(id) ? undefined : metadata.node(id);
    if (node?.kind === "value") this.value(node.value);
    else if (node?.kind === "arguments") {
      for (const operand of node.operands) {
        const argument = metadata.node(operand);
        if (argument?.kind === "value") this.value(argument.value);
      }
    }
  }

  private value(id: ValueId): void {
    if (id < 0) this.madeValue(id);
    else if (id < this.last.length && this.last[id] !== this.bodies.size) {
      this.last[id] = this.bodies.size;
      this.ids.push(id);
    }
  }
  private madeValue(id: ValueId): void {
    if (this.made.has(id)) return;
    this.made.add(id);
    const value = this.module.values.at(id);
    if (value?.kind === "metadataOperand") this.node(value.metadata);
    else if (value?.kind === "function" || value?.kind === "variable") this.ids.push(id >>> 0);
    else for (const part of named(id, value)) this.value(part);
  }

  /** A test whether the body of a function may mention a global, itself or inside a constant. */
  of(global: ValueId): (function_: ValueId) => boolean {
    const naming = this.naming(global);
    return (function_) => {
      const range = this.bodies.get(function_);
      if (!range) return true;
      for (let at = range.start; at < range.end; at++) {
        const id = (this.ids.data[at] as number) | 0;
        if (id === global || (id >= 0 && naming.has(id))) return true;
      }
      return false;
    };
  }
  /** Whether a value among some names a global. */
  anyNames(global: ValueId, values: Iterable<ValueId>): boolean {
    const naming = this.naming(global);
    for (const id of values) if (id === global || (id >= 0 && naming.has(id))) return true;
    return false;
  }
  private naming(global: ValueId): NumberSet {
    return (this.users ??= new Users(this.module)).of(global);
  }
}

/** For each value of the module the values whose texts name it. */
class Users {
  /** By value, the first of its entries in the lists below, plus one. */
  private readonly first: Uint32Array;
  private readonly user = new Words();
  /** The next entry of the same value, plus one. */
  private readonly next = new Words();
  /** Values that were replaced by globals which upgrades made. */
  private readonly replaced: { readonly by: ValueId; readonly id: ValueId }[] = [];

  constructor({ values, moduleValues }: LoadedModule) {
    this.first = new Uint32Array(moduleValues);
    for (let id = 0; id < moduleValues; id++) for (const part of named(id, values.at(id))) this.add(part, id);
  }
  private add(part: ValueId, id: ValueId): void {
    if (part < 0) this.replaced.push({ by: part, id });
    if (part < 0 || part >= this.first.length) return;
    this.next.push(this.first[part] as number);
    this.first[part] = this.user.length + 1;
    this.user.push(id);
  }

  /** The values whose texts name a global, also through others. */
  of(global: ValueId): NumberSet {
    const found = new NumberSet();
    const work = [global, ...this.replaced.flatMap(({ by, id }) => (by === global && found.add(id) ? [id] : []))];
    for (let part = work.pop(); part !== undefined; part = work.pop()) {
      for (let at = this.first[part] ?? 0; at > 0; at = this.next.data[at - 1] as number) {
        const user = this.user.data[at - 1] as number;
        if (found.add(user)) work.push(user);
      }
    }
    return found;
  }
}
