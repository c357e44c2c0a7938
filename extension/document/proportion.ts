/** How much may come of a file: in proportion to its size, so that a few bytes cannot fill the memory. */

/** What any file may grow to, in bytes, and how many bytes may come of each of its own besides. */
const ALWAYS = 16 * 1024 * 1024;
const TIMES = 40;

/**
 * The most bytes that may be made of a file: unpacked from it, or printed for one of its entries.
 * @param fileBytes the file's size
 */
export function proportionate(fileBytes: number): number {
  return ALWAYS + TIMES * fileBytes;
}
