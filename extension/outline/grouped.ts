/** Numbers as the outline shows them. */

/** A count: `20,000`, with the separator of a language. */
export function grouped(count: number, language: string): string {
  return count.toLocaleString(language);
}

/** A count that is not part of a number that is grouped already, alone or a size that is told. */
const COUNT = /(?<![\d.,])\d{4,}(?= bytes(?:$|,))|^\d{4,}$/;

/** What a format says beside a node, with its count grouped: `LLVM bitcode, 3,360 bytes`. */
export function withGroups(detail: string, language: string): string {
  return detail.replace(COUNT, (count) => grouped(Number(count), language));
}
