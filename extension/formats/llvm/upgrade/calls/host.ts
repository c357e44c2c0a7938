/** What calls are replaced in: the module and its open function, and the names that are used there. */
import type { AttributeBuilder } from "../../attributes/set";
import type { AttributeSet } from "../../ir/attributes";
import type { FunctionBody, Instruction } from "../../ir/function";
import type { ValueId } from "../../ir/ids";
import type { TypeInterner } from "../../ir/interner";
import type { Release } from "../../ir/releases";
import type { MetadataReader } from "../../ir/tables";
import type { FunctionType, Type } from "../../ir/types";
import type { FunctionValue } from "../../ir/values";
import type { ValueTable } from "../../ir/valueTable";
import type { ProblemList } from "../../stream/blocks";
import type { Allocas } from "./allocas";
import type { Naming } from "./mangling";

/** A call that is replaced. */
export type Call = Extract<Instruction, { kind: "call" }>;

/**
 * The names used in one function: a number is appended to a name that is taken; the number counts up within the
 * function.
 */
export class SymbolTable {
  private readonly taken = new Set<string>();
  private last = 0;

  constructor(body: FunctionBody) {
    for (const name of body.names) if (name) this.taken.add(name);
    for (const block of body.blocks) if (block.name !== "") this.taken.add(block.name);
  }

  /** Takes a name, or if it is taken the next free one made from it. Source: ValueSymbolTable::createValueName. */
  take(name: string): string {
    let unique = name;
    while (this.taken.has(unique)) unique = name + String(++this.last);
    this.taken.add(unique);
    return unique;
  }
  release(name: string): void {
    this.taken.delete(name);
  }
}

/** What rewriting needs from the module and the open function. */
export interface RewritingHost {
  readonly values: ValueTable;
  readonly interner: TypeInterner;
  readonly symbols: SymbolTable;
  readonly body: FunctionBody;
  readonly metadata: MetadataReader;
  readonly problems: ProblemList;
  readonly release: Release;
  /** Makes names of intrinsics. */
  readonly naming: Naming;
  /** Whether new instructions get the call's source location. */
  readonly keepsLocations: boolean;
  /** The function with this name; declared in the module if it is missing. */
  intrinsic(name: string, type: FunctionType): FunctionValue;
  /** The set of these attributes. */
  attributeSet(builder: AttributeBuilder): AttributeSet | undefined;
  /** Whether two types are the same in the release: all opaque pointers are. */
  same(a: Type, b: Type): boolean;
  /** Whether any instruction uses the value. */
  isUsed(id: ValueId): boolean;
  readonly allocas: Allocas;
  /** The alignment of a type by the data layout, in bytes. */
  naturalAlignment(type: Type, which: "abi" | "preferred"): number;
}
