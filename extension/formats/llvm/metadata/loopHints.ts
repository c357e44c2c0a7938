/** Hints of loops by the names that a release gives them (llvm::upgradeInstructionLoopAttachment). */
import type { MetadataId } from "../ir/ids";
import type { Metadata, MetadataTuple } from "../ir/metadata";
import type { Release } from "../ir/releases";

/** A module's nodes, and others beside them. */
interface Nodes {
  readonly release: Release;
  node(id: MetadataId | undefined): Metadata | undefined;
  stringOf(id: MetadataId | undefined): string | undefined;
  integerOf(id: MetadataId | undefined): bigint | undefined;
  make(node: Metadata): MetadataId;
  /** Replaces a node wherever it is used. */
  override(id: MetadataId, node: Metadata): void;
  /** The uniqued tuple with these operands. */
  tuple(operands: readonly (MetadataId | undefined)[]): MetadataId;
}

/** The beginning of the old names of loops' hints. */
export const OLD_PREFIX = "llvm.vectorizer.";
/** Hints that were a number, and are one of two names since LLVM 24: `llvm.loop.distribute.enable`, `.disable`. */
const CHOICE = /^(llvm\.loop\.(?:distribute|vectorize(?:\.predicate|\.scalable)?)\.)enable$/;
const NAMED_CHOICES: Release = 24;

type Operands = readonly (MetadataId | undefined)[];
type Upgrade = (hint: MetadataTuple) => MetadataId | undefined;

/** Upgrades the hints of a module's loops. */
export class LoopHints {
  /**
   * Whether a string's own record has an old name: up to LLVM 23, the strings that LLVM 3.9 and later write together are
   * not looked at (HasSeenOldLoopTags).
   */
  hasOldNames = false;
  /** Whether a loop was changed in place. */
  hasChanged = false;

  constructor(private readonly nodes: Nodes) {}

  /** A loop's node with its hints upgraded. */
  upgraded(loop: MetadataId): MetadataId {
    const { release } = this.nodes;
    const choices = release >= NAMED_CHOICES ? this.withNamedChoices(loop) : loop;
    return release >= NAMED_CHOICES || this.hasOldNames ? this.renamed(choices) : choices;
  }

  /** A distinct node is changed in place, since it usually refers to itself. */
  private withNamedChoices(loop: MetadataId): MetadataId {
    const node = this.nodes.node(loop);
    if (node?.kind !== "tuple") return loop;
    const operands = this.changed(node.operands, (hint) => this.namedChoice(hint));
    if (!operands) return loop;
    if (!node.distinct) return this.nodes.tuple(operands);
    this.nodes.override(loop, { ...node, operands });
    this.hasChanged = true;
    return loop;
  }
  private namedChoice({ operands: [name, ...rest] }: MetadataTuple): MetadataId | undefined {
    const choice = this.choiceOf(this.nodes.stringOf(name) ?? "", rest);
    return choice === undefined ? undefined : this.hint(choice, []);
  }
  /** The name of a hint that was a number; undefined for any other hint. */
  private choiceOf(name: string, rest: Operands): string | undefined {
    const [, stem] = CHOICE.exec(name) ?? [];
    const choice = rest.length === 1 ? this.nodes.integerOf(rest[0]) : undefined;
    return stem === undefined || choice === undefined ? undefined : `${stem}${choice === 0n ? "disable" : "enable"}`;
  }

  /** Renames `llvm.vectorizer.*` to `llvm.loop.vectorize.*` and `llvm.loop.interleave.count`. */
  private renamed(loop: MetadataId): MetadataId {
    const node = this.nodes.node(loop);
    if (node?.kind !== "tuple" || this.nodes.release === 3) return loop;
    const operands = this.changed(node.operands, ({ operands: [name, ...rest] }) => {
      const old = this.nodes.stringOf(name);
      return old?.startsWith(OLD_PREFIX) ? this.renamedHint(old.slice(OLD_PREFIX.length), rest) : undefined;
    });
    return operands ? this.nodes.tuple(operands) : loop;
  }
  private renamedHint(option: string, rest: Operands): MetadataId {
    const name = option === "unroll" ? "llvm.loop.interleave.count" : `llvm.loop.vectorize.${option}`;
    const choice = this.nodes.release >= NAMED_CHOICES ? this.choiceOf(name, rest) : undefined;
    return choice === undefined ? this.hint(name, rest) : this.hint(choice, []);
  }

  /** The operands of a loop with its hints upgraded; undefined if none is. */
  private changed(operands: Operands, upgrade: Upgrade): Operands | undefined {
    let isChanged = false;
    const hints = operands.map((operand) => {
      const hint = this.nodes.node(operand);
      const made = hint?.kind === "tuple" ? upgrade(hint) : undefined;
      isChanged ||= made !== undefined;
      return made ?? operand;
    });
    return isChanged ? hints : undefined;
  }
  private hint(name: string, rest: Operands): MetadataId {
    return this.nodes.tuple([this.nodes.make({ kind: "string", text: name }), ...rest]);
  }
}
