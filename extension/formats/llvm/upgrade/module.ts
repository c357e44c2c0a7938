/** All upgrades of a module and its functions, in the reference's order. */
import type { ValueId } from "../ir/ids";
import { append } from "../../../document/arrays";
import type { FittedAttributes } from "./fittedAttributes";
import type { Comdat } from "../ir/module";
import type { Type } from "../ir/types";
import type { Release } from "../ir/releases";
import type { MetadataReader } from "../ir/tables";
import type { FunctionValue, GlobalValue } from "../ir/values";
import type { ProblemList } from "../stream/blocks";
import type { FunctionBody } from "../ir/function";
import { IMPLICIT_COMDAT } from "../ir/values";
import type { TypeInterner } from "../ir/interner";
import type { ValueTable } from "../ir/valueTable";
import { protect, protectionOf } from "./branchProtection";
import { dropWrongWeights } from "./branchWeights";
import type { GlobalList } from "./calls/globalList";
import { Naming } from "./calls/mangling";
import { rulesOf } from "./calls/modern";
import { IntrinsicUpgrades } from "./calls/upgrades";
import { renameBesideTemporary } from "./constantEdges";
import { expandConstants } from "./constantExpressions";
import { upgradeConstructors, withoutSignatures } from "./constructors";
import { upgradeDataLayout } from "./dataLayout";
import type { OldDebugValue } from "./debugIntrinsics";
import { isDebugIntrinsic, isReplacedByRecords, replacedDebugValue, upgradeDebugInfo } from "./debugIntrinsics";
import { applyDeviceAnnotations } from "./deviceAnnotations";
import { FunctionAttributeUpgrades } from "./functionAttributes";
import { upgradeCallBranches } from "./labelConstraints";
import { OLD_RULES } from "./old/rules";
import { scopeDeclaration, upgradeScopeDeclarations } from "./scopeDeclarations";
import { dropTailCasts } from "./tailCasts";
import { parseTriple } from "../ir/triple";

/** The tables that upgrades change. */
export interface UpgradedModule {
  readonly release: Release;
  readonly values: ValueTable;
  readonly interner: TypeInterner;
  readonly metadata: MetadataReader;
  readonly problems: ProblemList;
  readonly ownGlobals: GlobalValue[];
  readonly comdats: Comdat[];
  readonly fitted: FittedAttributes;
  /** The alignment of a type by the data layout, in bytes. */
  naturalAlignment(type: Type, which: "abi" | "preferred"): number;
  /** Whether the release has opaque pointers. */
  readonly opaquePrinted: boolean;
  readonly triple: string;
  dataLayout: string;
}

/** The first release with these rules; LLVM 3.0 has others. */
const MODERN: Release = 9;
/** The first release with comdats. */
const COMDATS: Release = 9;

/** Globals that are upgraded in one step. */
const STEP = 64;

/** The beginning of Objective-C's sections of categories, as it was written with spaces. */
const CATEGORIES = "__DATA, __objc_catlist";
/** A list with commas, without spaces around its parts. Source: UpgradeSectionAttributes. */
function trimmedParts(section: string): string {
  return section
    .split(",")
    .map((part) => part.trim())
    .join(",");
}

/** The upgrades of one module: of its tables when they are complete, of its functions one by one as they are read. */
export class ModuleUpgrades {
  /** Functions that became llvm.dbg.value. */
  private readonly debugValues = new Map<ValueId, OldDebugValue>();
  private readonly naming: Naming;
  private readonly intrinsics: IntrinsicUpgrades;
  private readonly functionAttributes: FunctionAttributeUpgrades;
  /** Whether bodies may contain calls that become debug records. */
  private callsDebugIntrinsics = false;
  private hasDebugIntrinsics = false;
  /** The function that declares alias scopes, if its calls are upgraded. */
  private scopes: ValueId | undefined;

  private constructor(private readonly module: UpgradedModule) {
    const { release, metadata, opaquePrinted } = module;
    const rules = release < MODERN ? OLD_RULES : rulesOf(release, metadata.hadRuntimeMarker);
    this.naming = new Naming(opaquePrinted, release);
    this.intrinsics = new IntrinsicUpgrades(module, rules, this.naming);
    this.functionAttributes = new FunctionAttributeUpgrades(module);
  }

