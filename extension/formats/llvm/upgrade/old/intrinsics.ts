/**
 * The intrinsics of LLVM 2.x as LLVM 3.0 reads them: renamed, replaced by others, expanded into instructions, or dropped
 * with the debug info of before 2.7. Source: LLVM 3.0's UpgradeCallsToIntrinsic, CheckDebugInfoIntrinsics.
 */
import type { BasicBlock, Instruction } from "../../ir/function";
import type { FunctionType } from "../../ir/types";
import type { FunctionValue, GlobalValue, ValueId } from "../../ir/values";
import type { FunctionBody } from "../../read/function";
import type { TypeInterner } from "../../read/types";
import type { ValueTable } from "../../read/values";
import type { Expansion } from "./expansions";
import { EXPANSIONS } from "./expansions";
import type { Replacement } from "./replacements";
import { RENAMINGS, REPLACEMENTS } from "./replacements";
import type { Call, RewritingHost } from "./rewriting";
import { Rewriting, SymbolTable } from "./rewriting";

/** What it needs of the module. */
export interface Host {
  readonly values: ValueTable;
  readonly interner: TypeInterner;
  readonly globals: GlobalValue[];
  /** Gives a function that reading has made its attributes. */
  finishAttributes(function_: FunctionValue): void;
}

/** What became of a function of the file. */
type Fate =
  | { readonly kind: "expanded"; readonly old: FunctionValue; readonly rule: Expansion }
  | {
      readonly kind: "replaced";
      readonly old: FunctionValue;
      readonly rule: Replacement;
      readonly target: FunctionValue;
    }
  | { readonly kind: "dropped"; readonly old: FunctionValue };

/** Markers of debug info before LLVM 2.7; declarations of variables too, while they did not take metadata. */
const DROPPED = /^llvm\.dbg\.(?:func\.start|stoppoint|region\.start|region\.end)$/;

/** The upgrades of one module: functions when it is made, calls body by body. */
export class OldIntrinsics {
  private readonly fates = new Map<ValueId, Fate>();
  /** Functions that expansions of others may call: in the module's list once one does. */
  private readonly helpers = new Map<ValueId, FunctionValue>();

  constructor(private readonly host: Host) {
    for (const global of [...host.globals]) {
      if (global.kind === "function" && global.name.startsWith("llvm.")) this.upgradeFunction(global);
    }
  }

  private upgradeFunction(old: FunctionValue): void {
    const renaming = RENAMINGS.find((r) => r.from.test(old.name));
    if (renaming) old.name = old.name.replace(renaming.from, renaming.to);
    const fate = renaming ? undefined : this.fateOf(old);
    if (!fate) return;
    const { globals } = this.host;
    globals.splice(globals.indexOf(old), 1);
    this.fates.set(old.id, fate);
    if (fate.kind === "replaced" && !globals.includes(fate.target)) globals.push(fate.target);
  }

  private fateOf(old: FunctionValue): Fate | undefined {
    const { name, valueType: type } = old;
    if (type.kind !== "function") return undefined;
    if (DROPPED.test(name) || (name === "llvm.dbg.declare" && type.params[0]?.kind !== "metadata")) {
      return { kind: "dropped", old };
    }
    const expansion = EXPANSIONS.find((r) => r.from.test(name));
    if (expansion) {
      const helper = expansion.helper?.(name, type, this.host.interner);
      if (helper) this.helpers.set(old.id, this.known(helper.name, old) ?? this.declare(old, helper.name, helper.type));
      return { kind: "expanded", old, rule: expansion };
    }
    const rule = REPLACEMENTS.find((r) => r.from.test(name));
    const made = rule?.type(type, this.host.interner, name);
    if (!rule || !made) return undefined;
    const to = rule.to === undefined ? name : name.replace(rule.from, rule.to);
    const target = this.known(to, old) ?? this.declare(old, to, made);
    return { kind: "replaced", old, rule, target };
  }

  /** The function of this name that the file has, or that was made for another rule. */
  private known(name: string, not: FunctionValue): FunctionValue | undefined {
    const all = [...this.host.globals, ...this.helpers.values()];
    const global = all.find((g) => g.name === name && g !== not);
    return global?.kind === "function" ? global : undefined;
  }

  /** A declaration of another name and type in a function's likeness. */
  private declare(like: FunctionValue, name: string, valueType: FunctionType): FunctionValue {
    const { values, interner } = this.host;
    const id = -1 - values.extraLength;
    const plain = {
      linkage: "external",
      visibility: 0,
      dllStorage: 0,
      unnamedAddress: 0,
      section: "",
      alignment: 0,
      gc: "",
    };
    const made: FunctionValue = { ...like, ...plain, id, name, valueType, callingConvention: 0, attributes: undefined };
    values.pushExtra(made, interner.pointer(valueType, 0));
    this.host.finishAttributes(made);
    return made;
  }

  /** Upgrades the calls of a body: function by function, of each the last call first, as uses are listed. */
  upgradeCalls(body: FunctionBody): void {
    if (this.fates.size === 0) return;
    const calls = callsByCallee(body, this.fates);
    if (calls.size === 0) return;
    const uses = usedValues(body);
    const { values, interner } = this.host;
    const rewriting: RewritingHost = {
      values,
      interner,
      body,
      symbols: new SymbolTable(body),
      helper: (callee) => this.helper(callee),
      isUsed: (id) => uses.has(id),
    };
    const made = new Map<Instruction, readonly Instruction[]>();
    for (const [id, fate] of this.fates) {
      for (const call of [...(calls.get(id) ?? [])].reverse()) made.set(call, rewrite(call, fate, rewriting));
    }
    for (const block of body.blocks) splice(block, made);
  }

  /** Whether bodies have to be read before it is known what functions the module has. */
  get hasHelpers(): boolean {
    return this.helpers.size > 0;
  }
  private helper(callee: ValueId): FunctionValue | undefined {
    const made = this.helpers.get(callee);
    if (made && !this.host.globals.includes(made)) this.host.globals.push(made);
    return made;
  }
}

function rewrite(call: Call, fate: Fate, host: RewritingHost): readonly Instruction[] {
  if (fate.kind === "dropped") return [];
  const rewriting = new Rewriting(call, fate.old.name, host);
  const result = fate.kind === "expanded" ? fate.rule.expand(rewriting) : fate.rule.call(rewriting, fate.target);
  return rewriting.finish(result);
}

function callsByCallee(body: FunctionBody, of: ReadonlyMap<ValueId, unknown>): Map<ValueId, Call[]> {
  const calls = new Map<ValueId, Call[]>();
  for (const { instructions } of body.blocks) {
    for (const instruction of instructions) {
      if (instruction.kind !== "call" || !of.has(instruction.callee)) continue;
      const list = calls.get(instruction.callee);
      if (list) list.push(instruction);
      else calls.set(instruction.callee, [instruction]);
    }
  }
  return calls;
}

function usedValues(body: FunctionBody): ReadonlySet<ValueId> {
  const used = new Set<ValueId>();
  for (const { instructions } of body.blocks) {
    for (const { operands } of instructions) for (const id of operands) used.add(id);
  }
  return used;
}

function splice(block: BasicBlock, made: ReadonlyMap<Instruction, readonly Instruction[]>): void {
  const instructions: Instruction[] = [];
  for (const instruction of block.instructions) {
    for (const one of made.get(instruction) ?? [instruction]) instructions.push(one);
  }
  block.instructions.length = 0;
  for (const one of instructions) block.instructions.push(one);
}
