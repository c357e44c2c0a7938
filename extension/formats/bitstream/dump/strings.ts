/** How llvm-bcanalyzer prints blobs and the characters in them. */
const HEX = "0123456789ABCDEF";
const ESCAPES: Readonly<Record<number, string>> = { 9: "\\t", 10: "\\n", 34: '\\"', 92: "\\\\" };

/** Whether a character is printed as it is. */
export function isPrintable(code: number): boolean {
  return code >= 32 && code < 127;
}

/** Whether all characters are. */
export function arePrintable(bytes: Uint8Array): boolean {
  for (const byte of bytes) if (!isPrintable(byte)) return false;
  return true;
}

/** Like llvm::raw_ostream::write_escaped with hexadecimal escapes. */
export function escaped(bytes: Uint8Array): string {
  let text = "";
  for (const byte of bytes) {
    const escape = ESCAPES[byte];
    if (escape !== undefined) text += escape;
    else if (isPrintable(byte)) text += String.fromCharCode(byte);
    else text += `\\x${HEX[byte >> 4] ?? ""}${HEX[byte & 15] ?? ""}`;
  }
  return text;
}

/** 8 hexadecimal digits. */
export function hex32(value: number): string {
  return `0x${value.toString(16).padStart(8, "0")}`;
}
