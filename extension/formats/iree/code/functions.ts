/** The functions of a module with their bodies, which are read on demand and kept. */
import type { Era } from "../era";
import { limitsOf } from "./limits";
import type { FunctionDef, Module } from "../module";
import type { OpcodeTable } from "../opcodes";
import type { Body } from "./body";
import { readBody } from "./body";
import { countBefore } from "../../../kit/sortedSearch";

/** What printing the ops of one function needs. */
export interface OpContext {
  readonly module: Module;
  readonly table: OpcodeTable;
  /** The function's ordinal and its bytes. */
  readonly ordinal: number;
  readonly code: Uint8Array;
  /** The number of the block that starts at an offset. */
  block(offset: number): number | undefined;
}

/** A body with what printing its ops needs. */
export interface FunctionCode extends OpContext {
  readonly def: FunctionDef;
  readonly body: Body;
}

/** Bodies by ordinal. One keeps four bytes per op; the code itself is viewed again. */
export class Functions {
  private readonly bodies = new Map<number, Body>();

  constructor(private readonly era: Era) {}

  get count(): number {
    return this.era.module.functions?.length ?? 0;
  }
  /** A function's descriptor. */
  def(ordinal: number): FunctionDef | undefined {
    return this.era.module.functions?.[ordinal];
  }
  /** The body if it has been read. */
  known(ordinal: number): Body | undefined {
    return this.bodies.get(ordinal);
  }
  /** A function's body; undefined if there is no such function. */
  body(ordinal: number): Body | undefined {
    return this.bodies.get(ordinal) ?? this.code(ordinal)?.body;
  }
  /** A function's code; its bytes are valid only during the caller's call. */
  code(ordinal: number): FunctionCode | undefined {
    const def = this.def(ordinal);
    if (!def) return undefined;
    const { module, table, buffer } = this.era;
    const code = buffer.window.view(def.code.start, def.code.end);
    let body = this.bodies.get(ordinal);
    if (!body) this.bodies.set(ordinal, (body = readBody(code, table, limitsOf(module, table, def))));
    return { module, table, ordinal, code, def, body, block: blockFinder(body.blocks) };
  }
}

/** Finds a block's number by its offset; blocks are in order. */
export function blockFinder(blocks: readonly number[]): (offset: number) => number | undefined {
  return (offset) => {
    const index = countBefore(blocks.length, (block) => (blocks[block] ?? 0) >= offset);
    return blocks[index] === offset ? index : undefined;
  };
}
