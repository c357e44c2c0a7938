/** A bytecode module being read: the skim at once, tables and bodies on demand. */
import type { Problem, ProblemCode } from "../../../document/problem";
import type { ByteWindow } from "../../../document/window";
import { LeastRecent } from "../../../kit/leastRecent";
import type { Block, Layout } from "./blocks";
import { skim } from "./blocks";
import type { Body } from "./body";
import { loadBody } from "./body";
import type { ModuleTables } from "./module";
import { ModuleLoader } from "./module";
import { LAST_RELEASED } from "../model/traits";
import type { FunctionValue } from "../model/values";

/**
 * Decoded bodies that are kept, measured by the bytes of their blocks. Not more: a body that survives two of V8's quick
 * collections stays in memory until a full one.
 */
const KEPT_BODY_BYTES = 1 << 14;
/** What a body counts besides: the smallest ones take many times their bytes. */
const BODY_BYTES = 256;

/** The module in a window. Everything except the skim is decoded on demand and may throw MissingBytes. */
export class Bytecode {
  readonly layout: Layout;
  private readonly found = new Map<string, Problem>();
  private tables: ModuleTables | undefined;
  private readonly bodies = new LeastRecent<Block, Body>(KEPT_BODY_BYTES, (_, { size }) => BODY_BYTES + size);
  /** The blocks of functions, by their index. */
  private blocks: Map<FunctionValue, number> | undefined;

  /** @param start position of the module's header: 4 after a signature, 0 in a payload */
  constructor(
    readonly window: ByteWindow,
    readonly start: number,
  ) {
    this.layout = skim(window, start, (code, message, from, to, block) => this.report(code, message, from, to, block));
    const { versionWord, module, traits } = this.layout;
    if (module && versionWord !== undefined && traits.version > LAST_RELEASED) {
      const message = `bytecode version ${traits.version} was never released; it is read as version ${LAST_RELEASED}, which may be wrong`;
      this.report("unsupported", message, module.startByte, module.bodyByte, module);
    }
  }

  /** Whether a release wrote this version, so that it can be read with certainty. */
  get released(): boolean {
    return this.layout.traits.version <= LAST_RELEASED;
  }

  problems(): readonly Problem[] {
    return [...this.found.values()];
  }

  /** Notes a problem once, however often its place is decoded. The range is in bytes. */
  report(code: ProblemCode, message: string, startByte: number, endByte: number, block?: Block): void {
    const startBit = Math.min(startByte, this.window.length) * 8;
    const endBit = Math.max(startBit, Math.min(endByte, this.window.length) * 8);
    const key = `${startBit} ${code} ${message}`;
    if (!this.found.has(key)) this.found.set(key, { code, message, startBit, endBit, path: this.path(block) });
  }

  /** The blocks around a place, outermost first. */
  private path(block: Block | undefined): readonly string[] {
    const path: string[] = [];
    for (let at = block; at; at = at.parent) path.unshift(this.blockName(at));
    return path;
  }

  /** A block's name in messages; a function block has its function's name. */
  blockName(block: Block): string {
    const of = block.kind === "Function" ? this.tables?.bodies.get(block.index) : undefined;
    return of ? `function %${of.name ?? `#${of.ordinal}`}` : block.kind;
  }

  /** The module's tables. */
  module(): ModuleTables {
    this.tables ??= new ModuleLoader(this.window, this.layout, (...problem) => this.report(...problem)).load();
    return this.tables;
  }

  /** The block itself if it is a function block, otherwise the function block around it. */
  functionBlock(block: Block): Block | undefined {
    return block.kind === "Function" ? block : block.parent?.kind === "Function" ? block.parent : undefined;
  }

  /** A function block's body; those used last stay decoded. */
  body(block: Block): Body | undefined {
    const known = this.bodies.get(block);
    if (known) return known;
    const body = this.decode(block);
    if (body) this.bodies.set(block, body);
    return body;
  }

  /** A function block's body, not kept, so that a walk over all bodies costs no memory. */
  passingBody(block: Block): Body | undefined {
    return this.bodies.get(block) ?? this.decode(block);
  }

  private decode(block: Block): Body | undefined {
    const report = (...problem: Parameters<Bytecode["report"]>): void => this.report(...problem);
    return loadBody(this.window, this.layout.traits, this.module(), block, report);
  }

  /** The block with a function's body. */
  blockOf(of: FunctionValue): Block | undefined {
    this.blocks ??= new Map(Array.from(this.module().bodies, ([index, value]) => [value, index]));
    const index = this.blocks.get(of);
    return index === undefined ? undefined : this.layout.blocks[index];
  }
}
