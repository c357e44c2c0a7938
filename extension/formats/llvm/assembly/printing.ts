/** Names and numbers of the assembly in a view: rows are printed in any order, so numbers are assigned beforehand. */
import type { MetadataId } from "../ir/ids";
import type { AttributeSet } from "../ir/attributes";
import { Origins } from "../listing/origins";
import { PairedMetadata, PairedPrinting } from "../listing/paired";
import { Numbering } from "../metadata/numbering";
import { blockLabels } from "../print/context";
import type { LoadedModule } from "../read/module";

/** Marks a number that is not known yet. */
const MARK = "?";

/** The names and numbers of a module. Only {@link numberGroup} numbers attribute groups. */
export class AssemblyPrinting extends PairedPrinting {
  readonly numbering: Numbering;
  /** Whether all numbers are assigned: a node without one then has none in the text. */
  final = false;
  /** Where the records of types and attributes are. */
  readonly origins: Origins;

  constructor(module: LoadedModule) {
    const numbering = new Numbering(module.metadata);
    super(module, new PairedMetadata(module.metadata), (node) => this.nodeName(node), blockLabels(module), "assembly");
    this.numbering = numbering;
    this.origins = new Origins(module);
  }

  /** Assigns the next number to a group, unless it has one. */
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
    // A debug location of an instruction is not a metadata record and has no number in the file.
    const index = this.module.metadata.fileIndexOf(node);
    return index === undefined ? `!${MARK}` : `!${index}${MARK}`;
  }
}
