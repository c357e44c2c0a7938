/** The run-time representation of types. */
import type { PointerType, Type } from "./types";

/** What a type is made of, besides its kind. Properties that no kind has together share a field. */
export interface Structure {
  /** The pointee, result or element. */
  readonly part?: Type | undefined;
  /** The parameters, elements or types. */
  readonly parts?: readonly Type[] | undefined;
  /** The width, address space, count or integers. */
  readonly size?: number | bigint | readonly number[];
  /** Whether it is vararg, scalable or packed. */
  readonly flag?: boolean;
  readonly name?: string;
  readonly identified?: boolean;
}

/** The structure of a type without parts. */
export const NO_STRUCTURE: Structure = {};

/**
 * A type of any kind. All objects have one shape, so that code which looks at types finds every field at the same place
 * whatever the kind, and few fields, since a file of a few MB may have a million types.
 */
export class TypeObject implements Structure {
  declare readonly part: Type | undefined;
  declare parts: readonly Type[] | undefined;
  declare readonly size: number | bigint | readonly number[];
  declare flag: boolean;
  declare name: string;
  declare identified: boolean;
  /** The pointer to this type in address space 0, once it has been made. */
  declare pointer: PointerType | undefined;

  constructor(
    readonly serial: number,
    readonly kind: Type["kind"],
    { part, parts, size = 0, flag = false, name = "", identified = false }: Structure,
  ) {
    this.part = part;
    this.parts = parts;
    this.size = size;
    this.flag = flag;
    this.name = name;
    this.identified = identified;
    this.pointer = undefined;
  }

  get width(): TypeObject["size"] {
    return this.size;
  }
  get addressSpace(): TypeObject["size"] {
    return this.size;
  }
  get count(): TypeObject["size"] {
    return this.size;
  }
  get integers(): TypeObject["size"] {
    return this.size;
  }
  get pointee(): Type | undefined {
    return this.part;
  }
  get result(): Type | undefined {
    return this.part;
  }
  get element(): Type | undefined {
    return this.part;
  }
  get params(): readonly Type[] | undefined {
    return this.parts;
  }
  get types(): readonly Type[] | undefined {
    return this.parts;
  }
  get elements(): readonly Type[] | undefined {
    return this.parts;
  }
  set elements(elements: readonly Type[] | undefined) {
    this.parts = elements;
  }
  get vararg(): boolean {
    return this.flag;
  }
  get scalable(): boolean {
    return this.flag;
  }
  get packed(): boolean {
    return this.flag;
  }
  set packed(packed: boolean) {
    this.flag = packed;
  }
}
