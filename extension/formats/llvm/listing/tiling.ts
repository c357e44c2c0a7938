/** The elements of an IR file: those of the bitstream, with the field and the meaning of each operand. */
import type { BitRange } from "../../../document/bits";
import type { ElementSink } from "../../../document/element";
import type { Problem } from "../../../document/problem";
import type { ByteWindow } from "../../../document/window";
import type { StreamHeader } from "../../bitstream/header";
import { BlockNames } from "../../bitstream/names";
import type { BitEvent, BitstreamReader, Block } from "../../bitstream/reader";
import type { BitRecord } from "../../bitstream/record";
import type { Tiler } from "../../bitstream/tiling";
import type { Waymarks } from "../../bitstream/waymarks";
import { STEP_ARROW, tileBitstream } from "../../bitstream/tiling";
import { BLOCK } from "../codes";
import { BARE, BARE_ERA } from "./bare";
import type { Era } from "../spec/index";
import { specificationOf } from "../spec/index";
import { Layout } from "../spec/layout";
import { SPECIFIED_NAMES } from "../spec/specifiedNames";
import type { Surroundings } from "./meaning";
import { meaningOf } from "./meaning";
import type { ListingModule } from "./module";
import type { OpenFunction } from "./openFunction";
import { operandName } from "./operands";
import type { ModuleAt } from "./rowState";
import { ModuleSurroundings } from "./surroundings";

/** Blocks whose blobs are decoded: string table, symbol table, metadata strings. */
const DECODED_BLOBS: ReadonlySet<number> = new Set([BLOCK.STRTAB, BLOCK.SYMTAB, BLOCK.METADATA]);

/** What the tiling needs from the document. */
export interface LlvmTiling {
  /** Returns the module whose block starts at a bit. If absent, operands get no meanings. */
  readonly moduleAt: ModuleAt | undefined;
  /** Returns the positions noted in the large module whose block starts at a bit. */
  readonly waymarksAt: (bit: number) => Waymarks | undefined;
  /** Receives the problems found. */
  readonly report: (problem: Problem) => void;
}

/** Walks the elements in file order; with a range, only those in it. */
export function* tileLlvm(
  window: ByteWindow,
  header: StreamHeader,
  sink: ElementSink,
  how: LlvmTiling,
  range?: BitRange,
): Generator<void, void, undefined> {
  yield* tileBitstream(window, header, sink, new LlvmTiler(how), range);
}

/** Follows the blocks, and interprets records with the module and function that contain them. */
class LlvmTiler implements Tiler {
  private readonly names = new BlockNames("LLVM IR", SPECIFIED_NAMES);
  /** The first bit of the current module's block. */
  private moduleBit: number | undefined;
  /** The first bit of the block of the current function. */
  private function_: number | undefined;
  private open: OpenFunction | undefined;
  /** The module as far as the last record needed it. */
  private module: ListingModule | undefined;
  private around: ModuleSurroundings | undefined;
  /** The record that was laid out last. */
  private laidOut: { readonly startBit: number; readonly layout: Layout | undefined } | undefined;

  constructor(private readonly how: LlvmTiling) {}

  blockName(id: number): string {
    return this.names.blockOrUnknown(id);
  }
  recordName(block: Block | undefined, record: BitRecord): string {
    const id = block?.id ?? 0;
    return (
      this.names.record(id, record.code) ??
      specificationOf(id, record.code, this.eraOf(record))?.name ??
      this.names.recordOrUnknown(id, record.code)
    );
  }
  private eraOf(record: BitRecord): Era {
    const { release, place } = this.moduleFor(record)?.module ?? {};
    return release && place ? { release, oldTypeTable: place.oldTypeTable } : BARE_ERA;
  }
  private moduleFor({ startBit }: BitRecord): ListingModule | undefined {
    return this.moduleBit === undefined ? undefined : this.how.moduleAt?.(this.moduleBit, startBit);
  }
  operandMeaning(block: Block | undefined, record: BitRecord, operand: number): string | undefined {
    const layout = this.layoutOf(block?.id ?? 0, record);
    if (!layout) return undefined;
    const around: Surroundings = this.around ?? BARE;
    return `${operandName(layout, operand)}: ${meaningOf(layout, operand, around).steps.join(STEP_ARROW)}`;
  }
  blobIsDecoded(block: Block | undefined): boolean {
    return DECODED_BLOBS.has(block?.id ?? 0);
  }

  waymarks(block: Block): Waymarks | undefined {
    return block.id === BLOCK.MODULE && this.how.moduleAt ? this.how.waymarksAt(block.startBit) : undefined;
  }

  seen(event: BitEvent, reader: BitstreamReader): void {
    this.names.follow(event, reader);
    if (event === "enterBlock") this.entered(reader.block);
    else if (event === "endBlock") this.left(reader.ended);
    else if (event === "fault" && reader.fault) {
      const { code, message, startBit, endBit } = reader.fault;
      this.how.report({ code, message, startBit, endBit, path: [] });
      this.left(reader.ended);
    }
  }

  private entered(block: Block | undefined): void {
    if (block?.id === BLOCK.MODULE) this.moduleBit = block.startBit;
    else if (block?.id === BLOCK.FUNCTION) this.function_ = block.startBit;
  }
  private left(block: Block | undefined): void {
    if (block?.id === BLOCK.MODULE) this.moduleBit = this.around = undefined;
    if (block?.id === BLOCK.MODULE || block?.id === BLOCK.FUNCTION) this.function_ = undefined;
  }

  private layoutOf(block: number, record: BitRecord): Layout | undefined {
    if (this.laidOut?.startBit === record.startBit) return this.laidOut.layout;
    const layout = this.readLayout(block, record);
    this.laidOut = { startBit: record.startBit, layout };
    return layout;
  }
  private readLayout(block: number, record: BitRecord): Layout | undefined {
    const around = this.surroundings(record);
    if (around) return around.layOut(block, record);
    const specification = specificationOf(block, record.code, BARE_ERA);
    return specification && new Layout(record, specification, BARE);
  }
  /** Another walk or a hover card may have opened another function meanwhile; then this opens the function again. */
  private surroundings(record: BitRecord): ModuleSurroundings | undefined {
    const module = this.moduleFor(record);
    if (!module) return undefined;
    const body = this.function_ === undefined ? undefined : module.bodyAt(this.function_);
    const open = body && module.open(body);
    if (!this.around || open !== this.open || module !== this.module)
      this.around = new ModuleSurroundings(module, open, true);
    this.open = open;
    this.module = module;
    return this.around;
  }
}