  /** Upgrades a module's tables, in steps. */
  static *inSteps(module: UpgradedModule): Generator<void, ModuleUpgrades, undefined> {
    const upgrades = new ModuleUpgrades(module);
    yield* upgrades.upgradeTables();
    return upgrades;
  }
  private *upgradeTables(): Generator<void, void, undefined> {
    const { module } = this;
    yield* this.upgradeVariables();
    this.hasDebugIntrinsics = module.ownGlobals.some(isDebugIntrinsic);
    this.scopes = scopeDeclaration(module.ownGlobals, module.release);
    const { release, metadata, ownGlobals: globals } = module;
    yield* this.intrinsics.functions((old, list) => this.replaceDebugValue(old, list));
    module.dataLayout = upgradeDataLayout(module.dataLayout, module.triple, release);
    const protection = protectionOf(module);
    for (const [index, global] of globals.entries()) {
      if (index % STEP === 0) yield;
      if (global.kind !== "function") continue;
      module.fitted.finish(global, this.naming);
      this.functionAttributes.upgradeFunction(global);
      if (protection) protect(global, protection, module);
    }
    applyDeviceAnnotations(module, metadata.deviceAnnotations);
    this.makeComdats();
    const kept = globals.filter((global) => !isReplacedByRecords(global, release));
    this.callsDebugIntrinsics = kept.length < globals.length;
    globals.length = 0;
    append(globals, kept);
  }

  /** Whether all bodies have to be read to know which functions the module has. */
  get needsBodies(): boolean {
    return this.intrinsics.needsBodies;
  }

  /** Upgrades a body that has been read. */
  upgradeBody(body: FunctionBody): void {
    const { module } = this;
    const { release, values, metadata } = module;
    this.intrinsics.upgradeCalls(body);
    renameBesideTemporary(body, release);
    if (values.hasGoneConstants) expandConstants(body, module);
    upgradeCallBranches(body, module);
    const { debugValues, callsDebugIntrinsics, hasDebugIntrinsics } = this;
    upgradeDebugInfo(body, { release, values, metadata, debugValues, callsDebugIntrinsics, hasDebugIntrinsics });
    if (this.scopes !== undefined) upgradeScopeDeclarations(body, this.scopes, module);
    this.functionAttributes.upgradeBody(body);
    dropWrongWeights(body, metadata, release);
    dropTailCasts(body, release);
  }

  /** Upgrades variables; those that are replaced move to the end of the list. */
  private *upgradeVariables(): Generator<void, void, undefined> {
    const { ownGlobals: globals, values, interner, release, metadata } = this.module;
    for (const [index, global] of globals.entries()) {
      // Asking for a name reads it.
      if (index % STEP === 0) yield;
      if (global.name !== ".llvm.eh.catch.all.value") continue;
      global.name = global.name.slice(1);
      break;
    }
    if (release < MODERN) return;
    for (const [index, global] of [...globals].entries()) {
      if (index % STEP === 0) yield;
      if (global.kind === "variable" && global.section.startsWith(CATEGORIES)) {
        Object.assign(global, { section: trimmedParts(global.section) });
      }
      const unsigned =
        global.kind === "variable" && metadata.dropsSignatures ? withoutSignatures(global, values) : undefined;
      if (unsigned) {
        globals[index] = unsigned;
        continue;
      }
      const upgraded = global.kind === "variable" ? upgradeConstructors(global, values, interner) : undefined;
      if (!upgraded) continue;
      globals.splice(globals.indexOf(global), 1);
      globals.push(upgraded);
      values.replace(global.id, upgraded, interner.pointer(upgraded.valueType, upgraded.addressSpace));
    }
  }

  /**
   * Replaces an older form of llvm.dbg.value by the module's present one. If there is none, the old one is upgraded and
   * moves to the end of the list. Its calls are still read with the type that it has in the file.
   */
  private replaceDebugValue(old: FunctionValue, globals: GlobalList): boolean {
    const { values, interner, release } = this.module;
    const made = replacedDebugValue(old, release, interner);
    if (!made) return false;
    const { valueType } = made.function;
    const named = globals.named(made.function.name);
    const present = named === old ? undefined : named;
    if (present && present.valueType !== valueType) return false;
    globals.remove(old);
    if (!present) globals.add(made.function);
    this.debugValues.set(old.id, made.debugValue);
    values.replace(old.id, present ?? made.function, values.typeOf(old.id) ?? interner.metadata);
    return true;
  }

  /**
   * Gives weak and linkonce globals from before comdats a comdat with their name, unless the object format has none.
   */
  private makeComdats(): void {
    const { ownGlobals: globals, comdats, release, triple } = this.module;
    const hasComdats = release >= COMDATS && !parseTriple(triple).machO;
    for (const global of globals) {
      if (!("comdat" in global) || global.comdat !== IMPLICIT_COMDAT) continue;
      Object.assign(global, { comdat: hasComdats ? comdats.push({ name: global.name, kind: 1 }) : 0 });
    }
  }
}
