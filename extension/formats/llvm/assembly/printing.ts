/** Names and numbers of the assembly as a view: rows are printed in any order, so numbers are given out before. */
import type { MetadataId } from "../ir/ids";
import type { AttributeSet } from "../ir/attributes";
import { Origins } from "../listing/origins";
import { PairedMetadata, PairedPrinting } from "../listing/paired";
import { Numbering } from "../metadata/numbering";
import { blockLabels } from "../print/context";
import type { LoadedModule } from "../read/module";

/** What stands for a number that is not known yet is the file's own, with this mark. */
const MARK = "?";

/** The names and numbers of one module. Attribute groups are numbered by {@link numberGroup} alone. */
export class AssemblyPrinting extends PairedPrinting {
  readonly numbering: Numbering;
  /** Whether all numbers are given out: what has none now has none in the text. */
  final = false;
  /** Where the records of types and attributes are. */
  readonly origins: Origins;

  constructor(module: LoadedModule) {
    const numbering = new Numbering(module.metadata);
    super(module, new PairedMetadata(module.metadata), (node) => this.nodeName(node), blockLabels(module), "assembly");
    this.numbering = numbering;
    this.origins = new Origins(module);
  }

  /** Gives a group the next number, where it has none. */
  numberGroup(set: AttributeSet): void {
    super.attributeGroup(set);
  }
  override groupName(set: AttributeSet): string {
    const number = this.groups.get(set);
    return number === undefined ? `#${MARK}` : `#${number}`;
  }

  private nodeName(node: MetadataId): string {
    const number = this.numbering.numberOf(node);
    if (number !== undefined) return `!${number}`;
    if (this.final) return "!-1";
    // A location of an instruction is no record of the file's metadata: it has no number there.
    const index = this.module.metadata.fileIndexOf(node);
    return index === undefined ? `!${MARK}` : `!${index}${MARK}`;
  }
}
