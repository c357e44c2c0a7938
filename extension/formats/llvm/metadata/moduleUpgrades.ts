/** Upgrades that need a module's whole metadata table; they run when its METADATA block has been read. */
import type { BodyFindings } from "../ir/findings";
import type { MetadataId, ValueId } from "../ir/ids";
import { append } from "../../../document/arrays";
import { Operation } from "../dwarf/names";
import type { Attachment, MetadataRecord, MetadataTuple, NamedMetadata } from "../ir/metadata";
import { Code } from "../spec/metadataCodes";
import { COPIES_FLAGS, takeBranchProtection } from "./branchProtection";
import { isInvalid } from "./debugInfoCheck";
import { subprogramFunction } from "./decode";
import { takeDeviceAnnotations } from "./deviceAnnotations";
import { MdKind } from "./kinds";
import type { Release } from "../ir/releases";
import { moveFunctionLocals } from "./functionLocals";
import { addIntegrityIdentifiers } from "./integrityFunctions";
import { isKnownFlag, upgradeModuleFlags, upgradeRuntimeMarker } from "./moduleFlags";
import { addSigningFlags } from "./signedConstructors";
import type { NodeUpgrades } from "./upgrades";

/** The version of debug info that every release since 3.5 reads; they drop any other. */
const DEBUG_INFO_VERSION = 3n;

/** The first release in which a unit lists the node that is attached to a variable. */
const SHARED_EXPRESSIONS: Release = 24;

const SUBPROGRAMS_OPERAND = 11;
const GLOBALS_OPERAND = 12;
const VARIABLE_OPERAND = 9;

/** The attachments of globals, by value number. */
type Attachments = Map<ValueId, readonly Attachment[]>;

/**
 * Upgrades a module's metadata from `firstId` on; a module may have several metadata blocks, and earlier entries are
 * already upgraded. Changes `named` and `attachments` in place.
 */
export function upgradeModule(
  upgrades: NodeUpgrades,
  named: NamedMetadata[],
  attachments: Attachments,
  firstId: MetadataId,
  findings: BodyFindings,
): void {
  if (upgrades.release !== 3) new ModuleUpgrade(upgrades, named, attachments, findings).run(firstId);
}

class ModuleUpgrade {
  constructor(
    readonly upgrades: NodeUpgrades,
    readonly named: NamedMetadata[],
    readonly attachments: Attachments,
    private readonly findings: BodyFindings,
  ) {}

  run(firstId: MetadataId): void {
    this.upgradeByCode(firstId);
    moveFunctionLocals(this.upgrades, this.named);
    this.upgrades.dropsSignatures ||= addSigningFlags(this.upgrades, this.named);
    upgradeModuleFlags(this.upgrades, this.named);
    upgradeRuntimeMarker(this.upgrades, this.named);
    this.protectBranches();
    addIntegrityIdentifiers(this.upgrades, this.named);
    this.upgrades.deviceAnnotations = takeDeviceAnnotations(this.upgrades, this.named);
    this.checkVersion();
  }

  private protectBranches(): void {
    const { upgrades } = this;
    if (upgrades.release < COPIES_FLAGS || !upgrades.isArm) return;
    upgrades.branchProtection = takeBranchProtection(upgrades, this.named);
  }

  private upgradeByCode(firstId: MetadataId): void {
    const { store } = this.upgrades.table;
    const units: MetadataId[] = [];
    let oldVariables = false;
    for (let id = firstId; id < store.size; id++) {
      switch (store.code(id)) {
        case Code.COMPILE_UNIT:
          units.push(id);
          break;
        case Code.GLOBAL_VAR:
          if (store.operand(id, 0) > 1) break;
          oldVariables = true;
          this.wrapVariable(id);
          break;
        case Code.SUBPROGRAM:
          this.noteSubprogram(id);
      }
    }
    for (const unit of units) this.ownSubprograms(unit);
    if (oldVariables) this.wrapListed(units);
  }

  /** Units listed their subprograms before; now a subprogram refers to its unit. */
  private ownSubprograms(unit: MetadataId): void {
    const list = this.upgrades.node(this.upgrades.table.view(unit).ref(SUBPROGRAMS_OPERAND));
    if (list?.kind !== "tuple") return;
    for (const id of list.operands) {
      const subprogram = this.upgrades.node(id);
      if (id !== undefined && subprogram?.kind === "record" && subprogram.name === "DISubprogram") {
        this.upgrades.override(id, this.upgrades.withFields(subprogram, { unit }));
      }
    }
  }
  /** Subprograms of LLVM 3.7 referred to their function; now a function that has a body refers to its subprogram. */
  private noteSubprogram(id: MetadataId): void {
    const function_ = this.upgrades.node(subprogramFunction(this.upgrades.table.view(id)));
    const wrapped = function_?.kind === "value" ? this.upgrades.wrapped(function_.value) : undefined;
    if (wrapped && "definition" in wrapped) attach(this.attachments, wrapped.definition, id);
  }

