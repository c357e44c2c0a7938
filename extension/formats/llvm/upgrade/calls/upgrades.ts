/**
 * Upgrades intrinsics that the release does not have in the form found in the file: they are renamed, replaced by
 * others, expanded into instructions, or dropped. Source: UpgradeIntrinsicFunction, UpgradeIntrinsicCall,
 * UpgradeCallsToIntrinsic.
 */
import type { ValueId } from "../../ir/ids";
import { addressSpaceOf } from "../../ir/dataLayout";
import type { BasicBlock, FunctionBody, Instruction } from "../../ir/function";
import { isCall } from "../../ir/function";
import type { DebugRecord } from "../../ir/metadata";
import type { Release } from "../../ir/releases";
import type { MetadataReader } from "../../ir/tables";
import type { FunctionType, Type } from "../../ir/types";
import type { FunctionValue, GlobalValue } from "../../ir/values";
import type { ProblemList } from "../../stream/blocks";
import type { TypeInterner } from "../../ir/interner";
import type { ValueTable } from "../../ir/valueTable";
import { nameByType } from "../intrinsics";
import type { FittedAttributes } from "../fittedAttributes";
import { Allocas } from "./allocas";
import type { FoundCalls } from "./bodyUses";
import { callsOf, usedValues } from "./bodyUses";
import { callForMembers } from "./generic";
import { expanded } from "./expanded";
import { CANDIDATES, GlobalList } from "./globalList";
import type { Naming } from "./mangling";
import type { Call, RewritingHost } from "./host";
import { SymbolTable } from "./host";
import { Rewriting } from "./rewriting";
import type { Expansion, Replacement, RuleSet } from "./rules";

/** What the upgrades need from the module. */
export interface Host {
  readonly release: Release;
  readonly dataLayout: string;
  readonly values: ValueTable;
  readonly interner: TypeInterner;
  readonly metadata: MetadataReader;
  readonly problems: ProblemList;
  readonly ownGlobals: GlobalValue[];
  readonly fitted: FittedAttributes;
  /** The alignment of a type by the data layout, in bytes. */
  naturalAlignment(type: Type, which: "abi" | "preferred"): number;
}

/** What happens to a function of the file. */
type Fate =
  | { readonly kind: "expanded"; readonly old: FunctionValue; readonly rule: Expansion }
  | {
      readonly kind: "replaced";
      readonly old: FunctionValue;
      readonly rule: Replacement;
      readonly target: FunctionValue;
    }
  | { readonly kind: "dropped"; readonly old: FunctionValue };

/** The first release that renames functions that have the name of another one. */
const RENAMED: Release = 13;
/** The first release that upgrades calls in the order of the body. */
const BODY_ORDER: Release = 22;

/** The upgrades of one module: of functions when its tables are complete, of calls body by body. */
export class IntrinsicUpgrades {
  private readonly fates = new Map<ValueId, Fate>();
  /** How many functions were upgraded before one. */
  private readonly places = new Map<ValueId, number>();
  /** Functions that stay if anything other than a call refers to them. */
  private readonly lingering = new Map<ValueId, FunctionValue>();
  /** Replaced functions whose new functions are not declared yet. */
  private readonly late: Extract<Fate, { kind: "replaced" }>[] = [];
  private readonly globals: GlobalList;
  /** Names that are told apart by a number, by the name without it. */
  private readonly numbered = new Map<string, { next: number; readonly ofTypes: Map<string, string> }>();

  constructor(
    private readonly host: Host,
    private readonly rules: RuleSet,
    private readonly naming: Naming,
  ) {
    this.globals = new GlobalList(host.ownGlobals);
  }

  /**
   * Upgrades the functions of the module, in steps.
   * @param isReplaced tries to replace a function in the list by means other than these rules; returns whether it did
   */
  *functions(isReplaced: (old: FunctionValue, globals: GlobalList) => boolean): Generator<void, void, undefined> {
    const functions = this.host.ownGlobals.filter((g) => g.kind === "function").filter((g) => CANDIDATES.test(g.name));
    if (functions.length === 0) return;
    for (const old of functions) {
      yield;
      if (!isReplaced(old, this.globals)) this.upgradeFunction(old, (rule) => rule.onlyCalls !== true);
    }
    this.declareLate();
    // Functions of a runtime come last, in the order of their rules.
    for (const rule of this.rules.ofCalls) {
      const old = functions.find((g) => rule.from.test(g.name));
      if (old) this.upgradeFunction(old, (r) => r === rule);
    }
    this.globals.settle();
  }

  private upgradeFunction(old: FunctionValue, isWanted: (rule: Replacement) => boolean): void {
    const renaming = this.rules.renamings.find((r) => r.from.test(old.name));
    if (renaming) this.globals.rename(old, old.name.replace(renaming.from, renaming.to));
    const fate = renaming ? undefined : this.fateOf(old, isWanted);
    if (!fate) return;
    const lingers = fate.kind === "replaced" && fate.rule.onlyCalls === true;
    if (lingers) this.lingering.set(old.id, old);
    this.globals.remove(old);
    this.fates.set(old.id, fate);
    this.places.set(old.id, this.places.size);
    if (fate.kind !== "replaced") return;
    if (fate.rule.isLate) this.late.push(fate);
    else if (!this.globals.has(fate.target)) this.globals.add(fate.target);
  }

