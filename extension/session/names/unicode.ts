/** Byte strings of a file as the Unicode that a reader sees. */

const utf8 = new TextDecoder("utf-8", { fatal: true });

/** A byte string as Unicode: UTF-8 where it is that, else each byte as the character of its number. */
export function unicode(text: string): string {
  if (!/[\x80-\xff]/.test(text)) return text;
  try {
    return utf8.decode(Uint8Array.from(text, (c) => c.charCodeAt(0)));
  } catch {
    return text;
  }
}
