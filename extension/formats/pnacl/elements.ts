/** The elements that tile a `.pexe`: header fields, blocks, records, and operands with their meanings. */
import { littleEndian } from "../../kit/littleEndian";
import type { BitRange } from "../../document/bits";
import type { ElementSink, Leaf } from "../../document/element";
import { rawLeaves } from "../../document/leaves";
import type { Block } from "../bitstream/reader";
import type { BitRecord } from "../bitstream/record";
import type { Tiler } from "../bitstream/tiling";
import { STEP_ARROW, tileStream } from "../bitstream/tiling";
import type { HeaderField } from "./header";
import { MAGIC } from "./header";
import { meaningOf } from "./meanings";
import { placeOfBit } from "./places";
import { readOperand } from "./reading";
import type { Sections } from "./sections";
import { BLOCK_NAMES, operandOf, RECORD_KINDS } from "./tables";
import type { Walk } from "./walk";

const TAGS = ["invalid", "PNaCl version", "align bitcode records"];
const TYPES = ["bytes", "uint32", "flag", "unknown"];

/** Names blocks, records and operands. A second walk over the same block finds out what operands refer to. */
class PexeTiler implements Tiler {
  /** The innermost block, and the walk over it. */
  private follower: { readonly block: Block; readonly walk: Walk } | undefined;

  constructor(private readonly sections: Sections) {}

  blockName(id: number): string {
    return BLOCK_NAMES[id] ?? `block ${id}`;
  }
  recordName(block: Block | undefined, record: BitRecord): string {
    return RECORD_KINDS[block?.id ?? -1]?.[record.code]?.name ?? `code ${record.code}`;
  }
  operandMeaning(block: Block | undefined, record: BitRecord, index: number): string | undefined {
    const kind = RECORD_KINDS[block?.id ?? -1]?.[record.code];
    const operand = kind && operandOf(kind, index);
    if (!operand || !block) return undefined;
    const [name, role] = operand;
    const walk = this.walkAt(block, record.startBit);
    const meaning = walk
      ? readOperand(walk, record, index, role).steps.join(STEP_ARROW)
      : (meaningOf(role, record.value(index), () => record.big(index)) ?? "");
    return meaning === "" ? name : `${name}: ${meaning}`;
  }

  /**
   * A walk over the block that has reached its record at `bit` but not printed it; undefined if the block is no
   * section.
   */
  private walkAt(block: Block, bit: number): Walk | undefined {
    if (this.follower?.block.startBit !== block.startBit) this.follower = this.follow(block, bit);
    const walk = this.follower?.walk;
    walk?.stepTo(bit);
    return walk;
  }
  private follow(block: Block, bit: number): { readonly block: Block; readonly walk: Walk } | undefined {
    const section = this.sections.of(block) ?? this.sections.node(placeOfBit(this.sections, bit)?.section ?? -1);
    return section && { block, walk: this.sections.beside(section, bit) };
  }
}

/** Walks all elements. Without a range, all sections are walked first, so that every problem is known at the end. */
export function* tilePexe(sections: Sections, sink: ElementSink, range?: BitRange): Generator<void, void, undefined> {
  if (!range) yield* walkAll(sections);
  const { window, header, endOfFile } = sections;
  const startBit = header.endByte * 8;
  sink.open("file", MAGIC, 0);
  tileHeader(sections, sink);
  const { alignRecords, endByte: originByte } = header;
  const tiler = new PexeTiler(sections);
  const end = yield* tileStream(window, { originByte, startBit, alignRecords }, sink, tiler);
  const filler = window.length - end / 8 <= 256 && window.view(end / 8, window.length).every((b) => b === 0);
  rawLeaves(
    sink,
    window,
    { kind: filler ? "padding" : "undecoded", name: "trailing" },
    { startBit: end, endBit: endOfFile },
  );
  sink.close(endOfFile);
}

function* walkAll(sections: Sections): Generator<void, void, undefined> {
  if (!sections.module) return;
  sections.exhaust(sections.module);
  for (let at = 0; at < sections.all.length; at++) {
    const section = sections.all[at];
    if (section && section !== sections.module) sections.exhaust(section);
    if (at % 16 === 0) yield;
  }
}

function tileHeader({ window, header }: Sections, sink: ElementSink): void {
  const end = header.endByte;
  sink.open("header", MAGIC, 0);
  const bytes = window.view(0, end);
  const fixed = (name: string, startByte: number, size: number, meaning?: string): void => {
    const endByte = Math.min(startByte + size, end);
    if (endByte <= startByte) return;
    const leaf: Leaf = {
      kind: "decoded",
      name,
      startBit: startByte * 8,
      endBit: endByte * 8,
      encoding: { kind: "fixed" },
      raw: littleEndian(bytes, startByte, endByte - startByte),
    };
    sink.leaf(meaning === undefined ? leaf : { ...leaf, meaning });
  };
  fixed("magic", 0, 4, MAGIC);
  fixed("field count", 4, 2);
  fixed("field bytes", 6, 2);
  let at = Math.min(8, end);
  for (const field of header.fields) {
    tileField(window, sink, field, end, fixed);
    at = Math.min(field.endByte, end);
  }
  rawLeaves(sink, window, { kind: "undecoded", name: "header" }, { startBit: at * 8, endBit: end * 8 });
  sink.close(end * 8);
}
function tileField(
  window: Sections["window"],
  sink: ElementSink,
  field: HeaderField,
  headerEnd: number,
  fixed: (name: string, startByte: number, size: number, meaning?: string) => void,
): void {
  const { startByte, dataBytes, endByte } = field;
  const dataStart = startByte + 4;
  const dataEnd = dataStart + dataBytes;
  sink.open("field", field.text, startByte * 8);
  fixed("tag and type", startByte, 2, `${TAGS[field.tag] ?? ""}, ${TYPES[field.type] ?? ""}`);
  fixed("length", startByte + 2, 2);
  if (dataBytes === 4) fixed("value", dataStart, 4);
  else rawLeaves(sink, window, { kind: "decoded", name: "value" }, { startBit: dataStart * 8, endBit: dataEnd * 8 });
  // The header may end within the field's alignment.
  const padded = Math.min(endByte, headerEnd);
  rawLeaves(sink, window, { kind: "padding", name: "alignment" }, { startBit: dataEnd * 8, endBit: padded * 8 });
  sink.close(padded * 8);
}
