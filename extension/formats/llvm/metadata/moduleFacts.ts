/** What the metadata of a module asks the module. */
import type { ByteWindow } from "../../../document/window";
import type { BodyFindings } from "../ir/findings";
import type { ValueId } from "../ir/ids";
import type { Signing } from "../ir/metadata";
import type { Release } from "../ir/releases";
import type { Type, TypeId } from "../ir/types";
import type { Value } from "../ir/values";
import type { ProblemList } from "../stream/blocks";
import type { UniformValues } from "./mergedNodes";
import type { WrappedValue } from "./upgrades";

/** The module that a metadata table belongs to. */
export interface MetadataModule extends UniformValues {
  readonly release: Release;
  readonly window: ByteWindow;
  readonly problems: ProblemList;
  /** A type of the module's table. */
  typeOf(id: TypeId): Type | undefined;
  /**
   * What a value of the module is: a global variable, a function with a body, an integer constant; undefined for
   * anything else.
   */
  wrapped(value: ValueId): WrappedValue;
  /**
   * Whether a value has the type with a number, or may still get it; undefined if no value can have that type. In a
   * function, a value that comes later must then get it.
   */
  hasType(value: ValueId, type: TypeId, inFunction: boolean): boolean | undefined;
  /** Whether a value is a global. */
  isGlobal(value: ValueId): boolean;
  /** How many functions of the module have a body. */
  bodies(): number;
  /** Whether the target is an ARM processor, of 32 or 64 bits. */
  isArm(): boolean;
  /** How the pointers to the module's constructors are signed; undefined if they are not all signed in one way. */
  signing(): Signing | undefined;
  valueAt(id: ValueId): Value | undefined;
  /** Whether a value is a global or another constant. */
  isConstant(id: ValueId): boolean;
  /** What bodies have told about the module. */
  readonly findings: BodyFindings;
}
