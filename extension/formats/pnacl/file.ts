/** What surrounds the module: the file's header, and bits after the module. */
import { PSEUDO } from "./tables";
import { MAGIC } from "./header";
import { BESIDE_RECORDS } from "./layout";
import type { Item } from "./output";
import { ItemWriter, operandsOf } from "./output";
import type { Sections } from "./sections";

/** Items cache so far for each document, and the fault that they report. */
const cache = new WeakMap<Sections, { readonly fault: string | undefined; readonly items: readonly Item[] }>();

/**
 * The items of the file's own section, in order. They are kept: a header may have any length, and every row asks for
 * them.
 */
export function fileItems(sections: Sections): readonly Item[] {
  const { fault } = sections;
  const cached = cache.get(sections);
  if (cached && cached.fault === fault) return cached.items;
  const items = itemsOf(sections);
  cache.set(sections, { fault, items });
  return items;
}

function itemsOf(sections: Sections): readonly Item[] {
  const out = new ItemWriter(BESIDE_RECORDS, true);
  putHeader(out, sections);
  const { module, endOfFile } = sections;
  let end = sections.header.endByte * 8;
  if (module) {
    end = module.endBit;
    out.section(module.id, module.block.startBit, end);
  }
  if (end < endOfFile || sections.fault !== undefined) {
    const reason = sections.fault ?? "Expected block, but not found";
    out.errorAt(end, reason);
    if (end < endOfFile) out.asm.put("problem", `; undecoded ${endOfFile - end} bits: ${reason}`).line();
    out.writeRange(end, endOfFile);
  }
  return out.take();
}

function putHeader(out: ItemWriter, { header, window }: Sections): void {
  const { asm } = out;
  const bytes = [...window.view(0, header.endByte)];
  asm.put("keyword", "Magic").space().put("keyword", "Number").put("punctuation", ":").space().begin();
  asm.begin().put("string", `'${MAGIC}'`).end().space().begin().open("(");
  for (let i = 0; i < MAGIC.length; i++) {
    if (i > 0) asm.put("punctuation", ",").space();
    asm.put("number", String(bytes[i] ?? 0));
  }
  asm.close(")").end().end().line();
  for (const field of header.fields) asm.put("text", field.text).line();
  const [first, ...others] = header.unsupported;
  if (first !== undefined) out.errorAt(0, [first, ...others].join("\n"), "Warning");
  if (!header.readable) out.errorAt(0, "Invalid PNaCl bitcode header.");
  if (window.length % 4 !== 0) out.errorAt(0, "Bitcode stream should be a multiple of 4 bytes in length.");
  out.write({ startBit: 0, endBit: header.endByte * 8, code: PSEUDO.HEADER, ...operandsOf(bytes) });
}