  private declareLate(): void {
    for (const { old, target, ...rest } of this.late) {
      const known = this.known(target.name);
      if (!known) this.globals.add(target);
      this.fates.set(old.id, { ...rest, old, target: known ?? target });
    }
  }

  private fateOf(old: FunctionValue, isWanted: (rule: Replacement) => boolean): Fate | undefined {
    const { name, valueType: type } = old;
    if (type.kind !== "function") return undefined;
    if (this.rules.drops(name, type)) return { kind: "dropped", old };
    const expansion = this.rules.expansions.for(name).find((r) => r.from.test(name) && (r.if?.(type) ?? true));
    if (expansion) return { kind: "expanded", old, rule: expansion };
    for (const rule of this.rules.replacements.for(name)) {
      const target = isWanted(rule) && rule.from.test(name) ? this.targetOf(rule, old, type) : undefined;
      if (target) return { kind: "replaced", old, rule, target };
    }
    return undefined;
  }

  /** The function that replaces another one by a rule; undefined if nothing has to change. */
  private targetOf(rule: Replacement, old: FunctionValue, type: FunctionType): FunctionValue | undefined {
    const { name } = old;
    const made = rule.type ? rule.type(type, this.host.interner, name) : type;
    if (!made) return undefined;
    const given = this.nameBy(rule, name, made, type);
    if (given === undefined) return undefined;
    const target = nameByType(given, made, this.naming) ?? given;
    if (made === type && (target === name || this.naming.isNumbered(name, target))) return undefined;
    const unique = this.naming.isAmbiguous(target, made) ? this.uniqueName(target, made) : target;
    const known = this.known(unique, old);
    if (known && this.naming.same(known.valueType, made)) return known;
    // A function with this name and another type is an old one too, which will be replaced, or no intrinsic at all.
    if (known && rule.takesName && this.host.release >= RENAMED) this.globals.rename(known, `${unique}.renamed`);
    return this.declare(unique, made, old);
  }

  private nameBy({ from, to }: Replacement, name: string, made: FunctionType, old: FunctionType): string | undefined {
    if (to === undefined) return name;
    return typeof to === "string" ? name.replace(from, to) : to(name, made, this.naming, old);
  }

  /**
   * The name with the smallest number appended for which no function has another type. Source: getUniqueIntrinsicName.
   */
  private uniqueName(name: string, type: FunctionType): string {
    let numbered = this.numbered.get(name);
    if (!numbered) this.numbered.set(name, (numbered = { next: 0, ofTypes: new Map() }));
    const { ofTypes } = numbered;
    const wanted = this.naming.mangled(type);
    for (let found = ofTypes.get(wanted); ; found = ofTypes.get(wanted)) {
      if (found !== undefined) return found;
      const unique = `${name}.${numbered.next++}`;
      const known = this.known(unique);
      const holder = known ? this.naming.mangled(known.valueType) : wanted;
      if (!ofTypes.has(holder)) ofTypes.set(holder, unique);
    }
  }

  /** The module's function with this name, other than `not`. */
  private known(name: string, not?: FunctionValue): FunctionValue | undefined {
    const global = this.globals.named(name);
    return global?.kind === "function" && global !== not ? global : undefined;
  }

  /** Declares a function with this name and type where functions are, and the other properties of `like`. */
  private declare(name: string, valueType: FunctionType, like: FunctionValue): FunctionValue {
    const { values, interner, dataLayout } = this.host;
    const { startBit, endBit, threadLocal } = like;
    // All fields are its own: a copy of `changed` would keep `like`, and take several times as much.
    const made: FunctionValue = {
      kind: "function",
      id: values.nextMade,
      name,
      valueType,
      declaration: true,
      startBit,
      endBit,
      addressSpace: addressSpaceOf("functions", dataLayout),
      threadLocal,
      linkage: "external",
      visibility: 0,
      dllStorage: 0,
      dsoLocal: false,
      unnamedAddress: 0,
      section: "",
      partition: "",
      alignment: 0,
      gc: "",
      comdat: 0,
      callingConvention: 0,
      attributes: undefined,
      preferredAlignment: 0,
      prefix: undefined,
      prologue: undefined,
      personality: undefined,
    };
    values.pushMade(made, interner.pointer(valueType, made.addressSpace));
    this.host.fitted.finish(made, this.naming);
    return made;
  }

