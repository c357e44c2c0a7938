/** The checksum CRC-32 as gzip has it (RFC 1952, 8). */

const TABLE = Uint32Array.from({ length: 256 }, (_unused, byte) => {
  let crc = byte;
  for (let i = 0; i < 8; i++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  return crc;
});

/** The CRC-32 of bytes. @param before that of the bytes in front of them, which are part of it */
export function crc32(data: Uint8Array, before = 0): number {
  let crc = ~before;
  for (const byte of data) crc = (crc >>> 8) ^ (TABLE[(crc ^ byte) & 255] ?? 0);
  return ~crc >>> 0;
}
