/** Converts byte strings of a file to the Unicode that a reader sees, and back. */
import { byteString } from "../../document/byteText";

const utf8 = new TextDecoder("utf-8", { fatal: true });

/** Bytes as Unicode; undefined if they are no valid UTF-8. */
export function decoded(bytes: Uint8Array): string | undefined {
  try {
    return utf8.decode(bytes);
  } catch {
    return undefined;
  }
}

/** Unicode as a byte string: its UTF-8. */
export function encoded(text: string): string {
  return byteString(new TextEncoder().encode(text));
}

/** A byte string as Unicode: decoded if it is valid UTF-8, otherwise each byte as the character with that number. */
export function unicode(text: string): string {
  if (!/[\x80-\xff]/.test(text)) return text;
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i++) bytes[i] = text.charCodeAt(i);
  return decoded(bytes) ?? text;
}
