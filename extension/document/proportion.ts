/** Limits on what is made from a file, in proportion to its size, so that a few bytes cannot fill the memory. */

/** Bytes that any file may grow to, and how many more are allowed for each byte of the file. */
const ALWAYS = 16 * 1024 * 1024;
const TIMES = 40;

/**
 * The most bytes that may be made from a file: unpacked from it, or printed for one of its entries.
 * @param fileBytes the file's size in bytes
 */
export function proportionate(fileBytes: number): number {
  return ALWAYS + TIMES * fileBytes;
}
