/** Limits the memory of a WebAssembly module, which a module may otherwise grow to 4 GiB. */

/** Bytes of a module's magic and version, before its sections. */
const HEAD = 8;
/** The section of memories. */
const MEMORY_SECTION = 5;
/** Limits of a memory without and with a maximum. */
const [MINIMUM_ONLY, MINIMUM_AND_MAXIMUM] = [0, 1];

/** An unsigned LEB128 number, and where it ends. */
function numberAt(bytes: Uint8Array, at: number): { readonly value: number; readonly end: number } {
  let value = 0;
  for (let scale = 1; ; scale *= 128) {
    const byte = bytes[at++] ?? 0;
    value += (byte % 128) * scale;
    if (byte < 128) return { value, end: at };
  }
}
function numberBytes(value: number): readonly number[] {
  return value < 128 ? [value] : [128 + (value % 128), ...numberBytes(Math.floor(value / 128))];
}

/**
 * The module with a maximum for its one memory, in pages of 64 KiB, if it has none: allocating more then fails. Format:
 * WebAssembly core specification, 5.5.8.
 */
export function withMostPages(module: Uint8Array, most: number): Uint8Array {
  for (let at = HEAD; at < module.length;) {
    const { value: size, end: start } = numberAt(module, at + 1);
    const [memories, limits] = [module[start], module[start + 1]];
    if (module[at] === MEMORY_SECTION && memories === 1 && limits === MINIMUM_ONLY) {
      const minimum = numberAt(module, start + 2).value;
      const content = [1, MINIMUM_AND_MAXIMUM, ...numberBytes(minimum), ...numberBytes(Math.max(minimum, most))];
      const section = [MEMORY_SECTION, ...numberBytes(content.length), ...content];
      return Uint8Array.from([...module.subarray(0, at), ...section, ...module.subarray(start + size)]);
    }
    at = start + size;
  }
  return module;
}