  private emptyExpression: MetadataId | undefined;
  /** A new DIGlobalVariableExpression, with an empty expression by default. */
  private variableExpression(variable: MetadataId, expression?: MetadataId): MetadataRecord {
    const expr = expression ?? (this.emptyExpression ??= this.upgrades.make({ kind: "expression", elements: [] }));
    const fields = [variable, expr];
    return { kind: "record", name: "DIGlobalVariableExpression", distinct: true, fields, operands: fields };
  }

  /**
   * Upgrades a DIGlobalVariable that referred to its value: a constant becomes an expression; a variable gets the node
   * as an attachment. For a time, LLVM 4 had an expression there.
   */
  private wrapVariable(id: MetadataId): void {
    const valueId = this.upgrades.table.view(id).ref(VARIABLE_OPERAND);
    const value = this.upgrades.node(valueId);
    const wrapped = value?.kind === "value" ? this.upgrades.wrapped(value.value) : undefined;
    const record = this.upgrades.table.decode(id);
    if (record?.kind !== "record" || (value?.kind === "value" && wrapped === undefined)) return;
    if (value?.kind === "expression")
      this.upgrades.override(id, this.variableExpression(this.upgrades.make(record), valueId));
    else if (wrapped && "variable" in wrapped) {
      const node = this.upgrades.make(this.variableExpression(id));
      attach(this.attachments, wrapped.variable, node);
    } else if (wrapped && "integer" in wrapped) {
      const elements = [Operation.constu, BigInt.asUintN(64, wrapped.integer), Operation.stackValue];
      const expression = this.upgrades.make({ kind: "expression", elements });
      this.upgrades.override(id, this.variableExpression(this.upgrades.make(record), expression));
    }
  }

  /** Wraps plain variables in the units' lists and in attachments of globals too. */
  private wrapListed(units: readonly MetadataId[]): void {
    const wrapped = new Map<MetadataId, MetadataId>();
    const wrap = (id: MetadataId): MetadataId => {
      const node = this.upgrades.node(id);
      const bare = node?.kind === "record" && node.name === "DIGlobalVariable";
      if (!bare) return id;
      const shared = this.upgrades.release < SHARED_EXPRESSIONS ? undefined : wrapped.get(id);
      const made = shared ?? this.upgrades.make(this.variableExpression(id));
      wrapped.set(id, made);
      return made;
    };
    for (const unit of units) {
      const listId = this.upgrades.table.view(unit).ref(GLOBALS_OPERAND);
      const list = this.upgrades.node(listId);
      if (listId === undefined || list?.kind !== "tuple") continue;
      const operands = list.operands.map((o) => (o === undefined ? o : wrap(o)));
      this.upgrades.override(listId, { ...list, operands });
    }
    for (const [value, attachments] of this.attachments) {
      const upgraded = attachments.map((a) => (a.kind === MdKind.dbg ? { ...a, node: wrap(a.node) } : a));
      this.attachments.set(value, upgraded);
    }
  }

  /** Drops invalid debug info, and that of another version (llvm::UpgradeDebugInfo, StripDebugInfo). */
  private checkVersion(): void {
    const flags = this.named.find((n) => n.name === "llvm.module.flags")?.nodes ?? [];
    const flag = flags
      .map((id) => this.upgrades.node(id))
      .find(
        (n): n is MetadataTuple =>
          n?.kind === "tuple" &&
          isKnownFlag(this.upgrades, n) &&
          this.upgrades.stringOf(n.operands[1]) === "Debug Info Version",
      );
    const current = this.upgrades.integerOf(flag?.operands[2]) === DEBUG_INFO_VERSION;
    this.upgrades.isVerified = current;
    if (current && !this.findings.debugInfoIsInvalid && !isInvalid(this)) return;
    this.upgrades.dropsDebugInfo = true;
    const kept = this.named.filter((n) => !n.name.startsWith("llvm.dbg.") && n.name !== "llvm.gcov");
    this.named.length = 0;
    append(this.named, kept);
    for (const [value, attachments] of this.attachments) {
      this.attachments.set(
        value,
        attachments.filter((a) => a.kind !== MdKind.dbg),
      );
    }
  }
}

function attach(attachments: Map<ValueId, readonly Attachment[]>, value: ValueId, node: MetadataId): void {
  attachments.set(value, [...(attachments.get(value) ?? []), { kind: MdKind.dbg, node }]);
}
