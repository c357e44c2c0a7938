/** Where printing can start in a module's text: isolated ops, such as functions, that are nested only in modules. */
import type { IrVisitor } from "../ir/walk";
import type { IrWalker } from "../ir/walker";
import { Step } from "../ir/walker";
import type { OpReader } from "../text/values";

/** An op that refers to nothing outside itself, so that it can be printed alone. */
export interface Isle {
  readonly startByte: number;
  /** The byte after its regions. */
  readonly endByte: number;
  /** Number of modules around it. */
  readonly depth: number;
  /** The number of its first region in the numbering, and the number after its last region. */
  readonly firstRegion: number;
  nextRegion: number;
  /** `func.func`. */
  readonly kind: string;
  /** The symbol that it defines, without its sigil. */
  readonly name: string | undefined;
}

/** Ops that only contain other ops. */
const MODULE = "builtin.module";

/** Finds isles in one walk. */
export class IsleFinder implements IrVisitor {
  readonly isles: Isle[] = [];
  /** The pseudo-block around the IR has region number 0. */
  private nextRegion = 1;
  /** Number of open ops with regions that are modules, and of those that are not. */
  private modules = 0;
  private others = 0;
  private current: Isle | undefined;

  constructor(private readonly reader: OpReader) {}

  take(step: Step, walker: IrWalker): void {
    if (step === Step.Region) this.nextRegion++;
    else if (step === Step.Op && walker.op.regions > 0) this.enter(walker);
    else if (step === Step.OpEnd) this.leave();
  }
  lost(_message: unknown, _lostBytes: number, depth: number): void {
    while (this.modules + this.others > depth - 1) this.leave();
  }

  private enter(walker: IrWalker): void {
    const { op } = walker;
    const kind = this.reader.container.dialects.opNames[op.name]?.name ?? "";
    if (this.others === 0 && kind === MODULE) {
      this.modules++;
      return;
    }
    const enclosed = this.others === 0 && isAlone(walker) ? walker.enclosed() : undefined;
    this.others++;
    if (!enclosed) return;
    const { startByte } = op;
    const { endByte } = enclosed;
    const { modules: depth, nextRegion } = this;
    this.current = { startByte, endByte, depth, firstRegion: nextRegion, nextRegion, kind, name: this.nameOf(walker) };
    this.isles.push(this.current);
  }
  private leave(): void {
    if (this.others === 0) {
      this.modules--;
      return;
    }
    if (--this.others > 0) return;
    if (this.current) this.current.nextRegion = this.nextRegion;
    this.current = undefined;
  }

  private nameOf({ op }: IrWalker): string | undefined {
    const { properties, attributes } = this.reader.values(op, false);
    const named = properties.kind === "named" ? [...properties.values, ...attributes] : attributes;
    const found = named.find(({ name }) => name === "sym_name")?.value;
    if (found?.kind !== "attribute") return undefined;
    const node = this.reader.container.attribute(found.index);
    return node.kind === "string" ? this.reader.container.stringValue(found.index) : undefined;
  }
}

function isAlone({ op }: IrWalker): boolean {
  return op.operands.length === 0 && op.results.length === 0 && op.successors.length === 0;
}