  /** Upgrades the calls in a body. */
  upgradeCalls(body: FunctionBody): void {
    if (this.fates.size === 0) return;
    const { byCallee: calls, others } = callsOf(this.fates, body);
    this.noteUses(body, calls);
    if (calls.size === 0 && others.length === 0) return;
    const made = this.retargeted(others);
    let uses: ReadonlySet<ValueId> | undefined;
    const { values, interner, metadata, problems, release } = this.host;
    const rewriting: RewritingHost = {
      values,
      interner,
      metadata,
      problems,
      release,
      naming: this.naming,
      body,
      symbols: new SymbolTable(body),
      keepsLocations: this.rules.keepsLocations,
      intrinsic: (name, type) => this.intrinsic(name, type, body.function),
      attributeSet: (builder) => this.host.fitted.set(builder),
      same: (a, b) => this.naming.same(a, b),
      isUsed: (id) => (uses ??= usedValues(body)).has(id),
      naturalAlignment: (type, which) => this.host.naturalAlignment(type, which),
      allocas: new Allocas(body, values),
    };
    for (const [call, fate] of this.inOrder(body, calls)) made.set(call, rewrite(call, fate, rewriting));
    for (const block of body.blocks) splice(block, made);
  }

  /** Invokes of functions that only get another name: the upgraded instruction by the file's. */
  private retargeted(invokes: FoundCalls["others"]): Map<Instruction, readonly Instruction[]> {
    const made = new Map<Instruction, readonly Instruction[]>();
    for (const invoke of invokes) {
      const fate = this.fates.get(invoke.callee);
      if (fate?.kind !== "replaced" || fate.rule.call) continue;
      made.set(invoke, [{ ...invoke, callee: fate.target.id }]);
    }
    return made;
  }

  /**
   * The calls to upgrade in the reference's order, in which it declares functions and names values: that of the body;
   * up to LLVM 21 function by function, those of one function from last to first, the order of its use list.
   */
  private *inOrder(body: FunctionBody, calls: FoundCalls["byCallee"]): Generator<[Call, Fate]> {
    if (this.host.release < BODY_ORDER) {
      const place = (id: ValueId): number => this.places.get(id) ?? 0;
      const inOrder = [...calls].sort(([a], [b]) => place(a) - place(b));
      for (const [id, list] of inOrder) {
        const fate = this.fates.get(id);
        if (fate) for (const call of [...list].reverse()) yield [call, fate];
      }
      return;
    }
    for (const instruction of body.blocks.flatMap((block) => block.instructions)) {
      const fate = instruction.kind === "call" ? this.fates.get(instruction.callee) : undefined;
      if (instruction.kind === "call" && fate) yield [instruction, fate];
    }
  }

  /** Whether all bodies have to be read to know which functions the module has. */
  get needsBodies(): boolean {
    const isOpen = (fate: Fate): boolean =>
      fate.kind === "expanded" || (fate.kind === "replaced" && fate.rule.callsOthers === true);
    return this.lingering.size > 0 || [...this.fates.values()].some(isOpen);
  }

  private intrinsic(given: string, type: FunctionType, like: FunctionValue): FunctionValue {
    const name = nameByType(given, type, this.naming) ?? given;
    const known = this.known(name);
    if (known) return known;
    const made = this.declare(name, type, like);
    this.globals.add(made);
    return made;
  }

  /** Puts back the functions that something other than a call refers to. */
  private noteUses(body: FunctionBody, calls: FoundCalls["byCallee"]): void {
    for (const [id, old] of this.lingering) {
      const called = new Set<Instruction>(calls.get(id) ?? []);
      const isUsed = body.blocks.some(({ instructions }) =>
        instructions.some((i) => i.operands.includes(id) || (isCall(i) && i.callee === id && !called.has(i))),
      );
      if (!isUsed) continue;
      this.lingering.delete(id);
      this.globals.putBack(old);
    }
  }
}

function rewrite(call: Call, fate: Fate, host: RewritingHost): readonly Instruction[] {
  if (fate.kind === "dropped") return [];
  const rewriting = new Rewriting(call, fate.old.name, host);
  if (fate.kind === "expanded") return expanded(rewriting, fate.rule) ?? [call];
  const { rule, target } = fate;
  const result = rule.call ? rule.call(rewriting, target) : replaceCallee(rewriting, target);
  return rewriting.finish(result, true);
}

/**
 * Changes the callee of a call. If the new function returns a literal struct instead of a named one, builds the named
 * one from its members.
 */
function replaceCallee(r: Rewriting, target: FunctionValue): ValueId {
  const { call } = r;
  if (r.host.same(target.valueType, call.functionType) || call.type.kind !== "struct") return r.retarget(target);
  return callForMembers(r, target);
}

function splice(block: BasicBlock, made: ReadonlyMap<Instruction, readonly Instruction[]>): void {
  const instructions: Instruction[] = [];
  let waiting: readonly DebugRecord[] = [];
  for (const instruction of block.instructions) {
    const instead = made.get(instruction);
    if (waiting.length > 0) instruction.debugRecords = [...waiting, ...instruction.debugRecords];
    // What stands before a call that is dropped then stands before the next instruction.
    waiting = instead?.length === 0 ? instruction.debugRecords : [];
    if (!instead) instructions.push(instruction);
    else for (const one of withRecords(instead, instruction)) instructions.push(one);
  }
  block.instructions = instructions;
}

/** Moves the debug records before a call to the first instruction that replaces it. */
function withRecords(instead: readonly Instruction[], call: Instruction): readonly Instruction[] {
  const [first] = instead;
  if (first && call.debugRecords.length > 0) first.debugRecords = call.debugRecords;
  return instead;
}
