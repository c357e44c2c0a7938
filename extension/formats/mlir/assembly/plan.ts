/** Where printing can start in a module's text: isolated ops, such as functions, that are nested only in modules. */
import type { Numbering } from "../ir/numbering";
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
  readonly nextRegion: number;
  /** `func.func`. */
  readonly kind: string;
  /** The symbol that it defines, without its sigil. */
  readonly name: string | undefined;
}

/** Ops that only contain other ops. */
const MODULE = "builtin.module";

/** Finds isles in one walk, which steps over what is in them. */
export class IsleFinder implements IrVisitor {
  readonly isles: Isle[] = [];
  /** Number of open ops with regions that are modules, and of those that are not. */
  private modules = 0;
  private others = 0;

  /** @param numbering that of the module, which tells the numbers of regions */
  constructor(
    private readonly reader: OpReader,
    private readonly numbering: Numbering,
  ) {}

  take(step: Step, walker: IrWalker): void {
    if (step === Step.Op && walker.op.regions > 0) this.enter(walker);
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
    if (!enclosed) {
      this.others++;
      return;
    }
    const { endByte } = enclosed;
    this.isles.push({
      startByte: op.startByte,
      endByte,
      depth: this.modules,
      firstRegion: this.numbering.regionsBefore(enclosed.startByte),
      nextRegion: this.numbering.regionsBefore(endByte),
      kind,
      name: this.nameOf(walker),
    });
    walker.skipRegions(endByte);
  }
  private leave(): void {
    if (this.others === 0) this.modules--;
    else this.others--;
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
