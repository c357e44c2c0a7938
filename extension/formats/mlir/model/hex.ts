/** Bytes in hexadecimal, as MLIR prints them. */
import type { ByteText } from "../../../document/byteText";

/** Each byte as two upper-case digits. */
const DIGITS: readonly string[] = Array.from({ length: 256 }, (_, byte) =>
  byte.toString(16).toUpperCase().padStart(2, "0"),
);

/** Bytes as upper-case hexadecimal digits. @param separator what is between two bytes */
export function hexText(bytes: Uint8Array, separator = ""): string {
  let text = "";
  for (let i = 0; i < bytes.length; i++) text += (i > 0 ? separator : "") + (DIGITS[bytes[i] as number] as string);
  return text;
}

/** Writes bytes as upper-case hexadecimal digits, with blanks between them. */
export function writeHex(out: ByteText, bytes: Uint8Array): void {
  for (let i = 0; i < bytes.length; i++) {
    if (i > 0) out.text(" ");
    out.text(DIGITS[bytes[i] as number] as string);
  }
}
