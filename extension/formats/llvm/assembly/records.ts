/** Interprets the records of an open function, to pair the operands with the lines of its assembly. */
import type { Body } from "../ir/module";
import type { Checkpoint } from "../../bitstream/reader";
import { BitstreamReader } from "../../bitstream/reader";
import { BLOCK } from "../codes";
import type { Release } from "../ir/releases";
import type { Type } from "../ir/types";
import { Pairing } from "../listing/pairing";
import type { FunctionBody } from "../ir/function";
import type { LoadedModule } from "../read/module";
import { specificationOf } from "../spec/index";
import type { LayoutSurroundings } from "../spec/layout";
import { Layout } from "../spec/layout";
import { countBefore } from "../../../kit/sortedSearch";

/** Reads records of a body by their first bits. The body must be open, since operands refer to its values. */
export class BodyRecords {
  /** A checkpoint in the block after all abbreviations that the block defines. */
  private inside: Checkpoint | undefined;
  /** The first bits of the records that define values, in order. */
  private readonly bits: number[] = [];
  /** The value numbers that the records at `bits` define. */
  private readonly ids: number[] = [];
  private readonly end: number;

  constructor(
    private readonly module: LoadedModule,
    private readonly place: Body,
    body: FunctionBody,
    private readonly typeText: (type: Type) => string,
  ) {
    this.end = module.values.length;
    for (const { instructions } of body.blocks) {
      for (const { id, startBit } of instructions) {
        if (id < 0) continue;
        this.bits.push(startBit);
        this.ids.push(id);
      }
    }
  }

  /** The operands of the record that starts at this bit, for pairing; undefined if no known record starts there. */
  pairingAt(bit: number): Pairing | undefined {
    const { module } = this;
    const reader = new BitstreamReader(module.window, module.stream);
    reader.restore({ ...(this.inside ??= this.walk()), bit });
    if (reader.next() !== "record") return undefined;
    const era: { release: Release; oldTypeTable: boolean } = {
      release: module.release,
      oldTypeTable: module.place.oldTypeTable,
    };
    const specification = specificationOf(BLOCK.FUNCTION, reader.record.code, era);
    const layout = specification && new Layout(reader.record, specification, this.surroundings(bit));
    return layout && new Pairing(layout, module.metadata, this.typeText);
  }

  private walk(): Checkpoint {
    const { module, place } = this;
    const reader = new BitstreamReader(module.window, module.stream);
    reader.restore(place.checkpoint);
    const depth = reader.depth;
    let last = reader.checkpoint();
    for (let event = reader.next(); reader.depth >= depth; event = reader.next()) {
      if (event === "end" || event === "fault") break;
      if (event === "enterBlock") reader.skipBlock();
      if (event === "defineAbbrev") last = reader.checkpoint();
    }
    return last;
  }

  private surroundings(bit: number): LayoutSurroundings {
    const { release, version, summaryVersion, contextTree, types, values } = this.module;
    return {
      release,
      version,
      summaryVersion,
      contextTree,
      next: this.nextValue(bit),
      type: (index) => types[index],
      typeOf: (id) => values.typeOf(id),
    };
  }
  /** The number that the next value would get at a record: that of the first value defined there or later. */
  private nextValue(bit: number): number {
    return this.ids[countBefore(this.bits.length, (index) => (this.bits[index] ?? Infinity) >= bit)] ?? this.end;
  }
}
