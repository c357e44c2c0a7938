/** Builds Tile IR bytecode from sections with given bytes. */

const FILLER = 0xcb;

export function varint(value: number): number[] {
  return value < 128 ? [value] : [(value & 127) | 128, ...varint(value >>> 7)];
}
function fixed(value: number, size: number): number[] {
  return Array.from({ length: size }, (_unused, i) => Math.floor(value / 256 ** i) & 255);
}
/** A signed number of eight bytes. */
export function int64(value: number): number[] {
  return Array.from({ length: 8 }, (_unused, i) => Number((BigInt(value) >> BigInt(8 * i)) & 255n));
}
function filled(bytes: readonly number[], alignment: number): number[] {
  return [...bytes, ...new Array<number>((alignment - (bytes.length % alignment)) % alignment).fill(FILLER)];
}

/** A count, offsets of `width` bytes, and the entries. */
export function table(entries: readonly (readonly number[])[], width: number): number[] {
  let at = 0;
  const offsets = entries.flatMap((entry) => {
    const offset = fixed(at, width);
    at += entry.length;
    return offset;
  });
  return [...filled(varint(entries.length), width), ...offsets, ...entries.flat()];
}

/** A function: name and type by their index, flags, its operations. */
export function kernel(name: number, type: number, body: readonly number[], hints: readonly number[] = []): number[] {
  return [name, type, hints.length > 0 ? 6 : 2, 0, ...hints, ...varint(body.length), ...body];
}

/** A file of this minor version with these sections; the function section is padded to eight bytes on request. */
export function tileFile(
  minor: number,
  sections: readonly (readonly [id: number, alignment: number, content: readonly number[]])[],
  fill = true,
): Uint8Array {
  const file = [0x7f, ...[..."TileIR\0"].map((c) => c.charCodeAt(0)), 13, minor, 0, 0];
  for (const [id, alignment, content] of sections) {
    const payload = id === 2 && fill ? filled(content, 8) : content;
    if (alignment === 1) {
      file.push(id, ...varint(payload.length));
      for (const byte of payload) file.push(byte);
    } else {
      file.push(id | 128, ...varint(payload.length), alignment);
      while (file.length % alignment !== 0) file.push(FILLER);
      for (const byte of payload) file.push(byte);
    }
  }
  return Uint8Array.from([...file, 0]);
}

/** The text of a string entry. */
export function text(value: string): number[] {
  return [...value].map((c) => c.charCodeAt(0));
}
