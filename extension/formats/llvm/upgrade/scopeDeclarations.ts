/** Upgrades the lists of alias scopes that calls declare; those attached to instructions are upgraded when they are read. */
import type { FunctionBody, Instruction } from "../ir/function";
import type { ValueId } from "../ir/ids";
import type { Release } from "../ir/releases";
import type { MetadataReader } from "../ir/tables";
import type { GlobalValue, Value } from "../ir/values";
import type { TypeInterner } from "../ir/interner";
import type { Type } from "../ir/types";

/** What this needs from the module. */
interface Host {
  readonly metadata: MetadataReader;
  readonly interner: TypeInterner;
  readonly values: { at(id: ValueId): Value | undefined; pushExtra(value: Value, type: Type): ValueId };
}

const DECLARATION = "llvm.experimental.noalias.scope.decl";
/** The first release in which a domain of scopes has a flag. */
const FLAGGED: Release = 24;

/** The function that declares scopes, if a release upgrades its calls. */
export function scopeDeclaration(globals: readonly GlobalValue[], release: Release): ValueId | undefined {
  return release < FLAGGED ? undefined : globals.find(({ name }) => name === DECLARATION)?.id;
}

/** Upgrades the calls of a function in a body. */
export function upgradeScopeDeclarations(body: FunctionBody, declaration: ValueId, host: Host): void {
  const operandOf = (id: ValueId): ValueId => {
    const value = host.values.at(id);
    if (value?.kind !== "metadataOperand") return id;
    const metadata = host.metadata.scopeList(value.metadata);
    return host.values.pushExtra({ kind: "metadataOperand", metadata }, host.interner.metadata);
  };
  const upgraded = (instruction: Instruction): Instruction =>
    instruction.kind === "call" && instruction.callee === declaration
      ? { ...instruction, operands: instruction.operands.map(operandOf) }
      : instruction;
  for (const block of body.blocks) block.instructions = block.instructions.map(upgraded);
}
