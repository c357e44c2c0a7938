/** A module's tables: everything but the bodies of its functions. */
import type { ValueId } from "./ids";
import type { BitRange } from "../../../document/bits";
import type { Attachment, NamedMetadata } from "./metadata";
import type { Release } from "./releases";
import type { FunctionValue, GlobalValue, Value } from "./values";
import type { Type } from "./types";

/** `$name = comdat any`; kind is the number of COMDAT records. */
export interface Comdat {
  readonly name: string;
  readonly kind: number;
}

/** Module-level assembly: one text, or since LLVM 23 several, each with what it is assembled for (`target_features`, `target_cpu`). */
export interface AssemblyFragment {
  readonly text: string;
  readonly properties: ReadonlyMap<string, string>;
}

/** A FUNCTION_BLOCK: where a function's body is. */
export interface BodyRange extends BitRange {
  readonly function: FunctionValue;
}

/** A module as far as it is kept in memory. Bodies are read when somebody looks, and let go. */
export interface Module extends BitRange {
  readonly identification: string | undefined;
  readonly release: Release;
  /** MODULE's VERSION: 1 and later, ids are relative; 2, names stand in STRTAB. */
  readonly version: number;
  readonly sourceFileName: string | undefined;
  readonly dataLayout: string;
  readonly triple: string;
  readonly assembly: readonly AssemblyFragment[];
  readonly types: readonly Type[];
  readonly comdats: readonly Comdat[];
  /** Globals and module constants, by value number. */
  readonly values: readonly Value[];
  readonly globals: readonly GlobalValue[];
  readonly bodies: readonly BodyRange[];
  readonly namedMetadata: readonly NamedMetadata[];
  /** Attachments of globals (GLOBAL_DECL_ATTACHMENT; of functions with a body, METADATA_ATTACHMENT). */
  readonly globalAttachments: ReadonlyMap<ValueId, readonly Attachment[]>;
}
