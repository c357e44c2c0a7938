/** Limits the memory of a WebAssembly module, which a module may otherwise grow to 4 GiB. */
import { PackedReader, PackedWriter } from "../../kit/packed";

/** Bytes of a module's magic and version, before its sections. */
const HEAD = 8;
/** The section of memories. */
const MEMORY_SECTION = 5;
/** Limits of a memory without and with a maximum. */
const [MINIMUM_ONLY, MINIMUM_AND_MAXIMUM] = [0, 1];

/**
 * The module with a maximum for its one memory, in pages of 64 KiB, if it has none: allocating more then fails. Format:
 * WebAssembly core specification, 5.5.8. @throws {Unfitting} if a section is longer than the module
 */
export function withMostPages(module: Uint8Array, most: number): Uint8Array {
  const sections = new PackedReader(module.subarray(HEAD));
  while (!sections.atEnd) {
    const start = HEAD + sections.position;
    const id = sections.number();
    const content = sections.part();
    if (id !== MEMORY_SECTION || content.number() !== 1 || content.number() !== MINIMUM_ONLY) continue;
    const limited = memorySection(content.number(), most);
    const rest = module.subarray(HEAD + sections.position);
    const made = new Uint8Array(start + limited.length + rest.length);
    made.set(module.subarray(0, start));
    made.set(limited, start);
    made.set(rest, start + limited.length);
    return made;
  }
  return module;
}

/** A section of one memory with a maximum. */
function memorySection(minimum: number, most: number): Uint8Array {
  const [section, content] = [new PackedWriter(), new PackedWriter()];
  for (const number of [1, MINIMUM_AND_MAXIMUM, minimum, Math.max(minimum, most)]) content.number(number);
  section.number(MEMORY_SECTION);
  section.parts([content]);
  return section.packed;
}
