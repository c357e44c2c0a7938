/** Prints JSON piece by piece, as `JSON.stringify(…, null, 2)` spells it: the whole of a long list would fill the memory. */

/** Takes a piece of text. */
export type Write = (text: string) => void;

/**
 * Prints a list.
 * @param print prints an item; its lines after the first begin with `indent`
 * @param indent what the lines of the list itself begin with
 */
export function writeList<T>(
  items: Iterable<T>,
  write: Write,
  print: (item: T, indent: string) => void = (item, inner) => write(jsonText(item, inner)),
  indent = "",
): void {
  const inner = `${indent}  `;
  let isEmpty = true;
  for (const item of items) {
    write(isEmpty ? `[\n${inner}` : `,\n${inner}`);
    isEmpty = false;
    print(item, inner);
  }
  write(isEmpty ? "[]" : `\n${indent}]`);
}

/** A value as text; its lines after the first begin with `indent`. */
export function jsonText(value: unknown, indent: string): string {
  return JSON.stringify(value, null, 2).replaceAll("\n", `\n${indent}`);
}

/** The text of an object with a list as one more property, of which only the beginning is returned: `{ …, "name": `. */
export function openedAt(object: object, name: string, indent: string): string {
  return `${jsonText(object, indent).slice(0, -`\n${indent}}`.length)},\n${indent}  ${JSON.stringify(name)}: `;
}
